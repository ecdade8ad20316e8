"""How a session went, made of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from bjtrainer.trainer.judge import Verdict
from bjtrainer.trainer.question import Question

MOST_MISSES = 5
"""How many of the worst misses a summary shows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """One judged answer. ``milliseconds`` is None where time was not measured.

    ``hinted``: given after a hint. ``slip``: taken back, kept and counted nowhere.
    """

    question: Question
    verdict: Verdict
    milliseconds: int | None
    hinted: bool = False
    slip: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """The figures of a session; slips are counted in ``slips`` and nowhere else.

    ``streak`` is how many answers in a row were right up to now, ``best_streak`` the most.
    ``total_cost`` is in initial wagers. ``worst`` are the misses that cost most, at most five.
    """

    asked: int
    right: int
    total_cost: float
    slips: int
    streak: int
    best_streak: int
    worst: tuple[Answered, ...]

    @property
    def accuracy(self) -> float | None:
        """The share that was right, from 0 to 1; None when nothing was answered."""
        return self.right / self.asked if self.asked else None

    @property
    def cost_per_100(self) -> float | None:
        """What 100 such decisions give away, in initial wagers; None when nothing was answered."""
        return 100 * self.total_cost / self.asked if self.asked else None


def summary_of(answers: Sequence[Answered]) -> Summary:
    """Add up answers, in the order in which they were given.

    >>> summary_of(()).accuracy is None
    True
    """
    counted = [answer for answer in answers if not answer.slip]
    streak = best_streak = 0
    for answer in counted:
        streak = streak + 1 if answer.verdict.right else 0
        best_streak = max(best_streak, streak)
    misses = [answer for answer in counted if not answer.verdict.right]
    return Summary(
        asked=len(counted),
        right=len(counted) - len(misses),
        total_cost=fsum(answer.verdict.cost for answer in counted),
        slips=len(answers) - len(counted),
        streak=streak,
        best_streak=best_streak,
        worst=tuple(sorted(misses, key=lambda miss: -miss.verdict.cost)[:MOST_MISSES]),
    )
