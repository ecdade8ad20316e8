"""``bjtrainer stats cells``, ``chart`` and ``groups``: where in the chart it goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated

import typer

from bjtrainer.charts.model import Chart
from bjtrainer.cli.chart_of_signs import chart_of_signs
from bjtrainer.cli.chart_table import code_span
from bjtrainer.cli.door import Door
from bjtrainer.cli.spans import Line, Span, Style, flowed, plain
from bjtrainer.cli.stats import chart_for, not_shown, nothing_yet, seconds, share
from bjtrainer.cli.stats_filters import Chosen, Filters, chosen, filtered
from bjtrainer.errors import InputError
from bjtrainer.places import history_path
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.report import CellFigures, cells, dearest
from bjtrainer.stats.store import Store
from bjtrainer.trainer.groups import groups_of
from bjtrainer.trainer.wording import cents, counted

LISTED = 15
"""How many rows a list for a person has, unless it is asked for more."""

MISSED = 0.05
"""From which share of misses on a cell counts as missed."""

FEW = 3
"""Fewer answers, all right, say little."""

SLOW = 1.5
"""How many times the mean time of all answers that of a slow cell is."""


class Sort(Enum):
    """What stands first."""

    COST = "cost"
    MISSES = "misses"
    TIME = "time"
    SEEN = "seen"


_KEYS: dict[Sort, Callable[[CellFigures], float]] = {
    Sort.COST: lambda cell: cell.figures.total_cost,
    Sort.MISSES: lambda cell: cell.figures.missed,
    Sort.TIME: lambda cell: cell.milliseconds or 0.0,
    Sort.SEEN: lambda cell: cell.figures.decisions,
}


def _found(door: Door, filters: Filters) -> tuple[Chosen, tuple[CellFigures, ...]]:
    now = datetime.now(UTC)

    def work(store: Store) -> tuple[Chosen, tuple[CellFigures, ...]]:
        asked = chosen(door, store, filters, now)
        return asked, cells(store, store.tallies(asked.selection))

    return Store.read(history_path(door.folder), work)


@filtered
def list_cells(
    context: typer.Context,
    filters: Filters,
    sort: Annotated[Sort, typer.Option("--sort", help="What stands first.")] = Sort.COST,
    last: Annotated[
        int | None,
        typer.Option("--last", metavar="N", min=1, help=f"How many; otherwise {LISTED}."),
    ] = None,
) -> None:
    """List the cells that were answered, with what each gave away.

    Sorted by what they cost in all, by misses, by the mean time of an answer, or by how often
    they were seen. --json gives all of them.
    """
    door = Door.of(context)
    asked, found = _found(door, filters)
    ordered = sorted(dearest(found), key=lambda cell: -_KEYS[sort](cell))
    if door.json:
        door.report({"schema": 1, "cells": [cell.as_json() for cell in ordered]})
        return
    screen = door.screen()
    if not ordered:
        screen.show(*nothing_yet(asked))
        return
    several = len({cell.game for cell in ordered}) > 1
    screen.table(
        ("cell", "chart", "seen", "missed", "accuracy", "lost on $1 bets", "time"),
        [_row(cell, several=several) for cell in ordered[: last or LISTED]],
    )
    if len(ordered) > (last or LISTED):
        screen.show(f"and {counted(len(ordered) - (last or LISTED), 'more cell')}: --last N")
    screen.show(*not_shown(asked))


def _row(cell: CellFigures, *, several: bool) -> tuple[str, ...]:
    figures = cell.figures
    return (
        f"{cell.cell} ({cell.game.slug})" if several else cell.cell,
        cell.code,
        str(figures.decisions),
        str(figures.missed),
        share(figures),
        cents(figures.total_cost),
        seconds(cell.milliseconds),
    )


@filtered
def heat_map(context: typer.Context, filters: Filters) -> None:
    """Draw the chart of one game with how each cell went: right, slow, missed, never seen."""
    door = Door.of(context)
    if filters.all_games:
        raise InputError("a chart is that of one game; leave out --all-games")
    asked, found = _found(door, filters)
    chart = chart_for(door, asked)
    if chart is None and asked.selection.game is not None:
        raise InputError(
            f"the rules of {asked.selection.game} are not known any more; name a game with --game"
        )
    usual = _usual(found)
    went = {cell.cell: _went(cell, usual) for cell in found}
    if door.json:
        door.report(_heat_as_dict(asked, chart, found, went))
        return
    screen = door.screen()
    if chart is None or not found:
        screen.show(*nothing_yet(asked))
        return
    signs = {
        name: _sign(went.get(name), str(entry.code))
        for name, entry in chart.by_name.items()
        if entry.frequency > 0
    }
    screen.show([Span(asked.rules.name if asked.rules else chart.game, Style.TITLE)], "")
    for spaced in (True, False):
        drawn = chart_of_signs(signs, (), spaced=spaced)
        if max(len(plain(line)) for line in drawn) <= screen.width:
            break
    screen.show(*drawn, "")
    screen.show(*flowed(_legend(), screen.width, indent=0, between="; "))
    counts = {word: list(went.values()).count(word) for word in ("right", "few", "slow", "missed")}
    never = len(signs) - sum(cell.cell in signs for cell in found)
    said = [*(f"{word} {count}" for word, count in counts.items()), f"never seen {never}"]
    screen.show(*flowed(said, screen.width, indent=0, between=", "))
    screen.show(*not_shown(asked))


def _went(cell: CellFigures, usual: float | None) -> str:
    """Say in a word how a cell went: ``missed``, ``slow``, ``right``, or ``few`` answers yet."""
    figures = cell.figures
    if figures.missed > MISSED * figures.decisions:
        return "missed"
    if figures.decisions < FEW:
        return "few"
    if usual is not None and cell.milliseconds is not None and cell.milliseconds > SLOW * usual:
        return "slow"
    return "right"


def _usual(found: Sequence[CellFigures]) -> float | None:
    """Give the mean of the cells' times, in milliseconds; None where none was timed."""
    times = [cell.milliseconds for cell in found if cell.milliseconds is not None]
    return sum(times) / len(times) if times else None


