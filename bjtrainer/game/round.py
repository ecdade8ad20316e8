"""A round at the table as a value: each step gives a new one, and a record of what happened.

Boxes are dealt to, asked about insurance and played from the left, each with a bet of its own; the
dealer plays once against all.

With a hole card the dealer looks for a blackjack under a ten or an ace before the player decides
about a hand, and ends the round at once where there is one. Where the hand can be surrendered
early, this look waits for the first decision: a surrender gives half the bet back whatever lies in
the hole; anything else is carried out only when the dealer has looked and found no blackjack, and
costs the original bet and nothing more when there is one. A blackjack of the player's own takes no
decision, so the dealer looks at once. This is for one box: of several it would not be clear whose
decision the look waits for, and rules that allow it are refused.

Without a hole card the second card comes when the player has finished, and where no hand is left
in play only if a blackjack would still change something: insurance, a player's blackjack, a late
surrender, or money that a dealer blackjack gives back. Insurance is then settled at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game import actions
from bjtrainer.game.actions import Action
from bjtrainer.game.dealer import check_waits, dealer_checks
from bjtrainer.game.events import DealerChecked, Decided, Event, HandOver, InsuranceAnswered
from bjtrainer.game.finish import finish
from bjtrainer.game.money import half
from bjtrainer.game.player_hand import carried_out
from bjtrainer.game.settlement import insurances_settled
from bjtrainer.game.shoe import Shoe
from bjtrainer.game.start import start
from bjtrainer.game.table import Phase, Table
from bjtrainer.rules.model import Rules

__all__ = ["Phase", "Round", "deal"]


@dataclass(frozen=True, kw_only=True)
class Round(Table):
    """One round, made by ``deal``; ``act`` and ``insure`` give the round after a decision.

    >>> from bjtrainer.cards import Card
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
        """Answer the insurance question of a box: the round as it stands at the next decision.

        Raises ``IllegalAction`` with the reason when insurance is not being offered.
        """
        box = self.active
        if self.phase is not Phase.INSURANCE:
            raise IllegalAction(
                self.why_no_insurance(min(box, len(self.hands) - 1))
                or "insurance is offered before the first decision only"
            )
        insurances = list(self.insurances_cents)
        insurances[box] = half(self.hands[box].bet_cents) if yes else 0
        answered = self.changed(
            insurances_cents=tuple(insurances),
            record=(*self.record, InsuranceAnswered(yes, box)),
        )
        return answered._at_insurance(box + 1)

    def _at_insurance(self, box: int) -> Round:
        """The round when a box, from this one on, is asked to insure, or opened where none is."""
        for place in range(box, len(self.hands)):
            if self.why_no_insurance(place) is None:
                return self.changed(phase=Phase.INSURANCE, active=place)
        opened = self if self.phase is Phase.PLAYER else self.changed(phase=Phase.PLAYER, active=0)
        return opened._opened()

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
        looked = self.changed(record=(*self.record, said))._looked()
        return (
            looked._played_out() if blackjack else looked._carried_out(action)._at_next_decision()
        )

    def _looked(self) -> Round:
        """The round after the dealer's look at the hole card, which settles insurance."""
        blackjack = self.dealer_hand.ace_ten
        settled = insurances_settled(self.rules, self.insurances_cents, blackjack=blackjack)
        return self.changed(
            insurance_results=settled,
            record=(*self.record, DealerChecked(blackjack), *settled),
        )

    def _carried_out(self, action: Action, *said: Event) -> Round:
        """The round right after a legal action; what follows from it is not yet done."""
        place = self.active
        changed, shoe, events = carried_out(self.hands[place], place, action, self.shoe)
        return self.changed(
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
        return self.changed(active=active, record=(*self.record, *over)) if over else self

    def _why_over(self, place: int) -> str | None:
        player = self.hands[place]
        if player.surrendered:
            return "the hand is surrendered"
        situation = self.situation if place == self.active else self.situation_of(place)
        reason = actions.why_over(self.rules, situation)
        return reason or ("a doubled hand gets one card" if player.doubled else None)

    def _played_out(self, over: Iterable[Event] = ()) -> Round:
        """The round when the dealer has finished and all bets are settled."""
        settled = self.insurance_results
        end = finish(
            self.rules,
            self.hands,
            self.dealer_cards,
            self.shoe,
            insurances_cents=() if settled else self.insurances_cents,
        )
        return self.changed(
            shoe=end.shoe,
            phase=Phase.DONE,
            dealer_cards=end.cards,
            active=len(self.hands),
            insurance_results=settled or end.insurance_results,
            record=(*self.record, *over, *end.events),
            results=end.results,
        )


def deal(
    rules: Rules, bets_cents: int | Sequence[int], shoe: Shoe, funds_cents: int | None = None
) -> Round:
    """Deal a round: a card to each box, the dealer's upcard, a second to each, and the hole card.

    ``bets_cents`` is a bet on one box, or one for each box that is bet on, from the left. The round
    stands at the player's first question; it is done at once after blackjacks that leave none.
    ``funds_cents`` is the player's balance before the bets are taken (None: a full purse); nothing
    that it does not hold is legal. Raises ``InputError`` for bets that the game does not take.

    >>> from random import Random
    >>> shoe = Shoe.shuffled(6, Random(1))
    >>> round_ = deal(Rules(name="E", slug="e", boxes=5), [500, 1_000], shoe)
    >>> [str(hand.hand) for hand in round_.hands], round_.asked_box, round_.staked_cents
    (['48', '84'], 0, 1500)
    """
    bets = (bets_cents,) if isinstance(bets_cents, int) else tuple(bets_cents)
    if reason := actions.why_no_bets(rules, bets, funds_cents):
        raise InputError(reason)
    dealt = start(rules, bets, shoe.clear_table())
    return Round(
        rules=rules,
        shoe=dealt.shoe,
        phase=Phase.PLAYER,
        hands=dealt.hands,
        dealer_cards=dealt.cards,
        record=dealt.events,
        funds_cents=funds_cents,
        insurances_cents=(0,) * len(bets),
    )._at_insurance(0)
