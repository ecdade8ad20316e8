"""One shoe, all its hands, and every chance that does not depend on what the player does.

Every chance is joint: these cards in one given order, then this upcard and, where the dealer checks
for blackjack, no dealer blackjack. So the value of a hit, times its chance, is the plain sum over
the hands with one more card: no conditional chance is needed until the end. Divide by ``given``
for a value that a person can read.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from bjtrainer.analysis.dealer import FINALS, DealerOutcomes, Numbers, falling_factorials
from bjtrainer.analysis.hands import TEN, HandTable, Integers, hand_table
from bjtrainer.analysis.pairs import PairHands, PairSplit, dealer_pass
from bjtrainer.analysis.stock import Stock, orders_of
from bjtrainer.rules.model import HoleCard, Rules, SplitBy


class Hands(Protocol):
    """Hands in blocks by number of cards, with the row of each hand's children (-1 for none)."""

    @property
    def child(self) -> Integers: ...
    @property
    def levels(self) -> tuple[slice, ...]: ...


@dataclass(frozen=True, eq=False)
class Chances:
    """A shoe's hands and their joint chances; arrays have a row for each hand of ``table``.

    ``order (n,)``: the hand's cards in one given order. The others are ``(n, 10)``, that and then
    the ``upcard``: ``blackjack`` with a dealer blackjack, ``given`` with what is worked out here
    (no dealer blackjack, but where that takes doubled and split money too), ``stand`` with
    ``given``, times one more than the value of standing: a win 2, a push 1, a loss 0. So a bust
    is 0 too. ``pairs`` are the hands of the splits that were asked for.
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
    pairs: tuple[PairHands, ...]

    @property
    def exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.order.dtype == object

    @property
    def asked(self) -> Numbers:
        """The chance that a later decision about a hand comes up: the dealer may have peeked."""
        return self.given if self.rules.hole_card is HoleCard.PEEK else self.upcard

    @property
    def tens_alike(self) -> Fraction | float:
        """The chance that two tens can be split: that they are of one denomination, or 1."""
        tens, alike = self.stock.with_all_tens[TEN], share_of_pair(self.rules, TEN)
        if alike != 1 and not self.stock.endless and tens > 1:
            alike = (alike * tens - 1) / (tens - 1)
        return alike if self.exact else float(alike)


def chances(
    rules: Rules, stock: Stock, splits: tuple[PairSplit, ...] = (), *, exact: bool = False
) -> Chances:
    """Work out the chances of a game from a stock, and those of the ``splits``.

    ``exact`` computes in Fractions: for small stocks, to prove the floats.

    >>> from bjtrainer.analysis.stock import stock_of
    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> chances(rules, stock_of(rules)).stand.shape
    (2019, 10)
    """
    full = stock.numbers(exact=exact)
    table = hand_table(stock.limits)
    outcomes, pairs = dealer_pass(stock, rules.soft_17, splits, exact=exact)
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
        pairs=pairs,
    )


def stand_value(
    outcomes: DealerOutcomes, rules: Rules, table: HandTable, hands: Integers
) -> Numbers:
    """Give one more than the value of standing, ``(m, 10)``, for rows ``hands`` of a table.

    A win counts 2, a push 1, a loss or dealer blackjack 0, times its joint chance: the dealer's
    bust wins, too. A charlie wins whatever the dealer has.
    """
    total = table.total[hands]
    value: Numbers = (outcomes.upcard - outcomes.blackjack) * 2
    for final, ended in zip(FINALS, outcomes.finals, strict=True):
        value = value - ended * (1 + np.sign(final - total))[:, None]
    if rules.charlie is not None:
        charlie = (table.cards[hands] >= rules.charlie)[:, None]
        value = np.where(charlie, condition(outcomes, rules) * 2, value)
    return value


def share_of_pair(rules: Rules, rank: int) -> Fraction:
    """Give the share of a rank's cards that make a pair with one of them: of one denomination."""
    alike = rules.split_by is SplitBy.VALUE or rank != TEN
    return Fraction(1) if alike else Fraction(1, 4)


def condition(outcomes: DealerOutcomes, rules: Rules) -> Numbers:
    """Give the chance of the upcard and of what is worked out: see ``Chances.given``."""
    if rules.hole_card is HoleCard.NONE:
        return outcomes.upcard
    no_blackjack: Numbers = outcomes.upcard - outcomes.blackjack
    return no_blackjack
