"""A drill on a terminal: one question on the screen, one key to answer it."""

from __future__ import annotations

from collections.abc import Callable

from bjtrainer.cli.answer_keys import answer_keys, key
from bjtrainer.cli.drill_words import result_lines, score, summary_lines
from bjtrainer.cli.own_keys import Keys
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.settings import Settings
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import (
    Block,
    Line,
    Pieces,
    Span,
    Style,
    apart,
    cards,
    flowed,
    head,
)
from bjtrainer.cli.verdict_page import chart_row, missed, value_bars
from bjtrainer.game.events import DealerChecked
from bjtrainer.game.hand import Hand
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.question import Question
from bjtrainer.trainer.session import Session
from bjtrainer.trainer.summary import Answered

_MOST_RESULTS = 4
_ROOM_FOR_SCORE = len("   1000 of 1000 · streak 1000 · 100 % right · 100.0 ¢ lost per $1")


class ScreenFace:
    """Paints questions and verdicts over what was there before."""

    waits = True
    in_view = True

    def __init__(
        self, screen: Screen, reasons: Reasons, again: str | None, settings: Settings
    ) -> None:
        self._screen = screen
        self._settings = settings
        self._reasons = reasons
        self._again = again
        self._notice: Line = ""
        self._waited = 0
        self._page: Callable[[Session], None] = self.question
        self._turned_to = 0
        self.ticks = screen.repaints

    def begin(self, session: Session, session_id: int) -> None:
        """Nothing to say yet: the first question says it."""

    def question(self, session: Session) -> None:
        """Paint the question, below it how the last answer did."""
        question = session.question
        assert question is not None
        self._turn_to(self.question, question)
        notice = self._notice or _after(session)
        others, own = _other_keys(session), self._settings.keys
        keys = answer_keys(question.round, others, self._screen.width, keys=own)
        blocks = (
            Block(self._head(session, question)),
            Block(_table(question)),
            Block(keys),
            Block([notice] if notice else []),
            Block([f" {session.hint_shown}"] if session.hint_shown else []),
            Block(_results(session), spare=1),
        )
        self.in_view = self._screen.paint(*apart(blocks))

    def refused(self, session: Session, written: str, reason: str) -> None:  # noqa: ARG002
        """Paint the question again with the reason below it."""
        self._say(session, reason)

    def starred(self, session: Session, cell: str, *, starred: bool) -> None:
        """Paint again what stands there, and whether the cell has a star now."""
        self._say(session, f"{cell} is starred" if starred else f"{cell} has no star any more")

    def tick(self, session: Session, waited: int) -> None:
        """Paint the question again with the time that is left."""
        self._waited = waited
        self.question(session)
        self._waited = 0

    def taken(self, session: Session) -> None:
        """Nothing to show: the next question follows."""

    def hint(self, session: Session) -> None:
        """Paint the question again with its hint."""
        self._notice = ""
        self.question(session)

    def verdict(self, session: Session) -> None:
        """Paint a miss with its reason; a right answer shows above the next question.

        Where it is to stay for a while it is painted, too.
        """
        last = session.last
        assert last is not None
        if session.drill.feedback is not Feedback.AT_ONCE:
            return
        if last.verdict.right:
            if self._settings.pause_after_right:
                self._right(session, last)
            return
        question, verdict = last.question, last.verdict
        self._turn_to(self.verdict, question)
        width = self._screen.width
        blocks = (
            Block(self._head(session, question)),
            Block(_table(question), spare=1),
            Block([missed(verdict, headline(question, verdict))]),
            Block(value_bars(verdict, width), spare=2, whole=True),
            Block([f" {self._reasons(question, verdict)}"]),
            Block([f" {self._reasons.rule(question)}"], spare=4),
            Block(chart_row(session.chart, question, width), spare=3, whole=True),
            Block(_results(session), spare=5),
            Block([self._notice] if self._notice else []),
            Block(_after_a_miss(last, width, self._settings.keys)),
        )
        self._screen.paint(*apart(blocks))

    def _right(self, session: Session, last: Answered) -> None:
        """Paint a right answer below the cards that it was given on."""
        self._turn_to(self.verdict, last.question)
        blocks = (
            Block(self._head(session, last.question)),
            Block(_table(last.question)),
            Block([_after(session)]),
            Block(_results(session), spare=1),
        )
        self._screen.paint(*apart(blocks))

    def slip(self, session: Session) -> None:
        """Paint again what stands there, which now says that the answer is taken back."""
        self._notice = ""
        self._page(session)

    def end(self, session: Session) -> None:
        """Say how it went, on the screen that the player comes back to."""
        self._screen.show(*summary_lines(session, self._reasons, self._again))

    def _head(self, session: Session, question: Question) -> list[Pieces]:
        """Give what is drilled, and beside it or below it the score."""
        of = f" of {session.count}" if session.count else ""
        what = (session.rules.name, session.drill.title)
        left = session.milliseconds_left
        parts = (f"{question.n}{of}", *score(session, left and max(0, left - self._waited)))
        return head(what, parts, self._screen.width, room=_ROOM_FOR_SCORE)

    def _turn_to(self, page: Callable[[Session], None], question: Question) -> None:
        """Take note of what is painted; what was said of another page is said no more."""
        if (page, question.n) != (self._page, self._turned_to):
            self._notice = ""
        self._page, self._turned_to = page, question.n

    def _say(self, session: Session, words: str) -> None:
        """Paint again what stands there, with a sentence below it."""
        self._notice = [" ", Span(words[:1].upper() + words[1:] + ".", Style.TITLE)]
        self._page(session)


def _other_keys(session: Session) -> tuple[str, ...]:
    hint = ("{hint} hint",) if session.drill.hints else ()
    return (*hint, "{undo} undo", "{star} star", "{quit} quit")


def _after(session: Session) -> Line:
    """Say how the last answer did, where that was not shown on a page of its own."""
    last = session.last
    if last is None:
        return ""
    if last.slip:
        return f" Answer {last.question.n} is taken back and does not count."
    if session.drill.feedback is Feedback.AT_END:
        return ""
    if not last.verdict.right:
        brief = session.drill.feedback is Feedback.BRIEF
        return missed(last.verdict, headline(last.question, last.verdict)) if brief else ""
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


def _after_a_miss(last: Answered, width: int, own: Keys) -> list[Pieces]:
    """Give the keys that go on from a miss."""
    keys = [
        ("Enter", "next"),
        (own["undo"], "a slip"),
        (own["star"], "star"),
        (own["quit"], "quit"),
    ]
    said: list[Pieces] = []
    if last.slip:
        said, keys = [[" Taken back as a slip; it does not count."]], [keys[0], *keys[2:]]
    items = [key(pressed, meaning) for pressed, meaning in keys]
    return [*said, *flowed(items, width, between="   ")]
