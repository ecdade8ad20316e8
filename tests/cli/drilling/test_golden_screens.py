"""Source of truth: ux.md; the pages in golden/drill_screens.txt were read by eye.

Real pages of a real terminal. Reasons have tests of their own; a stand-in is here in their place.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

GOLDEN = Path(__file__).parents[2] / "golden" / "drill_screens.txt"
HEAD = """\
Source of truth: ux.md; read by eye in windows of 80 and 40 columns. To write it anew:
REGENERATE=1 python -m pytest tests/cli/drilling/test_golden_screens.py
"""
PROGRAM = """
import sys
from bjtrainer.cli import solving
from bjtrainer.cli.main import run
solving.reason = lambda *_: (
    "Here stands why, from the figures of this hand. A reason has two or three sentences. The "
    "last one names the rule that the answer hangs on, where it hangs on one."
)
sys.exit(run(sys.argv[1:]))
"""
DOWNTOWN = ("drill", "--game", "vegas-downtown", "--seed", "7")
SURRENDER = ("drill", "surrender", "--game", "las-vegas-downtown", "--seed", "8")
INSURANCE = ("drill", "--game", "las-vegas-downtown", "--seed", "3")
ENTER = "\r"


class Album:
    """Pages with their titles, in the order in which they were taken."""

    def __init__(self) -> None:
        self.text = HEAD

    def take(self, title: str, rows: list[str]) -> None:
        pictures = "\n".join(f"|{row}" if row else "|" for row in rows)
        self.text += f"\n\n{title}\n\n{pictures}\n"


def drill_by_eye(window, album: Album, columns: int) -> None:
    """Take the pages of a short drill in a window of so many columns."""
    view = window(*DOWNTOWN, columns=columns, code=PROGRAM)
    view.until("You 2♥ A♠ soft 13", "q quit")
    album.take(f"The first question, {columns} columns", view.screen())
    view.press("p")
    view.until("can be split.")
    album.take(f"An answer that is not allowed, {columns} columns", view.screen())
    view.press("s")
    view.until("Enter next")
    album.take(f"A miss, {columns} columns", view.screen())
    view.press("u")
    view.until("Taken back")
    view.press(ENTER)
    view.until("You 8♠ 8♥")
    album.take(f"The question after a slip, {columns} columns", view.screen())
    view.press("p")
    view.until("> Hand 1")
    album.take(f"A split in play, {columns} columns", view.screen())
    view.press("h")
    view.until("Enter next")
    album.take(f"A miss in a split hand, {columns} columns", view.screen())
    view.press("q")
    assert view.code() == 0
    album.take(f"The summary, {columns} columns", view.screen())


def surrender_by_eye(window, album: Album, columns: int) -> None:
    """Take the pages of a game with surrender, where a miss has the most rows."""
    view = window(*SURRENDER, columns=columns, code=PROGRAM)
    view.until("8♣ 8♥", "q quit")
    album.take(f"A question with all actions, {columns} columns", view.screen())
    view.press("d")
    view.until("Enter next")
    album.take(f"A miss with all actions, {columns} columns", view.screen())
    view.resize(columns, 13)
    view.until("Las Vegas", "(more in a larger window)")  # the head was cut off
    album.take(f"The same in 13 rows, {columns} columns", view.screen())


def insurance_by_eye(window, album: Album, columns: int) -> None:
    """Take the pages of an insurance question; the hand goes on after it."""
    view = window(*INSURANCE, columns=columns, code=PROGRAM)
    view.until("Insurance? y yes n no", "q quit")
    album.take(f"The insurance question, {columns} columns", view.screen())
    view.press("y")
    view.until("Enter next")
    album.take(f"Insurance taken, {columns} columns", view.screen())


def stats_by_eye(bjtrainer, album: Album, columns: int) -> None:
    text = bjtrainer("stats", "--game", "vegas-downtown", COLUMNS=str(columns)).stdout
    text = re.sub(r"(rules\s+)\w{12}", r"\1############", text)
    text = re.sub(r"(median\s+answer\s+)\d+\.\d", r"\1#.#", text)
    album.take(f"Stats, {columns} columns", text.splitlines())


def test_the_pages_are_as_they_were_read(window, bjtrainer):
    album = Album()
    for columns in (80, 40):
        drill_by_eye(window, album, columns)
        surrender_by_eye(window, album, columns)
        insurance_by_eye(window, album, columns)
    bjtrainer(*DOWNTOWN, "--count", "12", sent="s\nn\n" * 12)
    for columns in (80, 40):
        stats_by_eye(bjtrainer, album, columns)
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(album.text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == album.text
