"""Rules drawn by chance: any game of which no rule contradicts another."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TypeVar

from bjtrainer.cards import RANKS
from bjtrainer.rules.checks import contradictions
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

T = TypeVar("T")


def one_of(rng: Random, *these: T) -> T:
    return these[int(rng.random() * len(these))]


def rules_of_chance(rng: Random) -> Rules:
    """Give any rules that go together, on chips of many sizes."""
    while True:
        yes_or_no = [rng.random() < 0.5 for _ in range(4)]
        chips = one_of(rng, (100, 500), (50, 100), (200, 1_000), (1, 5), (5,))
        min_bet = chips[0] * one_of(rng, 1, 1, 7)
        surrender = one_of(rng, *Surrender)
        rules = Rules(
            name="Chance",
            slug="chance",
            decks=one_of(rng, 1, 1, 2, 5, 8, Decks.INFINITE),
            soft_17=one_of(rng, *Soft17),
            hole_card=one_of(rng, *HoleCard),
            blackjack_pays=one_of(rng, Fraction(3, 2), Fraction(6, 5), Fraction(1), Fraction(2)),
            double_on=one_of(rng, *DoubleOn),
            double_soft=yes_or_no[0],
            double_after_split=yes_or_no[1],
            split_by=one_of(rng, *SplitBy),
            max_hands=one_of(rng, 1, 2, 3, 4, 4),
            max_ace_hands=one_of(rng, 1, 2, 4),
            split_aces_draw=one_of(rng, *SplitAcesDraw),
            surrender=surrender,
            surrender_except=tuple([rank for rank in RANKS if rng.random() < 0.2])
            if surrender is not Surrender.NONE
            else (),
            insurance=yes_or_no[2],
            insurance_pays=one_of(rng, Fraction(2), Fraction(2), Fraction(3)),
            insurance_with_blackjack=yes_or_no[3],
            card_limit=one_of(rng, None, None, 4, 11),
            charlie=one_of(rng, None, None, 3, 5),
            shuffle=one_of(rng, Shuffle.EVERY_ROUND, Fraction(1, 10), Fraction(99, 100)),
            min_bet=min_bet,
            max_bet=min_bet * one_of(rng, 1, 20, 200),
            chips=chips,
            boxes=one_of(rng, 1, 2, 3, 5, 5),
        )
        if not any(contradictions(rules)):
            return rules
