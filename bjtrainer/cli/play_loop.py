"""A sitting at the table, whoever plays and however it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bjtrainer.cli.after_answer import paused, ring_at_a_miss
from bjtrainer.cli.keeping import stored_decision
from bjtrainer.cli.keys import ENTER, End, Key, KeySource, Resize
from bjtrainer.cli.own_keys import Keys
from bjtrainer.cli.play_coach import Coach
from bjtrainer.cli.play_orders import Deal, MoveMoney, Order, Page, Word, order_of
from bjtrainer.cli.play_tally import Tally
from bjtrainer.cli.settings import UNSET, Settings
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action, why_no_bets
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.round import Phase, Round
from bjtrainer.seat.seat import Seat
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Choice, Insurance, choice_of
from bjtrainer.trainer.summary import Answered

_ON = (ENTER, " ")


class Face(Protocol):
    """How the table looks: on a screen, in lines, as JSON."""

    waits: bool
    """Whether a page is shown until the player goes on."""
    in_view: bool
    """Whether what is asked can be seen: a window can be too small for it."""

    def begin(self, seat: Seat) -> None:
        """Say what is played, and that a round was cut off where one comes first."""

    def bets(self, seat: Seat) -> None:
        """Ask for the bets of the next round, once more after a change of the window."""

    def order(self, seat: Seat, written: str) -> Order | None:
        """Read what was answered to that; None for what is dealt with already.

        Raises ``InputError`` with the reason for what is no answer.
        """

    def question(self, seat: Seat, tally: Tally) -> None:
        """Show what the round asks, once more after a change of the window."""

    def refused(self, seat: Seat, tally: Tally, written: str, reason: str) -> None:
        """Say why an answer was not taken; everything is as it was."""

    def moved(self, seat: Seat, kind: MoveKind, before: Bankroll) -> None:
        """Say that money moved."""

    def verdict(self, seat: Seat, answered: Answered) -> None:
        """Show the coach's verdict on the decision made last, before the cards go on."""

    def happened(self, seat: Seat, seen: int) -> None:
        """Tell what happened in the round after so many events of its record."""

    def read(self, seat: Seat, page: Page, part: int) -> bool:
        """Show a part of something to read, from 0; False where there is no such part."""

    def end(self, seat: Seat, tally: Tally) -> None:
        """Say how it went, after the player has left."""


