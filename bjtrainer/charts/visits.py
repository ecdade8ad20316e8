"""The decisions that a chart leads to: every hand in every cell, with its chance and its worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.chances import Hands
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.evaluate import expected, starting_orders
from bjtrainer.analysis.hands import TEN, Booleans, Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.analysis.strategy import follow, look_ahead
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

    @classmethod
    def of(  # noqa: PLR0913, PLR0917  what each of the hands has
        cls,
        hand: Integers,
        rows: Integers,
        number: Numbers,
        asked: Numbers,
        may: Booleans,
        worth: Numbers,
    ) -> Visits:
        """Give the visits of hands; ``rows`` are those of the whole table, as all else is theirs.

        A hand that stands by itself is visited, and not decided on.
        """
        decided = number * may[:, :, HIT]
        return cls(hand=hand, row=rows[hand], number=decided, asked=asked, may=may, worth=worth)

    def by_row(self, figures: Numbers) -> Numbers:
        """Sum figures ``(m, ...)`` by the row that answers the hand, ``(26, ...)``."""
        return sum_by_row(self.row, figures)


@dataclass(frozen=True, eq=False)
class ChartPlay:
    """A plan being played: its visits, and the pairs, ``(10, 10)`` by rank and upcard.

    ``worth (n, 10, 5)``: the value of each first action times its chance, the chart being played
    afterwards. ``again``: the chance that a pair of a split is split again, times how often.
    ``edge``: the player's expectation, in initial wagers a round.
    """

    kinds: tuple[Visits, ...]
    worth: Numbers
    again: Numbers
    edge: float


def chart_play(values: Values, plan: Plan) -> ChartPlay:
    """Play a plan exactly, and look at every decision that it leads to."""
    base, legal, split = values.base, values.legal, values.splits
    table = base.table
    strategy = plan.strategy(table, legal)
    rows = rows_of_totals(table)
    pair_rows = np.array([table.pair_row(rank) for rank in range(10)])
    dealt = starting_orders(base)

    paths = follow(table, dealt, strategy.first, strategy.later)
    split_paths = split.paths(strategy.later)
    worth = going_on(table, base.stand, base.given, strategy.later, slice(None))
    worth[:, :, SURRENDER] = values.joint[:, :, SURRENDER]
    worth[pair_rows, :, SPLIT] = split.value(split_paths)

    as_total = dealt.astype(base.given.dtype)
    as_total[pair_rows] *= plan.pair == AS_TOTAL  # the others are decided in the pair's own row
    tens = pair_rows[TEN]
    as_total[tens] = np.where(plan.pair[TEN] == AS_TOTAL, dealt[tens], 1 - base.tens_alike)
    two = (table.cards == 2)[:, None]
    number = np.where(two, as_total, paths.passing)
    reached = np.flatnonzero(number.any(axis=1))
    may = np.where(two[reached, :, None], legal.first[reached], legal.later[reached])
    asked = values.per_wager(first=True)[1]
    kinds = [Visits.of(reached, rows, number[reached], asked[reached], may, worth[reached])]

    hand, answers = split.hands.hand, split.answers(strategy.later)
    is_split = strategy.first[pair_rows] == SPLIT
    makes_pair = np.array([1] * 9 + [base.tens_alike])
    decided = split.decides() * makes_pair[split.hands.pair]
    for branch, path in zip(split.branches, split_paths, strict=True):
        number = path.passing * is_split[split.hands.pair] * decided[:, None]
        reached = np.flatnonzero(number.any(axis=1))
        may = legal.later[hand[reached]]
        may[:, :, (SPLIT, SURRENDER)] = False
        ahead = going_on(split.hands, branch.stand, branch.given, answers, reached)
        kinds.append(
            Visits.of(hand[reached], rows, number[reached], branch.asked[reached], may, ahead)
        )
    return ChartPlay(
        kinds=tuple(kinds),
        worth=worth,
        again=split.again * is_split * makes_pair[:, None],
        edge=float(expected(base, strategy, worth).total),
    )


def going_on(
    hands: Hands, stand: Numbers, given: Numbers, later: Integers, rows: Integers | slice
) -> Numbers:
    """Give what going on is worth in some rows, times its chance, ``(n, 10, 5)``, by ``later``."""
    ahead = look_ahead(hands, stand, given, lambda level, _: later[level] == HIT)
    hit = ahead.hit[rows]
    worth = np.zeros((*hit.shape, 5), dtype=hit.dtype)
    worth[..., HIT], worth[..., STAND], worth[..., DOUBLE] = (
        hit,
        ahead.stand[rows],
        ahead.double[rows],
    )
    return worth


def sum_by_row(row: Integers, figures: Numbers) -> Numbers:
    """Sum figures ``(m, ...)`` of hands by their place in ``TOTAL_ROWS``; -1 is left out."""
    member = (row == np.arange(len(TOTAL_ROWS))[:, None]).astype(float)
    summed: Numbers = np.tensordot(member, figures, axes=1)
    return summed
