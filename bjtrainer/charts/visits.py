"""The decisions that a chart leads to: every hand in every cell, with its chance and its worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.chances import Hands
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.evaluate import plays_on, starting_orders
from bjtrainer.analysis.hands import TEN, Booleans, Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.analysis.strategy import Ahead, follow, look_ahead
from bjtrainer.analysis.values import Values
from bjtrainer.charts.plan import AS_TOTAL, TOTAL_ROWS, Plan, rows_of_totals


@dataclass(frozen=True, eq=False)
class Visits:
    """Hands that a row of totals answers, of one kind (unsplit, or one branch of a split).

    ``hand (m,)`` the row of the table, ``row (m,)`` the place in ``TOTAL_ROWS`` or -1, ``number
    (m, 10)`` in how many orders the hand is decided on, ``asked (m, 10)`` the chance of one of
    them, ``may (m, 10, 5)`` what is legal, ``worth (m, 10, 5)`` the value of each action times the
    chance of one order, the chart being played afterwards.
    """

    hand: Integers
    row: Integers
    number: Numbers
    asked: Numbers
    may: Booleans
    worth: Numbers

    def by_row(self, figures: Numbers) -> Numbers:
        """Sum figures ``(m, ...)`` by the row that answers the hand, ``(26, ...)``."""
        return sum_by_row(self.row, figures)


@dataclass(frozen=True, eq=False)
class ChartPlay:
    """A plan being played: its visits, and the pairs, ``(10, 10)`` by rank and upcard.

    ``split_worth``: the value of splitting times its chance. ``again``: the chance that a pair of a
    split is split again, times how often.
    """

    kinds: tuple[Visits, ...]
    split_worth: Numbers
    again: Numbers


def chart_play(values: Values, plan: Plan) -> ChartPlay:
    """Play a plan exactly, and look at every decision that it leads to."""
    base, legal, split = values.base, values.legal, values.splits
    table = base.table
    strategy = plan.strategy(table, legal)
    pair_rows = np.array([table.pair_row(rank) for rank in range(10)])
    dealt = starting_orders(base)

    def worth(hands: Hands, stand: Numbers, given: Numbers, later: Integers) -> Ahead:
        return look_ahead(hands, stand, given, lambda level, _: later[level] == HIT)

    paths = follow(table, dealt * plays_on(strategy), strategy.first, strategy.later)
    as_total = dealt.astype(base.given.dtype)
    as_total[pair_rows] *= plan.pair == AS_TOTAL  # the others are decided in the pair's own row
    tens = pair_rows[TEN]
    as_total[tens] = np.where(plan.pair[TEN] == AS_TOTAL, dealt[tens], 1 - base.tens_alike)
    two = (table.cards == 2)[:, None]
    unsplit = _visits(
        np.arange(len(table)),
        rows_of_totals(table),
        np.where(two, as_total, paths.passing),
        values.per_wager(first=True)[1],
        np.where(two[:, :, None], legal.first, legal.later),
        worth(table, base.stand, base.given, strategy.later),
        values.joint[:, :, SURRENDER],
    )
    kinds = [unsplit]
    hand, answers = split.hands.hand, split.answers(strategy.later)
    is_split = strategy.first[pair_rows] == SPLIT
    may = legal.later[hand]
    may[:, :, (SPLIT, SURRENDER)] = False
    makes_pair = np.array([1] * 9 + [base.tens_alike])
    decided = split.decides() * makes_pair[split.hands.pair]
    split_paths = split.paths(strategy.later)
    for branch, path in zip(split.branches, split_paths, strict=True):
        passing = path.passing * is_split[split.hands.pair]
        kinds.append(
            _visits(
                hand,
                rows_of_totals(table)[hand],
                passing * decided[:, None],
                branch.asked,
                may,
                worth(split.hands, branch.stand, branch.given, answers),
                np.zeros_like(branch.given),
            )
        )
    return ChartPlay(
        kinds=tuple(kinds),
        split_worth=split.value(split_paths),
        again=split.again * is_split * makes_pair[:, None],
    )


def _visits(  # noqa: PLR0913, PLR0917
    hand: Integers,
    row: Integers,
    number: Numbers,
    asked: Numbers,
    may: Booleans,
    ahead: Ahead,
    surrender: Numbers,
) -> Visits:
    worth = np.zeros(may.shape, dtype=asked.dtype)
    worth[:, :, HIT], worth[:, :, STAND] = ahead.hit, ahead.stand
    worth[:, :, DOUBLE], worth[:, :, SURRENDER] = ahead.double, surrender
    return Visits(
        hand=hand,
        row=row,
        number=number * may[:, :, HIT],
        asked=asked,
        may=may,
        worth=worth,
    )


def sum_by_row(row: Integers, figures: Numbers) -> Numbers:
    """Sum figures ``(m, ...)`` of hands by their place in ``TOTAL_ROWS``; -1 is left out."""
    member = (row == np.arange(len(TOTAL_ROWS))[:, None]).astype(float)
    summed: Numbers = np.tensordot(member, figures, axes=1)
    return summed
