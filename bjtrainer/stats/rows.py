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

from bjtrainer.stats.played import MoveKind, StoredCards, StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import PastDecision, StoredDecision, StoredSession, StoredStar

Column = str | int | float | None

Stored = (
    StoredSession
    | StoredDecision
    | StoredRound
    | StoredStep
    | StoredMove
    | StoredStar
    | StoredCards
)
"""Every kind of record; the columns of its table are its fields."""

_Record = TypeVar("_Record")


def columns_of(kind: type[Stored]) -> tuple[str, ...]:
    """Give the names of a record's columns, all but the checksum.

    >>> columns_of(StoredStep)
    ('round', 'n', 'at', 'choice')
    """
    return tuple(field.name for field in fields(kind))


SESSION_COLUMNS = columns_of(StoredSession)
DECISION_COLUMNS = columns_of(StoredDecision)
ROUND_COLUMNS = columns_of(StoredRound)
STEP_COLUMNS = columns_of(StoredStep)
MOVE_COLUMNS = columns_of(StoredMove)
CARDS_COLUMNS = columns_of(StoredCards)
STAR_COLUMNS = columns_of(StoredStar)


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


def moment_of(text: Column) -> datetime:
    """Read a moment back; ValueError for a text that is none.

    >>> moment_of("2025-03-01T08:30:00.000000+00:00").hour
    8
    """
    return datetime.fromisoformat(str(text))


def checksum(columns: Sequence[Column]) -> int:
    """Give the CRC-32 of a row's columns.

    >>> checksum(("hard 16 v T", 1, 0.0179)) == checksum(("hard 16 v 9", 1, 0.0179))
    False
    """
    return zlib.crc32(json.dumps(columns, separators=(",", ":")).encode())


def to_row(record: Stored) -> tuple[Column, ...]:
    """Give the columns of a record in the order of its fields, and their checksum."""
    columns = tuple(_column(field.name, getattr(record, field.name)) for field in fields(record))
    return (*columns, checksum(columns))


def session_from(row: Sequence[Column]) -> StoredSession:
    """Read a session back; DamagedRow when the row is not as it was written."""
    return _read(f"session {row[0]}", SESSION_COLUMNS, row, _session)


def decision_from(row: Sequence[Column]) -> StoredDecision:
    """Read a decision back; DamagedRow when the row is not as it was written."""
    return _read(f"decision {row[1]} of session {row[0]}", DECISION_COLUMNS, row, _decision)


def past_decision_from(row: Sequence[Any]) -> PastDecision:
    """Read what learning takes from a decision; DamagedRow when a column cannot be read."""
    try:
        return PastDecision(
            datetime.fromisoformat(row[0]),
            plain(row[1]),
            plain(row[2]),
            plain(row[3]),
            plain(row[4]),
            plain(row[5]),
            int(row[6]),
            bool(row[7]),
            float(row[8]),
            plain(row[9]),
            None if row[10] is None else int(row[10]),
            bool(row[11]),
            bool(row[12]),
            bool(row[13]),
        )
    except (AttributeError, TypeError, ValueError):
        raise DamagedRow("a decision is damaged: its columns cannot be read") from None


def round_from(row: Sequence[Column]) -> StoredRound:
    """Read a round back; DamagedRow when the row is not as it was written."""
    return _read(f"round {row[0]}", ROUND_COLUMNS, row, _round)


def step_from(row: Sequence[Column]) -> StoredStep:
    """Read a step back; DamagedRow when the row is not as it was written."""
    return _read(f"step {row[1]} of round {row[0]}", STEP_COLUMNS, row, _step)


def cards_from(row: Sequence[Column]) -> StoredCards:
    """Read the cards of a round back; DamagedRow when the row is not as it was written."""
    return _read(f"cards of round {row[0]}", CARDS_COLUMNS, row, _cards)


def move_from(row: Sequence[Column]) -> StoredMove:
    """Read a line of the ledger back; DamagedRow when the row is not as it was written."""
    return _read(f"line {row[0]} of the ledger", MOVE_COLUMNS, row, _move)


def star_from(row: Sequence[Column]) -> StoredStar:
    """Read a star back; DamagedRow when the row is not as it was written."""
    return _read(f"star {row[1]}", STAR_COLUMNS, row, _star)


def _column(name: str, value: Any) -> Column:
    write = _WRITE_NAMED.get(name) or _WRITE.get(type(value))
    return write(value) if write else value


_WRITE: dict[type, Callable[[Any], Column]] = {
    datetime: moment,
    bool: int,
    tuple: json.dumps,
    str: plain,
    MoveKind: lambda kind: str(kind.value),
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
    return StoredSession(
        id=int(column["id"]),
        started_at=datetime.fromisoformat(column["started_at"]),
        ended_at=_unless_none(datetime.fromisoformat, column["ended_at"]),
        game=plain(column["game"]),
        rules_digest=plain(column["rules_digest"]),
        drill=plain(column["drill"]),
        seed=int(column["seed"]),
        version=plain(column["version"]),
        helped=bool(column["helped"]),
    )


def _decision(column: dict[str, Any]) -> StoredDecision:
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
        milliseconds=_unless_none(int, column["milliseconds"]),
        slip=bool(column["slip"]),
        hinted=bool(column["hinted"]),
        natural=bool(column["natural"]),
        seed=int(column["seed"]),
    )


def _round(column: dict[str, Any]) -> StoredRound:
    return StoredRound(
        id=int(column["id"]),
        started_at=datetime.fromisoformat(column["started_at"]),
        ended_at=_unless_none(datetime.fromisoformat, column["ended_at"]),
        game=plain(column["game"]),
        rules=plain(column["rules"]),
        rules_digest=plain(column["rules_digest"]),
        version=plain(column["version"]),
        session=int(column["session"]),
        shoe_seed=plain(column["shoe_seed"]),
        shoe_dealt=int(column["shoe_dealt"]),
        bets=tuple(int(bet) for bet in json.loads(column["bets"])),
        balance_cents=int(column["balance_cents"]),
        payout_cents=_unless_none(int, column["payout_cents"]),
        coached=bool(column["coached"]),
    )


def _step(column: dict[str, Any]) -> StoredStep:
    return StoredStep(
        round=int(column["round"]),
        n=int(column["n"]),
        at=datetime.fromisoformat(column["at"]),
        choice=plain(column["choice"]),
    )


def _cards(column: dict[str, Any]) -> StoredCards:
    return StoredCards(
        round=int(column["round"]),
        cards=tuple(plain(card) for card in json.loads(column["cards"])),
    )


def _move(column: dict[str, Any]) -> StoredMove:
    return StoredMove(
        id=int(column["id"]),
        at=datetime.fromisoformat(column["at"]),
        kind=MoveKind(column["kind"]),
        round=_unless_none(int, column["round"]),
        wallet_cents=int(column["wallet_cents"]),
        balance_cents=int(column["balance_cents"]),
    )


def _star(column: dict[str, Any]) -> StoredStar:
    return StoredStar(
        rules_digest=plain(column["rules_digest"]),
        cell=plain(column["cell"]),
        at=datetime.fromisoformat(column["at"]),
    )


def _unless_none(read: Callable[[Any], _Record], value: Any) -> _Record | None:
    return None if value is None else read(value)
