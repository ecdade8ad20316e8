"""One shoe, all its hands, and every chance that does not depend on what the player does.

Everything is joint with the upcard, "these cards, then this upcard", so that the value of a hit is
a plain weighted sum over the next card whatever the upcard: by exchangeability the chance of the
next card does not depend on the upcard, which is still to come. Where the dealer checks for
blackjack, everything is also joint with "no dealer blackjack". Divide by ``given`` at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.dealer import DealerOutcomes, Numbers, dealer_outcomes
from bjtrainer.analysis.hands import HandTable, hand_table
from bjtrainer.rules.model import HoleCard, Rules


def shoe_of(rules: Rules) -> tuple[int, ...]:
    """Give the ten counts of a full shoe, in the order ``A 2..9 T``.

    >>> shoe_of(Rules(name="One deck", slug="one-deck", decks=1))
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
    """
    return (4 * rules.decks,) * 9 + (16 * rules.decks,)


@dataclass(frozen=True, eq=False)
class Chances:
    """A shoe's hands and their chances; arrays have a row for each hand of ``table``.

    ``given (n, 10)``: the chance of the upcard (and of no dealer blackjack in a peek game), the
    hand's cards being gone. ``draw (n, 10)``: the chance that the next card is of a rank.
    ``order (n,)``: the chance of being dealt the hand's cards in one given order.
    ``stand (n, 10)``: ``given`` times one more than the value of standing, so that a bust is 0.
    """

    rules: Rules
    shoe: tuple[int, ...]
    table: HandTable
    outcomes: DealerOutcomes
    given: Numbers
    draw: Numbers
    order: Numbers
    stand: Numbers

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The kind of number: float64, or object for Fractions."""
        return self.draw.dtype

    def counts(self) -> Numbers:
        """Give the shoe's ten counts as numbers of this kind."""
        return numbers(self.shoe, exact=self.dtype == object)


def numbers(shoe: tuple[int, ...], *, exact: bool) -> Numbers:
    """Give ten counts as floats, or as Fractions in an object array."""
    return np.array([Fraction(count) for count in shoe]) if exact else np.array(shoe, dtype=float)


def chances(rules: Rules, shoe: tuple[int, ...] | None = None, *, exact: bool = False) -> Chances:
    """Work out the chances of a game from a fresh shoe, or from any ten counts.

    ``exact`` computes in Fractions: for small shoes, to prove the floats.

    >>> chances(Rules(name="One deck", slug="one-deck", decks=1)).stand.shape
    (2019, 10)
    """
    shoe = shoe or shoe_of(rules)
    full = numbers(shoe, exact=exact)
    table = hand_table(shoe)
    left = full - table.counts
    outcomes = dealer_outcomes(left, rules.soft_17)
    size = left.sum(axis=1)
    return Chances(
        rules=rules,
        shoe=shoe,
        table=table,
        outcomes=outcomes,
        given=given(outcomes, rules),
        draw=left / size[:, None],
        order=_order(table, full),
        stand=stand_by_total(outcomes.stand(), table.total),
    )


def given(outcomes: DealerOutcomes, rules: Rules) -> Numbers:
    """Give the chance of what the values are conditional on: see ``Chances.given``."""
    if rules.hole_card is HoleCard.NONE:
        return outcomes.upcard
    no_blackjack: Numbers = outcomes.upcard - outcomes.blackjack
    return no_blackjack


def stand_by_total(by_total: Numbers, total: Numbers) -> Numbers:
    """Pick from ``DealerOutcomes.stand()`` the row that belongs to each hand's total."""
    picked: Numbers = by_total[np.clip(total, 16, 21) - 16, np.arange(len(total))]
    return picked


def _order(table: HandTable, full: Numbers) -> Numbers:
    falling = falling_factorials(full, int(table.counts.max()))
    product = falling[table.counts[:, 0], 0]
    for rank in range(1, 10):
        product = product * falling[table.counts[:, rank], rank]
    sizes = falling_factorials(full.sum(keepdims=True), len(table.levels) - 1)[:, 0]
    result: Numbers = product / sizes[table.cards]
    return result


def falling_factorials(start: Numbers, most: int) -> Numbers:
    """Give ``start (start-1) ... `` with 0 to ``most`` factors, shape ``(most + 1, len(start))``.

    >>> falling_factorials(np.array([4.0]), 2)[:, 0].tolist()
    [1.0, 4.0, 12.0]
    """
    rows = [start * 0 + 1]
    for gone in range(most):
        rows.append(rows[-1] * (start - gone))
    return np.stack(rows)
