"""In how many ways a split grows to so many hands, and what each hand knows of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb


@dataclass(frozen=True)
class HandsOfSplit:
    """How many hands of a split know what of the others, as weights by further pair cards gone.

    ``drawn[a]`` weighs one hand whose second card is not a pair card, ``paired[a]`` one whose
    second card is a pair card that cannot be split again, when ``a`` pair cards beyond the first
    two are gone. ``again[a]`` weighs the pairs that are split again.
    """

    drawn: tuple[int, ...]
    paired: tuple[int, ...]
    again: tuple[int, ...]


@lru_cache(maxsize=8)
def hands_of_split(most: int) -> HandsOfSplit:
    """Count the ways in which a split grows to at most ``most`` hands.

    Slots are filled one at a time: a pair card adds a hand while there are fewer than ``most``,
    another card closes its slot; at ``most`` hands the open slots take any card.

    >>> hands_of_split(2)
    HandsOfSplit(drawn=(2,), paired=(2,), again=(0,))
    """
    if most < 2:
        return HandsOfSplit(drawn=(0,), paired=(0,), again=(0,))
    drawn, paired, again = ([0] * (2 * most) for _ in range(3))

    def add(weights: list[int], times: int, pair_cards: int, others_closed: int) -> None:
        for more in range(others_closed + 1):
            weights[pair_cards + more] += times * (-1) ** more * comb(others_closed, more)

    ways = {(2, 0): 1}
    while ways:
        (hands, closed), times = ways.popitem()
        pair_cards = hands - 2
        if hands == most:
            if closed:
                add(drawn, times * closed, pair_cards, closed - 1)
            add(drawn, times * (hands - closed), pair_cards, closed)
            add(paired, times * (hands - closed), pair_cards, closed)
        elif closed == hands:
            add(drawn, times * hands, pair_cards, closed - 1)
        else:
            add(again, times, pair_cards + 1, closed)
            for state in ((hands + 1, closed), (hands, closed + 1)):
                ways[state] = ways.get(state, 0) + times
    last = max(a for a in range(2 * most) if drawn[a] or paired[a] or again[a])
    return HandsOfSplit(*(tuple(weights[: last + 1]) for weights in (drawn, paired, again)))
