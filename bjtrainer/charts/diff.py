"""Two games side by side: the cells that change, and what the other game's chart costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from bjtrainer.analysis.legality import SPLIT
from bjtrainer.analysis.values import Values
from bjtrainer.cards import Rank
from bjtrainer.charts.figures import insurance_entry, plan_edge
from bjtrainer.charts.model import CELLS, Cell, Code
from bjtrainer.charts.plan import AS_TOTAL, Plan, total_place
from bjtrainer.charts.visits import ChartPlay, chart_play


@dataclass(frozen=True, kw_only=True)
class Change:
    """A cell that two games' charts answer differently.

    ``cost_in_a``: what the code of B costs in game A, in initial wagers per 100 rounds, the rest of
    A's chart being played; ``cost_in_b`` the other way round. Where a code is not allowed, its
    fallback is played. Below 0 for a code that a chart has only because a pair has it with its row.
    """

    cell: Cell
    a: Code
    b: Code
    cost_in_a: float
    cost_in_b: float


@dataclass(frozen=True, kw_only=True)
class InsuranceChange:
    """Insurance that one game's chart takes and the other's does not; costs as in ``Change``."""

    a: str
    b: str
    cost_in_a: float
    cost_in_b: float


@dataclass(frozen=True, kw_only=True)
class Diff:
    """All changes between two games, and what the whole chart of the other game costs in each.

    In initial wagers per 100 rounds, insurance left out of the whole. ``insurance`` is None where
    both take it, both decline it, or one game has none.
    """

    changes: tuple[Change, ...]
    insurance: InsuranceChange | None
    cost_in_a: float
    cost_in_b: float


def diff(a: Values, plan_a: Plan, b: Values, plan_b: Plan) -> Diff:
    """Compare two solved games, each with its own chart."""
    codes_a, codes_b = plan_a.codes(), plan_b.codes()
    changed = [cell for cell in CELLS if codes_a[cell] is not codes_b[cell]]
    in_a, in_b = _costs(a, plan_a, plan_b, changed), _costs(b, plan_b, plan_a, changed)
    return Diff(
        changes=tuple(
            Change(
                cell=cell,
                a=codes_a[cell],
                b=codes_b[cell],
                cost_in_a=in_a[cell],
                cost_in_b=in_b[cell],
            )
            for cell in changed
        ),
        insurance=_insurance(a, b),
        cost_in_a=100 * (plan_edge(a, plan_a) - plan_edge(a, plan_b)),
        cost_in_b=100 * (plan_edge(b, plan_b) - plan_edge(b, plan_a)),
    )


def _insurance(a: Values, b: Values) -> InsuranceChange | None:
    in_a, in_b = insurance_entry(a), insurance_entry(b)
    if in_a is None or in_b is None or in_a.take is in_b.take:
        return None
    return InsuranceChange(
        a=in_a.code,
        b=in_b.code,
        cost_in_a=in_a.margin * in_a.frequency,
        cost_in_b=in_b.margin * in_b.frequency,
    )


def _costs(values: Values, own: Plan, other: Plan, cells: list[Cell]) -> Mapping[Cell, float]:
    """Give what the other plan's code costs in each cell, over the hands that it is asked about.

    Pairs are asked about in their own cells as long as they can be split.
    """
    table, legal = values.base.table, values.legal
    pairs = np.array([table.pair_row(rank) for rank in range(10)])
    mine, theirs = (plan.strategy(table, legal).first[pairs] for plan in (own, other))
    asked = legal.first[pairs, :, SPLIT]
    play = chart_play(values, replace(own, pair=np.where(asked, mine, AS_TOTAL)))
    alike = [1] * 9 + [float(values.base.tens_alike)]  # tens of two denominations are no pair
    costs = {}
    for cell in cells:
        column = cell.upcard.index
        if cell.row.kind == "pair":
            rank = Rank(cell.row.label).index
            worth = play.worth[pairs[rank], column] * asked[rank, column] * alike[rank]
            lost = worth[mine[rank, column]] - worth[theirs[rank, column]]
        else:
            lost = _in_row(play, own, cell) - _in_row(play, other, cell)
        costs[cell] = 100 * float(lost)
    return costs


def _in_row(play: ChartPlay, plan: Plan, cell: Cell) -> float:
    """Give what a plan's code in a row of totals is worth, wherever the play comes to the cell."""
    place, column = total_place(cell.row), cell.upcard.index
    choice, fallback = plan.choice[place, column], plan.fallback[place, column]
    total = 0.0
    for kind in play.kinds:
        hands = kind.row == place
        may, worth = kind.may[hands, column], kind.worth[hands, column]
        total += kind.number[hands, column] @ np.where(
            may[:, choice], worth[:, choice], worth[:, fallback]
        )
    return total
