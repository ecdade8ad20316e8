"""Chances of one hand of a split, with further pair cards known to be gone, in one pass.

The hand holds some pair cards and some others, and so does the dealer's final hand; ``a`` further
places are known to hold pair cards, with a weight for each ``a``. All these cards come from one
shoe, so the chance is the product over the other ranks of what the hand and the dealer take, times
a factor that depends on how many pair cards and how many cards there are in all, and on nothing
else. The weights go into that factor: no shoe with pair cards gone is looked at by itself. The
product is the one that the dealer's pass over all hands has for the hand without its pair cards,
less the dealer's pair cards: one look at a block of hands serves all ten pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from bjtrainer.analysis.dealer import (
    FINALS,
    DealerOutcomes,
    FinalHands,
    Numbers,
    dealer_outcomes,
    falling_factorials,
    final_products,
)
from bjtrainer.analysis.hands import ACE, POINTS, TEN, HandTable, Integers, hand_table
from bjtrainer.analysis.stock import Stock, orders_of
from bjtrainer.analysis.ways import HandsOfSplit
from bjtrainer.rules.model import Soft17


@dataclass(frozen=True)
class PairSplit:
    """All that the rules of a game say about splitting a pair, which is given by rank index.

    But a ``share`` of the rank's cards make a pair with one of them. With ``one_card`` no hand of
    three cards is wanted.
    """

    pair: int
    ways: HandsOfSplit
    share: Fraction
    one_card: bool


class PairHands:
    """The hands that one pair's split hands can become, ``hand (m,)`` rows of the table."""

    def __init__(
        self, split: PairSplit, stock: Stock, table: HandTable, finals: FinalHands, *, exact: bool
    ) -> None:
        """Prepare for the products of the dealer's final hands, which ``add`` takes."""
        self.split, self._table, self._finals = split, table, finals
        self._taken, self._full = stock.taken, stock.numbers(exact=exact)
        self._every = replace(stock, counts=stock.with_all_tens).numbers(exact=exact)
        pair = split.pair
        alone = np.flatnonzero((table.counts[:, pair] == 0) & (table.child[:, pair] >= 0))
        if split.one_card:
            alone = alone[table.cards[alone] <= 1]
        # By points, so that the sets that leave room for more pair cards come first.
        others = alone[np.argsort(table.hard_total[alone], kind="stable")]
        rooms = (21 - table.hard_total[others]) // POINTS[pair]
        most = min(int(rooms.max()), stock.limits[pair], 2 if split.one_card else 21)
        self._rooms = np.minimum(rooms, most)
        fits = [int((rooms >= held).sum()) for held in range(1, most + 1)]
        rows = [table.child[others[: fits[0]], pair]]
        for number in fits[1:]:
            rows.append(table.child[rows[-1][:number], pair])
        self.hand: Integers = np.concatenate(rows)
        self._held = np.repeat(np.arange(1, most + 1), fits)
        self._beside = np.concatenate([others[:number] for number in fits])
        self._begins = np.cumsum([0, *fits[:-1]])
        self._place = np.full(len(table), -1)
        self._place[others] = np.arange(len(others))
        self.others: Integers = np.sort(others)

        self._dealers = finals.table.counts[finals.hand, pair]
        taken_of_pair = falling_factorials(self._full[[pair]], 21, self._taken)[self._dealers, 0]
        self._orders = np.ascontiguousarray(finals.orders.T) / taken_of_pair
        self._totals = [
            slice(int(begin), int(end))
            for begin, end in pairwise(np.searchsorted(finals.total, [*FINALS, 22]))
        ]
        self._factors = self._factors_of_kinds()
        self._ended = np.zeros(
            (len(self.hand), len(FINALS), 10 * len(self._factors)), dtype=self._full.dtype
        )

    def add(self, rows: Integers, products: Numbers) -> None:
        """Take the products ``(final hands, rows)`` for rows of the table of equal size."""
        places = self._place[rows]
        # Those with room for more pair cards come first.
        wanted = np.flatnonzero(places >= 0)
        if not len(wanted):
            return
        wanted = wanted[np.argsort(places[wanted])]
        places, size = places[wanted], int(self._table.cards[rows[0]])
        product = products.take(wanted, axis=1)
        for held in range(1, int(self._rooms[places[0]]) + 1):
            fits = np.count_nonzero(self._rooms[places] >= held)
            weights = self._weights(size, held)
            ended = [product[of_total, :fits].T @ weights[of_total] for of_total in self._totals]
            where = self._begins[held - 1] + places[:fits]
            self._ended[where, :, : weights.shape[1]] = np.stack(ended, axis=1)

    def _weights(self, size: int, held: int) -> Numbers:
        """Weigh the dealer's hands for a hand of so many cards beside those ``held`` of the pair's.

        Shape ``(final hands, kinds x upcards)``. With one card of the pair there is but one kind.
        """
        cards = np.array([held + self._dealers, held + size + self._finals.cards])
        where = np.ravel_multi_index(cards, self._factors.shape[1:])
        kinds = self._factors if held > 1 else self._factors[:1]
        factors = kinds.reshape(len(kinds), 1, -1).take(where, axis=2)
        weights: Numbers = factors * self._orders
        return weights.reshape(-1, len(where)).T

    @cached_property
    def outcomes(self) -> tuple[DealerOutcomes, ...]:
        """The dealer's outcomes for each of ``hand``, ``(m, 10)``, as joint chances.

        The pair is dealt, given places hold ``a`` further pair cards, and the hand has its cards
        in one given order: summed over ``a`` with weights. First for hands whose second card is
        of another rank, then for pairs that cannot be split again, then, where but a ``share`` of
        the rank's cards make a pair, for hands whose second card is of the rank and makes none.
        """
        counts = self._table.counts[self._beside]
        order = orders_of(counts, self._full, self._taken)[:, None]
        ended = self._ended.reshape(len(self.hand), len(FINALS), -1, 10)
        return tuple(
            DealerOutcomes(
                upcard=order * self._upcards(factor),
                blackjack=order * self._blackjacks(factor),
                finals=order * ended[:, :, kind].swapaxes(0, 1),
            )
            for kind, factor in enumerate(self._factors)
        )

    def again(self, *, peeks: bool) -> Numbers:
        """Give the chance ``(10,)`` that a hand is a pair again and may be split, by upcard."""
        factor = self._factor(self.split.ways.again, 2)
        upcard = self._upcards(factor)
        if peeks:
            upcard = upcard - self._blackjacks(factor)
        alone: Numbers = upcard[0]  # the first of the hands is the one card of the pair
        return alone

    def _factors_of_kinds(self) -> Numbers:
        ways = self.split.ways
        drawn = self._factor(ways.drawn, 2)
        factors = [drawn, self._factor(ways.paired, 3)]
        if self.split.share != 1:
            factors.append(drawn - self._factor(ways.drawn, 3))
        return np.stack(factors)

    def _factor(self, weights: Sequence[int], pair_cards: int) -> Numbers:
        """Give the factor of so many cards of the rank and so many cards in all.

        ``[x, y]``: the hand and the dealer's together hold ``x`` cards of the rank and ``y`` cards.
        ``pair_cards`` of the rank are known to make a pair: the two that were dealt, and the
        hand's second. The further ones do, too; all others of the rank may or may not.
        """
        # Of the dealer's cards there are the upcard, and another for a blackjack, at least.
        most_held = int(self._held.max() + max(1, self._dealers.max(initial=0))) + 1
        most_cards = int(self._table.cards[self.hand].max())
        most_cards += max(2, int(self._finals.cards.max(initial=0))) + 1
        rank, alike = self._full[self.split.pair, None], self._alike(pair_cards + len(weights))
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

    def _alike(self, most: int) -> Numbers:
        """Give the orders in which 0 to ``most`` cards of the rank all make pairs, ``(most + 1,)``.

        Tens that are gone were of any denominations, so that those which are left are alike with
        the same chance as among them all.
        """
        left, every = self._full[self.split.pair, None], self._every[self.split.pair, None]
        share = self.split.share if left.dtype == object else float(self.split.share)
        orders, orders_of_every, alike_of_every = (
            falling_factorials(number, most, self._taken)[:, 0]
            for number in (left, every, every * share)
        )
        chances = [
            alike / total if total else total
            for alike, total in zip(alike_of_every, orders_of_every, strict=True)
        ]
        result: Numbers = orders * np.array(chances, dtype=left.dtype)
        return result

    def _left(self) -> Numbers:
        left: Numbers = self._full - self._taken * self._table.counts[self._beside]
        return left

    def _upcards(self, factor: Numbers) -> Numbers:
        held, cards, upcard = self._held, self._table.cards[self.hand], self._left()
        upcard *= factor[held, cards + 1][:, None]
        upcard[:, self.split.pair] = factor[held + 1, cards + 1]
        return upcard

    def _blackjacks(self, factor: Numbers) -> Numbers:
        held, cards, left = self._held, self._table.cards[self.hand], self._left()
        if self.split.pair in (ACE, TEN):
            both = left[:, TEN if self.split.pair == ACE else ACE] * factor[held + 1, cards + 2]
        else:
            both = left[:, ACE] * left[:, TEN] * factor[held, cards + 2]
        blackjack = np.zeros_like(left)
        blackjack[:, ACE] = both
        blackjack[:, TEN] = both
        return blackjack


