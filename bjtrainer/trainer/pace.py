"""How quick a player usually is, and what is quick or slow beside it."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from enum import Enum

WINDOW = 101
"""How many of the latest right answers tell a player's usual time."""

FIRST = 11
"""From how many right answers on the usual time is the player's own."""

USUAL_AT_FIRST = 3000
"""The usual time of a player who is not known yet, in milliseconds."""

LEAST_MEASURED = 100
"""An answer within fewer milliseconds was there before its question, as lines in a pipe are."""

QUICK = (0.6, 900, 2000)
"""Quick is below this part of the usual time, but within these milliseconds."""

SLOW = (2.0, 3000, 10_000)
"""Slow is above this part of the usual time, but within these milliseconds."""


class Speed(Enum):
    """How an answer's time compares with the player's usual one."""

    QUICK = "quick"
    USUAL = "usual"
    SLOW = "slow"


class Pace:
    """The usual time of a player: the median of the latest right answers.

    >>> pace = Pace()
    >>> pace.usual_milliseconds
    3000
    >>> for milliseconds in range(1000, 2100, 100):
    ...     pace.add(milliseconds)
    >>> pace.usual_milliseconds, pace.speed(890), pace.speed(1500), pace.speed(3100)
    (1500, <Speed.QUICK: 'quick'>, <Speed.USUAL: 'usual'>, <Speed.SLOW: 'slow'>)
    """

    def __init__(self) -> None:
        self._latest: deque[int] = deque()
        self._in_order: list[int] = []
        self._settle(USUAL_AT_FIRST)

    def add(self, milliseconds: int) -> None:
        """Take the time of a right answer into account, if it was measured."""
        if milliseconds < LEAST_MEASURED:
            return
        self._latest.append(milliseconds)
        insort(self._in_order, milliseconds)
        if len(self._latest) > WINDOW:
            del self._in_order[bisect_left(self._in_order, self._latest.popleft())]
        known = len(self._in_order)
        if known >= FIRST and self._in_order[known // 2] != self.usual_milliseconds:
            self._settle(self._in_order[known // 2])

    def speed(self, milliseconds: int | None) -> Speed:
        """Say how a time compares with the usual one; usual where it was not measured."""
        if milliseconds is None or milliseconds < LEAST_MEASURED:
            return Speed.USUAL
        if milliseconds < self._quick_below:
            return Speed.QUICK
        return Speed.SLOW if milliseconds > self._slow_above else Speed.USUAL

    def _settle(self, usual: int) -> None:
        self.usual_milliseconds = usual
        self._quick_below = _within(usual, *QUICK)
        self._slow_above = _within(usual, *SLOW)


def _within(usual: int, part: float, least: int, most: int) -> float:
    return min(max(usual * part, least), most)
