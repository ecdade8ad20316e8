"""Every answer, kept: sessions and decisions in SQLite. The queries of the program are here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from bjtrainer.errors import StorageError
from bjtrainer.stats.database import Database
from bjtrainer.stats.record import Selection, StoredDecision, StoredSession
from bjtrainer.stats.rows import (
    DECISION_COLUMNS,
    SESSION_COLUMNS,
    Column,
    DamagedRow,
    decision_from,
    moment,
    plain,
    session_from,
    to_row,
)

EVERYTHING = Selection()

_Record = TypeVar("_Record", StoredSession, StoredDecision)


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in (*columns, "checksum"))


def _insert(table: str, columns: tuple[str, ...]) -> str:
    marks = ", ".join("?" * (len(columns) + 1))
    return f"INSERT INTO {table} ({_names(columns)}) VALUES ({marks})"


_ADD_SESSION = _insert("sessions", SESSION_COLUMNS)
_ADD_DECISION = _insert("decisions", DECISION_COLUMNS)
_SESSIONS = f"SELECT {_names(SESSION_COLUMNS)} FROM sessions"
_DECISIONS = f"SELECT {_names(DECISION_COLUMNS)} FROM decisions"


class Store:
    """The player's history. Close it, or use it in a ``with`` statement.

    Every method raises ``StorageError``, one line for a person, where the database is locked,
    read-only, damaged, of a newer program, or its disk is full; nothing is half stored then.

    >>> with Store.snapshot(Path("nowhere") / "history.sqlite3") as store:
    ...     store.decisions(), store.last_game()
    ((), None)
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the history for adding to it; folder and file are made at first use.

        A damaged file is moved to a new name, told by the ``StorageError``; the next opening
        begins a new history. An older database is migrated, after a backup beside it.
        """
        return cls(Database.open(path))

    @classmethod
    def snapshot(cls, path: Path) -> Store:
        """Copy the history as it is now into memory: nothing on disk is made or changed.

        No database is an empty history. What is added to the copy is gone when it is closed:
        for reading, and for going on where nothing can be stored (a read-only home).
        """
        return cls(Database.snapshot(path))

    def close(self) -> None:
        """Close the history."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start_session(  # noqa: PLR0913  one value for each column
        self,
        *,
        now: datetime,
        game: str,
        rules_digest: str,
        drill: str,
        seed: int,
        version: str,
        helped: bool,
    ) -> StoredSession:
        """Begin a session and give it with its new id; ``now`` has a time zone."""
        with self._database.transaction():
            ((latest,),) = self._database.run("SELECT coalesce(max(id), 0) FROM sessions")
            session = StoredSession(
                id=int(latest or 0) + 1,
                started_at=now,
                ended_at=None,
                game=game,
                rules_digest=rules_digest,
                drill=drill,
                seed=seed,
                version=version,
                helped=helped,
            )
            self._database.run(_ADD_SESSION, to_row(session))
        return session

    def end_session(self, session: int, *, now: datetime) -> None:
        """Mark a session as ended, so that it is not partial."""
        with self._database.transaction():
            found = self._read(f"{_SESSIONS} WHERE id = ?", (session,), session_from)
            if not found:
                raise StorageError(f"session {session} is not stored")
            row = to_row(replace(found[0], ended_at=now))
            self._database.run(
                "UPDATE sessions SET ended_at = ?, checksum = ? WHERE id = ?",
                (moment(now), row[-1], session),
            )

    def add_decision(self, decision: StoredDecision) -> None:
        """Store one decision; it is on the disk when this returns.

        A second decision with the same session and number is refused.
        """
        with self._database.transaction():
            self._database.run(_ADD_DECISION, to_row(decision))

    def mark_slip(self, session: int, n: int) -> None:
        """Mark a stored decision as a slip: kept, and not counted."""
        with self._database.transaction():
            where = "WHERE session = ? AND n = ?"
            found = self._read(f"{_DECISIONS} {where}", (session, n), decision_from)
            if not found:
                raise StorageError(f"decision {n} of session {session} is not stored")
            row = to_row(replace(found[0], slip=True))
            self._database.run(
                f"UPDATE decisions SET slip = 1, checksum = ? {where}", (row[-1], session, n)
            )

    def decisions(self, selection: Selection = EVERYTHING) -> tuple[StoredDecision, ...]:
        """Give the selected decisions in the order in which they were stored."""
        where, parameters = _where(selection)
        return self._read(f"{_DECISIONS} {where} ORDER BY stored", parameters, decision_from)

    def sessions(self, selection: Selection = EVERYTHING) -> tuple[StoredSession, ...]:
        """Give the sessions that have a selected decision, the oldest first."""
        where, parameters = _where(selection)
        chosen = f"WHERE id IN (SELECT session FROM decisions {where}) ORDER BY id"
        return self._read(f"{_SESSIONS} {chosen}", parameters, session_from)

    def last_game(self) -> str | None:
        """Give the slug of the game drilled last; None before the first session."""
        latest = self._read(f"{_SESSIONS} ORDER BY id DESC LIMIT 1", (), session_from)
        return latest[0].game if latest else None

    def check(self) -> tuple[str, ...]:
        """Say everything that is wrong with the stored history, a line each; empty when sound.

        Pages, indexes, tables and references are checked, and the checksum of every row.
        """
        problems: list[str] = []
        try:
            problems += self._database.faults()
            problems += self._damaged(f"{_SESSIONS} ORDER BY id", session_from)
            problems += self._damaged(f"{_DECISIONS} ORDER BY stored", decision_from)
        except StorageError as error:
            problems.append(str(error))
        return tuple(problems)

    def _damaged(self, sql: str, record_from: Callable[[Sequence[Column]], object]) -> list[str]:
        problems = []
        for row in self._database.run(sql):
            try:
                record_from(row)
            except DamagedRow as error:
                problems.append(str(error))
        return problems

    def _read(
        self,
        sql: str,
        parameters: Sequence[Column],
        record_from: Callable[[Sequence[Column]], _Record],
    ) -> tuple[_Record, ...]:
        try:
            return tuple(record_from(row) for row in self._database.run(sql, parameters))
        except DamagedRow as error:
            raise StorageError(
                f"{plain(str(self._database.path))}: {error}; move the file away, and the next "
                "drill begins a new history"
            ) from error


_CLAUSES = {
    "game": "game = ?",
    "rules_digest": "rules_digest = ?",
    "drill": "session IN (SELECT id FROM sessions WHERE drill = ?)",
    "since": "answered_at >= ?",
    "until": "answered_at < ?",
    "category": "category = ?",
}


def _where(selection: Selection) -> tuple[str, tuple[Column, ...]]:
    chosen = {
        field.name: value
        for field in fields(selection)
        if (value := getattr(selection, field.name)) is not None
    }
    if not chosen:
        return "", ()
    return (
        "WHERE " + " AND ".join(_CLAUSES[name] for name in chosen),
        tuple(moment(value) if isinstance(value, datetime) else value for value in chosen.values()),
    )
