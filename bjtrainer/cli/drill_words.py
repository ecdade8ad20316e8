"""What a drill says at the end of a round and of a session, in lines for every face but JSON."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cli.spans import Line, Pieces, Span, Style, cards
from bjtrainer.game.events import Outcome
from bjtrainer.game.round import Round
from bjtrainer.trainer.question import Choice, Insurance
from bjtrainer.trainer.session import Session
from bjtrainer.trainer.summary import Answered
from bjtrainer.trainer.wording import cents, doing, percent

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


def score(session: Session) -> tuple[str, ...]:
    """Give the score so far in a few words: the streak, what is right, what it gave away.

    Before the first counted answer it is the seed.
    """
    summary = session.summary()
    if summary.accuracy is None:
        return (f"seed {session.seed}",)
    given_away = cents(summary.total_cost / summary.asked)
    right = f"{percent(summary.accuracy)} right"
    return f"streak {summary.streak}", right, f"{given_away} lost per $1"


def summary_lines(session: Session, again: str) -> Iterator[Line]:
    """Say how a session went, what cost most, and by which command it is dealt ``again``."""
    summary = session.summary()
    if summary.accuracy is None or summary.cost_per_100 is None:
        yield "No decision counted."
    else:
        decisions = "1 decision" if summary.asked == 1 else f"{summary.asked} decisions"
        yield (
            f"{decisions}, {summary.right} right ({percent(summary.accuracy, digits=1)}); "
            f"{summary.cost_per_100:.2f} bets given away per 100 decisions; "
            f"best streak {summary.best_streak}."
        )
    if summary.slips:
        yield f"Taken back as slips, not counted: {summary.slips}."
    for miss in summary.worst:
        yield f"  {miss_line(miss)}, {cents(miss.verdict.cost)} per $1"
    yield "The same hands again:"
    yield f"  {again}"


def miss_line(miss: Answered) -> str:
    """Say what was answered where the chart says another."""
    question, verdict = miss.question, miss.verdict
    hand = f"{question.hand} v {question.upcard.rank}"
    return f"{hand}: {_name(verdict.answer)} instead of {_name(verdict.chart)}"


def _name(choice: Choice) -> str:
    return doing(choice) if isinstance(choice, Insurance) else str(choice)
