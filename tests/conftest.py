"""What every test may rely on: no test sees the player's own folder, colours or window."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, before numpy is loaded

_DECIDES_HOW_IT_LOOKS = (
    "NO_COLOR",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "PYTHONUNBUFFERED",
    "LC_ALL",
    "LC_CTYPE",
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the player's own, in place of the real one; it does not exist yet."""
    folder = tmp_path_factory.mktemp("home") / "bjtrainer"
    monkeypatch.setenv("BJTRAINER_HOME", str(folder))
    for name in _DECIDES_HOW_IT_LOOKS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    return folder


@pytest.fixture(scope="session")
def solved() -> Callable[[Rules], Values]:
    """Solve games, each one once in all the tests."""
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  most tests do without numpy

    return cache(solve)
