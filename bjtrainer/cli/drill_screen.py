"""A drill on a terminal: one question on the screen, one key to answer it."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.card import MEANINGS
from bjtrainer.charts.model import INSURANCE_CELL, Cell
from bjtrainer.cli.chart_table import row_lines
from bjtrainer.cli.drill_words import result_lines, score, summary_lines
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import (
    Block,
    Line,
    Pieces,
    Span,
    Style,
    apart,
    bars,
    cards,
    flowed,
    plain,
)
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerChecked
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase
from bjtrainer.rules.model import Rules, Surrender
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.judge import Severity, Verdict
from bjtrainer.trainer.question import Choice, Insurance, Question
from bjtrainer.trainer.session import Session
from bjtrainer.trainer.summary import Answered

_SEVERITY = {
    Severity.CLOSE_CALL: (Style.CLOSE_CALL, "≈"),
    Severity.INACCURACY: (Style.INACCURACY, "?!"),
    Severity.MISTAKE: (Style.MISTAKE, "✗"),
    Severity.BLUNDER: (Style.BLUNDER, "✗✗"),
}
_MOST_RESULTS = 4
_OTHER_KEYS = ("? hint", "u undo", "q quit")
_ROOM_FOR_SCORE = len("   1000 of 1000 · streak 1000 · 100 % right · 100.0 ¢ lost per $1")


class ScreenFace:
    """Paints questions and verdicts over what was there before."""

    waits = True
    in_view = True

    def __init__(self, screen: Screen, reasons: Reasons, again: str) -> None:
        self._screen = screen
        self._reasons = reasons
        self._again = again
        self._notice: Line = ""
        self._page = self.question

    def begin(self, session: Session, session_id: int) -> None:
        """Nothing to say yet: the first question says it."""

    def question(self, session: Session) -> None:
        """Paint the question, below it how the last answer did."""
        self._page = self.question
        question = session.question
        assert question is not None
        notice = self._notice or _after(session)
        blocks = (
            Block(self._head(session, question)),
            Block(_table(question)),
            Block(self._keys(question)),
            Block([notice] if notice else []),
            Block([f" {session.hint_shown}"] if session.hint_shown else []),
            Block(_results(session), spare=1),
        )
        self.in_view = self._screen.paint(*apart(blocks))

    def refused(self, session: Session, written: str, reason: str) -> None:  # noqa: ARG002
        """Paint the question again with the reason below it."""
        self._notice = [" ", Span(reason[:1].upper() + reason[1:] + ".", Style.TITLE)]
        self.question(session)
        self._notice = ""

    def hint(self, session: Session) -> None:
        """Paint the question again with its hint."""
        self.question(session)

    def verdict(self, session: Session) -> None:
        """Paint a miss with its reason; a right answer shows above the next question."""
        last = session.last
        assert last is not None
        if last.verdict.right:
            return
        self._page = self.verdict
        question, verdict = last.question, last.verdict
        style, sign = _SEVERITY[verdict.severity]
        blocks = (
            Block(self._head(session, question)),
            Block(_table(question), spare=1),
            Block([[Span(f" {sign} {headline(question, verdict)}", style)]]),
            Block(self._bars(verdict), spare=2, whole=True),
            Block([f" {self._reasons(question, verdict)}"]),
            Block(self._chart_row(session, question), spare=3, whole=True),
            Block(_results(session), spare=4),
            Block(_after_a_miss(last, self._screen.width)),
        )
        self._screen.paint(*apart(blocks))

    def slip(self, session: Session) -> None:
        """Paint again what stands there, which now says that the answer is taken back."""
        self._page(session)

    def end(self, session: Session) -> None:
        """Say how it went, on the screen that the player comes back to."""
        self._screen.show(*summary_lines(session, self._again))

    def _head(self, session: Session, question: Question) -> list[Line]:
        """Give what is drilled, and beside it or below it the score."""
        width, of = self._screen.width, f" of {session.count}" if session.count else ""
        what = (session.rules.name, session.drill.title)
        parts = (f"{question.n}{of}", *score(session))
        titles = flowed([[Span(part, Style.TITLE)] for part in what], width, between=" · ")
        scores = flowed([[Span(part, Style.DIM)] for part in parts], width, between=" · ")
        room = width - 1 - len(plain(titles[0]))
        if len(titles) > 1 or room < _ROOM_FOR_SCORE:
            return [*titles, *scores]
        return [[*titles[0], Span(f"{' · '.join(parts):>{room}}", Style.DIM)]]

    def _keys(self, question: Question) -> list[Line]:
        """Give the answers with their keys, those not allowed now in brackets, and other keys."""
        asked: list[Line] = []
        choices: tuple[Choice, ...] = tuple(_known(question.round.rules))
        if question.phase is Phase.INSURANCE:
            asked, choices = ["Insurance?"], tuple(Insurance)
        items = [*asked, *(_key(choice, choice in question.legal) for choice in choices)]
        width = self._screen.width
        answers = flowed(items, width, indent=3)
        others = flowed([[Span(key, Style.DIM)] for key in _OTHER_KEYS], width, indent=3)
        together = [*answers[0], *others[0]]
        if len(answers) == len(others) == 1 and len(plain(together)) <= width:
            return [together]
        return [*answers, *others]

    def _bars(self, verdict: Verdict) -> list[Line]:
        """Give the value of each answer, the highest first, the chart's and the player's marked."""
        ranked = sorted(verdict.values.items(), key=lambda item: -item[1])
        drawn = bars([value for _, value in ranked], max(4, min(36, self._screen.width - 26)))
        marks = {verdict.chart: "✓", verdict.answer: "✗"}
        lines: list[Line] = []
        for (choice, value), bar in zip(ranked, drawn, strict=True):
            text = f"  {marks.get(choice, ' ')} {choice!s:<10}{value * 100:+7.1f} ¢  {bar}"
            lines.append([Span(text, Style.TITLE if choice in marks else Style.DIM)])
        return lines

    def _chart_row(self, session: Session, question: Question) -> list[Line]:
        if question.cell == INSURANCE_CELL:
            return []
        chart, cell, width = session.chart, Cell.parse(question.cell), self._screen.width
        used = dict.fromkeys(chart.entries[Cell(cell.row, upcard)].code for upcard in UPCARDS)
        said = [f"{code} {MEANINGS[code]}" for code in used if len(code.actions) > 1]
        row = [[" ", *line] for line in row_lines(chart, cell, width - 1)]
        return [*row, *flowed(said, width, between="; ")]


def _after(session: Session) -> Line:
    """Say how the last answer did, where that was not shown on a page of its own."""
    last = session.last
    if last is None:
        return ""
    if last.slip:
        return f" Answer {last.question.n} is taken back and does not count."
    if not last.verdict.right:
        return ""
    return [Span(f" ✓ {headline(last.question, last.verdict)}", Style.RIGHT)]


def _table(question: Question) -> list[Line]:
    """Give the dealer's cards and the player's hands, the one that is asked about marked."""
    round_ = question.round
    looked = any(isinstance(event, DealerChecked) for event in round_.record)
    said = Span("   no blackjack" if looked else "", Style.DIM)
    dealer = cards([question.upcard], hidden=1 if round_.hole_hidden else 0)
    lines: list[Line] = [["    Dealer    ", *dealer, said]]
    for number, hand in enumerate(round_.hands):
        active = number == round_.active
        name = f"Hand {number + 1}" if len(round_.hands) > 1 else "You"
        marked = Span(f"  {'>' if active and len(round_.hands) > 1 else ' '} {name:<10}")
        style = Style.TITLE if active else Style.DIM
        lines.append([marked, *cards(hand.cards), Span(f"   {_total(hand.hand)}", style)])
    return lines


def _total(hand: Hand) -> str:
    if hand.ace_ten:
        return "21"
    kind = "soft" if hand.soft else "hard"
    return f"pair, {kind} {hand.total}" if hand.pair else f"{kind} {hand.total}"


def _results(session: Session) -> list[Line]:
    """Say how the rounds ended that were played out after the last answer."""
    lines = [line for round_ in session.finished for line in result_lines(round_)]
    shown: list[Line] = [[" ", *line] for line in lines[-_MOST_RESULTS:]]
    if left_out := len(lines) - len(shown):
        shown.insert(0, f" (and {left_out} more before)")
    return shown


def _key(choice: Choice, legal: bool) -> Line:
    """Give an answer with its key, clear without colour too."""
    if legal:
        return [Span(choice.letter, Style.KEY), f" {choice}"]
    return [Span(f"({choice.letter} {choice})", Style.DIM)]


def _known(rules: Rules) -> Iterator[Action]:
    """Give the actions that the game has; of one without surrender nothing mentions it."""
    for action in Action:
        if action is not Action.SURRENDER or rules.surrender is not Surrender.NONE:
            yield action


def _after_a_miss(last: Answered, width: int) -> list[Pieces]:
    """Give the keys that go on from a miss."""
    keys = [("Enter", "next"), ("u", "it was a slip"), ("q", "quit")]
    said: list[Pieces] = []
    if last.slip:
        said, keys = [[" Taken back as a slip; it does not count."]], [keys[0], keys[-1]]
    items: list[Pieces] = [[Span(key, Style.KEY), f" {meaning}"] for key, meaning in keys]
    return [*said, *flowed(items, width, between="   ")]
