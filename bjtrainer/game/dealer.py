"""What the dealer does: there is no choice in it."""

from __future__ import annotations

from bjtrainer.cards import Rank
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules, Soft17


def dealer_draws(rules: Rules, hand: Hand) -> bool:
    """Whether the dealer takes another card: up to 16, and at soft 17 where the rules say so.

    >>> hits = Rules(name="E", slug="e", soft_17=Soft17.HIT)
    >>> [dealer_draws(hits, Hand.parse(text)) for text in ("A6", "A24", "A6T", "T6", "A7")]
    [True, True, False, True, False]
    """
    total = hand.total
    return total < 17 or (total == 17 and hand.soft and rules.soft_17 is Soft17.HIT)


def dealer_checks(upcard: Rank) -> bool:
    """Whether a blackjack is possible with this upcard, so that the dealer looks for it.

    >>> [str(rank) for rank in Rank if dealer_checks(rank)]
    ['A', 'T']
    """
    return upcard in (Rank.ACE, Rank.TEN)
