"""The keys that answer a question, on every page that asks one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bjtrainer.cli.own_keys import STANDARD, Keys
from bjtrainer.cli.spans import Line, Pieces, Span, Style, flowed, plain
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.model import Rules, Surrender
from bjtrainer.trainer.question import Choice, Insurance, offered

_INDENT = 3


def answer_keys(
    round_: Round,
    others: Sequence[str],
    width: int,
    *,
    insurance: str = "Insurance?",
    keys: Keys = STANDARD,
) -> list[Pieces]:
    """Give the answers with their keys, those not allowed now in brackets, and the other keys.

    All stand in one row where that is wide enough. ``insurance`` is how that is asked about.
    ``others`` say the keys that they name in braces as they are set in ``keys``.
    """
    asked: list[Line] = []
    choices: tuple[Choice, ...] = tuple(_known(round_.rules))
    if round_.phase is Phase.INSURANCE:
        asked, choices = [insurance], tuple(Insurance)
    legal = offered(round_)
    answers = flowed(
        [
            *asked,
            *(key(keys[str(choice)], str(choice), live=choice in legal) for choice in choices),
        ],
        width,
        indent=_INDENT,
    )
    said = [keys.worded(other) for other in others]
    rest = flowed([[Span(other, Style.DIM)] for other in said], width, indent=_INDENT)
    together = [*answers[0], *rest[0]]
    if len(answers) == len(rest) == 1 and len(plain(together)) <= width:
        return [together]
    return [*answers, *rest]


def key(pressed: str, meaning: str, *, live: bool = True) -> Pieces:
    """Give a key with what it does; in brackets, clear without colour too, what it cannot do now.

    >>> plain(key("p", "split", live=False))
    '(p split)'
    """
    if live:
        return [Span(pressed, Style.KEY), f" {meaning}"]
    return [Span(f"({pressed} {meaning})", Style.DIM)]


def _known(rules: Rules) -> Iterator[Action]:
    """Give the actions that the game has; of one without surrender nothing mentions it."""
    for action in Action:
        if action is not Action.SURRENDER or rules.surrender is not Surrender.NONE:
            yield action
