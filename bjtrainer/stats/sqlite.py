"""SQLite as the other modules use it: connections, locks, and every fault told in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bjtrainer.errors import StorageError
from bjtrainer.stats.rows import plain

BUSY_SECONDS = 5.0
"""How long to wait for another program that is writing."""

FAULTS = (sqlite3.Error, UnicodeDecodeError, OverflowError)
"""What SQLite raises; the second where Python cannot read its message about damaged tables, the
third for a number of more than 64 bits."""

_READ_ONLY = "it cannot be written; make file and folder writable, or choose another folder"
ADVICE = {
    sqlite3.SQLITE_BUSY: "it is locked by another program; close that one and try again",
    sqlite3.SQLITE_LOCKED: "it is locked by another program; close that one and try again",
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check the folder, or choose another one",
    sqlite3.SQLITE_FULL: "the disk is full; make room and try again",
    sqlite3.SQLITE_IOERR: "the disk could not be read or written; it may be full or failing",
    sqlite3.SQLITE_CORRUPT: "it is damaged and was left as it is; the next drill sets it aside",
    sqlite3.SQLITE_NOTADB: "it is no database and was left as it is; the next drill sets it aside",
}
"""What a person can do about a fault, by SQLite's primary result code."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn every fault of SQLite and the file system into one line that says what to do."""
    try:
        yield
    except FAULTS as error:
        reason = plain(str(error))
        advice = ADVICE.get(cause(error))
        line = f"{advice} ({reason})" if advice else reason
        raise StorageError(f"{plain(str(path))}: {line}") from error
    except OSError as error:
        reason = error.strerror or str(error)
        advice = ADVICE[sqlite3.SQLITE_CANTOPEN]
        raise StorageError(f"{plain(str(path))}: {advice} ({reason})") from error


def cause(error: Exception) -> int:
    """Give SQLite's primary result code; 0 for a fault that Python found."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def connect(
    path: Path, mode: str = "mode=rwc", wait_seconds: float | None = None
) -> sqlite3.Connection:
    """Open a file; a transaction begins where one is asked for, and not by itself."""
    return connect_uri(f"{path.absolute().as_uri()}?{mode}", wait_seconds)


def connect_uri(uri: str, wait_seconds: float | None = None) -> sqlite3.Connection:
    """Open what a URI of SQLite names; ``:memory:`` is a new database in memory."""
    wait = BUSY_SECONDS if wait_seconds is None else wait_seconds
    return sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None)


@contextmanager
def immediate(connection: sqlite3.Connection) -> Iterator[None]:
    """Make everything inside durable together on leaving, or nothing of it on an error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(*FAULTS):  # the first fault is the one to tell
            connection.execute("ROLLBACK")
        raise


@contextmanager
def alone(path: Path, mark: str, wait_seconds: float | None = None) -> Iterator[None]:
    """Let one program at a time do what a mark stands for; the others wait, then fail as busy.

    The lock is an empty database beside that of ``path``: that works on every system, and the
    lock of a program that was killed is gone.
    """
    lock_path = path.with_name(f"{path.name}.{mark}")
    with closing(connect(lock_path, wait_seconds=wait_seconds)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
