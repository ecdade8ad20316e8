"""``bjtrainer stats cost``: what one's own play loses beyond the chart, played exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from math import fsum
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Span, Style
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.errors import InputError
from bjtrainer.rules.model import Rules
from bjtrainer.stats.habits import Habit
from bjtrainer.stats.record import PastDecision
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import choice_of
from bjtrainer.trainer.weakness import weights_of
from bjtrainer.trainer.wording import counted, percent

if TYPE_CHECKING:
    from bjtrainer.stats.cost import Cost

_SHOWN = 10
CLEAR = 0.5
"""From which part of the decisions on, answered at all, the whole is worth a figure."""


class Order(Enum):
    """By what cells are sorted: their share of the exact cost, or what there is to gain."""

    COST = "cost"
    WEIGHT = "weight"


@dataclass(frozen=True, kw_only=True, slots=True)
class CellCost:
    """One cell's share: what was answered in it, and what that costs per 100 hands."""

    cell: str
    code: str
    answers: dict[str, int]
    frequency: float
    cost: float
    weight: float | None


@filtered
def cost(
    context: typer.Context,
    filters: Filters,
    sort: Annotated[
        Order, typer.Option("--sort", help="The dearest first, or what there is to gain.")
    ] = Order.COST,
) -> None:
    """Show what your play loses beyond the chart, and the house edge that you really face.

    Your answers are played exactly, each cell as often this way and that as you answer it; what
    was never answered is played by the chart. Answers with help count with --helped alone.
    """
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.plan import plan_of  # noqa: PLC0415  loads numpy
    from bjtrainer.stats.cost import cost_of  # noqa: PLC0415  loads numpy

    door, now = Door.of(context), datetime.now(UTC)
    if filters.all_games:
        raise InputError("a cost is that of one game; leave out --all-games")
    if filters.helped is None:
        filters = replace(filters, helped=False)

    def take(store: Store, asked: Chosen) -> tuple[tuple[Habit, ...], tuple[PastDecision, ...]]:
        past = store.past_decisions() if sort is Order.WEIGHT else ()
        return store.habits(asked.selection), past

    asked, (habits, past) = read_chosen(door, filters, now, take)
    rules = _rules(asked)
    chart = chart_of(rules, cache=door.cache)
    found = cost_of(solve(rules), plan_of(chart.codes), habits)
    weights = _weights(chart, past, now) if sort is Order.WEIGHT else None
    cells = _cells(found, chart, weights)
    if door.json:
        door.report(_as_dict(rules, found, cells))
    else:
        _show(door.screen(), rules, found, cells, filters)


def _rules(asked: Chosen) -> Rules:
    if asked.rules is not None:
        return asked.rules
    if asked.selection.game is None:
        raise InputError("there are no answers yet; begin with bjtrainer drill, or name a --game")
    raise InputError(
        f"{asked.selection.game} has other rules now than these answers were given under, or is "
        "gone; see what they would be worth in another game: bjtrainer stats regrade --game GAME"
    )


def _weights(chart: Chart, past: tuple[PastDecision, ...], now: datetime) -> dict[str, float]:
    given = defaultdict(list)
    for answer in past:
        if answer.rules_digest == chart.rules_digest and not answer.slip:
            given[answer.cell].append(answer)
    return weights_of(chart, given, now)


def _cells(found: Cost, chart: Chart, weights: dict[str, float] | None) -> list[CellCost]:
    """Join what is said of a cell's decisions, the dearest first or that with most to gain."""
    by_cell = defaultdict(list)
    for share in found.shares:
        by_cell[share.cell].append(share)
    cells = [
        CellCost(
            cell=cell,
            code=str(chart.by_name[cell].code),
            answers=dict(sum((Counter(share.answers) for share in shares), Counter[str]())),
            frequency=fsum(share.frequency for share in shares),
            cost=fsum(share.cost for share in shares),
            weight=None if weights is None else weights.get(cell, 0.0),
        )
        for cell, shares in by_cell.items()
    ]
    return sorted(cells, key=lambda one: (-(one.weight or 0.0), -one.cost, one.cell))


def _as_dict(rules: Rules, found: Cost, cells: list[CellCost]) -> dict[str, object]:
    return {
        "schema": 1,
        "game": rules.slug,
        "rules_digest": rules.digest,
        "answers": found.answers,
        "left_out": found.left_out,
        "covered": found.covered,
        "chart": found.chart_edge,
        "own": found.own_edge,
        "expected_cost_per_100_hands": found.cost,
        "interval": [found.low, found.high],
        "cells": [
            {
                "cell": one.cell,
                "code": one.code,
                "answers": one.answers,
                "frequency": one.frequency,
                "cost": one.cost,
                "weight": one.weight,
            }
            for one in cells
        ],
        "decisions": [
            {
                "cell": share.cell,
                "legal": list(share.legal),
                "chart": share.chart,
                "answers": dict(share.answers),
                "frequency": share.frequency,
                "cost": share.cost,
            }
            for share in found.shares
        ],
    }


def _show(
    screen: Screen, rules: Rules, found: Cost, cells: list[CellCost], filters: Filters
) -> None:
    helped = "with" if filters.helped else "without"
    screen.show(
        [Span(rules.name, Style.TITLE), f"  {counted(found.answers, 'answer')} {helped} help"],
        "",
    )
    if not found.answers:
        screen.show("There is nothing to go by yet. Begin with: bjtrainer drill")
        return
    clear = found.covered >= CLEAR
    screen.pairs(
        [
            ("House edge by the chart", f"{-found.chart_edge:.3%}"),
            ("House edge as you play", f"{-found.own_edge:.3%}" if clear else "unclear"),
            (
                "Lost beyond the chart",
                f"{found.cost:.2f} bets per 100 hands" if clear else "unclear",
            ),
            ("Within (95 %)", f"{found.low:.2f} to {found.high:.2f} bets per 100 hands"),
            ("Covered", f"{percent(found.covered)} of the decisions that come up"),
        ]
    )
    screen.show("", _how(found))
    if dear := [one for one in cells if one.cost or one.weight]:
        screen.show("", [Span("Where, per 100 hands", Style.TITLE)])
        weighed = dear[0].weight is not None
        screen.table(
            ("cell", "chart", "you", "comes up", "bets lost", *(["to gain"] if weighed else [])),
            [_row(one) for one in dear[:_SHOWN]],
        )
        if rest := dear[_SHOWN:]:
            others = f"and {counted(len(rest), 'more cell')}"
            screen.show(f"{others}: {fsum(one.cost for one in rest):.3f} bets")


def _how(found: Cost) -> str:
    text = (
        "Exactly, insurance included: each cell is played as often this way and that as you "
        "answered it, and by the chart where you never did."
    )
    if found.left_out:
        what = "whether to split a pair again, and what these rules never ask"
        text += f" Left out: {counted(found.left_out, 'answer')} about {what}."
    return text


def _row(one: CellCost) -> tuple[str, ...]:
    answers = " ".join(f"{times} {_letter(word)}" for word, times in one.answers.items())
    row = (one.cell, one.code, answers, f"{one.frequency:.2f}", f"{one.cost:.4f}")
    return row if one.weight is None else (*row, f"{one.weight:.4f}")


def _letter(word: str) -> str:
    choice = choice_of(word)
    assert choice is not None, "answers are words of the game"
    return choice.letter.upper()
