"""One shoe, all its hands, and every chance that does not depend on what the player does.

Every chance is joint: these cards in one given order, then this upcard and, where the dealer checks
for blackjack, no dealer blackjack. So the value of a hit, times its chance, is the plain sum over
the hands with one more card: no conditional chance is needed until the end. Divide by ``given``
for a value that a person can read.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

import numpy as np

from bjtrainer.analysis.dealer import (
    ANY_HAND,
    DealerOutcomes,
    Numbers,
    dealer_outcomes,
    falling_factorials,
)
from bjtrainer.analysis.hands import TEN, HandTable, Integers, hand_table
from bjtrainer.rules.model import Decks, HoleCard, Rules, Soft17, SplitBy


class Hands(Protocol):
    """Hands in blocks by number of cards, with the row of each hand's children (-1 for none)."""

    @property
    def child(self) -> Integers: ...
    @property
    def levels(self) -> tuple[slice, ...]: ...


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


@dataclass(frozen=True, eq=False)
class Chances:
    """A shoe's hands and their joint chances; arrays have a row for each hand of ``table``.

    ``order (n,)``: the hand's cards in one given order. The others are ``(n, 10)``, that and then
    the ``upcard``: ``blackjack`` with a dealer blackjack, ``given`` with what is worked out here
    (no dealer blackjack, but where that takes doubled and split money too), ``stand`` with
    ``given``, times one more than the value of standing: a win 2, a push 1, a loss 0. So a bust
    is 0 too.
    """

    rules: Rules
    stock: Stock
    table: HandTable
    outcomes: DealerOutcomes
    order: Numbers
    upcard: Numbers
    blackjack: Numbers
    given: Numbers
    stand: Numbers

    @property
    def exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.order.dtype == object

    @property
    def asked(self) -> Numbers:
        """The chance that a later decision about a hand comes up: the dealer may have peeked."""
        return self.given if self.rules.hole_card is HoleCard.PEEK else self.upcard

    @property
    def pair_share(self) -> tuple[Fraction, ...]:
        """The share of each rank's cards that make a pair with one of them: denominations."""
        by_denomination = self.rules.split_by is SplitBy.DENOMINATION
        return (Fraction(1),) * 9 + (Fraction(1, 4) if by_denomination else Fraction(1),)

    @property
    def tens_alike(self) -> Fraction | float:
        """The chance that two tens can be split: that they are of one denomination, or 1."""
        tens = self.stock.counts[TEN]
        if self.pair_share[TEN] == 1 or self.stock.endless or tens < 2:
            alike = self.pair_share[TEN]
        else:
            alike = (self.pair_share[TEN] * tens - 1) / (tens - 1)
        return alike if self.exact else float(alike)


def chances(rules: Rules, stock: Stock | None = None, *, exact: bool = False) -> Chances:
    """Work out the chances of a game from a fresh shoe, or from any stock.

    ``exact`` computes in Fractions: for small stocks, to prove the floats.

    >>> chances(Rules(name="One deck", slug="one-deck", decks=1)).stand.shape
    (2019, 10)
    """
    stock = stock or stock_of(rules)
    full = stock.numbers(exact=exact)
    table = hand_table(stock.limits)
    outcomes = _outcomes(stock, rules.soft_17, exact=exact)
    order = orders_of(table.counts, full, stock.taken)
    sizes = falling_factorials(full.sum(keepdims=True), len(table.levels) - 1, stock.taken)[:, 0]
    order = order / sizes[table.cards]
    return Chances(
        rules=rules,
        stock=stock,
        table=table,
        outcomes=outcomes,
        order=order,
        upcard=order[:, None] * outcomes.upcard,
        blackjack=order[:, None] * outcomes.blackjack,
        given=order[:, None] * condition(outcomes, rules),
        stand=order[:, None] * stand_value(outcomes, rules, table, np.arange(len(table))),
    )


@lru_cache(maxsize=2)
def _outcomes(stock: Stock, soft_17: Soft17, *, exact: bool) -> DealerOutcomes:
    left = stock.numbers(exact=exact) - stock.taken * hand_table(stock.limits).counts
    return dealer_outcomes(left, soft_17, stock.taken)


def stand_value(
    outcomes: DealerOutcomes, rules: Rules, table: HandTable, hands: Integers
) -> Numbers:
    """Give one more than the value of standing, ``(m, 10)``, for rows ``hands`` of a table.

    A charlie wins whatever the dealer has.
    """
    total = np.maximum(table.total[hands], 16) - 16
    value: Numbers = outcomes.stand()[total, np.arange(len(hands))]
    if rules.charlie is not None:
        charlie = (table.cards[hands] >= rules.charlie)[:, None]
        value = np.where(charlie, condition(outcomes, rules) * 2, value)
    return value


def condition(outcomes: DealerOutcomes, rules: Rules) -> Numbers:
    """Give the chance of the upcard and of what is worked out: see ``Chances.given``."""
    if rules.hole_card is HoleCard.NONE:
        return outcomes.upcard
    no_blackjack: Numbers = outcomes.upcard - outcomes.blackjack
    return no_blackjack


def orders_of(counts: Integers, full: Numbers, taken: int) -> Numbers:
    """Give the product of the falling factorials of each hand's ranks, ``(m,)``."""
    falling = falling_factorials(full, int(counts.max(initial=0)), taken)
    product: Numbers = falling[counts[:, 0], 0]
    for rank in range(1, 10):
        product = product * falling[counts[:, rank], rank]
    return product
