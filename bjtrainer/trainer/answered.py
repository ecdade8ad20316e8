"""The spots of which something was answered before, and what to say where there are none."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from bjtrainer.errors import InputError
from bjtrainer.trainer.spots import Spot
from bjtrainer.trainer.wording import counted

if TYPE_CHECKING:
    from bjtrainer.trainer.progress import Progress

Spots = tuple[Spot, ...]


class NothingToAsk(InputError):
    """What a player answered so far leaves a drill nothing to ask; says what to do instead."""


def missed(spots: Spots, progress: Progress, game: str, days: int) -> Spots:
    """Give the spots missed in the last so many days; raises ``NothingToAsk``."""
    since = f"in {game} in the last {counted(days, 'day')}"
    nothing = f"no cell of this drill was missed {since}; {_DRILL_FIRST}"
    return _among(spots, progress.missed_since(days), nothing)


def slow(spots: Spots, progress: Progress, game: str, days: int) -> Spots:
    """Give the spots answered rightly but slowly in the last days; raises ``NothingToAsk``."""
    since = f"in {game} in the last {counted(days, 'day')}"
    nothing = f"no cell of this drill was answered slowly {since}; {_DRILL_FIRST}"
    return _among(spots, progress.slow_since(days), nothing)


def starred(spots: Spots, progress: Progress, game: str) -> Spots:
    """Give the spots whose cells are starred; raises ``NothingToAsk``."""
    nothing = f"no cell of this drill is starred in {game}; press * in any drill to star one"
    return _among(spots, progress.starred, nothing)


def due(spots: Spots, progress: Progress, game: str) -> Spots:
    """Give the spots whose cells are due; raises ``NothingToAsk``."""
    return _among(spots, progress.due, _nothing_due(spots, progress, game))


_DRILL_FIRST = "drill some more first: bjtrainer drill"


def _among(spots: Spots, cells: Container[str], nothing: str) -> Spots:
    chosen = tuple(spot for spot in spots if str(spot) in cells)
    if not chosen:
        raise NothingToAsk(nothing)
    return chosen


def _nothing_due(spots: Sequence[Spot], progress: Progress, game: str) -> str:
    known = [progress.memories[cell] for cell in map(str, spots) if cell in progress.memories]
    if not known:
        return (
            f"nothing is due in {game}: a cell falls due some time after it was answered, in "
            "whatever drill; begin with bjtrainer drill"
        )
    later = min(memory.due for memory in known) - progress.now
    return (
        f"nothing is due in {game} for {_span(later)}; meanwhile, the cells that cost you most: "
        "bjtrainer drill weak"
    )


def _span(time: timedelta) -> str:
    """Write a time as a person says it.

    >>> [_span(timedelta(minutes=minutes)) for minutes in (0.5, 10, 150, 4000)]
    ['1 minute', '10 minutes', '2 hours', '3 days']
    """
    minutes = max(1, round(time / timedelta(minutes=1)))
    if minutes < 90:
        return counted(minutes, "minute")
    hours = round(minutes / 60)
    return counted(hours, "hour") if hours < 36 else counted(round(hours / 24), "day")
