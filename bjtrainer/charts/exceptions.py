"""Hands whose exact cards want something else than the chart says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.legality import CODE
from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.model import TIE, Cell, Row
from bjtrainer.charts.plan import Plan
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand

BY_THEIR_CARDS = (Cell(Row("hard", "16"), Rank.TEN), Cell(Row("hard", "12"), Rank.FOUR))
"""The cells in which hands of three and more cards are looked at, too."""


@dataclass(frozen=True, kw_only=True)
class CardException:
    """A hand that is better played otherwise than by its cell: what it gains, in initial wagers."""

    hand: Hand
    upcard: Rank
    chart: Action
    best: Action
    gain: float


def exceptions(values: Values, plan: Plan) -> tuple[CardException, ...]:
    """Give every exception of two cards, and those of ``BY_THEIR_CARDS`` with more.

    The starting hands first, in the order ``A 2..9 T`` of their cards.
    """
    return tuple(sorted(_found(values, plan), key=place))


def _found(values: Values, plan: Plan) -> Iterator[CardException]:
    table, strategy = values.base.table, plan.strategy(values.base.table, values.legal)
    actions = {code: action for action, code in CODE.items()}
    named = np.zeros((len(table), 10), dtype=bool)
    named[table.cards == 2] = values.legal.first[table.cards == 2].any(axis=2)
    for cell in BY_THEIR_CARDS:
        many = (table.cards >= 3) & ~table.soft & (table.total == int(cell.row.label))
        named[many, cell.upcard.index] = True
    for first in (True, False):
        value, asked = values.per_wager(first=first)
        said, best = (
            (strategy.first, values.optimal.first)
            if first
            else (strategy.later, values.optimal.later)
        )
        rows = named & (asked > 0) & (said != best) & ((table.cards == 2) == first)[:, None]
        for row, column in np.argwhere(rows):
            counts = table.counts[row]
            gain = value[row, column, best[row, column]] - value[row, column, said[row, column]]
            if gain > TIE:
                yield CardException(
                    hand=Hand.of(rank for rank in RANKS for _ in range(counts[rank.index])),
                    upcard=RANKS[column],
                    chart=actions[int(said[row, column])],
                    best=actions[int(best[row, column])],
                    gain=float(gain),
                )


def place(found: CardException) -> tuple[int, list[int], int]:
    """Give what exceptions are sorted by: how many cards, then the cards, then the upcard."""
    return len(found.hand), [rank.index for rank in found.hand], found.upcard.index
