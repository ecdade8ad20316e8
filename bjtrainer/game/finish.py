"""The end of a round: which cards the dealer still shows and draws, and what every bet comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bjtrainer.cards import Card, Rank
from bjtrainer.game.dealer import dealer_checks, dealer_draws
from bjtrainer.game.events import (
    DealerCardDealt,
    Event,
    HandSettled,
    HoleCardTurned,
    InsuranceSettled,
)
from bjtrainer.game.hand import Hand
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.settlement import in_play, insurances_settled, settled
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules

_BLACKJACK = Hand((Rank.ACE, Rank.TEN))


class Finish(NamedTuple):
    """How a round ends: the dealer's cards, the shoe after them, and what the bets come to."""

    cards: tuple[Card, ...]
    shoe: Shoe
    events: tuple[Event, ...]
    results: tuple[HandSettled, ...]
    insurance_results: tuple[InsuranceSettled, ...]


def finish(
    rules: Rules,
    hands: Sequence[PlayerHand],
    cards: tuple[Card, ...],
    shoe: Shoe,
    insurances_cents: Sequence[int],
) -> Finish:
    """Finish a round when the player has: turn, draw and settle.

    ``insurances_cents`` are the insurance bets that still stand, by box.

    A hole card is turned. Cards are drawn while a hand is in play. With none in play and no hole
    card, the second card comes only where a blackjack would change what insurance or a hand comes
    to. The events end with the settlements.

    >>> from bjtrainer.rules.model import HoleCard
    >>> cards = [tuple(Card.parse(text) for text in hand.split()) for hand in ("As Ks", "10h")]
    >>> natural, shoe = PlayerHand(cards[0], 500), Shoe((Card("6", "h"), Card("5", "h")))
    >>> rules = Rules(name="E", slug="e", hole_card=HoleCard.NONE)
    >>> end = finish(rules, [natural], cards[1], shoe, [])
    >>> " ".join(str(card) for card in end.cards), str(end.results[0].outcome)
    ('10h 6h', 'blackjack')
    """
    dealt = len(cards)
    events: list[Event] = [HoleCardTurned(card) for card in cards[1:]]
    dealer = Hand(tuple([card.rank for card in cards]))
    if any(in_play(rules, hand) for hand in hands):
        while dealer_draws(rules, dealer):
            card, shoe = shoe.draw()
            cards, dealer = (*cards, card), dealer + card.rank
    elif dealt == 1 and _blackjack_matters(rules, hands, cards[0].rank, insurances_cents):
        card, shoe = shoe.draw()
        cards, dealer = (*cards, card), dealer + card.rank
    events += [DealerCardDealt(card) for card in cards[dealt:]]
    insurance = insurances_settled(rules, insurances_cents, blackjack=dealer.ace_ten)
    results = settled(rules, hands, dealer)
    return Finish(cards, shoe, (*events, *insurance, *results), results, insurance)


def _blackjack_matters(
    rules: Rules, hands: Sequence[PlayerHand], upcard: Rank, insurances_cents: Sequence[int]
) -> bool:
    """Whether a dealer blackjack would change what insurance or hands out of play come to."""
    if not dealer_checks(upcard):
        return False
    none = settled(rules, hands, Hand((upcard,)))
    return any(insurances_cents) or none != settled(rules, hands, _BLACKJACK)
