"""Three simulated learners: how many answers each order of questions takes them to 98 %.

    python tests/long/learners.py --runs 10

asks each learner about the cells of one game until he is right on 98 % of the decisions as the
game deals them, in three orders: by the drills ``due`` and ``weak`` in turn, as they ship, from
the answers before each session; ``even`` (all cells in turn); and ``natural`` (as the game deals
them). It prints the answers needed and their ratios.

The learners, their parameters and the seeds were written down before the scheduler was tuned;
they were chosen so that each gets there in the natural order, in some thousand answers.
``tests/trainer/test_learners.py`` is the short form.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp
from random import Random
from statistics import median

from bjtrainer.analysis.values import solve
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import INSURANCE_CELL, ROWS, UPCARDS, Cell, Chart
from bjtrainer.game.shoe import shuffled
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.record import PastDecision
from bjtrainer.trainer.answered import NothingToAsk
from bjtrainer.trainer.drill import find_drill
from bjtrainer.trainer.judge import Severity
from bjtrainer.trainer.order import course
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.progress import Progress, progress_of
from bjtrainer.trainer.selection import select

GAME = "vegas-downtown"
TARGET = 0.98
SEEDS = range(1, 11)
MOST_ANSWERS = 10_000

START = datetime(2025, 1, 1, 9, tzinfo=UTC)
SESSION = 50
"""Answers in a session; there is one at nine in the morning and one at nine in the evening."""
BETWEEN_SESSIONS = timedelta(hours=12)
BETWEEN_ANSWERS = timedelta(seconds=6)
LOOK_EVERY = 10
"""After so many answers the learner is measured."""

KNOWN_MILLISECONDS = 1500
GUESSED_MILLISECONDS = 3500
SPREAD = 0.4
"""The standard deviation of the logarithm of an answer's time."""


@dataclass(frozen=True)
class Course:
    """What there is to learn in a game: its cells, how often each comes up, and what it says."""

    plays: Plays
    codes: dict[str, str]
    frequencies: dict[str, float]
    margins: dict[str, float]
    neighbours: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, plays: Plays) -> Course:
        chart = plays.chart
        entries = {str(cell): entry for cell, entry in chart.entries.items() if entry.frequency > 0}
        codes = {cell: str(entry.code) for cell, entry in entries.items()}
        frequencies = {cell: entry.frequency for cell, entry in entries.items()}
        margins = {cell: max(entry.margin, 0.0) for cell, entry in entries.items()}
        neighbours = {
            cell: tuple(beside for beside in _beside(Cell.parse(cell)) if beside in entries)
            for cell in entries
        }
        if chart.insurance is not None:
            codes[INSURANCE_CELL] = chart.insurance.code
            frequencies[INSURANCE_CELL] = chart.insurance.frequency
            margins[INSURANCE_CELL] = chart.insurance.margin
            neighbours[INSURANCE_CELL] = ()
        return cls(plays, codes, frequencies, margins, neighbours)

    @property
    def chart(self) -> Chart:
        """The chart that is learnt."""
        return self.plays.chart

    def alike(self, one: str, other: str) -> bool:
        """Whether two cells have the same first choice."""
        return self.codes[one][0] == self.codes[other][0]


def _beside(cell: Cell) -> Iterator[str]:
    rows = [row for row in ROWS if row.kind == cell.row.kind]
    row, column = rows.index(cell.row), UPCARDS.index(cell.upcard)
    for other in (row - 1, row + 1):
        if 0 <= other < len(rows):
            yield str(Cell(rows[other], cell.upcard))
    for other in (column - 1, column + 1):
        if 0 <= other < len(UPCARDS):
            yield str(Cell(cell.row, UPCARDS[other]))


