"""The next card, counted out: every hole card that may lie there, and every card after it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import HoleCard
from bjtrainer.trainer.unseen import next_card, unseen


def counted_out(left, barred):
    """The chance of each next card over all pairs of a hole card that is not barred and it."""
    ways = dict.fromkeys(RANKS, 0)
    for hole in RANKS:
        for drawn in RANKS:
            if hole is not barred:
                ways[drawn] += left[hole] * (left[drawn] - (hole is drawn))
    return {rank: Fraction(count, sum(ways.values())) for rank, count in ways.items()}


@pytest.mark.parametrize("hand", ["T6", "AA", "88", "A7", "T42", "5555"])
@pytest.mark.parametrize(
    ("upcard", "hole_card", "barred"),
    [
        ("T", HoleCard.PEEK, Rank.ACE),
        ("A", HoleCard.PEEK, Rank.TEN),
        ("6", HoleCard.PEEK, None),
        ("T", HoleCard.NONE, None),
        ("A", HoleCard.NONE, None),
    ],
)
def test_the_next_card(game, hand, upcard, hole_card, barred):
    rules = replace(game.rules, hole_card=hole_card)
    hand, upcard = Hand.parse(hand), Rank(upcard)
    left = unseen(rules, hand, upcard)
    assert sum(left.values()) == 52 * rules.decks - len(hand) - 1
    expected = {rank: float(chance) for rank, chance in counted_out(left, barred).items()}
    assert next_card(rules, hand, upcard) == pytest.approx(expected, abs=1e-14)
