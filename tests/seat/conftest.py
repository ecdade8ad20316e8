"""Shared by the tests of the seat: a history, a player at random, and programs that play."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

_PLAYER = Path(__file__).parent / "play_at_random.py"

Program = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(scope="session")
def player() -> SimpleNamespace:
    """What ``play_at_random.py`` can do."""
    return SimpleNamespace(**runpy.run_path(str(_PLAYER)))


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A history in a folder that does not exist yet."""
    return tmp_path / "home" / "history.sqlite3"


@pytest.fixture
def now() -> Callable[[], datetime]:
    """A clock that stands."""
    return lambda: datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def killed() -> Callable[[Path, Path], Path]:
    """Give a history as a program that is killed at this moment leaves it, in another folder."""

    def copy(history: Path, folder: Path) -> Path:
        folder.mkdir(parents=True)
        for part in ("", "-wal"):
            if (found := history.with_name(history.name + part)).exists():
                shutil.copyfile(found, folder / found.name)
        return folder / history.name

    return copy


@pytest.fixture
def program(programs: Program) -> Program:
    """Start programs that play at random."""
    return partial(programs, _PLAYER)
