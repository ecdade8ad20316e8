"""``bjtrainer stats export``, ``import`` and ``reset``: answers out, in, and away."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated

import typer

from bjtrainer import __version__
from bjtrainer.cli.door import Door
from bjtrainer.cli.output_file import keep_what_is_there, write_whole
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.cli.streams import agreed, tell
from bjtrainer.errors import InputError, clean
from bjtrainer.places import history_path
from bjtrainer.stats.exported import as_csv, as_lines
from bjtrainer.stats.imported import items
from bjtrainer.stats.merge import Removed
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted


class Format(Enum):
    """How answers are written."""

    JSONL = "jsonl"
    CSV = "csv"


@filtered
def export(
    context: typer.Context,
    filters: Filters,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A file; otherwise standard output."),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option("--format", help="Otherwise by the file's name, or jsonl."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
) -> None:
    """Write every field of every answer, of all games where none is named.

    JSON Lines hold sessions and stars too, and are what bjtrainer stats import takes best; CSV
    has a row for each answer.
    """
    door, now = Door.of(context), datetime.now(UTC)
    if filters.game is None:
        filters = Filters(**{**vars(filters), "all_games": True})
    if output is not None:
        keep_what_is_there(output, force=force)
    if form is None:
        csv = output is not None and output.suffix.lower() == ".csv"
        form = Format.CSV if csv else Format.JSONL

    def take(store: Store, asked: Chosen) -> int:
        selection = asked.selection
        texts = (
            as_csv(store, selection)
            if form is Format.CSV
            else as_lines(store, selection, __version__)
        )
        if output is None:
            # Work is done again where another program writes meanwhile: only the last counts.
            kept.seek(0)
            kept.truncate()
            kept.writelines(texts)
            return 0
        write_whole(output, texts)
        return store.count_answers(selection)

    with TemporaryFile("w+", encoding="utf-8", newline="") as kept:
        _, answers = read_chosen(door, filters, now, take)
        if output is None:
            kept.seek(0)
            sys.stdout.writelines(kept)
    if output is not None:
        if door.json:
            door.report({"schema": 1, "path": str(output), "answers": answers})
        else:
            tell([f"{output}: {counted(answers, 'answer')}"])


def take_in(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An export, JSON Lines or CSV.")],
) -> None:
    """Merge another machine's export into your history, without doubling an answer.

    The file is checked whole first; one that is damaged is refused, and nothing is changed.
    """
    door = Door.of(context)
    for _ in items(file):
        pass  # every fault is told before anything is stored
    with Store.open(history_path(door.folder)) as store:
        merged = store.merge(items(file))
    if door.json:
        door.report(
            {
                "schema": 1,
                "sessions": merged.sessions,
                "answers": merged.answers,
                "stars": merged.stars,
                "known": merged.known,
            }
        )
        return
    door.screen().show(
        f"{counted(merged.answers, 'answer')} in {counted(merged.sessions, 'session')} and "
        f"{counted(merged.stars, 'star')} added; {counted(merged.known, 'answer')} there already."
    )


def reset(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would go, and change nothing.")
    ] = False,
) -> None:
    """Remove all answers and stars, after a backup; money and rounds stay.

    It asks first; without a terminal it takes --yes.
    """
    door = Door.of(context)
    path = history_path(door.folder)
    removed = Store.read(path, lambda store: store.what_reset_removes())
    if dry_run or not (removed.answers or removed.stars or removed.sessions):
        _tell_removed(door, removed, None)
        return
    if not yes:
        if not door.on_terminal:
            raise InputError("this removes all answers; add --yes, or look first with --dry-run")
        door.screen().show(f"{_said(removed)} would go. {_KEPT}")
        if not agreed("remove them"):
            return
    with Store.open(path) as store:
        removed, backup = store.reset()
    _tell_removed(door, removed, backup)


_KEPT = "Money, rounds and the sessions at the table stay."


def _said(removed: Removed) -> str:
    return (
        f"{counted(removed.answers, 'answer')}, {counted(removed.sessions, 'session')} and "
        f"{counted(removed.stars, 'star')}"
    )


def _tell_removed(door: Door, removed: Removed, backup: Path | None) -> None:
    if door.json:
        door.report(
            {
                "schema": 1,
                "answers": removed.answers,
                "sessions": removed.sessions,
                "stars": removed.stars,
                "kept_sessions": removed.kept_sessions,
                "backup": None if backup is None else str(backup),
            }
        )
    elif backup is None:
        door.screen().show(f"{_said(removed)} would go. {_KEPT}")
    else:
        door.screen().show(f"{_said(removed)} removed. {_KEPT}")
        print(f"What was there is kept in {clean(str(backup))}")
