"""What a casino allows: one frozen value with every rule of a game."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction

from bjtrainer.cards import Rank


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
    """Every rule of one game. Defaults are those of a file that leaves the key out.

    Money is in cents, ratios are exact fractions. ``load_rules`` gives checked values only.

    >>> Rules(name="Two decks", slug="two-decks", decks=2).blackjack_pays
    Fraction(3, 2)
    """

    # What the game is called; no effect on play.
    name: str
    slug: str
    source: str = ""

    # The cards and the dealer.
    decks: int = 6
    soft_17: Soft17 = Soft17.STAND
    hole_card: HoleCard = HoleCard.PEEK
    blackjack_pays: Fraction = Fraction(3, 2)

    # Doubling.
    double_on: DoubleOn = DoubleOn.ANY
    double_soft: bool = True
    double_after_split: bool = True

    # Splitting.
    split_by: SplitBy = SplitBy.VALUE
    max_hands: int = 4
    max_ace_hands: int = 2
    split_aces_draw: SplitAcesDraw = SplitAcesDraw.ONE

    # Surrender.
    surrender: Surrender = Surrender.NONE
    surrender_except: tuple[Rank, ...] = ()

    # Insurance.
    insurance: bool = True
    insurance_pays: Fraction = Fraction(2)
    insurance_with_blackjack: bool = True

    # Hands of many cards: at the limit the hand stands; a charlie wins at once.
    card_limit: int | None = None
    charlie: int | None = None

    # The shoe: every round, or once this fraction of the cards is used.
    shuffle: Shuffle | Fraction = Shuffle.EVERY_ROUND

    # Bets, in cents; no effect on values.
    min_bet: int = 100
    max_bet: int = 20_000
    chips: tuple[int, ...] = (100, 500, 2_500, 10_000)
    boxes: int = 1

    @property
    def digest(self) -> str:
        """Twelve hex digits over everything that affects play and values.

        The same for two games that differ only in name, slug, source, chips or bet limits.

        >>> one = Rules(name="One", slug="one"); other = Rules(name="Other", slug="other")
        >>> one.digest == other.digest, len(one.digest)
        (True, 12)
        """
        text = "\n".join(
            f"{field.name}={_canonical(getattr(self, field.name))}"
            for field in fields(self)
            if field.name not in _NOT_PLAY
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]


_NOT_PLAY = frozenset({"name", "slug", "source", "min_bet", "max_bet", "chips"})


def _canonical(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ",".join(sorted(_canonical(part) for part in value))
    return str(value)
