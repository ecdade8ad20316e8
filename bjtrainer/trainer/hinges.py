"""Which rule of the game a right answer hangs on, where one alone would turn it over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.rules.model import Rules, Soft17
from bjtrainer.trainer.judge import Solve
from bjtrainer.trainer.question import Choice
from bjtrainer.trainer.wording import doing

_MOST_AT_STAKE = 0.15
"""A lead, in initial wagers, that none of these rules turns over: it is not worth solving for."""


def hinge(
    situation: Situation,
    worth: Mapping[Choice, float],
    solve: Solve,
    rules: Rules,
) -> str | None:
    """Say which rule the best action hangs on, and which would be best without it, if any does.

    ``worth`` are the values of the legal actions under ``rules``. A game with another rule is
    solved only where the lead of the best action is small enough for that to matter.
    """
    best, second = sorted(worth, key=lambda choice: -worth[choice])[:2]
    if worth[best] - worth[second] > _MOST_AT_STAKE:
        return None
    for other, rule in _with_one_rule_changed(rules, situation):
        instead = solve(other).best(situation)
        if instead is not None and instead is not best:
            return f"It hangs on {rule}, {doing(instead)} would be better."
    return None


def _with_one_rule_changed(rules: Rules, situation: Situation) -> Iterator[tuple[Rules, str]]:
    """Give the rules with one of them changed, and what that one is, to say before what follows."""
    if rules.soft_17 is Soft17.HIT:
        yield (
            replace(rules, soft_17=Soft17.STAND),
            "the dealer hitting soft 17: if the dealer stood on it",
        )
    else:
        yield (
            replace(rules, soft_17=Soft17.HIT),
            "the dealer standing on soft 17: if the dealer hit it",
        )
    if Action.SPLIT in legal_actions(rules, situation):
        doubled = rules.double_after_split
        yield (
            replace(rules, double_after_split=not doubled),
            "doubling after a split: without it"
            if doubled
            else "there being no doubling after a split: with it",
        )
