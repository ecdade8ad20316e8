"""The verdict on a decision: right or not, what it cost, and how bad that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from bjtrainer.charts.model import TIE
from bjtrainer.game.round import Phase
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.question import Choice, Insurance, Question

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

Solve = Callable[[Rules], "Values"]
"""Gives the solved game of any rules: ``solve``, kept so that no game is solved twice."""


class Severity(Enum):
    """How bad a decision is, by what it costs; ``NONE`` when it is right.

    >>> [str(Severity.of(cost)) for cost in (0.0099, 0.01, 0.04, 0.12)]
    ['close call', 'inaccuracy', 'mistake', 'blunder']
    """

    NONE = "none"
    CLOSE_CALL = "close call"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, cost: float) -> Severity:
        """Give the severity of a wrong decision that costs so many initial wagers."""
        return next((severity for below, severity in _BELOW if cost < below), cls.BLUNDER)

    def __str__(self) -> str:
        return str(self.value)


CLOSE = 0.01
"""A difference, in initial wagers, below which two choices are close."""

_BELOW = (
    (CLOSE, Severity.CLOSE_CALL),
    (0.04, Severity.INACCURACY),
    (0.12, Severity.MISTAKE),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What a decision was worth, for these very cards from a fresh shoe, in initial wagers.

    ``chart`` is the chart's choice, ``best`` the one with the highest of the ``values``, which
    are those of the legal choices in their order. ``right``: the answer is the chart's, or it is
    worth no less. ``cost`` is what it is worth less than the chart's, 0 when right.
    """

    answer: Choice
    chart: Choice
    best: Choice
    right: bool
    cost: float
    severity: Severity
    values: Mapping[Choice, float]

    @property
    def beats_chart(self) -> bool:
        """Whether the answer is right though the chart says another: worth as much or more."""
        return self.right and self.answer is not self.chart


def judge(question: Question, answer: Choice, values: Values) -> Verdict:
    """Judge a legal answer by the solved game of the question's rules.

    The values are given no dealer blackjack in a peek game; ``explain`` has an example.
    """
    worth = choice_values(question, values)
    right = worth[answer] >= worth[question.chart] - TIE  # the chart's own answer, too
    cost = 0.0 if right else worth[question.chart] - worth[answer]
    return Verdict(
        answer=answer,
        chart=question.chart,
        best=max(worth, key=lambda choice: worth[choice]),
        right=right,
        cost=cost,
        severity=Severity.NONE if right else Severity.of(cost),
        values=worth,
    )


def choice_values(question: Question, values: Values) -> dict[Choice, float]:
    """Give what each legal choice is worth, in initial wagers.

    Insurance costs half a wager; no insurance is worth 0.
    """
    if question.phase is Phase.INSURANCE:
        return {
            Insurance.YES: float(values.insurance(question.hand)) / 2,
            Insurance.NO: 0.0,
        }
    return {action: float(value) for action, value in values.of(question.situation).items()}
