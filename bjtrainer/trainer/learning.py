"""How far a player is on the way through a chart, group by group, from stored answers alone.

A group is learnt once its answers since the last miss were right, unaided and not slow in enough
different cells: ``CELLS`` of them in all, ``LEAST`` in each of its rules, or all there are. Rows
share a rule, so that a dozen cells show it: who guesses between two answers gets there once in
4,000 times, who knows nine of ten about once in four. An answer is slow by the player's own usual
time (``pace``); it counts for nothing, and breaks nothing. Groups of few cells take ``LEAST``
answers.

The next group opens when all before it are learnt and none of them is back; what has begun stays
open. A miss in a group that was learnt brings it back until each missed cell was answered well
again, and ``LEAST`` answers since the last miss were good.

Only answers in the chart's own game count, in whatever drill or at the table, and only those to
what the chart says today.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from bjtrainer.trainer.groups import Group, Rule
from bjtrainer.trainer.pace import Pace, Speed
from bjtrainer.trainer.past import PastAnswer

CELLS = 12
"""In so many different cells of a group answers must be good, divided among its rules."""

LEAST = 4
"""In so many cells of each rule, where it has them; and so many answers in a group at least."""


class Standing(Enum):
    """How far a player is with a group."""

    LEARNT = "learnt"
    AGAIN = "again"
    """Learnt before, and missed since."""
    OPEN = "open"
    LOCKED = "locked"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One group on the way; made by ``way_of``.

    ``rules`` are those of its rules that can be asked about, with ``cells`` that can be asked.
    ``good`` counts the good answers of each cell since the last miss in the group; ``missed`` are
    the cells whose miss keeps the group back. ``left`` is how many good answers it takes yet.
    """

    group: Group
    rules: tuple[Rule, ...]
    standing: Standing
    good: Mapping[str, int]
    missed: tuple[str, ...]
    left: int

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that can be asked."""
        return tuple(cell for rule in self.rules for cell in rule.cells)

    @property
    def needed(self) -> int:
        """How many good answers without a miss it takes to learn the group."""
        return _left(self.rules, {})

    def lacking(self, rule: Rule) -> int:
        """Count the cells of a rule that lack a good answer before the group is learnt."""
        return _lacking(rule, self.rules, self.good)


@dataclass(frozen=True, kw_only=True)
class Way:
    """The way through a chart, and how far a player is on it.

    ``latest`` says of each cell answered which of all answers was the last in it, by its number.
    """

    steps: tuple[Step, ...]
    latest: Mapping[str, int]

    @property
    def now(self) -> Step | None:
        """The group to learn now; None where all are learnt, or some must come back first."""
        return next((step for step in self.steps if step.standing is Standing.OPEN), None)

    @property
    def known(self) -> tuple[Step, ...]:
        """The groups that were learnt, those that are back among them."""
        return tuple(
            step for step in self.steps if step.standing in (Standing.LEARNT, Standing.AGAIN)
        )

    @property
    def back(self) -> tuple[Step, ...]:
        """The groups that were learnt and missed since."""
        return tuple(step for step in self.steps if step.standing is Standing.AGAIN)

    @property
    def learnt(self) -> int:
        """How many groups are learnt now."""
        return sum(step.standing is Standing.LEARNT for step in self.steps)

    @property
    def ended(self) -> bool:
        """Whether everything is learnt."""
        return self.learnt == len(self.steps)


def way_of(
    groups: Sequence[Group],
    codes: Mapping[str, str],
    answers: Iterable[PastAnswer],
    rules_digest: str,
) -> Way:
    """Work out from all answers, as they were stored, how far a player is in one game.

    ``codes`` says what the chart has in each cell that can be asked; groups without any such cell
    are left out.
    """
    askable = [_askable(group, codes) for group in groups]
    progresses = [_Progress(rules) for rules in askable]
    of_cell = {
        cell: progress for progress in progresses for rule in progress.rules for cell in rule.cells
    }
    pace, latest = Pace(), {}
    for number, answer in enumerate(answers):
        if answer.slip or answer.rules_digest != rules_digest:
            continue
        speed = pace.speed(answer.milliseconds)
        known = answer.right and not answer.hinted
        if known and answer.milliseconds is not None:
            pace.add(answer.milliseconds)
        if codes.get(answer.cell) == answer.code:
            of_cell[answer.cell].take(answer.cell, known=known, slow=speed is Speed.SLOW)
            latest[answer.cell] = number
    steps = [
        (group, progress)
        for group, progress in zip(groups, progresses, strict=True)
        if progress.rules
    ]
    return Way(steps=tuple(_steps(steps)), latest=latest)


def _askable(group: Group, cells: Collection[str]) -> tuple[Rule, ...]:
    """Give the rules of a group with those of their cells that can be asked."""
    rules = (
        Rule(rule.about, rule.play, tuple(cell for cell in rule.cells if cell in cells))
        for rule in group.rules
    )
    return tuple(rule for rule in rules if rule.cells)


class _Progress:
    """What is known of one group while the answers are gone through."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self.begun = False
        self.learnt = False
        self.back = False
        self.good: dict[str, int] = {}
        self.missed: dict[str, None] = {}
        self._in_all = 0
        self._least = _left(rules, {}) if rules else 0

    def take(self, cell: str, *, known: bool, slow: bool) -> None:
        """Take an answer into account."""
        self.begun = True
        if not known:
            self.good.clear()
            self._in_all = 0
            if self.learnt:
                self.missed[cell] = None
                self.back = True
        elif not slow:
            self.good[cell] = self.good.get(cell, 0) + 1
            self._in_all += 1
            self.missed.pop(cell, None)
            if self._worth_counting and not self.left:
                self.learnt, self.back = True, False

    @property
    def left(self) -> int:
        """How many good answers it takes yet to learn the group, or to have it learnt again."""
        if not self.learnt:
            return _left(self.rules, self.good)
        return max(len(self.missed), LEAST - self._in_all) if self.back else 0

    @property
    def _worth_counting(self) -> bool:
        return self.back if self.learnt else self._in_all >= self._least


def _left(rules: Sequence[Rule], good: Mapping[str, int]) -> int:
    """Count the good answers that are missing in the different cells of each rule."""
    lacking = sum(_lacking(rule, rules, good) for rule in rules)
    return max(lacking, LEAST - sum(good.values()))


def _lacking(rule: Rule, rules: Sequence[Rule], good: Mapping[str, int]) -> int:
    share = max(LEAST, -(-CELLS // len(rules)))
    answered = sum(1 for cell in rule.cells if good.get(cell))
    return max(0, min(share, len(rule.cells)) - answered)


def _steps(groups: Iterable[tuple[Group, _Progress]]) -> Iterable[Step]:
    """Say of each group whether it is learnt, back, open or locked."""
    groups = list(groups)
    any_back = any(progress.back for _, progress in groups)
    opened = False
    for group, progress in groups:
        if progress.learnt:
            standing = Standing.AGAIN if progress.back else Standing.LEARNT
        elif not opened and (progress.begun or not any_back):
            standing, opened = Standing.OPEN, True
        else:
            standing, opened = Standing.LOCKED, True
        yield Step(
            group=group,
            rules=progress.rules,
            standing=standing,
            good=dict(progress.good),
            missed=tuple(progress.missed),
            left=progress.left,
        )
