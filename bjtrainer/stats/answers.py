"""Sessions and decisions, stored and read: the part of the history that is about answers."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime

from bjtrainer.errors import StorageError
from bjtrainer.stats.database import Database
from bjtrainer.stats.record import (
    PLAY,
    PastDecision,
    Selection,
    StoredDecision,
    StoredSession,
)
from bjtrainer.stats.rows import Column, moment, to_row
from bjtrainer.stats.table import DECISIONS, SESSIONS, past_decisions

EVERYTHING = Selection()


class Answers:
    """Sessions and their judged decisions; part of every ``Store``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start_session(  # noqa: PLR0913  one value for each column
        self,
        *,
        now: datetime,
        game: str,
        rules_digest: str,
        drill: str,
        seed: int,
        version: str,
        helped: bool,
    ) -> StoredSession:
        """Begin a session and give it with its new id; ``now`` has a time zone."""
        with self._database.transaction():
            ((latest,),) = self._database.run("SELECT coalesce(max(id), 0) FROM sessions")
            session = StoredSession(
                id=int(latest or 0) + 1,
                started_at=now,
                ended_at=None,
                game=game,
                rules_digest=rules_digest,
                drill=drill,
                seed=seed,
                version=version,
                helped=helped,
            )
            SESSIONS.add(self._database, session)
        return session

    def end_session(self, session: int, *, now: datetime) -> None:
        """Mark a session as ended, so that it is not partial."""
        with self._database.transaction():
            found = SESSIONS.read(self._database, "WHERE id = ?", (session,))
            if not found:
                raise StorageError(f"session {session} is not stored")
            row = to_row(replace(found[0], ended_at=now))
            self._database.run(
                "UPDATE sessions SET ended_at = ?, checksum = ? WHERE id = ?",
                (moment(now), row[-1], session),
            )

    def add_decision(self, decision: StoredDecision) -> None:
        """Store one decision; it is on the disk when this returns.

        A second decision with the same session and number is refused.
        """
        with self._database.transaction():
            DECISIONS.add(self._database, decision)

    def mark_slip(self, session: int, n: int) -> None:
        """Mark a stored decision as a slip: kept, and not counted."""
        with self._database.transaction():
            where = "WHERE session = ? AND n = ?"
            found = DECISIONS.read(self._database, where, (session, n))
            if not found:
                raise StorageError(f"decision {n} of session {session} is not stored")
            row = to_row(replace(found[0], slip=True))
            self._database.run(
                f"UPDATE decisions SET slip = 1, checksum = ? {where}", (row[-1], session, n)
            )

    def decisions(self, selection: Selection = EVERYTHING) -> tuple[StoredDecision, ...]:
        """Give the selected decisions in the order in which they were stored."""
        where, parameters = _where(selection)
        return DECISIONS.read(self._database, f"{where} ORDER BY stored", parameters)

    def past_decisions(self) -> tuple[PastDecision, ...]:
        """Give what learning takes from all decisions, of every game, as they were stored.

        Several times as fast as ``decisions``, as no checksum is looked at.
        """
        return past_decisions(self._database)

    def sessions(self, selection: Selection = EVERYTHING) -> tuple[StoredSession, ...]:
        """Give the sessions that have a selected decision, the oldest first."""
        where, parameters = _where(selection)
        chosen = f"WHERE id IN (SELECT session FROM decisions {where}) ORDER BY id"
        return SESSIONS.read(self._database, chosen, parameters)

    def last_game(self, *, but: str = "") -> str | None:
        """Give the slug of the game drilled last, ``but`` this one; None where there is none."""
        rest = "WHERE drill <> ? AND game <> ? ORDER BY id DESC LIMIT 1"
        latest = SESSIONS.read(self._database, rest, (PLAY, but))
        return latest[0].game if latest else None


_CLAUSES = {
    "game": "game = ?",
    "rules_digest": "rules_digest = ?",
    "drill": "session IN (SELECT id FROM sessions WHERE drill = ?)",
    "since": "answered_at >= ?",
    "until": "answered_at < ?",
    "category": "category = ?",
}


def _where(selection: Selection) -> tuple[str, tuple[Column, ...]]:
    chosen = {
        field.name: value
        for field in fields(selection)
        if (value := getattr(selection, field.name)) is not None
    }
    if not chosen:
        return "", ()
    return (
        "WHERE " + " AND ".join(_CLAUSES[name] for name in chosen),
        tuple(moment(value) if isinstance(value, datetime) else value for value in chosen.values()),
    )
