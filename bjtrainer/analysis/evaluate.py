"""What a strategy is worth, played exactly: the optimum, a chart, or anybody's habits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.chances import Chances
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import TEN, Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.analysis.splits import Splits
from bjtrainer.analysis.strategy import MixedStrategy, Strategy, follow, share
from bjtrainer.cards import RANKS, Rank
from bjtrainer.rules.model import HoleCard, Surrender

Number = Fraction | float


@dataclass(frozen=True, kw_only=True)
class Edge:
    """The player's expectation of a round, in initial wagers, dealer blackjacks included.

    ``by_upcard`` is given the upcard, for those in the shoe; insurance is never part of it.
    """

    total: Number
    by_upcard: dict[Rank, Number]


def evaluate(split: Splits, strategy: Strategy | MixedStrategy) -> Edge:
    """Give the exact expectation of a strategy, multi-card hands and splits included.

    By following it to every hand that it stands on. Of a mixed one, who hits half the time has
    the mean of both, at each hand anew.
    """
    base = split.base
    by_upcard = _by_upcard(split, strategy)
    if base.tens_alike != 1:  # two tens of different denominations are played as one hand
        first = strategy.first.copy()
        first[base.table.pair_row(TEN)] = strategy.unlike_tens
        unlike = _by_upcard(split, replace(strategy, first=first))
        by_upcard = by_upcard * base.tens_alike + unlike * (1 - base.tens_alike)
    return _edge(base, by_upcard)


def expected(base: Chances, strategy: Strategy, joint: Numbers) -> Edge:
    """Give the expectation of a strategy whose first actions have the values ``joint (n, 10, 5)``.

    As in ``Values.joint``: what ``evaluate`` gives, where the values are those of the strategy.
    """
    first = np.take_along_axis(joint, strategy.first[:, :, None], axis=2)[:, :, 0]
    if base.tens_alike != 1:
        tens = base.table.pair_row(TEN)
        unlike = np.take_along_axis(joint[tens], strategy.unlike_tens[:, None], axis=1)[:, 0]
        first[tens] = first[tens] * base.tens_alike + unlike * (1 - base.tens_alike)
    worth = starting_orders(base) * (first - lost_to_blackjack(base))
    return _edge(base, worth.sum(axis=0) + _blackjacks(base))


def _edge(base: Chances, by_upcard: Numbers) -> Edge:
    return Edge(
        total=sum(by_upcard.tolist()),
        by_upcard={
            rank: by_upcard.item(rank.index) / base.outcomes.upcard.item(0, rank.index)
            for rank in RANKS
            if base.stock.counts[rank.index]
        },
    )


def _by_upcard(split: Splits, strategy: Strategy | MixedStrategy) -> Numbers:
    base = split.base
    dealt = starting_orders(base)
    played = dealt * _plays_on(strategy)
    paths = follow(base.table, dealt, strategy.first, strategy.later)
    joint = base.stand * paths.finals - base.given * (played + paths.doubled)
    joint = joint + dealt * surrender(base) * share(strategy.first, SURRENDER)
    joint = joint - dealt * lost_to_blackjack(base)
    by_upcard: Numbers = joint.sum(axis=0) + _blackjacks(base)
    splits = share(strategy.first, SPLIT)
    if splits.any():
        split_value = split.value(split.paths(strategy.later))
        for rank in range(10):
            if (row := base.table.pair_row(rank)) >= 0:
                by_upcard = by_upcard + split_value[rank] * splits[row]
    return by_upcard


def lost_to_blackjack(base: Chances) -> Numbers:
    """Give what a hand loses to dealer blackjacks beside its worked-out value, times its chance.

    One wager, but where a dealer blackjack takes doubled and split money: that is worked out.
    """
    return base.blackjack * (base.rules.hole_card is not HoleCard.NONE)


def starting_orders(base: Chances) -> Integers:
    """Give the orders in which each starting hand is dealt, ``(n, 10)``; none for a blackjack."""
    table = base.table
    two = table.levels[2]
    dealt = np.zeros((len(table), 10), dtype=np.int64)
    dealt[two] = np.where(table.counts[two].max(axis=1) == 2, 1, 2)[:, None]
    dealt[_blackjack(base)] = 0
    return dealt


def _plays_on(strategy: Strategy | MixedStrategy) -> Numbers:
    """Give how often each starting hand is hit, stood on or doubled, ``(n, 10)``."""
    first = strategy.first
    return share(first, HIT) + share(first, STAND) + share(first, DOUBLE)


def surrender(base: Chances) -> Numbers:
    """Give the value of surrender times its chance, without what a hand loses to a blackjack.

    Half a wager; late surrender loses all of it to a dealer blackjack, early surrender does not.
    """
    if base.rules.surrender is Surrender.EARLY:
        return lost_to_blackjack(base) - base.upcard / 2
    all_lost: Numbers = base.blackjack - lost_to_blackjack(base)
    return (base.blackjack - base.upcard) / 2 - all_lost


def _blackjacks(base: Chances) -> Numbers:
    row = _blackjack(base)
    beaten = base.outcomes.upcard[row] - base.outcomes.blackjack[row]
    pays = base.rules.blackjack_pays if base.exact else float(base.rules.blackjack_pays)
    won: Numbers = (2 * base.order[row, None] * pays * beaten).sum(axis=0)
    return won


def _blackjack(base: Chances) -> Integers:
    """Give the row of a blackjack, alone in an array, or none where the shoe cannot deal it."""
    table = base.table
    return np.flatnonzero((table.cards == 2) & (table.total == 21))
