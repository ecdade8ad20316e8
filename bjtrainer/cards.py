"""Ranks and cards: how a card plays, and how it looks.

A rank is what matters to the game (J, Q, K and 10 all play as T); a card is what a person sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bjtrainer.errors import InputError


class Rank(Enum):
    """How a card plays; the value is the trade's letter, in the order ``A 2..9 T``.

    >>> Rank("T").points, Rank("A").points
    (10, 1)
    """

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"

    points: int
    """Points counted low: an ace 1, a ten or face card 10."""
    index: int
    """Place in the order ``A 2..9 T``, from 0: the axis of every array of ten."""

    def __init__(self, letter: str) -> None:
        self.points = {"A": 1, "T": 10}.get(letter) or int(letter)
        self.index = self.points - 1

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read one rank as a person writes it: any case, faces and ``10`` too.

        >>> [Rank.parse(text).value for text in ("a", "10", "K", "7")]
        ['A', 'T', 'T', '7']
        """
        letter = text.strip().upper()
        if letter in ("10", "J", "Q", "K"):
            return cls.TEN
        try:
            return cls(letter)
        except ValueError:
            raise InputError(f"{text!r} is not a card; write one of A 2 3 4 5 6 7 8 9 T") from None

    def __str__(self) -> str:
        return str(self.value)


RANKS: tuple[Rank, ...] = tuple(Rank)
"""All ten ranks in the order ``A 2..9 T``."""

UPCARDS: tuple[Rank, ...] = (*RANKS[1:], Rank.ACE)
"""The upcards in the order of a printed chart: ``2..9 T A``."""

FACES: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: tuple[str, ...] = ("s", "h", "d", "c")
_RANK_OF_FACE = {face: Rank.parse(face) for face in FACES}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it lies on the table: its face (``A 2..10 J Q K``) and suit (``s h d c``).

    >>> str(Card("K", "s")), Card.parse("Ks").rank
    ('Ks', <Rank.TEN: 'T'>)
    """

    face: str
    suit: str
    rank: Rank = field(init=False, repr=False, compare=False)
    """How the card plays."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", _RANK_OF_FACE[self.face])

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card back from its text; ``Card.parse(str(card)) == card`` for every card."""
        face, suit = text[:-1], text[-1:]
        if face not in FACES or suit not in SUITS:
            raise InputError(f"{text!r} is not a card; write a face and a suit, such as Ks or 10h")
        return cls(face, suit)

    def __str__(self) -> str:
        return self.face + self.suit


DECK: tuple[Card, ...] = tuple(Card(face, suit) for suit in SUITS for face in FACES)
"""One deck of 52 in a fixed order: 13 faces in each of four suits."""
