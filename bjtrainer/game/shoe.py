"""The shoe: an order of cards and how many of them are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from bjtrainer.cards import DECK, RANKS, Card
from bjtrainer.rules.model import Decks, Rules, Shuffle

T = TypeVar("T")


def shuffled(cards: Iterable[T], rng: Random) -> tuple[T, ...]:
    """Give cards, or anything else, in an order drawn evenly from all (Fisher and Yates).

    Made of ``rng.random()`` alone, the one method whose numbers Python keeps the same for a seed
    in every version; a card misses its even chance by less than one part in 10^13.

    >>> [str(card) for card in shuffled(DECK[:5], Random(3))]
    ['As', '4s', '5s', '3s', '2s']
    """
    order = list(cards)
    random = rng.random
    for last in range(len(order) - 1, 0, -1):
        chosen = int(random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Shoe:
    """Some decks in one order; drawing gives a card and the shoe without it.

    ``order[:discarded]`` are the discards of earlier rounds, ``order[discarded:dealt]`` lie on
    the table, ``order[dealt:]`` are still to come. Where none is left, the discards are shuffled
    in, as a dealer does, so that a card on the table is never dealt twice; ``next_seed`` decides
    their order, so that a shoe of the same value always deals the same cards. ``ran_out`` tells
    that this has happened.

    An ``endless`` shoe never runs out: ``order`` is then what was drawn from it so far, each card
    from a full deck, and where none is left more are drawn.

    >>> card, rest = Shoe((Card("K", "s"), Card("7", "h"))).draw()
    >>> str(card), rest.left
    ('Ks', 1)
    """

    order: tuple[Card, ...]
    dealt: int = 0
    discarded: int = 0
    next_seed: int = 0
    ran_out: bool = False
    endless: bool = False

    @classmethod
    def shuffled(cls, decks: int | Decks, rng: Random) -> Shoe:
        """Give a full shoe of so many decks in a random order, or an endless one.

        >>> Shoe.shuffled(2, Random(1)).left
        104
        >>> [str(card) for card in Shoe.shuffled(Decks.INFINITE, Random(1)).order[:4]]
        ['7s', '6c', 'Ac', 'Ah']
        """
        if decks is Decks.INFINITE:
            return cls(_drawn_one_by_one(rng), next_seed=rng.getrandbits(64), endless=True)
        return cls(shuffled(DECK * decks, rng), next_seed=rng.getrandbits(64))

    @property
    def left(self) -> int:
        """How many cards are still to come before the discards, or new cards, are needed."""
        return len(self.order) - self.dealt

    def draw(self) -> tuple[Card, Shoe]:
        """Deal the next card: the card, and the shoe after it. Raises as ``take`` does."""
        (card,), rest = self.take(1)
        return card, rest

    def take(self, count: int) -> tuple[tuple[Card, ...], Shoe]:
        """Deal the next cards: the cards in order, and the shoe after them.

        Raises ``LookupError`` when every card lies on the table. No round of a game whose rules go
        together comes to that.
        """
        dealt = self.dealt + count
        cards = self.order[self.dealt : dealt]
        if dealt <= len(self.order):
            return cards, Shoe(
                self.order, dealt, self.discarded, self.next_seed, self.ran_out, self.endless
            )
        more, rest = self._filled_up().take(count - len(cards))
        return cards + more, rest

    def clear_table(self) -> Shoe:
        """Put the cards on the table to the discards, as between two rounds."""
        return Shoe(self.order, self.dealt, self.dealt, self.next_seed, self.ran_out, self.endless)

    def must_shuffle(self, rules: Rules) -> bool:
        """Whether the rules want all the cards shuffled before the next round.

        >>> from fractions import Fraction
        >>> tenth = Rules(name="E", slug="e", decks=1, shuffle=Fraction(1, 10))
        >>> [Shoe(DECK, dealt=dealt).must_shuffle(tenth) for dealt in (5, 6)]
        [False, True]
        """
        if isinstance(rules.shuffle, Shuffle) or self.ran_out:
            return True
        return self.dealt >= rules.shuffle * len(self.order)

    def composition(self) -> tuple[int, ...]:
        """Count the cards still to come, by rank in the order ``A 2..9 T``.

        Of an endless shoe the counts are those of a deck: each card to come is drawn from one.

        >>> Shoe(DECK).composition()
        (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
        """
        counts = [0] * len(RANKS)
        for card in DECK if self.endless else self.order[self.dealt :]:
            counts[card.rank.index] += 1
        return tuple(counts)

    def _filled_up(self) -> Shoe:
        """The shoe after its last card: those on the table count as dealt, and more follow."""
        rng = Random(self.next_seed)
        on_table = self.order[self.discarded :]
        if self.endless:
            more = _drawn_one_by_one(rng)
        elif self.discarded:
            more = shuffled(self.order[: self.discarded], rng)
        else:
            raise LookupError("every card of the shoe lies on the table")
        return Shoe(
            on_table + more,
            dealt=len(on_table),
            next_seed=rng.getrandbits(64),
            ran_out=not self.endless,
            endless=self.endless,
        )


def _drawn_one_by_one(rng: Random) -> tuple[Card, ...]:
    """Some cards of an endless shoe: each is drawn evenly from a deck in which none is missing."""
    random = rng.random
    return tuple([DECK[int(random() * len(DECK))] for _ in DECK])


def drill_rng(seed: int, round_number: int) -> Random:
    """Give the chance of one round of a drill: it depends on these two numbers only.

    >>> drill_rng(7, 1).random() == drill_rng(7, 1).random() != drill_rng(7, 2).random()
    True
    """
    return Random(f"{seed}/{round_number}")


def drill_shoe(decks: int | Decks, seed: int, round_number: int) -> Shoe:
    """Give the fresh shoe of one round of a drill, whatever was played before it.

    >>> drill_shoe(2, seed=7, round_number=3) == drill_shoe(2, seed=7, round_number=3)
    True
    """
    return Shoe.shuffled(decks, drill_rng(seed, round_number))
