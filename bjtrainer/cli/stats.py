"""``bjtrainer stats``: what the stored answers say, on one screen."""

from __future__ import annotations

from datetime import UTC, datetime

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.cli.stats_overview import overview, remedy
from bjtrainer.errors import InputError
from bjtrainer.stats.report import report


@filtered
def stats(context: typer.Context, filters: Filters) -> int:
    """Show what was drilled and how it went.

    Accuracy with its 95 % interval, what was lost, the error rate with its band, the cells that
    gave away most with the command that drills them, and what changed in the last seven days.
    Answers taken back are not counted.
    """
    if context.invoked_subcommand is not None:
        if filters != Filters():
            name = context.invoked_subcommand
            raise InputError(f"write the options after the command: bjtrainer stats {name} ...")
        return 0
    door = Door.of(context)
    now = datetime.now(UTC)

    asked, figures = read_chosen(
        door,
        filters,
        now,
        lambda store, asked: report(
            store,
            asked.selection,
            now=now,
            chart=chart_for(door, asked),
            join_games=filters.all_games,
        ),
    )
    if door.json:
        door.report({**figures.as_json(), "drill": remedy(figures, asked)})
    else:
        overview(door.screen(), figures, asked)
    return 0


def chart_for(door: Door, asked: Chosen) -> Chart | None:
    """Give the chart of the game that was asked for; None where its rules are not known."""
    return None if asked.rules is None else chart_of(asked.rules, cache=door.cache)
