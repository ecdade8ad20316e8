"""A hand of ranks: total, soft and pair are derived, never stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bjtrainer.cards import Rank
from bjtrainer.errors import InputError


@dataclass(frozen=True, slots=True)
class Hand:
    """The ranks of one hand in the order they came.

    >>> hand = Hand.parse("A,7")
    >>> hand.total, hand.soft, hand.pair, str(hand)
    (18, True, None, 'A7')
    """

    ranks: tuple[Rank, ...]

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
    def hard_total(self) -> int:
        """Points with every ace as 1."""
        return sum([rank.points for rank in self.ranks])

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11.

        >>> [Hand.parse(text).soft for text in ("AA9", "AAA6", "5AA5", "A6T")]
        [True, True, False, False]
        """
        return Rank.ACE in self.ranks and self.hard_total <= 11

    @property
    def total(self) -> int:
        """The best total: an ace counts as 11 where that does not bust the hand.

        >>> [Hand.parse(text).total for text in ("AA9", "AAA6", "5AA5", "A6T")]
        [21, 19, 12, 17]
        """
        hard = self.hard_total
        return hard + 10 if hard <= 11 and Rank.ACE in self.ranks else hard

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
