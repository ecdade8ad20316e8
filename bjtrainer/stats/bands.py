"""How well somebody plays, in one word: the error rate over decisions that are not obvious.

As GNU Backgammon counts it: what was given away, in thousandths of a bet, by decision, over those
alone that are not obvious. A decision is *obvious* where the second best answer costs OBVIOUS bets
or more by the chart's exact margin: nobody asks whether to hit a hard 6, so that it says nothing.

The bands follow from playing wrong on purpose, exactly valued in the six shipped games: a miss in
a decision that is not obvious costs 0.08 to 0.09 bets, by how often each comes up; so 0.8 is the
error rate of who misses one in a hundred of them, 2 of one in forty, 4 of one in twenty and 8 of
one in ten. Who plays as the dealer does has 28, and who never risks to bust 50.
"""

from __future__ import annotations

from collections.abc import Iterable

from bjtrainer.charts.model import Chart
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.tally import Tally

OBVIOUS = 0.2
"""The margin, in initial wagers, from which on a decision is obvious."""

ENOUGH = 50
"""How many decisions that are not obvious it takes: fewer would call anybody flawless by chance."""

BANDS = (
    (0.1, "flawless"),
    (0.8, "expert"),
    (2.0, "strong"),
    (4.0, "sound"),
    (8.0, "casual"),
    (28.0, "learning"),
)
"""Below which error rate a player is what; ``beginner`` from the last on."""


def error_rate(tallies: Iterable[Tally], chart: Chart | None) -> float | None:
    """Give the error rate in thousandths of a bet; None where it is not known.

    That is without the chart of the game, and with fewer than ENOUGH decisions that count.
    """
    if chart is None:
        return None
    entries = chart.by_name
    counted = Figures.of(
        tally for tally in tallies if tally.cell in entries and entries[tally.cell].margin < OBVIOUS
    )
    return 1000 * counted.total_cost / counted.decisions if counted.decisions >= ENOUGH else None


def band(rate: float) -> str:
    """Give the name of the band of an error rate.

    >>> [band(rate) for rate in (0, 0.5, 3, 30)]
    ['flawless', 'expert', 'sound', 'beginner']
    """
    return next((name for below, name in BANDS if rate < below), "beginner")
