"""What every test may rely on: no test sees the player's own folder, colours or window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bjtrainer
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import DoubleOn, HoleCard, Rules, Soft17, Surrender

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, before numpy is loaded

_REFERENCE = Path(__file__).parent / "reference"

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


@pytest.fixture
def programs() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start Python files with arguments, on this checkout; they are killed in the end."""
    started: list[subprocess.Popen[str]] = []

    def start(file: Path, *arguments: object, **more: Any) -> subprocess.Popen[str]:
        checkout = str(Path(bjtrainer.__file__).parent.parent)
        process = subprocess.Popen(
            [sys.executable, str(file), *map(str, arguments)],
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


@dataclass(frozen=True)
class Reference:
    """A file of ``tests/reference``, and its game as we solve it."""

    file: dict[str, Any]
    values: Values


def _rules_of(slug: str, said: dict[str, Any]) -> Rules:
    """The rules of a reference file: those of the shipped game, or as the file says them."""
    if slug in shipped_games():
        return find_rules(slug)
    nine_to_eleven = said["double"] == "9-11"
    return Rules(
        name=slug,
        slug=slug,
        decks=said["decks"],
        soft_17=Soft17.HIT if said["hit_soft_17"] else Soft17.STAND,
        hole_card=HoleCard.PEEK if said["dealer"].startswith("peek") else HoleCard.NONE,
        double_on=DoubleOn.NINE_TO_ELEVEN if nine_to_eleven else DoubleOn.ANY,
        double_soft=not nine_to_eleven,
        double_after_split=said["das"],
        max_hands=said["max_hands_pair"],
        max_ace_hands=said["max_hands_aces"],
        surrender=Surrender.LATE if said["late_surrender"] else Surrender.NONE,
    )


@pytest.fixture(scope="session")
def solved() -> Callable[[Rules], Values]:
    """Solve games, each one once in all the tests."""
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  most tests do without numpy

    return cache(solve)


@pytest.fixture(scope="session", params=sorted(path.stem for path in _REFERENCE.glob("*.json")))
def reference(request: pytest.FixtureRequest, solved: Callable[[Rules], Values]) -> Reference:
    """Each reference file with its game, solved."""
    file = json.loads((_REFERENCE / f"{request.param}.json").read_text(encoding="utf-8"))
    return Reference(file, solved(_rules_of(request.param.replace("_", "-"), file["rules"])))
