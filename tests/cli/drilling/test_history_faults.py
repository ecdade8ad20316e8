"""Source of truth: reliability.md, "database" and "two terminals at once", as seen at the door."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

DRILL = ("drill", "--game", "vegas-downtown", "--seed", "7")
ANSWERS = "hit\nstand\nsplit\n"


@pytest.fixture
def history(bjtrainer, own_folder) -> Path:
    """A history with three answers."""
    assert bjtrainer(*DRILL, "--count", "3", sent=ANSWERS).returncode == 0
    return history_path(own_folder)


def look(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def assert_one_line(run, *said: str) -> None:
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1
    for words in said:
        assert words in run.stderr


@contextmanager
def unchangeable(path: Path) -> Iterator[None]:
    """Make a file or folder unchangeable, for root too."""
    if subprocess.run(["chattr", "+i", path], check=False, capture_output=True).returncode:
        if os.geteuid() == 0:
            pytest.skip("nothing is read-only for root here")
        path.chmod(0o555 if path.is_dir() else 0o444)
        yield
        path.chmod(0o755)
        return
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", path], check=True)


def test_a_folder_that_is_a_file_is_told_and_left(bjtrainer, own_folder):
    own_folder.write_text("mine")
    for command in (DRILL, ("stats",)):
        assert_one_line(bjtrainer(*command), str(own_folder), "choose another one")
    assert own_folder.read_text() == "mine"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3000])


def cut_to_a_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096])


def fill_with_garbage(path: Path) -> None:
    path.write_bytes(b"no database at all\n" * 500)


@pytest.mark.parametrize("damage", [cut, cut_to_a_page, fill_with_garbage])
def test_a_damaged_history_is_kept_under_a_name_that_is_told(bjtrainer, history, damage):
    damage(history)
    damaged = look(history.parent)
    assert_one_line(bjtrainer("stats"), "the next drill sets it aside")
    assert look(history.parent) == damaged
    run = bjtrainer(*DRILL, sent=ANSWERS)
    kept = history.with_name("history.damaged-1.sqlite3")
    assert_one_line(run, "it is damaged", f"kept as {kept.name}")
    assert kept.read_bytes() == damaged[history.name][0]
    assert bjtrainer(*DRILL, sent=ANSWERS).returncode == 0
    assert kept.read_bytes() == damaged[history.name][0]
    with Store.snapshot(history) as store:
        assert len(store.decisions()) == 3
        assert store.check() == ()


def test_the_history_of_a_newer_program_is_left_as_it_is(bjtrainer, history):
    with closing(sqlite3.connect(history)) as database:
        database.execute("PRAGMA user_version = 99")
    before = look(history.parent)
    for command in (DRILL, ("stats",)):
        assert_one_line(bjtrainer(*command), "newer bjtrainer", "upgrade")
    assert look(history.parent)[history.name] == before[history.name]


def test_a_history_locked_by_another_program_is_told_and_left(bjtrainer, history):
    before = look(history.parent)
    with closing(sqlite3.connect(history, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert_one_line(bjtrainer(*DRILL), "locked by another program")
    assert look(history.parent)[history.name] == before[history.name]
    assert bjtrainer(*DRILL).returncode == 0


@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_history_that_cannot_be_written_is_told_and_can_still_be_read(bjtrainer, history, place):
    with unchangeable(history if place == "file" else history.parent):
        assert_one_line(bjtrainer(*DRILL, sent=ANSWERS), str(history))
        run = bjtrainer("stats", "--json")
        assert run.returncode == 0
        assert json.loads(run.stdout)["decisions"] == 3


def test_a_folder_that_cannot_be_written_has_no_answers(bjtrainer, own_folder):
    own_folder.mkdir()
    with unchangeable(own_folder):
        assert_one_line(bjtrainer(*DRILL), str(own_folder))
        run = bjtrainer("stats")
        assert (run.returncode, run.stderr) == (0, "")
    assert list(own_folder.iterdir()) == []


def test_on_a_full_disk_what_was_acknowledged_is_there(own_folder):
    program = f"{sys.executable} -m bjtrainer {' '.join(DRILL)} --json"
    run = subprocess.run(
        ["bash", "-c", f"ulimit -f 300; yes $'hit\\nstand\\nno' | {program}"],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.startswith(f"error: {history_path(own_folder)}: ")
    assert run.stderr.count("\n") == 1
    verdicts = [line for line in run.stdout.splitlines() if '"type": "verdict"' in line]
    assert len(verdicts) > 3
    with Store.snapshot(history_path(own_folder)) as store:
        assert [kept.n for kept in store.decisions()] == list(range(1, len(verdicts) + 1))
        assert store.check() == ()


def test_a_disk_that_fails_under_a_screen_is_told_on_the_terminal_as_it_was(window, history):
    view = window(*DRILL)
    view.until("You 2♥ A♠ soft 13", "q quit")
    with closing(sqlite3.connect(history, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 99")
    view.press("h")
    assert view.code() == 1
    assert view.modes() == view.modes_before
    assert not view.full_screen
    assert view.text().startswith("error: ")
    assert "newer bjtrainer" in view.text()


def test_stats_make_nothing_and_change_nothing(bjtrainer, own_folder):
    assert bjtrainer("stats").stdout == "No answers yet. Begin with: bjtrainer drill\n"
    assert not own_folder.exists()
    assert bjtrainer(*DRILL, sent=ANSWERS).returncode == 0
    before = look(own_folder)
    for option in ("--json", "--all-games", "--game=las-vegas-downtown"):
        assert bjtrainer("stats", option).returncode == 0
    assert look(own_folder) == before


def test_stats_can_be_read_while_a_drill_runs(bjtrainer, client):
    drill = client(*DRILL[1:])
    drill.event()
    for n, answer in enumerate(("hit", "stand", "split"), start=1):
        drill.event()
        assert drill.ask(answer)["type"] == "verdict"
        report = json.loads(bjtrainer("stats", "--json").stdout)
        assert (report["decisions"], report["sessions"], report["partial"]) == (n, 1, 1)
    drill.event()
    assert drill.ask("q")["asked"] == 3
    assert drill.code() == 0
    assert json.loads(bjtrainer("stats", "--json").stdout)["partial"] == 0


def test_drills_that_begin_at_once_on_a_fresh_folder_all_store_their_answers(
    client, by_the_chart, own_folder
):
    drills = [client(*DRILL[1:], "--count", "30") for _ in range(3)]
    waiting = set(range(3))
    ids = {}
    for number in cycle(range(3)):
        if not waiting:
            break
        if number not in waiting:
            continue
        event = drills[number].event()
        match event["type"]:
            case "session":
                ids[number] = event["id"]
            case "question":
                drills[number].send(by_the_chart(event))
            case "end":
                waiting.discard(number)
    assert [drill.code() for drill in drills] == [0, 0, 0]
    assert sorted(ids.values()) == [1, 2, 3]
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        kept = [(decision.session, decision.n) for decision in store.decisions()]
        assert not any(session.partial for session in store.sessions())
    assert sorted(kept) == [(session, n) for session in (1, 2, 3) for n in range(1, 31)]
