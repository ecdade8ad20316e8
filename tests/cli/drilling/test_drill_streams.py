"""Source of truth: reliability.md, "streams", and interface.md, "Not a terminal"."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

PROGRAM = f"{sys.executable} -m bjtrainer"
DRILL = f"{PROGRAM} drill --game vegas-downtown --seed 7"
ENDLESS = "yes $'hit\\nstand\\nno'"
"""Answers of which one is always legal, without end."""


def run_shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )


def stored(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        return [(kept.n, kept.answer) for kept in store.decisions()]


@pytest.mark.parametrize("option", ["", "--json"])
def test_head_gets_its_line_and_the_drill_ends(own_folder, option):
    run = run_shell(
        f"{ENDLESS} | {DRILL} {option} 2>errors | head -n 1; "
        'echo "${PIPESTATUS[1]}" >&2; grep -v ": " errors >&2; rm errors'
    )
    assert run.stderr == "141\n"
    assert run.stdout.count("\n") == 1
    assert "vegas" in run.stdout.lower()
    assert [n for n, _ in stored(own_folder)] == list(range(1, len(stored(own_folder)) + 1))


@pytest.mark.parametrize("option", ["", "--json"])
def test_a_full_output_is_told_once_and_no_answer_is_taken(own_folder, option):
    run = run_shell(f"printf 'h\\n' | {DRILL} {option} > /dev/full")
    assert run.returncode == 1
    assert run.stderr == "error: standard output could not be written: No space left on device\n"
    assert stored(own_folder) == []


def test_an_output_that_fails_in_the_middle_loses_no_answer(own_folder, tmp_path):
    run = run_shell(f"ulimit -f 1; {ENDLESS} | {DRILL} --json > {tmp_path / 'out'}")
    assert run.returncode == 1
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("source", ["<&-", "< /dev/null"])
@pytest.mark.parametrize("option", ["", "--json"])
def test_no_input_at_all_ends_it_with_a_summary(source, option):
    run = run_shell(f"{DRILL} {option} {source}")
    assert (run.returncode, run.stderr) == (0, "")
    assert ('"accuracy": null' if option else "No decision counted.") in run.stdout


def test_lines_through_a_pipe_are_questions_verdicts_and_a_summary(own_folder):
    run = run_shell(f"printf 'r\\nh\\nstand\\nq\\n' | {DRILL}")
    assert run.returncode == 0
    assert run.stderr == "r: there is no surrender in this game\n"
    title, question, verdict, second, *rest = run.stdout.splitlines()
    assert title == "Vegas Downtown Blackjack: whole rounds, seed 7"
    assert question == "1. 2♥ A♠ v 3♥ ? hit stand double"
    assert verdict.startswith("   ✓ Hit is right")
    assert second == "2. 2♥ A♠ 6♣ v 3♥ ? hit stand"
    assert rest[-2:] == [
        "The same hands again:",
        "  bjtrainer drill --game vegas-downtown --seed 7",
    ]
    assert "2 decisions, 2 right (100.0 %)" in rest[-3]
    assert stored(own_folder) == [(1, "hit"), (2, "stand")]


@pytest.mark.parametrize("environment", ["TERM=xterm-256color", "FORCE_COLOR=1", "COLUMNS=20"])
def test_a_pipe_gets_no_escape_sequences(environment):
    run = run_shell(f"printf 's\\n?\\nu\\nx\\nq\\n' | {environment} {DRILL} 2>&1")
    assert run.returncode == 0
    assert "\x1b" not in run.stdout
    assert "taken back" in run.stdout


def test_an_ascii_locale_gets_ascii():
    run = run_shell(f"printf 's\\nh\\n?\\n' | LC_ALL=C {DRILL}")
    assert run.returncode == 0
    assert run.stdout.isascii()
    assert "1. 2h As v 3h ? hit stand double" in run.stdout


def test_hostile_lines_are_refused_in_clean_lines(bjtrainer):
    hostile = "\x1b]0;owned\x07\n\u202egnp\n" + "[bold]x[/]\n\x00\n" + "y" * 3000 + "\nh"
    run = bjtrainer("drill", "--game", "vegas-downtown", "--seed", "7", sent=hostile)
    assert run.returncode == 0
    assert all(line.isprintable() for line in (run.stdout + run.stderr).splitlines())
    assert "1 decision, 1 right" in run.stdout


def test_a_terminal_to_type_on_and_a_file_to_write_to(shell, own_folder):
    shell.terminal.sendline(f"{DRILL} > out; echo code=$?")
    shell.terminal.send("stand\n")
    shell.terminal.send("p\n")
    shell.terminal.send("\x04")
    assert shell.code() == 0
    assert "\x1b" not in shell.written
    written = (shell.folder / "out").read_text()
    assert "\x1b" not in written
    assert "2 decisions, 1 right" in written
    assert stored(own_folder) == [(1, "stand"), (2, "split")]


def test_lines_to_read_and_a_terminal_to_write_to(shell, own_folder):
    shell.start("bash", "-c", f"printf 'stand\\nsplit\\n' | {DRILL}")
    assert shell.code() == 0
    assert "2 decisions, 1 right" in shell.written
    assert "\x1b" not in shell.written
    assert shell.modes("after") == shell.modes("before")
    assert stored(own_folder) == [(1, "stand"), (2, "split")]


def test_told_to_stop_it_keeps_what_was_answered(client, own_folder):
    drill = client("--game", "vegas-downtown", "--seed", "7")
    drill.event()
    drill.event()
    assert drill.ask("stand")["type"] == "verdict"
    drill.process.terminate()
    assert drill.process.wait() == 143
    assert drill.process.stderr.read() == ""
    assert stored(own_folder) == [(1, "stand")]
    with Store.snapshot(history_path(own_folder)) as store:
        assert [session.partial for session in store.sessions()] == [True]
