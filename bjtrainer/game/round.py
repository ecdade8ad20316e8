"""A round at the table as a value: each step gives a new one, and a record of what happened.

With a hole card the dealer looks for a blackjack under a ten or an ace before the player decides
about a hand, and ends the round at once where there is one. Where the hand can be surrendered
early, this look waits for the first decision: a surrender gives half the bet back whatever lies in
the hole; anything else is carried out only when the dealer has looked and found no blackjack, and
costs the original bet and nothing more when there is one. A blackjack of the player's own takes no
decision, so the dealer looks at once.

Without a hole card the second card comes when the player has finished, and where no hand is left
in play only if a blackjack would still change something: insurance, a player's blackjack, a late
surrender, or money that a dealer blackjack gives back. Insurance is then settled at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from bjtrainer.cards import Card, Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game import actions
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.dealer import check_waits, dealer_checks
from bjtrainer.game.events import (
    BetPlaced,
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    Decided,
    Event,
    HandOver,
    HandSettled,
    InsuranceAnswered,
    InsuranceSettled,
)
from bjtrainer.game.finish import finish
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import half
from bjtrainer.game.player_hand import PlayerHand, carried_out
from bjtrainer.game.settlement import insurance_payout_cents
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import HoleCard, Rules

_OVER = "the round is over"


class Phase(Enum):
    """What the table waits for: the insurance answer, a decision about a hand, or nothing."""

    INSURANCE = "insurance"
    PLAYER = "player"
    DONE = "done"


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """One round, made by ``deal``; ``act`` and ``insure`` give the round after a decision.

    ``active`` is the place of the hand to be decided, from 0; once none is left it is the number
    of hands. ``funds_cents`` is the player's balance before the bet was taken, None for a full
    purse. ``insurance_cents`` is the insurance bet. ``results`` holds one entry for each hand
    once the round is done. Steps already taken stay in ``record``: those since an earlier value
    of the same round are ``record[len(earlier.record):]``.

    >>> dealt = [Card.parse(text) for text in ("10s", "6h", "6d", "9c", "5s", "8h")]
    >>> round_ = deal(Rules(name="E", slug="e"), 500, Shoe(tuple(dealt)))
    >>> str(round_.situation.hand), str(round_.upcard), [str(action) for action in round_.legal]
    ('T6', '6', ['hit', 'stand', 'double'])
    >>> round_ = round_.act(Action.STAND)
    >>> round_.phase, " ".join(str(card) for card in round_.dealer_cards)
    (<Phase.DONE: 'done'>, '6h 9c 5s')
    >>> round_.results
    (HandSettled(hand=0, outcome=<Outcome.LOSE: 'lose'>, payout_cents=-500, returned_cents=0),)
    """

    rules: Rules
    shoe: Shoe
    phase: Phase
    hands: tuple[PlayerHand, ...]
    dealer_cards: tuple[Card, ...]
    record: tuple[Event, ...]
    active: int = 0
    funds_cents: int | None = None
    insurance_cents: int = 0
    insurance_payout_cents: int = 0
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
    def situation(self) -> Situation:
        """All that decides about the active hand. Raises ``IllegalAction`` once there is none."""
        if self.phase is Phase.DONE:
            raise IllegalAction(_OVER)
        return self._situation_of(self.active)

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that are legal and affordable for the active hand; none in other phases."""
        if self.phase is not Phase.PLAYER:
            return ()
        return actions.legal_actions(self.rules, self._situation_of(self.active))

    @property
    def staked_cents(self) -> int:
        """All that the player has put on the table in this round, insurance included."""
        return sum([hand.bet_cents for hand in self.hands]) + self.insurance_cents

    @property
    def payout_cents(self) -> int:
        """What the player has gained or lost by the bets settled so far, insurance included."""
        return sum([result.payout_cents for result in self.results]) + self.insurance_payout_cents

    @property
    def returned_cents(self) -> int:
        """What goes back to the player's balance: stakes and payout once the round is done."""
        return self.staked_cents + self.payout_cents if self.phase is Phase.DONE else 0

    def act(self, action: Action) -> Round:
        """Decide about the active hand: the round as it stands at the next decision.

        Raises ``IllegalAction`` with the reason when that is not allowed now.
        """
        if self.phase is Phase.INSURANCE:
            raise IllegalAction("the insurance question comes first; answer yes or no")
        actions.check_legal(self.rules, self.situation, action)
        if self._check_waits and action is not Action.SURRENDER:
            return self._after_the_look(action)
        return self._carried_out(action, Decided(self.active, action))._at_next_decision()

    def insure(self, yes: bool) -> Round:
        """Answer the insurance question: the round as it stands at the next decision.

        Raises ``IllegalAction`` with the reason when insurance is not being offered.
        """
        if self.phase is not Phase.INSURANCE:
            raise IllegalAction(
                self._why_no_insurance() or "insurance is offered before the first decision only"
            )
        return replace(
            self,
            phase=Phase.PLAYER,
            insurance_cents=half(self.hands[0].bet_cents) if yes else 0,
            record=(*self.record, InsuranceAnswered(yes)),
        )._opened()

    def _situation_of(self, place: int) -> Situation:
        player = self.hands[place]
        return Situation(
            hand=player.hand,
            upcard=self.upcard,
            split_hands=len(self.hands),
            one_denomination=player.one_denomination,
            affordable=self._affords(player.bet_cents),
        )

    def _affords(self, cents: int) -> bool:
        return self.funds_cents is None or self.funds_cents - self.staked_cents >= cents

    def _why_no_insurance(self) -> str | None:
        first = self.hands[0]
        return actions.why_no_insurance(
            self.rules, first.hand, self.upcard, affordable=self._affords(half(first.bet_cents))
        )

    @property
    def _check_waits(self) -> bool:
        """Whether the dealer will look at the hole card right after the next decision."""
        return (
            check_waits(self.rules, self.upcard)
            and len(self.hands) == 1
            and len(self.hands[0].cards) == 2
            and not self.hands[0].blackjack
        )

    def _opened(self) -> Round:
        """The round at the first decision about a hand, insurance being answered."""
        if not (dealer_checks(self.upcard) and self.hole_hidden):
            return self._at_next_decision()
        if self._check_waits:
            return self
        looked = self._looked()
        return looked._played_out() if self.dealer_hand.ace_ten else looked._at_next_decision()

    def _after_the_look(self, action: Action) -> Round:
        """The round after a decision for which the dealer's look at the hole card has waited."""
        blackjack = self.dealer_hand.ace_ten
        said = Decided(self.active, action, carried_out=not blackjack)
        looked = replace(self, record=(*self.record, said))._looked()
        return (
            looked._played_out() if blackjack else looked._carried_out(action)._at_next_decision()
        )

    def _looked(self) -> Round:
        """The round after the dealer's look at the hole card, which settles insurance."""
        blackjack, insurance = self.dealer_hand.ace_ten, self.insurance_cents
        events: list[Event] = [DealerChecked(blackjack)]
        payout = 0
        if insurance:
            payout = insurance_payout_cents(self.rules, insurance, blackjack=blackjack)
            events.append(InsuranceSettled(payout))
        return replace(self, insurance_payout_cents=payout, record=(*self.record, *events))

    def _carried_out(self, action: Action, *said: Event) -> Round:
        """The round right after a legal action; what follows from it is not yet done."""
        place = self.active
        changed, shoe, events = carried_out(self.hands[place], place, action, self.shoe)
        return replace(
            self,
            shoe=shoe,
            hands=(*self.hands[:place], *changed, *self.hands[place + 1 :]),
            active=place + 1 if action is Action.STAND else place,
            record=(*self.record, *said, *events),
        )

    def _at_next_decision(self) -> Round:
        """The round when the player is asked again: past hands that are over, or played out."""
        active = self.active
        over: list[Event] = []
        while active < len(self.hands) and (reason := self._why_over(active)):
            over.append(HandOver(active, reason))
            active += 1
        if active == len(self.hands):
            return self._played_out(over)
        return replace(self, active=active, record=(*self.record, *over)) if over else self

    def _why_over(self, place: int) -> str | None:
        player = self.hands[place]
        if player.surrendered:
            return "the hand is surrendered"
        reason = actions.why_over(self.rules, self._situation_of(place))
        return reason or ("a doubled hand gets one card" if player.doubled else None)

    def _played_out(self, over: Iterable[Event] = ()) -> Round:
        """The round when the dealer has finished and all bets are settled."""
        settled_cents = self.insurance_payout_cents  # insurance never comes to nothing
        end = finish(
            self.rules,
            self.hands,
            self.dealer_cards,
            self.shoe,
            insurance_cents=0 if settled_cents else self.insurance_cents,
        )
        return replace(
            self,
            shoe=end.shoe,
            phase=Phase.DONE,
            dealer_cards=end.cards,
            active=len(self.hands),
            insurance_payout_cents=settled_cents or end.insurance_payout_cents,
            record=(*self.record, *over, *end.events),
            results=end.results,
        )


