"""Rounds played at the table, through the seat, for the commands that look back at them."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.seat.seat import sit
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import choice_of

Play = Callable[..., None]


@pytest.fixture
def history(own_folder: Path) -> Path:
    """Where the player's history is or will be."""
    return history_path(own_folder)


@pytest.fixture
def play(history: Path) -> Play:
    """Sit down at a game and play rounds: the bets in cents and the choices in words of each."""

    def play_them(
        slug: str, *rounds: tuple[int | list[int], str], seed: int, at: str = "2025-03-01 20:15"
    ) -> None:
        moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
        with (
            Store.open(history) as store,
            sit(store, find_rules(slug), seed=seed, now=lambda: moment) as seat,
        ):
            for bets, choices in rounds:
                seat.bet(bets)
                for word in choices.split():
                    choice = choice_of(word)
                    assert choice is not None
                    seat.decide(choice)
            seat.leave()

    return play_them


@pytest.fixture
def played(play: Play, history: Path) -> Path:
    """Four rounds of three games whose cards are known, the last one not over."""
    play(
        "las-vegas-downtown",
        (1_000, "split double hit"),
        (1_000, "surrender"),
        seed=12,
        at="2025-03-01 20:15",
    )
    play(
        "multi-hand",
        ([500, 1_000, 500], "yes no no hit stand hit hit stand stand"),
        seed=7,
        at="2025-03-02 00:05",
    )
    play("vegas-downtown", (2_500, ""), seed=7, at="2025-03-02 00:20")
    return history


@pytest.fixture(scope="session")
def player() -> SimpleNamespace:
    """What ``tests/seat/play_at_random.py`` can do."""
    path = Path(__file__).parents[2] / "seat" / "play_at_random.py"
    return SimpleNamespace(**runpy.run_path(str(path)))
