"""What each key of a rules file may say."""

from __future__ import annotations

from fractions import Fraction

from bjtrainer.cards import Rank
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)
from bjtrainer.rules.money import parse_dollars
from bjtrainer.strict_yaml import (
    NULL,
    Fields,
    Listing,
    Value,
    boolean,
    choice,
    ratio,
    slug,
    text,
    whole,
)

MOST_DECKS = 100


def _share(written: str) -> Fraction:
    share = ratio.parse(written)
    if not Fraction(1, 1000) <= share < 1:
        raise ValueError
    return share


def _bet(written: str) -> int:
    cents = parse_dollars(written)
    if cents == 0:
        raise ValueError
    return cents


upcard = Value("an upcard: A 2 3 4 5 6 7 8 9 or T", Rank.parse)
"""Reads a rank as a person writes it, ``10`` and faces too."""

_DOLLARS = Value("dollars above 0 such as 1 or 0.50", _bet)
_CARDS = whole(3, 21) | NULL

KEYS: Fields = {
    "name": text(80),
    "slug": slug,
    "source": text(300, least=0),
    "decks": whole(1, MOST_DECKS) | choice(Decks),
    "soft_17": choice(Soft17),
    "hole_card": choice(HoleCard),
    "blackjack_pays": ratio,
    "double_on": choice(DoubleOn),
    "double_soft": boolean,
    "double_after_split": boolean,
    "split_by": choice(SplitBy),
    "max_hands": whole(1, 4),
    "max_ace_hands": whole(1, 4),
    "split_aces_draw": choice(SplitAcesDraw),
    "surrender": choice(Surrender),
    "surrender_except": Listing(upcard, "[A, T]", most=10),
    "insurance": boolean,
    "insurance_pays": ratio,
    "insurance_with_blackjack": boolean,
    "card_limit": _CARDS,
    "charlie": _CARDS,
    "shuffle": choice(Shuffle)
    | Value("the part of the cards used before it, from 0.001, such as 0.75", _share),
    "min_bet": _DOLLARS,
    "max_bet": _DOLLARS,
    "chips": Listing(_DOLLARS, "[1, 5, 25, 100]", least=1, most=9),
    "boxes": whole(1, 5),
}
"""Every key of a rules file with the reader of its value; the order is that of ``Rules``."""
