"""The chips that a player lays down before a round, one stack for each box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bjtrainer.rules.model import Rules

Stack = tuple[int, ...]
"""Chips in cents, the last one laid down on top."""


@dataclass(frozen=True, slots=True)
class Bets:
    """Chips on the boxes of a game, and the box that the next chip goes to, from 0.

    >>> bets = Bets.of(Rules(name="E", slug="e", boxes=2)).add(500).add(100)
    >>> bets.stacks, bets.take_back().next_box().add(2500).placed
    (((500, 100), ()), (500, 2500))
    """

    rules: Rules
    stacks: tuple[Stack, ...]
    chosen: int = 0

    @classmethod
    def of(cls, rules: Rules, bets_cents: Sequence[int] = ()) -> Bets:
        """Lay bets down in as few chips as it takes, from the first box on.

        >>> Bets.of(Rules(name="E", slug="e"), [13_100]).stacks
        ((10000, 2500, 500, 100),)
        """
        stacks = [_in_chips(cents, rules.chips) for cents in bets_cents]
        return cls(rules, (*stacks, *((),) * (rules.boxes - len(stacks))))

    @property
    def on_boxes(self) -> tuple[int, ...]:
        """What lies on each box, in cents."""
        return tuple([sum(stack) for stack in self.stacks])

    @property
    def placed(self) -> tuple[int, ...]:
        """The bets that there are, in cents, from the left."""
        return tuple([cents for cents in self.on_boxes if cents])

    def add(self, chip_cents: int) -> Bets:
        """Lay a chip on the chosen box."""
        return self._with((*self.stacks[self.chosen], chip_cents))

    def take_back(self) -> Bets:
        """Take the last chip back from the chosen box, where there is one."""
        return self._with(self.stacks[self.chosen][:-1])

    def next_box(self) -> Bets:
        """Choose the next box; after the last one, the first."""
        return replace(self, chosen=(self.chosen + 1) % len(self.stacks))

    def _with(self, stack: Stack) -> Bets:
        before, after = self.stacks[: self.chosen], self.stacks[self.chosen + 1 :]
        return replace(self, stacks=(*before, stack, *after))


def _in_chips(cents: int, chips: Sequence[int]) -> Stack:
    """Give an amount in chips, which are multiples of the smallest, as it is itself."""
    stack: list[int] = []
    for chip in reversed(chips):
        whole, cents = divmod(cents, chip)
        stack += [chip] * whole
    return tuple(stack)
