"""The file that holds the answers and the rounds: opening, damage, versions.

Three ways in. ``Database.open`` is for writing: it makes folder and file at first use, moves a
damaged file aside and brings an older one up to date. ``Database.snapshot`` is a copy in
memory: nothing is changed on disk, whatever state the file is in. ``Database.read`` reads the file
where it lies, as a history can be too large to copy; it changes nothing either.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from bjtrainer.errors import StorageError
from bjtrainer.stats import schema
from bjtrainer.stats.files import FileState, free_name, move_aside
from bjtrainer.stats.rows import Column, plain
from bjtrainer.stats.sqlite import (
    ADVICE,
    FAULTS,
    alone,
    cause,
    connect,
    connect_uri,
    immediate,
    told,
)

T = TypeVar("T")

_SNAPSHOT_TRIES = 5
_RESTORE_TRIES = 50

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class Database:
    """One open database. Whatever SQLite or the disk refuses is a ``StorageError`` of one line."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, on_disk: bool) -> None:
        self.path = path
        self._connection = connection
        self._on_disk = on_disk

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open a database for writing; a missing or empty file becomes a new one.

        A damaged file is moved to a new name, which the error tells; the next opening begins
        anew. A database of a newer program, or of another one, is refused untouched.
        """
        with told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with alone(path, "lock"):
                _examine(path)
                connection = connect(path)
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = FULL")
                    _bring_up_to_date(connection, path)
                    connection.execute("PRAGMA foreign_keys = ON")
                except BaseException:
                    connection.close()
                    raise
        return cls(path, connection, on_disk=True)

    @classmethod
    def snapshot(cls, path: Path) -> Database:
        """Copy what is stored into memory; empty where there is no database."""
        with told(path):
            memory = connect_uri(":memory:")
            try:
                _copy(path, memory)
                _refuse_foreign(memory, path)
                _bring_up_to_date(memory)
                memory.execute("PRAGMA foreign_keys = ON")
            except BaseException:
                memory.close()
                raise
        return cls(path, memory, on_disk=False)

    @classmethod
    def read(cls, path: Path, work: Callable[[Database], T]) -> T:
        """Give what some work reads of all that is stored at one moment.

        It is done where the file lies, and again where another program wrote meanwhile to a file
        that nobody had open; on a copy for an older version, or where there is nothing.
        """
        with told(path):
            for _ in range(_SNAPSHOT_TRIES):
                state = FileState.of(path)
                if state.fresh or state.main_lost:
                    break
                try:
                    with closing(connect(path, _mode_for_reading(state))) as connection:
                        connection.execute("BEGIN")
                        if _version(connection) != len(schema.MIGRATIONS):
                            break
                        if _end_cut_off(connection, state):
                            raise _damaged(path)
                        found = work(cls(path, connection, on_disk=False))
                except (*FAULTS, StorageError):
                    if not state.quiet or FileState.of(path) == state:
                        raise
                else:
                    if not state.quiet or FileState.of(path) == state:
                        return found
        with closing(cls.snapshot(path)) as database:
            return work(database)

    def close(self) -> None:
        """Close the database; what was stored stays stored."""
        with told(self.path):
            self._connection.close()

    def run(self, sql: str, parameters: Sequence[Column] = ()) -> list[tuple[Column, ...]]:
        """Run one statement and give all rows that it finds."""
        with told(self.path):
            return self._connection.execute(sql, parameters).fetchall()

    def each(self, sql: str, parameters: Sequence[Column] = ()) -> Iterator[tuple[Column, ...]]:
        """Run one statement and give the rows that it finds, one after another."""
        with told(self.path):
            yield from self._connection.execute(sql, parameters)

    def back_up(self, mark: str) -> Path:
        """Copy what is stored to a free name beside the file, and give that."""
        backup = free_name(self.path, mark)
        self.back_up_to(backup)
        return backup

    def back_up_to(self, target: Path) -> None:
        """Copy what is stored to a file that does not exist yet; nothing is left of a half one."""
        with told(target):
            if target.exists():
                raise StorageError(f"{plain(str(target))}: it exists; choose another name")
            try:
                with closing(connect(target)) as copy:
                    self._connection.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")  # one file, and no more beside it
            except BaseException:
                target.unlink(missing_ok=True)
                raise

    def restore_from(self, source: Path) -> None:
        """Put what another file holds in place of what is stored, all at once or not at all.

        A kill in the middle leaves what was there. ``StorageError`` where another program is
        writing and does not end.
        """
        tries = 0

        def stalled(status: int, left: int, pages: int) -> None:  # noqa: ARG001
            nonlocal tries
            tries += 1
            if tries > _RESTORE_TRIES:
                raise StorageError(f"{plain(str(self.path))}: {ADVICE[sqlite3.SQLITE_BUSY]}")

        with told(self.path), closing(connect(source, "mode=ro")) as copy:
            copy.backup(self._connection, progress=stalled, sleep=0.1)
            _bring_up_to_date(self._connection, self.path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside durable together on leaving, or nothing of it on an error."""
        with told(self.path), immediate(self._connection):
            _refuse_foreign(self._connection, self.path)
            yield

    def hold(self, mark: str, taken: str) -> ExitStack:
        """Keep what a mark stands for to this program until the given stack is closed.

        ``StorageError`` with the words of ``taken`` where another program holds it. A program
        that ends, however it ends, holds nothing. There is nothing to hold of a copy in memory.
        """
        held = ExitStack()
        with told(self.path):
            try:
                if self._on_disk:
                    held.enter_context(alone(self.path, mark, wait_seconds=0))
            except sqlite3.OperationalError as error:
                if cause(error) != sqlite3.SQLITE_BUSY:
                    raise
                raise StorageError(f"{plain(str(self.path))}: {taken}") from error
        return held

    def faults(self) -> tuple[str, ...]:
        """Say what is wrong with pages, indexes, references and tables; empty when sound."""
        with told(self.path), closing(connect_uri(":memory:")) as pristine:
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
    with suppress(*FAULTS), closing(connect(path, _mode_for_reading(state))) as connection:
        _refuse_foreign(connection, path)
    try:
        # Read-only, so that closing writes nothing into a damaged file; a creation that was
        # cut off has to be rolled back first, though.
        with closing(connect(path, "mode=rw" if state.journal else "mode=ro")) as connection:
            _refuse_foreign(connection, path)
            cut_off = _end_cut_off(connection, state)
            (line,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except FAULTS as error:
        if cause(error) not in _DAMAGED:
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
            with closing(connect(path, _mode_for_reading(state))) as source:
                source.execute("BEGIN")
                _tables(source)  # takes the lock now: backup itself would wait for ever
                source.backup(memory)
                cut_off = _end_cut_off(source, state)
        except FAULTS:
            if not state.quiet or FileState.of(path) == state:
                raise
        else:
            if not state.quiet or FileState.of(path) == state:
                if cut_off:
                    raise _damaged(path)
                return
    raise StorageError(f"{plain(str(path))}: {ADVICE[sqlite3.SQLITE_BUSY]}")


def _damaged(path: Path) -> StorageError:
    return StorageError(f"{plain(str(path))}: {ADVICE[sqlite3.SQLITE_CORRUPT]}")


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
    with immediate(connection):
        version = _version(connection)
        if path is not None and version > 0:
            _back_up(path, free_name(path, f"before-version-{len(schema.MIGRATIONS)}"))
        for migration in schema.MIGRATIONS[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS)}")


def _back_up(path: Path, backup: Path) -> None:
    try:
        with closing(connect(path, "mode=ro")) as source, closing(connect(backup)) as target:
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
