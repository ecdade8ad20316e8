"""``bjtrainer drills``: what there is to practise, and how much of it is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import groupby

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.options import chosen_rules, still_there
from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.places import history_path
from bjtrainer.trainer.describe import drill_as_dict
from bjtrainer.trainer.drill import (
    DEFAULT_DRILL,
    Drill,
    Kind,
    find_drill,
    misnamed_drills,
    own_drills,
    shipped_drills,
    why_misnamed,
)


def drills(context: typer.Context) -> int:
    """List the drills, and what is due today in the game drilled last.

    A drill of your own is a file in the folder "drills" of your data folder; one with faults is
    told and left out.
    """
    if context.invoked_subcommand is not None:
        return 0
    door = Door.of(context)
    listed: list[Drill] = []
    exit_code = 0
    shipped = sorted(shipped_drills(), key=lambda name: (name != DEFAULT_DRILL, name))
    for name in (*shipped, *own_drills(door.folder)):
        try:
            listed.append(find_drill(name, door.folder))
        except InputError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
    for path in misnamed_drills(door.folder):
        tell([f"error: {why_misnamed(path)}"])
        exit_code = InputError.exit_code
    kinds = list(Kind)
    listed.sort(key=lambda drill: kinds.index(drill.kind))
    due = _due(door)
    if door.json:
        report = {"schema": 1, "drills": [drill_as_dict(drill) for drill in listed]}
        door.report(report | {"due": due.as_json() if due else None})
    else:
        _show(door, listed, due)
    return exit_code


@dataclass(frozen=True)
class Due:
    """How many cells of a game are due now, and by the end of the day."""

    game: str
    now: int
    today: int

    def as_json(self) -> dict[str, object]:
        """Give it as it stands in ``drills --json``."""
        return {"game": self.game, "now": self.now, "today": self.today}

    def __str__(self) -> str:
        if not self.today:
            return f"Nothing is due in {self.game} today."
        later = self.today - self.now
        return f"Due in {self.game}: {self.now} now, {later} more by the end of the day."


def _due(door: Door) -> Due | None:
    """Work out what is due in the game drilled last; None for who has drilled nothing yet."""
    path = history_path(door.folder)
    if not path.exists():
        return None
    from bjtrainer.charts.cache import chart_of  # noqa: PLC0415  loads yaml's charts
    from bjtrainer.cli.drill_start import progress  # noqa: PLC0415  loads sqlite3
    from bjtrainer.stats.store import Store  # noqa: PLC0415  loads sqlite3

    with Store.snapshot(path) as store:
        last = store.last_game()
        if last is None:
            return None
        rules = chosen_rules(door, still_there(door, last, "drilled"))
        known = progress(store, rules, chart_of(rules, cache=door.cache))
    tomorrow = datetime.now().astimezone().date() + timedelta(days=1)
    midnight = datetime.combine(tomorrow, time()).astimezone(UTC)
    return Due(rules.slug, now=len(known.due), today=len(known.due_by(midnight)))


def _show(door: Door, listed: Sequence[Drill], due: Due | None) -> None:
    screen = door.screen()
    for number, (kind, group) in enumerate(groupby(listed, lambda drill: drill.kind)):
        screen.show(*([""] if number else []), [Span(kind.value.capitalize(), Style.TITLE)])
        screen.pairs(list(_lines(group)))
    if due is not None:
        screen.show("", str(due))


def _lines(group: Iterator[Drill]) -> Iterator[tuple[str, Line]]:
    for drill in group:
        yield f"  {drill.name:<15}", drill.about or drill.title