def _sign(went: str | None, code: str) -> Span:
    match went:
        case None:
            return Span("·", Style.DIM)
        case "missed":
            return Span("!", Style.MISTAKE)
        case "slow":
            return Span("~", Style.INACCURACY)
    right = code_span(code, 1) if code[0] in "HSDPR" else Span(code, Style.TITLE)
    return replace(right, text=right.text.lower()) if went == "few" else right


def _legend() -> list[Line]:
    return [
        "the chart's letter: right",
        f"a small one: right so far, fewer than {FEW} answers",
        "~ slow",
        f"! missed more than {MISSED:.0%}",
        "· never seen",
    ]


def _heat_as_dict(
    asked: Chosen, chart: Chart | None, found: Sequence[CellFigures], went: Mapping[str, str]
) -> dict[str, object]:
    figures = {cell.cell: cell.as_json() for cell in found}
    names = chart.by_name if chart is not None else figures
    return {
        "schema": 1,
        "game": asked.selection.game,
        "rules_digest": asked.selection.rules_digest,
        "cells": {
            name: {"went": went.get(name, "never seen"), **figures.get(name, {})} for name in names
        },
    }


@filtered
def list_groups(context: typer.Context, filters: Filters) -> None:
    """List the groups that bjtrainer learn teaches, and how each went."""
    door = Door.of(context)
    asked, found = _found(door, filters)
    chart = chart_for(door, asked)
    if chart is None and asked.selection.game is not None:
        raise InputError(
            f"the rules of {asked.selection.game} are not known any more; name a game with --game"
        )
    by_name = {cell.cell: cell for cell in found}
    rows = []
    for group in groups_of(chart) if chart is not None else ():
        there = [by_name[cell].figures for cell in group.cells if cell in by_name]
        figures = Figures(
            sum(one.decisions for one in there),
            sum(one.right for one in there),
            sum(one.total_cost for one in there),
        )
        rows.append((group, figures))
    if door.json:
        listed = [{"title": one.title, "rule": one.line, **part.as_json()} for one, part in rows]
        door.report({"schema": 1, "game": asked.selection.game, "groups": listed})
        return
    screen = door.screen()
    if not found:
        screen.show(*nothing_yet(asked))
        return
    screen.table(
        ("group", "decisions", "right", "accuracy", "lost on $1 bets"),
        [
            (
                group.title,
                str(part.decisions),
                str(part.right),
                share(part),
                cents(part.total_cost) if part.decisions else "-",
            )
            for group, part in rows
        ],
    )
    screen.show(*not_shown(asked))
