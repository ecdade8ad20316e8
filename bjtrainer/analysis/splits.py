"""Splits, exactly, under zero memory ("CDZ-"): each hand plays as if it had not been split.

The value of a split is the sum over its hands, so one hand at a time is enough, with what is known
of the cards that the other hands took: some are pair cards, some are known not to be. "Not a pair
card" is "any card" less "a pair card", so that every such value is a sum, with signs, of values of
one hand with ``a`` further pair cards gone. All chances are joint with the upcard and, where the
dealer peeks, with "no dealer blackjack" (see ``chances``), which makes this plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np

from bjtrainer.analysis.chances import Chances, condition, stand_value
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import ACE, Booleans, Integers, hand_table
from bjtrainer.analysis.legality import HIT, STAND, Legality
from bjtrainer.analysis.pairs import PairHands
from bjtrainer.analysis.strategy import follow


@dataclass(frozen=True, eq=False)
class SplitHands:
    """The hands that can grow from one card of each pair: a forest with the table's shape.

    ``hand (m,)`` the row of the table, ``pair (m,)`` the rank index of the first card,
    ``child (m, 10)`` and ``levels`` as in ``HandTable``, ``place (n + 1, 10)`` the number ``m`` of
    a row of the table and a pair.
    """

    hand: Integers
    pair: Integers
    child: Integers
    levels: tuple[slice, ...]
    place: Integers


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
        place=place,
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
    _pairs: tuple[PairHands | None, ...]

    @property
    def branches(self) -> tuple[Branch, Branch]:
        """The two kinds of hands of a split."""
        return self.drawn, self.paired

    def with_hands_left(self, most: int, pair: int) -> Splits:
        """Give the splits of one pair alone, into at most ``most`` hands: for one split again."""
        ways = [hands_of_split(most if rank == pair else 1) for rank in range(10)]
        return _weigh(self.base, self.hands, self._pairs, self._one_card, ways)

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
    hands = _split_hands(base.stock.limits)
    two = hands.levels[2]
    other = _other_card(base.table.counts[hands.hand[two]], hands.pair[two])
    one_card = ~legal.second[hands.pair[two], other, HIT]
    ways = [hands_of_split(base.rules.max_hands)] * 10
    ways[ACE] = hands_of_split(base.rules.max_ace_hands)
    pairs = tuple(
        PairHands(base, rank, one_card=not legal.second[rank, :, HIT].any())
        if any(ways[rank].drawn) and base.stock.limits[rank] >= 2
        else None
        for rank in range(10)
    )
    return _weigh(base, hands, pairs, one_card, ways)


def _weigh(
    base: Chances,
    hands: SplitHands,
    pairs: Sequence[PairHands | None],
    one_card: Booleans,
    ways: Sequence[HandsOfSplit],
) -> Splits:
    shape = (2, len(hands.hand), 10)
    given, stand = np.zeros(shape, base.given.dtype), np.zeros(shape, base.given.dtype)
    again = np.zeros((10, 10), dtype=base.given.dtype)
    for rank, (of_pair, known) in enumerate(zip(pairs, ways, strict=True)):
        if of_pair is None or not any(known.drawn):
            continue
        place = hands.place[of_pair.hand, rank]
        for kind, outcomes in enumerate(of_pair.outcomes((known.drawn, known.paired))):
            given[kind, place] = condition(outcomes, base.rules)
            stand[kind, place] = stand_value(outcomes, base.rules, base.table, of_pair.hand)
        again[rank] = of_pair.given_again(known.again)

    two = hands.levels[2]
    paired = _other_card(base.table.counts[hands.hand[two]], hands.pair[two]) == hands.pair[two]
    roots = np.zeros((2, len(hands.hand), 10), dtype=np.int64)
    roots[0][two][~paired] = 1
    roots[1][two][paired] = 1
    return Splits(
        base=base,
        hands=hands,
        drawn=Branch(given[0], stand[0], roots[0]),
        paired=Branch(given[1], stand[1], roots[1]),
        again=again,
        _one_card=one_card,
        _pairs=tuple(pairs),
    )


def _other_card(counts: Integers, pair: Integers) -> Integers:
    others = counts.copy()
    others[np.arange(len(pair)), pair] -= 1
    result: Integers = others.argmax(axis=1)
    return result
