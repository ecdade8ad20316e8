"""A lesson: the questions that take a player on from where he is, new ones among known ones.

What is asked depends on the seed and on the answers stored before the lesson, on none given in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import INSURANCE_CELL, Cell
from bjtrainer.game.shoe import shuffled
from bjtrainer.trainer.drill import Drill
from bjtrainer.trainer.judge import Solve
from bjtrainer.trainer.learning import LEAST, Step, Way
from bjtrainer.trainer.order import Course
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.selection import Selection
from bjtrainer.trainer.session import Session, begin
from bjtrainer.trainer.spots import ONLY_FIRST, Spot, beside, neighbours_in

NAME = "learn"
"""The drill of which a lesson is a session, as it is stored."""

KNOWN = 6
"""So many questions of a lesson are about what was learnt before, or half as many as are new."""


MOST_KNOWN = 24
"""No more questions of a lesson are about groups that are back; the others wait for the next."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What is practised next: ``new`` is the group to learn, None where only known ones are asked.

    ``back`` are the groups that were missed. ``cells`` are asked in this order, each as often as
    it stands there.
    """

    new: Step | None
    back: tuple[Step, ...]
    cells: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the lesson is about."""
        return ", ".join(step.group.title for step in ((self.new,) if self.new else self.back))


def askable(plays: Plays) -> dict[str, str]:
    """Give the cells that lessons ask about, each with its code: those of the first decision.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.rules.load import find_rules
    >>> game = "european"
    >>> codes = askable(Plays(find_rules(game), load_chart(chart_path(game))))
    >>> len(codes), codes["hard 16 v T"], codes["insurance v A"]
    (331, 'H', 'N')
    """
    first = {str(cell) for cell in plays.reached(ONLY_FIRST)} | {INSURANCE_CELL}
    named = plays.chart.by_name.items()
    return {cell: str(entry.code) for cell, entry in named if cell in first}


def lesson_of(way: Way, codes: Mapping[str, str], *, seed: int) -> Lesson | None:
    """Give the next lesson; None where everything is learnt."""
    if way.ended:
        return None
    rng = Random(f"{seed}/lesson")
    new = [] if way.now is None else _new(way.now, codes, rng)
    known = _known(way, new, codes, max(KNOWN, len(new) // 2), rng)
    mixed = list(shuffled((*new, *known), rng))
    if new:  # what the player has just read comes first
        first = next(place for place, cell in enumerate(mixed) if cell in new)
        mixed.insert(0, mixed.pop(first))
    return Lesson(new=way.now, back=way.back, cells=tuple(mixed))


def lesson_session(
    lesson: Lesson, plays: Plays, *, seed: int, solve: Solve, count: int | None = None
) -> Session:
    """Start a lesson at its first question; ``count`` ends it early.

    Raises ``InputError`` for a ``count`` below 1.
    """
    spots = tuple(
        Spot(None if cell == INSURANCE_CELL else Cell.parse(cell), ONLY_FIRST)
        for cell in lesson.cells
    )
    drill = Drill(name=NAME, title=lesson.title, selection=Selection())
    course = Course(plays=plays, spots=spots, shuffled=False, length=len(spots))
    count = len(spots) if count is None else min(len(spots), count)
    return begin(drill, plays.rules, plays.chart, course, seed=seed, solve=solve, count=count)


def _new(step: Step, codes: Mapping[str, str], rng: Random) -> list[str]:
    """Choose cells of the group to learn: what it takes, every answer of every rule among them.

    Those at the edge of an answer, where a rule is told apart from its opposite, come first.
    """
    chosen: list[str] = []
    for rule in step.rules:
        cells = [cell for cell in shuffled(rule.cells, rng) if not step.good.get(cell)]
        cells.sort(key=lambda cell: not _at_an_edge(cell, codes))
        chosen += _by_turns(cells, codes)[: step.lacking(rule)]
    others = [cell for cell in shuffled(step.cells, rng) if cell not in chosen]
    return _filled(chosen, others, max(step.left, LEAST))


def _known(
    way: Way, new: Sequence[str], codes: Mapping[str, str], count: int, rng: Random
) -> list[str]:
    """Choose cells of the groups that were learnt, first what was missed.

    Then, for half of the rest, what is beside the group to learn and says something else, so that
    not every answer is the new one; then what is in the rows of the new, and what was not asked
    for longest. A group that is back gets as many as it takes.
    """
    rows = {cell.partition(" v ")[0] for cell in new}
    chosen: list[str] = []
    for step in way.back:
        others = [cell for cell in shuffled(step.cells, rng) if cell not in step.missed]
        chosen += _filled(step.missed, others, step.left)
    chosen = chosen[:MOST_KNOWN]
    cells = [
        cell
        for cell in shuffled([cell for step in way.known for cell in step.cells], rng)
        if cell not in chosen
    ]
    cells.sort(key=lambda cell: (cell.partition(" v ")[0] not in rows, way.latest.get(cell, -1)))
    left, border = max(0, count - len(chosen)), _border(way.now, codes)
    edge = [cell for cell in cells if cell in border][: left // 2]
    return chosen + [*edge, *(cell for cell in cells if cell not in edge)][:left]


def _border(step: Step | None, codes: Mapping[str, str]) -> set[str]:
    """Give the cells beside those of a group in the chart that have another first choice."""
    neighbours = neighbours_in(Cell.parse(cell) for cell in codes if cell != INSURANCE_CELL)
    return {
        str(other)
        for cell in (() if step is None else step.cells)
        if cell != INSURANCE_CELL
        for other in neighbours(Cell.parse(cell))
        if codes.get(str(other), codes[cell])[0] != codes[cell][0]
    }


def _filled(cells: Sequence[str], others: Sequence[str], count: int) -> list[str]:
    """Add other cells to some until there are enough; where all are there, all once more."""
    filled = [*cells, *others[: max(0, count - len(cells))]]
    return [filled[place % len(filled)] for place in range(max(count, len(cells)))]


def _by_turns(cells: Iterable[str], codes: Mapping[str, str]) -> list[str]:
    """Put cells in an order in which their answers take turns."""
    answers: dict[str, list[str]] = {}
    for cell in cells:
        answers.setdefault(codes[cell], []).append(cell)
    return [cell for cell in chain(*zip_longest(*answers.values())) if cell is not None]


def _at_an_edge(cell: str, codes: Mapping[str, str]) -> bool:
    """Whether the answer is another beside a cell in its row."""
    row, _, upcard = cell.partition(" v ")
    neighbours = beside([rank.value for rank in UPCARDS], upcard)
    return any(codes.get(f"{row} v {one}", codes[cell]) != codes[cell] for one in neighbours)
