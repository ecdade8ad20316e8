"""All hands of 21 or less as rows of arrays: a hand is a multiset of ten ranks.

3,082 hands with eight decks. Sorted by number of cards, so that a hand's children (one more card)
always stand in the next block of rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bjtrainer.cards import RANKS, Rank

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

POINTS: Integers = np.array([rank.points for rank in RANKS])
ACE, TEN = Rank.ACE.index, Rank.TEN.index
_BITS = 5 * np.arange(10, dtype=np.int64)  # no hand here has more than 31 cards of one rank


def keys(counts: Integers) -> Integers:
    """Give one integer for each row of ten counts; equal keys mean equal hands."""
    result: Integers = (counts.astype(np.int64) << _BITS).sum(axis=-1)
    return result


@dataclass(frozen=True, eq=False)
class HandTable:
    """Every multiset of cards of one shoe with a total of 21 or less; row 0 is the empty hand.

    Shapes: ``counts (n, 10)`` in the order ``A 2..9 T``, ``child (n, 10)`` the row of the hand with
    one more card of a rank, or -1 (bust, or no such card in the shoe); the others ``(n,)``.
    ``last`` is the highest rank of a hand, ``last_count`` how many of it there are, ``shorter`` the
    row of the hand with one less of it (0 for the empty hand).

    >>> table = hand_table((4,) * 9 + (16,))
    >>> len(table), int(table.total[table.row("AA9")]), bool(table.soft[table.row("AA9")])
    (2019, 21, True)
    """

    counts: Integers
    hard_total: Integers
    soft: Booleans
    total: Integers
    cards: Integers
    child: Integers
    last: Integers
    last_count: Integers
    shorter: Integers
    levels: tuple[slice, ...]
    """The rows of the hands with 0, 1, 2, ... cards."""
    _row_of_key: dict[int, int]

    def __len__(self) -> int:
        return len(self.counts)

    def row(self, ranks: Iterable[Rank | str]) -> int:
        """Give the row of a hand; KeyError when the shoe cannot make it with 21 or less."""
        key = 0
        for rank in ranks:
            key += 1 << (5 * (rank if isinstance(rank, Rank) else Rank(rank)).index)
        return self._row_of_key[key]

    def pair_row(self, rank: int) -> int:
        """Give the row of two cards of one rank index, -1 when the shoe has just one of it."""
        return int(self.child[self.child[0, rank], rank])


def hand_table(limits: tuple[int, ...]) -> HandTable:
    """Give the hands of a shoe that holds ``limits`` cards of each rank."""
    rooms = (21 // POINTS).tolist()
    return _hand_table(tuple(min(most, room) for most, room in zip(limits, rooms, strict=True)))


@lru_cache(maxsize=8)
def _hand_table(limits: tuple[int, ...]) -> HandTable:
    counts = np.zeros((1, 10), dtype=np.int64)
    points = np.zeros(1, dtype=np.int64)
    for rank in reversed(range(10)):
        worth, most = int(POINTS[rank]), limits[rank]
        blocks, block_points = [counts], [points]
        for number in range(1, most + 1):
            fits = points + number * worth <= 21
            more = counts[fits]
            more[:, rank] = number
            blocks.append(more)
            block_points.append(points[fits] + number * worth)
        counts, points = np.concatenate(blocks), np.concatenate(block_points)

    cards = counts.sum(axis=1)
    order = np.lexsort((keys(counts), cards))
    counts, hard_total, cards = counts[order], points[order], cards[order]
    soft = (counts[:, ACE] > 0) & (hard_total <= 11)
    last = 9 - np.argmax(counts[:, ::-1] > 0, axis=1)
    child = _children(counts)
    shorter = np.zeros(len(counts), dtype=np.int64)
    for rank in range(10):
        grown = np.flatnonzero(child[:, rank] >= 0)
        longer = child[grown, rank]
        shorter[longer[last[longer] == rank]] = grown[last[longer] == rank]
    return HandTable(
        counts=counts,
        hard_total=hard_total,
        soft=soft,
        total=hard_total + 10 * soft,
        cards=cards,
        child=child,
        last=last,
        last_count=counts[np.arange(len(counts)), last],
        shorter=shorter,
        levels=_levels(cards),
        _row_of_key={int(key): row for row, key in enumerate(keys(counts))},
    )


def _children(counts: Integers) -> Integers:
    own = keys(counts)
    order = np.argsort(own)
    wanted = own[:, None] + (np.int64(1) << _BITS)
    place = np.minimum(np.searchsorted(own, wanted, sorter=order), len(own) - 1)
    found = order[place]
    return np.where(own[found] == wanted, found, -1)


def _levels(cards: Integers) -> tuple[slice, ...]:
    ends = np.searchsorted(cards, np.arange(int(cards[-1]) + 2))
    return tuple(slice(int(a), int(b)) for a, b in pairwise(ends))
