"""Source of truth: ux.md and the README on drills; golden/contest_screens.txt was read by eye.

Real pages of a real terminal. Reasons have tests of their own; a stand-in is here in their place,
and the time left is not told.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

GOLDEN = Path(__file__).parents[2] / "golden" / "contest_screens.txt"
HEAD = """\
Source of truth: ux.md and the README on drills; read by eye in windows of 80 and 40 columns. To
write it anew: REGENERATE=1 python -m pytest tests/cli/drilling/test_contest_screens.py
"""
PROGRAM = """
import sys
from bjtrainer.cli import solving
from bjtrainer.cli.main import run
solving.Reasons.__call__ = lambda *_: "Here stands why, from the figures of this hand."
sys.exit(run(sys.argv[1:]))
"""
GAME = ("--game", "vegas-downtown", "--seed", "3")
ENTER = "\r"


class Album:
    """Pages with their titles, in the order in which they were taken."""

    def __init__(self) -> None:
        self.text = HEAD

    def take(self, title: str, rows: list[str]) -> None:
        rows = [re.sub(r"\d:\d\d left", "#:## left", row) for row in rows]
        pictures = "\n".join(f"|{row}" if row else "|" for row in rows)
        self.text += f"\n\n{title}\n\n{pictures}\n"


def exam(window, album, columns):
    view = window("drill", "exam", *GAME, "--count", "4", columns=columns, code=PROGRAM)
    view.until("1 of 4", "q quit")
    album.take(f"Exam: the first question, {columns} columns", view.screen())
    view.press("h")
    view.until("2 of 4")
    album.take(f"Exam: after an answer, {columns} columns", view.screen())
    view.press("s")
    view.until("3 of 4")
    view.press("u")
    view.until("is taken back")
    view.press("s")
    view.until("4 of 4")
    view.press("s")
    assert view.code() == 0
    album.take(f"Exam: the end, {columns} columns", view.screen())


def storm(window, album, columns):
    view = window("drill", "storm", *GAME, columns=columns, code=PROGRAM)
    view.until("left", "q quit")
    album.take(f"Storm: the first question, {columns} columns", view.screen())
    for score, answer in enumerate("hdshh", start=1):
        view.press(answer)
        view.until(f"score {score}")
    view.until("next scores 2")
    album.take(f"Storm: a combo of five, {columns} columns", view.screen())
    view.press("*")
    view.until("is starred")
    view.press("*")
    view.until("has no star any more")
    view.press("h")
    view.until("gives away")
    album.take(f"Storm: a miss in brief, {columns} columns", view.screen())
    view.press("q")
    assert view.code() == 0
    album.take(f"Storm: the end, {columns} columns", view.screen())


def streak(window, album, columns):
    view = window("drill", "streak", *GAME, columns=columns, code=PROGRAM)
    view.until("seed 3", "q quit")
    view.press("h")
    view.until("2 · streak 1")
    view.press("s")
    view.until("Enter next")
    album.take(f"Streak: the miss that ends it, {columns} columns", view.screen())
    view.press("*")
    view.until("is starred")
    view.press("*")
    view.until("has no star any more")
    view.press(ENTER)
    assert view.code() == 0
    album.take(f"Streak: the end, {columns} columns", view.screen())


def test_the_pages_are_as_they_were_read(window):
    album = Album()
    for columns in (80, 40):
        exam(window, album, columns)
        storm(window, album, columns)
        streak(window, album, columns)
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(album.text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == album.text
