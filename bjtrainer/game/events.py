"""What happens in a round, step by step, as someone at the table sees it.

``hand`` is the place of a hand from the left, from 0, as the hands lie at that moment: a split
makes hand n into hands n and n + 1 and moves those behind it one place on. ``box`` is the place of
a starting hand among those that were bet on, from 0; it stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bjtrainer.cards import Card
from bjtrainer.game.actions import Action


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """The bet that a box starts the round with, in cents."""

    bet_cents: int
    box: int = 0


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card for one of the player's hands."""

    hand: int
    card: Card


@dataclass(frozen=True, slots=True)
class DealerCardDealt:
    """A card for the dealer; None while it lies face down."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class InsuranceAnswered:
    """The answer to the insurance question of a box."""

    yes: bool
    box: int = 0


@dataclass(frozen=True, slots=True)
class DealerChecked:
    """The dealer has looked at the hole card under a ten or an ace."""

    blackjack: bool


@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    """A box's insurance bet is over; ``payout_cents`` is what the player gains or loses by it."""

    payout_cents: int
    box: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """The player's decision about a hand.

    It is not ``carried_out`` where the dealer, whose look at the hole card has waited for it in a
    game of early surrender, has a blackjack: no card is dealt for it and no money put down.
    """

    hand: int
    action: Action
    carried_out: bool = True


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand takes no more decisions, and why: ``the hand is bust``."""

    hand: int
    reason: str


@dataclass(frozen=True, slots=True)
class HoleCardTurned:
    """The dealer's second card is turned face up."""

    card: Card


class Outcome(Enum):
    """How a hand ends for the player."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BLACKJACK = "blackjack"
    SURRENDER = "surrender"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class HandSettled:
    """The result of a hand, in cents.

    ``payout_cents`` is what the player gains or loses by the hand, its doubled bet included:
    a bet of $10 that wins is 1000, one that pushes 0, one that loses -1000.
    ``returned_cents`` is what goes back to the player's balance, from which every bet was taken
    when it was placed: bet and payout together (2000, 1000 and 0).

    Where a dealer blackjack takes the original bet only, that is what the first hand of a box
    loses, however often it was doubled or split; the other hands push.
    """

    hand: int
    outcome: Outcome
    payout_cents: int
    returned_cents: int


Event = (
    BetPlaced
    | CardDealt
    | DealerCardDealt
    | InsuranceAnswered
    | DealerChecked
    | InsuranceSettled
    | Decided
    | HandOver
    | HoleCardTurned
    | HandSettled
)
