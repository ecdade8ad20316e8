"""A drill on a terminal: one question on the screen, one key to answer it."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.charts.model import INSURANCE_CELL, Cell
from bjtrainer.cli.chart_table import row_lines
from bjtrainer.cli.drill_words import result_lines, score, summary_lines
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import BLANK, Block, Line, Span, Style, bars, cards
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase
from bjtrainer.rules.model import Rules, Surrender
from bjtrainer.trainer.explain import headline, reason
from bjtrainer.trainer.judge import Severity, Solve, Verdict
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


class ScreenFace:
    """Paints questions and verdicts over what was there before."""

    waits = True

    def __init__(self, screen: Screen, solve: Solve) -> None:
        self._screen = screen
        self._solve = solve
        self._notice: Line = ""

    def begin(self, session: Session, session_id: int) -> None:
        """Nothing to say yet: the first question says it."""

    def question(self, session: Session) -> None:
        """Paint the question, below it how the last answer did."""
        question = session.question
        assert question is not None
        self._screen.paint(
            self._head(session),
            BLANK,
            Block(_table(question)),
            BLANK,
            _keys(question),
            BLANK,
            self._notice or self._after(session),
            Block([f" {session.hint_shown}"] if session.hint_shown else []),
            Block(self._results(session), spare=1),
        )

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
        question, verdict = last.question, last.verdict
        style, sign = _SEVERITY[verdict.severity]
        said = [Span(f" {sign} {headline(question, verdict)}", style)]
        self._screen.paint(
            self._head(session),
            BLANK,
            Block(_table(question), spare=1),
            BLANK,
            said,
            BLANK,
            Block(self._bars(verdict), spare=2),
            BLANK,
            f" {reason(question, verdict, self._solve(session.rules))}",
            BLANK,
            Block(self._chart_row(session, question), spare=3),
            BLANK,
            Block(self._results(session), spare=4),
            _after_a_miss(last),
        )

    def slip(self, session: Session) -> None:
        """Paint again what stands there, which now says that the answer is taken back."""
        last = session.last
        assert last is not None
        if session.question is None or not last.verdict.right:
            self.verdict(session)
        else:
            self.question(session)

    def end(self, session: Session) -> None:
        """Say how it went, on the screen that the player comes back to."""
        self._screen.show(*summary_lines(session))

    def _head(self, session: Session) -> Line:
        last = session.last
        asked = session.question or (last.question if last else None)
        assert asked is not None
        of = f" of {session.count}" if session.count else ""
        left = f"{session.rules.name} · {session.drill.title} · {asked.n}{of}"
        right = score(session)
        gap = self._screen.width - 2 - len(left) - len(right)
        between = " " * gap if gap > 1 else " · " if right else ""
        return [" ", Span(left, Style.TITLE), between, Span(right, Style.DIM)]

    def _after(self, session: Session) -> Line:
        """Say how the last answer did, where that was not shown on a page of its own."""
        last = session.last
        if last is None:
            return [Span(f" seed {session.seed}", Style.DIM)]
        if last.slip:
            return f" Answer {last.question.n} is taken back and does not count."
        if not last.verdict.right:
            return ""
        return [Span(f" ✓ {headline(last.question, last.verdict)}", Style.RIGHT)]

    def _results(self, session: Session) -> list[Line]:
        lines = [line for round_ in session.finished for line in result_lines(round_)]
        return [_indented(line) for line in lines[-_MOST_RESULTS:]]

    def _bars(self, verdict: Verdict) -> list[Line]:
        ranked = sorted(verdict.values.items(), key=lambda item: -item[1])
        drawn = bars([value for _, value in ranked], max(4, min(36, self._screen.width - 26)))
        lines: list[Line] = []
        for (choice, value), bar in zip(ranked, drawn, strict=True):
            here = choice in (verdict.answer, verdict.chart)
            mark = ">" if choice is verdict.chart else " "
            text = f"  {mark} {choice!s:<10}{value * 100:+7.1f} ¢  {bar}"
            lines.append([Span(text, Style.TITLE if here else Style.DIM)])
        return lines

    def _chart_row(self, session: Session, question: Question) -> list[Line]:
        if question.cell == INSURANCE_CELL:
            return []
        return [
            _indented(line)
            for line in row_lines(session.chart, Cell.parse(question.cell), self._screen.width - 2)
        ]


def _table(question: Question) -> list[Line]:
    """Give the dealer's cards and the player's hands, the one that is asked about marked."""
    round_ = question.round
    lines: list[Line] = [["    Dealer    ", *cards([question.upcard], hidden=1)]]
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


def _keys(question: Question) -> Line:
    """Give the answers with their keys, those not allowed now dim."""
    pieces: list[Span | str] = [" "]
    choices: tuple[Choice, ...] = tuple(Insurance)
    if question.phase is Phase.INSURANCE:
        pieces.append("  Insurance?")
    else:
        choices = tuple(_known(question.round.rules))
    for choice in choices:
        legal = choice in question.legal
        word = str(choice)
        pieces.append("  ")
        before, key, after = word.partition(choice.letter)
        if not legal:
            pieces.append(Span(f"({word})", Style.DIM))
            continue
        pieces += [before, Span(key, Style.KEY), after] if before else [Span(key, Style.KEY), after]
    pieces += ["   ", Span("? hint  u undo  q quit", Style.DIM)]
    return pieces


def _known(rules: Rules) -> Iterator[Action]:
    for action in Action:
        if action is not Action.SURRENDER or rules.surrender is not Surrender.NONE:
            yield action


def _after_a_miss(last: Answered) -> Line:
    if last.slip:
        return [" Taken back as a slip; it does not count.  ", Span("Enter", Style.KEY), " next"]
    keys = (("Enter", "next"), ("u", "it was a slip"), ("q", "quit"))
    pieces: list[Span | str] = [" "]
    for key, meaning in keys:
        pieces += [Span(key, Style.KEY), f" {meaning}   "]
    return pieces


def _indented(line: Line) -> Line:
    return [" ", *([line] if isinstance(line, str) else line)]
