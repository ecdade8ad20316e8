"""``bjtrainer stats trend``, ``sessions`` and ``drills``: how it went over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Listing, Pieces, Span, Style, bars
from bjtrainer.cli.stats_filters import Chosen, Filters, filtered, read_chosen
from bjtrainer.cli.stats_words import not_shown, nothing_yet, per_100, seconds, share
from bjtrainer.stats.record import PLAY, StoredSession
from bjtrainer.stats.sittings import Minute, Stretch, by_day, by_drill, by_session
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted

LISTED = 15
_BAR = 14
_BAR_FROM = 0.5
_NO_BAR = [" " * _BAR]

Last = Annotated[
    int | None,
    typer.Option("--last", metavar="N", min=1, help=f"How many; otherwise {LISTED}."),
]


class By(Enum):
    """What one line of a trend stands for."""

    DAY = "day"
    SESSION = "session"


def _found(
    door: Door, filters: Filters, *, sessions: bool
) -> tuple[Chosen, tuple[Minute, ...], dict[int, StoredSession]]:
    def take(store: Store, asked: Chosen) -> tuple[tuple[Minute, ...], dict[int, StoredSession]]:
        held = store.sessions(asked.selection) if sessions else ()
        in_time = sorted(held, key=lambda one: (one.started_at, one.id))
        return store.minutes(asked.selection), {one.id: one for one in in_time}

    asked, (found, held) = read_chosen(door, filters, datetime.now(UTC), take)
    return asked, found, held


@filtered
def trend(
    context: typer.Context,
    filters: Filters,
    by: Annotated[By, typer.Option("--by", help="What a line stands for.")] = By.DAY,
    last: Last = None,
) -> None:
    """Show how accuracy, cost and time went, by day or by session.

    Days are those of your clock. The bars are the accuracy from 50 % on, and the cost against
    that of the worst line here.
    """
    door = Door.of(context)
    asked, found, _ = _found(door, filters, sessions=False)
    if by is By.DAY:
        lines = [(str(day), stretch) for day, stretch in by_day(found).items()]
    else:
        lines = [(str(session), stretch) for session, stretch in by_session(found).items()]
    if door.json:
        listed = [{by.value: name, **stretch.as_json()} for name, stretch in lines]
        door.report({"schema": 1, "by": by.value, "trend": listed})
        return
    screen = door.screen()
    if not lines:
        screen.show(*nothing_yet(asked))
        return
    shown = lines[-(last or LISTED) :]
    screen.widest(*_trend_tables(by, shown))
    _show_more(screen, len(lines) - len(shown), by.value)
    screen.show(*not_shown(asked))


def _trend_tables(by: By, lines: Sequence[tuple[str, Stretch]]) -> tuple[Listing, ...]:
    """Give the table for a wide window, with bars, and for narrower ones."""
    parts = [stretch.figures for _, stretch in lines]
    rows = [(name, *_row(stretch)) for name, stretch in lines]
    right = _bars([(one.accuracy or _BAR_FROM) - _BAR_FROM for one in parts], 1 - _BAR_FROM)
    costs = [one.cost_per_100 or 0.0 if one.clear else 0.0 for one in parts]
    lost = _bars(costs, max(costs))
    drawn = [
        (
            name,
            seen,
            [f"{accuracy} ", *(bar if one.clear else _NO_BAR)],
            [f"{cost} ", *(its_cost if one.clear else _NO_BAR)],
            time,
        )
        for (name, seen, accuracy, cost, time), one, bar, its_cost in zip(
            rows, parts, right, lost, strict=True
        )
    ]
    return (
        ((by.value, "decisions", "right, from 50 %", "lost per 100", "time"), drawn),
        ((by.value, "seen", "right", "lost"), [row[:4] for row in rows]),
    )


def _bars(values: Sequence[float], most: float) -> list[Pieces]:
    """Draw values against the most that there is; what is missing of it is dotted."""
    return [
        [bar, Span("·" * (_BAR - len(bar)), Style.DIM)]
        for bar in bars([*(max(0.0, value) for value in values), most], _BAR)[:-1]
    ]


def _row(stretch: Stretch) -> tuple[str, str, str, str]:
    figures = stretch.figures
    time = seconds(stretch.mean_milliseconds)
    return str(figures.decisions), share(figures), per_100(figures), time


def _show_more(screen: Screen, left_out: int, word: str) -> None:
    if left_out > 0:
        screen.show(f"and {counted(left_out, word)} before: --last N")


@filtered
def sessions(context: typer.Context, filters: Filters, last: Last = None) -> None:
    """List the sessions, the newest last; bjtrainer stats session ID shows one."""
    door = Door.of(context)
    asked, found, held = _found(door, filters, sessions=True)
    stretches = by_session(found)
    if door.json:
        door.report({"schema": 1, "sessions": [_as_dict(one, stretches) for one in held.values()]})
        return
    screen = door.screen()
    if not held:
        screen.show(*nothing_yet(asked))
        return
    shown = list(held.values())[-(last or LISTED) :]
    screen.widest(*_session_tables(shown, stretches))
    _show_more(screen, len(held) - len(shown), "session")
    screen.show(*not_shown(asked))


def _session_tables(
    shown: Sequence[StoredSession], stretches: Mapping[int, Stretch]
) -> tuple[Listing, ...]:
    """Give the table for a wide window, and for narrower ones."""
    rows = []
    for one in shown:
        begun = one.started_at.astimezone()
        figures = _row(stretches.get(one.id, Stretch.of(())))
        rows.append((str(one.id), f"{begun:%Y-%m-%d %H:%M}", _drill(one), *figures))
    return (
        (("id", "begun", "drill", "decisions", "right", "lost per 100", "time"), rows),
        (("id", "begun", "drill", "seen", "right", "lost"), [row[:6] for row in rows]),
        (("id", "begun", "seen", "right"), [(*row[:2], *row[3:5]) for row in rows]),
    )


def _drill(session: StoredSession) -> str:
    name = "play" if session.drill == PLAY else session.drill
    return f"{name}, cut off" if session.partial else name


def _as_dict(session: StoredSession, stretches: Mapping[int, Stretch]) -> dict[str, object]:
    return {
        "id": session.id,
        "started_at": session.started_at.isoformat(),
        "ended_at": session.ended_at and session.ended_at.isoformat(),
        "game": session.game,
        "rules_digest": session.rules_digest,
        "drill": session.drill,
        "seed": session.seed,
        "helped": session.helped,
        **stretches.get(session.id, Stretch.of(())).as_json(),
    }


@filtered
def drills(context: typer.Context, filters: Filters) -> None:
    """List the drills that were done, and how each went."""
    door = Door.of(context)
    asked, found, held = _found(door, filters, sessions=True)
    done = by_drill(found, held)
    if door.json:
        listed = [
            {"drill": name, "sessions": count, **stretch.as_json()}
            for name, (count, stretch) in done.items()
        ]
        door.report({"schema": 1, "drills": listed})
        return
    screen = door.screen()
    if not done:
        screen.show(*nothing_yet(asked))
        return
    rows = [
        ("play" if name == PLAY else name, str(count), *_row(stretch))
        for name, (count, stretch) in done.items()
    ]
    screen.widest(
        (("drill", "sessions", "decisions", "right", "lost per 100", "time"), rows),
        (("drill", "seen", "right", "lost"), [(row[0], *row[2:5]) for row in rows]),
    )
    screen.show(*not_shown(asked))
