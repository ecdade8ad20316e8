"""The player's history: every answer, every round and every cent, kept in SQLite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from bjtrainer.errors import StorageError
from bjtrainer.stats import tally
from bjtrainer.stats.answers import EVERYTHING, Answers
from bjtrainer.stats.database import Database
from bjtrainer.stats.ledger import ledger_faults
from bjtrainer.stats.merge import Merge
from bjtrainer.stats.play import Play
from bjtrainer.stats.rows import plain
from bjtrainer.stats.stars import Stars
from bjtrainer.stats.table import CARDS, DECISIONS, MOVES, ROUNDS, SESSIONS, STARS, STEPS

__all__ = ["EVERYTHING", "Store"]

T = TypeVar("T")

TALLIES_ARE_WRONG = "what the answers add up to is not what was added up"
"""The fault that ``repair`` mends: nothing of it is lost."""


class Store(Answers, Play, Stars, Merge):
    """The player's history. Close it, or use it in a ``with`` statement.

    Every method raises ``StorageError``, one line for a person, where the database is locked,
    read-only, damaged, of a newer program, or its disk is full; nothing is half stored then.

    >>> with Store.snapshot(Path("nowhere") / "history.sqlite3") as store:
    ...     store.decisions(), store.last_game(), store.rounds(last=10)
    ((), None, ())
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)

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

    @classmethod
    def read(cls, path: Path, work: Callable[[Store], T]) -> T:
        """Give what some work reads of the history as it is at one moment, where the file lies.

        As ``snapshot`` does, and without its memory; nothing can be added meanwhile.

        >>> Store.read(Path("nowhere") / "history.sqlite3", lambda store: store.tallies())
        ()
        """
        return Database.read(path, lambda database: work(cls(database)))

    def back_up(self, target: Path) -> None:
        """Copy the history as it is now to a file that does not exist yet."""
        self._database.back_up_to(target)

    def restore(self, source: Path) -> Path:
        """Put the history of another file in place of this one; give where this is kept.

        All at once: a kill leaves one of the two. Nobody may sit at the table meanwhile. The
        file is checked first; ``StorageError`` with what is wrong in it.
        """
        with Store.snapshot(source) as other:
            problems = other.check()
        if problems or not source.exists() or not source.stat().st_size:
            what = "it is not sound" if problems else "there is nothing in it"
            raise StorageError(f"{plain(str(source))} is not restored: {what}")
        with self.take_seat():
            kept = self._database.back_up("before-restore")
            self._database.restore_from(source)
        return kept

    def repair(self) -> None:
        """Add up all answers anew."""
        with self._database.transaction():
            tally.recount(self._database)

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

    def check(self) -> tuple[str, ...]:
        """Say everything that is wrong with the stored history, a line each; empty when sound.

        Pages, indexes, tables and references are checked, the checksum of every row, that no step
        is missing before another of its round and no round's cards after another's, that the money
        of each move follows from the last, and that the answers add up to their tallies. Whether
        a round's last steps are there is seen when it is dealt again.
        """
        problems: list[str] = []
        try:
            problems += self._database.faults()
            for table in (SESSIONS, DECISIONS, ROUNDS, STEPS, CARDS, MOVES, STARS):
                problems += table.damaged(self._database)
            if not problems:
                problems += self._gaps()
                rounds = {round_.id: round_ for round_ in self.rounds()}
                problems += ledger_faults(self.moves(), rounds)
                if not tally.is_sound(self._database):
                    problems.append(TALLIES_ARE_WRONG)
        except StorageError as error:
            problems.append(str(error))
        return tuple(problems)

    def _gaps(self) -> list[str]:
        """Say of which rounds a step is missing before the last, or all cards."""
        torn = self._database.run(
            "SELECT round FROM steps GROUP BY round HAVING max(n) <> count(*) ORDER BY round"
        )
        # Rounds that were settled before cards were stored have none.
        bare = self._database.run(
            "SELECT id FROM rounds WHERE ended_at IS NOT NULL "
            "AND id > (SELECT min(round) FROM cards) AND id NOT IN (SELECT round FROM cards) "
            "ORDER BY id"
        )
        return [
            *(f"a step of round {round_id} is missing" for (round_id,) in torn),
            *(f"the cards of round {round_id} are missing" for (round_id,) in bare),
        ]
