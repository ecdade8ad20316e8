"""``bjtrainer stats cells``, ``chart`` and ``groups``: where in the chart it goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from itertools import zip_longest
from typing import Annotated

import typer

from bjtrainer.charts.model import Chart
from bjtrainer.cli.chart_of_signs import chart_of_signs
from bjtrainer.cli.chart_table import code_span
from bjtrainer.cli.door import Door
from bjtrainer.cli.spans import Line, Listing, Span, Style, plain, side_by_side
from bjtrainer.cli.stats import chart_for
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.cli.stats_words import lost, not_shown, nothing_yet, seconds, share
from bjtrainer.errors import InputError
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.report import CellFigures, cells, dearest
from bjtrainer.trainer.groups import groups_of
from bjtrainer.trainer.wording import counted

LISTED = 15
"""How many rows a list for a person has, unless it is asked for more."""

MISSED = 0.05
"""From which share of misses on a cell counts as missed."""

FEW = 3
"""Fewer answers, all right, say little."""

SLOW = 1.5
"""How many times the mean time of all answers that of a slow cell is."""


_MISSED, _SLOW = Span("!", Style.MISTAKE), Span("~", Style.INACCURACY)
_NEVER = Span("·", Style.DIM)
_BESIDE = 2


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
    return read_chosen(
        door,
        filters,
        datetime.now(UTC),
        lambda store, asked: cells(store, store.tallies(asked.selection)),
    )


def _of_one_game(
    door: Door, filters: Filters, what: str
) -> tuple[Chosen, tuple[CellFigures, ...], Chart | None]:
    """Give the cells of one game that was asked for, with its chart; None where nothing is stored.

    Raises ``InputError`` for several games, and one whose rules are not known any more.
    """
    if filters.all_games:
        raise InputError(f"{what} of one game; leave out --all-games")
    asked, found = _found(door, filters)
    chart = chart_for(door, asked)
    if chart is None and asked.selection.game is not None:
        raise InputError(
            f"the rules of {asked.selection.game} are not known any more; name a game with --game"
        )
    return asked, found, chart


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
    screen.widest(*_tables(ordered[: last or LISTED], several=several))
    if len(ordered) > (last or LISTED):
        screen.show(f"and {counted(len(ordered) - (last or LISTED), 'more cell')}: --last N")
    screen.show(*not_shown(asked))


def _tables(found: Sequence[CellFigures], *, several: bool) -> tuple[Listing, Listing]:
    """Give the table for a wide window, and for a narrow one."""
    rows = []
    for cell in found:
        name = f"{cell.cell} ({cell.game.slug})" if several else cell.cell
        figures, time = cell.figures, seconds(cell.milliseconds)
        counts = str(figures.decisions), str(figures.missed)
        rows.append((name, cell.code, *counts, share(figures), lost(figures), time))
    wide = ("cell", "chart", "seen", "missed", "accuracy", "lost on $1 bets", "time")
    narrow = ("cell", "seen", "miss", "lost")
    return (wide, rows), (narrow, [(row[0], *row[2:4], row[5]) for row in rows])


@filtered
def heat_map(context: typer.Context, filters: Filters) -> None:
    """Draw the chart of one game with how each cell went: right, slow, missed, never seen.

    Missed: more than one in twenty answers. Slow: 1.5 times as long as usual, on the average.
    """
    door = Door.of(context)
    asked, found, chart = _of_one_game(door, filters, "a chart is that")
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
    screen.show([Span(asked.rules.name if asked.rules else chart.game, Style.TITLE)])
    screen.show(*_map(signs, _legend(signs, went), screen.width), *not_shown(asked))


def _map(signs: Mapping[str, Span], legend: Sequence[Line], width: int) -> list[Line]:
    """Draw the signs as a chart, with what they mean beside it or, in a narrow window, below it."""
    for spaced in (True, False):
        drawn = chart_of_signs(signs, (), spaced=spaced)
        columns = max(len(plain(line)) for line in drawn)
        if columns <= width:
            break
    needed = columns + _BESIDE + max(len(plain(line)) for line in legend)
    if needed > width:
        return [*drawn, "", *legend]
    beside = zip_longest(drawn, ["", *legend], fillvalue="")
    return [side_by_side(left, right, columns + _BESIDE) for left, right in beside]


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
            return _NEVER
        case "missed":
            return _MISSED
        case "slow":
            return _SLOW
    right = code_span(code, 1) if code[0] in "HSDPR" else Span(code, Style.TITLE)
    return replace(right, text=right.text.lower()) if went == "few" else right


def _legend(signs: Mapping[str, Span], went: Mapping[str, str]) -> list[Line]:
    """Say what the signs mean, and how many cells of the chart have each."""
    counts = Counter(went.get(name, "never seen") for name in signs)
    meant = (
        (Span("H", Style.HIT), "right", "right"),
        (Span("h", Style.HIT), "right so far", "few"),
        (_SLOW, "slow", "slow"),
        (_MISSED, "missed", "missed"),
        (_NEVER, "never seen", "never seen"),
    )
    return [[sign, f" {words:<12}{counts[word]:>5}"] for sign, words, word in meant]


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
    asked, found, chart = _of_one_game(door, filters, "groups are those")
    by_name = {cell.cell: cell.figures for cell in found}
    rows = [
        (group, Figures.added(by_name[cell] for cell in group.cells if cell in by_name))
        for group in (groups_of(chart) if chart is not None else ())
    ]
    if door.json:
        listed = [{"title": one.title, "rule": one.line, **part.as_json()} for one, part in rows]
        door.report({"schema": 1, "game": asked.selection.game, "groups": listed})
        return
    screen = door.screen()
    if not found:
        screen.show(*nothing_yet(asked))
        return
    wide = ("group", "decisions", "missed", "accuracy", "lost on $1 bets")
    narrow = ("group", "miss", "lost")
    listed_rows = [
        (group.title, str(part.decisions), str(part.missed), share(part), lost(part))
        for group, part in rows
    ]
    screen.widest((wide, listed_rows), (narrow, [(row[0], row[2], row[4]) for row in listed_rows]))
    screen.show(*not_shown(asked))