def deal(rules: Rules, bet_cents: int, shoe: Shoe, funds_cents: int | None = None) -> Round:
    """Deal a round: player, dealer's upcard, player and, in a game with one, the hole card.

    The round stands at the player's first question; it is done at once after a blackjack that
    leaves none. ``funds_cents`` is the player's balance before the bet is taken (None: a full
    purse); nothing that it does not hold is legal. Raises ``InputError`` for a bet that the game
    does not take.
    """
    if reason := actions.why_no_bet(rules, bet_cents, funds_cents):
        raise InputError(reason)
    (one, upcard, two, *hole), shoe = shoe.clear_table().take(
        4 if rules.hole_card is HoleCard.PEEK else 3
    )
    dealt = Round(
        rules=rules,
        shoe=shoe,
        phase=Phase.PLAYER,
        hands=(PlayerHand((one, two), bet_cents),),
        dealer_cards=(upcard, *hole),
        funds_cents=funds_cents,
        record=(
            BetPlaced(bet_cents),
            CardDealt(0, one),
            DealerCardDealt(upcard),
            CardDealt(0, two),
            *[DealerCardDealt(None) for _ in hole],
        ),
    )
    if dealt._why_no_insurance() is None:
        return replace(dealt, phase=Phase.INSURANCE)
    return dealt._opened()
