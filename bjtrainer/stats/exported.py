"""Answers on their way out: every field of every answer, as JSON Lines or CSV.

JSON Lines begin with a line that says what they are; a line for each session, answer and star
follows, and at the end one that counts them, with the CRC-32 of all lines before it, so that a
file that was cut off or changed is noticed. CSV has a row for each answer with the columns of its
session; stars, and sessions without an answer, are not in it.

An answer's ``id`` is that of its session, 32 hexadecimal digits, and its number in it; it is the
same on every machine. ``stored`` counts the answers in the order in which they were given.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bjtrainer.stats.record import Selection, StoredDecision, StoredSession
from bjtrainer.stats.rows import moment

if TYPE_CHECKING:
    from bjtrainer.stats.store import Store

SCHEMA = 1
HEAD, END = "history", "end"

ANSWER = tuple(field.name for field in fields(StoredDecision) if field.name != "session")
"""The fields of an answer, in their order; its session is told by its ``id``."""

SESSION = tuple(field.name for field in fields(StoredSession) if field.name != "id")
COLUMNS = ("id", "stored", *ANSWER, *(f"session_{name}" for name in ("id", *SESSION)))
"""The columns of CSV."""


def as_lines(store: Store, selection: Selection, version: str) -> Iterator[str]:
    """Give a selection of answers as JSON Lines, with their sessions and all stars of the game."""
    crc = 0
    counts = {"sessions": 0, "answers": 0, "stars": 0}

    def line(kind: str, **values: object) -> str:
        nonlocal crc
        text = json.dumps({"type": kind, **values}, ensure_ascii=False) + "\n"
        crc = zlib.crc32(text.encode(), crc)
        if f"{kind}s" in counts:
            counts[f"{kind}s"] += 1
        return text

    yield line(HEAD, schema=SCHEMA, program=f"bjtrainer {version}")
    uids = store.uids()
    for session in store.sessions(selection) if selection != Selection() else store.all_sessions():
        told = {name: _told(getattr(session, name)) for name in SESSION}
        yield line("session", uid=uids[session.id], id=session.id, **told)
    for stored, decision in store.each_decision(selection):
        told = {name: _told(getattr(decision, name)) for name in ANSWER}
        yield line("answer", id=f"{uids[decision.session]}-{decision.n}", stored=stored, **told)
    for star in store.all_stars(selection.rules_digest):
        yield line("star", rules_digest=star.rules_digest, cell=star.cell, at=moment(star.at))
    yield json.dumps({"type": END, **counts, "crc32": f"{crc:08x}"}) + "\n"


def as_csv(store: Store, selection: Selection) -> Iterator[str]:
    """Give a selection of answers as CSV, a row each."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    uids = store.uids()
    sessions = {session.id: session for session in store.sessions(selection)}
    for stored, decision in store.each_decision(selection):
        session = sessions[decision.session]
        rows.writerow(
            [
                f"{uids[session.id]}-{decision.n}",
                stored,
                *(_cell(_told(getattr(decision, name))) for name in ANSWER),
                *(_cell(_told(getattr(session, name))) for name in ("id", *SESSION)),
            ]
        )
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _told(value: Any) -> object:
    """Give a field as JSON has it: moments as text in UTC, values by the word of their answer."""
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, tuple):
        pairs = bool(value) and isinstance(value[0], tuple)
        return dict(value) if pairs else list(value)
    return value


def _cell(value: object) -> object:
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value
