"""The cards that a game is dealt from, and in how many orders a hand comes from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.dealer import ANY_HAND, Numbers, falling_factorials
from bjtrainer.analysis.hands import Integers
from bjtrainer.rules.model import Decks, Rules


@dataclass(frozen=True)
class Stock:
    """The cards that a game is dealt from: ten counts in the order ``A 2..9 T``.

    ``endless``: the counts are shares, and a card that is dealt takes nothing away.
    """

    counts: tuple[int, ...]
    endless: bool = False

    @property
    def taken(self) -> int:
        """What a card that is dealt takes from the number left: 1, or 0 of an endless stock."""
        return 0 if self.endless else 1

    @property
    def limits(self) -> tuple[int, ...]:
        """The most cards of each rank that a hand can hold."""
        return ANY_HAND if self.endless else self.counts

    def numbers(self, *, exact: bool) -> Numbers:
        """Give the counts as floats, or as Fractions in an object array."""
        kind = object if exact else float
        return np.array([Fraction(count) for count in self.counts], dtype=kind)


def stock_of(rules: Rules) -> Stock:
    """Give the full shoe of a game.

    >>> stock_of(Rules(name="One deck", slug="one-deck", decks=1)).counts
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
    """
    if isinstance(rules.decks, Decks):
        return Stock((1,) * 9 + (4,), endless=True)
    return Stock((4 * rules.decks,) * 9 + (16 * rules.decks,))


def orders_of(counts: Integers, full: Numbers, taken: int) -> Numbers:
    """Give the product of the falling factorials of each hand's ranks, ``(m,)``."""
    falling = falling_factorials(full, int(counts.max(initial=0)), taken)
    product: Numbers = falling[counts[:, 0], 0]
    for rank in range(1, 10):
        product = product * falling[counts[:, rank], rank]
    return product