class Forgets:
    """Remembers what he saw, and forgets exponentially; the later he recalls it, the longer.

    Strength is the number of days after which 37 % is left. Without memory he guesses.
    """

    FIRST_STRENGTH = 10.0
    GROWTH = 5.0
    GUESS = 0.65

    def __init__(self, course: Course) -> None:
        self._strength: dict[str, float] = {}
        self._seen: dict[str, datetime] = {}

    def chance(self, cell: str, now: datetime) -> float:
        """The chance of a right answer."""
        recall = self._recall(cell, now)
        return recall + (1 - recall) * self.GUESS

    def answer(self, cell: str, now: datetime, rng: Random) -> tuple[bool, bool]:
        """Answer and take in what was right: whether it is right, and whether it was known."""
        recall = self._recall(cell, now)
        known = rng.random() < recall
        right = known or rng.random() < self.GUESS
        strength = self._strength.get(cell, 0.0)
        if known:
            self._strength[cell] = strength * (1 + self.GROWTH * (1 - recall))
        else:
            self._strength[cell] = max(strength / 2, self.FIRST_STRENGTH)
        self._seen[cell] = now
        return right, known

    def _recall(self, cell: str, now: datetime) -> float:
        if cell not in self._seen:
            return 0.0
        return exp(-((now - self._seen[cell]) / timedelta(days=1)) / self._strength[cell])


class Confuses:
    """Learns a cell step by step, and takes it for a neighbour until it is learnt.

    What he is told of a cell also loosens the neighbours that say something else and that he is
    not sure of.
    """

    STEP = 0.4
    LOOSENED = 0.2

    def __init__(self, course: Course) -> None:
        self._course = course
        self._known: dict[str, float] = {}

    def chance(self, cell: str, now: datetime) -> float:
        """The chance of a right answer."""
        known = self._known.get(cell, 0.0)
        return known + (1 - known) * self._by_neighbours(cell)

    def answer(self, cell: str, now: datetime, rng: Random) -> tuple[bool, bool]:
        """Answer and take in what was right: whether it is right, and whether it was known."""
        before = self._known.get(cell, 0.0)
        known = rng.random() < before
        right = known or rng.random() < self._by_neighbours(cell)
        self._known[cell] = before + (1 - before) * self.STEP
        for beside in self._course.neighbours[cell]:
            if beside in self._known and not self._course.alike(cell, beside):
                sure = self._known[beside]
                self._known[beside] = sure * (1 - self.LOOSENED * (1 - sure))
        return right, known

    def _by_neighbours(self, cell: str) -> float:
        neighbours = self._course.neighbours[cell]
        if not neighbours:
            return 0.5
        return sum(self._course.alike(cell, beside) for beside in neighbours) / len(neighbours)


class GuessesByTotal:
    """Hits below 17 (soft: below 18) and stands from there, whatever the dealer has.

    He insures his hands and splits nothing but aces and eights. A miss puts a cell right for
    good with some chance; after that he rarely slips.
    """

    TAKEN_IN = 0.35
    SURE = 0.985

    def __init__(self, course: Course) -> None:
        self._course = course
        self._put_right: set[str] = set()

    def chance(self, cell: str, now: datetime) -> float:
        """The chance of a right answer."""
        if cell in self._put_right:
            return self.SURE
        return float(self._by_total(cell) == self._course.codes[cell][0])

    def answer(self, cell: str, now: datetime, rng: Random) -> tuple[bool, bool]:
        """Answer and take in what was right: whether it is right, and whether it was known."""
        right = rng.random() < self.chance(cell, now)
        if not right and rng.random() < self.TAKEN_IN:
            self._put_right.add(cell)
        return right, True

    @staticmethod
    def _by_total(cell: str) -> str:
        if cell == INSURANCE_CELL:
            return "Y"
        row = Cell.parse(cell).row
        if row.kind == "pair":
            if row.label in ("A", "8"):
                return "P"
            total = 20 if row.label == "T" else 2 * int(row.label)
            return "H" if total < 17 else "S"
        return "H" if int(row.label) < (18 if row.kind == "soft" else 17) else "S"


Learner = Forgets | Confuses | GuessesByTotal
LEARNERS: tuple[type[Learner], ...] = (Forgets, Confuses, GuessesByTotal)


@dataclass(frozen=True)
class Lesson:
    """What a session is made of: all answers before it, when it starts, and a seed of its own."""

    course: Course
    past: Sequence[PastDecision]
    now: datetime
    seed: int


Order = Callable[[Lesson], Sequence[str]]
"""Gives the cells of a session."""


def natural(lesson: Lesson) -> Sequence[str]:
    """Cells as the game deals them."""
    often = lesson.course.frequencies
    return Random(lesson.seed).choices(list(often), list(often.values()), k=SESSION)


