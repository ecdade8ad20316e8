"""Rounds, their steps and the money, stored and read: the part of the history about play.

The money moves in the transaction that settles a round, and what moved is worked out inside it,
so that a cut at any moment leaves the money either before the round or after it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime

from bjtrainer.errors import StorageError
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.stats import tally
from bjtrainer.stats.database import Database
from bjtrainer.stats.ledger import why_not_next
from bjtrainer.stats.played import (
    MoveKind,
    RoundEnd,
    StoredCards,
    StoredMove,
    StoredRound,
    StoredStep,
)
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.rows import Column, moment, plain, to_row
from bjtrainer.stats.table import CARDS, MOVES, ROUNDS, STEPS

_LATEST = "ORDER BY id DESC LIMIT ?"
_TAKEN = "another bjtrainer is at the table; leave it there, and try again"


class Play:
    """Rounds at the table and the ledger of the money; part of every ``Store``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take_seat(self) -> ExitStack:
        """Keep other programs from sitting down until the given stack is closed.

        Raises ``StorageError`` where another program sits at the table. A killed one sits no more.
        """
        return self._database.hold("seat", _TAKEN)

    def last_move(self) -> StoredMove | None:
        """Give the last line of the ledger, which is what the player has; None at the very start.

        While a round is unfinished, its bets lie on the table and are still part of the balance.
        """
        latest = MOVES.read(self._database, "ORDER BY id DESC LIMIT 1")
        return latest[0] if latest else None

    def moves(self, last: int | None = None) -> tuple[StoredMove, ...]:
        """Give the last lines of the ledger, all without a number, the oldest first."""
        return MOVES.read(self._database, _LATEST, (_most(last),))[::-1]

    def add_move(
        self, kind: MoveKind, change: Callable[[Bankroll], Bankroll], *, now: datetime
    ) -> StoredMove:
        """Store a move of the player's own: ``change`` gives what it makes of the bankroll.

        The first move, a start, makes it of nothing. Raises what ``change`` does, and
        ``StorageError`` for a move that is none of its kind, and while a round is unfinished.
        """
        with self._database.transaction():
            if unfinished := self.unfinished_round():
                raise self._wrong(f"round {unfinished.id} is unfinished, and money moves after it")
            return self._add_move(kind, change, now)

    def open_round(  # noqa: PLR0913  one value for each column
        self,
        *,
        now: datetime,
        game: str,
        rules: str,
        rules_digest: str,
        version: str,
        session: int,
        shoe_seed: str,
        shoe_dealt: int,
        bets: tuple[int, ...],
        balance_cents: int,
        coached: bool,
        end: RoundEnd | None = None,
    ) -> tuple[StoredRound, StoredMove | None]:
        """Store that a round is dealt, and give it with its new id; ``now`` has a time zone.

        A round that leaves nothing to decide is settled in the same moment: ``end`` is then how it
        ended, and the ledger's new line comes with it. Raises ``StorageError`` where another round
        is unfinished, or the balance is not that of the ledger.
        """
        with self._database.transaction():
            if unfinished := self.unfinished_round():
                raise self._wrong(f"round {unfinished.id} is unfinished, and comes first")
            before = self.last_move()
            if before is None or before.balance_cents != balance_cents:
                raise self._wrong("the balance at the table was changed by another program")
            ((latest,),) = self._database.run("SELECT coalesce(max(id), 0) FROM rounds")
            round_ = StoredRound(
                id=int(latest or 0) + 1,
                started_at=now,
                ended_at=None,
                game=game,
                rules=rules,
                rules_digest=rules_digest,
                version=version,
                session=session,
                shoe_seed=shoe_seed,
                shoe_dealt=shoe_dealt,
                bets=bets,
                balance_cents=balance_cents,
                payout_cents=None,
                coached=coached,
            )
            ROUNDS.add(self._database, round_)
            move = None
            if end is not None:
                round_, move = self._settle(round_, end, now)
        return round_, move

    def add_step(self, step: StoredStep, judged: StoredDecision | None = None) -> None:
        """Store one decision in the unfinished round; it is on the disk when this returns.

        ``judged`` is the same decision with a coach's verdict, stored with it or not at all.
        Raises ``StorageError`` unless it is the next one.
        """
        with self._database.transaction():
            self._add_step(self._opened(step.round), step, judged)

    def finish_round(
        self,
        round_id: int,
        *,
        end: RoundEnd,
        now: datetime,
        step: StoredStep | None = None,
        judged: StoredDecision | None = None,
    ) -> StoredMove:
        """Settle the unfinished round, with its last step if that ends it: the ledger's new line.

        ``end`` is how it ended; ``judged`` is as in ``add_step``.
        """
        with self._database.transaction():
            round_ = self._opened(round_id)
            if step is not None:
                self._add_step(round_, step, judged)
            _, move = self._settle(round_, end, now)
        return move

    def unfinished_round(self) -> StoredRound | None:
        """Give the round that waits for its end; there is never more than one."""
        found = ROUNDS.read(self._database, "WHERE ended_at IS NULL")
        return found[0] if found else None

    def round(self, round_id: int) -> StoredRound | None:
        """Give the round of this id, None where there is none."""
        found = ROUNDS.read(self._database, "WHERE id = ?", (round_id,))
        return found[0] if found else None

    def rounds(
        self,
        last: int | None = None,
        *,
        game: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> tuple[StoredRound, ...]:
        """Give the last rounds, all without a number, the oldest first; the unfinished one too.

        ``game`` is a slug; ``since`` and ``until`` are moments with a time zone: those dealt from
        the first, before the second.
        """
        conditions = {
            "game = ?": game,
            "started_at >= ?": None if since is None else moment(since),
            "started_at < ?": None if until is None else moment(until),
        }
        chosen = {clause: value for clause, value in conditions.items() if value is not None}
        where = f"WHERE {' AND '.join(chosen)}" if chosen else ""
        parameters: tuple[Column, ...] = (*chosen.values(), _most(last))
        return ROUNDS.read(self._database, f"{where} {_LATEST}", parameters)[::-1]

    def count_rounds(self, *, game: str | None = None) -> int:
        """Count the rounds, or those of a game by its slug; the unfinished one too."""
        ((count,),) = self._database.run(
            "SELECT count(*) FROM rounds WHERE game = ? OR ? IS NULL", (game, game)
        )
        return int(count or 0)

    def steps(self, round_id: int) -> tuple[StoredStep, ...]:
        """Give the decisions in a round, in their order."""
        return STEPS.read(self._database, "WHERE round = ? ORDER BY n", (round_id,))

    def cards(self, round_id: int) -> tuple[str, ...] | None:
        """Give the cards of a settled round as they fell; None where they were not stored."""
        found = CARDS.read(self._database, "WHERE round = ?", (round_id,))
        return found[0].cards if found else None

    def _opened(self, round_id: int) -> StoredRound:
        round_ = self.round(round_id)
        if round_ is None or not round_.unfinished:
            raise self._wrong(f"round {round_id} is not being played")
        return round_

    def _add_step(
        self, round_: StoredRound, step: StoredStep, judged: StoredDecision | None
    ) -> None:
        ((stored,),) = self._database.run(
            "SELECT count(*) FROM steps WHERE round = ?", (round_.id,)
        )
        if step.round != round_.id or step.n != int(stored or 0) + 1:
            raise self._wrong(f"step {step.n} is not the next one of round {round_.id}")
        STEPS.add(self._database, step)
        if judged is not None:
            tally.add(self._database, judged)

    def _settle(
        self, round_: StoredRound, end: RoundEnd, now: datetime
    ) -> tuple[StoredRound, StoredMove]:
        payout_cents = end.payout_cents
        settled = replace(round_, ended_at=now, payout_cents=payout_cents)
        self._database.run(
            "UPDATE rounds SET ended_at = ?, payout_cents = ?, checksum = ? WHERE id = ?",
            (moment(now), payout_cents, to_row(settled)[-1], settled.id),
        )
        CARDS.add(self._database, StoredCards(round=settled.id, cards=end.cards))
        return settled, self._add_move(
            MoveKind.ROUND, lambda bankroll: bankroll.after_round(payout_cents), now, settled
        )

    def _add_move(
        self,
        kind: MoveKind,
        change: Callable[[Bankroll], Bankroll],
        now: datetime,
        settled: StoredRound | None = None,
    ) -> StoredMove:
        before = self.last_move()
        after = change(before.bankroll if before else Bankroll(0, 0))
        move = StoredMove(
            id=before.id + 1 if before else 1,
            at=now,
            kind=kind,
            round=settled.id if settled else None,
            wallet_cents=after.wallet_cents,
            balance_cents=after.balance_cents,
        )
        if reason := why_not_next(before, move, settled):
            raise self._wrong(f"a move of the money does not follow from the last: {reason}")
        MOVES.add(self._database, move)
        return move

    def _wrong(self, what: str) -> StorageError:
        return StorageError(f"{plain(str(self._database.path))}: {what}")


def _most(last: int | None) -> int:
    """Give the LIMIT of a SELECT; to SQLite one below 0 is none, and one of 64 bits the largest."""
    return -1 if last is None else min(last, 2**63 - 1)
