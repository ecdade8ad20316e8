"""A drill being answered: a session as a value, question by question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from bjtrainer.charts.model import Chart
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.round import Phase, Round
from bjtrainer.game.shoe import drill_rng
from bjtrainer.rules.model import Rules
from bjtrainer.trainer import contest
from bjtrainer.trainer.dealing import round_at, whole_round
from bjtrainer.trainer.drill import Drill
from bjtrainer.trainer.explain import hint, second_hint
from bjtrainer.trainer.groups import groups_of, rule_of
from bjtrainer.trainer.judge import Solve, judge
from bjtrainer.trainer.order import Course, course
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.question import Choice, Question, ask
from bjtrainer.trainer.selection import select
from bjtrainer.trainer.summary import Answered, Summary, summary_of

if TYPE_CHECKING:
    from bjtrainer.trainer.progress import Progress


class Ending(Enum):
    """What ended a session before its player did."""

    COUNT = "count"
    TIME = "time"
    MISS = "miss"


@dataclass(frozen=True, kw_only=True)
class Session:
    """A session between two answers, made by ``start``; each method gives the session after it.

    ``question`` waits for an answer, None once something ended the session; ``ending`` is what
    did. ``count`` is how many decisions are judged, None where the player ends the session.
    ``answers`` are all that were judged. ``finished`` are the rounds that ended since the last
    question, those without any decision too, to be shown. ``hint_shown`` is the hint that was
    given for this question. ``best`` is the most that was reached in this contest before, None
    where there was none. ``course`` is what is asked, None where whole rounds are dealt. ``solve``
    is not called before the first answer or hint, but where a drill asks about exceptions.
    """

    drill: Drill
    rules: Rules
    chart: Chart
    seed: int
    solve: Solve
    count: int | None
    course: Course | None
    question: Question | None = None
    ending: Ending | None = None
    answers: tuple[Answered, ...] = ()
    finished: tuple[Round, ...] = ()
    hint_shown: str | None = None
    best: int | None = None

    @property
    def last(self) -> Answered | None:
        """The answer judged last, None before the first."""
        return self.answers[-1] if self.answers else None

    @property
    def score(self) -> int | None:
        """The points so far; None in a drill that keeps no score."""
        return self.reached if self.drill.combo else None

    @property
    def reached(self) -> int | None:
        """What a contest is about, so far: its points, or the right answers; None in no contest."""
        return contest.reached(self.drill, contest.scored(self.answers))

    @property
    def milliseconds_left(self) -> int | None:
        """The thinking time left when the question was asked; None where there is no limit."""
        return contest.milliseconds_left(self.drill, self.answers)

    @property
    def passed(self) -> bool | None:
        """Whether the mark was passed, as far as the session has come; None without a mark."""
        return contest.passed(
            self.drill, self.answers, self.count, to_its_end=self.ending is not None
        )

    @property
    def misses(self) -> tuple[Answered, ...]:
        """The answers that were wrong and no slips, in their order."""
        return tuple(one for one in self.answers if not (one.verdict.right or one.slip))

    def late(self, milliseconds: int) -> bool:
        """Whether an answer that took so long comes after the time has run out."""
        left = self.milliseconds_left
        return left is not None and milliseconds >= left

    def answer(self, choice: Choice, milliseconds: int | None = None) -> Session:
        """Judge an answer: the session at its next question, with the verdict in ``last``.

        Raises ``IllegalAction`` with the reason for a choice that is not allowed, and for one that
        comes too ``late``; it changes nothing and counts nowhere.
        """
        question = self._asked()
        round_, number = question.decided(choice), question.round_number
        if self.late(milliseconds or 0):
            raise IllegalAction("the time is up")
        answered = Answered(
            question=question,
            verdict=judge(question, choice, self.solve(self.rules)),
            milliseconds=milliseconds,
            hinted=self.hint_shown is not None,
        )
        judged = replace(self, answers=(*self.answers, answered), hint_shown=None)
        if (ending := judged._ended_by()) is not None:
            shown = self.drill.natural and round_.phase is Phase.DONE
            finished = (round_,) if shown else ()
            return replace(judged, question=None, ending=ending, finished=finished)
        if not self.drill.natural:
            number += 1
            round_ = judged._dealt(number)
        return judged._at_next_question(round_, number)

    def out_of_time(self) -> Session:
        """Give the session as it is over when the time runs out before an answer."""
        return replace(self, question=None, ending=Ending.TIME, finished=(), hint_shown=None)

    def with_hint(self) -> Session:
        """Give the session with a hint for its question, and the answer to it flagged.

        The first hint is the rule and what there is to weigh, the second the answer. Raises
        ``IllegalAction`` where the drill gives none.
        """
        if not self.drill.hints:
            raise IllegalAction("there are no hints in this drill")
        question = self._asked()
        if self.hint_shown is not None:
            return replace(self, hint_shown=second_hint(question))
        rule = rule_of(groups_of(self.chart), question.cell)
        return replace(self, hint_shown=hint(question, rule, self.solve(self.rules)))

    def slip(self) -> Session:
        """Take back the answer judged last: it is kept and flagged, and counted nowhere.

        Raises ``IllegalAction`` when there is none, or it is taken back already.
        """
        last = self.last
        if last is None:
            raise IllegalAction("there is no answer to take back")
        if last.slip:
            raise IllegalAction("the last answer is taken back already")
        return replace(self, answers=(*self.answers[:-1], replace(last, slip=True)))

    def summary(self) -> Summary:
        """Give the figures of the answers so far."""
        return summary_of(self.answers)

    def _asked(self) -> Question:
        if self.question is None:
            raise IllegalAction("the session is over")
        return self.question

    def _ended_by(self) -> Ending | None:
        """Say what ends the session after the answer judged last, if anything does."""
        assert self.last is not None, "something was answered"
        if self.drill.ends_at_miss and not self.last.verdict.right:
            return Ending.MISS
        if self.count is not None and len(self.answers) >= self.count:
            return Ending.COUNT
        return Ending.TIME if self.milliseconds_left == 0 else None

    def _dealt(self, number: int) -> Round:
        """The round of this number as it is dealt, whatever was answered before it."""
        if self.course is None:
            return whole_round(self.rules, self.seed, number)
        spot = self.course.spot(self.seed, number)
        return round_at(self.course.plays, spot, drill_rng(self.seed, number))

    def _at_next_question(self, round_: Round, number: int) -> Session:
        """The session at what a round asks, or a later one where it is over."""
        finished: list[Round] = []
        while round_.phase is Phase.DONE:
            finished.append(round_)
            number += 1
            round_ = self._dealt(number)
        question = ask(round_, self.chart, n=len(self.answers) + 1, round_number=number)
        return replace(self, question=question, finished=tuple(finished))


def start(  # noqa: PLR0913  six things make a session
    drill: Drill,
    rules: Rules,
    chart: Chart,
    *,
    seed: int,
    solve: Solve,
    count: int | None = None,
    other: Chart | None = None,
    progress: Progress | None = None,
) -> Session:
    """Start a session at its first question; nothing is solved for it yet, but for exceptions.

    ``count`` is how many decisions are judged, None for as many as the drill says. ``other`` is
    the chart of the game that the drill ``differs_from``, ``progress`` how far the player is; both
    may be left out where the drill does not hang on them. The same seed, and the same progress,
    give the same starting hands whatever is answered.

    Raises ``InputError`` where the drill has nothing to ask in this game, ``NothingToAsk`` where
    the player has answered nothing for it, and ``InputError`` for a chart of other rules.

    >>> from functools import cache
    >>> from bjtrainer.analysis.values import solve
    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.game.actions import Action
    >>> from bjtrainer.rules.load import find_rules
    >>> from bjtrainer.trainer.drill import find_drill
    >>> rules, chart = find_rules("vegas-downtown"), load_chart(chart_path("vegas-downtown"))
    >>> session = start(find_drill("soft"), rules, chart, seed=3, solve=cache(solve), count=2)
    >>> session.question.cell, session.question.code, [str(c) for c in session.question.legal]
    ('soft 14 v 7', 'H', ['hit', 'stand', 'double'])
    >>> session = session.answer(Action.STAND, 1800)
    >>> session = session.answer(session.question.chart, 900)
    >>> [(answered.verdict.right, str(answered.verdict.severity)) for answered in session.answers]
    [(False, 'blunder'), (True, 'none')]
    >>> session.question is None, session.summary().accuracy
    (True, 0.5)
    """
    if chart.rules_digest != rules.digest:
        raise InputError(f"the chart is not that of {rules.name}; derive one for these rules")
    selection, path = drill.selection, None
    count = drill.count if count is None else count
    if selection is not None:
        plays = Plays(rules, chart)
        spots = select(selection, plays, solve=solve, other=other, progress=progress)
        path = course(drill.order, plays, spots, progress)
        count = min((end for end in (count, path.length) if end is not None), default=None)
    return begin(drill, rules, chart, path, seed=seed, solve=solve, count=count)


def begin(  # noqa: PLR0913  six things make a session
    drill: Drill,
    rules: Rules,
    chart: Chart,
    path: Course | None,
    *,
    seed: int,
    solve: Solve,
    count: int | None,
) -> Session:
    """Start a session that asks what a course says, whole rounds where there is none.

    Raises ``InputError`` for a ``count`` below 1.
    """
    if count is not None and count < 1:
        raise InputError(f"{count} decisions were asked for; write 1 or more")
    session = Session(
        drill=drill, rules=rules, chart=chart, seed=seed, solve=solve, count=count, course=path
    )
    return session._at_next_question(session._dealt(1), 1)
