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

from bjtrainer.analysis.dealer import (
    DealerOutcomes,
    Numbers,
    dealer_outcomes,
    falling_factorials,
)
from bjtrainer.analysis.hands import HandTable, Integers, hand_table
from bjtrainer.rules.model import HoleCard, Rules


class Hands(Protocol):
    """Hands in blocks by number of cards, with the row of each hand's children (-1 for none)."""

    @property
    def child(self) -> Integers: ...
    @property
    def levels(self) -> tuple[slice, ...]: ...


def shoe_of(rules: Rules) -> tuple[int, ...]:
    """Give the ten counts of a full shoe, in the order ``A 2..9 T``.

    >>> shoe_of(Rules(name="One deck", slug="one-deck", decks=1))
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
    """
    return (4 * rules.decks,) * 9 + (16 * rules.decks,)


@dataclass(frozen=True, eq=False)
class Chances:
    """A shoe's hands and their joint chances; arrays have a row for each hand of ``table``.

    ``order (n,)``: the hand's cards in one given order. The others are ``(n, 10)``, that and then
    the upcard: ``blackjack`` with a dealer blackjack, ``given`` with what values are conditional
    on (no dealer blackjack in a peek game), ``stand`` with ``given``, times one more than the
    value of standing: a win 2, a push 1, a loss 0. So a bust is 0 too.
    """

    rules: Rules
    shoe: tuple[int, ...]
    table: HandTable
    outcomes: DealerOutcomes
    order: Numbers
    blackjack: Numbers
    given: Numbers
    stand: Numbers

    @property
    def exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.order.dtype == object


def counts_as_numbers(shoe: tuple[int, ...], *, exact: bool) -> Numbers:
    """Give ten counts as floats, or as Fractions in an object array."""
    return np.array([Fraction(count) for count in shoe]) if exact else np.array(shoe, dtype=float)


def chances(rules: Rules, shoe: tuple[int, ...] | None = None, *, exact: bool = False) -> Chances:
    """Work out the chances of a game from a fresh shoe, or from any ten counts.

    ``exact`` computes in Fractions: for small shoes, to prove the floats.

    >>> chances(Rules(name="One deck", slug="one-deck", decks=1)).stand.shape
    (2019, 10)
    """
    shoe = shoe or shoe_of(rules)
    full = counts_as_numbers(shoe, exact=exact)
    table = hand_table(shoe)
    outcomes = dealer_outcomes(full - table.counts, rules.soft_17)
    order = _order(table, full)
    by_total = outcomes.stand()
    return Chances(
        rules=rules,
        shoe=shoe,
        table=table,
        outcomes=outcomes,
        order=order,
        blackjack=order[:, None] * outcomes.blackjack,
        given=order[:, None] * condition(outcomes, rules),
        stand=order[:, None] * by_total[stand_row(table.total), np.arange(len(table))],
    )


def condition(outcomes: DealerOutcomes, rules: Rules) -> Numbers:
    """Give the chance of the upcard and of what the game's values are conditional on."""
    if rules.hole_card is HoleCard.NONE:
        return outcomes.upcard
    no_blackjack: Numbers = outcomes.upcard - outcomes.blackjack
    return no_blackjack


def stand_row(total: Integers) -> Integers:
    """Give the row of ``DealerOutcomes.stand()`` for totals of 21 or less."""
    return np.maximum(total, 16) - 16


def _order(table: HandTable, full: Numbers) -> Numbers:
    falling = falling_factorials(full, int(table.counts.max()))
    product = falling[table.counts[:, 0], 0]
    for rank in range(1, 10):
        product = product * falling[table.counts[:, rank], rank]
    sizes = falling_factorials(full.sum(keepdims=True), len(table.levels) - 1)[:, 0]
    result: Numbers = product / sizes[table.cards]
    return result
