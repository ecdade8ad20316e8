"""One table of one kind of record: what its statements say, and reading without damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bjtrainer.errors import StorageError
from bjtrainer.stats.database import Database
from bjtrainer.stats.played import StoredCards, StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import PastDecision, StoredDecision, StoredSession, StoredStar
from bjtrainer.stats.rows import (
    CARDS_COLUMNS,
    DECISION_COLUMNS,
    MOVE_COLUMNS,
    ROUND_COLUMNS,
    SESSION_COLUMNS,
    STAR_COLUMNS,
    STEP_COLUMNS,
    Column,
    DamagedRow,
    Stored,
    cards_from,
    decision_from,
    move_from,
    past_decision_from,
    plain,
    round_from,
    session_from,
    star_from,
    step_from,
    to_row,
)

_Record = TypeVar("_Record", bound=Stored)
_Read = TypeVar("_Read")


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
        return records_of(self._rows(database, rest, parameters), self.record_from, database)

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


def past_decisions(database: Database) -> tuple[PastDecision, ...]:
    """Give what learning takes from all decisions, in the order in which they were stored."""
    names = ", ".join(f'"{name}"' for name in PastDecision._fields)
    rows = database.run(f"SELECT {names} FROM decisions ORDER BY stored")
    return records_of(rows, past_decision_from, database)


def records_of(
    rows: Sequence[Sequence[Column]],
    record_from: Callable[[Sequence[Column]], _Read],
    database: Database,
) -> tuple[_Read, ...]:
    """Make records of a database's rows; StorageError for a damaged one."""
    try:
        return tuple([record_from(row) for row in rows])
    except DamagedRow as error:
        raise StorageError(
            f"{plain(str(database.path))}: {error}; move the file away, and the next "
            "drill begins a new history"
        ) from error


SESSIONS: Table[StoredSession] = Table("sessions", SESSION_COLUMNS, session_from)
DECISIONS: Table[StoredDecision] = Table("decisions", DECISION_COLUMNS, decision_from)
ROUNDS: Table[StoredRound] = Table("rounds", ROUND_COLUMNS, round_from)
STEPS: Table[StoredStep] = Table("steps", STEP_COLUMNS, step_from)
CARDS: Table[StoredCards] = Table("cards", CARDS_COLUMNS, cards_from)
MOVES: Table[StoredMove] = Table("moves", MOVE_COLUMNS, move_from)
STARS: Table[StoredStar] = Table("stars", STAR_COLUMNS, star_from)
