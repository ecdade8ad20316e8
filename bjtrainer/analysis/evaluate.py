"""What a strategy is worth, played exactly: the optimum, a chart, or anybody's habits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.chances import Chances
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import Booleans
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.analysis.splits import Splits
from bjtrainer.analysis.strategy import Paths, Strategy, follow
from bjtrainer.cards import RANKS, Rank
from bjtrainer.rules.model import HoleCard

Number = Fraction | float


@dataclass(frozen=True, kw_only=True)
class Edge:
    """The player's expectation of a round, in initial wagers, dealer blackjacks included.

    ``by_upcard`` is given the upcard, for those in the shoe; insurance is never part of it.
    """

    total: Number
    by_upcard: dict[Rank, Number]


def evaluate(split: Splits, strategy: Strategy) -> Edge:
    """Give the exact expectation of a strategy, multi-card hands and splits included."""
    base = split.base
    roots = starting_orders(base)
    paths = first_paths(base, strategy, roots)
    order = base.order[:, None]
    wagers = (roots * _played_on(strategy)) + paths.doubled
    joint = (order * (base.stand * paths.finals - base.given * wagers)).sum(axis=0)
    joint = joint + (order * roots * surrender(base) * (strategy.first == SURRENDER)).sum(axis=0)
    joint = joint + _splits(split, strategy, roots)

    outcomes = base.outcomes
    blackjack = base.table.row("AT")
    natural = outcomes.upcard[blackjack] - outcomes.blackjack[blackjack]
    pays = base.rules.blackjack_pays if base.dtype == object else float(base.rules.blackjack_pays)
    joint = joint + 2 * base.order[blackjack] * pays * natural
    if base.rules.hole_card is not HoleCard.NONE:
        joint = joint - (order * roots * outcomes.blackjack).sum(axis=0)
    return Edge(
        total=sum(joint.tolist()),
        by_upcard={
            rank: joint.item(rank.index) / outcomes.upcard.item(0, rank.index)
            for rank in RANKS
            if base.shoe[rank.index]
        },
    )


def starting_orders(base: Chances) -> Numbers:
    """Give the orders in which each starting hand is dealt, ``(n, 10)``; none for a blackjack."""
    table = base.table
    two = table.levels[2]
    roots = np.zeros((len(table), 10), dtype=np.int64)
    roots[two] = np.where(table.counts[two].max(axis=1) == 2, 1, 2)[:, None]
    roots[table.row("AT")] = 0
    return roots


def first_paths(base: Chances, strategy: Strategy, roots: Numbers) -> Paths:
    """Follow a strategy through the hands that are not split."""
    return follow(base.table, roots * _played_on(strategy), strategy.first, strategy.later)


def surrender(base: Chances) -> Numbers:
    """Give the value of late surrender times ``given``: half a wager, all to a dealer blackjack."""
    outcomes = base.outcomes
    half = (outcomes.blackjack - outcomes.upcard) / 2
    if base.rules.hole_card is HoleCard.NONE:
        return half - outcomes.blackjack
    return half


def _played_on(strategy: Strategy) -> Booleans:
    first = strategy.first
    played: Booleans = (first == HIT) | (first == STAND) | (first == DOUBLE)
    return played


def _splits(split: Splits, strategy: Strategy, roots: Numbers) -> Numbers:
    base = split.base
    value = split.value(strategy.later)
    joint = np.zeros(10, dtype=base.dtype)
    for rank in range(10):
        row = base.table.pair_row(rank)
        if row >= 0:
            chosen = strategy.first[row] == SPLIT
            joint = joint + base.order[row] * roots[row] * chosen * value[rank]
    return joint
