"""Source of truth: cases/README.md, "Terminal", and reliability.md, "terminal".

A real program reads keys on a real terminal, started by a real shell with job control.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("keys_child.py")
ROWS, COLUMNS = 24, 80


@pytest.mark.parametrize("kind", ["full", "plain"])
@pytest.mark.parametrize(
    ("way_out", "code"),
    [
        ("q", 0),
        ("\x04", 0),
        ("\x03", 130),
        ("\x03\x03", 130),
        ("x", 1),
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
    ],
)
def test_the_terminal_is_as_before_after_every_way_out(shell, kind, way_out, code):
    process = shell.child(kind)
    if isinstance(way_out, str):
        shell.press(way_out)
    else:
        os.kill(process, way_out)
    assert shell.code() == code
    assert shell.modes("after") == shell.modes("before")
    left = re.findall(r"\x1b\[\?(\d+)l", shell.written.partition("Traceback")[0])
    assert left == (["2004", "1049"] if kind == "full" else [])
    assert shell.written.count("\x1b[?25h") == (kind == "full")


@pytest.mark.parametrize("kind", ["full", "plain"])
def test_suspended_it_gives_the_terminal_back_and_the_clock_stands(shell, kind):
    shell.child(kind)
    shell.press("\x1a")
    shell.wait("Stopped")
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > meanwhile; echo noted")
    shell.wait("\nnoted")
    assert ("\x1b[?1049l" in shell.written) is (kind == "full")
    time.sleep(2)
    shell.terminal.sendline("fg")
    shell.wait(r"resize \d+ \.")
    shell.press("h")
    assert int(shell.wait(r"key h (\d+) \.")[1]) < 2000
    shell.press("q")
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > at_last; echo noted")
    shell.wait("\nnoted")
    assert shell.modes("before") == shell.modes("meanwhile") == shell.modes("at_last")


def test_stopped_by_force_it_takes_the_terminal_again(shell):
    process = shell.child("plain")
    os.kill(process, signal.SIGSTOP)
    shell.wait("Stopped")
    shell.wait("ready> ")
    shell.terminal.sendline("stty sane; fg")
    shell.wait(r"resize \d+ \.")
    shell.press("h")
    assert shell.wait(r"key h \d+ \.")


IGNORED = [
    "\x1b[A",
    "\x1b[D",
    "\x1b[H",
    "\x1bOH",
    "\x1bOP",
    "\x1b[15~",
    "\x1b[1;5D",
    "\x1b[<0;10;12M",
    "\x1b[M !!",
    "\x1b[200~d\x1b[201~",
    "\x1b[200~hs\rdp\x1b[201~",
    "stand\r",
    "ds",
    "\x1b",
    "\x1bd",
    "\x01",
    "\t",
]


def test_what_is_no_plain_key_is_ignored_as_one_unit(shell):
    shell.child("full")
    for unit in IGNORED:
        shell.press(unit)
        time.sleep(0.12)
    shell.press_until("r", r"key \S+ \d+ \.")
    assert shell.keys_told() == ["r"]


def test_sequences_and_signs_that_come_in_parts_are_ignored_whole(shell):
    shell.child("full")
    for parts in (["\x1b", "[D"], ["\x1b[", "H"], ["\x1b[200~", "d", "s", "\x1b[201~"]):
        for part in parts:
            shell.press(part)
            time.sleep(0.03)
        time.sleep(0.3)
    for byte in "é".encode():
        os.write(shell.terminal.child_fd, bytes([byte]))
        time.sleep(0.3)
    shell.press_until("r", r"key \S+ \d+ \.")
    assert shell.keys_told() == ["r"]


@pytest.mark.parametrize(("way_out", "code"), [("q", 0), ("\x04", 0), ("\x03", 130)])
def test_the_keys_of_windows_mean_the_same(shell, way_out, code):
    """Through ``typer.getchar``, which stands in for the one that Windows has."""
    shell.child("getchar")
    for number, pressed in enumerate(("\x1b[D", "S", "ds", "\r"), start=1):
        time.sleep(0.1)
        shell.press(pressed)
        if pressed in "S\r":
            shell.wait(f"question {number // 2 + 1}")
    shell.press(way_out)
    assert shell.code() == code
    assert shell.keys_told() == ["s", "enter"]
    assert shell.modes("after") == shell.modes("before")


@pytest.mark.parametrize("pressed", ["\r", "\n", "\r\n"], ids=repr)
def test_enter_is_one_key_however_it_is_sent(shell, pressed):
    shell.child("plain")
    shell.press(pressed)
    shell.wait("question 2")
    shell.press_until("h", r"key h \d+ \.")
    assert shell.keys_told() == ["enter", "h"]


def test_a_key_pressed_before_the_question_was_drawn_is_dropped(shell):
    shell.child("plain")
    shell.press("D")
    shell.wait(r"key d \d+ \.")
    shell.press("d")
    shell.wait("question 2")
    time.sleep(0.3)  # in which a second d would be told
    shell.press_until("s", r"key s \d+ \.")
    assert shell.keys_told() == ["d", "s"]


def test_a_new_window_size_is_told_at_once(shell):
    shell.child("plain")
    shell.terminal.setwinsize(10, 33)
    shell.wait(r"resize 33 \.")
    shell.press("h")
    assert shell.wait(r"key h \d+ \.")


def test_a_terminal_that_goes_away_ends_the_program(shell):
    process = shell.child("full")
    shell.terminal.close(force=False)
    for _ in range(200):
        if not Path(f"/proc/{process}").exists():
            return
        time.sleep(0.05)
    raise AssertionError("still running")


def test_a_picture_too_high_for_the_window_says_so_and_recovers(shell):
    shell.start(sys.executable, str(CHILD), "paint", "12")
    shell.wait("row 12")
    assert shell.screen() == [f"row {number}" for number in range(1, 13)]
    shell.terminal.setwinsize(8, 20)
    shell.wait("This needs 12 rows")
    assert shell.screen() == ["This needs 12 rows."]
    shell.terminal.setwinsize(ROWS, COLUMNS)
    shell.wait("row 12")
    assert shell.screen() == [f"row {number}" for number in range(1, 13)]
    shell.press("q")
    assert shell.code() == 0


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        *(("g", "las-vegas-downtown"), ("t", "nothing is due")),
        *(("?", "Usage: bjtrainer"), ("q", "")),
    ],
)
def test_the_menu_runs_what_its_key_promises(shell, key, shown):
    shell.start(sys.executable, "-m", "bjtrainer")
    shell.wait("quit")
    shell.press("\x1b[D")
    time.sleep(0.3)
    shell.press_until(key, f"{shown}(?s:.*)code=0")
    shell.wait("ready> ")
    assert shell.modes("after") == shell.modes("before")


def test_a_dumb_terminal_gets_single_keys_without_escape_sequences(shell):
    shell.start("env", "TERM=dumb", sys.executable, "-m", "bjtrainer")
    shell.wait("quit")
    shell.press("g")
    assert shell.code() == 0
    assert "\x1b" not in shell.written
