"""Days as the player lives them: in the zone of the clock on the wall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

_DAY = timedelta(days=1)


def local_day(moment: datetime, zone: tzinfo | None = None) -> date:
    """Give the day of a moment where the player is; ``zone`` None is that of the system.

    >>> from datetime import timezone
    >>> local_day(datetime.fromisoformat("2025-03-01T23:30:00+00:00"), timezone(timedelta(hours=2)))
    datetime.date(2025, 3, 2)
    """
    return moment.astimezone(zone).date()


@dataclass(frozen=True, slots=True)
class DaysInARow:
    """How many days in a row were practised up to now, and at most ever."""

    now: int
    longest: int


def days_in_a_row(days: Iterable[date], today: date) -> DaysInARow:
    """Count the days in a row; those up to yesterday are not broken yet.

    Days after today, by a clock that was set back, count as others do.

    >>> first = date(2025, 3, 1)
    >>> days_in_a_row([first, first + _DAY, first + 4 * _DAY], today=first + 5 * _DAY)
    DaysInARow(now=1, longest=2)
    """
    longest = so_far = 0
    ends: dict[date, int] = {}
    for day in sorted(set(days)):
        so_far = ends.get(day - _DAY, 0) + 1
        ends[day] = so_far
        longest = max(longest, so_far)
    latest = max(ends, default=None)
    now = ends[latest] if latest is not None and latest >= today - _DAY else 0
    return DaysInARow(now, longest)
