"""The database as files: what lies there, names that are free, and moving damage aside."""

from __future__ import annotations

from dataclasses import dataclass
from errno import EINVAL
from pathlib import Path
from stat import S_ISREG

_PARTS = ("", "-wal", "-shm", "-journal")
"""A database, its write-ahead log, the log's index, and the journal of its creation."""


@dataclass(frozen=True, slots=True)
class FileState:
    """What lies on disk at one moment; two equal states mean that nothing was written between.

    The log is looked at first: whoever has a log with content had a database before it.
    """

    log_bytes: int
    journal: bool
    main_bytes: int
    main_changed: int

    @classmethod
    def of(cls, path: Path) -> FileState:
        """Look at a database's files; a missing one has no bytes."""
        log_bytes, _ = _size(_part(path, "-wal"))
        journal = _part(path, "-journal").exists()
        main_bytes, main_changed = _size(path)
        return cls(log_bytes, journal, main_bytes, main_changed)

    @property
    def fresh(self) -> bool:
        """Whether nothing is stored yet."""
        return self.main_bytes == 0 and self.log_bytes == 0

    @property
    def main_lost(self) -> bool:
        """Whether the database is empty where there was one: SQLite would throw its log away.

        SQLite takes a file of one byte for an empty one, too.
        """
        return self.main_bytes <= 1 and not self.fresh

    @property
    def quiet(self) -> bool:
        """Whether all that is stored lies in the database itself."""
        return self.log_bytes == 0


def free_name(path: Path, mark: str) -> Path:
    """Give a name beside a database that no file has: ``history.damaged-1.sqlite3``."""
    number = 1
    while True:
        name = path.with_name(f"{path.stem}.{mark}-{number}{path.suffix}")
        if not any(_part(name, part).exists() for part in _PARTS):
            return name
        number += 1


def move_aside(path: Path) -> Path:
    """Move a damaged database with its log to a free name, and give that name."""
    kept = free_name(path, "damaged")
    for part in _PARTS:
        if _part(path, part).exists():
            _part(path, part).rename(_part(kept, part))
    return kept


def _part(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)


def _size(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    if not S_ISREG(found.st_mode):
        raise OSError(EINVAL, "not a file")
    return found.st_size, found.st_mtime_ns