def even(lesson: Lesson) -> Sequence[str]:
    """All cells in turn, in another order of chance each time."""
    cells = list(lesson.course.codes)
    asked: list[str] = []
    for number in range(len(lesson.past), len(lesson.past) + SESSION):
        turn, place = divmod(number, len(cells))
        asked.append(shuffled(cells, Random(f"even/{turn}"))[place])
    return asked


def due_and_weak(lesson: Lesson) -> Sequence[str]:
    """In the morning what the drill ``due`` asks, and in the evening what ``weak`` asks.

    Where less is due than a session holds, ``weak`` goes on.
    """
    progress = progress_of(lesson.past, lesson.course.chart, now=lesson.now)
    cells: Sequence[str] = ()
    if len(lesson.past) % (2 * SESSION) < SESSION:
        with suppress(NothingToAsk):
            cells = _asked_by("due", lesson, progress)
    return (*cells, *_asked_by("weak", lesson, progress))[:SESSION]


def _asked_by(name: str, lesson: Lesson, progress: Progress) -> Sequence[str]:
    drill, plays = find_drill(name), lesson.course.plays
    assert drill.selection is not None, "both drills ask about cells"
    spots = select(drill.selection, plays, solve=solve, progress=progress)
    path = course(drill.order, plays, spots, progress)
    count = min(SESSION, path.length or SESSION)
    return [str(path.spot(lesson.seed, number)) for number in range(1, count + 1)]


ORDERS: dict[str, Order] = {"due + weak": due_and_weak, "even": even, "natural": natural}


def accuracy(learner: Learner, course: Course, now: datetime) -> float:
    """The chance of a right answer on a decision as the game deals them."""
    right = sum(often * learner.chance(cell, now) for cell, often in course.frequencies.items())
    return right / sum(course.frequencies.values())


def answers_needed(kind: type[Learner], course: Course, order: Order, seed: int) -> int | None:
    """How many answers it takes a learner to 98 % on natural hands; None if it takes too many."""
    rng = Random(f"{kind.__name__}/{seed}")
    learner = kind(course)
    past: list[PastDecision] = []
    now = START
    while len(past) < MOST_ANSWERS:
        session_start = now
        lesson = Lesson(course, past, now, seed=rng.getrandbits(32))
        for cell in order(lesson):
            right, known = learner.answer(cell, now, rng)
            past.append(_answer(course, cell, now, right, known, rng))
            now += BETWEEN_ANSWERS
            if len(past) % LOOK_EVERY == 0 and accuracy(learner, course, now) >= TARGET:
                return len(past)
        now = session_start + BETWEEN_SESSIONS
    return None


def _answer(  # noqa: PLR0917  all that is told of an answer
    course: Course, cell: str, now: datetime, right: bool, known: bool, rng: Random
) -> PastDecision:
    usual = KNOWN_MILLISECONDS if known else GUESSED_MILLISECONDS
    cost = 0.0 if right else course.margins[cell]
    return PastDecision(
        answered_at=now,
        rules_digest=course.chart.rules_digest,
        phase="insurance" if cell == INSURANCE_CELL else "player",
        cell=cell,
        code=course.codes[cell],
        hand="",
        split_hands=1,
        right=right,
        cost=cost,
        severity="none" if right else str(Severity.of(cost)),
        milliseconds=int(usual * exp(rng.gauss(0, SPREAD))),
        slip=False,
        hinted=False,
        natural=False,
    )


def main() -> int:
    """Print the answers that each learner needs in each order, and the ratios to natural order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=len(SEEDS))
    subject = Course.of(Plays(find_rules(GAME), load_chart(chart_path(GAME))))
    seeds = SEEDS[: parser.parse_args().runs]
    print(f"{'learner':<16}{'order':<14}{'median':>8}{'least':>8}{'most':>8}{'of natural':>12}")
    for kind in LEARNERS:
        needed = {
            name: [answers_needed(kind, subject, order, seed) or MOST_ANSWERS for seed in seeds]
            for name, order in ORDERS.items()
        }
        usual = median(needed["natural"])
        for name, counts in needed.items():
            print(
                f"{kind.__name__:<16}{name:<14}{median(counts):>8.0f}{min(counts):>8}"
                f"{max(counts):>8}{median(counts) / usual:>12.2f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
