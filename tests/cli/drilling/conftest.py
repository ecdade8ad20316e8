"""A drill that is answered by another program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def client(talk: Callable[..., Any]) -> Callable[..., Any]:
    """Start ``bjtrainer drill --json`` with arguments, to be answered line by line."""

    def start(*arguments: str, **environment: str) -> Any:
        return talk("drill", *arguments, **environment)

    return start


_ACTIONS = {"H": "hit", "S": "stand", "P": "split", "D": "double", "R": "surrender"}


@pytest.fixture
def by_the_chart() -> Callable[[dict[str, Any]], str]:
    """Answer a question by its code: the first of the code's actions that is legal."""

    def answer(question: dict[str, Any]) -> str:
        if question["phase"] == "insurance":
            return {"N": "no", "Y": "yes"}[question["code"]]
        actions = (_ACTIONS[letter.upper()] for letter in question["code"])
        return next(action for action in actions if action in question["legal"])

    return answer
