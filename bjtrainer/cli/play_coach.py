"""The coach at the table: the chart's answer to every question, of whatever game is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.play_tally import cost_cents
from bjtrainer.cli.solving import Reasons, SolvedGames
from bjtrainer.game.round import Round
from bjtrainer.rules.model import Rules
from bjtrainer.seat.log import positions
from bjtrainer.stats.played import StoredRound, StoredStep
from bjtrainer.trainer.judge import judge
from bjtrainer.trainer.question import Choice, Question, ask, choice_of
from bjtrainer.trainer.summary import Answered


class Coach:
    """Asks by the chart and judges by the exact values; each game is solved once."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._solved = SolvedGames()
        self._charts: dict[Rules, Chart] = {}
        self._reasons: dict[Rules, Reasons] = {}

    def begin(self, rules: Rules) -> None:
        """Begin to solve a game, and go on without waiting."""
        self._reasons_of(rules).begin()

    def chart(self, rules: Rules) -> Chart:
        """Give the chart of a game."""
        if rules not in self._charts:
            self._charts[rules] = chart_of(rules, cache=self._cache)
        return self._charts[rules]

    def question(self, round_: Round, *, n: int, round_number: int) -> Question:
        """Give what a round asks, with the chart's answer to it."""
        return ask(round_, self.chart(round_.rules), n=n, round_number=round_number)

    def judged(
        self, question: Question, choice: Choice, milliseconds: int | None = None
    ) -> Answered:
        """Judge a decision. Raises ``IllegalAction`` for one that is not allowed now."""
        question.decided(choice)
        verdict = judge(question, choice, self._solved(question.round.rules))
        return Answered(question=question, verdict=verdict, milliseconds=milliseconds)

    def why(self, answered: Answered) -> str:
        """Say why, from this hand's figures."""
        return self._reasons_of(answered.question.round.rules)(answered.question, answered.verdict)

    def rule(self, answered: Answered) -> str:
        """Give the rule of thumb that a decision's cell belongs to, as a sentence."""
        return self._reasons_of(answered.question.round.rules).rule(answered.question)

    def cost_of(self, stored: StoredRound, steps: Sequence[StoredStep]) -> float:
        """Give what all decisions of a round gave away, a mean in cents, whoever judged them."""
        cost = 0.0
        for round_, step in zip(positions(stored, steps), steps, strict=False):
            choice = choice_of(step.choice)
            assert choice is not None, "a stored round was dealt again by its steps"
            cost += cost_cents(self.judged(self.question(round_, n=1, round_number=1), choice))
        return cost

    def _reasons_of(self, rules: Rules) -> Reasons:
        if rules not in self._reasons:
            self._reasons[rules] = Reasons(rules, self._solved, self._cache)
        return self._reasons[rules]
