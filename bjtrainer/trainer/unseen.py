"""The cards that a player has not seen: how many of each rank, and which of them comes next."""

from __future__ import annotations

from collections import Counter

from bjtrainer.cards import DECK, RANKS, Rank
from bjtrainer.game.dealer import check_waits
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Decks, HoleCard, Rules

_ONE_DECK = Counter(card.rank for card in DECK)
_ENDLESS = 10**9
_BLACKJACK_WITH = {Rank.ACE: Rank.TEN, Rank.TEN: Rank.ACE}


def unseen(rules: Rules, hand: Hand, upcard: Rank) -> dict[Rank, int]:
    """Count a fresh shoe less a hand and the upcard; none of a rank may count below 0.

    A billion decks stand for endless ones: the same to nine digits.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> unseen(rules, Hand.parse("T6"), Rank.TEN)[Rank.TEN]
    14
    """
    seen = Counter((*hand, upcard))
    decks = _ENDLESS if isinstance(rules.decks, Decks) else rules.decks
    return {rank: _ONE_DECK[rank] * decks - seen[rank] for rank in RANKS}


def barred_hole(rules: Rules, upcard: Rank, *, first: bool) -> Rank | None:
    """Give the rank that cannot lie face down when the player is asked about a hand, if any.

    Where the dealer has looked for a blackjack, it would have ended the round. At a ``first``
    decision the look may be still to come.
    """
    if rules.hole_card is not HoleCard.PEEK or (first and check_waits(rules, upcard)):
        return None
    return _BLACKJACK_WITH.get(upcard)


def next_card(rules: Rules, hand: Hand, upcard: Rank) -> dict[Rank, float]:
    """Give the chance of each rank to be the next card, adding up to 1.

    From a fresh shoe, and in a peek game given that the dealer has no blackjack: a hole card
    that is no ace leaves a few more aces to come.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> chances = next_card(rules, Hand.parse("T6"), Rank.TEN)
    >>> chances[Rank.ACE] == 4 / 48, round(sum(chances.values()), 12)
    (True, 1.0)
    """
    left = unseen(rules, hand, upcard)
    size = sum(left.values())
    barred = barred_hole(rules, upcard, first=len(hand) == 2)
    holes = size - left[barred] if barred else size
    return {
        rank: count / (size - 1)  # the hole card is another one for sure
        if rank is barred
        else count * (holes - 1) / (holes * (size - 1))
        for rank, count in left.items()
    }
