"""Stars: the cells that the player marked, to drill them."""

from __future__ import annotations

from datetime import datetime

from bjtrainer.stats.database import Database
from bjtrainer.stats.record import StoredStar
from bjtrainer.stats.rows import plain
from bjtrainer.stats.table import STARS


class Stars:
    """Starred cells of each game; part of every ``Store``. ``cell`` is named as in the chart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def star(self, rules_digest: str, cell: str, *, now: datetime) -> None:
        """Star a cell of one game; one that has a star keeps it as it is."""
        with self._database.transaction():
            if not STARS.read(self._database, _ONE, (plain(rules_digest), plain(cell))):
                STARS.add(self._database, StoredStar(rules_digest=rules_digest, cell=cell, at=now))

    def unstar(self, rules_digest: str, cell: str) -> None:
        """Take the star from a cell of one game, if it has one."""
        with self._database.transaction():
            self._database.run(f"DELETE FROM stars {_ONE}", (plain(rules_digest), plain(cell)))

    def stars(self, rules_digest: str) -> tuple[str, ...]:
        """Give the starred cells of one game, the first to be starred first."""
        found = STARS.read(self._database, "WHERE rules_digest = ? ORDER BY rowid", (rules_digest,))
        return tuple(star.cell for star in found)


_ONE = "WHERE rules_digest = ? AND cell = ?"
