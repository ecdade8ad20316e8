"""Where a cell lies in the chart: inside a block of one answer, or at its edge."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bjtrainer.charts.model import Chart
from bjtrainer.trainer.spots import neighbours_in


class Place(Enum):
    """How many of the cells beside a cell say something else than it does."""

    INSIDE = "inside"
    """None."""
    EDGE = "edge"
    """Fewer than half of them."""
    CORNER = "corner"
    """Half of them or more; and insurance, which has none beside it."""


def places_of(chart: Chart) -> dict[str, Place]:
    """Give the place of each cell of a chart, by its name; first choices alone are compared.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> places = places_of(load_chart(chart_path("vegas-downtown")))
    >>> [places[cell].value for cell in ("hard 14 v 4", "hard 14 v 6", "hard 12 v 4")]
    ['inside', 'edge', 'corner']
    """
    first = {cell: entry.code.actions[0] for cell, entry in chart.entries.items()}
    neighbours = neighbours_in(first)
    places = {
        str(cell): _place([first[one] is not action for one in neighbours(cell)])
        for cell, action in first.items()
    }
    return {name: places.get(name, Place.CORNER) for name in chart.by_name}


def _place(unlike: Sequence[bool]) -> Place:
    """Give the place of a cell, by which of those beside it say something else."""
    if not any(unlike):
        return Place.INSIDE
    return Place.EDGE if 2 * sum(unlike) < len(unlike) else Place.CORNER
