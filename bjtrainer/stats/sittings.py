"""How answers went over time: by session, by drill, and by the player's own days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import TypeVar

from bjtrainer.stats.database import Database
from bjtrainer.stats.days import local_day
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.record import Selection, StoredSession
from bjtrainer.stats.rows import moment_of
from bjtrainer.stats.tally import where_of

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Minute:
    """The decisions of one session in one minute; ``at`` is when it began (UTC).

    ``milliseconds`` adds up the ``timed`` answers.
    """

    session: int
    at: datetime
    figures: Figures
    timed: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some decisions in a row: their figures, and the mean time of an answer, None without any."""

    figures: Figures
    mean_milliseconds: float | None

    @classmethod
    def of(cls, minutes: Iterable[Minute]) -> Stretch:
        """Add up minutes."""
        added = tuple(minutes)
        timed = sum(minute.timed for minute in added)
        return cls(
            Figures.added(minute.figures for minute in added),
            sum(minute.milliseconds for minute in added) / timed if timed else None,
        )

    def as_json(self) -> dict[str, object]:
        """Give it as ``stats trend --json`` and its sisters do."""
        return {
            **self.figures.as_json(),
            "interval": self.figures.interval,
            "mean_ms": self.mean_milliseconds,
        }


def minutes(database: Database, selection: Selection) -> tuple[Minute, ...]:
    """Give the selected decisions by session and minute, as they were stored.

    Every zone and every change of a clock keeps the minutes of UTC together.
    """
    where, parameters = where_of(selection)
    counted = f"{where} AND NOT slip" if where else "WHERE NOT slip"
    rows = database.run(
        f"""
        SELECT session, substr(answered_at, 1, 16), count(*), sum("right"), sum(cost),
            count(milliseconds), coalesce(sum(milliseconds), 0)
        FROM facts {counted} GROUP BY 1, 2 ORDER BY 1, 2
        """,
        parameters,
    )
    return tuple(
        Minute(
            int(session or 0),
            moment_of(f"{minute}+00:00"),
            Figures(int(decisions or 0), int(right or 0), float(cost or 0)),
            int(timed or 0),
            int(milliseconds or 0),
        )
        for session, minute, decisions, right, cost, timed, milliseconds in rows
    )


def by_day(found: Iterable[Minute], zone: tzinfo | None = None) -> dict[date, Stretch]:
    """Give the figures of each day where the player is, the first day first."""
    days = _grouped(found, lambda minute: local_day(minute.at, zone))
    return dict(sorted(days.items()))


def by_session(found: Iterable[Minute]) -> dict[int, Stretch]:
    """Give the figures of each session, by its id."""
    return _grouped(found, lambda minute: minute.session)


def by_drill(
    found: Iterable[Minute], sessions: Mapping[int, StoredSession]
) -> dict[str, tuple[int, Stretch]]:
    """Give for each drill the number of its sessions and their figures, by its name."""
    named = [minute for minute in found if minute.session in sessions]
    drills = _grouped(named, lambda minute: sessions[minute.session].drill)
    ids: dict[str, set[int]] = defaultdict(set)
    for minute in named:
        ids[sessions[minute.session].drill].add(minute.session)
    return {drill: (len(ids[drill]), stretch) for drill, stretch in sorted(drills.items())}


def _grouped(found: Iterable[Minute], key: Callable[[Minute], Key]) -> dict[Key, Stretch]:
    groups: dict[Key, list[Minute]] = defaultdict(list)
    for minute in found:
        groups[key(minute)].append(minute)
    return {name: Stretch.of(group) for name, group in groups.items()}
