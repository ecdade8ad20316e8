"""The figures of some answers, with how sure they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, sqrt

from bjtrainer.stats.tally import Tally

CLEAR = 10
"""From so many answers on a share is shown; from fewer it is unclear."""

_NINETY_FIVE = 1.959963984540054
"""The normal deviate between whose ends 95 % lie."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How a number of decisions went; ``total_cost`` is in initial wagers."""

    decisions: int
    right: int
    total_cost: float

    @classmethod
    def of(cls, tallies: Iterable[Tally]) -> Figures:
        """Add up tallies."""
        added = tuple(tallies)
        return cls(
            decisions=sum(tally.decisions for tally in added),
            right=sum(tally.right for tally in added),
            total_cost=fsum(tally.cost for tally in added),
        )

    @classmethod
    def added(cls, parts: Iterable[Figures]) -> Figures:
        """Add up figures.

        >>> Figures.added([Figures(3, 2, 0.25), Figures(1, 1, 0.0)])
        Figures(decisions=4, right=3, total_cost=0.25)
        """
        every = tuple(parts)
        return cls(
            decisions=sum(part.decisions for part in every),
            right=sum(part.right for part in every),
            total_cost=fsum(part.total_cost for part in every),
        )

    @property
    def missed(self) -> int:
        """How many were wrong."""
        return self.decisions - self.right

    @property
    def clear(self) -> bool:
        """Whether there are enough decisions to show a share of them."""
        return self.decisions >= CLEAR

    @property
    def accuracy(self) -> float | None:
        """The share that was right, from 0 to 1; None without decisions."""
        return self.right / self.decisions if self.decisions else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what, with 95 % confidence, the accuracy lies; None without decisions.

        Wilson's score interval, which never leaves 0 to 1 and is never of no width.

        >>> low, high = Figures(2, 2, 0.0).interval
        >>> round(low, 3), high
        (0.342, 1.0)
        """
        if not self.decisions:
            return None
        count, square = self.decisions, _NINETY_FIVE**2
        share = self.right / count
        middle = (share + square / (2 * count)) / (1 + square / count)
        spread = sqrt(share * (1 - share) / count + square / (4 * count**2))
        half = _NINETY_FIVE * spread / (1 + square / count)
        low = 0.0 if self.right == 0 else middle - half
        return low, 1.0 if self.right == count else middle + half

    @property
    def cost_per_100(self) -> float | None:
        """What 100 such decisions give away, in initial wagers; None without decisions."""
        return 100 * self.total_cost / self.decisions if self.decisions else None

    def change_from(self, before: Figures) -> str | None:
        """Say whether these are ``better`` or ``worse`` answers than those before, or ``unclear``.

        Unclear where the two accuracies may differ by chance (a test of two shares, at 95 %);
        None where either is of too few decisions.

        >>> before = Figures(1000, 900, 0.0)
        >>> [Figures(200, right, 0.0).change_from(before) for right in (192, 178, 160)]
        ['better', 'unclear', 'worse']
        """
        if not self.clear or not before.clear:
            return None
        together = (self.right + before.right) / (self.decisions + before.decisions)
        parts = 1 / self.decisions + 1 / before.decisions
        spread = sqrt(together * (1 - together) * parts)
        risen = self.right / self.decisions - before.right / before.decisions
        if abs(risen) <= _NINETY_FIVE * spread:
            return "unclear"
        return "better" if risen > 0 else "worse"

    def as_json(self) -> dict[str, object]:
        """Give the figures as they stand in ``stats --json``.

        >>> Figures(0, 0, 0.0).as_json()
        {'decisions': 0, 'right': 0, 'accuracy': None, 'cost_per_100': None}
        """
        return {
            "decisions": self.decisions,
            "right": self.right,
            "accuracy": self.accuracy,
            "cost_per_100": self.cost_per_100,
        }


def middle(times: Iterable[tuple[int, int]]) -> float | None:
    """Give the median of times, each with how many answers took it, in order; None without any.

    >>> middle([(900, 1), (1000, 2), (5000, 1)]), middle([(900, 1), (1000, 1)]), middle([])
    (1000.0, 950.0, None)
    """
    counted = tuple(times)
    count = sum(answers for _, answers in counted)
    if not count:
        return None
    return (_at(counted, (count - 1) // 2) + _at(counted, count // 2)) / 2


def _at(times: tuple[tuple[int, int], ...], place: int) -> int:
    """Give the time at a place, from 0, of all answers in order."""
    for milliseconds, answers in times:
        if place < answers:
            return milliseconds
        place -= answers
    raise AssertionError("there are more answers than that")
