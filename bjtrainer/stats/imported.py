"""Answers on their way in: another machine's export, checked whole before anything is stored."""

from __future__ import annotations

import csv
import json
import math
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bjtrainer.charts.model import INSURANCE_CELL, Cell
from bjtrainer.errors import InputError, clean, shown
from bjtrainer.stats.exported import ANSWER, COLUMNS, END, HEAD, SCHEMA, SESSION
from bjtrainer.stats.merge import Answer, Item, Session
from bjtrainer.stats.record import (
    CATEGORIES,
    PHASES,
    SEVERITIES,
    StoredDecision,
    StoredSession,
    StoredStar,
    category,
)

_MOST_TEXT = 200
_MOST_LINE = 1 << 16
_MOST_WHOLE = (1 << 53) - 1
_MOST_SEED = 10**40
_ID = re.compile(r"([0-9a-f]{32})-([1-9][0-9]{0,15})")
_UID = re.compile(r"[0-9a-f]{32}")


def items(path: Path) -> Iterator[Item]:
    """Read an export, JSON Lines or CSV; each session comes before its answers.

    Raises ``InputError`` with line and reason for the first fault, which may come at the end: go
    through all of it before anything is stored.
    """
    name = clean(str(path))
    try:
        with path.open(encoding="utf-8", newline="") as file:
            begin = file.read(1)
            file.seek(0)
            if not begin:
                raise InputError(f"{name} is empty; name a file made by bjtrainer stats export")
            read = _from_lines if begin == "{" else _from_csv
            yield from read(_lines(file, name), name)
    except UnicodeDecodeError:
        raise InputError(f"{name} is not UTF-8; export it again") from None
    except FileNotFoundError:
        raise InputError(f"{name} does not exist; name a file that does") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None


def _lines(file: Any, name: str) -> Iterator[str]:
    number = 0
    while line := file.readline(_MOST_LINE):
        number += 1
        if len(line) == _MOST_LINE:
            raise InputError(f"{name}:{number}: the line is too long; export the file again")
        yield line


@contextmanager
def _at(name: str, number: int) -> Iterator[None]:
    """Say where a fault is."""
    try:
        yield
    except (InputError, ValueError, KeyError, TypeError, RecursionError) as fault:
        reason = clean(str(fault)) or "it cannot be read"
        raise InputError(f"{name}:{number}: {reason}; export the file again") from None


def _from_lines(lines: Iterator[str], name: str) -> Iterator[Item]:
    crc, ended = 0, False
    counts = {"sessions": 0, "answers": 0, "stars": 0}
    uids: dict[str, StoredSession] = {}
    number = 0
    for number, line in enumerate(lines, 1):
        with _at(name, number):
            if ended:
                raise ValueError("a line stands after the end")
            given = json.loads(line, parse_constant=_no_number)
            if not isinstance(given, dict):
                raise TypeError("the line is no object")
            kind = given.pop("type", None)
            if (number == 1) != (kind == HEAD):
                raise ValueError("this is no export of bjtrainer")
            item: Item | None = None
            if kind == HEAD:
                if given.get("schema") != SCHEMA:
                    raise ValueError(f"schema {SCHEMA} is expected")
            elif kind == END:
                ended = True
                if given != {**counts, "crc32": f"{crc:08x}"}:
                    raise ValueError("something of the file was lost or changed")
            else:
                item = _item(str(kind), given, uids)
                counts[f"{kind}s"] += 1
            crc = zlib.crc32(line.encode(), crc)
        if item is not None:
            yield item
    if not ended:
        raise InputError(f"{name}:{number}: the end is missing; export the file again")


def _from_csv(lines: Iterator[str], name: str) -> Iterator[Item]:
    rows = csv.reader(lines, strict=True)
    uids: dict[str, StoredSession] = {}
    number = 0
    while True:
        number += 1
        with _at(name, number):
            try:
                row = next(rows, None)
            except csv.Error as fault:
                raise ValueError(str(fault)) from None
            if row is None:
                break
            if number == 1:
                if tuple(row) != COLUMNS:
                    raise ValueError("these are not the columns of an export of bjtrainer")
                continue
            if len(row) != len(COLUMNS):
                raise ValueError(f"the row has {len(row)} columns, not {len(COLUMNS)}")
            given = dict(zip(COLUMNS, row, strict=True))
            uid, _ = _id(given["id"])
            session = _read_session(
                {key: given.pop(f"session_{key}") for key in ("id", *SESSION)}, _FROM_TEXT
            )
            known = uids.setdefault(uid, session)
            if known != session:
                raise ValueError("the session is told in two ways")
            answer = _read_answer(given, known, _FROM_TEXT)
        if known is session:
            yield Session(uid, session)
        yield answer


