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

from bjtrainer.analysis.chances import (
    Chances,
    condition,
    counts_as_numbers,
    falling_factorials,
    stand_row,
)
from bjtrainer.analysis.dealer import Numbers, dealer_outcomes
from bjtrainer.analysis.hands import ACE, Booleans, Integers, hand_table, keys
from bjtrainer.analysis.legality import HIT, STAND, Legality
from bjtrainer.analysis.strategy import follow

MOST_HANDS = 4
"""The most hands that any rules let one bet become."""


@dataclass(frozen=True, eq=False)
class SplitHands:
    """The hands that can grow from one card of each pair: a forest with the table's shape.

    ``hand (m,)`` the row of the table, ``pair (m,)`` the rank index of the first card,
    ``child (m, 10)`` and ``levels`` as in ``HandTable``.
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
    if most < 2:
        return HandsOfSplit(drawn=(0,), paired=(0,), again=(0,))
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
class PairCardsGone:
    """Split hands with 0, 1, ... further pair cards gone; arrays ``(m, more, 10)``.

    ``given`` and ``stand`` as in ``Chances``: the pair dealt, given places holding the further pair
    cards, and the hand's cards in one given order.
    """

    given: Numbers
    stand: Numbers


@dataclass(frozen=True, eq=False)
class Branch:
    """Hands of a split that share what is known of the others; arrays ``(m, 10)``.

    ``given`` and ``stand`` as in ``Chances``, from the pair that was dealt, times the number of
    hands of the split that this is. ``roots``: 1 where play begins, at two cards.
    """

    given: Numbers
    stand: Numbers
    roots: Integers


@dataclass(frozen=True, eq=False)
class Splits:
    """Every pair of a game, split.

    ``drawn``: hands whose second card is no pair card. ``paired``: pairs that cannot be split
    again. ``again (10, 10)``: pairs that are split again, by rank and upcard, joint likewise.
    """

    base: Chances
    hands: SplitHands
    drawn: Branch
    paired: Branch
    again: Numbers
    _one_card: Booleans
    """The two-card hands that the rules leave no choice, such as split aces with one card each."""
    _gone: PairCardsGone

    @property
    def branches(self) -> tuple[Branch, Branch]:
        """The two kinds of hands of a split."""
        return self.drawn, self.paired

    def with_hands_left(self, most: int) -> Splits:
        """Give the splits of the same game with at most ``most`` hands, for a pair split again."""
        return _weigh(self.base, self.hands, self._gone, self._one_card, most)

    def answers(self, later: Integers) -> Integers:
        """Give the answers ``(m, 10)`` of a strategy for split hands; the rules decide first."""
        answers = later[self.hands.hand]
        answers[self.hands.levels[2]][self._one_card] = STAND
        return answers

    def decides(self) -> Booleans:
        """Give the hands ``(m,)`` of two cards with which a player has a choice."""
        free = np.ones(len(self.hands.hand), dtype=bool)
        free[self.hands.levels[2]] = ~self._one_card
        return free

    def value(self, later: Integers) -> Numbers:
        """Give the value of splitting each pair, ``(10 pairs, 10 upcards)``, times its chance.

        In initial wagers of the pair, joint as everything in ``chances``.
        """
        answers = self.answers(later)
        result = np.zeros((10, 10), dtype=self.base.given.dtype)
        for branch in self.branches:
            path = follow(self.hands, branch.roots, answers, answers)
            wagers = path.doubled + branch.roots
            won = branch.stand * path.finals - branch.given * wagers
            np.add.at(result, self.hands.pair, won)
        return result


def splits(base: Chances, legal: Legality) -> Splits:
    """Work out the splits of a game; nearly all the work is the dealer's outcomes."""
    hands = _split_hands(base.shoe)
    two = hands.levels[2]
    other = _other_card(base.table.counts[hands.hand[two]], hands.pair[two])
    one_card = ~legal.second[hands.pair[two], other, HIT]
    more = max(len(hands_of_split(most).drawn) for most in _most_hands(base, MOST_HANDS))
    return _weigh(base, hands, _with_pair_cards_gone(base, hands, more), one_card, MOST_HANDS)


