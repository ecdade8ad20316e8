"""A hand of ranks, from which total, soft and pair follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bjtrainer.cards import Rank
from bjtrainer.errors import InputError

_ACE = Rank.ACE  # at hand for every hand that is made: to look up a member takes Python 3.11 long


@dataclass(frozen=True, slots=True)
class Hand:
    """The ranks of one hand in the order they came.

    >>> hand = Hand.parse("A,7")
    >>> hand.total, hand.soft, hand.pair, str(hand)
    (18, True, None, 'A7')
    >>> [Hand.parse(text).total for text in ("AA9", "AAA6", "5AA5", "A6T")]
    [21, 19, 12, 17]
    """

    ranks: tuple[Rank, ...]
    hard_total: int = field(init=False, repr=False, compare=False)
    """Points with every ace as 1."""
    total: int = field(init=False, repr=False, compare=False)
    """The best total: an ace counts as 11 where that does not bust the hand."""

    def __post_init__(self) -> None:
        hard = total = sum([rank.points for rank in self.ranks])
        if hard <= 11 and _ACE in self.ranks:
            total += 10
        object.__setattr__(self, "hard_total", hard)
        object.__setattr__(self, "total", total)

    @classmethod
    def of(cls, ranks: Iterable[Rank]) -> Hand:
        """Make a hand of any ranks."""
        return cls(tuple(ranks))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand as a person writes it: ``T6``, ``A,7``, ``10-6``, ``8 8``, ``KQ``.

        >>> [str(Hand.parse(text)) for text in ("10-6", "kq", "T, 4, 2", "106")]
        ['T6', 'TT', 'T42', 'T6']
        """
        letters = re.sub(r"[\s,;/+-]+", "", text)
        parts = re.findall(r"10|.", letters)
        if not parts:
            raise InputError("no cards given; write a hand such as T6, A,7 or 10-6")
        try:
            return cls(tuple(Rank.parse(part) for part in parts))
        except InputError as error:
            raise InputError(f"hand {text!r}: {error}") from None

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11.

        >>> [Hand.parse(text).soft for text in ("AA9", "AAA6", "5AA5", "A6T")]
        [True, True, False, False]
        """
        return self.total != self.hard_total

    @property
    def bust(self) -> bool:
        """Whether the total is above 21."""
        return self.hard_total > 21

    @property
    def pair(self) -> Rank | None:
        """The rank of two cards that play alike; None for any other hand."""
        ranks = self.ranks
        return ranks[0] if len(ranks) == 2 and ranks[0] is ranks[1] else None

    @property
    def ace_ten(self) -> bool:
        """Whether the hand is an ace and a ten: a blackjack unless it comes from a split."""
        return len(self.ranks) == 2 and self.total == 21

    def __add__(self, rank: Rank) -> Hand:
        return Hand((*self.ranks, rank))

    def __len__(self) -> int:
        return len(self.ranks)

    def __iter__(self) -> Iterator[Rank]:
        return iter(self.ranks)

    def __str__(self) -> str:
        return "".join(rank.value for rank in self.ranks)
