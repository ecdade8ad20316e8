"""What happens in a round, in words for a person and as JSON for a script."""

from __future__ import annotations

from bjtrainer.game.events import (
    BetPlaced,
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    Decided,
    Event,
    HandOver,
    HandSettled,
    HoleCardTurned,
    InsuranceAnswered,
    InsuranceSettled,
    Outcome,
)
from bjtrainer.game.money import dollars
from bjtrainer.game.round import Round

_DOES = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.BLACKJACK: "wins with a blackjack",
    Outcome.SURRENDER: "is surrendered for half: loses",
}


def in_words(  # noqa: PLR0911  one sentence for each event
    event: Event, *, hands: int = 1, boxes: int = 1
) -> str:
    """Say what happened where so many hands lie in so many boxes; one alone needs no number.

    >>> from bjtrainer.cards import Card
    >>> in_words(CardDealt(0, Card("K", "h"))), in_words(CardDealt(0, Card("K", "h")), hands=2)
    ('your hand gets Kh', 'hand 1 gets Kh')
    """
    match event:
        case BetPlaced(bet_cents, box):
            return f"{_box(box, boxes)}bet {dollars(bet_cents)}"
        case CardDealt(place, card):
            return f"{_hand(place, hands)} gets {card}"
        case DealerCardDealt(card):
            return f"dealer gets {card or 'a card face down'}"
        case InsuranceAnswered(yes, box):
            return f"{_box(box, boxes)}{'insurance' if yes else 'no insurance'}"
        case DealerChecked(blackjack):
            return f"dealer looks at the hole card: {'' if blackjack else 'no '}blackjack"
        case InsuranceSettled(payout_cents, box):
            return f"{_box(box, boxes)}insurance {_wins(payout_cents)}"
        case Decided(place, action, carried_out):
            in_vain = "" if carried_out else ", once the dealer has looked at the hole card"
            return f"{_hand(place, hands)}: {action}{in_vain}"
        case HandOver(place, reason):
            return f"{_hand(place, hands)}: {reason}"
        case HoleCardTurned(card):
            return f"dealer turns {card}"
        case HandSettled(place, outcome, payout_cents):
            amount = f" {dollars(abs(payout_cents))}" if payout_cents else ""
            return f"{_hand(place, hands)} {_DOES[outcome]}{amount}"


def totals(round_: Round, place: int) -> str:
    """Say of a finished round what a hand came to, and the dealer's where it has a second card.

    >>> from random import Random
    >>> from bjtrainer.game.actions import Action
    >>> from bjtrainer.game.round import deal
    >>> from bjtrainer.game.shoe import Shoe
    >>> from bjtrainer.rules.model import Rules
    >>> round_ = deal(Rules(name="E", slug="e"), 500, Shoe.shuffled(6, Random(3)))
    >>> totals(round_.act(Action.STAND), 0)
    '4 against 17'
    """
    player, dealer = round_.hands[place], round_.dealer_hand
    if player.blackjack:
        mine = "blackjack"
    else:
        mine = "bust" if player.hand.bust else str(player.hand.total)
    if len(dealer) == 1:  # no second card was needed
        return mine
    if dealer.ace_ten:
        return f"{mine} against a blackjack"
    return f"{mine} against {'a bust dealer' if dealer.bust else dealer.total}"


def as_json(event: Event) -> dict[str, object]:  # noqa: PLR0911  one shape for each event
    """Give what happened as JSON; hands and boxes count from 0, a card face down is null.

    >>> as_json(BetPlaced(500))
    {'type': 'bet', 'box': 0, 'bet_cents': 500}
    """
    match event:
        case BetPlaced(bet_cents, box):
            return {"type": "bet", "box": box, "bet_cents": bet_cents}
        case CardDealt(place, card):
            return {"type": "card", "hand": place, "card": str(card)}
        case DealerCardDealt(card):
            return {"type": "dealer", "card": None if card is None else str(card)}
        case InsuranceAnswered(yes, box):
            return {"type": "insurance", "box": box, "choice": "yes" if yes else "no"}
        case DealerChecked(blackjack):
            return {"type": "look", "blackjack": blackjack}
        case InsuranceSettled(payout_cents, box):
            return {"type": "insurance_result", "box": box, "payout_cents": payout_cents}
        case Decided(place, action, carried_out):
            return {
                "type": "decision",
                "hand": place,
                "choice": str(action),
                "carried_out": carried_out,
            }
        case HandOver(place, reason):
            return {"type": "over", "hand": place, "reason": reason}
        case HoleCardTurned(card):
            return {"type": "turn", "card": str(card)}
        case HandSettled(place, outcome, payout_cents, returned_cents):
            return {
                "type": "result",
                "hand": place,
                "outcome": str(outcome),
                "payout_cents": payout_cents,
                "returned_cents": returned_cents,
            }


def _hand(place: int, hands: int) -> str:
    return "your hand" if hands == 1 else f"hand {place + 1}"


def _box(box: int, boxes: int) -> str:
    return "" if boxes == 1 else f"box {box + 1}: "


def _wins(payout_cents: int) -> str:
    return f"{'loses' if payout_cents < 0 else 'wins'} {dollars(abs(payout_cents))}"
