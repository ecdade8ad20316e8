"""A player's place at a table: each step is on the disk before anybody sees what it led to."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from types import TracebackType

from bjtrainer import __version__
from bjtrainer.errors import IllegalAction
from bjtrainer.game.bankroll import FIRST_BUY_IN_CENTS, FIRST_WALLET_CENTS, Bankroll
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules
from bjtrainer.rules.text import rules_as_text
from bjtrainer.seat.log import decided, end_of, replayed
from bjtrainer.stats.played import MoveKind, StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import PLAY, StoredDecision, StoredSession
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Choice

_SEEDS = 10**18
"""How many seeds there are to draw one from."""


def clock() -> datetime:
    """Give the moment that it is."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _RunningShoe:
    """A shoe and the text that it was shuffled by."""

    seed: str
    cards: Shoe


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The round on the table: as it is stored, and as it stands after so many steps."""

    stored: StoredRound
    round: Round
    steps: int


class Seat:
    """One person at one table, made by ``sit``. Leave it, or use it in a ``with`` statement.

    Every method stores what it does before it returns, in one transaction: a program that is
    killed at any moment leaves the round and the money as they stood before a step or after it.
    Where a method raises, nothing happened and nothing is stored: ``InputError`` for what the
    rules or the money do not allow, ``StorageError`` for what the disk did not take.
    """

    def __init__(  # noqa: PLR0913  what ``sit`` has found
        self,
        store: Store,
        rules: Rules,
        *,
        ledger: StoredMove,
        dealt: _Dealt | None,
        session: StoredSession,
        coached: bool,
        now: Callable[[], datetime],
        held: ExitStack,
    ) -> None:
        self.session = session
        """The stored session of this sitting; its shuffles follow from its seed."""
        self.coached = coached
        self.resumed = dealt is not None
        """Whether the seat was taken in the middle of a round that had been cut off."""
        self.last_bets: tuple[int, ...] = ()
        """The bets of the round before, for a rebet; none before the first of these rules."""
        self._store = store
        self._chosen_rules = rules
        self._ledger = ledger
        self._now = now
        self._held = held
        self._dealt = dealt
        self._shoe: _RunningShoe | None = None
        self._shuffles = 0
        if dealt is not None and dealt.round.rules == rules:
            self.last_bets = dealt.stored.bets

    @property
    def round(self) -> Round | None:
        """The round on the table, being played or just over; None before the first."""
        return self._dealt.round if self._dealt else None

    @property
    def round_id(self) -> int | None:
        """The stored id of that round."""
        return self._dealt.stored.id if self._dealt else None

    @property
    def playing(self) -> bool:
        """Whether the round on the table waits for a decision."""
        return self._dealt is not None and self._dealt.round.phase is not Phase.DONE

    @property
    def carried_over(self) -> bool:
        """Whether the round on the table, over or not, was dealt in an earlier sitting."""
        return self._dealt is not None and self._dealt.stored.session != self.session.id

    @property
    def rules(self) -> Rules:
        """The rules of the round being played, otherwise those of the next bet."""
        if self._dealt is not None and self.playing:
            return self._dealt.round.rules
        return self._chosen_rules

    @property
    def bankroll(self) -> Bankroll:
        """What the player has now; what lies on the table in a round is not in the balance."""
        return self._ledger.bankroll.after_round(-self.on_table_cents)

    @property
    def on_table_cents(self) -> int:
        """What lies on the table in a round that is not over."""
        return self._dealt.round.staked_cents if self._dealt and self.playing else 0

    def bet(self, bets_cents: int | Sequence[int]) -> Round:
        """Bet on one box, or one bet on each of several, and deal: the round at its first question.

        A round that leaves no question is settled at once. Raises ``IllegalAction`` in a round,
        ``InputError`` for bets that the game does not take or the balance does not hold.
        """
        self._between_rounds("the round comes first; finish it")
        bets = (bets_cents,) if isinstance(bets_cents, int) else tuple(bets_cents)
        rules, shoe, balance_cents = self.rules, self._next_shoe(), self._ledger.balance_cents
        round_ = deal(rules, bets, shoe.cards, balance_cents)
        stored, ledger = self._store.open_round(
            now=self._now(),
            game=rules.slug,
            rules=rules_as_text(rules),
            rules_digest=rules.digest,
            version=__version__,
            session=self.session.id,
            shoe_seed=shoe.seed,
            shoe_dealt=shoe.cards.dealt,
            bets=bets,
            balance_cents=balance_cents,
            coached=self.coached,
            end=end_of(round_) if round_.phase is Phase.DONE else None,
        )
        self._shuffles += shoe is not self._shoe
        self._shoe, self.last_bets = shoe, bets
        self._dealt = _Dealt(stored, round_, steps=0)
        if ledger is not None:
            self._settled(ledger)
        return round_

    def decide(self, choice: Choice, judged: StoredDecision | None = None) -> Round:
        """Decide what the round asks: the round at its next question, or settled.

        ``judged`` is the same decision with a coach's verdict: both are stored, or neither is.
        Raises ``IllegalAction`` with the reason for a choice that is not allowed now.
        """
        if self._dealt is None or not self.playing:
            raise IllegalAction("no round is being played; place a bet first")
        stored, n = self._dealt.stored, self._dealt.steps + 1
        after = _Dealt(stored, decided(self._dealt.round, choice), steps=n)
        step = StoredStep(round=stored.id, n=n, at=self._now(), choice=str(choice))
        if after.round.phase is Phase.DONE:
            ledger = self._store.finish_round(
                stored.id,
                end=end_of(after.round),
                now=step.at,
                step=step,
                judged=judged,
            )
            self._dealt = after
            self._settled(ledger)
        else:
            self._store.add_step(step, judged)
            self._dealt = after
        return after.round

    def rebuy(self, cents: int) -> Bankroll:
        """Move money from the wallet to the table, between rounds; what the player has then."""
        return self._move(MoveKind.REBUY, lambda bankroll: bankroll.rebuy(cents))

    def deposit(self, cents: int) -> Bankroll:
        """Put new play money into the wallet, between rounds; what the player has then."""
        return self._move(MoveKind.DEPOSIT, lambda bankroll: bankroll.deposit(cents))

    def cash_out(self) -> Bankroll:
        """Move the whole balance to the wallet, between rounds; what the player has then."""
        return self._move(MoveKind.CASH_OUT, lambda bankroll: bankroll.cash_out())

    def leave(self) -> None:
        """End the sitting; a round that is not over waits for the next one."""
        self._store.end_session(self.session.id, now=self._now())
        self._held.close()

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._held.close()

    def _next_shoe(self) -> _RunningShoe:
        """The shoe of the next round: the running one, or a new one where that was its last."""
        if self._shoe is not None and not self._shoe.cards.must_shuffle(self._chosen_rules):
            return self._shoe
        seed = f"{self.session.seed}/{self._shuffles + 1}"
        return _RunningShoe(seed, Shoe.shuffled(self._chosen_rules.decks, Random(seed)))

    def _settled(self, ledger: StoredMove) -> None:
        """Take note that the round on the table is over and the money moved."""
        assert self._dealt is not None
        self._ledger = ledger
        if self._dealt.round.rules == self._chosen_rules:
            self._shoe = _RunningShoe(self._dealt.stored.shoe_seed, self._dealt.round.shoe)

    def _move(self, kind: MoveKind, change: Callable[[Bankroll], Bankroll]) -> Bankroll:
        self._between_rounds("money moves between rounds only; finish the round first")
        self._ledger = self._store.add_move(kind, change, now=self._now())
        return self.bankroll

    def _between_rounds(self, reason: str) -> None:
        if self.playing:
            raise IllegalAction(reason)


def sit(
    store: Store,
    rules: Rules,
    *,
    seed: int | None = None,
    now: Callable[[], datetime] = clock,
    coached: bool = False,
) -> Seat:
    """Take a seat at a table of these rules: with what the player has, or the first play money.

    A round that was cut off, of whatever game, comes first: the seat has its rules until it is
    over. ``seed`` gives the same shuffles again in every sitting; without one a seed is drawn that
    nobody can tell beforehand. ``coached`` is stored with every round. Raises ``StorageError``
    where another program sits at the table.

    >>> from pathlib import Path
    >>> from bjtrainer.game.actions import Action
    >>> from bjtrainer.rules.load import find_rules
    >>> store = Store.snapshot(Path("nowhere") / "history.sqlite3")
    >>> seat = sit(store, find_rules("vegas-downtown"), seed=1)
    >>> seat.bankroll
    Bankroll(wallet_cents=80000, balance_cents=20000)
    >>> round_ = seat.bet(500)
    >>> str(round_.situation.hand), str(round_.upcard), seat.bankroll.balance_cents
    ('32', '5', 19500)
    >>> [str(result.outcome) for result in seat.decide(Action.STAND).results]
    ['lose']
    >>> seat.leave()
    >>> store.close()
    """
    with store.take_seat() as held:
        ledger = store.last_move() or store.add_move(
            MoveKind.START,
            lambda nothing: nothing.deposit(FIRST_WALLET_CENTS).rebuy(FIRST_BUY_IN_CENTS),
            now=now(),
        )
        dealt = _unfinished(store)
        session = store.start_session(
            now=now(),
            game=rules.slug,
            rules_digest=rules.digest,
            drill=PLAY,
            seed=secrets.randbelow(_SEEDS) if seed is None else seed,
            version=__version__,
            helped=False,
        )
        return Seat(
            store,
            rules,
            ledger=ledger,
            dealt=dealt,
            session=session,
            coached=coached,
            now=now,
            held=held.pop_all(),
        )


def _unfinished(store: Store) -> _Dealt | None:
    """Give the round that was cut off, as it stood."""
    stored = store.unfinished_round()
    if stored is None:
        return None
    steps = store.steps(stored.id)
    return _Dealt(stored, replayed(stored, steps), steps=len(steps))
