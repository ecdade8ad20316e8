"""What the dealer ends with, from any set of shoes at once, without following a single sequence.

The dealer's final hands are multisets of ranks (1,676 when the dealer stands on soft 17, 1,739 when
he hits). The chance of one, from a shoe with ``c`` cards of a rank, is a product of falling
factorials ``c (c-1) ...`` over one of the shoe's size, times the number of orders in which the
dealer would not have stopped earlier. Bust is the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bjtrainer.analysis.hands import ACE, TEN, Booleans, HandTable, Integers, hand_table
from bjtrainer.rules.model import Soft17

Numbers = NDArray[Any]
"""An array of floats, or of Fractions where an exact proof is wanted."""

FINALS = (17, 18, 19, 20, 21)
ANY_HAND = (21,) * 10
"""As many cards of each rank as any hand can hold."""
_BLOCK = 128  # shoes worked on together: small enough for the processor's cache


@dataclass(frozen=True, eq=False)
class FinalHands:
    """The dealer's final hands, rows of a table in the order of their totals, no blackjack.

    ``cards (m,)``, ``total (m,)`` 17 to 21, and ``orders (m, 10)``: in how many orders the dealer
    draws the hand from each upcard (``A 2..9 T``) without stopping earlier.
    """

    table: HandTable
    hand: Integers
    cards: Integers
    total: Integers
    orders: Integers


@lru_cache(maxsize=8)
def final_hands(soft_17: Soft17, limits: tuple[int, ...]) -> FinalHands:
    """Give the final hands under one soft 17 rule from shoes of at most ``limits`` of each rank.

    >>> [len(final_hands(rule, (21,) * 10).total) for rule in (Soft17.STAND, Soft17.HIT)]
    [1676, 1739]
    """
    table = hand_table(limits)
    draws: Booleans = np.asarray(table.total < 17)
    if soft_17 is Soft17.HIT:
        draws |= (table.total == 17) & table.soft
    orders = np.zeros((len(table), 10), dtype=np.int64)
    single = table.child[0] >= 0
    orders[table.child[0][single], np.flatnonzero(single)] = 1
    for level in table.levels[1:-1]:
        drawing = np.flatnonzero(draws[level]) + level.start
        for rank in range(10):
            children = table.child[drawing, rank]
            fits = children >= 0
            orders[children[fits]] += orders[drawing[fits]]
    orders[draws] = 0
    if (blackjack := table.child[table.child[0, ACE], TEN]) >= 0:
        orders[blackjack] = 0  # an outcome of its own
    final = np.flatnonzero(orders.any(axis=1))
    final = final[np.argsort(table.total[final], kind="stable")]
    return FinalHands(
        table=table,
        hand=final,
        cards=table.cards[final],
        total=table.total[final],
        orders=orders[final],
    )


class Products:
    """Products ``c (c-1) ...`` over the ranks of hands, common beginnings worked out once.

    >>> table = hand_table((21,) * 10)
    >>> Products(table, np.array([table.row("A88")])).of(np.array([[4.0] * 9 + [16.0]])).tolist()
    [[48.0]]
    """

    def __init__(self, table: HandTable, hands: Integers) -> None:
        """Prepare the products of hands, rows of a table."""
        needed = np.zeros(len(table), dtype=bool)
        needed[hands] = True
        for level in reversed(table.levels[1:]):
            rows = np.flatnonzero(needed[level]) + level.start
            needed[table.shorter[rows]] = True
        rows = np.flatnonzero(needed)
        number = np.zeros(len(table), dtype=np.int64)
        number[rows] = np.arange(len(rows))
        cards = table.cards[rows]
        blocks_of_rows = [rows[cards == size] for size in range(1, int(cards.max()) + 1)]
        self._blocks = [
            (number[table.shorter[block]], table.last[block], table.last_count[block] - 1)
            for block in blocks_of_rows
        ]
        self._wanted = number[hands]
        self._size = len(rows)
        self._most = 1 + max((int(already.max()) for _, _, already in self._blocks), default=0)

    def of(self, cards: Numbers, taken: int = 1, out: Numbers | None = None) -> Numbers:
        """Give the products for ``n`` sets of cards ``(n, 10)``, shape ``(m, n)``.

        ``taken`` as in ``falling_factorials``. They are written to ``out`` where that is given: new
        memory takes as long as the work.
        """
        result = np.empty((len(self._wanted), len(cards)), cards.dtype) if out is None else out
        space = np.empty((self._size, _BLOCK), dtype=cards.dtype)
        for block in blocks(len(cards)):
            left = cards[block].T
            less = left[None] - taken * np.arange(self._most)[:, None, None]
            product = space[:, : left.shape[1]]
            product[0] = 1
            begin = 1
            for parent, rank, already in self._blocks:
                end = begin + len(parent)
                np.multiply(product[parent], less[already, rank], out=product[begin:end])
                begin = end
            result[:, block] = product[self._wanted]
        return result


def blocks(number: int) -> Iterator[slice]:
    """Cut so many things into blocks to be worked on together."""
    for start in range(0, number, _BLOCK):
        yield slice(start, start + _BLOCK)


@dataclass(frozen=True, eq=False)
class DealerOutcomes:
    """Joint chances "this upcard, then this outcome" from ``n`` shoes, upcards ``A 2..9 T``.

    All of shape ``(n, 10)``, ``finals`` ``(5, n, 10)`` for 17 to 21 without blackjack. They are
    joint with the upcard: divide by ``upcard`` for the chance given the upcard.
    """

    upcard: Numbers
    blackjack: Numbers
    finals: Numbers

    @property
    def bust(self) -> Numbers:
        """The chance that the dealer busts."""
        rest: Numbers = self.upcard - self.blackjack - self.finals.sum(axis=0)
        return rest


Watch = Callable[[slice, Numbers], None]
"""Is shown some shoes and the products of the final hands from them, ``(m, shoes)``."""


def dealer_outcomes(
    shoes: Numbers,
    soft_17: Soft17,
    taken: int = 1,
    *,
    parts: Sequence[slice] = (slice(0, 1),),
    watch: Watch = lambda _shoes, _products: None,
) -> DealerOutcomes:
    """Give the dealer's outcomes from each of ``n`` shoes, counts by rank of shape ``(n, 10)``.

    Floats, or Fractions in an object array: the same code serves both. No shoe may run out.
    ``taken`` as in ``falling_factorials``. The shoes of each of ``parts`` have one number of cards;
    ``watch`` is shown the products of ``final_products`` from them.

    >>> eight_decks = np.array([[32.0] * 9 + [128.0]])
    >>> outcomes = dealer_outcomes(eight_decks, Soft17.HIT)
    >>> round(float(outcomes.blackjack[0, 0] / outcomes.upcard[0, 0]), 6)
    0.308434
    """
    left = shoes.sum(axis=1)
    upcard = shoes / left[:, None]
    blackjack = np.zeros_like(upcard)
    both = shoes[:, ACE] * shoes[:, TEN] / (left * (left - taken))
    blackjack[:, ACE] = both
    blackjack[:, TEN] = both
    limits = tuple(int(most) for most in np.minimum(shoes.max(axis=0), 21)) if taken else ANY_HAND
    hands, products = final_products(soft_17, limits)
    ends = np.searchsorted(hands.total, [*FINALS, 22])
    orders = hands.orders.astype(shoes.dtype)
    finals = np.empty((len(FINALS), len(shoes), 10), dtype=shoes.dtype)
    sizes = falling_factorials(left, int(hands.cards.max()), taken)
    most = max(part.stop - part.start for part in parts)
    space = np.empty(len(orders) * most, dtype=orders.dtype)
    for part in parts:
        out = space[: len(orders) * (part.stop - part.start)].reshape(len(orders), -1)
        product = products.of(shoes[part], taken, out)
        watch(part, product)
        size = sizes[hands.cards, part.start, None]
        # Hands of more cards than a shoe has left: their products are 0.
        chances = orders / np.where(size == 0, 1, size)
        for place, (begin, end) in enumerate(pairwise(ends)):
            finals[place, part] = product[begin:end].T @ chances[begin:end]
    return DealerOutcomes(upcard=upcard, blackjack=blackjack, finals=finals)


@lru_cache(maxsize=8)
def final_products(soft_17: Soft17, limits: tuple[int, ...]) -> tuple[FinalHands, Products]:
    """Give the dealer's final hands as ``final_hands`` does, and what works out their products."""
    hands = final_hands(soft_17, limits)
    return hands, Products(hands.table, hands.hand)


def falling_factorials(start: Numbers, most: int, taken: int = 1) -> Numbers:
    """Give ``start (start-taken) ... `` with 0 to ``most`` factors, ``(most + 1, len(start))``.

    ``taken`` is what a card drawn takes from the number left: 1, or 0 of an endless stock.

    >>> falling_factorials(np.array([4.0]), 2)[:, 0].tolist()
    [1.0, 4.0, 12.0]
    """
    factors = start - np.arange(-1, most)[:, None] * taken
    factors[0] = start * 0 + 1  # of the kind of number that start is
    result: Numbers = np.multiply.accumulate(factors)
    return result
