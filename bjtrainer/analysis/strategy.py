"""A way to play every hand: where it leads (forwards) and what it is worth (backwards)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.chances import Hands
from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import Booleans, Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, STAND


@dataclass(frozen=True, eq=False)
class Strategy:
    """What is done with each hand of a table against each upcard, as action codes ``(n, 10)``.

    ``first`` answers two starting cards. ``later`` answers everything else: three or more cards,
    and two cards after a split that are not split again (hit, stand or double). A hand plays the
    same whatever other hands of the split got ("zero memory"); a pair is split again whenever the
    rules allow. ``unlike_tens (10,)`` answers two starting tens that may not be split because
    they are of different denominations.
    """

    first: Integers
    later: Integers
    unlike_tens: Integers


@dataclass(frozen=True, eq=False)
class MixedStrategy:
    """How often each action is taken with each hand of a table against each upcard.

    As ``Strategy``, but a hand is played now so, now so, as a person does: shares from 0 to 1 of
    the five actions by their ``CODE``, adding up to 1, in ``first (n, 10, 5)``, ``later
    (n, 10, 5)`` and ``unlike_tens (10, 5)``. Each decision is made anew, whatever was done before.

    >>> two = np.array([[HIT, STAND]])
    >>> mixed = MixedStrategy.always(Strategy(first=two, later=two, unlike_tens=two[0]))
    >>> mixed.first[0].tolist()
    [[1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0]]
    """

    first: Numbers
    later: Numbers
    unlike_tens: Numbers

    @classmethod
    def always(cls, strategy: Strategy) -> MixedStrategy:
        """Give a strategy as the mixture in which it is played every time."""
        certain = np.eye(5)
        return cls(
            first=certain[strategy.first],
            later=certain[strategy.later],
            unlike_tens=certain[strategy.unlike_tens],
        )


def share(answers: Numbers, action: int) -> Numbers:
    """Give how often answers are an action: of a ``Strategy`` (yes or no) or a mixed one.

    ``answers`` are codes, or shares of all five actions in the last axis of floats or Fractions.

    >>> share(np.array([HIT, STAND]), HIT).tolist(), share(np.array([[0.25, 0.75]]), STAND).tolist()
    ([True, False], [0.75])
    """
    taken: Numbers = answers == action if answers.dtype.kind == "i" else answers[..., action]
    return taken


@dataclass(frozen=True, eq=False)
class Paths:
    """In how many orders of cards a strategy leads to each hand; arrays like the roots.

    ``passing``: the hand is come by. ``finals``: the hand is stood on, counted once for each wager
    on it. ``doubled``: the hand is doubled. With a mixed strategy each order counts as often as it
    is played.
    """

    passing: Numbers
    finals: Numbers
    doubled: Numbers


def follow(hands: Hands, roots: Numbers, two: Numbers, later: Numbers) -> Paths:
    """Follow a strategy from two-card hands, counting the orders in which it gets to each hand.

    ``roots`` counts the orders of each two-card hand; ``two`` answers these, ``later`` the hands of
    three or more cards, both as ``share`` reads them. From a hand that is split or surrendered it
    goes on nowhere.
    """
    passing = roots.astype(np.result_type(roots, share(two, HIT)))
    finals = np.zeros_like(passing)
    doubled = np.zeros_like(passing)
    for size, level in enumerate(hands.levels[2:], start=2):
        answer = (two if size == 2 else later)[level]
        ways = passing[level]
        hit, double = ways * share(answer, HIT), ways * share(answer, DOUBLE)
        finals[level] += ways * share(answer, STAND)
        doubled[level] = double
        drawing = np.flatnonzero((hit + double).any(axis=1))
        hit, twice = hit[drawing], double[drawing] * 2
        for rank in range(10):
            children = hands.child[drawing + level.start, rank]
            fits = children >= 0
            passing[children[fits]] += hit[fits]
            if size == 2:
                finals[children[fits]] += twice[fits]
    return Paths(passing=passing, finals=finals, doubled=doubled)


@dataclass(frozen=True, eq=False)
class Ahead:
    """The value of each way to go on from each hand, times its chance, ``(n, 10)``.

    In initial wagers, joint as everything in ``chances``; ``double`` for two cards only.
    """

    hit: Numbers
    stand: Numbers
    double: Numbers


def look_ahead(
    hands: Hands,
    stand: Numbers,
    given: Numbers,
    hits: Callable[[slice, Numbers], Booleans],
) -> Ahead:
    """Work backwards from the hands of most cards to those of two.

    ``stand`` and ``given`` as in ``Chances``. ``hits(level, hit)`` says which hands of a level of
    three or more cards are hit, with the value of the hit (plus one) at hand.
    """
    bust = np.zeros_like(stand[:1])  # a last row, which answers for child -1
    standing = np.concatenate([stand, bust])
    best, hit = standing.copy(), np.zeros_like(stand)
    for level in reversed(hands.levels[2:]):
        hit[level] = _one_more_card(hands.child[level], best)
        best[level] = np.where(hits(level, hit[level]), hit[level], stand[level])
    two = hands.levels[2]
    double = np.zeros_like(stand)
    double[two] = (_one_more_card(hands.child[two], standing) - given[two]) * 2
    return Ahead(hit=hit - given, stand=stand - given, double=double)


def _one_more_card(child: Integers, value: Numbers) -> Numbers:
    result: Numbers = value[child[:, 0]]
    for rank in range(1, 10):
        result += value[child[:, rank]]
    return result
