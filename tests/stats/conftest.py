"""Shared by the tests of stored answers: a place for the history, and programs that write it."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bjtrainer
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


@pytest.fixture
def written(
    history: Path, decision: Callable[..., StoredDecision], session_start: dict[str, Any]
) -> Path:
    """A sound history of two sessions with 30 decisions each."""
    with Store.open(history) as store:
        for _ in range(2):
            session = store.start_session(**session_start).id
            for n in range(1, 31):
                store.add_decision(decision(session=session, n=n))
    return history


@pytest.fixture
def writer() -> Iterator[Writer]:
    """Start programs that add decisions to a history."""
    started: list[subprocess.Popen[str]] = []

    def start(path: Path, count: int, **more: Any) -> subprocess.Popen[str]:
        checkout = str(Path(bjtrainer.__file__).parent.parent)
        process = subprocess.Popen(
            [sys.executable, str(_WRITER), str(path), str(count)],
            env=os.environ | {"PYTHONPATH": checkout},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **more,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