def _most_hands(base: Chances, most: int) -> list[int]:
    rules = base.rules
    return [
        min(most, rules.max_ace_hands if rank == ACE else rules.max_hands) for rank in range(10)
    ]


def _weigh(
    base: Chances, hands: SplitHands, gone: PairCardsGone, one_card: Booleans, most: int
) -> Splits:
    ways = [hands_of_split(hands_left) for hands_left in _most_hands(base, most)]

    def weighted(kind: str) -> tuple[Numbers, Numbers]:
        weights = np.zeros((10, gone.given.shape[1]), dtype=np.int64)
        for rank, of_pair in enumerate(ways):
            known = getattr(of_pair, kind)
            weights[rank, : len(known)] = known
        weight = weights[hands.pair][:, :, None]
        return (gone.given * weight).sum(axis=1), (gone.stand * weight).sum(axis=1)

    one, two = hands.levels[1], hands.levels[2]
    paired = _other_card(base.table.counts[hands.hand[two]], hands.pair[two]) == hands.pair[two]

    def branch(kind: str, begins: Booleans) -> Branch:
        roots = np.zeros((len(hands.hand), 10), dtype=np.int64)
        roots[two][begins] = 1
        return Branch(*weighted(kind), roots)

    again = np.zeros((10, 10), dtype=base.given.dtype)
    again[hands.pair[one]] = weighted("again")[0][one]
    return Splits(
        base=base,
        hands=hands,
        drawn=branch("drawn", ~paired),
        paired=branch("paired", paired),
        again=again,
        _one_card=one_card,
        _gone=gone,
    )


def _other_card(counts: Integers, pair: Integers) -> Integers:
    others = counts.copy()
    others[np.arange(len(pair)), pair] -= 1
    result: Integers = others.argmax(axis=1)
    return result


def _with_pair_cards_gone(base: Chances, hands: SplitHands, more: int) -> PairCardsGone:
    counts = base.table.counts[hands.hand]
    gone = np.repeat(counts[:, None, :], more, axis=1)
    gone[np.arange(len(counts))[:, None], np.arange(more), hands.pair[:, None]] += (
        np.arange(more) + 1
    )
    full = counts_as_numbers(base.shoe, exact=base.exact)
    possible = (gone <= np.array(base.shoe)).all(axis=2)
    _, first, where = np.unique(keys(gone[possible]), return_index=True, return_inverse=True)
    outcomes = dealer_outcomes(full - gone[possible][first], base.rules.soft_17)
    order = _order_of_split(counts, hands.pair, full, more)[possible][:, None]

    given, stand = np.zeros((2, *possible.shape, 10), dtype=base.given.dtype)
    total = np.broadcast_to(base.table.total[hands.hand][:, None], possible.shape)[possible]
    given[possible] = condition(outcomes, base.rules)[where] * order
    stand[possible] = outcomes.stand()[stand_row(total), where] * order
    return PairCardsGone(given=given, stand=stand)


def _order_of_split(counts: Integers, pair: Integers, full: Numbers, more: int) -> Numbers:
    most = int(counts.max()) + more + 1
    falling = falling_factorials(full, most)
    sizes = falling_factorials(full.sum(keepdims=True), int(counts.sum(axis=1).max()) + more + 1)
    # The pair's second card and the further ones are gone beside the hand's own.
    gone = 1 + np.arange(more)
    own = counts[np.arange(len(counts)), pair]
    product = falling[own[:, None] + gone, pair[:, None]]
    for rank in range(10):
        product = product * falling[np.where(pair == rank, 0, counts[:, rank]), rank][:, None]
    result: Numbers = product / sizes[counts.sum(axis=1)[:, None] + gone, 0]
    return result
