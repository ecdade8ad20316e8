"""The start of a round: which cards the bets are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bjtrainer.cards import Card
from bjtrainer.game.events import BetPlaced, CardDealt, DealerCardDealt, Event
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import HoleCard, Rules


class Start(NamedTuple):
    """How a round starts: a hand for each bet, the dealer's cards, and the shoe after them."""

    hands: tuple[PlayerHand, ...]
    cards: tuple[Card, ...]
    shoe: Shoe
    events: tuple[Event, ...]


def start(rules: Rules, bets_cents: Sequence[int], shoe: Shoe) -> Start:
    """Deal a card to each box, from the left, the dealer's upcard, a second to each, and the rest.

    The rest is the hole card in a game with one.

    >>> shoe = Shoe(tuple([Card(face, "s") for face in "23456789"]))
    >>> five = Rules(name="E", slug="e", boxes=5)
    >>> dealt = start(five, [500, 1_000], shoe)
    >>> [str(hand.hand) for hand in dealt.hands], " ".join(str(card) for card in dealt.cards)
    (['25', '36'], '4s 7s')
    """
    boxes = len(bets_cents)
    dealers = 2 if rules.hole_card is HoleCard.PEEK else 1
    cards, shoe = shoe.take(2 * boxes + dealers)
    first, upcard, second = cards[:boxes], cards[boxes], cards[boxes + 1 : 2 * boxes + 1]
    hole = cards[2 * boxes + 1 :]
    hands: list[PlayerHand] = []
    bets: list[Event] = []
    firsts: list[Event] = []
    seconds: list[Event] = []
    for box, bet_cents in enumerate(bets_cents):
        hands.append(PlayerHand((first[box], second[box]), bet_cents, box))
        bets.append(BetPlaced(bet_cents, box))
        firsts.append(CardDealt(box, first[box]))
        seconds.append(CardDealt(box, second[box]))
    face_down = [DealerCardDealt(None) for _ in hole]
    events = (*bets, *firsts, DealerCardDealt(upcard), *seconds, *face_down)
    return Start(tuple(hands), (upcard, *hole), shoe, events)
