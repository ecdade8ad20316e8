"""What a casino allows: one frozen value with every rule of a game."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction

from bjtrainer.cards import Rank


class Decks(Enum):
    """How many decks are in the shoe, where that is no number.

    >>> str(Decks.INFINITE), Decks.INFINITE == 8
    ('infinite', False)
    """

    INFINITE = "infinite"

    def __str__(self) -> str:
        return self.value


class Soft17(Enum):
    """What the dealer does with a total of 17 that counts an ace as 11."""

    HIT = "hit"
    STAND = "stand"


class HoleCard(Enum):
    """When the dealer's second card comes, and what a dealer blackjack takes."""

    PEEK = "peek"
    NONE = "none"
    NONE_ORIGINAL_ONLY = "none_original_only"


class DoubleOn(Enum):
    """The two-card totals that may be doubled."""

    ANY = "any"
    NINE_TO_ELEVEN = "9-11"
    TEN_ELEVEN = "10-11"


class SplitBy(Enum):
    """What makes two cards a pair: the same value (K and J) or the same denomination (K and K)."""

    VALUE = "value"
    DENOMINATION = "denomination"


class SplitAcesDraw(Enum):
    """How many cards a split ace may draw."""

    ONE = "one"
    ANY = "any"


class Surrender(Enum):
    """Whether half the bet can be given up: after the dealer has checked (late) or before."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


class Shuffle(Enum):
    """When the cards are shuffled, if not after a fraction of them is used."""

    EVERY_ROUND = "every_round"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Every rule of one game: a field for each key of a rules file, with the key's default.

    Money is in cents (a file says dollars), ratios are exact fractions. ``load_rules`` gives
    checked values only.

    >>> Rules(name="Two decks", slug="two-decks", decks=2).blackjack_pays
    Fraction(3, 2)
    """

    name: str
    """What the game is called. In a file, by default, the name of the file in words."""
    slug: str
    """The game's name in commands and files. By default the name of its file."""
    source: str = ""
    """Where the rules come from."""

    decks: int | Decks = 6
    """Decks of 52 cards in the shoe. ``INFINITE``: each card comes from a full deck of its own."""
    soft_17: Soft17 = Soft17.STAND
    """Whether the dealer hits or stands on a 17 that counts an ace as 11."""
    hole_card: HoleCard = HoleCard.PEEK
    """``peek``: the dealer checks for blackjack under a ten or an ace before anyone plays.

    ``none``: the second card comes after the players, and a blackjack takes all that was doubled
    and split. ``none_original_only``: it takes the original bet alone, as if it had been found at
    once; what was doubled and split goes back, of bust hands too.
    """
    blackjack_pays: Fraction = Fraction(3, 2)
    """What a blackjack wins, in bets."""

    double_on: DoubleOn = DoubleOn.ANY
    """The totals of two cards that can be doubled; only hard ones where they are named."""
    double_soft: bool = True
    """Whether hands that count an ace as 11 can be doubled; False where totals are named."""
    double_after_split: bool = True
    """Whether the hands of a split can be doubled."""

    split_by: SplitBy = SplitBy.VALUE
    """Whether K and J are a pair (by value) or only K and K (by denomination)."""
    max_hands: int = 4
    """Hands that one bet can become by splitting: 4 are three splits, 1 is none."""
    max_ace_hands: int = 2
    """The same for aces: 2 are one split. In a file never more than ``max_hands`` by default."""
    split_aces_draw: SplitAcesDraw = SplitAcesDraw.ONE
    """Whether a split ace gets one card and stands, or can draw on."""

    surrender: Surrender = Surrender.NONE
    """Whether half the bet can be given up: after the dealer has checked (late) or before.

    Without a hole card a late surrender loses all of the bet to a later dealer blackjack.
    """
    surrender_except: tuple[Rank, ...] = ()
    """Upcards against which there is no surrender, in the order ``A 2..9 T``."""

    insurance: bool = True
    """Whether insurance, for half the bet, is offered against an ace."""
    insurance_pays: Fraction = Fraction(2)
    """What insurance wins, in units of the insurance."""
    insurance_with_blackjack: bool = True
    """Whether insurance is offered to a player who has a blackjack."""

    card_limit: int | None = None
    """Cards at which a hand stands by itself; None for no limit."""
    charlie: int | None = None
    """Cards at which a hand that is not bust wins at once, doubled or not; None for none."""

    shuffle: Shuffle | Fraction = Shuffle.EVERY_ROUND
    """When to shuffle: every round, or after the round in which this fraction was used up."""

    min_bet: int = 100
    """The smallest bet, in cents."""
    max_bet: int = 20_000
    """The largest first bet of a round, in cents."""
    chips: tuple[int, ...] = (100, 500, 2_500, 10_000)
    """The chips, in cents, rising; every bet is a multiple of the first."""
    boxes: int = 1
    """Hands that can be bet on at once, each with a bet of its own."""

    @property
    def digest(self) -> str:
        """Twelve hex digits over everything that affects play and values.

        The same for two games that differ only in name, slug, source, chips or bet limits.

        >>> one = Rules(name="One", slug="one"); other = Rules(name="Other", slug="other")
        >>> one.digest == other.digest, len(one.digest)
        (True, 12)
        """
        text = "\n".join(
            f"{name}={_canonical(getattr(self, name))}"
            for name in sorted(field.name for field in fields(self))
            if name not in _NOT_PLAY
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]


_NOT_PLAY = frozenset({"name", "slug", "source", "min_bet", "max_bet", "chips"})


def _canonical(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ",".join(sorted(_canonical(part) for part in value))
    return str(value)
