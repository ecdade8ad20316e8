"""The file that holds the answers: opening, locking, versions, faults. Only here is sqlite3.

Two ways in. ``Database.open`` is for writing: it makes folder and file at first use, moves a
damaged file aside and brings an older one up to date. ``Database.snapshot`` is a copy in
memory, for reading: it changes nothing on disk, whatever state the file is in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bjtrainer.errors import StorageError
from bjtrainer.stats import schema
from bjtrainer.stats.files import FileState, free_name, move_aside
from bjtrainer.stats.rows import Column, plain

BUSY_SECONDS = 5.0
"""How long to wait for another program that is writing."""

_SNAPSHOT_TRIES = 5

_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second where Python cannot read its message about damaged tables."""

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_READ_ONLY = "it cannot be written; make file and folder writable, or choose another folder"
_ADVICE = {
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


class Database:
    """One open database. Whatever SQLite or the disk refuses is a ``StorageError`` of one line."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open a database for writing; a missing or empty file becomes a new one.

        A damaged file is moved to a new name, which the error tells; the next opening begins
        anew. A database of a newer program, or of another one, is refused untouched.
        """
        with _told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with _only_opener(path):
                _examine(path)
                connection = _connect(path)
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = FULL")
                    _bring_up_to_date(connection, path)
                    connection.execute("PRAGMA foreign_keys = ON")
                except BaseException:
                    connection.close()
                    raise
        return cls(path, connection)

    @classmethod
    def snapshot(cls, path: Path) -> Database:
        """Copy what is stored into memory; empty where there is no database."""
        with _told(path):
            memory = _connect_uri(":memory:")
            try:
                _copy(path, memory)
                _refuse_foreign(memory, path)
                _bring_up_to_date(memory)
                memory.execute("PRAGMA foreign_keys = ON")
            except BaseException:
                memory.close()
                raise
        return cls(path, memory)

    def close(self) -> None:
        """Close the database; what was stored stays stored."""
        with _told(self.path):
            self._connection.close()

    def run(self, sql: str, parameters: Sequence[Column] = ()) -> list[tuple[Column, ...]]:
        """Run one statement and give all rows that it finds."""
        with _told(self.path):
            return self._connection.execute(sql, parameters).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside durable together on leaving, or nothing of it on an error."""
        with _told(self.path), _immediate(self._connection):
            _refuse_foreign(self._connection, self.path)
            yield

    def faults(self) -> tuple[str, ...]:
        """Say what is wrong with pages, indexes, references and tables; empty when sound."""
        with _told(self.path), closing(_connect_uri(":memory:")) as pristine:
            _bring_up_to_date(pristine)
            found = [
                str(line)
                for (line,) in self._connection.execute("PRAGMA integrity_check")
                if line != "ok"
            ]
            found += [
                f"row {row} of {table} belongs to no row of {other}"
                for table, row, other, _ in self._connection.execute("PRAGMA foreign_key_check")
            ]
            if _tables(self._connection) != _tables(pristine):
                found.append("the tables are not those of this version")
        return tuple(plain(" ".join(line.split())) for line in found)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn every fault of SQLite and the file system into one line that says what to do."""
    try:
        yield
    except _FAULTS as error:
        reason = plain(str(error))
        advice = _ADVICE.get(_cause(error))
        line = f"{advice} ({reason})" if advice else reason
        raise StorageError(f"{plain(str(path))}: {line}") from error
    except OSError as error:
        reason = error.strerror or str(error)
        advice = _ADVICE[sqlite3.SQLITE_CANTOPEN]
        raise StorageError(f"{plain(str(path))}: {advice} ({reason})") from error


def _cause(error: Exception) -> int:
    """Give SQLite's primary result code; 0 for a fault that Python found."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _connect(path: Path, mode: str = "mode=rwc") -> sqlite3.Connection:
    return _connect_uri(f"{path.absolute().as_uri()}?{mode}")


def _connect_uri(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


@contextmanager
def _only_opener(path: Path) -> Iterator[None]:
    """Let one program at a time examine, make, move and migrate the file.

    The lock is a second, empty database: that works on every system, and the lock of a program
    that was killed is gone.
    """
    with closing(_connect(path.with_name(path.name + ".lock"))) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def _immediate(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(*_FAULTS):  # the first fault is the one to tell
            connection.execute("ROLLBACK")
        raise


def _examine(path: Path) -> None:
    """Raise StorageError unless the file is missing, empty, or a sound database of ours."""
    state = FileState.of(path)
    if state.fresh:
        return
    if damage := _damage(path, state):
        kept = move_aside(path)
        raise StorageError(
            f"{plain(str(path))}: it is damaged ({damage}); it is kept as {plain(kept.name)}, "
            "and the next start begins a new history"
        )


def _damage(path: Path, state: FileState) -> str | None:
    if state.main_lost:
        return "its main part is lost"
    # A first look without locks leaves nothing beside a file that is not ours to open. Only the
    # second look, with locks, tells damage from another program's writing.
    with suppress(*_FAULTS), closing(_connect(path, _mode_for_reading(state))) as connection:
        _refuse_foreign(connection, path)
    try:
        # Read-only, so that closing writes nothing into a damaged file; a creation that was
        # cut off has to be rolled back first, though.
        with closing(_connect(path, "mode=rw" if state.journal else "mode=ro")) as connection:
            _refuse_foreign(connection, path)
            cut_off = _end_cut_off(connection, state)
            (line,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except _FAULTS as error:
        if _cause(error) not in _DAMAGED:
            raise
        return plain(str(error))
    if cut_off:
        return "its end is cut off"
    return None if line == "ok" else plain(" ".join(line.split()))


def _end_cut_off(connection: sqlite3.Connection, state: FileState) -> bool:
    """Whether the last page is not whole, which SQLite reads as if it were."""
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    return state.quiet and state.main_bytes % int(page_bytes) != 0


def _mode_for_reading(state: FileState) -> str:
    """Where all lies in one file, say that it does not change: SQLite then makes no helper files.

    Whoever reads so has to look again afterwards whether the file did change.
    """
    return "mode=ro&immutable=1" if state.quiet else "mode=ro"


def _copy(path: Path, memory: sqlite3.Connection) -> None:
    """Copy the database into memory without leaving anything on disk."""
    for _ in range(_SNAPSHOT_TRIES):
        state = FileState.of(path)
        if state.fresh:
            return
        if state.main_lost:
            raise _damaged(path)
        try:
            with closing(_connect(path, _mode_for_reading(state))) as source:
                source.execute("BEGIN")
                _tables(source)  # takes the lock now: backup itself would wait for ever
                source.backup(memory)
                cut_off = _end_cut_off(source, state)
        except _FAULTS:
            if not state.quiet or FileState.of(path) == state:
                raise
        else:
            if not state.quiet or FileState.of(path) == state:
                if cut_off:
                    raise _damaged(path)
                return
    raise StorageError(f"{plain(str(path))}: {_ADVICE[sqlite3.SQLITE_BUSY]}")


def _damaged(path: Path) -> StorageError:
    return StorageError(f"{plain(str(path))}: {_ADVICE[sqlite3.SQLITE_CORRUPT]}")


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection)
    if version > len(schema.MIGRATIONS):
        raise StorageError(
            f"{plain(str(path))}: it was made by a newer bjtrainer (version {version} of the "
            f"database; this one knows {len(schema.MIGRATIONS)}); upgrade bjtrainer"
        )
    if version <= 0 and _tables(connection):
        raise StorageError(
            f"{plain(str(path))}: it is a database of another program; choose another folder"
        )


def _bring_up_to_date(connection: sqlite3.Connection, path: Path | None = None) -> None:
    """Run the missing migrations in one transaction, with a backup file where there is a path."""
    if _version(connection) == len(schema.MIGRATIONS):
        return
    with _immediate(connection):
        version = _version(connection)
        if path is not None and version > 0:
            _back_up(path, free_name(path, f"before-version-{len(schema.MIGRATIONS)}"))
        for migration in schema.MIGRATIONS[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS)}")


def _back_up(path: Path, backup: Path) -> None:
    try:
        with closing(_connect(path, "mode=ro")) as source, closing(_connect(backup)) as target:
            source.backup(target)
    except BaseException:
        backup.unlink(missing_ok=True)
        raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _tables(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master ORDER BY 1"
    ).fetchall()
