"""Chances of one hand of a split, with further pair cards known to be gone, in one pass.

The hand holds some pair cards and some others, and so does the dealer's final hand; ``a`` further
places are known to hold pair cards, with a weight for each ``a``. All these cards come from one
shoe, so the chance is the product over the other ranks of what the hand and the dealer take, times
a factor that depends on how many pair cards and how many cards there are in all, and on nothing
else. The weights go into that factor: no shoe with pair cards gone is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np

from bjtrainer.analysis.chances import Stock, orders_of
from bjtrainer.analysis.dealer import (
    FINALS,
    DealerOutcomes,
    Numbers,
    Products,
    blocks,
    falling_factorials,
    final_hands,
)
from bjtrainer.analysis.hands import ACE, POINTS, TEN, Integers, hand_table
from bjtrainer.analysis.ways import HandsOfSplit
from bjtrainer.rules.model import Soft17


@dataclass(frozen=True, eq=False)
class _FinalsByPair:
    """The dealer's final hands sorted by pair cards and number of cards.

    ``others``: the products of their other cards; ``other (m,)`` which of these a hand has.
    ``orders (m, totals x upcards)``: from each upcard to the hand's total. ``groups``: pair cards
    and number of cards, with the hands that have them.
    """

    others: Products
    other: Integers
    orders: Integers
    groups: tuple[tuple[int, int, slice], ...]


@lru_cache(maxsize=40)
def _finals_by_pair(soft_17: Soft17, limits: tuple[int, ...], pair: int) -> _FinalsByPair:
    hands = final_hands(soft_17, limits)
    table = hands.table
    held = table.counts[hands.hand, pair]
    order = np.lexsort((hands.cards, held))
    held, cards, total = held[order], hands.cards[order], hands.total[order]
    without = np.arange(len(table))  # the row of each hand without its cards of the pair's rank
    grown = np.flatnonzero(table.child[:, pair] >= 0)
    for row in grown:  # in the order of their cards, so that the shorter hand is known
        without[table.child[row, pair]] = without[row]
    others, other = np.unique(without[hands.hand[order]], return_inverse=True)

    _, begins = np.unique(held * 64 + cards, return_index=True)
    groups = tuple(
        (int(held[begin]), int(cards[begin]), slice(begin, end))
        for begin, end in pairwise([*begins.tolist(), len(held)])
    )
    orders = np.zeros((len(held), len(FINALS), 10), dtype=np.int64)
    orders[np.arange(len(held)), total - FINALS[0]] = hands.orders[order]
    return _FinalsByPair(
        others=Products(table, others),
        other=other,
        orders=orders.reshape(len(held), -1),
        groups=groups,
    )


class PairHands:
    """The hands that one pair's split hands can become, ``hand (m,)`` rows of the table."""

    def __init__(
        self, stock: Stock, soft_17: Soft17, pair: int, *, one_card: bool, exact: bool
    ) -> None:
        """Work out what the dealer ends with for every set of cards beside the pair cards.

        With ``one_card`` no hand of three cards is wanted. Of the rules of a game only these
        matter here, so that others on the same stock find the work done: see ``pair_hands``.
        """
        self._table = table = hand_table(stock.limits)
        self._pair, self._taken, self._full = pair, stock.taken, stock.numbers(exact=exact)
        self._finals = _finals_by_pair(soft_17, tuple(min(most, 21) for most in stock.limits), pair)
        self._known: dict[tuple[HandsOfSplit, Fraction], tuple[DealerOutcomes, ...]] = {}
        alone = np.flatnonzero((table.counts[:, pair] == 0) & (table.child[:, pair] >= 0))
        if one_card:
            alone = alone[table.cards[alone] <= 1]
        # By points, so that the sets that leave room for more pair cards come first.
        self._others = alone[np.argsort(table.hard_total[alone], kind="stable")]
        self._ended = self._ends()
        rooms = (21 - table.hard_total[self._others]) // POINTS[pair]
        most = min(int(rooms.max()), stock.limits[pair], 2 if one_card else 21)
        self._rooms = [int((rooms >= held).sum()) for held in range(1, most + 1)]
        rows = [table.child[self._others[: self._rooms[0]], pair]]
        for room in self._rooms[1:]:
            rows.append(table.child[rows[-1][:room], pair])
        self.hand: Integers = np.concatenate(rows)

    def _ends(self) -> Numbers:
        """Give the dealer's final hands by group, ``(others, groups, totals x upcards)``.

        Each is the sum of products over the ranks beside the pair, times orders.
        """
        finals, left = self._finals, self._left(self._others)
        orders = finals.orders.astype(left.dtype)
        result = np.zeros((len(left), len(finals.groups), orders.shape[1]), dtype=left.dtype)
        for block in blocks(len(left)):
            product = finals.others.of(left[block], self._taken)[finals.other]
            for group, (_, _, hands) in enumerate(finals.groups):
                result[block, group] = product[hands].T @ orders[hands]
        return result

    def outcomes(self, ways: HandsOfSplit, share: Fraction) -> tuple[DealerOutcomes, ...]:
        """Give the dealer's outcomes for each of ``hand``, ``(m, 10)``, as joint chances.

        The pair is dealt, given places hold ``a`` further pair cards, and the hand has its cards
        in one given order: summed over ``a`` with weights. First for hands whose second card is
        of another rank, then for pairs that cannot be split again, then, where but a ``share`` of
        the rank's cards make a pair, for hands whose second card is of the rank and makes none.
        """
        if (ways, share) not in self._known:
            drawn, paired = self._factor(ways.drawn, 2, share), self._factor(ways.paired, 3, share)
            factors = [drawn, paired]
            if share != 1:
                factors.append(drawn - self._factor(ways.drawn, 3, share))
            self._known[ways, share] = self._outcomes(factors)
        return self._known[ways, share]

    def _outcomes(self, factors: Sequence[Numbers]) -> tuple[DealerOutcomes, ...]:
        held_by_dealer, drawn = np.array([group[:2] for group in self._finals.groups]).T
        order = orders_of(self._table.counts[self._others], self._full, self._taken)
        parts: list[list[tuple[Numbers, Numbers, Numbers]]] = [[] for _ in factors]
        for held, room in enumerate(self._rooms, start=1):
            others = self._others[:room]
            cards = self._table.cards[others] + held
            places = (held + held_by_dealer, cards[:, None] + drawn)
            shares = np.stack([factor[places] for factor in factors], axis=1)
            finals = np.matmul(shares, self._ended[:room]) * order[:room, None, None]
            for kind, factor in enumerate(factors):
                upcard = self._upcards(factor, others, held, cards) * order[:room, None]
                blackjack = self._blackjacks(factor, others, held, cards) * order[:room, None]
                parts[kind].append((upcard, blackjack, finals[:, kind]))
        return tuple(_joined(of_kind) for of_kind in parts)

    def asked_again(self, ways: HandsOfSplit, share: Fraction, *, peeks: bool) -> Numbers:
        """Give the chance ``(10,)`` that a hand is a pair again and may be split, by upcard."""
        factor, others, cards = self._factor(ways.again, 2, share), self._others[:1], np.array([1])
        upcard: Numbers = self._upcards(factor, others, 1, cards)[0]
        if peeks:
            upcard = upcard - self._blackjacks(factor, others, 1, cards)[0]
        return upcard

    def _factor(self, weights: Sequence[int], pair_cards: int, share: Fraction) -> Numbers:
        """Give the factor of so many cards of the rank and so many cards in all.

        ``[x, y]``: the hand and the dealer's together hold ``x`` cards of the rank and ``y`` cards.
        ``pair_cards`` of the rank are known to make a pair: the two that were dealt, and the
        hand's second. The further ones do, too; all others of the rank may or may not.
        """
        most_held = len(self._rooms) + 1
        most_held += max(1, *(held for held, _, _ in self._finals.groups))  # the upcard at least
        most_cards = int(self._table.cards[self.hand].max()) + 1
        most_cards += max(2, *(drawn for _, drawn, _ in self._finals.groups))
        rank = self._full[self._pair, None]
        pairing = rank * (share if rank.dtype == object else float(share))
        alike = falling_factorials(pairing, pair_cards + len(weights), self._taken)[:, 0]
        # Given that the two cards make a pair: times the chance of two cards of the rank.
        alike = alike * (falling_factorials(rank, 2, self._taken)[2, 0] / alike[2])
        sizes = falling_factorials(
            self._full.sum(keepdims=True), most_cards + len(weights), self._taken
        )[:, 0]
        shares = np.array([1 / size if size else size for size in sizes], dtype=sizes.dtype)
        factor: Numbers = np.zeros((most_held, most_cards), dtype=sizes.dtype)
        for more, weight in enumerate(weights):
            known = pair_cards + more
            left = falling_factorials(rank - known * self._taken, most_held, self._taken)[:, 0]
            held = np.zeros(most_held, dtype=sizes.dtype)
            held[pair_cards - 1 :] = alike[known] * left[: most_held - pair_cards + 1]
            drawn = shares[more + 1 : more + 1 + most_cards]
            factor = factor + weight * np.multiply.outer(held, drawn)
        return factor

    def _left(self, others: Integers) -> Numbers:
        left: Numbers = self._full - self._taken * self._table.counts[others]
        return left

    def _upcards(self, factor: Numbers, others: Integers, held: int, cards: Integers) -> Numbers:
        upcard: Numbers = self._left(others) * factor[held, cards + 1][:, None]
        upcard[:, self._pair] = factor[held + 1, cards + 1]
        return upcard

    def _blackjacks(self, factor: Numbers, others: Integers, held: int, cards: Integers) -> Numbers:
        blackjack = np.zeros((len(others), 10), dtype=factor.dtype)
        left = self._left(others)
        if self._pair in (ACE, TEN):
            other = TEN if self._pair == ACE else ACE
            both = left[:, other] * factor[held + 1, cards + 2]
        else:
            both = left[:, ACE] * left[:, TEN] * factor[held, cards + 2]
        blackjack[:, ACE] = both
        blackjack[:, TEN] = both
        return blackjack


@lru_cache(maxsize=10)
def pair_hands(
    stock: Stock, soft_17: Soft17, pair: int, *, one_card: bool, exact: bool
) -> PairHands:
    """Give the hands of one pair's split; those of the stock used last are kept."""
    return PairHands(stock, soft_17, pair, one_card=one_card, exact=exact)


def _joined(parts: Sequence[tuple[Numbers, Numbers, Numbers]]) -> DealerOutcomes:
    upcard, blackjack, finals = (np.concatenate(part) for part in zip(*parts, strict=True))
    by_total = finals.reshape(len(finals), len(FINALS), 10)
    return DealerOutcomes(upcard=upcard, blackjack=blackjack, finals=np.moveaxis(by_total, 1, 0))
