"""``bjtrainer stats report``: the review as one page, for people who would rather look."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.output_file import keep_what_is_there, write_whole
from bjtrainer.cli.stats import chart_for
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.stats.page import Page, written
from bjtrainer.stats.report import report
from bjtrainer.stats.sittings import by_day, by_session
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted


@filtered
def page(
    context: typer.Context,
    filters: Filters,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Write over a page that is there.")
    ] = False,
) -> None:
    """Write one page with heat map, trends, what cost most, and the sessions.

    It needs no network, follows the light or dark of the reader's system, and prints well. The
    library pygal draws the plots: pip install ".[report]" in the checkout.
    """
    door, now = Door.of(context), datetime.now(UTC)
    if filters.all_games:
        raise InputError("a page is about one game; leave out --all-games")

    def take(store: Store, asked: Chosen) -> Page | None:
        chart = chart_for(door, asked)
        found = store.minutes(asked.selection)
        if chart is None or asked.rules is None or not found:
            return None
        return Page(
            title=asked.rules.name,
            now=now.astimezone(),
            chart=chart,
            figures=report(store, asked.selection, now=now, chart=chart),
            days=by_day(found),
            sessions=store.sessions(asked.selection),
            stretches=by_session(found),
        )

    _, made = read_chosen(door, filters, now, take)
    if made is None:
        raise InputError(
            "there are no such answers of a game whose rules are known; begin with bjtrainer drill"
        )
    keep_what_is_there(output, force=force)
    text = written(made)
    write_whole(output, [text])
    if door.json:
        door.report({"schema": 1, "path": str(output), "bytes": len(text.encode())})
    else:
        tell([f"{output}: {figures_line(made)}"])


def figures_line(made: Page) -> str:
    """Say what the page is about."""
    decisions = counted(made.figures.overall.decisions, "decision")
    return f"{decisions} on {counted(len(made.days), 'day')}"
