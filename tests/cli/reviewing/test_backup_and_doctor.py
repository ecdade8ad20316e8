"""Source of truth: the README on backup, restore and doctor: real files, real locks, real kills."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

GAME = ("--game", "vegas-downtown")


@pytest.fixture
def drilled(bjtrainer, own_folder):
    bjtrainer("drill", "hard", "--seed", "7", *GAME, sent="h\ns\nu\nd\nh\n")
    return history_path(own_folder)


def answers(history):
    with Store.snapshot(history) as store:
        assert store.check() == ()
        return [(one.n, one.answer, one.slip) for one in store.decisions()]


def test_a_backup_comes_back_and_what_was_there_is_kept(bjtrainer, drilled, tmp_path):
    before = answers(drilled)
    target = tmp_path / "kept.sqlite3"
    run = bjtrainer("backup", str(target))
    assert run.stdout == f"{target}: 4 answers, 1 session, 0 rounds\n"
    assert answers(target) == before
    again = bjtrainer("backup", str(target))
    assert (again.returncode, again.stdout) == (1, "")
    assert "it exists; choose another name" in again.stderr
    bjtrainer("drill", "soft", "--seed", "7", *GAME, sent="h\nh\n")
    later = answers(drilled)
    asked = bjtrainer("restore", str(target))
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "this replaces your history; add --yes" in asked.stderr
    assert answers(drilled) == later
    told = json.loads(bjtrainer("restore", str(target), "--yes", "--json").stdout)
    assert (told["answers"], told["sessions"]) == (4, 1)
    assert answers(drilled) == before
    assert [one.name for one in tmp_path.glob("kept*")] == ["kept.sqlite3"]
    (kept,) = drilled.parent.glob("history.before-restore-*.sqlite3")
    assert answers(kept) == later


@pytest.mark.parametrize("damaged", [b"garbage" * 999, b"", None])
def test_a_backup_comes_back_over_a_damaged_history(bjtrainer, drilled, tmp_path, damaged):
    before, target = answers(drilled), tmp_path / "kept.sqlite3"
    bjtrainer("backup", str(target))
    drilled.unlink()
    if damaged is not None:
        drilled.write_bytes(damaged)
    run = bjtrainer("restore", str(target), "--yes")
    assert run.returncode == 0
    assert run.stdout.startswith("Restored: 4 answers, 1 session, 0 rounds\n")
    assert ("it is kept as history.damaged-1.sqlite3" in run.stderr) is bool(damaged)
    assert answers(drilled) == before


def test_without_a_name_it_lies_beside_the_history(bjtrainer, drilled):
    for number in (1, 2):
        path = bjtrainer("backup").stdout.rpartition(": ")[0]
        assert path.endswith(f"-{number}.sqlite3")
    assert len(list(drilled.parent.glob("history.backup-*.sqlite3"))) == 2


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\x01" * 500])
def test_what_is_no_backup_is_not_restored(bjtrainer, drilled, tmp_path, content):
    before, path = drilled.read_bytes(), tmp_path / "file.sqlite3"
    path.write_bytes(content)
    run = bjtrainer("restore", str(path), "--yes")
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert drilled.read_bytes() == before
    assert bjtrainer("restore", str(tmp_path / "none"), "--yes").returncode == 2


def test_a_kill_in_the_middle_leaves_one_of_the_two(bjtrainer, drilled, tmp_path):
    old = answers(drilled)
    bjtrainer("stats", "reset", "--yes")
    target = next(drilled.parent.glob("history.before-reset-*.sqlite3"))
    for delay in (0.2, 0.3, 0.4):
        process = subprocess.Popen(
            [sys.executable, "-m", "bjtrainer", "restore", str(target), "--yes"],
            env={"BJTRAINER_HOME": str(drilled.parent), "PATH": "", "PYTHONPATH": sys.path[0]},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.kill()
        process.wait()
        assert answers(drilled) in ([], old)


def test_another_program_that_writes_is_waited_for_and_told(bjtrainer, drilled, tmp_path):
    target = tmp_path / "kept.sqlite3"
    bjtrainer("backup", str(target))
    with Store.open(drilled) as store, store.take_seat():
        run = bjtrainer("restore", str(target), "--yes")
    assert run.returncode == 1
    assert "another bjtrainer is at the table" in run.stderr


def checks(bjtrainer, *arguments):
    run = bjtrainer("doctor", "--json", *arguments)
    assert run.stderr == ""
    return run.returncode, json.loads(run.stdout)["checks"]


def test_all_is_well_with_a_new_player_and_with_one_who_drilled(bjtrainer, own_folder):
    code, found = checks(bjtrainer)
    assert (code, [one["name"] for one in found if not one["ok"]]) == (0, [])
    assert not own_folder.exists()
    bjtrainer("drill", "--seed", "7", *GAME, sent="h\nh\n")
    code, found = checks(bjtrainer, "--full")
    assert (code, [one["name"] for one in found if not one["ok"]]) == (0, [])
    said = {one["name"]: one["said"] for one in found}
    assert said["history"] == "sound; 2 answers, 0 rounds"
    assert said["chart european"] == "equal to what its rules derive"


def test_what_is_wrong_is_told_with_what_to_do(bjtrainer, drilled):
    folder = drilled.parent
    (folder / "config.yaml").write_text("sound: loud\n")
    (folder / "drills").mkdir()
    (folder / "drills" / "mine.yaml").write_text("deal: sells\n")
    (folder / "drills" / "Mine Too.yaml").write_text("deal: cells\n")
    (folder / "games").mkdir()
    (folder / "games" / "odd.yaml").write_text("decks: none\n")
    code, found = checks(bjtrainer)
    assert code == 1
    wrong = {one["name"]: one for one in found if not one["ok"]}
    assert set(wrong) == {"settings", "drill mine", "drill file Mine Too.yaml", "game odd"}
    assert all(one["remedy"] for one in wrong.values())
    assert "config.yaml:1:8: sound is 'loud'" in wrong["settings"]["said"]


def test_tallies_that_are_wrong_are_mended_when_asked(bjtrainer, drilled):
    with closing(sqlite3.connect(drilled, isolation_level=None)) as other:
        other.execute("UPDATE tallies SET decisions = 99")
    before = drilled.read_bytes()
    code, found = checks(bjtrainer)
    (wrong,) = [one for one in found if not one["ok"]]
    assert (code, wrong["name"]) == (1, "history")
    assert "bjtrainer doctor --repair" in wrong["remedy"]
    assert drilled.read_bytes() == before
    assert checks(bjtrainer, "--repair")[0] == 0
    assert checks(bjtrainer)[0] == 0
    assert len(answers(drilled)) == 4


def test_a_damaged_history_is_told_and_left_as_it_is(bjtrainer, drilled):
    content = bytearray(drilled.read_bytes())
    place = content.rindex(b"hard 1")
    content[place] ^= 1
    for damaged in (bytes(content), bytes(content[: len(content) // 2]), b"garbage" * 999):
        drilled.write_bytes(damaged)
        code, found = checks(bjtrainer)
        assert code == 1
        wrong = [one for one in found if not one["ok"]]
        assert {one["name"] for one in wrong} == {"history"}
        assert drilled.read_bytes() == damaged