def _item(kind: str, given: dict[str, Any], uids: dict[str, StoredSession]) -> Item:
    if kind == "session":
        uid = given.pop("uid")
        if not isinstance(uid, str) or not _UID.fullmatch(uid) or uid in uids:
            raise ValueError("uid is not 32 hexadecimal digits of its own")
        uids[uid] = _read_session(given, _FROM_JSON)
        return Session(uid, uids[uid])
    if kind == "answer":
        uid, _ = _id(given.get("id"))
        if uid not in uids:
            raise ValueError("the session of the answer does not stand before it")
        return _read_answer(given, uids[uid], _FROM_JSON)
    if kind == "star":
        return StoredStar(**_read(StoredStar, ("rules_digest", "cell", "at"), given, _FROM_JSON))
    raise ValueError(f"there are no lines of type '{shown(kind)}'")


def _read_session(given: dict[str, Any], readers: _Readers) -> StoredSession:
    return StoredSession(**_read(StoredSession, ("id", *SESSION), given, readers))


def _read_answer(given: dict[str, Any], session: StoredSession, readers: _Readers) -> Answer:
    uid, n = _id(given.pop("id"))
    stored = readers["int"](given.pop("stored"))
    read = _read(StoredDecision, ANSWER, given, readers)
    decision = StoredDecision(session=session.id, **read)
    if decision.n != n or stored < 1:
        raise ValueError("id, n and stored do not go together")
    _check(decision, session)
    return Answer(uid, stored, decision)


def _check(one: StoredDecision, session: StoredSession) -> None:
    """Raise ValueError for an answer that nobody can have given."""
    if one.phase not in PHASES or one.category not in CATEGORIES:
        raise ValueError("phase or category is none")
    if one.severity not in SEVERITIES:
        raise ValueError("severity is none")
    if min(one.n, one.round, one.split_hands) < 1 or (one.milliseconds or 0) < 0:
        raise ValueError("a number is too small")
    if not 0 <= one.cost <= 1000:
        raise ValueError("cost is not a number of bets")
    words = dict(one.values)
    if not {one.answer, one.chart_action, one.best_action} <= set(one.legal) or words.keys() != set(
        one.legal
    ):
        raise ValueError("answer, chart, best and values are not of what was legal")
    if one.right != (one.severity == "none") or (one.right and one.cost):
        raise ValueError("right, cost and severity do not go together")
    if one.cell != INSURANCE_CELL:
        Cell.parse(one.cell)
    judged = category(
        phase=one.phase,
        cell=one.cell,
        code=one.code,
        answer=one.answer,
        chart_action=one.chart_action,
    )
    if judged != one.category:
        raise ValueError("category is not that of the answer")
    if (one.game, one.rules_digest) != (session.game, session.rules_digest):
        raise ValueError("the answer is of another game than its session")


def _id(given: object) -> tuple[str, int]:
    if not isinstance(given, str) or not (found := _ID.fullmatch(given)):
        raise ValueError("id is not one of an answer")
    return found[1], int(found[2])


_Reader = Callable[[Any], Any]
_Readers = Mapping[str, _Reader]


def _read(
    kind: type, names: tuple[str, ...], given: Mapping[str, Any], readers: _Readers
) -> dict[str, Any]:
    """Read the fields of a record, all of them and no others."""
    if given.keys() != set(names):
        odd = sorted(given.keys() ^ set(names))
        raise ValueError(f"{shown(str(odd[0]))} is missing, or has no place here")
    types = {field.name: str(field.type) for field in fields(kind)}
    read = {}
    for name in names:
        try:
            reader = readers["seed" if name == "seed" else types[name]]
            read[name] = reader(given[name])
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"{name} cannot be {shown(repr(given[name]))}") from None
    return read


def _no_number(written: str) -> float:
    raise ValueError(f"{written} is no number")


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_TEXT or not value.isprintable():
        raise ValueError
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > _MOST_WHOLE:
        raise ValueError
    return value


def _seed(value: Any) -> int:
    if type(value) is not int or abs(value) > _MOST_SEED:
        raise ValueError
    return value


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError
    return float(value)


def _moment(value: Any) -> datetime:
    at = datetime.fromisoformat(_text(value))
    if at.tzinfo is None:
        raise ValueError
    return at.astimezone(UTC)


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError
    return tuple(_text(word) for word in value)


def _values(value: Any) -> tuple[tuple[str, float], ...]:
    if not isinstance(value, dict):
        raise TypeError
    return tuple((_text(word), _number(worth)) for word, worth in value.items())


def _optional(read: _Reader) -> _Reader:
    return lambda value: None if value is None else read(value)


_FROM_JSON: _Readers = {
    "str": _text,
    "int": _whole,
    "seed": _seed,
    "bool": _flag,
    "float": _number,
    "datetime": _moment,
    "datetime | None": _optional(_moment),
    "int | None": _optional(_whole),
    "tuple[str, ...]": _words,
    "tuple[tuple[str, float], ...]": _values,
}


def _written(read: _Reader) -> _Reader:
    """Read what CSV holds as JSON."""
    return lambda text: read(json.loads(text, parse_constant=_no_number))


_FROM_TEXT: _Readers = {
    **{name: _written(read) for name, read in _FROM_JSON.items()},
    "str": _text,
    "datetime": _moment,
    "datetime | None": lambda text: None if text == "" else _moment(text),
    "int | None": lambda text: None if text == "" else _written(_whole)(text),
}
