"""Several programs at once: they wait for each other, and none spoils another's answers."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats import sqlite
from bjtrainer.stats.store import Store

EACH = 500
OPENERS = 6


def test_two_writers_at_once_store_everything(history, writer):
    writers = [writer(history, EACH) for _ in range(2)]
    for process in writers:
        process.communicate(timeout=60)
    assert [process.returncode for process in writers] == [0, 0]
    with Store.snapshot(history) as store:
        kept = Counter(decision.session for decision in store.decisions())
        assert kept == {1: EACH, 2: EACH}
        assert store.check() == ()


def test_several_programs_make_one_history_in_a_fresh_folder(history, writer):
    started = [writer(history, 3) for _ in range(OPENERS)]
    outcomes = [(process.communicate(timeout=60), process.returncode) for process in started]
    assert [code for _, code in outcomes] == [0] * OPENERS, outcomes
    with Store.snapshot(history) as store:
        assert len(store.decisions()) == 3 * OPENERS
        assert [session.id for session in store.sessions()] == list(range(1, OPENERS + 1))
        assert not any(session.partial for session in store.sessions())
    assert sorted(path.name for path in history.parent.iterdir()) == [
        "history.sqlite3",
        "history.sqlite3.lock",
    ]


def test_a_reader_sees_what_a_running_writer_has_acknowledged(history, writer):
    process = writer(history, 100_000)
    for _ in range(5):
        session, n = map(int, process.stdout.readline().split())
        with Store.snapshot(history) as copy:
            assert (session, n) in {(kept.session, kept.n) for kept in copy.decisions()}
            assert copy.check() == ()


@contextmanager
def another_program_holding(path, begin):
    """Hold a lock from another process."""
    program = (
        "import sqlite3, sys; held = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "[held.execute(statement) for statement in sys.argv[2].split(';')];"
        "print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path), begin],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield
        process.stdin.close()
        process.wait(timeout=20)


def test_a_locked_history_is_one_line_and_stores_nothing(
    history, decision, session_start, monkeypatch
):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    with Store.open(history) as store:
        store.start_session(**session_start)
        with another_program_holding(history, "BEGIN IMMEDIATE"):
            with pytest.raises(StorageError, match="locked by another program") as told:
                store.add_decision(decision(n=1))
            assert "\n" not in str(told.value)
            assert store.decisions() == ()
        store.add_decision(decision(n=1))
        assert store.decisions() == (decision(n=1),)


def test_a_writer_waits_for_another_that_is_soon_done(history, decision, session_start):
    with Store.open(history) as store:
        store.start_session(**session_start)
        program = (
            "import sqlite3, sys, time; held = sqlite3.connect(sys.argv[1], isolation_level=None);"
            "held.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(0.3)"
        )
        with subprocess.Popen(
            [sys.executable, "-c", program, str(history)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout.readline() == "held\n"
            store.add_decision(decision(n=1))
        assert store.decisions() == (decision(n=1),)


def test_reading_a_wholly_locked_history_is_one_line_and_no_wait_for_ever(
    history, decision, session_start, monkeypatch
):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    with Store.open(history) as store:
        store.start_session(**session_start)
        store.add_decision(decision(n=1))
    hold = "PRAGMA locking_mode=EXCLUSIVE;CREATE TABLE held (held);BEGIN EXCLUSIVE"
    with another_program_holding(history, hold):
        started = time.monotonic()
        for way in (Store.open, Store.snapshot):
            with pytest.raises(StorageError, match="locked by another program"):
                way(history)
        assert time.monotonic() - started < 20


def test_opening_while_another_program_opens_is_told_after_the_wait(history, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    history.parent.mkdir()
    lock = history.with_name(history.name + ".lock")
    with (
        another_program_holding(lock, "BEGIN EXCLUSIVE"),
        pytest.raises(StorageError, match="locked by another program"),
    ):
        Store.open(history)
    with Store.open(history) as store:
        assert store.decisions() == ()
