"""The table in a round: what lies on it, what the player may do, and what has happened so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Self, TypedDict, Unpack

from bjtrainer.cards import Card, Rank
from bjtrainer.errors import IllegalAction
from bjtrainer.game import actions
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.events import Event, HandSettled, InsuranceSettled
from bjtrainer.game.hand import Hand
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules


class Phase(Enum):
    """What the table waits for: the insurance answer, a decision about a hand, or nothing."""

    INSURANCE = "insurance"
    PLAYER = "player"
    DONE = "done"


class _Changes(TypedDict, total=False):
    """What can change in a round; the rules and the funds stay."""

    shoe: Shoe
    phase: Phase
    hands: tuple[PlayerHand, ...]
    dealer_cards: tuple[Card, ...]
    record: tuple[Event, ...]
    insurances_cents: tuple[int, ...]
    active: int
    insurance_results: tuple[InsuranceSettled, ...]
    results: tuple[HandSettled, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """The table as it stands; ``Round`` is how it goes on.

    ``hands`` lie from the left, those of one box side by side. ``active`` is the place of the hand
    that is asked about, from 0; once none is left it is the number of hands. ``funds_cents`` is the
    player's balance before the bets were taken, None for a full purse. ``insurances_cents`` holds
    the insurance bet of each box, 0 for none, and ``insurance_results`` one entry for each that is
    settled. ``results`` holds one for each hand once the round is done. Steps already taken stay in
    ``record``: those since an earlier value of the same round are ``record[len(earlier.record):]``.
    """

    rules: Rules
    shoe: Shoe
    phase: Phase
    hands: tuple[PlayerHand, ...]
    dealer_cards: tuple[Card, ...]
    record: tuple[Event, ...]
    insurances_cents: tuple[int, ...]
    active: int = 0
    funds_cents: int | None = None
    insurance_results: tuple[InsuranceSettled, ...] = ()
    results: tuple[HandSettled, ...] = ()

    @property
    def upcard(self) -> Rank:
        """How the dealer's first card plays."""
        return self.dealer_cards[0].rank

    @property
    def dealer_hand(self) -> Hand:
        """All the dealer's cards as they play, a hidden hole card too.

        In a game without a hole card one card until the player has finished, and in the end too
        where no other was needed.
        """
        return Hand(tuple([card.rank for card in self.dealer_cards]))

    @property
    def hole_hidden(self) -> bool:
        """Whether the dealer's second card lies face down; without a hole card there is none."""
        return self.phase is not Phase.DONE and len(self.dealer_cards) > 1

    @property
    def asked_box(self) -> int | None:
        """The box whose insurance or hand is asked about, from 0; None once the round is done."""
        return None if self.phase is Phase.DONE else self.hands[self.active].box

    @cached_property
    def situation(self) -> Situation:
        """All that decides about the active hand. Raises ``IllegalAction`` once there is none."""
        if self.phase is Phase.DONE:
            raise IllegalAction("the round is over")
        return self.situation_of(self.active)

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that are legal and affordable for the active hand; none in other phases."""
        if self.phase is not Phase.PLAYER:
            return ()
        return actions.legal_actions(self.rules, self.situation)

    @property
    def staked_cents(self) -> int:
        """All that the player has put on the table in this round, insurance included."""
        return sum([hand.bet_cents for hand in self.hands]) + sum(self.insurances_cents)

    @property
    def insurance_payout_cents(self) -> int:
        """What the player has gained or lost by all the insurance bets settled so far."""
        return sum([result.payout_cents for result in self.insurance_results])

    @property
    def payout_cents(self) -> int:
        """What the player has gained or lost by the bets settled so far, insurance included."""
        return sum([result.payout_cents for result in self.results]) + self.insurance_payout_cents

    @property
    def returned_cents(self) -> int:
        """What goes back to the player's balance: stakes and payout once the round is done."""
        return self.staked_cents + self.payout_cents if self.phase is Phase.DONE else 0

    def situation_of(self, place: int) -> Situation:
        """Give all that decides about the hand at a place from the left."""
        player = self.hands[place]
        return Situation(
            hand=player.hand,
            upcard=self.upcard,
            split_hands=[hand.box for hand in self.hands].count(player.box),
            one_denomination=player.one_denomination,
            affordable=self._affords(player.bet_cents),
        )

    def why_no_insurance(self, place: int) -> str | None:
        """Say why insurance is not offered on the starting hand at a place; None when it is."""
        player = self.hands[place]
        half_cents = player.bet_cents // 2  # whole wherever there is insurance
        return actions.why_no_insurance(
            self.rules, player.hand, self.upcard, affordable=self._affords(half_cents)
        )

    def changed(self, **changes: Unpack[_Changes]) -> Self:
        """Give the table with some of its values changed.

        This is ``dataclasses.replace`` in a quarter of the time, which was an eighth of a round's.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **changes)
        other.__dict__.pop("situation", None)
        return other

    def _affords(self, cents: int) -> bool:
        return self.funds_cents is None or self.funds_cents - self.staked_cents >= cents
