"""Between what limits a sum of costs lies, as far as the answers behind it go.

How often a decision is missed is known from few answers only. So it is given a distribution:
Beta(missed + m, right + 1 - m), which is what the answers say beside a single one that was missed
with the chance ``m`` of a player without training (``weakness``), who misses many close decisions
and few obvious ones. Without that, two right answers would be no doubt at all. Times what a miss
costs, these are added up: mean, variance and third moment of a sum are the sums of its parts', and
the limits follow from them (Cornish and Fisher, 1938):

    limit = mean + deviation * (z + skewness * (z * z - 1) / 6),  z = -1.96 and 1.96
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, sqrt

from bjtrainer.trainer.weakness import chance_of_a_miss

Z = 1.959963984540054
"""Within so many standard deviations lie 95 % of what is distributed normally."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Doubt:
    """A decision that was answered so many ``times``, and ``missed`` in some of them.

    ``cost`` is what always missing it would lose, ``margin`` what one miss does, in initial wagers.
    """

    times: int
    missed: int
    cost: float
    margin: float

    def moments(self) -> tuple[float, float, float]:
        """Give mean, variance and third central moment of what it loses."""
        untrained = chance_of_a_miss((), max(self.margin, 0.0))
        total = self.times + 1
        miss = (self.missed + untrained) / total
        variance = miss * (1 - miss) / (total + 1)
        third = 2 * (1 - 2 * miss) * variance / (total + 2)
        return miss * self.cost, variance * self.cost**2, third * self.cost**3


def between(doubts: Iterable[Doubt], cost: float) -> tuple[float, float]:
    """Give the limits within which the sum of all lies with a chance of 95 %.

    ``cost`` is the sum as it was measured, and always within.

    >>> few = Doubt(times=4, missed=2, cost=1.0, margin=0.1)
    >>> many = Doubt(times=400, missed=200, cost=1.0, margin=0.1)
    >>> [[round(limit, 2) for limit in between([one], 0.5)] for one in (few, many)]
    [[0.07, 0.86], [0.45, 0.55]]
    """
    moments = [doubt.moments() for doubt in doubts]
    mean, variance, third = (fsum(one[place] for one in moments) for place in range(3))
    if not variance:
        return cost, cost
    bend = third / variance**1.5 * (Z * Z - 1) / 6
    low, high = (mean + sqrt(variance) * (z + bend) for z in (-Z, Z))
    return min(low, cost), max(high, cost)
