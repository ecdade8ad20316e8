"""The game's own legality, asked once for each kind of situation and kept as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.hands import Booleans, HandTable
from bjtrainer.cards import RANKS
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules

CODE: dict[Action, int] = {action: code for code, action in enumerate(Action)}
"""The number that stands for an action in arrays: its place in ``Action``."""
HIT, STAND, DOUBLE, SPLIT, SURRENDER = (
    CODE[action]
    for action in (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
)


@dataclass(frozen=True, eq=False)
class Legality:
    """What is legal for every hand of a table; the last axis is the action's ``CODE``.

    ``first (n, 10, 5)``: two starting cards and an upcard; nothing for other hands.
    ``second (10, 10, 5)``: after a split of the first rank, with the second rank drawn to it, as
    one of the most hands allowed (so that it cannot be split again).
    ``draws (n,)``: whether a hand of three or more cards may be hit.
    ``later (n, 10, 5)``: what may be done with a hand after the first decision, as in ``draws``
    and ``second``, whichever of its two cards was split.
    """

    first: Booleans
    second: Booleans
    draws: Booleans
    later: Booleans


def legality(rules: Rules, table: HandTable) -> Legality:
    """Ask ``legal_actions`` for each starting hand, each split hand, and each size and total.

    >>> from bjtrainer.analysis.hands import hand_table
    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> table = hand_table((4,) * 9 + (16,))
    >>> legality(rules, table).first[table.row("88"), 9].tolist()
    [True, True, True, True, False]
    """
    # Only surrender looks at the upcard, and only whether it is excepted.
    excepted = np.array([upcard in rules.surrender_except for upcard in RANKS])
    first = np.zeros((len(table), 10, 5), dtype=bool)
    second = np.zeros((10, 10, 5), dtype=bool)
    for one in RANKS:
        most = rules.max_ace_hands if one.points == 1 else rules.max_hands
        for other in RANKS:
            hand = Hand((one, other))
            row = table.child[table.child[0, one.index], other.index]
            if row >= 0 and one.index <= other.index:
                for upcards in (np.flatnonzero(excepted), np.flatnonzero(~excepted)):
                    if len(upcards):
                        situation = Situation(hand=hand, upcard=RANKS[upcards[0]])
                        first[row, upcards] = _as_array(legal_actions(rules, situation))
            situation = Situation(hand=hand, upcard=RANKS[0], split_hands=max(2, most))
            second[one.index, other.index] = _as_array(legal_actions(rules, situation))
    draws = _draws(rules, table)
    return Legality(first=first, second=second, draws=draws, later=_later(table, second, draws))


def _as_array(legal: tuple[Action, ...]) -> Booleans:
    return np.array([action in legal for action in Action])


def _draws(rules: Rules, table: HandTable) -> Booleans:
    kinds = table.cards * 32 + table.total
    draws = np.zeros(len(table), dtype=bool)
    for kind in sorted(set(kinds[table.cards >= 3].tolist())):  # np.unique loads numpy.ma
        rows = np.flatnonzero(kinds == kind)
        counts = table.counts[rows[0]]
        hand = Hand.of(rank for rank in RANKS for _ in range(counts[rank.index]))
        situation = Situation(hand=hand, upcard=RANKS[0])
        draws[rows] = Action.HIT in legal_actions(rules, situation)
    return draws


def _later(table: HandTable, second: Booleans, draws: Booleans) -> Booleans:
    later = np.zeros((len(table), 10, 5), dtype=bool)
    later[:, :, STAND] = True
    later[:, :, HIT] = draws[:, None]
    for one in range(10):
        for other in range(10):
            row = table.child[table.child[0, one], other]
            if row >= 0:
                later[row] |= second[one, other]
    return later
