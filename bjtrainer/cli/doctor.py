"""``bjtrainer doctor``: everything that this program stands on, looked at one by one."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from bjtrainer import __version__
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.settings import load_settings
from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.errors import BjtrainerError, InputError, clean
from bjtrainer.places import config_path, history_path
from bjtrainer.rules.load import find_rules, own_games, shipped_games
from bjtrainer.stats.store import TALLIES_ARE_WRONG, Store
from bjtrainer.trainer.drill import find_drill, misnamed_drills, own_drills, why_misnamed
from bjtrainer.trainer.wording import counted

_LEAST_FREE = 50 << 20
_LIBRARIES = ("typer", "rich", "pyyaml", "numpy", "platformdirs", "fsrs")


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, what was found, and what to do where it is wrong."""

    name: str
    said: str
    remedy: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is to be done."""
        return not self.remedy


def doctor(
    context: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="Add up all answers anew, where that is what is wrong.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Derive every shipped chart anew and compare.")
    ] = False,
) -> int:
    """Check data folder, database, settings, games, drills, charts and terminal.

    Says what to do about whatever is wrong, and changes nothing without --repair. Exit code 1
    where something is wrong.
    """
    door = Door.of(context)
    checks = [*_folder(door), *_database(door, repair=repair), *_files(door), *_charts(full=full)]
    checks += [*_terminal(), *_versions()]
    if door.json:
        door.report(
            {
                "schema": 1,
                "checks": [
                    {"name": one.name, "ok": one.ok, "said": one.said, "remedy": one.remedy}
                    for one in checks
                ],
            }
        )
    else:
        door.screen().show(*(line for one in checks for line in _lines(one)))
    return 0 if all(one.ok for one in checks) else 1


def _lines(one: Check) -> Iterator[Line]:
    sign, style = ("✓", Style.RIGHT) if one.ok else ("✗", Style.MISTAKE)
    yield [Span(f"{sign} {one.name}: ", style), clean(one.said)]
    if one.remedy:
        yield f"  {clean(one.remedy)}"


def _folder(door: Door) -> Iterator[Check]:
    folder = door.folder
    if not folder.exists():
        yield Check("data folder", f"{folder}, made at first use")
        return
    if not folder.is_dir():
        yield Check(
            "data folder", f"{folder} is a file", "move it away, or name another --data-dir"
        )
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Check("data folder", f"{folder} cannot be written", "make it writable")
        return
    free = shutil.disk_usage(folder).free
    room = f"{folder}, {free >> 20} MB free"
    yield Check("data folder", room, "make room on the disk" if free < _LEAST_FREE else "")


def _database(door: Door, *, repair: bool) -> Iterator[Check]:
    path = history_path(door.folder)
    if not path.exists():
        yield Check("history", "none yet")
        return

    def work(store: Store) -> tuple[tuple[str, ...], str, str | None]:
        problems = store.check()
        if problems and problems != (TALLIES_ARE_WRONG,):
            return problems, "", None
        answers = counted(store.count_answers(), "answer")
        holds = f"{answers}, {counted(store.count_rounds(), 'round')}"
        left = store.unfinished_round()
        return problems, holds, None if left is None else left.game

    try:
        problems, holds, unfinished = Store.read(path, work)
        if problems == (TALLIES_ARE_WRONG,) and repair:
            with Store.open(path) as store:
                store.repair()
            problems, holds, unfinished = Store.read(path, work)
    except BjtrainerError as error:
        yield Check("history", str(error), "restore a backup: bjtrainer restore FILE")
        return
    if not problems:
        yield Check("history", f"sound; {holds}")
    elif problems == (TALLIES_ARE_WRONG,):
        yield Check(
            "history", problems[0], "nothing is lost; mend it with: bjtrainer doctor --repair"
        )
    for problem in problems if problems != (TALLIES_ARE_WRONG,) else ():
        yield Check("history", problem, "restore a backup: bjtrainer restore FILE")
    if unfinished is not None:
        yield Check("unfinished round", f"of {unfinished}; bjtrainer play goes on with it")


def _files(door: Door) -> Iterator[Check]:
    folder = door.folder
    config = config_path(folder)
    if config.exists():
        yield _read("settings", str(config), lambda: load_settings(config))
    for slug in own_games(folder):
        yield _read(f"game {slug}", "sound", partial(find_rules, slug, folder))
    for name in own_drills(folder):
        yield _read(f"drill {name}", "sound", partial(find_drill, name, folder))
    for path in misnamed_drills(folder):
        yield Check(f"drill file {path.name}", why_misnamed(path), "rename it")


def _read(name: str, sound: str, read: Callable[[], object]) -> Check:
    try:
        read()
    except InputError as error:
        return Check(name, "; ".join(error.lines()), "mend the file where it says so")
    return Check(name, sound)


def _charts(*, full: bool) -> Iterator[Check]:
    for slug in shipped_games():
        yield from _chart(slug, full=full)


def _chart(slug: str, *, full: bool) -> Iterator[Check]:
    remedy = "install bjtrainer again"
    try:
        rules, chart = find_rules(slug), load_chart(chart_path(slug))
    except InputError as error:
        yield Check(f"chart {slug}", "; ".join(error.lines()), remedy)
        return
    if chart.rules_digest != rules.digest:
        yield Check(f"chart {slug}", "is that of other rules", remedy)
    elif full:
        from bjtrainer.charts.check import differences  # noqa: PLC0415  loads numpy

        wrong = differences(chart, rules)
        yield Check(
            f"chart {slug}",
            wrong[0] if wrong else "equal to what its rules derive",
            remedy if wrong else "",
        )
    else:
        yield Check(f"chart {slug}", "complete, and of these rules")


def _terminal() -> Iterator[Check]:
    encoding = sys.stdout.encoding or "unknown"
    if sys.stdout.isatty():
        size = shutil.get_terminal_size()
        term = os.environ.get("TERM", "unknown")
        small = size.columns < 40 or size.lines < 16
        remedy = "make the window larger: 40 columns and 16 rows at least" if small else ""
        said = f"{term}, {size.columns} x {size.lines}, {encoding}"
        yield Check("terminal", said, remedy)
    else:
        yield Check("output", f"no terminal, {encoding}")


def _versions() -> Iterator[Check]:
    python = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    yield Check("program", f"bjtrainer {__version__}, {python}")
    found = []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Check("libraries", f"{name} is missing", f"pip install {name}")
    yield Check("libraries", ", ".join(found))
