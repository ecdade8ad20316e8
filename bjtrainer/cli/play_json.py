"""Playing as JSON: one event a line on standard output."""

from __future__ import annotations

from bjtrainer import __version__
from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_json import question_figures, verdict_figures
from bjtrainer.cli.keys import ENTER
from bjtrainer.cli.play_coach import Coach
from bjtrainer.cli.play_log import logged
from bjtrainer.cli.play_orders import SAYABLE, Order, Page, order_of
from bjtrainer.cli.play_tally import Tally, bet_cents
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.events import BetPlaced, HandSettled
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.seat.seat import Seat
from bjtrainer.seat.telling import as_json
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import offered
from bjtrainer.trainer.summary import Answered


class JsonFace:
    """Reports every event at the table, each line as soon as it happens."""

    waits = False
    in_view = True

    def __init__(self, door: Door, store: Store, coach: Coach) -> None:
        self._door = door
        self._store = store
        self._coach = coach

    def begin(self, seat: Seat) -> None:
        """Report the sitting, and the round that was cut off where there is one."""
        session = seat.session
        self._event(
            "session",
            schema=1,
            seed=session.seed,
            game=session.game,
            rules_digest=session.rules_digest,
            coach=seat.coached,
            id=session.id,
        )
        if seat.resumed:
            self._event("resumed", id=seat.round_id, game=seat.rules.slug)
            self._round(seat)

    def bets(self, seat: Seat) -> None:
        """Report that bets are asked for, and what they can be."""
        rules = seat.rules
        self._event(
            "bet",
            game=rules.slug,
            **_money(seat),
            min_cents=rules.min_bet,
            max_cents=rules.max_bet,
            boxes=rules.boxes,
            chips=list(rules.chips),
            last_cents=list(seat.last_bets),
        )

    def order(self, seat: Seat, written: str) -> Order | None:  # noqa: ARG002
        """Read a line."""
        return None if written == ENTER else order_of(written)

    def question(self, seat: Seat, tally: Tally) -> None:
        """Report the question: the cards by rank, and what is legal."""
        round_ = seat.round
        assert round_ is not None, "a round is being played"
        number = tally.hand_number(round_)
        question = self._coach.question(round_, n=tally.decisions + 1, round_number=number)
        where = {"active": round_.active, "box": round_.asked_box}
        self._event("question", **question_figures(question), **where)

    def refused(self, seat: Seat, tally: Tally, written: str, reason: str) -> None:
        """Report an answer that was not taken, and why."""
        n = {"n": tally.decisions + 1} if seat.playing else {}
        self._event("refused", **n, input=written, reason=reason)

    def moved(self, seat: Seat, kind: MoveKind, before: Bankroll) -> None:
        """Report a move of money, and what the player has now."""
        after = seat.bankroll
        amount = max(
            abs(after.balance_cents - before.balance_cents),
            abs(after.wallet_cents - before.wallet_cents),
        )
        self._event(kind.value.replace(" ", "_"), amount_cents=amount, **_money(seat))
        self._event("balance", **_money(seat))

    def verdict(self, seat: Seat, answered: Answered) -> None:  # noqa: ARG002
        """Report the verdict, with the values of the legal answers in bets of this hand."""
        self._event("verdict", **verdict_figures(answered), bet_cents=bet_cents(answered))

    def happened(self, seat: Seat, seen: int) -> None:
        """Report what happened since, one event after the other, and the table after it."""
        round_ = seat.round
        assert round_ is not None, "a round was dealt"
        self._fallen(round_, seen)
        self._round(seat)
        if not seat.playing:
            self._event("balance", **_money(seat))

    def read(self, seat: Seat, page: Page, part: int) -> bool:
        """Report what was asked for, all in one part."""
        match page:
            case Page.RULES:
                rules = seat.rules
                self._event(
                    "rules",
                    game=rules.slug,
                    rules_digest=rules.digest,
                    rules=rules_as_dict(rules),
                )
            case Page.LOG:
                self._event("log", rounds=list(logged(self._store)))
            case Page.VERSION:
                self._event("version", version=__version__)
            case Page.KEYS:
                self._event("keys", keys=dict(SAYABLE))
        return part == 0

    def end(self, seat: Seat, tally: Tally) -> None:
        """Report how it went, and with a coach how much of it was luck."""
        coached: dict[str, object] = {}
        if seat.coached:
            summary, split = tally.summary, tally.split
            coached = {
                "asked": summary.asked,
                "right": summary.right,
                "accuracy": summary.accuracy,
                "cost_per_100": summary.cost_per_100,
                "expected_cents": split.expected_cents,
                "luck_cents": split.luck_cents,
                "cost_cents": split.cost_cents,
            }
        self._event(
            "summary",
            rounds=tally.settled,
            decisions=tally.decisions,
            payout_cents=tally.payout_cents,
            **_money(seat),
            on_table_cents=seat.on_table_cents,
            unfinished=seat.playing,
            **coached,
        )

    def _fallen(self, round_: Round, seen: int) -> None:
        for event in round_.record[seen:]:
            if isinstance(event, BetPlaced):
                continue  # the table says so
            box = {"box": round_.hands[event.hand].box} if isinstance(event, HandSettled) else {}
            self._door.report({**as_json(event), **box})

    def _round(self, seat: Seat) -> None:
        """Report the table as it stands: cards, bets, and what is legal."""
        round_ = seat.round
        assert round_ is not None, "a round was dealt"
        hidden: list[str | None] = [None] if round_.hole_hidden else []
        shown = round_.dealer_cards[: 1 if round_.hole_hidden else None]
        self._event(
            "round",
            id=seat.round_id,
            game=round_.rules.slug,
            phase=round_.phase.value,
            hands=[
                {
                    "box": hand.box,
                    "cards": [str(card) for card in hand.cards],
                    "total": hand.hand.total,
                    "soft": hand.hand.soft,
                    "bet_cents": hand.bet_cents,
                }
                for hand in round_.hands
            ],
            insurances_cents=list(round_.insurances_cents),
            dealer=[*(str(card) for card in shown), *hidden],
            active=None if round_.phase is Phase.DONE else round_.active,
            legal=[str(choice) for choice in offered(round_)],
            balance_cents=seat.bankroll.balance_cents,
        )

    def _event(self, kind: str, **figures: object) -> None:
        self._door.report({"type": kind, **figures})


def _money(seat: Seat) -> dict[str, int]:
    bankroll = seat.bankroll
    return {"balance_cents": bankroll.balance_cents, "wallet_cents": bankroll.wallet_cents}
