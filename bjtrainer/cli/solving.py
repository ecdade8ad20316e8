"""What is slow in a drill, worked out once, while the player looks at the first question."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Cell, Chart
from bjtrainer.game.round import Phase
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.explain import reason, right_in
from bjtrainer.trainer.groups import Group, groups_of, rule_of
from bjtrainer.trainer.judge import Verdict
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.question import Question

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values


class SolvedGames:
    """Gives the values of games; each game is solved once.

    >>> games = SolvedGames()
    >>> rules = Rules(name="One deck", slug="one-deck", decks=1, max_hands=2)
    >>> games(rules) is games(rules)
    True
    """

    def __init__(self) -> None:
        self._values: dict[str, Values] = {}
        self._solving = threading.Lock()

    def __call__(self, rules: Rules) -> Values:
        """Give the values of a game, waiting until they are there."""
        with self._solving:
            if rules.digest not in self._values:
                from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

                self._values[rules.digest] = solve(rules)
            return self._values[rules.digest]


class Reasons:
    """Gives the reasons behind the verdicts on one game, with the rule that an answer hangs on.

    Which rules those are is known of a shipped game; of another it is derived, once for all drills.
    ``coming_from`` is the game that the player changes from.
    """

    def __init__(
        self,
        rules: Rules,
        solved: SolvedGames,
        cache: Path,
        coming_from: Plays | None = None,
    ) -> None:
        self._rules = rules
        self._solved = solved
        self._cache = cache
        self._coming_from = coming_from
        self._chart: Chart | None = None
        self._groups: tuple[Group, ...] | None = None
        self._deriving = threading.Lock()
        self._closed = threading.Event()

    def __call__(self, question: Question, verdict: Verdict) -> str:
        """Say why, waiting until everything is there that it takes."""
        if question.phase is Phase.PLAYER:
            entry = self._hinged_chart().entries[Cell.parse(question.cell)]
            question = replace(question, hinges=entry.hinges)
        why = reason(question, verdict, self._solved(self._rules))
        elsewhere = self._coming_from and right_in(self._coming_from, question, verdict)
        return f"{why} {elsewhere}" if elsewhere else why

    def rule(self, question: Question) -> str:
        """Give the rule of thumb that a question's cell belongs to, as a sentence."""
        if self._groups is None:
            self._groups = groups_of(self._hinged_chart())
        return rule_of(self._groups, question.cell).sentence

    def begin(self) -> None:
        """Begin to work everything out, and go on without waiting."""
        threading.Thread(target=self._work_ahead).start()

    def close(self) -> None:
        """Work nothing more out ahead: nobody will ask."""
        self._closed.set()

    def _work_ahead(self) -> None:
        with suppress(_Closed):
            self._solved(self._rules)
            self._hinged_chart()

    def _hinged_chart(self) -> Chart:
        with self._deriving:
            if self._chart is None:
                self._chart = chart_of(
                    self._rules, cache=self._cache, hinges=True, solve=self._other_game
                )
            return self._chart

    def _other_game(self, rules: Rules) -> Values:
        from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

        if self._closed.is_set():
            raise _Closed
        return solve(rules)


class _Closed(Exception):
    """The player left while something was worked out ahead."""
