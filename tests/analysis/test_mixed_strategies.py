"""Source of truth: a strategy played now so, now so has the mean value of those that it mixes.

A hand comes up at most once on the way of a round, so that the value is a straight line in how
often one of its actions is taken, all else being the same. That and the values of unmixed
strategies settle every mixture: the corners are counted out below, each with its chance.
"""

from __future__ import annotations

from itertools import product

import pytest

from bjtrainer.analysis import MixedStrategy, Rules, Strategy, Values, evaluate, solve
from bjtrainer.analysis.legality import HIT, SPLIT, STAND, SURRENDER
from bjtrainer.rules.model import SplitBy, Surrender

RULES = {
    "one deck": Rules(name="One deck", slug="one-deck", decks=1, surrender=Surrender.LATE),
    "by denomination": Rules(
        name="By denomination", slug="by-denomination", decks=2, split_by=SplitBy.DENOMINATION
    ),
}


@pytest.fixture(scope="module", params=RULES.values(), ids=RULES)
def values(request: pytest.FixtureRequest) -> Values:
    return solve(request.param)


def corners(values: Values) -> list[tuple[str, str, int, float]]:
    """Decisions to be mixed: hands, an action beside the best one, and how often it is taken."""
    legal = values.legal.first[values.base.table.row("T6"), 9]
    chosen = [
        ("first", "T6", SURRENDER if legal[SURRENDER] else STAND, 0.3),
        ("first", "88", STAND, 0.45),
        ("first", "TT", SPLIT, 0.2),
        ("later", "T24", STAND, 0.6),
        ("later", "83", HIT, 0.5),
    ]
    if values.base.tens_alike != 1:
        chosen.append(("unlike_tens", "", HIT, 0.15))
    return chosen


def test_the_value_of_a_mixture_is_the_mean_of_what_it_mixes(values: Values) -> None:
    table, chosen = values.base.table, corners(values)
    mixed = MixedStrategy.always(values.optimal)
    for when, hand, action, often in chosen:
        where = getattr(mixed, when)
        row = where if when == "unlike_tens" else where[table.row(hand)]
        row *= 1 - often
        row[:, action] += often

    total, by_upcard = 0.0, dict.fromkeys(values.edge().by_upcard, 0.0)
    for takes in product((False, True), repeat=len(chosen)):
        answers = {
            name: getattr(values.optimal, name).copy() for name in ("first", "later", "unlike_tens")
        }
        chance = 1.0
        for taken, (when, hand, action, often) in zip(takes, chosen, strict=True):
            chance *= often if taken else 1 - often
            if taken:
                answers[when][... if when == "unlike_tens" else table.row(hand)] = action
        edge = evaluate(values.splits, Strategy(**answers))
        total += chance * edge.total
        for upcard, worth in edge.by_upcard.items():
            by_upcard[upcard] += chance * worth

    played = evaluate(values.splits, mixed)
    assert played.total == pytest.approx(total, abs=1e-14)
    assert played.by_upcard == pytest.approx(by_upcard, abs=1e-13)
    assert abs(played.total - values.edge().total) > 1e-3


def test_a_mixture_of_one_is_the_strategy_itself(values: Values) -> None:
    mixed = evaluate(values.splits, MixedStrategy.always(values.optimal))
    assert mixed.total == pytest.approx(values.edge().total, abs=1e-15)
