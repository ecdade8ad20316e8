"""``bjtrainer stats trend``, ``sessions`` and ``drills``: how it went over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.spans import bars
from bjtrainer.cli.stats import not_shown, nothing_yet, seconds, share
from bjtrainer.cli.stats_filters import Chosen, Filters, chosen, filtered
from bjtrainer.places import history_path
from bjtrainer.stats.record import PLAY, StoredSession
from bjtrainer.stats.sittings import Minute, Stretch, by_day, by_drill, by_session
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted

LISTED = 15
_BAR = 20

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
    now = datetime.now(UTC)

    def work(
        store: Store,
    ) -> tuple[Chosen, tuple[Minute, ...], dict[int, StoredSession]]:
        asked = chosen(door, store, filters, now)
        held = store.sessions(asked.selection) if sessions else ()
        return asked, store.minutes(asked.selection), {one.id: one for one in held}

    return Store.read(history_path(door.folder), work)


@filtered
def trend(
    context: typer.Context,
    filters: Filters,
    by: Annotated[By, typer.Option("--by", help="What a line stands for.")] = By.DAY,
    last: Last = None,
) -> None:
    """Show how accuracy, cost and time went, by day or by session.

    Days are those of your clock. The bar is the accuracy from 50 % on.
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
    drawn = _bars([stretch for _, stretch in shown])
    screen.table(
        (by.value, "decisions", "accuracy", "lost per 100", "time", ""),
        [(*_row(name, stretch), bar) for (name, stretch), bar in zip(shown, drawn, strict=True)],
    )
    _show_more(door, len(lines) - len(shown), by.value)
    screen.show(*not_shown(asked))


def _bars(stretches: Sequence[Stretch]) -> list[str]:
    """Draw the accuracies from a half on; nothing where one is unclear."""
    shares = [
        max(0.0, (one.figures.accuracy or 0.0) - 0.5) if one.figures.clear else 0.0
        for one in stretches
    ]
    full = bars([*shares, 0.5], _BAR)[:-1]
    return [bar.strip().ljust(_BAR) for bar in full]


def _row(name: str, stretch: Stretch) -> tuple[str, ...]:
    figures = stretch.figures
    cost = figures.cost_per_100 if figures.clear else None
    return (
        name,
        str(figures.decisions),
        share(figures),
        "unclear" if cost is None else f"{cost:.2f}",
        seconds(stretch.mean_milliseconds),
    )


def _show_more(door: Door, left_out: int, word: str) -> None:
    if left_out > 0:
        door.screen().show(f"and {counted(left_out, word)} before: --last N")


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
    nothing = Stretch.of(())
    screen.table(
        ("id", "begun", "drill", "decisions", "accuracy", "lost per 100", "time"),
        [
            (
                str(one.id),
                f"{one.started_at.astimezone():%Y-%m-%d %H:%M}",
                _drill(one),
                *_row("", stretches.get(one.id, nothing))[1:],
            )
            for one in shown
        ],
    )
    _show_more(door, len(held) - len(shown), "session")
    screen.show(*not_shown(asked))


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
    screen.table(
        ("drill", "sessions", "decisions", "accuracy", "lost per 100", "time"),
        [
            ("play" if name == PLAY else name, str(count), *_row("", stretch)[1:])
            for name, (count, stretch) in done.items()
        ],
    )
    screen.show(*not_shown(asked))
