"""Which rule of the game a cell of the chart hangs on, in words."""

from __future__ import annotations

from bjtrainer.charts.model import Code
from bjtrainer.trainer.question import Question

_RULES = {
    "soft_17=stand": "the dealer hitting soft 17: if the dealer stood on it",
    "soft_17=hit": "the dealer standing on soft 17: if the dealer hit it",
    "double_after_split=no": "doubling after a split: without it",
    "double_after_split=yes": "there being no doubling after a split: with it",
    "hole_card=none": "the dealer checking for blackjack: without a hole card",
    "hole_card=peek": "there being no hole card: if the dealer checked for blackjack",
    "decks=1": "the number of decks: with one deck",
    "decks=2": "the number of decks: with two decks",
    "decks=8": "the number of decks: with eight decks",
}
"""A change of rules as a chart has it, and what to say before what would follow from it.

Surrender is left out: that it is given up for the next best explains nothing.
"""


def hinge(question: Question) -> str | None:
    """Say which rule the chart's answer hangs on, and what it would be without it, if any does."""
    for change, code in question.hinges.items():
        instead = _answer(question, code)
        if change in _RULES and instead != str(question.chart):
            return f"It hangs on {_RULES[change]}, the chart would {instead}."
    return None


def _answer(question: Question, code: Code) -> str:
    return str(next(action for action in code.actions if action in question.legal))
