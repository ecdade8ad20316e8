"""Playing on a terminal: the table on the screen, a key for everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bjtrainer.cli import VERSION_LINE, keys
from bjtrainer.cli.answer_keys import answer_keys, key
from bjtrainer.cli.own_keys import Keys
from bjtrainer.cli.play_bets import Bets
from bjtrainer.cli.play_coach import Coach
from bjtrainer.cli.play_log import log_lines
from bjtrainer.cli.play_orders import COACH_JUDGES, PRESSABLE, Deal, MoveMoney, Order, Page, word_of
from bjtrainer.cli.play_rebuy import NEW_MONEY_CENTS, Rebuy
from bjtrainer.cli.play_table import bets_on_the_table, table_at_the_end, table_in_play
from bjtrainer.cli.play_tally import Tally
from bjtrainer.cli.play_words import (
    moved_line,
    remarks,
    result_lines,
    resumed_line,
    summary_lines,
    verdict_line,
)
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.settings import Settings
from bjtrainer.cli.spans import Block, Line, Pieces, Span, Style, apart, flowed, head
from bjtrainer.cli.verdict_page import chart_row, missed, value_bars
from bjtrainer.errors import InputError
from bjtrainer.game.actions import why_no_bets
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.money import dollars, half, in_full
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.describe import describe
from bjtrainer.seat.seat import Seat
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store
from bjtrainer.trainer.summary import Answered

_ALWAYS = ("{rules} rules", "{log} log", "{version} version", "{help} keys", "{quit} leave")
_CHIP_KEYS = "123456789"
_DIGITS = "0123456789."
_INDENT = 3


class ScreenFace:
    """Paints the table over what was there before."""

    waits = True
    in_view = True

    def __init__(self, screen: Screen, store: Store, coach: Coach, settings: Settings) -> None:
        self._screen = screen
        self._own = settings.keys
        self._pauses = bool(settings.pause_after_right)
        self._store = store
        self._coach = coach
        self._bets: Bets | None = None
        self._rebuy: Rebuy | None = None
        self._notice: Line = ""
        self._verdict: Line = ""
        self._results: tuple[str, ...] = ()
        self._repaint: Callable[[], None] = lambda: None

    def begin(self, seat: Seat) -> None:
        """Say that a round comes first that was cut off; the first page says the rest."""
        if seat.resumed:
            self._notice = f" {resumed_line(seat)}"

    def bets(self, seat: Seat) -> None:
        """Paint how the last round ended, the bets for the next, and the keys."""
        self._repaint = lambda: self.bets(seat)
        if self._rebuy is not None:
            blocks = self._rebuy_page(seat, self._rebuy)
        else:
            blocks = self._bets_page(seat, self._bets_of(seat))
        self.in_view = self._screen.paint(*apart(blocks))
        if self.in_view:
            self._results = ()

    def order(self, seat: Seat, written: str) -> Order | None:
        """Read a key: an order, or a chip or a digit laid down and painted."""
        self._notice = ""
        if self._rebuy is not None:
            order = self._at_the_wallet(self._rebuy, written, seat.bankroll)
        else:
            order = self._at_the_bets(self._bets_of(seat), written)
        if order is None:
            self.bets(seat)
        return order

    def _at_the_bets(self, bets: Bets, written: str) -> Order | None:
        """Read a key while bets are laid down; None for one that changes the page alone."""
        chips = dict(zip(_CHIP_KEYS, bets.rules.chips, strict=False))
        match written:
            case keys.ENTER | "d":
                return Deal(bets.placed)
            case "-" | keys.BACKSPACE:
                self._bets = bets.take_back()
            case "c":
                self._bets = Bets.of(bets.rules)
            case "n" if bets.rules.boxes > 1:
                self._bets = bets.next_box()
            case "b":
                self._rebuy = Rebuy()
            case _ if chip := chips.get(written):
                self._bets = bets.add(chip)
            case _:
                if order := word_of(written):
                    return order
                raise InputError(self._own.worded("that is no key here; {help} shows the keys"))
        return None

    def question(self, seat: Seat, tally: Tally) -> None:
        """Paint the table, the answers with their keys, and what was said of the last one."""
        self._repaint = lambda: self.question(seat, tally)
        round_, width, asked = _round_of(seat), self._screen.width, _insurance_for(_round_of(seat))
        blocks = (
            self._head(seat),
            table_in_play(round_, width),
            Block(answer_keys(round_, _ALWAYS, width, insurance=asked, keys=self._own)),
            *self._remarks(),
        )
        self.in_view = self._screen.paint(*apart(blocks))

    def refused(self, seat: Seat, tally: Tally, written: str, reason: str) -> None:  # noqa: ARG002
        """Paint the same page again with the reason below it."""
        self._notice = [" ", Span(f"{reason[:1].upper()}{reason[1:]}.", Style.TITLE)]
        self._repaint()

    def moved(self, seat: Seat, kind: MoveKind, before: Bankroll) -> None:
        """Note what money moved, for the next page."""
        self._notice = f" {moved_line(kind, before, seat.bankroll)}"
        if kind is not MoveKind.DEPOSIT:
            self._rebuy = None

    def verdict(self, seat: Seat, answered: Answered) -> None:
        """Paint a miss with its reason, and a right decision where that is to stay for a while.

        Otherwise it is noted for the next page.
        """
        self._verdict = ""
        question, verdict = answered.question, answered.verdict
        if verdict.right:
            self._verdict = [Span(f" ✓ {verdict_line(answered)}", Style.RIGHT)]
            if self._pauses:
                table = table_in_play(question.round, self._screen.width)
                page = (self._head(seat, question.round), table, Block([self._verdict]))
                self._screen.paint(*apart(page))
            return
        width = self._screen.width
        chart = self._coach.chart(question.round.rules)
        on = [key("Enter", "goes on"), key(self._own["quit"], "leave")]
        blocks = (
            self._head(seat, question.round),
            [replace(block, spare=1) for block in table_in_play(question.round, width)],
            Block([missed(verdict, verdict_line(answered))]),
            Block(value_bars(verdict, width), spare=2, whole=True),
            Block([f" {self._coach.why(answered)}"]),
            Block([f" {self._coach.rule(answered)}"], spare=4),
            Block(chart_row(chart, question, width), spare=3, whole=True),
            Block(flowed(on, width, between="   ")),
        )
        self._screen.paint(*apart(blocks))

    def happened(self, seat: Seat, seen: int) -> None:
        """Note what the cards on the table do not show, for the next page."""
        round_ = _round_of(seat)
        if not seen:
            self._verdict = ""
        self._notice = ""
        if seat.playing:
            self._notice = " ".join(["", *(f"{remark}." for remark in remarks(round_, seen))])
        else:
            self._bets = None
            self._results = tuple(result_lines(round_))

    def read(self, seat: Seat, page: Page, part: int) -> bool:
        """Paint a part of what was asked for."""
        lines: list[Line] = []
        match page:
            case Page.RULES:
                lines += [
                    [Span(f"{name}: ", Style.TITLE), said] for name, said in describe(seat.rules)
                ]
            case Page.LOG:
                lines += log_lines(self._store)
            case Page.VERSION:
                lines += [VERSION_LINE]
            case Page.KEYS:
                for pressed, does in PRESSABLE:
                    lines += [[Span(f"{self._own.worded(pressed)}  ", Style.KEY), does]]
                lines += [COACH_JUDGES] if seat.coached else []
        return self._screen.paint_part(lines, part)

    def end(self, seat: Seat, tally: Tally) -> None:
        """Say what came of a round if nobody saw it, and how it went, on the screen left before."""
        self._screen.show(*self._results, *summary_lines(seat, tally))

    def _bets_of(self, seat: Seat) -> Bets:
        """Give the chips on the table; those of the round before lie there until they change."""
        if self._bets is None:
            self._bets = Bets.of(seat.rules, seat.last_bets)
        return self._bets

    def _bets_page(self, seat: Seat, bets: Bets) -> Sequence[Block | Sequence[Block]]:
        rules, width, funds = seat.rules, self._screen.width, seat.bankroll.balance_cents
        chips = [
            key(pressed, dollars(chip))
            for pressed, chip in zip(_CHIP_KEYS, rules.chips, strict=False)
        ]
        own = self._own
        change = [key(own["take_back"], "take back"), key(own["clear"], "clear")]
        several = [key(own["next_hand"], "next hand")] if rules.boxes > 1 else []
        again = bool(seat.last_bets) and why_no_bets(rules, seat.last_bets, funds) is None
        deal = [
            key("Enter", "deal", live=why_no_bets(rules, bets.placed, funds) is None),
            key(own["rebet"], "rebet", live=again),
            key(own["rebuy"], "rebuy"),
        ]
        over = seat.round
        return (
            self._head(seat),
            table_at_the_end(over, width) if over else [],
            Block(bets_on_the_table(bets, width)),
            Block(
                [
                    *flowed([*chips, *change, *several], width, indent=_INDENT),
                    *flowed(deal, width, indent=_INDENT),
                    *_always(own, width),
                ]
            ),
            *self._remarks(),
        )

    def _rebuy_page(self, seat: Seat, rebuy: Rebuy) -> Sequence[Block | Sequence[Block]]:
        width, bankroll, own = self._screen.width, seat.bankroll, self._own
        offered = [
            key("0-9", "another amount"),
            key(own["take_back"], "take back"),
            key("Enter", "move it to the table", live=bankroll.wallet_cents > 0),
            key(own["deposit"], f"{dollars(NEW_MONEY_CENTS)} more in the wallet"),
            key(own["cash_out"], "cash out", live=bankroll.balance_cents > 0),
            key(own["rebuy"], "back"),
        ]
        return (
            self._head(seat),
            Block([["    Rebuy     ", Span(rebuy.shown(bankroll), Style.TITLE)]]),
            Block(flowed(offered, width, indent=_INDENT)),
            *self._remarks(),
        )

    def _at_the_wallet(self, rebuy: Rebuy, written: str, bankroll: Bankroll) -> Order | None:
        """Read a key while an amount is typed; None for one that changes the page alone."""
        match written:
            case keys.ENTER:
                return MoveMoney(MoveKind.REBUY, rebuy.cents(bankroll, self._own["deposit"]))
            case "+":
                return MoveMoney(MoveKind.DEPOSIT, NEW_MONEY_CENTS)
            case "o":
                return MoveMoney(MoveKind.CASH_OUT)
            case "-" | keys.BACKSPACE:
                self._rebuy = rebuy.take_back()
            case "b" | "q":
                self._rebuy = None
            case _ if written in _DIGITS:
                self._rebuy = rebuy.press(written)
            case _:
                back = "an amount is typed in digits, such as 50 or 0.50; {rebuy} goes back"
                raise InputError(self._own.worded(back))
        return None

    def _head(self, seat: Seat, round_: Round | None = None) -> Block:
        """Give the game and the money; the balance is that of a round as it stood, if one is given.

        So a verdict does not give away what the cards will say.
        """
        bankroll, rules = seat.bankroll, seat.rules
        balance = bankroll.balance_cents
        if round_ is not None and round_.funds_cents is not None:
            balance, rules = round_.funds_cents - round_.staked_cents, round_.rules
        money = (f"balance {in_full(balance)}", f"wallet {in_full(bankroll.wallet_cents)}")
        what = [rules.name]
        if seat.coached:
            what.append("coach")
        if not (seat.carried_over and (seat.playing or round_ is not None)):
            what.append(f"seed {seat.session.seed}")
        return Block(head(what, money, self._screen.width, room=len("   ".join(money))))

    def _remarks(self) -> tuple[Block, Block]:
        return (
            Block([self._verdict] if self._verdict else []),
            Block([self._notice] if self._notice else []),
        )


def _round_of(seat: Seat) -> Round:
    assert seat.round is not None, "a round was dealt"
    return seat.round


def _insurance_for(round_: Round) -> str:
    """Ask about insurance, with what it costs."""
    if round_.phase is not Phase.INSURANCE:
        return ""
    which = f" of hand {round_.active + 1}" if len(round_.hands) > 1 else ""
    return f"Insurance{which} for {in_full(half(round_.hands[round_.active].bet_cents))}?"


def _always(own: Keys, width: int) -> list[Pieces]:
    said = [own.worded(each) for each in _ALWAYS]
    return flowed([[Span(each, Style.DIM)] for each in said], width, indent=_INDENT)