class Sitting:
    """A player at the table, from taking the seat to leaving it."""

    def __init__(  # noqa: PLR0913, PLR0917  what a sitting hangs on
        self,
        seat: Seat,
        store: Store,
        coach: Coach,
        face: Face,
        keys: KeySource,
        settings: Settings = UNSET,
    ) -> None:
        self._seat = seat
        self._store = store
        self._coach = coach
        self._face = face
        self._keys = keys
        self._settings = settings
        self._tally = Tally()

    def run(self, seen: Callable[[], None]) -> Tally:
        """Play until the player leaves, and give the figures of the sitting.

        ``seen`` is called once it is shown what waits for an answer.
        """
        self._face.begin(self._seat)
        if self._seat.round is not None:
            self._tally = self._tally.with_round(len(self._seat.round.insurances_cents))
        self._keys.show(self._show)
        seen()
        while self._heard():
            self._keys.show(self._show)
        self._seat.leave()
        return self._tally

    def _show(self) -> None:
        if self._seat.playing:
            self._face.question(self._seat, self._tally)
        else:
            self._face.bets(self._seat)

    def _heard(self) -> bool:
        """Wait until something is done at the table; False when the player leaves instead."""
        while True:
            match self._keys.read():
                case Resize():
                    self._show()
                case End():
                    return False
                case Key(text=written, milliseconds=milliseconds):
                    try:
                        order = self._order(written)
                        if order is Word.LEAVE:
                            return False
                        if isinstance(order, Page):
                            if not self._read(order):
                                return False
                        elif order is not None:
                            return self._carried_out(order, milliseconds)
                    except InputError as refused:
                        self._face.refused(self._seat, self._tally, written, str(refused))

    def _order(self, written: str) -> Order | Choice | None:
        """Read an answer; None for one that is none. Raises ``InputError`` with the reason."""
        if not self._face.in_view:  # nobody answers what they do not see
            return Word.LEAVE if written in ("q", "quit") else None
        if not self._seat.playing:
            return self._face.order(self._seat, written)
        if written == ENTER:
            return None
        if choice := choice_of(written):
            return choice
        try:
            return order_of(written)
        except InputError:
            raise IllegalAction(_not_an_answer(self._seat, self._settings.keys)) from None

    def _carried_out(self, order: Order | Choice, milliseconds: int) -> bool:
        """Do what was said; False when the player leaves at the verdict on it."""
        match order:
            case Deal(bets_cents):
                self._deal(bets_cents)
            case Word.REBET:
                if not self._seat.last_bets:
                    raise IllegalAction("there are no bets to repeat yet; place them first")
                self._deal(self._seat.last_bets)
            case MoveMoney(kind, cents):
                self._move(kind, cents)
            case Action() | Insurance():
                return self._decide(order, milliseconds)
        return True

    def _deal(self, bets_cents: Sequence[int]) -> None:
        seat = self._seat
        if why_no_bets(seat.rules, bets_cents) is None and (
            reason := why_no_bets(seat.rules, bets_cents, seat.bankroll.balance_cents)
        ):
            raise InputError(f"{reason}; rebuy first")
        seat.bet(bets_cents)
        self._tally = self._tally.with_round(len(bets_cents))
        self._settle()
        self._face.happened(self._seat, 0)

    def _move(self, kind: MoveKind, cents: int) -> None:
        seat, before = self._seat, self._seat.bankroll
        match kind:
            case MoveKind.REBUY:
                seat.rebuy(cents)
            case MoveKind.DEPOSIT:
                seat.deposit(cents)
            case MoveKind.CASH_OUT:
                seat.cash_out()
        self._face.moved(seat, kind, before)

    def _decide(self, choice: Choice, milliseconds: int) -> bool:
        """Decide, and show the verdict before the cards go on; False when the player leaves.

        The verdict is stored with the decision: what was shown stands, and is judged once.
        """
        seat = self._seat
        asked = seat.round
        assert asked is not None, "a round is being played"
        answered = self._judged(asked, choice, milliseconds) if seat.coached else None
        if answered is None:
            seat.decide(choice)
        else:
            seat.decide(choice, stored_decision(answered, seat.session, natural=True))
        self._tally = self._tally.with_decision(answered)
        self._settle()
        stays = answered is None or self._verdict_read(answered)
        self._face.happened(seat, len(asked.record))
        return stays

    def _judged(self, asked: Round, choice: Choice, milliseconds: int) -> Answered:
        tally = self._tally
        question = self._coach.question(
            asked, n=tally.decisions + 1, round_number=tally.hand_number(asked)
        )
        return self._coach.judged(question, choice, milliseconds)

    def _settle(self) -> None:
        """Count the round on the table once it is over."""
        seat = self._seat
        round_, number = seat.round, seat.round_id
        if seat.playing or round_ is None or number is None:
            return
        expected = cost = 0.0
        if seat.coached and (stored := self._store.round(number)):
            expected = self._coach.chart(round_.rules).edges.optimal * sum(stored.bets)
            cost = self._coach.cost_of(stored, self._store.steps(number))
        self._tally = self._tally.with_result(round_.payout_cents, expected, cost)

    def _verdict_read(self, answered: Answered) -> bool:
        def show() -> None:
            self._face.verdict(self._seat, answered)

        self._keys.show(show)
        ring_at_a_miss(self._settings, right=answered.verdict.right)
        if not self._face.waits:
            return True
        if answered.verdict.right:
            return paused(self._settings, self._keys, show)
        while True:
            match self._keys.read():
                case Resize():
                    show()
                case End() | Key(text="q"):
                    return False
                case Key(text=key) if key in _ON:
                    return True

    def _read(self, page: Page) -> bool:
        """Let the player read, part by part; False when there is no more input."""
        part = 0
        while self._face.read(self._seat, page, part) and self._face.waits:
            match self._keys.read():
                case Resize():
                    part = 0
                case End():
                    return False
                case Key(text=key):
                    if key not in _ON:
                        break
                    part += 1
        if self._face.waits:
            self._keys.show(self._show)
        return True


def _not_an_answer(seat: Seat, keys: Keys) -> str:
    round_ = seat.round
    assert round_ is not None, "a round is being played"
    legal = tuple(Insurance) if round_.phase is Phase.INSURANCE else round_.legal
    answers = ", ".join(f"{keys[str(choice)]} {choice}" for choice in legal)
    others = keys.worded("{rules} rules, {log} log, {version} version, {quit} leave")
    return f"that is no answer here; choose {answers}, or {others}"
