"""Source of truth: ux.md: one key to go on, 40 columns, resize, clear without colour, ways out.

The pages in golden/learn_screens.txt were read by eye.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "learn_screens.txt"
HEAD = """\
Source of truth: ux.md; read by eye in windows of 80 and 40 columns. To write it anew:
REGENERATE=1 python -m pytest tests/cli/learning/test_learn_on_a_terminal.py -k pages
"""
ENTER = "\r"
GAME = "las-vegas-downtown"
NEW = ("hard 9 ", "hard 10 ", "hard 11 ")
LEARN = ("learn", GAME, "--seed", "7")


class Album:
    """Pages at two widths, with their titles, in the order in which they were taken."""

    def __init__(self) -> None:
        self.text = HEAD
        self.columns = 80

    def take(self, title: str, view, last: str) -> None:
        """Take what is on the screen with 80 columns, and then with 40; ``last`` is its end."""
        view.until(last)
        for columns in (80, 40):
            if columns != self.columns:
                repainted(view, columns, last)
                self.columns = columns
            pictures = "\n".join(f"|{row}" if row else "|" for row in view.screen())
            self.text += f"\n\n{title}, {columns} columns\n\n{pictures}\n"


def repainted(view, columns: int, last: str) -> None:
    """Resize the window and wait until the page is painted anew, to its end."""
    before, end = len(view.written), time.monotonic() + 10
    view.resize(columns, 24)
    while last.encode() not in view.written[before:]:
        assert time.monotonic() < end, f"{last} is not painted with {columns} columns"
        view.settle(0.05)


def test_the_pages_are_as_they_were_read(window, learn):
    album = Album()
    view = window(*LEARN)
    album.take("The way at first", view, "quit")
    view.press(ENTER)
    view.until("Enter practise")
    album.take("The first rules", view, "quit")
    view.press(ENTER)
    view.until("? hint")
    album.take("The first question", view, "quit")
    view.press("?")
    album.take("The rule as a hint", view, "time.")
    view.press("q")
    assert view.code() == 0
    learn(GAME, "--seed", "1", "--count", "46")
    missed = []

    def first_known(question):
        missed.extend([question] if not question["cell"].startswith(NEW) and not missed else [])
        return missed == [question]

    learn(GAME, "--seed", "2", "--count", "10", missing=first_known)
    view, album.columns = window(*LEARN), 80
    album.take("The way after some lessons", view, "quit")
    view.press(ENTER)
    view.until("Back among")
    album.take("Rules to learn, and a group that is back", view, "quit")
    view.press("q")
    assert view.code() == 0
    learn(GAME, "--seed", "3")
    view, album.columns = window(*LEARN), 80
    album.take("The way when all is learnt", view, "quit")
    view.press(ENTER)
    assert view.code() == 0
    assert "bjtrainer drill weak" in view.text()
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(album.text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == album.text


@pytest.mark.parametrize(
    ("at", "key"),
    [
        *(("the way", "q"), ("the rule", "q"), ("a question", "q")),
        *(("the way", "\x03"), ("the rule", "\x04"), ("a question", "\x03")),
    ],
)
def test_every_page_can_be_left_and_the_terminal_is_as_before(window, at, key):
    view = window(*LEARN)
    before = view.modes()
    view.until("Enter go on")
    assert view.full_screen
    if at != "the way":
        view.press(ENTER)
        view.until("Enter practise")
    if at == "a question":
        view.press(ENTER)
        view.until("? hint")
    view.press(key)
    assert view.code() == (130 if key == "\x03" else 0)
    assert not view.full_screen
    assert view.modes() == before
    if key != "\x03":
        view.until("0 of 12 groups learnt", f"bjtrainer learn {GAME}")


def test_other_keys_go_nowhere_and_a_resize_paints_again(window):
    view = window(*LEARN)
    way = view.until("Enter go on")
    view.press_apart("x", "h", "\x1b[D")
    assert view.text() == way
    view.resize(40, 24)
    view.until("Hard 23456789TA Soft 23456789TA", "Enter go on")
    view.resize(22, 30)
    view.until("> hard 4 to 8 and 17", "Enter go on")
    view.resize(80, 24)
    view.until("Hard 2 3 4 5 6 7 8 9 T A", "Enter go on")
    view.press(" ")
    view.until("hard 17 to 20: stand against everything", "Enter practise")


def test_the_way_after_a_lesson_says_how_it_went(window, learn):
    learn(GAME, "--seed", "1", "--count", "10")
    view = window(*LEARN)
    view.until("2 good answers to go")
    view.press(ENTER)
    view.until("Learnt after 2 more good answers")
    view.press(ENTER)
    for n in (1, 2, 3, 4):
        question = view.until(f"{n} of 4")
        stands = "hard 17" in question or "hard 18" in question or "hard 19" in question
        view.press("s" if stands else "h")
    view.until(
        "4 of 4 right.", "Learnt: hard 4 to 8 and 17 to 20.", "1 of 12", "Now: hard 13 to 16"
    )
    view.press("q")
    assert view.code() == 0


def test_the_menu_leads_to_it(window):
    view = window()
    view.until("n new to it: learn its chart from nothing, group by group", "q quit")
    view.press("n")
    view.until("Vegas Downtown Blackjack · learn", "0 of 11 groups learnt", "Enter go on")
    view.press("q")
    assert view.code() == 0


def test_a_dumb_terminal_learns_too(window):
    view = window(*LEARN, TERM="dumb")
    view.until("> hard 4 to 8 and 17 to 20", "Enter go on")
    view.press(ENTER)
    view.until("hard 4 to 8: hit against everything")
    view.press("q")
    assert view.code() == 0
