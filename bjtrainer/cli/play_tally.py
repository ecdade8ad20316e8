"""How a sitting at the table goes: what was won or lost, and how much of it was luck."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bjtrainer.game.round import Round
from bjtrainer.trainer.summary import Answered, Summary, summary_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Split:
    """A result in three parts, in whole cents: ``payout = expected + luck - cost``.

    ``expected`` is what best play may expect of the bets that were placed, ``cost`` what the
    decisions gave away, each as its verdict says, times its bet. ``luck`` is the rest: the cards.
    """

    expected_cents: int
    luck_cents: int
    cost_cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """The figures of a sitting so far. ``expected`` and ``cost`` are means in cents, not money.

    ``dealt`` counts the hands that were bet on, each box of a round as one, those of a round that
    was resumed too. ``settled`` counts the rounds that are over, and ``decisions`` what was
    decided. ``answers`` are the decisions that a coach judged.
    """

    dealt: int = 0
    settled: int = 0
    decisions: int = 0
    payout_cents: int = 0
    answers: tuple[Answered, ...] = ()
    expected: float = 0.0
    cost: float = 0.0

    def with_round(self, boxes: int) -> Tally:
        """Count a round on the table, with bets on so many boxes."""
        return replace(self, dealt=self.dealt + boxes)

    def hand_number(self, round_: Round) -> int:
        """Give which of the hands bet on, from 1, the round on the table asks about.

        Hands that were split lie in one box and are one.
        """
        return self.dealt - len(round_.insurances_cents) + round_.hands[round_.active].box + 1

    def with_decision(self, answered: Answered | None) -> Tally:
        """Count a decision, with the verdict on it where there is a coach."""
        judged = () if answered is None else (answered,)
        return replace(self, decisions=self.decisions + 1, answers=(*self.answers, *judged))

    def with_result(self, payout_cents: int, expected: float, cost: float) -> Tally:
        """Count the end of the round on the table.

        ``expected`` is what best play may expect of its bets, and ``cost`` what its decisions
        gave away.
        """
        return replace(
            self,
            settled=self.settled + 1,
            payout_cents=self.payout_cents + payout_cents,
            expected=self.expected + expected,
            cost=self.cost + cost,
        )

    @property
    def summary(self) -> Summary:
        """The figures of the decisions that were judged."""
        return summary_of(self.answers)

    @property
    def split(self) -> Split:
        """The result in its three parts."""
        expected, cost = round(self.expected), round(self.cost)
        return Split(
            expected_cents=expected,
            luck_cents=self.payout_cents - expected + cost,
            cost_cents=cost,
        )


def cost_cents(answered: Answered) -> float:
    """Give what a decision gave away of the bet that it was about, a mean in cents."""
    return answered.verdict.cost * bet_cents(answered)


def bet_cents(answered: Answered) -> int:
    """Give the bet that a decision was about: that of its hand, as it lay there."""
    round_ = answered.question.round
    return round_.hands[round_.active].bet_cents
