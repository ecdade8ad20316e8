"""Answers of one history taken out, put into another, or removed; part of every ``Store``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bjtrainer.errors import InputError, StorageError
from bjtrainer.stats import tally
from bjtrainer.stats.database import Database
from bjtrainer.stats.record import Selection, StoredDecision, StoredSession, StoredStar
from bjtrainer.stats.rows import Column, DamagedRow, decision_from, plain, to_row
from bjtrainer.stats.table import DECISIONS, SESSIONS, STARS
from bjtrainer.stats.tally import where_of


@dataclass(frozen=True, slots=True)
class Session:
    """A session of an export, by the id that it has everywhere."""

    uid: str
    session: StoredSession


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an export: its session's id, its place among all, and what was answered."""

    uid: str
    stored: int
    decision: StoredDecision


Item = Session | Answer | StoredStar


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """How many sessions, answers and stars came in, and how many were there already."""

    sessions: int
    answers: int
    stars: int
    known: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Removed:
    """What a reset removes, and how many sessions stay as rounds were played in them."""

    sessions: int
    answers: int
    stars: int
    kept_sessions: int


class Merge:
    """Export, import and reset, as far as they are the database's matter."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def uids(self) -> dict[int, str]:
        """Give the id that each session has everywhere, by the one that it has here."""
        rows = self._database.run("SELECT session, uid FROM session_uids")
        return {int(session or 0): plain(str(uid)) for session, uid in rows}

    def all_sessions(self) -> tuple[StoredSession, ...]:
        """Give all sessions, those without an answer too, the oldest first."""
        return SESSIONS.read(self._database, "ORDER BY id")

    def all_stars(self, rules_digest: str | None = None) -> tuple[StoredStar, ...]:
        """Give all stars, or those of one game, in the order in which they were given."""
        where, values = (
            ("", ()) if rules_digest is None else ("WHERE rules_digest = ?", (rules_digest,))
        )
        return STARS.read(self._database, f"{where} ORDER BY rowid", values)

    def each_decision(self, selection: Selection) -> Iterator[tuple[int, StoredDecision]]:
        """Give the selected decisions one after another, each with its number among all."""
        where, parameters = where_of(selection)
        chosen = f"WHERE stored IN (SELECT stored FROM facts {where})" if where else ""
        names = ", ".join(f'"{name}"' for name in (*DECISIONS.columns, "checksum"))
        select = f"SELECT stored, {names} FROM decisions {chosen} ORDER BY stored"
        for stored, *row in self._database.each(select, parameters):
            try:
                yield int(stored or 0), decision_from(row)
            except DamagedRow as error:
                raise StorageError(
                    f"{plain(str(self._database.path))}: {error}; see bjtrainer doctor"
                ) from error

    def merge(self, items: Iterable[Item]) -> Merged:
        """Put an export into this history, all of it or, on any fault, nothing.

        What is there already stays as it is. Sessions keep their numbers where these are free, and
        stand among the others by when they began, so that memories come out right. Raises
        ``InputError`` for an answer that is stored here in another way.
        """
        sessions = answers = stars = known = 0
        here: dict[str, int] = {}
        with self._database.transaction():
            (before,) = self._database.run("SELECT count(*) FROM decisions")[0]
            for item in items:
                if isinstance(item, Session):
                    here[item.uid], added = self._session(item)
                    sessions += added
                elif isinstance(item, Answer):
                    added = self._answer(item, here[item.uid], keep=not before)
                    answers += added
                    known += not added
                else:
                    stars += self._star(item)
            if answers and before:
                self._put_in_order()
            if answers:
                tally.recount(self._database)
        return Merged(sessions=sessions, answers=answers, stars=stars, known=known)

    def what_reset_removes(self) -> Removed:
        """Count what ``reset`` would remove."""
        counts = [
            int(self._database.run(f"SELECT count(*) FROM {what}")[0][0] or 0)
            for what in (
                f"sessions WHERE id NOT IN ({_NEEDED})",
                "decisions",
                "stars",
                f"sessions WHERE id IN ({_NEEDED})",
            )
        ]
        return Removed(
            sessions=counts[0], answers=counts[1], stars=counts[2], kept_sessions=counts[3]
        )

    def reset(self) -> tuple[Removed, Path]:
        """Remove all answers and stars, after a backup, whose place is given.

        The money, the rounds and the sessions in which these were played stay.
        """
        backup = self._database.back_up("before-reset")
        with self._database.transaction():
            removed = self.what_reset_removes()
            self._database.run("DELETE FROM decisions")
            self._database.run("DELETE FROM stars")
            self._database.run(f"DELETE FROM session_uids WHERE session NOT IN ({_NEEDED})")
            self._database.run(f"DELETE FROM sessions WHERE id NOT IN ({_NEEDED})")
            tally.recount(self._database)
        return removed, backup

    def _session(self, item: Session) -> tuple[int, bool]:
        """Give the number that a session has here, and whether it is new."""
        found = self._database.run("SELECT session FROM session_uids WHERE uid = ?", (item.uid,))
        if found:
            return int(found[0][0] or 0), False
        number = item.session.id
        taken = self._database.run("SELECT 1 FROM sessions WHERE id = ?", (number,))
        if taken or number < 1:
            (latest,) = self._database.run("SELECT coalesce(max(id), 0) FROM sessions")[0]
            number = int(latest or 0) + 1
        SESSIONS.add(self._database, replace(item.session, id=number))
        self._database.run("INSERT INTO session_uids VALUES (?, ?)", (number, item.uid))
        return number, True

    def _answer(self, item: Answer, session: int, *, keep: bool) -> bool:
        """Store an answer unless it is there; ``keep``: at its own place among all."""
        decision = replace(item.decision, session=session)
        there = DECISIONS.read(self._database, "WHERE session = ? AND n = ?", (session, decision.n))
        if there:
            if replace(there[0], slip=False) != replace(decision, slip=False):
                raise InputError(
                    f"answer {item.uid}-{decision.n} is stored here in another way; one of the two "
                    "histories was changed by hand"
                )
            return False
        if not keep:
            DECISIONS.add(self._database, decision)
            return True
        values: tuple[Column, ...] = (item.stored, *to_row(decision))
        names = ", ".join(f'"{name}"' for name in ("stored", *DECISIONS.columns, "checksum"))
        marks = ", ".join("?" * len(values))
        if self._database.run("SELECT 1 FROM decisions WHERE stored = ?", (item.stored,)):
            raise InputError(f"two answers stand at place {item.stored}; export the file again")
        self._database.run(f"INSERT INTO decisions ({names}) VALUES ({marks})", values)
        return True

    def _star(self, star: StoredStar) -> bool:
        where = "WHERE rules_digest = ? AND cell = ?"
        if STARS.read(self._database, where, (star.rules_digest, star.cell)):
            return False
        STARS.add(self._database, star)
        return True

    def _put_in_order(self) -> None:
        """Number all answers by when their sessions began."""
        order = """
            SELECT decisions.stored, row_number() OVER (
                ORDER BY sessions.started_at, sessions.id, decisions.n
            ) FROM decisions JOIN sessions ON sessions.id = decisions.session
        """
        # Below 0 first, as no two may have one number meanwhile.
        self._database.run(
            f"WITH places (old, new) AS ({order}) UPDATE decisions SET stored = -new "
            "FROM places WHERE old = decisions.stored"
        )
        self._database.run("UPDATE decisions SET stored = -stored")


_NEEDED = "SELECT session FROM rounds"
