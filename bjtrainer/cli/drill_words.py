"""What a drill says at the end of a round and of a session, in lines for every face but JSON."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cli.spans import Line, Span, Style, cards
from bjtrainer.game.events import Outcome
from bjtrainer.game.round import Round
from bjtrainer.trainer.session import Session
from bjtrainer.trainer.wording import cents

_RESULT = {
    Outcome.WIN: "won",
    Outcome.LOSE: "lost",
    Outcome.PUSH: "push",
    Outcome.BLACKJACK: "blackjack",
    Outcome.SURRENDER: "surrendered",
}


def result_lines(round_: Round) -> Iterator[Line]:
    """Say how each hand of a finished round ended."""
    dealer = round_.dealer_hand
    end = "blackjack" if dealer.ace_ten else "bust" if dealer.bust else str(dealer.total)
    for number, (hand, result) in enumerate(zip(round_.hands, round_.results, strict=True), 1):
        which = f"Hand {number}" if len(round_.hands) > 1 else "You"
        total = "bust" if hand.hand.bust else "blackjack" if hand.blackjack else hand.hand.total
        mine: list[Span | str] = [f"{which} ", *cards(hand.cards), f" {total}"]
        theirs: list[Span | str] = [", dealer ", *cards(round_.dealer_cards), f" {end}: "]
        yield [*mine, *theirs, Span(_RESULT[result.outcome], Style.TITLE)]


def score(session: Session) -> str:
    """Give the score so far in a few words: the streak, what is right, what it gave away.

    Empty before the first counted answer.
    """
    summary = session.summary()
    if summary.accuracy is None:
        return ""
    given_away = cents(summary.total_cost / summary.asked)
    return f"streak {summary.streak} · {summary.accuracy:.0%} right · {given_away} lost per $1"


def summary_lines(session: Session) -> Iterator[Line]:
    """Say how a session went, what cost most, and how to deal it again."""
    summary = session.summary()
    if summary.accuracy is None or summary.cost_per_100 is None:
        yield f"No decision counted. {_again(session)}"
        return
    decisions = "1 decision" if summary.asked == 1 else f"{summary.asked} decisions"
    yield (
        f"{decisions}, {summary.right} right ({summary.accuracy:.1%}); "
        f"{summary.cost_per_100:.2f} bets given away per 100 decisions; "
        f"best streak {summary.best_streak}."
    )
    if summary.slips:
        yield f"Taken back as slips, not counted: {summary.slips}."
    for miss in summary.worst:
        verdict = miss.verdict
        hand = f"{miss.question.hand} v {miss.question.upcard.rank}"
        yield f"  {hand}: {verdict.answer} for {verdict.chart}, {cents(verdict.cost)} per $1"
    yield _again(session)


def _again(session: Session) -> str:
    return (
        f"Seed {session.seed}: bjtrainer drill {session.drill.name} "
        f"--game {session.rules.slug} --seed {session.seed} deals it again."
    )
