"""What the dealer ends with, from any set of shoes at once, without following a single sequence.

The dealer's final hands are multisets of ranks (1,676 when the dealer stands on soft 17, 1,739 when
he hits). The chance of one, from a shoe with ``c`` cards of a rank, is a product of falling
factorials ``c (c-1) ...`` over one of the shoe's size, times the number of orders in which the
dealer would not have stopped earlier. Bust is the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bjtrainer.analysis.hands import ACE, TEN, Booleans, HandTable, Integers, hand_table, keys
from bjtrainer.rules.model import Soft17

Numbers = NDArray[Any]
"""An array of floats, or of Fractions where an exact proof is wanted."""

FINALS = (17, 18, 19, 20, 21)
_BLOCK = 128  # shoes worked on together: small enough for the processor's cache


@dataclass(frozen=True, eq=False)
class DealerTree:
    """How the dealer's final hands are built, one card at a time, sharing common beginnings.

    Nodes are multisets in blocks by number of cards; a node is its ``parent`` plus ``rank``, of
    which the parent holds ``already`` cards. ``orders`` counts, for each final multiset and upcard
    (in the order ``A 2..9 T``), the orders in which the dealer draws it.
    """

    parent: tuple[Integers, ...]
    rank: tuple[Integers, ...]
    already: tuple[Integers, ...]
    finals: tuple[tuple[Integers, Numbers], ...]
    """For 17 to 21: the nodes with this total, numbered through, and their orders (nodes, 10)."""


@lru_cache(maxsize=8)
def dealer_tree(soft_17: Soft17, limits: tuple[int, ...]) -> DealerTree:
    """Build the tree for one soft 17 rule and a shoe that holds at most ``limits`` of each rank.

    >>> [
    ...     sum(len(nodes) for nodes, _ in dealer_tree(rule, (21,) * 10).finals)
    ...     for rule in (Soft17.STAND, Soft17.HIT)
    ... ]
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
    return _tree(table, orders)


def _tree(table: HandTable, orders: Integers) -> DealerTree:
    counts, cards = table.counts, table.cards
    last = 9 - np.argmax(counts[:, ::-1] > 0, axis=1)
    parent = _parents(counts, last)
    needed: Booleans = np.asarray(orders.any(axis=1))
    final = np.flatnonzero(needed)
    for level in reversed(table.levels[2:]):
        rows = np.flatnonzero(needed[level]) + level.start
        needed[parent[rows]] = True

    rows = np.flatnonzero(needed)
    number = np.zeros(len(counts), dtype=np.int64)
    number[rows] = np.arange(1, len(rows) + 1)  # node 0 is the empty hand
    blocks = [rows[cards[rows] == size] for size in range(1, int(cards[rows].max()) + 1)]
    ends = [final[table.total[final] == total] for total in FINALS]
    return DealerTree(
        parent=tuple(number[parent[block]] for block in blocks),
        rank=tuple(last[block] for block in blocks),
        already=tuple(counts[block, last[block]] - 1 for block in blocks),
        finals=tuple((number[rows], orders[rows]) for rows in ends),
    )


def _parents(counts: Integers, last: Integers) -> Integers:
    own = keys(counts)
    order = np.argsort(own)
    without = own - (np.int64(1) << (5 * last))
    place = np.searchsorted(own, without, sorter=order)
    return np.where(counts.any(axis=1), order[np.minimum(place, len(own) - 1)], 0)


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

    def stand(self) -> Numbers:
        """Give the value plus one of standing, shape ``(6, n, 10)``, for 16 or less, then 17 to 21.

        A win counts 2, a push 1, a loss or dealer blackjack 0, times its joint chance.
        """
        beaten = self.bust * 2
        rows = [beaten]
        for final in self.finals:
            rows.append(beaten + final)
            beaten = beaten + final * 2
        stacked: Numbers = np.stack(rows)
        return stacked


def dealer_outcomes(shoes: Numbers, soft_17: Soft17) -> DealerOutcomes:
    """Give the dealer's outcomes from each of ``n`` shoes, counts by rank of shape ``(n, 10)``.

    Floats, or Fractions in an object array: the same code serves both. No shoe may run out.

    >>> eight_decks = np.array([[32.0] * 9 + [128.0]])
    >>> outcomes = dealer_outcomes(eight_decks, Soft17.HIT)
    >>> round(float(outcomes.blackjack[0, 0] / outcomes.upcard[0, 0]), 6)
    0.308434
    """
    size = shoes.sum(axis=1)
    upcard = shoes / size[:, None]
    blackjack = np.zeros_like(upcard)
    both = shoes[:, ACE] * shoes[:, TEN] / (size * (size - 1))
    blackjack[:, ACE] = both
    blackjack[:, TEN] = both
    tree = dealer_tree(soft_17, tuple(int(most) for most in np.minimum(shoes.max(axis=0), 21)))
    orders = [(nodes, ways.astype(shoes.dtype)) for nodes, ways in tree.finals]
    finals = np.empty((len(FINALS), len(shoes), 10), dtype=shoes.dtype)
    for start in range(0, len(shoes), _BLOCK):
        block = slice(start, start + _BLOCK)
        chance = _chances(tree, shoes[block])
        for value, (nodes, ways) in enumerate(orders):
            finals[value, block] = chance[nodes].T @ ways
    return DealerOutcomes(upcard=upcard, blackjack=blackjack, finals=finals)


def _chances(tree: DealerTree, shoes: Numbers) -> Numbers:
    """Give the chance of drawing each node in one given order, shape (nodes, n)."""
    left = shoes.T.copy()
    size = left.sum(axis=0)
    most = 1 + max(int(already.max()) for already in tree.already)
    less = left[None] - np.arange(most)[:, None, None]
    chance = np.empty((1 + sum(map(len, tree.parent)), len(shoes)), dtype=shoes.dtype)
    chance[0] = 1
    begin = 1
    for drawn, (parent, rank, already) in enumerate(
        zip(tree.parent, tree.rank, tree.already, strict=True)
    ):
        level = chance[begin : begin + len(parent)]
        np.multiply(chance[parent], less[already, rank], out=level)
        level /= size - drawn
        begin += len(parent)
    return chance
