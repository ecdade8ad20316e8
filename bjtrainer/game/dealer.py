"""What the dealer does: there is no choice in it."""

from __future__ import annotations

from bjtrainer.cards import Rank
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import HoleCard, Rules, Soft17, Surrender

_OF_A_BLACKJACK = (Rank.ACE, Rank.TEN)


def dealer_draws(rules: Rules, hand: Hand) -> bool:
    """Whether the dealer takes another card: up to 16, and at soft 17 where the rules say so.

    >>> hits = Rules(name="E", slug="e", soft_17=Soft17.HIT)
    >>> [dealer_draws(hits, Hand.parse(text)) for text in ("A6", "A24", "A6T", "T6", "A7")]
    [True, True, False, True, False]
    """
    total = hand.total
    return total < 17 or (total == 17 and hand.soft and rules.soft_17 is Soft17.HIT)


def dealer_checks(upcard: Rank) -> bool:
    """Whether a blackjack is possible with this upcard: a dealer with a hole card looks for it.

    >>> [str(rank) for rank in Rank if dealer_checks(rank)]
    ['A', 'T']
    """
    return upcard in _OF_A_BLACKJACK


def check_waits(rules: Rules, upcard: Rank) -> bool:
    """Whether the dealer looks for a blackjack only after the player's first decision.

    So it is where a hand can be surrendered early, and only against upcards where it can be.

    >>> rules = Rules(name="E", slug="e", surrender=Surrender.EARLY, surrender_except=(Rank.ACE,))
    >>> [str(rank) for rank in Rank if check_waits(rules, rank)]
    ['T']
    """
    return (
        rules.surrender is Surrender.EARLY
        and rules.hole_card is HoleCard.PEEK
        and dealer_checks(upcard)
        and upcard not in rules.surrender_except
    )
