"""Source of truth: design.md, "Start-up levers": what is loaded before the first question."""

from __future__ import annotations

import pytest

TOLD_AT_THE_END = """
import sys
from bjtrainer.cli.main import run
code = run(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""
TOLD_AT_THE_QUESTION = """
import sys
from pathlib import Path
from bjtrainer.cli.drill_screen import ScreenFace
from bjtrainer.cli.main import run

paint = ScreenFace.question

def painted(self, session):
    paint(self, session)
    Path("loaded").write_text(" ".join(sorted(sys.modules)))

ScreenFace.question = painted
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["drill", "--game", "las-vegas-downtown"], {"numpy", "rich", "fsrs"}),
        (["drill", "pairs", "--json"], {"numpy", "rich", "fsrs"}),
        (["drill", "streak"], {"numpy", "rich", "fsrs"}),
        (["drill", "due"], {"numpy", "rich"}),
        (["learn"], {"numpy", "rich", "fsrs"}),
        (["drill", "--help"], {"numpy", "rich", "fsrs", "yaml"}),
        (["stats"], {"numpy", "fsrs"}),
        (["drills"], {"numpy", "sqlite3", "fsrs"}),
        (["drills", "show", "storm"], {"numpy", "fsrs"}),
        (["games"], {"numpy", "sqlite3", "fsrs"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_no_command_loads_more_than_it_shows(python, arguments, unwanted):
    code, *loaded = python("-c", TOLD_AT_THE_END, *arguments).stderr.split()
    assert code == "0"
    assert "bjtrainer.cli.door" in loaded
    assert unwanted.isdisjoint(loaded)


def test_the_first_question_is_on_the_screen_before_the_game_is_solved(
    window, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    view = window("drill", "--game", "vegas-downtown", code=TOLD_AT_THE_QUESTION)
    view.until("q quit")
    view.press("q")
    assert view.code() == 0
    loaded = (tmp_path / "loaded").read_text().split()
    assert "rich" in loaded
    assert "numpy" not in loaded
