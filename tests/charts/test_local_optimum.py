"""analysis.md, "Which chart": no change of any single cell raises the exact value of the chart.

Every change is made and the changed plan is played exactly. A change is made against all upcards
at once, as the upcards do not touch each other, and compared upcard by upcard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from bjtrainer.analysis.evaluate import evaluate
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.charts.derive import Worth, worth_of_codes
from bjtrainer.charts.plan import AS_TOTAL, TOTAL_ROWS, Plan

CODES = (
    (HIT, HIT),
    (STAND, STAND),
    (DOUBLE, HIT),
    (DOUBLE, STAND),
    (SURRENDER, HIT),
    (SURRENDER, STAND),
)
PAIR_CODES = (AS_TOTAL, SPLIT, SURRENDER)


def worth_by_upcard(game, plan: Plan):
    """What a plan is worth in initial wagers a round, by upcard, played exactly."""
    base = game.values.base
    strategy = plan.strategy(base.table, game.values.legal)
    by_upcard = evaluate(game.values.splits, strategy).by_upcard
    return np.array(list(by_upcard.values())) * base.outcomes.upcard[0]


def changes(plan: Plan, worth: Worth) -> Iterator[tuple[str, Plan, np.ndarray]]:
    """Every plan with one row changed, and the gain at each upcard by ``worth_of_codes``."""
    columns = np.arange(10)
    for row, name in enumerate(TOTAL_ROWS):
        now = [CODES.index(code) for code in zip(plan.choice[row], plan.fallback[row], strict=True)]
        for code, (first, other) in enumerate(CODES):
            choice, fallback = plan.choice.copy(), plan.fallback.copy()
            choice[row], fallback[row] = first, other
            gain = worth.totals[row, :, code] - worth.totals[row, columns, now]
            yield f"{name}: {code}", replace(plan, choice=choice, fallback=fallback), gain
    for rank in range(10):
        now = [PAIR_CODES.index(code) for code in plan.pair[rank]]
        for code, first in enumerate(PAIR_CODES):
            pair = plan.pair.copy()
            pair[rank] = first
            gain = worth.pairs[rank, :, code] - worth.pairs[rank, columns, now]
            yield f"pair {rank}: {code}", replace(plan, pair=pair), gain


def test_no_change_of_one_cell_raises_the_value(game):
    now = worth_by_upcard(game, game.whole_game)
    worth = worth_of_codes(game.values, game.whole_game)
    every = 5 if game.rules.slug == "european" else 1  # its tens are worked out twice
    compared = 0
    for name, changed, said in list(changes(game.whole_game, worth))[::every]:
        allowed = np.isfinite(said)
        if allowed.any():
            gained = (worth_by_upcard(game, changed) - now)[allowed]
            assert gained.max() < 1e-15, name
            assert said[allowed] == pytest.approx(gained, abs=1e-12, rel=0), name
            compared += len(gained)
    usable = np.isfinite(worth.totals).sum() + np.isfinite(worth.pairs).sum()
    assert compared == usable > 1000 or (every > 1 and compared > 100)


def test_the_two_card_chart_can_be_raised_and_by_how_much_is_known(game):
    now = worth_by_upcard(game, game.two_card)
    worth = worth_of_codes(game.values, game.two_card)
    better = [change for change in changes(game.two_card, worth) if change[2].max() > 1e-9]
    assert better
    for name, changed, said in better:
        gained = (worth_by_upcard(game, changed) - now)[said.argmax()]
        assert gained == pytest.approx(said.max(), abs=1e-12, rel=0), name


def test_any_plan_at_all_has_the_gains_that_are_said(game):
    rng = np.random.default_rng(17)
    allowed = np.isfinite(worth_of_codes(game.values, game.whole_game).totals)
    codes = np.array(CODES)[np.where(allowed, rng.random(allowed.shape), -1).argmax(axis=2)]
    pairs = np.array([AS_TOTAL, SPLIT])[rng.integers(2, size=(10, 10))]
    plan = Plan(choice=codes[:, :, 0], fallback=codes[:, :, 1], pair=pairs)
    now = worth_by_upcard(game, plan)
    for name, changed, said in list(changes(plan, worth_of_codes(game.values, plan)))[::4]:
        usable = np.isfinite(said)
        gained = worth_by_upcard(game, changed) - now
        assert said[usable] == pytest.approx(gained[usable], abs=1e-12, rel=0), name
