"""Splits, exactly, under zero memory ("CDZ-"): each hand plays as if it had not been split.

The value of a split is the sum over its hands, so one hand at a time is enough, with what is known
of the cards that the other hands took: some are pair cards, some are known not to be. "Not a pair
card" is "any card" less "a pair card", so that every such value is a sum, with signs, of values of
one hand with ``a`` further pair cards gone. All chances are joint with the upcard and, where the
dealer peeks, with "no dealer blackjack" (see ``chances``), which makes this plain arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np

from bjtrainer.analysis.chances import Chances, falling_factorials, given
from bjtrainer.analysis.dealer import Numbers, dealer_outcomes
from bjtrainer.analysis.hands import ACE, Integers, hand_table, keys
from bjtrainer.analysis.legality import HIT, STAND, Legality
from bjtrainer.analysis.strategy import Paths, follow


@dataclass(frozen=True, eq=False)
class SplitHands:
    """The hands that can grow from one card of each pair: a forest with the table's shape.

    ``hand (m,)`` the row of the table, ``pair (m,)`` the rank index of the first card,
    ``child (m, 10)`` and ``levels`` as in ``HandTable``, ``start (10,)`` sorting by pair.
    """

    hand: Integers
    pair: Integers
    child: Integers
    levels: tuple[slice, ...]


@lru_cache(maxsize=8)
def _split_hands(limits: tuple[int, ...]) -> SplitHands:
    table = hand_table(limits)
    hand, pair = np.nonzero(table.counts)  # by hand, so by number of cards
    place = np.full((len(table) + 1, 10), -1, dtype=np.int64)  # the last row answers child -1
    place[hand, pair] = np.arange(len(hand))
    sizes = table.cards[hand]
    ends = np.searchsorted(sizes, np.arange(len(table.levels) + 1))
    return SplitHands(
        hand=hand,
        pair=pair,
        child=place[table.child[hand], pair[:, None]],
        levels=tuple(slice(int(a), int(b)) for a, b in pairwise(ends)),
    )


@dataclass(frozen=True, eq=False)
class HandsOfSplit:
    """How many hands of a split know what of the others, as weights by further pair cards gone.

    ``drawn[a]`` weighs one hand whose second card is not a pair card, ``paired[a]`` one whose
    second card is a pair card that cannot be split again, when ``a`` pair cards beyond the first
    two are gone. ``again[a]`` weighs the pairs that are split again.
    """

    drawn: tuple[int, ...]
    paired: tuple[int, ...]
    again: tuple[int, ...]


@lru_cache(maxsize=8)
def hands_of_split(most: int) -> HandsOfSplit:
    """Count the ways in which a split grows to at most ``most`` hands.

    Slots are filled one at a time: a pair card adds a hand while there are fewer than ``most``,
    another card closes its slot; at ``most`` hands the open slots take any card.

    >>> hands_of_split(2)
    HandsOfSplit(drawn=(2,), paired=(2,), again=(0,))
    """
    drawn, paired, again = ([0] * (2 * most) for _ in range(3))

    def add(weights: list[int], times: int, pair_cards: int, others_closed: int) -> None:
        for more in range(others_closed + 1):
            weights[pair_cards + more] += times * (-1) ** more * comb(others_closed, more)

    ways = {(2, 0): 1}
    while ways:
        (hands, closed), times = ways.popitem()
        pair_cards = hands - 2
        if hands == most:
            if closed:
                add(drawn, times * closed, pair_cards, closed - 1)
            add(drawn, times * (hands - closed), pair_cards, closed)
            add(paired, times * (hands - closed), pair_cards, closed)
        elif closed == hands:
            add(drawn, times * hands, pair_cards, closed - 1)
        else:
            add(again, times, pair_cards + 1, closed)
            for state in ((hands + 1, closed), (hands, closed + 1)):
                ways[state] = ways.get(state, 0) + times
    last = max(a for a in range(2 * most) if drawn[a] or paired[a] or again[a])
    return HandsOfSplit(*(tuple(weights[: last + 1]) for weights in (drawn, paired, again)))


@dataclass(frozen=True, eq=False)
class SplitChances:
    """Chances of the hands of ``SplitHands`` with 0, 1, ... further pair cards gone.

    Arrays ``(m, more)`` and ``(m, more, 10)``. ``order``: the chance, both pair cards being dealt,
    that given places hold the further pair cards and the hand gets its cards in a given order.
    ``stand`` and ``given`` as in ``Chances``, with the further pair cards gone too.
    """

    order: Numbers
    stand: Numbers
    given: Numbers


def split_chances(base: Chances, hands: SplitHands, more: int) -> SplitChances:
    """Work out the chances of every hand of a split; each set of cards gone is done once."""
    counts = base.table.counts[hands.hand]
    gone = np.repeat(counts[:, None, :], more, axis=1)
    gone[np.arange(len(counts))[:, None], np.arange(more), hands.pair[:, None]] += (
        np.arange(more) + 1
    )
    full = base.counts()
    possible = (gone <= np.array(base.shoe)).all(axis=2)
    _, first, where = np.unique(keys(gone[possible]), return_index=True, return_inverse=True)
    outcomes = dealer_outcomes(full - gone[possible][first], base.rules.soft_17)

    shape = (*possible.shape, 10)
    stand = np.zeros(shape, dtype=base.dtype)
    condition = np.zeros(shape, dtype=base.dtype)
    total = np.broadcast_to(base.table.total[hands.hand][:, None], possible.shape)[possible]
    by_total = outcomes.stand()
    stand[possible] = by_total[np.clip(total, 16, 21) - 16, where]
    condition[possible] = given(outcomes, base.rules)[where]
    order = np.where(possible, _order_of_split(counts, hands.pair, full, more), full[0] * 0)
    return SplitChances(order=order, stand=stand, given=condition)


def _order_of_split(counts: Integers, pair: Integers, full: Numbers, more: int) -> Numbers:
    most = int(counts.max()) + more
    others = falling_factorials(full, most)
    pairs = falling_factorials(full - 2, most)
    sizes = falling_factorials(full.sum(keepdims=True) - 2, int(counts.sum(axis=1).max()) + more)
    own = counts[np.arange(len(counts)), pair]
    product = pairs[own[:, None] - 1 + np.arange(more), pair[:, None]]
    for rank in range(10):
        product = product * others[np.where(pair == rank, 0, counts[:, rank]), rank][:, None]
    result: Numbers = product / sizes[counts.sum(axis=1)[:, None] - 1 + np.arange(more), 0]
    return result


@dataclass(frozen=True, eq=False)
class SplitPaths:
    """Where the hands of every split go under one strategy.

    Arrays ``(m, 10)`` of ``Paths``: ``drawn`` for hands whose second card is no pair card,
    ``paired`` for pairs that cannot be split again.
    """

    drawn: Paths
    paired: Paths


@dataclass(frozen=True, eq=False)
class Splits:
    """Every pair of a game, split: the hands, their chances and the ways to get several hands."""

    base: Chances
    hands: SplitHands
    chances: SplitChances
    legal: Legality
    counts: tuple[HandsOfSplit | None, ...]
    """For each rank; None where the rules allow no split of this pair."""

    def paths(self, later: Integers) -> SplitPaths:
        """Follow the answers ``later`` (n, 10) of a strategy through all split hands."""
        hands, table = self.hands, self.base.table
        two = hands.levels[2]
        counts, pair = table.counts[hands.hand[two]], hands.pair[two]
        others = counts.copy()
        others[np.arange(len(pair)), pair] -= 1
        other = others.argmax(axis=1)
        answers = later[hands.hand]
        # The rules decide first: split aces may get just one card each.
        forced = ~self.legal.second[pair, other, HIT]
        answers[two][forced] = STAND

        def follow_those(chosen: Integers) -> Paths:
            roots = np.zeros((len(hands.hand), 10), dtype=np.int64)
            roots[two][chosen] = 1
            return follow(hands, roots, answers, answers)

        return SplitPaths(
            drawn=follow_those(np.flatnonzero(other != pair)),
            paired=follow_those(np.flatnonzero(other == pair)),
        )

    def weights(self) -> tuple[Numbers, Numbers]:
        """Give the weight of each hand and further pair card, for drawn and paired, ``(m, more)``.

        Times ``chances.order``: how many hands of the split this is, joint as everything is.
        """
        more = self.chances.order.shape[1]
        drawn, paired = np.zeros((2, 10, more), dtype=np.int64)
        for rank, counts in enumerate(self.counts):
            if counts is not None:
                drawn[rank, : len(counts.drawn)] = counts.drawn
                paired[rank, : len(counts.paired)] = counts.paired
        order = self.chances.order
        return order * drawn[self.hands.pair], order * paired[self.hands.pair]

    def value(self, later: Integers) -> Numbers:
        """Give the value of splitting each pair, ``(10 pairs, 10 upcards)``, times ``given``.

        In initial wagers of the pair, joint with the upcard as in ``Chances``.
        """
        paths = self.paths(later)
        result = np.zeros((10, 10), dtype=self.base.dtype)
        stand, condition = self.chances.stand, self.chances.given
        for weight, path in zip(self.weights(), (paths.drawn, paths.paired), strict=True):
            wagers = path.doubled.copy()
            two = self.hands.levels[2]
            wagers[two] += path.passing[two]
            won = (weight[:, :, None] * stand).sum(axis=1) * path.finals
            staked = (weight[:, :, None] * condition).sum(axis=1) * wagers
            np.add.at(result, self.hands.pair, won - staked)
        return result


def splits(base: Chances, legal: Legality) -> Splits:
    """Prepare the splits of a game; the work is in the dealer's outcomes for every hand."""
    rules = base.rules
    counts = tuple(
        hands_of_split(most) if most > 1 else None
        for most in (rules.max_ace_hands if rank == ACE else rules.max_hands for rank in range(10))
    )
    more = max((len(ways.drawn) for ways in counts if ways), default=1)
    hands = _split_hands(base.shoe)
    return Splits(
        base=base,
        hands=hands,
        chances=split_chances(base, hands, more),
        legal=legal,
        counts=counts,
    )
