"""Source of truth: ux.md and the games' documents; golden/play_screens.txt was read by eye.

Real pages of a real terminal. Reasons have tests of their own; a stand-in is here in their place.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

GOLDEN = Path(__file__).parents[2] / "golden" / "play_screens.txt"
HEAD = """\
Source of truth: ux.md and the games' documents; read by eye in windows of 80 and 40 columns. To
write it anew:
REGENERATE=1 python -m pytest tests/cli/playing/test_golden_tables.py
"""
PROGRAM = """
import sys
from bjtrainer.cli import solving
from bjtrainer.cli.main import run
solving.Reasons.__call__ = lambda *_: (
    "Here stands why, from the figures of this hand. A reason has two or three sentences. The "
    "last one names the rule that the answer hangs on, where it hangs on one."
)
sys.exit(run(sys.argv[1:]))
"""
SPLIT = ("play", "las-vegas-downtown", "--seed", "12")
INSURANCE = ("play", "multi-hand", "--seed", "22")
COACH = ("play", "vegas-downtown", "--seed", "7", "--coach")
ENTER = "\r"


class Album:
    """Pages with their titles, in the order in which they were taken."""

    def __init__(self, window, home) -> None:
        self.text = HEAD
        self._window = window
        self._home = home
        self._number = 0

    def open(self, command, columns):
        """Open a window on a new player's table."""
        self._number += 1
        home = str(self._home / str(self._number))
        return self._window(*command, columns=columns, code=PROGRAM, BJTRAINER_HOME=home)

    def take(self, view, title, *wanted) -> None:
        """Wait until all of this can be seen, and take the page."""
        view.until(*wanted)
        rows = [
            re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "####-##-## ##:##", row) for row in view.screen()
        ]
        pictures = "\n".join(f"|{row}" if row else "|" for row in rows)
        self.text += f"\n\n{title}\n\n{pictures}\n"


def a_split_round(album: Album, columns: int) -> None:
    """Take the pages from the first bet over a split to the results, the log and the rebuy."""
    view = album.open(SPLIT, columns)
    album.take(view, f"Before the first bet, {columns} columns", "Bet -", "q leave")
    view.press_each("3", "2")
    album.take(view, f"A bet of two chips, {columns} columns", "Bet $30.00")
    view.press(ENTER)
    album.take(view, f"The first question, {columns} columns", "hard 8", "q leave")
    view.press("p")
    album.take(view, f"A split, the first hand active, {columns} columns", "> Hand 1")
    view.press("d")
    album.take(view, f"The second hand active, {columns} columns", "> Hand 2", "q leave")
    view.press("p")
    album.take(view, f"An option that is refused, {columns} columns", "can be split.")
    view.press("h")
    album.take(view, f"The results, {columns} columns", "In all: lost $90.00", "q leave")
    view.press("b")
    album.take(view, f"A rebuy, {columns} columns", "Rebuy $200.00")
    view.press("b")
    view.until("In all")
    view.press("l")
    album.take(view, f"The log, {columns} columns", "Round 1,", "key: back.")
    view.press("x")
    view.until("In all")
    view.press("q")
    assert view.code() == 0
    album.take(view, f"The summary, {columns} columns", "1 round")


def five_boxes(album: Album, columns: int) -> None:
    """Take the pages of five hands bet on at once, insurance among them."""
    view = album.open(INSURANCE, columns)
    view.until("Bets >")
    view.press_each(*"2n3n1n2n2")
    album.take(view, f"Bets on five boxes, {columns} columns", "in all $41.00")
    view.press(ENTER)
    album.take(view, f"Insurance, {columns} columns", "Insurance of hand 1", "q leave")
    view.press("y")
    view.until("Insurance of hand 2")
    view.press_each(*"nnnn")
    album.take(view, f"Five hands in play, {columns} columns", "h hit", "bet 1: $2.50")
    view.press_each(*"sssss")
    album.take(view, f"The results of five hands, {columns} columns", "In all:", "q leave")


def a_coached_round(album: Album, columns: int) -> None:
    """Take the pages of a round with a coach."""
    view = album.open(COACH, columns)
    view.until("Bet -")
    view.press_each("3", ENTER)
    view.until("soft 13")
    view.press("h")
    album.take(view, f"After a right decision, {columns} columns", "✓ Hit is right", "soft 19")
    view.press("h")
    album.take(view, f"A miss, {columns} columns", "Hit gives away", "Enter goes on")
    view.press("q")
    assert view.code() == 0
    album.take(view, f"The summary of a coach, {columns} columns", "The round is not over", "hit")


def test_the_pages_are_as_they_were_read(window, tmp_path):
    album = Album(window, tmp_path)
    for columns in (80, 40):
        a_split_round(album, columns)
        five_boxes(album, columns)
        a_coached_round(album, columns)
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(album.text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == album.text
