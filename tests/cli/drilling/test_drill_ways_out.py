"""Source of truth: reliability.md, "terminal", and ux.md, 40 columns and tiny windows.

Every way out of a drill, and every window that it can be in.
"""

from __future__ import annotations

import signal
import sys

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

DRILL = ("drill", "--game", "vegas-downtown", "--seed", "7")
FIRST, SECOND = "You 2♥ A♠ soft 13", "You 8♠ 8♥ pair, hard 16"
"""The first question of the seed, and the one after it is stood on, which is a miss."""
ENTER = "\r"


def stored(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        return [(kept.n, kept.answer, kept.slip) for kept in store.decisions()]


def partial(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        return [session.partial for session in store.sessions()]


WAYS_OUT = [
    ("q", 0),
    ("\x04", 0),
    ("\x03", 130),
    ("\x03\x03", 130),
    (signal.SIGTERM, 143),
    (signal.SIGHUP, 129),
]


@pytest.mark.parametrize(
    ("page", "way_out", "code"),
    [*(("question", *way) for way in WAYS_OUT), *(("miss", *way) for way in WAYS_OUT[1:4])],
)
def test_after_every_way_out_the_terminal_and_the_answers_are_there(
    window, own_folder, page, way_out, code
):
    view = window(*DRILL)
    view.until(FIRST, "q quit")
    view.press("s")
    view.until("Enter next")
    if page == "question":
        view.press(ENTER)
        view.until(SECOND)
    if isinstance(way_out, str):
        view.press(way_out)
    else:
        view.kill(way_out)
    assert view.code() == code
    assert view.modes() == view.modes_before
    assert not view.full_screen
    assert view.written.count(b"\x1b[?25h") == view.written.count(b"\x1b[?2004l") == 1
    assert stored(own_folder) == [(1, "stand", False)]
    assert partial(own_folder) == [code != 0]
    text = view.text()
    assert ("1 decision, 0 right" in text) is (code in (0, 130))  # Ctrl-C is a way to leave, too
    assert "Traceback" not in text
    assert "▒▒" not in text


def test_suspended_it_gives_the_shell_back_and_paints_again_when_it_returns(shell, own_folder):
    shell.start(sys.executable, "-m", "bjtrainer", *DRILL)
    shell.wait("soft 13(?s:.*)quit")
    shell.press("\x1a")
    shell.wait("Stopped")
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > meanwhile; echo noted")
    shell.wait("\nnoted")
    shell.terminal.sendline("fg")
    shell.wait("soft 13(?s:.*)quit")
    shell.press_until("h", "Hit is right")
    shell.press("q")
    shell.wait("1 decision, 1 right")
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > at_last; echo noted")
    shell.wait("\nnoted")
    assert shell.modes("before") == shell.modes("meanwhile") == shell.modes("at_last")
    assert stored(own_folder) == [(1, "hit", False)]


def test_a_new_window_size_paints_each_page_again(window):
    view = window(*DRILL)
    view.until(FIRST)
    view.resize(40, 24)
    view.until("Vegas Downtown Blackjack · whole rounds 1 · seed 7")
    view.press("s")
    view.until("Enter next")
    for columns, rows in ((100, 30), (40, 24), (80, 24), (37, 40)):
        view.settle()
        view.written = b""
        view.resize(columns, rows)
        view.until("1 · streak 0", "[H]" if columns > 40 else "^", "Enter next")
        assert max(map(len, view.rows_written())) <= columns
        assert len(view.screen()) <= rows


def test_a_window_too_small_says_so_takes_no_answer_and_recovers(window, own_folder):
    view = window(*DRILL, columns=20, rows=6)
    view.until("This needs", "rows.")
    view.press_apart("h", "s", "d", "?", "u", "x")
    assert view.text().startswith("This needs")
    view.resize(80, 24)
    view.until(FIRST, "q quit")
    assert "Only" not in view.text()
    view.press("s")
    view.until("Enter next")
    view.resize(15, 40)
    view.until("This needs 20")
    view.resize(40, 12)
    view.until("(more in a larger window)", "Enter next", "Stand gives away")
    view.resize(80, 24)
    view.until("Enter next", "[H]")
    assert "larger window" not in view.text()
    assert stored(own_folder) == [(1, "stand", False)]


def test_a_window_too_small_from_the_start_can_be_left(window):
    view = window(*DRILL, columns=20, rows=6)
    view.until("This needs")
    view.press("q")
    assert view.code() == 0
    assert view.modes() == view.modes_before


def test_a_dumb_terminal_is_written_to_line_by_line(window, own_folder):
    view = window(*DRILL, TERM="dumb", rows=60)
    view.until(FIRST, "q quit")
    view.press("s")
    view.until("Enter next")
    view.press(ENTER)
    view.until(FIRST, SECOND)
    view.press("q")
    assert view.code() == 0
    assert b"\x1b" not in view.written
    assert "1 decision, 0 right" in view.text()
    assert stored(own_folder) == [(1, "stand", False)]


def test_the_last_of_the_count_ends_it_and_the_summary_stays(window, own_folder):
    view = window(*DRILL, "--count", "2")
    view.until(FIRST, "1 of 2")
    view.press("h")
    view.until("2 of 2")
    view.press("h")
    view.until("Hit gives away", "2 of 2", "Enter next")
    view.press("u")
    view.until("Taken back")
    view.press(ENTER)
    assert view.code() == 0
    assert view.screen() == [
        "1 decision, 1 right (100.0 %); 0.00 bets given away per 100 decisions; best",
        "streak 1.",
        "Taken back as slips, not counted: 1.",
        "The same hands again:",
        "  bjtrainer drill --game vegas-downtown --seed 7",
    ]
    assert stored(own_folder) == [(1, "hit", False), (2, "hit", True)]
    assert partial(own_folder) == [False]
