"""Playing in plain lines, for pipes and screen readers: no prompts, nothing painted over."""

from __future__ import annotations

from bjtrainer.cli import VERSION_LINE
from bjtrainer.cli.keys import ENTER
from bjtrainer.cli.play_coach import Coach
from bjtrainer.cli.play_log import log_lines
from bjtrainer.cli.play_orders import COACH_JUDGES, SAYABLE, Order, Page, order_of
from bjtrainer.cli.play_tally import Tally
from bjtrainer.cli.play_words import (
    dealer_total,
    happened_lines,
    moved_line,
    result_lines,
    resumed_line,
    summary_lines,
    total_of,
    verdict_line,
)
from bjtrainer.cli.spans import Line, cards, plain
from bjtrainer.cli.streams import tell
from bjtrainer.errors import clean
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.events import DealerCardDealt
from bjtrainer.game.money import in_full
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.describe import describe
from bjtrainer.seat.seat import Seat
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import offered
from bjtrainer.trainer.summary import Answered


class LinesFace:
    """Writes the table and the results to standard output, and messages to standard error."""

    waits = False
    in_view = True

    def __init__(self, store: Store, coach: Coach) -> None:
        self._store = store
        self._coach = coach

    def begin(self, seat: Seat) -> None:
        """Write what is played, and the round that was cut off where there is one."""
        if seat.resumed:
            _write(resumed_line(seat))
            assert seat.round is not None, "a round was cut off"
            _write_table(seat.round)
        else:
            _write(_title(seat))

    def bets(self, seat: Seat) -> None:
        """Write what the player has, and what can be bet."""
        bankroll, rules = seat.bankroll, seat.rules
        hands = f" on each of up to {rules.boxes} hands" if rules.boxes > 1 else ""
        _write(
            f"Balance {in_full(bankroll.balance_cents)}, wallet {in_full(bankroll.wallet_cents)}; "
            f"bet {in_full(rules.min_bet)} to {in_full(rules.max_bet)}{hands}"
        )

    def order(self, seat: Seat, written: str) -> Order | None:  # noqa: ARG002
        """Read a line."""
        return None if written == ENTER else order_of(written)

    def question(self, seat: Seat, tally: Tally) -> None:
        """Write the hand that is asked about and the legal answers in one line."""
        round_ = seat.round
        assert round_ is not None, "a round is being played"
        hand = round_.hands[round_.active]
        legal = " ".join(str(choice) for choice in offered(round_))
        asked = "insurance?" if round_.phase is Phase.INSURANCE else "?"
        which = f" (hand {round_.active + 1} of {len(round_.hands)})"
        _write(
            f"{tally.decisions + 1}. {plain(cards(hand.cards))} {total_of(hand)} v "
            f"{plain(cards(round_.dealer_cards[:1]))}{which if len(round_.hands) > 1 else ''} "
            f"{asked} {legal}"
        )

    def refused(self, seat: Seat, tally: Tally, written: str, reason: str) -> None:  # noqa: ARG002
        """Say on standard error why an answer was not taken."""
        tell([f"{written}: {reason}"])

    def moved(self, seat: Seat, kind: MoveKind, before: Bankroll) -> None:
        """Write what money moved."""
        _write(moved_line(kind, before, seat.bankroll))

    def verdict(self, seat: Seat, answered: Answered) -> None:  # noqa: ARG002
        """Write how the decision did, and of a miss the reason."""
        sign = "✓" if answered.verdict.right else "✗"
        _write(f"   {sign} {verdict_line(answered)}")
        if not answered.verdict.right:
            _write(f"     {self._coach.why(answered)}")
            _write(f"     {self._coach.rule(answered)}")

    def happened(self, seat: Seat, seen: int) -> None:
        """Write the cards as they fell, and at the end the results."""
        round_ = seat.round
        assert round_ is not None, "a round was dealt"
        if not seen:
            _write_table(round_)
        for line in happened_lines(round_, seen):
            _write(["   ", *line])
        if not seat.playing:
            total = dealer_total(round_)
            _write(["   Dealer ", *cards(round_.dealer_cards), f"  {total}" if total else ""])
            for text in result_lines(round_):
                _write(f"   {text}")
            if seat.carried_over:
                _write(_title(seat))

    def read(self, seat: Seat, page: Page, part: int) -> bool:
        """Write what was asked for, all in one part."""
        match page:
            case Page.RULES:
                for label, text in describe(seat.rules):
                    _write(f"{label}: {text}")
            case Page.LOG:
                for line in log_lines(self._store):
                    _write(line)
            case Page.VERSION:
                _write(VERSION_LINE)
            case Page.KEYS:
                for said, what in SAYABLE:
                    _write(f"{said}: {what}")
                if seat.coached:
                    _write(COACH_JUDGES)
        return part == 0

    def end(self, seat: Seat, tally: Tally) -> None:
        """Write how it went."""
        for line in summary_lines(seat, tally):
            _write(line)


def _title(seat: Seat) -> str:
    return f"{seat.rules.name}, seed {seat.session.seed}"


def _write_table(round_: Round) -> None:
    """Write the hands with their bets, and the dealer's cards as they were dealt."""
    hidden = 1 if DealerCardDealt(None) in round_.record else 0
    _write(["   Dealer ", *cards(round_.dealer_cards[:1], hidden=hidden)])
    for number, hand in enumerate(round_.hands, 1):
        whose = f"Hand {number}" if len(round_.hands) > 1 else "You"
        bet = in_full(hand.bet_cents)
        _write([f"   {whose} ", *cards(hand.cards), f" {total_of(hand)}, bet {bet}"])


def _write(line: Line) -> None:
    print(clean(plain(line)), flush=True)
