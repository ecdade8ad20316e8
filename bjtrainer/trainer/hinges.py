"""Which rule of the game a cell of the chart hangs on, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bjtrainer.game.actions import Action
from bjtrainer.trainer.question import Choice, Insurance, Question

RULES = {
    "soft_17=stand": "the dealer hitting soft 17: if the dealer stood on it",
    "soft_17=hit": "the dealer standing on soft 17: if the dealer hit it",
    "double_after_split=no": "doubling after a split: without it",
    "double_after_split=yes": "there being no doubling after a split: with it",
    "hole_card=none": "the dealer checking for blackjack: without a hole card",
    "hole_card=peek": "there being no hole card: if the dealer checked for blackjack",
}
"""A change of rules as a chart has it, and what to say before what would follow from it.

Surrender is left out: that it is given up for the next best explains nothing.
"""

DECKS = {
    "decks=1": "the number of decks: with one deck",
    "decks=2": "the number of decks: with two decks",
    "decks=8": "the number of decks: with eight decks",
}
"""The same for the number of decks, which says less about why."""


def hinge(question: Question, changes: Mapping[str, str], rival: Choice) -> str | None:
    """Say which of some changes of rules would make a rival the chart's answer, if any does."""
    for change, code in question.hinges.items():
        if change not in changes or isinstance(question.chart, Insurance):
            continue
        instead = code.answer([choice for choice in question.legal if isinstance(choice, Action)])
        if instead is rival:
            return f"It hangs on {changes[change]}, the chart would {instead}."
    return None
