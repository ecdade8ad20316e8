"""style.md, "exactness": the same code over Fractions on a small shoe agrees to 1e-12."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bjtrainer.analysis.stock import Stock
from bjtrainer.analysis.values import Values, solve
from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.actions import Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import (
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

SHOE = (3, 0, 3, 0, 0, 3, 0, 4, 0, 6)
GAMES: dict[str, dict[str, Any]] = {
    "soft 17 hit, four hands, aces draw, surrender": {
        "soft_17": Soft17.HIT,
        "surrender": Surrender.LATE,
        "split_aces_draw": SplitAcesDraw.ANY,
        "max_ace_hands": 4,
        "blackjack_pays": Fraction(6, 5),
    },
    "no hole card, three hands, few doubles": {
        "hole_card": HoleCard.NONE,
        "double_on": DoubleOn.NINE_TO_ELEVEN,
        "double_soft": False,
        "double_after_split": False,
        "max_hands": 3,
        "surrender": Surrender.LATE,
        "surrender_except": (Rank.ACE,),
        "insurance_pays": Fraction(21, 10),
    },
    "original bets only, early surrender, pairs by denomination": {
        "hole_card": HoleCard.NONE_ORIGINAL_ONLY,
        "split_by": SplitBy.DENOMINATION,
        "surrender": Surrender.EARLY,
        "max_hands": 3,
    },
    "early surrender but against tens, a charlie of four, a card limit after it": {
        "soft_17": Soft17.HIT,
        "surrender": Surrender.EARLY,
        "surrender_except": (Rank.TEN,),
        "split_aces_draw": SplitAcesDraw.ANY,
        "charlie": 4,
        "card_limit": 5,
        "max_hands": 2,
    },
}


@pytest.fixture(scope="module", params=GAMES)
def pair(request) -> tuple[Values, Values]:
    """One game from the small shoe, in floats and in Fractions."""
    rules = Rules(name="E", slug="e", decks=1, **GAMES[request.param])
    return solve(rules, Stock(SHOE)), solve(rules, Stock(SHOE), exact=True)


def agrees(floats: Any, exact: Any) -> None:
    """Fail unless every number is a Fraction and its float the same to 1e-12."""
    if isinstance(exact, dict):
        assert floats.keys() == exact.keys()
        for key, value in exact.items():
            agrees(floats[key], value)
    else:
        assert type(floats) is float
        assert type(exact) is Fraction
        assert floats == pytest.approx(float(exact), abs=1e-12, rel=0)


def test_every_value_of_every_array(pair):
    floats, exact = pair
    assert exact.joint.dtype == object
    assert all(type(value) is Fraction for value in exact.base.given.flat)
    assert np.abs(exact.joint.astype(float) - floats.joint).max() < 1e-12
    assert (exact.optimal.first == floats.optimal.first).all()
    assert (exact.optimal.later == floats.optimal.later).all()


def test_every_answer_about_every_starting_hand(pair):
    floats, exact = pair
    asked = 0
    for row in floats.base.table.counts[floats.base.table.levels[2]]:
        hand = Hand.of(rank for rank in RANKS for _ in range(row[rank.index]))
        for upcard in (Rank.ACE, Rank.SIX, Rank.TEN):
            situation = Situation(hand=hand, upcard=upcard)
            agrees(floats.of(situation), exact.of(situation))
            agrees(dict(floats.dealer(situation)), dict(exact.dealer(situation)))
            agrees(floats.deal_chance(hand, upcard), exact.deal_chance(hand, upcard))
            asked += 1
        agrees(floats.insurance(hand), exact.insurance(hand))
    assert asked == 15 * 3


@pytest.mark.parametrize("split_hands", [2, 3])
def test_pairs_of_a_split(pair, split_hands):
    floats, exact = pair
    for hand, upcard in (("88", Rank.TEN), ("AA", Rank.SIX)):
        situation = Situation(hand=Hand.parse(hand), upcard=upcard, split_hands=split_hands)
        agrees(floats.of(situation), exact.of(situation))


def test_the_edge(pair):
    floats, exact = pair[0].edge(), pair[1].edge()
    agrees(floats.total, exact.total)
    agrees(floats.by_upcard, exact.by_upcard)
    assert set(exact.by_upcard) == {rank for rank in RANKS if SHOE[rank.index]}
    assert exact.total.denominator > 1000


def test_the_chances_of_all_deals_add_up_to_exactly_one(pair):
    _, exact = pair
    total = sum(
        exact.deal_chance(Hand((one, other)), upcard)
        for one in RANKS
        for other in RANKS[one.index :]
        for upcard in RANKS
        if all(
            SHOE[rank.index] >= [one, other, upcard].count(rank) for rank in (one, other, upcard)
        )
    )
    assert total == 1
