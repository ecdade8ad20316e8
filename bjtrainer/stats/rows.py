"""Records as rows of plain columns and back: moments, lists, checksums and clean text.

The last column of a row is a checksum of all others, so that a single flipped byte is noticed
wherever a row is read.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from bjtrainer.stats.record import StoredDecision, StoredSession

Column = str | int | float | None

_Record = TypeVar("_Record", StoredSession, StoredDecision)

SESSION_COLUMNS = tuple(field.name for field in fields(StoredSession))
DECISION_COLUMNS = tuple(field.name for field in fields(StoredDecision))


class DamagedRow(Exception):
    """A row is not as it was written; says which."""


def plain(text: str) -> str:
    r"""Give text that is safe to show: control, escape and direction characters become ``?``.

    >>> plain("vegas\x1b[2J \u202edowntown")
    'vegas?[2J ?downtown'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def moment(time: datetime) -> str:
    """Write a moment as UTC text of fixed width, which sorts as time does.

    >>> moment(datetime.fromisoformat("2025-03-01T09:30:00+01:00"))
    '2025-03-01T08:30:00.000000+00:00'
    """
    if time.tzinfo is None:
        raise ValueError(f"{time} has no time zone; moments are stored in UTC")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def checksum(columns: Sequence[Column]) -> int:
    """Give the CRC-32 of a row's columns.

    >>> checksum(("hard 16 v T", 1, 0.0179)) == checksum(("hard 16 v 9", 1, 0.0179))
    False
    """
    return zlib.crc32(json.dumps(columns, separators=(",", ":")).encode())


def to_row(record: StoredSession | StoredDecision) -> tuple[Column, ...]:
    """Give the columns of a record in the order of its fields, and their checksum."""
    columns = tuple(_column(field.name, getattr(record, field.name)) for field in fields(record))
    return (*columns, checksum(columns))


def session_from(row: Sequence[Column]) -> StoredSession:
    """Read a session back; DamagedRow when the row is not as it was written."""
    return _read(f"session {row[0]}", SESSION_COLUMNS, row, _session)


def decision_from(row: Sequence[Column]) -> StoredDecision:
    """Read a decision back; DamagedRow when the row is not as it was written."""
    return _read(f"decision {row[1]} of session {row[0]}", DECISION_COLUMNS, row, _decision)


def _column(name: str, value: Any) -> Column:
    write = _WRITE_NAMED.get(name) or _WRITE.get(type(value))
    return write(value) if write else value


_WRITE: dict[type, Callable[[Any], Column]] = {
    datetime: moment,
    bool: int,
    tuple: json.dumps,
    str: plain,
}
_WRITE_NAMED: dict[str, Callable[[Any], Column]] = {
    "seed": str,  # it may need more than SQLite's 64 bits
    "cost": lambda cost: cost + 0.0,  # SQLite gives 0 and -0.0 back as 0.0
}


def _read(
    what: str,
    names: tuple[str, ...],
    row: Sequence[Column],
    record_from: Callable[[dict[str, Any]], _Record],
) -> _Record:
    *columns, stored = row
    try:
        if stored != checksum(columns):
            raise DamagedRow(f"{plain(what)} is damaged: its checksum does not match")
        return record_from(dict(zip(names, columns, strict=True)))
    except (AttributeError, RecursionError, TypeError, ValueError):
        # A flipped type, or a row that someone wrote by hand with a right checksum.
        raise DamagedRow(f"{plain(what)} is damaged: its columns cannot be read") from None


def _session(column: dict[str, Any]) -> StoredSession:
    ended_at = column["ended_at"]
    return StoredSession(
        id=int(column["id"]),
        started_at=datetime.fromisoformat(column["started_at"]),
        ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
        game=plain(column["game"]),
        rules_digest=plain(column["rules_digest"]),
        drill=plain(column["drill"]),
        seed=int(column["seed"]),
        version=plain(column["version"]),
        helped=bool(column["helped"]),
    )


def _decision(column: dict[str, Any]) -> StoredDecision:
    milliseconds = column["milliseconds"]
    return StoredDecision(
        session=int(column["session"]),
        n=int(column["n"]),
        answered_at=datetime.fromisoformat(column["answered_at"]),
        round=int(column["round"]),
        game=plain(column["game"]),
        rules_digest=plain(column["rules_digest"]),
        phase=plain(column["phase"]),
        category=plain(column["category"]),
        cell=plain(column["cell"]),
        code=plain(column["code"]),
        cards=plain(column["cards"]),
        hand=plain(column["hand"]),
        upcard=plain(column["upcard"]),
        split_hands=int(column["split_hands"]),
        legal=tuple(plain(word) for word in json.loads(column["legal"])),
        answer=plain(column["answer"]),
        chart_action=plain(column["chart_action"]),
        best_action=plain(column["best_action"]),
        right=bool(column["right"]),
        cost=float(column["cost"]),
        severity=plain(column["severity"]),
        values=tuple((plain(word), float(value)) for word, value in json.loads(column["values"])),
        milliseconds=None if milliseconds is None else int(milliseconds),
        slip=bool(column["slip"]),
        hinted=bool(column["hinted"]),
        natural=bool(column["natural"]),
        seed=int(column["seed"]),
    )
