"""What one question may be about: a cell of the chart, and at which decisions it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart, Row
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand

if TYPE_CHECKING:
    from bjtrainer.trainer.plays import Turn

T = TypeVar("T")


class Decision(Enum):
    """At which decision a hand is asked about; the last three are hands that need a fallback."""

    FIRST = "first"
    """The first two cards."""
    AFTER_HIT = "after_hit"
    """Three cards or more, nothing split."""
    AFTER_SPLIT = "after_split"
    """A hand of a split."""
    NO_DOUBLE = "no_double"
    """The chart would double, and this hand cannot be doubled."""
    NO_SPLIT = "no_split"
    """The chart would split, and this pair cannot be split."""
    NO_SURRENDER = "no_surrender"
    """The chart would surrender, and this hand cannot be surrendered."""


FALLBACKS = {
    Action.DOUBLE: Decision.NO_DOUBLE,
    Action.SPLIT: Decision.NO_SPLIT,
    Action.SURRENDER: Decision.NO_SURRENDER,
}
"""What it is called that an action of the chart is not allowed."""

ONLY_FIRST = frozenset({Decision.FIRST})


@dataclass(frozen=True, slots=True)
class Spot:
    """What one question may be about: one cell, at any of some decisions.

    ``cell`` is None for insurance. ``hands`` are hands of the cell that are asked about half of
    the time, for their exact cards' sake, each with how often it comes up. ``only`` says which
    hands at those decisions are meant, all where it is None.

    >>> str(Spot(Cell.parse("hard 16 v T"), ONLY_FIRST)), str(Spot(None, ONLY_FIRST))
    ('hard 16 v T', 'insurance v A')
    """

    cell: Cell | None
    decisions: frozenset[Decision]
    hands: tuple[tuple[Hand, float], ...] = ()
    only: Callable[[Turn], bool] | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return INSURANCE_CELL if self.cell is None else str(self.cell)


def decisions_at(
    chart: Chart, situation: Situation, legal: tuple[Action, ...]
) -> frozenset[Decision]:
    """Say at which decisions a situation is, by a chart.

    >>> from bjtrainer.cards import Rank
    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> chart = load_chart(chart_path("vegas-downtown"))
    >>> situation = Situation(hand=Hand.parse("A34"), upcard=Rank.FIVE)
    >>> found = decisions_at(chart, situation, (Action.HIT, Action.STAND))
    >>> sorted(decision.value for decision in found)
    ['after_hit', 'no_double']
    """
    hand = situation.hand
    if situation.from_split:
        decisions = {Decision.AFTER_SPLIT}
    else:
        decisions = {Decision.FIRST if len(hand) == 2 else Decision.AFTER_HIT}
    wished = [chart.entries[chart.cell(situation, legal)].code.actions[0]]
    if hand.pair is not None:
        wished += chart.entries[Cell(Row.of_pair(hand.pair), situation.upcard)].code.actions
    decisions.update(
        FALLBACKS[action] for action in wished if action in FALLBACKS and action not in legal
    )
    return frozenset(decisions)


def beside(line: Sequence[T], one: T) -> list[T]:
    """Give what stands left and right of one in a line, such as the upcards of a chart.

    >>> beside("23456", "4"), beside("23456", "2")
    (['3', '5'], ['3'])
    """
    place = line.index(one)
    return [*line[max(0, place - 1) : place], *line[place + 1 : place + 2]]


def neighbours_in(cells: Iterable[Cell]) -> Callable[[Cell], Iterator[Cell]]:
    """Give what gives the cells above, below, left and right of a cell, among the rows of some.

    Above and below are rows of the same kind.
    """
    rows: dict[str, list[Row]] = {}
    for row in dict.fromkeys(cell.row for cell in cells):
        rows.setdefault(row.kind, []).append(row)

    def neighbours(cell: Cell) -> Iterator[Cell]:
        for row in beside(rows[cell.row.kind], cell.row):
            yield Cell(row, cell.upcard)
        for upcard in beside(UPCARDS, cell.upcard):
            yield Cell(cell.row, upcard)

    return neighbours
