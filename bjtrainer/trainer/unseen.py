"""The cards that a player has not seen: how many of each rank, and which of them comes next."""

from __future__ import annotations

from collections import Counter

from bjtrainer.cards import DECK, RANKS, Rank
from bjtrainer.game.dealer import check_waits
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Decks, HoleCard, Rules

_ONE_DECK = Counter(card.rank for card in DECK)
_ENDLESS_DECKS = 10**9
ENDLESS = tuple(_ONE_DECK[rank] / len(DECK) for rank in RANKS)
"""The chance of each rank, in the order of ``RANKS``, where the decks are endless."""

_BLACKJACK_WITH = {Rank.ACE: Rank.TEN, Rank.TEN: Rank.ACE}


def unseen(rules: Rules, hand: Hand, upcard: Rank) -> dict[Rank, int]:
    """Count a fresh shoe less a hand and the upcard; none of a rank may count below 0.

    A billion decks stand for endless ones: the same to nine digits.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> unseen(rules, Hand.parse("T6"), Rank.TEN)[Rank.TEN]
    14
    """
    seen = Counter((*hand, upcard))
    decks = _ENDLESS_DECKS if isinstance(rules.decks, Decks) else rules.decks
    return {rank: _ONE_DECK[rank] * decks - seen[rank] for rank in RANKS}


def barred_hole(rules: Rules, upcard: Rank) -> Rank | None:
    """Give the rank that cannot lie face down once the dealer has looked for a blackjack, if any.

    It would have ended the round. None where there is no hole card to look at.
    """
    return _BLACKJACK_WITH.get(upcard) if rules.hole_card is HoleCard.PEEK else None


def next_card(rules: Rules, hand: Hand, upcard: Rank, *, looked: bool = True) -> dict[Rank, float]:
    """Give the chance of each rank to be the next card, adding up to 1.

    From a fresh shoe, and in a peek game where the dealer has ``looked``, given that he has no
    blackjack: a hole card that is no ace leaves a few more aces to come.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> chances = next_card(rules, Hand.parse("T6"), Rank.TEN)
    >>> chances[Rank.ACE] == 4 / 48, round(sum(chances.values()), 12)
    (True, 1.0)
    """
    left = unseen(rules, hand, upcard)
    size = sum(left.values())
    barred = barred_hole(rules, upcard) if looked else None
    holes = size - left[barred] if barred else size
    return {
        rank: count / (size - 1)  # the hole card is another one for sure
        if rank is barred
        else count * (holes - 1) / (holes * (size - 1))
        for rank, count in left.items()
    }


def starting_ways(rules: Rules, hand: Hand, upcard: Rank) -> int:
    """Count the ways to deal two cards in either order, against an upcard, with a hole card.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> [starting_ways(rules, Hand.parse(text), Rank.TEN) for text in ("6T", "79", "88")]
    [5400, 1440, 540]
    """
    left = unseen(rules, hand, upcard)
    barred = None if check_waits(rules, upcard) else barred_hole(rules, upcard)
    return orders(rules, hand, upcard) * (sum(left.values()) - (left[barred] if barred else 0))


def orders(rules: Rules, hand: Hand, upcard: Rank) -> int:
    """Count the ways to deal two cards against an upcard.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> orders(rules, Hand.parse("AT"), Rank.ACE), orders(rules, Hand.parse("AA"), Rank.ACE)
    (96, 6)
    """
    left = unseen(rules, Hand(()), upcard)
    one, other = hand
    return left[one] * (left[other] - 1) if hand.pair else 2 * left[one] * left[other]
