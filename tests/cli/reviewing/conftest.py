"""Answers as a drill stores them, made up for the review."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from bjtrainer.rules.load import find_rules
from bjtrainer.stats.record import StoredDecision, category


def _stored_answer(
    session: int,
    n: int,
    *,
    at: datetime,
    game: str,
    asked: tuple[str, str, str],
    answer: str,
    chart: str,
    values: dict[str, float],
    **changes: Any,
) -> StoredDecision:
    """Give an answer to what was ``asked``: a cell, what stands in it, and a hand of it."""
    cell, code, hand = asked
    phase = "insurance" if cell.startswith("insurance") else "player"
    fields: dict[str, Any] = {
        "session": session,
        "n": n,
        "answered_at": at,
        "round": n,
        "game": game,
        "rules_digest": find_rules(game).digest,
        "phase": phase,
        "category": category(phase=phase, cell=cell, code=code, answer=answer, chart_action=chart),
        "cell": cell,
        "code": code,
        "cards": "",
        "hand": hand,
        "upcard": cell[-1],
        "split_hands": 1,
        "legal": tuple(values),
        "answer": answer,
        "chart_action": chart,
        "best_action": chart,
        "right": answer == chart,
        "values": tuple(values.items()),
        "slip": False,
        "hinted": False,
        "natural": True,
        "seed": 7,
    }
    return StoredDecision(**fields | changes)


@pytest.fixture(scope="session")
def stored_answer() -> Any:
    """Make answers as a drill stores them."""
    return _stored_answer
