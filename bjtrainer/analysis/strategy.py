"""A way to play every hand, and the hands that it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, STAND


@dataclass(frozen=True, eq=False)
class Strategy:
    """What is done with each hand of a table against each upcard, as action codes ``(n, 10)``.

    ``first`` answers two starting cards. ``later`` answers everything else: three or more cards,
    and two cards after a split that are not split again (hit, stand or double). A hand plays the
    same whatever other hands of the split got ("zero memory"); a pair is split again whenever the
    rules allow.
    """

    first: Integers
    later: Integers


class Growth(Protocol):
    """Hands in blocks by number of cards, with the row of each hand's children."""

    @property
    def child(self) -> Integers: ...
    @property
    def levels(self) -> tuple[slice, ...]: ...


@dataclass(frozen=True, eq=False)
class Paths:
    """In how many orders of cards a strategy leads to each hand; arrays like the roots.

    ``passing``: the hand is come by and a decision is made. ``finals``: the hand is stood on,
    counted once for each wager on it. ``doubled``: the hand is doubled.
    """

    passing: Numbers
    finals: Numbers
    doubled: Numbers


def follow(hands: Growth, roots: Numbers, actions: Integers, later: Integers) -> Paths:
    """Follow a strategy from two-card hands, counting the orders in which it gets to each hand.

    ``roots`` counts the orders of each two-card hand from which play goes on by hit, stand or
    double; ``actions`` answers these, ``later`` the hands of three or more cards.
    """
    passing = roots.copy()
    finals = np.zeros_like(roots)
    doubled = np.zeros_like(roots)
    for size, level in enumerate(hands.levels[2:], start=2):
        answer = (actions if size == 2 else later)[level]
        ways = passing[level]
        hit = ways * (answer == HIT)
        double = ways * (answer == DOUBLE)
        finals[level] += ways * (answer == STAND)
        doubled[level] = double
        drawing = np.flatnonzero((hit + double * 2).reshape(len(ways), -1).any(axis=1))
        hit, twice = hit[drawing], double[drawing] * 2
        for rank in range(10):
            children = hands.child[drawing + level.start, rank]
            fits = children >= 0
            passing[children[fits]] += hit[fits]
            if size == 2:
                finals[children[fits]] += twice[fits]
    return Paths(passing=passing, finals=finals, doubled=doubled)
