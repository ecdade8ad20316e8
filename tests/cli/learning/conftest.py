"""A player who learns, and answers as the chart does but for some questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Event = dict[str, Any]


@pytest.fixture
def learn(
    talk: Callable[..., Any], by_the_chart: Callable[[Event], str]
) -> Callable[..., list[Event]]:
    """Run ``bjtrainer learn --json`` to its end and give all events.

    ``missing`` is told each question and says whether it is answered wrong.
    """

    def run(*arguments: str, missing: Callable[[Event], bool] = lambda _: False) -> list[Event]:
        def answer(question: Event) -> str:
            right = by_the_chart(question)
            wrong = next(word for word in question["legal"] if word != right)
            return wrong if missing(question) else right

        client = talk("learn", *arguments)
        events: list[Event] = client.play(answer)
        assert client.code() == 0
        assert client.process.stderr.read() == ""
        return events

    return run
