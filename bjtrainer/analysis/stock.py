"""The cards that a game is dealt from: a full shoe, or what is left of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.dealer import ANY_HAND, Numbers, falling_factorials, final_hands
from bjtrainer.analysis.hands import TEN, Integers
from bjtrainer.cards import RANKS, Rank
from bjtrainer.errors import InputError
from bjtrainer.rules.model import Decks, Rules


@dataclass(frozen=True)
class Stock:
    """The cards that a game is dealt from: ten counts in the order ``A 2..9 T``.

    ``endless``: the counts are shares, and a card that is dealt takes nothing away. ``all_tens``:
    how many tens there were with those that are gone, a quarter of each denomination, when it is
    not known of which denominations these were; None where no ten is gone.
    """

    counts: tuple[int, ...]
    endless: bool = False
    all_tens: int | None = None

    @property
    def taken(self) -> int:
        """What a card that is dealt takes from the number left: 1, or 0 of an endless stock."""
        return 0 if self.endless else 1

    @property
    def limits(self) -> tuple[int, ...]:
        """The most cards of each rank that a hand can hold."""
        return ANY_HAND if self.endless else self.counts

    @property
    def with_all_tens(self) -> tuple[int, ...]:
        """The counts with the tens that are gone, of which denominations are a quarter each."""
        return self.counts if self.all_tens is None else (*self.counts[:TEN], self.all_tens)

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


def stock_without(rules: Rules, gone: Iterable[Rank], seen: Iterable[Rank]) -> Stock:
    """Give a full shoe less the cards known to be gone.

    ``seen`` are the hand and the upcard, which stay in the counts but must be there. Tens that are
    gone were of any denominations. Nothing is ever gone from an endless shoe. Raises ``InputError``
    when the shoe does not hold them all, or too little would be left to play on: when a round might
    run out of cards, or every dealer bust.

    >>> stock_without(Rules(name="One deck", slug="one-deck", decks=1), [Rank.ACE], []).counts[0]
    3
    """
    whole = stock_of(rules)
    if whole.endless:
        return whole
    left = list(whole.counts)
    for rank in gone:
        left[rank.index] -= 1
    unseen = list(left)
    for rank in seen:
        unseen[rank.index] -= 1
    for rank in RANKS:
        if unseen[rank.index] < 0:
            held = whole.counts[rank.index]
            raise InputError(f"more cards of {rank} are named than the {held} of the whole shoe")
    points = sum(count * rank.points for count, rank in zip(left, RANKS, strict=True))
    ends = final_hands(rules.soft_17, tuple([min(count, 21) for count in left]))
    if points <= most_points_dealt(rules) or not len(ends.hand):
        raise InputError("too few cards are left in the shoe to play on; name fewer to be gone")
    tens = whole.counts[TEN]
    return Stock(tuple(left), all_tens=None if left[TEN] == tens else tens)


def most_points_dealt(rules: Rules) -> int:
    """Give the most points that one bet and the dealer hold when one more card is drawn, aces 1.

    A hand is drawn to at 20 or less, so that it ends with 30 at most, and the dealer's first two
    cards have 20. The most lies there when a player draws to the last hand at 20, all others having
    30, or when without a hole card all have 30 and the dealer, who has 10, takes the second card.
    A dealer who draws on has 16 at most, against a hand of 21 or less that is still in play.

    >>> most_points_dealt(Rules(name="No splits", slug="no-splits", max_hands=1, max_ace_hands=1))
    40
    """
    return 30 * rules.max_hands + 10


def orders_of(counts: Integers, full: Numbers, taken: int) -> Numbers:
    """Give the product of the falling factorials of each hand's ranks, ``(m,)``."""
    falling = falling_factorials(full, int(counts.max(initial=0)), taken)
    product: Numbers = falling[counts[:, 0], 0]
    for rank in range(1, 10):
        product = product * falling[counts[:, rank], rank]
    return product
