"""What a hand comes to against the dealer's."""

from __future__ import annotations

from collections.abc import Sequence

from bjtrainer.game.actions import is_charlie
from bjtrainer.game.events import HandSettled, InsuranceSettled, Outcome
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import at_odds, half
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.rules.model import HoleCard, Rules, Surrender


def in_play(rules: Rules, player: PlayerHand) -> bool:
    """Whether the cards that the dealer draws still decide about a finished hand.

    A surrendered hand, a bust one, a charlie and a blackjack are beyond them.
    """
    hand = player.hand
    return not (player.surrendered or hand.bust or player.blackjack or is_charlie(rules, hand))


def outcome(rules: Rules, player: PlayerHand, dealer: Hand) -> Outcome:
    """Say how a finished hand ends against the dealer's finished hand.

    >>> from bjtrainer.cards import Card
    >>> natural = PlayerHand((Card("A", "s"), Card("K", "h")), 500)
    >>> dealer_hands = (Hand.parse("777"), Hand.parse("TA"))
    >>> [str(outcome(Rules(name="E", slug="e"), natural, dealer)) for dealer in dealer_hands]
    ['blackjack', 'push']
    """
    if player.surrendered:
        # Early surrender is over before a blackjack can come, late surrender is not.
        lost = dealer.ace_ten and rules.surrender is Surrender.LATE
        return Outcome.LOSE if lost else Outcome.SURRENDER
    if player.blackjack:
        return Outcome.PUSH if dealer.ace_ten else Outcome.BLACKJACK
    mine, theirs = player.hand.total, dealer.total
    if mine > 21:
        return Outcome.LOSE
    if is_charlie(rules, player.hand):
        return Outcome.WIN
    if theirs > 21 or mine > theirs:
        return Outcome.WIN
    return Outcome.PUSH if mine == theirs and not dealer.ace_ten else Outcome.LOSE


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


def settled(rules: Rules, hands: Sequence[PlayerHand], dealer: Hand) -> tuple[HandSettled, ...]:
    """Settle all the finished hands, from the left, against the dealer's finished hand.

    Where a dealer blackjack takes the original bet only, what was doubled goes back, and so does
    all that lies on hands beside the first of a box, of bust hands too: as if the dealer had looked
    first. A charlie has won by then and keeps what it won.
    """
    boxes = [player.box for player in hands]
    return tuple(
        [
            _settled(rules, place, player, dealer, original=boxes.index(player.box) == place)
            for place, player in enumerate(hands)
        ]
    )


def _settled(
    rules: Rules, place: int, player: PlayerHand, dealer: Hand, *, original: bool
) -> HandSettled:
    result, bet_cents = outcome(rules, player, dealer), player.bet_cents
    if rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY and result is Outcome.LOSE and dealer.ace_ten:
        if not original:
            result = Outcome.PUSH
        elif player.doubled:
            bet_cents = half(bet_cents)
    payout = payout_cents(rules, bet_cents, result)
    return HandSettled(place, result, payout, player.bet_cents + payout)


def insurances_settled(
    rules: Rules, insurances_cents: Sequence[int], *, blackjack: bool
) -> tuple[InsuranceSettled, ...]:
    """Settle the insurance of every box that has one; ``blackjack`` is the dealer's.

    ``insurances_cents`` holds one amount for each box, 0 where there is none.

    >>> insurances_settled(Rules(name="E", slug="e"), (0, 250), blackjack=True)
    (InsuranceSettled(payout_cents=500, box=1),)
    """
    return tuple(
        [
            InsuranceSettled(at_odds(cents, rules.insurance_pays) if blackjack else -cents, box)
            for box, cents in enumerate(insurances_cents)
            if cents
        ]
    )
