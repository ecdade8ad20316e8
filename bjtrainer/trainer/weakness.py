"""How much is to be gained by asking a cell: its frequency, the chance of a miss, and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from bjtrainer.charts.model import INSURANCE_CELL, Chart
from bjtrainer.trainer.past import PastAnswer

HALF_LIFE = 6
"""After so many more answers in a cell, an answer counts half."""

PRIOR_CHANCE = 0.3
"""The chance of a miss in a cell that was never asked."""

PRIOR_WEIGHT = 2.0
"""How many answers the chance beforehand counts for."""

LEAST_COST = 0.02
"""What a miss costs at least, in initial wagers, so that close calls are learnt, too."""

_KEPT = 0.5 ** (1 / HALF_LIFE)


@dataclass(frozen=True, slots=True)
class Record:
    """How one cell went: ``misses`` and ``answers`` count less the older they are.

    ``missed_cost`` is the mean cost of all its misses, in initial wagers; None without any.
    """

    misses: float = 0.0
    answers: float = 0.0
    missed_cost: float | None = None

    @classmethod
    def of(cls, answers: Iterable[PastAnswer]) -> Record:
        """Make the record of a cell's answers, the oldest first, without slips.

        An answer after a hint was not known.
        """
        misses = weight = 0.0
        costs = []
        for answer in answers:
            misses *= _KEPT
            weight = weight * _KEPT + 1
            if not answer.right:
                costs.append(answer.cost)
            if answer.hinted or not answer.right:
                misses += 1
        return cls(misses, weight, fsum(costs) / len(costs) if costs else None)

    @property
    def chance(self) -> float:
        """The chance of a miss."""
        return (self.misses + PRIOR_CHANCE * PRIOR_WEIGHT) / (self.answers + PRIOR_WEIGHT)

    def cost(self, margin: float) -> float:
        """What a miss costs, in initial wagers; ``margin`` is the chart's, for who never missed."""
        return max(margin if self.missed_cost is None else self.missed_cost, LEAST_COST)


def weights_of(chart: Chart, records: Mapping[str, Record]) -> dict[str, float]:
    """Give what misses in each cell are expected to cost, in initial wagers per 100 rounds.

    The cells are those that the chart leads to, insurance too, in the order of the chart.
    """
    figures = {
        str(cell): (entry.frequency, entry.margin)
        for cell, entry in chart.entries.items()
        if entry.frequency > 0
    }
    if chart.insurance is not None:
        figures[INSURANCE_CELL] = (chart.insurance.frequency, chart.insurance.margin)
    nothing = Record()
    return {
        cell: frequency * record.chance * record.cost(margin)
        for cell, (frequency, margin) in figures.items()
        if (record := records.get(cell, nothing))
    }
