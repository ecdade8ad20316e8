"""Two games side by side: the cells that change, and what the other game's chart costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from bjtrainer.analysis.legality import SPLIT, SURRENDER
from bjtrainer.analysis.values import Values
from bjtrainer.cards import Rank
from bjtrainer.charts.derive import PAIR_CODES, TOTAL_CODES, legal_choices, worth_of_codes
from bjtrainer.charts.figures import insurance_entry, plan_edge
from bjtrainer.charts.model import CELLS, Cell, Code
from bjtrainer.charts.plan import Plan, total_place


@dataclass(frozen=True, kw_only=True)
class Change:
    """A cell that two games' charts answer differently.

    ``cost_in_a``: what the code of B costs in game A, in initial wagers per 100 rounds, the rest of
    A's chart being played; ``cost_in_b`` the other way round.
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
        cost_in_a=100 * (plan_edge(a, plan_a) - plan_edge(a, _as_played(a, plan_b))),
        cost_in_b=100 * (plan_edge(b, plan_b) - plan_edge(b, _as_played(b, plan_a))),
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
    """Give what the other plan's code costs in each cell, where it can be played."""
    worth = worth_of_codes(values, own)
    played = _as_played(values, other)
    costs = {}
    for cell in cells:
        column = cell.upcard.index
        if cell.row.kind == "pair":
            rank = Rank(cell.row.label).index
            of_codes = worth.pairs[rank, column]
            mine, theirs = own.pair[rank, column], played.pair[rank, column]
            place_mine, place_theirs = PAIR_CODES.index(mine), PAIR_CODES.index(theirs)
        else:
            place = total_place(cell.row)
            of_codes = worth.totals[place, column]
            place_mine, place_theirs = (
                TOTAL_CODES.index((plan.choice[place, column], plan.fallback[place, column]))
                for plan in (own, played)
            )
        lost = of_codes[place_mine] - of_codes[place_theirs]
        costs[cell] = 100 * float(lost)
    return costs


def _as_played(values: Values, plan: Plan) -> Plan:
    """Give a plan as it can be played in a game: the fallback where a choice is never legal."""
    legal = legal_choices(values)
    allowed = np.take_along_axis(legal, plan.choice[:, :, None], axis=2)[:, :, 0]
    may_surrender = legal[:, :, SURRENDER].any(axis=0)
    pair = np.where((plan.pair == SURRENDER) & ~may_surrender, SPLIT, plan.pair)
    return replace(plan, choice=np.where(allowed, plan.choice, plan.fallback), pair=pair)
