"""A drill being answered: a session as a value, question by question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bjtrainer.charts.model import Cell, Chart
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.cells import cells_of
from bjtrainer.trainer.dealing import first_decision, whole_round
from bjtrainer.trainer.drill import Drill
from bjtrainer.trainer.explain import hint
from bjtrainer.trainer.judge import Solve, judge
from bjtrainer.trainer.question import Choice, Question, ask
from bjtrainer.trainer.summary import Answered, Summary, summary_of


@dataclass(frozen=True, kw_only=True)
class Session:
    """A session between two answers, made by ``start``; each method gives the session after it.

    ``question`` waits for an answer, None once ``count`` decisions are judged; ``count`` is None
    where the player ends the session. ``answers`` are all that were judged. ``finished`` are the
    rounds that ended since the last question, those without any decision too, to be shown.
    ``hint_shown`` is the hint that was given for this question. ``cells`` are those asked about,
    none where whole rounds are dealt. ``solve`` is not called before the first answer or hint.
    """

    drill: Drill
    rules: Rules
    chart: Chart
    seed: int
    solve: Solve
    count: int | None
    cells: tuple[Cell, ...]
    question: Question | None = None
    answers: tuple[Answered, ...] = ()
    finished: tuple[Round, ...] = ()
    hint_shown: str | None = None

    @property
    def last(self) -> Answered | None:
        """The answer judged last, None before the first."""
        return self.answers[-1] if self.answers else None

    def answer(self, choice: Choice, milliseconds: int | None = None) -> Session:
        """Judge an answer: the session at its next question, with the verdict in ``last``.

        Raises ``IllegalAction`` with the reason for a choice that is not allowed; it changes
        nothing and counts nowhere.
        """
        question = self._asked()
        round_, number = question.decided(choice), question.round_number
        answered = Answered(
            question=question,
            verdict=judge(question, choice, self.solve(self.rules)),
            milliseconds=milliseconds,
            hinted=self.hint_shown is not None,
        )
        judged = replace(self, answers=(*self.answers, answered), hint_shown=None)
        if not self.drill.natural:
            number += 1
            round_ = judged._dealt(number)
        return judged._at_next_question(round_, number)

    def with_hint(self) -> Session:
        """Give the session with a hint for its question, and the answer to it flagged."""
        return replace(self, hint_shown=hint(self._asked(), self.solve(self.rules)))

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

    def _dealt(self, number: int) -> Round:
        """The round of this number as it is dealt, whatever was answered before it."""
        if self.drill.natural:
            return whole_round(self.rules, self.seed, number)
        return first_decision(self.rules, self.cells, self.seed, number)

    def _at_next_question(self, round_: Round, number: int) -> Session:
        """The session at what a round asks, or a later one where it is over, or at the end."""
        over = self.count is not None and len(self.answers) >= self.count
        finished: list[Round] = []
        while round_.phase is Phase.DONE:
            finished.append(round_)
            if over:
                break
            number += 1
            round_ = self._dealt(number)
        n = len(self.answers) + 1
        question = None if over else ask(round_, self.chart, n=n, round_number=number)
        return replace(self, question=question, finished=tuple(finished))


def start(  # noqa: PLR0913  six things make a session
    drill: Drill,
    rules: Rules,
    chart: Chart,
    *,
    seed: int,
    solve: Solve,
    count: int | None = None,
) -> Session:
    """Start a session at its first question; nothing is solved for it yet.

    ``count`` is how many decisions are judged, None for as many as the drill says. The same
    seed gives the same starting hands whatever is answered. Raises ``InputError`` where the drill
    has nothing to ask in this game, and for a chart of other rules.

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
    if count is not None and count < 1:
        raise InputError(f"{count} decisions were asked for; write 1 or more")
    session = Session(
        drill=drill,
        rules=rules,
        chart=chart,
        seed=seed,
        solve=solve,
        count=drill.count if count is None else count,
        cells=() if drill.part is None else cells_of(drill.part, rules, chart),
    )
    return session._at_next_question(session._dealt(1), 1)
