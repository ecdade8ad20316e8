"""Sessions and decisions, stored and read: the part of the history that is about answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from secrets import token_hex

from bjtrainer.errors import StorageError
from bjtrainer.stats import tally
from bjtrainer.stats.database import Database
from bjtrainer.stats.habits import Habit, habits
from bjtrainer.stats.hands import AnsweredHand, answered_hands
from bjtrainer.stats.record import (
    PLAY,
    PastDecision,
    Selection,
    StoredDecision,
    StoredSession,
)
from bjtrainer.stats.rows import moment, moment_of, plain, to_row
from bjtrainer.stats.sittings import Minute, minutes
from bjtrainer.stats.table import DECISIONS, SESSIONS, past_decisions
from bjtrainer.stats.tally import Tally, where_of

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
            self._database.run(
                "INSERT INTO session_uids (session, uid) VALUES (?, ?)", (session.id, token_hex(16))
            )
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
            tally.add(self._database, decision)

    def mark_slip(self, session: int, n: int) -> None:
        """Mark a stored decision as a slip: kept, and not counted."""
        with self._database.transaction():
            where = "WHERE session = ? AND n = ?"
            found = DECISIONS.read(self._database, where, (session, n))
            if not found:
                raise StorageError(f"decision {n} of session {session} is not stored")
            row = to_row(replace(found[0], slip=True))
            # Another answer may be the first of its round that counts now.
            of_round = "SELECT n FROM decisions WHERE session = ? AND round = ?"
            numbers = [
                int(number or 0)
                for (number,) in self._database.run(of_round, (session, found[0].round))
            ]
            for number in numbers:
                tally.count(self._database, session, number, sign=-1)
            self._database.run(
                f"UPDATE decisions SET slip = 1, checksum = ? {where}", (row[-1], session, n)
            )
            for number in numbers:
                tally.count(self._database, session, number)

    def decisions(self, selection: Selection = EVERYTHING) -> tuple[StoredDecision, ...]:
        """Give the selected decisions in the order in which they were stored."""
        where, parameters = where_of(selection)
        chosen = f"WHERE stored IN (SELECT stored FROM facts {where})" if where else ""
        return DECISIONS.read(self._database, f"{chosen} ORDER BY stored", parameters)

    def tallies(self, selection: Selection = EVERYTHING) -> tuple[Tally, ...]:
        """Give the selected decisions added up, by game, cell and all that tallies keep apart."""
        return tally.tallies(self._database, selection)

    def habits(self, selection: Selection = EVERYTHING) -> tuple[Habit, ...]:
        """Give how often each answer was given in each cell, by what was allowed."""
        return habits(self._database, selection)

    def answered_hands(self, selection: Selection = EVERYTHING) -> tuple[AnsweredHand, ...]:
        """Give how often each answer was given to each hand, and how it was judged."""
        return answered_hands(self._database, selection)

    def count_answers(self, selection: Selection = EVERYTHING) -> int:
        """Count the selected decisions, those that were taken back too."""
        return sum(one.decisions + one.slips for one in self.tallies(selection))

    def times(self, selection: Selection = EVERYTHING) -> tuple[tuple[int, int], ...]:
        """Give how many of the selected decisions took each number of milliseconds, in order."""
        return tally.times(self._database, selection)

    def past_decisions(self) -> tuple[PastDecision, ...]:
        """Give what learning takes from all decisions, of every game, as they were stored.

        Several times as fast as ``decisions``, as no checksum is looked at.
        """
        return past_decisions(self._database)

    def sessions(self, selection: Selection = EVERYTHING) -> tuple[StoredSession, ...]:
        """Give the sessions that have a selected decision, the oldest first."""
        where, parameters = where_of(selection)
        chosen = f"WHERE id IN (SELECT session FROM facts {where}) ORDER BY id"
        return SESSIONS.read(self._database, chosen, parameters)

    def sittings(
        self, selection: Selection = EVERYTHING
    ) -> tuple[tuple[datetime, datetime | None], ...]:
        """Give when each session with a selected decision began and ended, the oldest first.

        None is the end of one that was cut off or still runs. Much quicker than ``sessions``.
        """
        of_game = Selection(game=selection.game, rules_digest=selection.rules_digest)
        where, parameters = where_of(of_game)
        if of_game == selection:
            chosen = "EXISTS (SELECT 1 FROM decisions WHERE session = sessions.id)"
            where = f"{where} AND {chosen}" if where else f"WHERE {chosen}"
        else:
            where, parameters = where_of(selection)
            where = f"WHERE id IN (SELECT session FROM facts {where})"
        rows = self._database.run(
            f"SELECT started_at, ended_at FROM sessions {where} ORDER BY id", parameters
        )
        return tuple(
            (moment_of(start), None if end is None else moment_of(end)) for start, end in rows
        )

    def minutes(self, selection: Selection = EVERYTHING) -> tuple[Minute, ...]:
        """Give the figures of the selected decisions by session and minute."""
        return minutes(self._database, selection)

    def right_in_a_row(self, selection: Selection = EVERYTHING) -> int:
        """Count the latest of the selected decisions up to the last that was wrong."""
        where, parameters = where_of(selection)
        counted = f"{where} AND NOT slip" if where else "WHERE NOT slip"
        latest = f'SELECT stored FROM facts {counted} AND NOT "right" ORDER BY stored DESC LIMIT 1'
        ((count,),) = self._database.run(
            f"SELECT count(*) FROM facts {counted} AND stored > coalesce(({latest}), 0)",
            (*parameters, *parameters),
        )
        return int(count or 0)

    def codes(self, numbers: Iterable[int]) -> dict[int, str]:
        """Give the chart's code as it was when a decision was stored, by the decision's number."""
        select = "SELECT code FROM decisions WHERE stored = ?"
        found = {number: self._database.run(select, (number,)) for number in numbers}
        return {number: plain(str(code)) for number, ((code,),) in found.items()}

    def games(self) -> tuple[tuple[str, str], ...]:
        """Give the slug and digest of each game that has answers, that answered last at the end."""
        rows = self._database.run(
            """
            SELECT game, rules_digest FROM sessions
            WHERE EXISTS (SELECT 1 FROM decisions WHERE session = sessions.id)
            GROUP BY game, rules_digest ORDER BY max(id)
            """
        )
        return tuple((plain(str(game)), plain(str(digest))) for game, digest in rows)

    def last_game(self, *, but: str = "") -> str | None:
        """Give the slug of the game drilled last, ``but`` this one; None where there is none."""
        rest = "WHERE drill <> ? AND game <> ? ORDER BY id DESC LIMIT 1"
        latest = SESSIONS.read(self._database, rest, (PLAY, but))
        return latest[0].game if latest else None
