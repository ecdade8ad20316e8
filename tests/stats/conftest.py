"""Shared by the tests of stored answers: a place for the history, and programs that write it."""

from __future__ import annotations

import runpy
import subprocess
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bjtrainer.game.bankroll import Bankroll
from bjtrainer.rules.model import Rules
from bjtrainer.rules.text import rules_as_text
from bjtrainer.stats.played import MoveKind, RoundEnd, StoredStep
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.store import Store

_WRITER = Path(__file__).parent / "write_decisions.py"
_PARTS = runpy.run_path(str(_WRITER))

Writer = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A history in a folder that does not exist yet."""
    return tmp_path / "home" / "history.sqlite3"


@pytest.fixture(scope="session")
def decision() -> Callable[..., StoredDecision]:
    """Make decisions as a drill stores them."""
    made: Callable[..., StoredDecision] = _PARTS["example_decision"]
    return made


@pytest.fixture(scope="session")
def session_start() -> dict[str, Any]:
    """The arguments that start a session."""
    return dict(_PARTS["SESSION"])


@pytest.fixture(scope="session")
def round_start() -> dict[str, Any]:
    """The arguments that open a round, all but its session, its moment and the balance."""
    return dict(ROUND)


@pytest.fixture
def written(
    history: Path, decision: Callable[..., StoredDecision], session_start: dict[str, Any]
) -> Path:
    """A sound history of two sessions: each 30 decisions, 15 rounds and a star; a round begun."""
    now = session_start["now"]
    with Store.open(history) as store:
        store.add_move(MoveKind.START, lambda _: Bankroll(80_000, 20_000), now=now)
        for _ in range(2):
            session = store.start_session(**session_start).id
            for n in range(1, 31):
                store.add_decision(decision(session=session, n=n))
            for n in range(1, 16):
                play_round(store, session, now, payout_cents=(n % 3 - 1) * 500)
            store.star("0123456789ab", f"hard {session + 11} v T", now=now)
        play_round(store, session, now, payout_cents=None)
    return history


def play_round(store: Store, session: int, now: datetime, payout_cents: int | None) -> int:
    """Store a round of two steps, and settle it unless the payout is None; its id."""
    last = store.last_move()
    assert last is not None
    opened, _ = store.open_round(
        **ROUND, session=session, now=now, balance_cents=last.balance_cents
    )
    round_ = opened.id
    store.add_step(StoredStep(round=round_, n=1, at=now, choice="hit"))
    stand = StoredStep(round=round_, n=2, at=now, choice="stand")
    if payout_cents is None:
        store.add_step(stand)
    else:
        store.finish_round(round_, end=RoundEnd(payout_cents, CARDS), now=now, step=stand)
    return round_


CARDS = ("9h", "10s", "2c", "7d", "Qs", "Kh")

ROUND = {
    "game": "vegas-downtown",
    "rules": rules_as_text(Rules(name="Vegas Downtown", slug="vegas-downtown", decks=2)),
    "rules_digest": "0123456789ab",
    "version": "1.0",
    "shoe_seed": "7/1",
    "shoe_dealt": 0,
    "bets": (500,),
    "coached": False,
}


@pytest.fixture
def writer(programs: Writer) -> Writer:
    """Start programs that add decisions to a history."""
    return partial(programs, _WRITER)
