"""Splits, exactly, under zero memory ("CDZ-"): each hand plays as if it had not been split.

The value of a split is the sum over its hands, so one hand at a time is enough, with what is known
of the cards that the other hands took: some are pair cards, some are known not to be. "Not a pair
card" is "any card" less "a pair card", so that every such value is a sum, with signs, of values of
one hand with ``a`` further pair cards gone. All chances are joint with the upcard and, where the
dealer peeks, with "no dealer blackjack" (see ``chances``), which makes this plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from bjtrainer.analysis.chances import Chances, condition, share_of_pair, stand_value
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import ACE, TEN, Booleans, Integers, hand_table
from bjtrainer.analysis.legality import HIT, STAND, Legality
from bjtrainer.analysis.pairs import PairHands, PairSplit, split_again
from bjtrainer.analysis.stock import Stock
from bjtrainer.analysis.strategy import Paths, follow
from bjtrainer.analysis.ways import hands_of_split
from bjtrainer.rules.model import HoleCard, Rules


@dataclass(frozen=True, eq=False)
class SplitHands:
    """The hands that can grow from one card of each pair: a forest with the table's shape.

    ``hand (m,)`` the row of the table, ``pair (m,)`` the rank index of the first card, ``of_pair
    (10, m)`` 1 for the hands of each pair's split, ``child (m, 10)`` and ``levels`` as in
    ``HandTable``, ``place (n + 1, 10)`` the number ``m`` of a row of the table and a pair.
    """

    hand: Integers
    pair: Integers
    of_pair: Integers
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
        of_pair=(pair == np.arange(10)[:, None]).astype(np.int64),
        child=place[table.child[hand], pair[:, None]],
        place=place,
        levels=tuple(slice(int(a), int(b)) for a, b in pairwise(ends)),
    )


@dataclass(frozen=True, eq=False)
class Branch:
    """Hands of a split that share what is known of the others; arrays ``(m, 10)``.

    ``given``, ``stand`` and ``asked`` as in ``Chances``, from the pair that was dealt, times the
    number of hands of the split that this is. ``roots``: 1 where play begins, at two cards.
    """

    given: Numbers
    stand: Numbers
    asked: Numbers
    roots: Integers


@dataclass(frozen=True, eq=False)
class Splits:
    """Every pair of a game, split.

    ``branches``: hands whose second card is of another rank; pairs that cannot be split again;
    where pairs are of one denomination, tens with a ten of another one. ``again (10, 10)``: pairs
    that are split again, by rank and upcard, joint likewise.
    """

    base: Chances
    hands: SplitHands
    branches: tuple[Branch, ...]
    again: Numbers
    _one_card: Booleans
    """The two-card hands that the rules leave no choice, such as split aces with one card each."""

    def with_hands_left(self, most: int, pair: int) -> Splits:
        """Give the splits of one pair alone, into at most ``most`` hands: for one split again."""
        base = self.base
        (split,) = (of_pair.split for of_pair in base.pairs if of_pair.split.pair == pair)
        fewer = replace(split, ways=hands_of_split(most))
        alone = split_again(base.stock, base.rules.soft_17, fewer, exact=base.exact)
        return _weigh(base, self.hands, [alone], self._one_card)

    def answers(self, later: Numbers) -> Numbers:
        """Give the answers of a strategy for split hands; the rules decide first.

        ``(m, 10)``, or ``(m, 10, 5)`` of a mixed one.
        """
        answers = later[self.hands.hand]
        stands = STAND if answers.dtype.kind == "i" else np.arange(answers.shape[-1]) == STAND
        answers[self.hands.levels[2]][self._one_card] = stands
        return answers

    def decides(self) -> Booleans:
        """Give the hands ``(m,)`` of two cards with which a player has a choice."""
        free = np.ones(len(self.hands.hand), dtype=bool)
        free[self.hands.levels[2]] = ~self._one_card
        return free

    def paths(self, later: Numbers) -> tuple[Paths, ...]:
        """Follow the answers ``later`` of a strategy through every split, for each branch."""
        answers = self.answers(later)
        return tuple(follow(self.hands, branch.roots, answers, answers) for branch in self.branches)

    def value(self, paths: tuple[Paths, ...]) -> Numbers:
        """Give the value of splitting each pair, ``(10 pairs, 10 upcards)``, times its chance.

        In initial wagers of the pair, joint as everything in ``chances``; for ``paths(later)``.
        """
        result: Numbers = np.zeros((10, 10), dtype=self.base.given.dtype)
        for branch, path in zip(self.branches, paths, strict=True):
            wagers = path.doubled + branch.roots
            won = branch.stand * path.finals - branch.given * wagers
            result = result + self.hands.of_pair @ won
        return result


def pair_splits(rules: Rules, stock: Stock, legal: Legality) -> tuple[PairSplit, ...]:
    """Give the pairs that a game lets a player split, and how."""
    wanted = []
    for rank in range(10):
        most = rules.max_ace_hands if rank == ACE else rules.max_hands
        if most > 1 and stock.limits[rank] > 1:
            one_card = not legal.second[rank, :, HIT].any()
            share = share_of_pair(rules, rank)
            wanted.append(PairSplit(rank, hands_of_split(most), share, one_card))
    return tuple(wanted)


def splits(base: Chances, legal: Legality) -> Splits:
    """Weigh the splits of a game, whose hands ``base`` has."""
    hands = _split_hands(base.stock.limits)
    two = hands.levels[2]
    other = _other_card(base.table.counts[hands.hand[two]], hands.pair[two])
    return _weigh(base, hands, base.pairs, ~legal.second[hands.pair[two], other, HIT])


def _weigh(
    base: Chances,
    hands: SplitHands,
    pairs: Sequence[PairHands],
    one_card: Booleans,
) -> Splits:
    kinds = 2 if share_of_pair(base.rules, TEN) == 1 else 3
    shape = (kinds, len(hands.hand), 10)
    given, stand, asked = (np.zeros(shape, base.given.dtype) for _ in range(3))
    again = np.zeros((10, 10), dtype=base.given.dtype)
    peeked = base.rules.hole_card is HoleCard.PEEK
    for of_pair in pairs:
        rank = of_pair.split.pair
        place = hands.place[of_pair.hand, rank]
        for kind, outcomes in enumerate(of_pair.outcomes):
            given[kind, place] = condition(outcomes, base.rules)
            stand[kind, place] = stand_value(outcomes, base.rules, base.table, of_pair.hand)
            asked[kind, place] = given[kind, place] if peeked else outcomes.upcard
        again[rank] = of_pair.again(peeks=peeked)

    two = hands.levels[2]
    paired = _other_card(base.table.counts[hands.hand[two]], hands.pair[two]) == hands.pair[two]
    roots = np.zeros(shape, dtype=np.int64)
    roots[0, two] = ~paired[:, None]
    roots[1, two] = paired[:, None]
    if kinds == 3:
        roots[2, two] = (paired & (hands.pair[two] == TEN))[:, None]
    return Splits(
        base=base,
        hands=hands,
        branches=tuple(
            Branch(given[kind], stand[kind], asked[kind], roots[kind]) for kind in range(kinds)
        ),
        again=again,
        _one_card=one_card,
    )


def _other_card(counts: Integers, pair: Integers) -> Integers:
    others = counts.copy()
    others[np.arange(len(pair)), pair] -= 1
    result: Integers = others.argmax(axis=1)
    return result
