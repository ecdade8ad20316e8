"""What a drill says at the end of a round and of a session, in lines for every face but JSON."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import Line, Pieces, Span, Style, cards
from bjtrainer.game.events import Outcome
from bjtrainer.game.round import Round
from bjtrainer.trainer.contest import points_for_next
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.question import Choice, Insurance
from bjtrainer.trainer.session import Ending, Session
from bjtrainer.trainer.summary import Answered
from bjtrainer.trainer.wording import cents, counted, doing, percent

_RESULT = {
    Outcome.WIN: "won",
    Outcome.LOSE: "lost",
    Outcome.PUSH: "push",
    Outcome.BLACKJACK: "blackjack",
    Outcome.SURRENDER: "surrendered",
}


def result_lines(round_: Round) -> Iterator[Pieces]:
    """Say how each hand of a finished round ended."""
    dealer = round_.dealer_hand
    if len(dealer) == 1:  # no second card was needed
        end = ""
    else:
        end = " blackjack" if dealer.ace_ten else " bust" if dealer.bust else f" {dealer.total}"
    for number, (hand, result) in enumerate(zip(round_.hands, round_.results, strict=True), 1):
        which = f"Hand {number}" if len(round_.hands) > 1 else "You"
        total = "bust" if hand.hand.bust else "blackjack" if hand.blackjack else hand.hand.total
        mine: Pieces = [f"{which} ", *cards(hand.cards), f" {total}"]
        theirs: Pieces = [", dealer ", *cards(round_.dealer_cards), f"{end}: "]
        yield [*mine, *theirs, Span(_RESULT[result.outcome], Style.TITLE)]


def score(session: Session, milliseconds_left: int | None) -> tuple[str, ...]:
    """Give the score so far in a few words, none that the drill keeps back until its end.

    The time left and the points where the drill has them, otherwise the streak, what is right and
    what it gave away; before the first counted answer it is the seed.
    """
    summary = session.summary()
    clock = () if milliseconds_left is None else (f"{clock_time(milliseconds_left)} left",)
    if session.score is not None:
        points = points_for_next(session.answers)
        combo = (f"next scores {points}",) if points > 1 else ()
        return *clock, f"score {session.score}", *combo
    if summary.accuracy is None or session.drill.feedback is Feedback.AT_END:
        return *clock, f"seed {session.seed}"
    given_away = cents(summary.total_cost / summary.asked)
    right = f"{percent(summary.accuracy)} right"
    return *clock, f"streak {summary.streak}", right, f"{given_away} lost per $1"


def clock_time(milliseconds: int) -> str:
    """Write a time as a clock shows it, rounded up to seconds.

    >>> clock_time(180_000), clock_time(61_001), clock_time(900)
    ('3:00', '1:02', '0:01')
    """
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


_ENDED = {Ending.TIME: "The time is up.", Ending.MISS: "The first miss ended it."}


def summary_lines(session: Session, reasons: Reasons, again: str | None) -> Iterator[Line]:
    """Say how a session went, what was missed, and by which command it is dealt ``again``.

    What cost most, or, where the reasons were kept back until now, every miss with its reason.
    """
    summary = session.summary()
    if session.drill.feedback is not Feedback.AT_ONCE:
        for miss in session.misses:
            yield f"{miss.question.n}. {headline(miss.question, miss.verdict)}"
            yield f"   {reasons(miss.question, miss.verdict)}"
            yield f"   {reasons.rule(miss.question)}"
    if session.ending in _ENDED:
        yield _ENDED[session.ending]
    if session.reached is not None:
        yield _reached(session.reached, session)
    if session.passed is not None:
        yield _mark(session)
    if summary.accuracy is None or summary.cost_per_100 is None:
        yield "No decision counted."
    else:
        yield (
            f"{counted(summary.asked, 'decision')}, {summary.right} right "
            f"({percent(summary.accuracy, digits=1)}); "
            f"{summary.cost_per_100:.2f} bets given away per 100 decisions; "
            f"best streak {summary.best_streak}."
        )
    if summary.slips:
        yield f"Taken back as slips, not counted: {summary.slips}."
    if session.drill.feedback is Feedback.AT_ONCE:
        for miss in summary.worst:
            yield f"  {miss_line(miss)}, {cents(miss.verdict.cost)} per $1"
    if again is not None:
        yield "The same hands again:"
        yield f"  {again}"


def _reached(reached: int, session: Session) -> str:
    """Say how far a contest went, and how far the player ever came in it."""
    far = f"{reached} right" if session.score is None else f"Score {reached}"
    if session.best is None:
        return f"{far}."
    if reached > session.best:
        return f"{far}: your best so far; it was {session.best}."
    return f"{far}; your best is {session.best}."


def _mark(session: Session) -> str:
    """Say whether the mark was passed, and what it was."""
    mark = f"{session.drill.pass_mark} % must be right"
    if session.passed:
        return f"Passed: {mark}."
    if session.ending is None:
        return f"Not passed: {mark}, and you left before the end."
    slips = session.summary().slips
    return f"Not passed: {mark}{', and a slip is not' if slips else ''}."


def miss_line(miss: Answered) -> str:
    """Say what was answered where the chart says another."""
    question, verdict = miss.question, miss.verdict
    hand = f"{question.hand} v {question.upcard.rank}"
    return f"{hand}: {_name(verdict.answer)} instead of {_name(verdict.chart)}"


def _name(choice: Choice) -> str:
    return doing(choice) if isinstance(choice, Insurance) else str(choice)
