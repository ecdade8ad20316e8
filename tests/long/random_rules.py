"""Rules drawn at random: whatever a game allows together is solved, and has a chart.

    python tests/long/random_rules.py --games 500

``tests/charts/test_random_rules.py`` is the short form.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bjtrainer.analysis.evaluate import expected
from bjtrainer.analysis.legality import SPLIT
from bjtrainer.analysis.strategy import Strategy
from bjtrainer.analysis.values import Values, solve
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.model import CELLS, Chart
from bjtrainer.charts.plan import plan_of
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.checks import contradictions
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

CLOSE = 1e-12
ZERO_MEMORY = 1e-3
"""What a chart may be worth more than ``optimal`` in games of charlies, where hands are few cards.

It happens to play some split hands better. In other games that has not been seen.
"""


@st.composite
def games(draw: st.DrawFn) -> Rules:
    """Draw rules of which none contradicts another; few decks and low limits come up often."""
    max_hands = draw(st.integers(1, 4))
    max_ace_hands = draw(st.integers(1, max_hands))
    double_on = draw(st.sampled_from(DoubleOn))
    surrender = draw(st.sampled_from(Surrender))
    upcards = st.lists(st.sampled_from(RANKS), unique=True, max_size=3)
    charlie = draw(st.none() | st.integers(3, 7))
    hole_cards = [one for one in HoleCard if not charlie or one is not HoleCard.NONE_ORIGINAL_ONLY]
    rules = Rules(
        name="Drawn",
        slug="drawn",
        decks=draw(st.sampled_from([1, 2, 6, 8, Decks.INFINITE])),
        soft_17=draw(st.sampled_from(Soft17)),
        hole_card=draw(st.sampled_from(hole_cards)),
        blackjack_pays=draw(st.sampled_from([Fraction(3, 2), Fraction(6, 5), Fraction(2)])),
        double_on=double_on,
        double_soft=double_on is DoubleOn.ANY and draw(st.booleans()),
        double_after_split=draw(st.booleans()),
        split_by=draw(st.sampled_from(SplitBy)) if max_hands > 1 else SplitBy.VALUE,
        max_hands=max_hands,
        max_ace_hands=max_ace_hands,
        split_aces_draw=SplitAcesDraw.ONE
        if max_ace_hands == 1
        else draw(st.sampled_from(SplitAcesDraw)),
        surrender=surrender,
        surrender_except=()
        if surrender is Surrender.NONE
        else tuple(sorted(draw(upcards), key=lambda rank: rank.index)),
        insurance=draw(st.booleans()),
        card_limit=draw(st.none() | st.integers((charlie or 2) + 1, 11)),
        charlie=charlie,
    )
    assert not [*contradictions(rules)]
    return rules


def check(rules: Rules) -> None:
    """Fail unless a game's values are finite, and its chart complete, legal and not too good."""
    values = solve(rules)
    assert np.isfinite(values.joint).all()
    for situation in _situations():
        for action, value in values.of(situation).items():
            most = 2 * rules.max_hands if action is Action.SPLIT else 2
            assert abs(value) <= most + CLOSE, situation
    edge = values.edge()
    dealt = values.base.outcomes.upcard[0]
    by_upcard = sum(dealt[rank.index] * value for rank, value in edge.by_upcard.items())
    assert abs(by_upcard - edge.total) < CLOSE
    chart = derive_chart(values)
    assert list(chart.entries) == list(CELLS)
    assert (chart.insurance is not None) == rules.insurance
    played = plan_of(chart.codes).strategy(values.base.table, values.legal)
    assert _best_with_splits_as(values, played) + CLOSE >= chart.edges.chart
    more = ZERO_MEMORY if rules.charlie and rules.max_hands > 1 else CLOSE
    assert chart.edges.optimal + more >= chart.edges.chart
    assert chart.edges.chart + CLOSE >= chart.edges.two_card_chart
    _answers_are_legal(rules, chart)


def _best_with_splits_as(values: Values, played: Strategy) -> float:
    """Give the expectation of the best play whose split hands play as a strategy says.

    No strategy with these split hands is better. One with others may be: split hands that play as
    if they had not been split (``SPLIT_STRATEGY``) are not the best that there are.
    """
    table, joint = values.base.table, values.joint.copy()
    split = values.splits.value(values.splits.paths(played.later))
    for rank in range(10):
        if (row := table.pair_row(rank)) >= 0:
            joint[row, :, SPLIT] = split[rank]
    first = np.where(values.legal.first, joint, -np.inf).argmax(axis=2)
    return float(expected(values.base, replace(values.optimal, first=first), joint).total)


def _situations(**more: int) -> list[Situation]:
    hands = [Hand((one, other)) for one in RANKS for other in RANKS[one.index :]]
    hands += [hand + rank for hand in hands[::4] for rank in (Rank.ACE, Rank.SIX)]
    return [
        Situation(hand=hand, upcard=upcard, **more)
        for hand in hands
        for upcard in RANKS
        if not hand.bust
    ]


def _answers_are_legal(rules: Rules, chart: Chart) -> None:
    for split_hands in (1, 2, rules.max_hands):
        for situation in _situations(split_hands=split_hands):
            legal = legal_actions(rules, situation)
            if legal and not (situation.hand.ace_ten and split_hands == 1):
                assert chart.answer(situation, legal) in legal, situation


def main() -> int:
    """Check as many games as are asked for."""
    parser = argparse.ArgumentParser(description="Solve games of rules drawn at random.")
    parser.add_argument("--games", type=int, default=500)
    said = parser.parse_args()
    checked = 0

    @settings(
        max_examples=said.games,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rules=games())
    def each(rules: Rules) -> None:
        nonlocal checked
        check(rules)
        checked += 1
        print(f"{checked} of {said.games}", file=sys.stderr)

    each()
    print(
        f"{checked} games solved; their charts are complete, legal, and better in split hands only"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
