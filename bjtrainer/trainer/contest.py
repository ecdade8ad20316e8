"""What makes a contest of a drill: the clock, the combo, and the mark to pass.

A slip is no miss in the figures, but the contest goes on as if it had been one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from bjtrainer.trainer.drill import Drill
from bjtrainer.trainer.summary import Answered

COMBO_STEP = 5
"""After so many right answers in a row each one more scores a point more."""

MOST_POINTS = 5
"""What a right answer scores at most."""


def points_for_next(answers: Sequence[Answered]) -> int:
    """Give what a right answer would score now: 1, and 1 more for each five right in a row.

    >>> points_for_next(())
    1
    """
    most = (MOST_POINTS - 1) * COMBO_STEP  # more in a row score no more
    in_a_row = takewhile(bool, reversed(scored(answers[-most:])))
    return _points(sum(in_a_row))


def reached(drill: Drill, scores: Iterable[bool]) -> int | None:
    """Give what a contest is about: the points of a combo, or how many came before a first miss.

    ``scores`` says of each answer whether it scores. None in any other drill.

    >>> reached(Drill(name="mine", title="mine", ends_at_miss=True), [True, True, False])
    2
    """
    if drill.combo:
        points = streak = 0
        for right in scores:
            points, streak = (points + _points(streak), streak + 1) if right else (points, 0)
        return points
    return sum(scores) if drill.ends_at_miss else None


def _points(streak: int) -> int:
    return min(1 + streak // COMBO_STEP, MOST_POINTS)


def scored(answers: Sequence[Answered]) -> list[bool]:
    """Say of each answer whether it scores: it is right, and no slip."""
    return [answer.verdict.right and not answer.slip for answer in answers]


def milliseconds_left(drill: Drill, answers: Sequence[Answered]) -> int | None:
    """Give the thinking time that is left, 0 at least; None in a drill without a limit.

    Each answer takes the time that it took, and a miss so many seconds more.
    """
    if drill.minutes is None:
        return None
    thought = sum(answer.milliseconds or 0 for answer in answers)
    misses = sum(not answer.verdict.right for answer in answers)
    return max(0, round(drill.minutes * 60_000) - thought - misses * drill.miss_seconds * 1000)


def passed(
    drill: Drill, answers: Sequence[Answered], count: int | None, *, to_its_end: bool
) -> bool | None:
    """Say whether the mark was passed; None in a drill without one.

    Of ``count`` questions those that the time did not allow are missed. Who leaves before the end
    has not passed, and a slip is no right answer.
    """
    if drill.pass_mark is None:
        return None
    right = sum(scored(answers))
    return to_its_end and bool(answers) and 100 * right >= drill.pass_mark * (count or len(answers))