@lru_cache(maxsize=2)
def dealer_pass(
    stock: Stock, soft_17: Soft17, splits: tuple[PairSplit, ...], *, exact: bool
) -> tuple[DealerOutcomes, tuple[PairHands, ...]]:
    """Give the dealer's outcomes for every hand of a stock, and the hands of its splits.

    Of the rules of a game only these matter here, so that others on the same stock find the work
    done.
    """
    table = hand_table(stock.limits)
    finals, _ = final_products(soft_17, _limits(stock))
    pairs = tuple(PairHands(split, stock, table, finals, exact=exact) for split in splits)
    rows = np.arange(len(table))

    def watch(part: slice, products: Numbers) -> None:
        for pair in pairs:
            pair.add(rows[part], products)

    left = stock.numbers(exact=exact) - stock.taken * table.counts
    return dealer_outcomes(left, soft_17, stock.taken, parts=table.levels, watch=watch), pairs


@lru_cache(maxsize=10)
def split_again(stock: Stock, soft_17: Soft17, split: PairSplit, *, exact: bool) -> PairHands:
    """Give the hands of one pair's split alone: for a pair that is split again."""
    table = hand_table(stock.limits)
    finals, products = final_products(soft_17, _limits(stock))
    pair = PairHands(split, stock, table, finals, exact=exact)
    left = stock.numbers(exact=exact) - stock.taken * table.counts[pair.others]
    ends = np.searchsorted(pair.others, [level.stop for level in table.levels])
    for begin, end in pairwise([0, *ends.tolist()]):
        if begin < end:
            rows = slice(begin, end)
            pair.add(pair.others[rows], products.of(left[rows], stock.taken))
    return pair


def _limits(stock: Stock) -> tuple[int, ...]:
    return tuple(min(most, 21) for most in stock.limits)
