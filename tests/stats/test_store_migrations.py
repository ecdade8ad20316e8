"""A history of every older version becomes today's, with all its answers and a backup.

versions/version_N.sql is what version N of the database held, as text. Such a file, like the
migration that made it, is never changed again.
"""

from __future__ import annotations

import hashlib
import resource
import sqlite3
from pathlib import Path

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats import schema
from bjtrainer.stats.store import Store

VERSIONS = Path(__file__).parent / "versions"
RELEASED = ["93494a370c90", "9c2420151ea9", "667c5b32a51e", "724cea1a1e1f", "5046c5a94155"]
CURRENT = len(RELEASED)


def made_by(version, history):
    """Make the history that version N of the database left behind."""
    history.parent.mkdir(exist_ok=True)
    old = sqlite3.connect(history)
    old.execute("PRAGMA journal_mode = WAL")
    old.executescript((VERSIONS / f"version_{version}.sql").read_text())
    old.close()


def as_text(history):
    """Write a database out as SQL, its version included."""
    database = sqlite3.connect(f"file:{history}?mode=ro", uri=True)
    (version,) = database.execute("PRAGMA user_version").fetchone()
    lines = [*database.iterdump(), f"PRAGMA user_version = {version};"]
    database.close()
    return lines


@pytest.fixture
def next_version(monkeypatch):
    """Pretend that the program knows one more version."""

    def add(*statements):
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, statements))
        return len(schema.MIGRATIONS)

    return add


def test_no_released_migration_was_edited():
    digests = [
        hashlib.sha256("\n".join(migration).encode()).hexdigest()[:12]
        for migration in schema.MIGRATIONS
    ]
    assert digests == RELEASED


@pytest.mark.parametrize("version", range(1, len(schema.MIGRATIONS) + 1))
@pytest.mark.parametrize("way", ["open", "snapshot"])
def test_every_version_opens_with_all_its_answers(history, version, way):
    made_by(version, history)
    with getattr(Store, way)(history) as store:
        assert store.check() == ()
        assert [(kept.session, kept.n, kept.slip) for kept in store.decisions()] == [
            (1, 1, False),
            (1, 2, True),
            (2, 1, False),
        ]
        first, _, insurance = store.decisions()
        assert (first.cell, first.cards, first.cost) == ("hard 16 v T", "10h 6s", 0.0179)
        assert first.values == (("hit", -0.5241), ("stand", -0.542), ("double", -1.0482))
        assert (insurance.phase, insurance.answer, insurance.milliseconds) == (
            "insurance",
            "no",
            None,
        )
        assert [session.partial for session in store.sessions()] == [False, True]
        assert store.last_game() == "vegas-strip"


def test_a_migration_keeps_a_backup_and_all_answers(history, next_version):
    made_by(CURRENT, history)
    before = as_text(history)
    with Store.open(history) as store:
        answers = store.decisions()
    version = next_version("CREATE TABLE notes (note TEXT)")
    with Store.open(history) as store:
        assert store.decisions() == answers
        assert store.check() == ()
    with Store.open(history) as store:
        assert store.decisions() == answers
    backup = history.with_name(f"history.before-version-{version}-1.sqlite3")
    assert list(history.parent.glob("*before*")) == [backup]
    assert as_text(backup) == before
    assert as_text(history)[-1] == f"PRAGMA user_version = {version};"


def test_a_fresh_history_needs_no_backup(history):
    Store.open(history).close()
    assert list(history.parent.glob("*before*")) == []


def test_a_migration_that_fails_changes_nothing(history, next_version):
    made_by(CURRENT, history)
    before = as_text(history)
    next_version("CREATE TABLE notes (note TEXT)", "INSERT INTO nowhere VALUES (1)")
    with pytest.raises(StorageError, match="nowhere"):
        Store.open(history)
    assert as_text(history) == before


def test_a_backup_that_does_not_fit_on_the_disk_stops_the_migration(
    history, next_version, decision
):
    made_by(CURRENT, history)
    with Store.open(history) as store:
        for n in range(2, 200):
            store.add_decision(decision(session=2, n=n))
    before = as_text(history)
    next_version("CREATE TABLE notes (note TEXT)")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, limits[1]))
    try:
        with pytest.raises(StorageError, match="the disk"):
            Store.open(history)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert as_text(history) == before
    assert list(history.parent.glob("*before*")) == []


def test_reading_an_older_history_leaves_it_as_it_is(history, next_version):
    made_by(CURRENT, history)
    before = history.read_bytes()
    next_version("CREATE TABLE notes (note TEXT)")
    with Store.snapshot(history) as store:
        assert len(store.decisions()) == 3
        assert store.check() == ()
    assert history.read_bytes() == before
    assert [path.name for path in history.parent.iterdir()] == [history.name]
