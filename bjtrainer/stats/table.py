"""One table of one kind of record: what its statements say, and reading without damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bjtrainer.errors import StorageError
from bjtrainer.stats.database import Database
from bjtrainer.stats.played import StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import StoredDecision, StoredSession
from bjtrainer.stats.rows import (
    DECISION_COLUMNS,
    MOVE_COLUMNS,
    ROUND_COLUMNS,
    SESSION_COLUMNS,
    STEP_COLUMNS,
    Column,
    DamagedRow,
    Stored,
    decision_from,
    move_from,
    plain,
    round_from,
    session_from,
    step_from,
    to_row,
)

_Record = TypeVar("_Record", bound=Stored)


@dataclass(frozen=True, slots=True)
class Table(Generic[_Record]):
    """A table: its name, its columns without the checksum, and how a row is read."""

    name: str
    columns: tuple[str, ...]
    record_from: Callable[[Sequence[Column]], _Record]

    def add(self, database: Database, record: _Record) -> None:
        """Insert a record, inside a transaction."""
        marks = ", ".join("?" * (len(self.columns) + 1))
        insert = f"INSERT INTO {self.name} ({self._names}) VALUES ({marks})"
        database.run(insert, to_row(record))

    def read(
        self, database: Database, rest: str = "", parameters: Sequence[Column] = ()
    ) -> tuple[_Record, ...]:
        """Give the records that the rest of the SELECT finds; StorageError for a damaged one."""
        try:
            return tuple([self.record_from(row) for row in self._rows(database, rest, parameters)])
        except DamagedRow as error:
            raise StorageError(
                f"{plain(str(database.path))}: {error}; move the file away, and the next "
                "drill begins a new history"
            ) from error

    def damaged(self, database: Database) -> Iterator[str]:
        """Say which rows are not as they were written."""
        for row in self._rows(database, "ORDER BY rowid"):
            try:
                self.record_from(row)
            except DamagedRow as error:
                yield str(error)

    def _rows(
        self, database: Database, rest: str, parameters: Sequence[Column] = ()
    ) -> list[tuple[Column, ...]]:
        return database.run(f"SELECT {self._names} FROM {self.name} {rest}", parameters)

    @property
    def _names(self) -> str:
        return ", ".join(f'"{name}"' for name in (*self.columns, "checksum"))


SESSIONS: Table[StoredSession] = Table("sessions", SESSION_COLUMNS, session_from)
DECISIONS: Table[StoredDecision] = Table("decisions", DECISION_COLUMNS, decision_from)
ROUNDS: Table[StoredRound] = Table("rounds", ROUND_COLUMNS, round_from)
STEPS: Table[StoredStep] = Table("steps", STEP_COLUMNS, step_from)
MOVES: Table[StoredMove] = Table("moves", MOVE_COLUMNS, move_from)
