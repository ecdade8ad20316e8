"""What a hand comes to against the dealer's."""

from __future__ import annotations

from bjtrainer.game.events import HandSettled, Outcome
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import at_odds, half
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.rules.model import Rules


def outcome(player: PlayerHand, dealer: Hand) -> Outcome:
    """Say how a finished hand ends against the dealer's finished hand.

    >>> from bjtrainer.cards import Card
    >>> natural = PlayerHand((Card("A", "s"), Card("K", "h")), 500)
    >>> str(outcome(natural, Hand.parse("777"))), str(outcome(natural, Hand.parse("TA")))
    ('blackjack', 'push')
    """
    if player.surrendered:
        return Outcome.SURRENDER
    if player.blackjack:
        return Outcome.PUSH if dealer.ace_ten else Outcome.BLACKJACK
    mine, theirs = player.hand.total, dealer.total
    if mine > 21 or dealer.ace_ten:
        return Outcome.LOSE
    if theirs > 21 or mine > theirs:
        return Outcome.WIN
    return Outcome.PUSH if mine == theirs else Outcome.LOSE


def payout_cents(rules: Rules, bet_cents: int, result: Outcome) -> int:
    """Give what the player gains or loses by a bet, in cents.

    >>> [payout_cents(Rules(name="E", slug="e"), 500, result) for result in Outcome]
    [500, -500, 0, 750, -250]
    """
    match result:
        case Outcome.WIN:
            return bet_cents
        case Outcome.LOSE:
            return -bet_cents
        case Outcome.PUSH:
            return 0
        case Outcome.BLACKJACK:
            return at_odds(bet_cents, rules.blackjack_pays)
        case Outcome.SURRENDER:
            return -half(bet_cents)


def settled(rules: Rules, place: int, player: PlayerHand, dealer: Hand) -> HandSettled:
    """Settle the finished hand at this place from the left against the dealer's finished hand."""
    result = outcome(player, dealer)
    payout = payout_cents(rules, player.bet_cents, result)
    return HandSettled(place, result, payout, player.bet_cents + payout)
