"""A player's habits as a strategy that the analysis can play: each decision as it is answered.

The stored answers are counted by cell and by what was allowed, and that is all that a habit knows:
three cards that make 16 are played as two, unless two may be doubled or surrendered and three may
not. Where nothing was answered the chart is played. Of the analysis come the conventions: a hand
of a split plays as if it had not been split, and a pair is split again whenever the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.hands import TEN, Booleans, Integers
from bjtrainer.analysis.legality import CODE, SPLIT
from bjtrainer.analysis.strategy import MixedStrategy
from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS
from bjtrainer.charts.model import CELLS, INSURANCE_CELL, ROWS, Cell
from bjtrainer.charts.plan import TOTAL_ROWS, Plan, rows_of_totals
from bjtrainer.game.actions import Action
from bjtrainer.stats.habits import Habit

_MASKS = 1 << len(Action)
DECISIONS = len(ROWS) * len(RANKS) * _MASKS
"""How many numbers there are for a decision: every cell with everything that might be allowed."""

NONE = -1
"""Instead of a number: no decision is taken here."""

_BITS: Integers = 1 << np.arange(len(Action))
_PLACE = {str(cell): ROWS.index(cell.row) * len(RANKS) + cell.upcard.index for cell in CELLS}
_CELL = {place: cell for cell, place in _PLACE.items()}
_CODE_OF_WORD = {str(action): code for action, code in CODE.items()}


@dataclass(frozen=True, eq=False)
class Asked:
    """The number of the decision that each hand of a table asks against each upcard, or ``NONE``.

    ``first (n, 10)``, ``later (n, 10)`` and ``unlike_tens (10,)`` as in ``Strategy``. A number is
    a cell with what is allowed; ``decision`` says which.
    """

    first: Integers
    later: Integers
    unlike_tens: Integers


def asked(values: Values) -> Asked:
    """Number the decisions of a solved game."""
    table, legal = values.base.table, values.legal
    rows = rows_of_totals(table)
    first = _numbers(rows, legal.first)
    whole = legal.first.copy()
    whole[:, :, SPLIT] = False
    unlike_tens = _numbers(rows, whole)[table.pair_row(TEN)]
    for rank in range(len(RANKS)):
        if (row := table.pair_row(rank)) >= 0:
            of_pair = _numbers(np.array([len(TOTAL_ROWS) + rank]), legal.first[[row]])[0]
            first[row] = np.where(legal.first[row, :, SPLIT], of_pair, first[row])
    return Asked(first=first, later=_numbers(rows, legal.later), unlike_tens=unlike_tens)


def _numbers(rows: Integers, may: Booleans) -> Integers:
    cells = rows[:, None] * len(RANKS) + np.arange(len(RANKS))
    chosen = (rows >= 0)[:, None] & (may.sum(axis=2) > 1)
    return np.where(chosen, cells * _MASKS + may @ _BITS, NONE)


def decision(number: int) -> tuple[Cell, tuple[Action, ...]]:
    """Give the cell of a decision and what is allowed there.

    >>> cell, legal = decision(number_of("hard 16 v T", ["hit", "stand"]))
    >>> str(cell), [str(action) for action in legal]
    ('hard 16 v T', ['hit', 'stand'])
    """
    place, mask = divmod(number, _MASKS)
    legal = tuple(action for action, code in CODE.items() if mask >> code & 1)
    return Cell.parse(_CELL[place]), legal


def number_of(cell: str, legal: Iterable[str]) -> int:
    """Give the number of a decision by its cell and the words allowed; ``NONE`` for no such one."""
    words = set(legal)
    if cell not in _PLACE or not words <= _CODE_OF_WORD.keys():
        return NONE
    return _PLACE[cell] * _MASKS + sum(1 << _CODE_OF_WORD[word] for word in words)


@dataclass(frozen=True, eq=False)
class Answered:
    """Answers counted by the number of the decision, ``times (DECISIONS, 5)``, and insurance.

    ``insured`` and ``not_insured`` count the answers to insurance. ``left_out`` counts those that
    the analysis has no place for: whether to split a pair again, and what no hand of the game asks.
    """

    times: Integers
    insured: int
    not_insured: int
    left_out: int

    @property
    def known(self) -> Booleans:
        """The decisions ``(DECISIONS,)`` with an answer."""
        known: Booleans = self.times.sum(axis=1) > 0
        return known

    @property
    def shares(self) -> Numbers:
        """How often each action was taken, ``(DECISIONS, 5)``; none where nothing was answered."""
        all_times = self.times.sum(axis=1, keepdims=True)
        shares: Numbers = self.times / np.where(all_times > 0, all_times, 1)
        return shares

    @property
    def insures(self) -> float | None:
        """How often insurance is taken, from 0 to 1; None without an answer."""
        offered = self.insured + self.not_insured
        return self.insured / offered if offered else None


def answered(habits: Iterable[Habit], where: Asked) -> Answered:
    """Count habits by the decisions of a game."""
    numbers = np.concatenate([where.first.ravel(), where.later.ravel(), where.unlike_tens])
    asks = np.zeros(DECISIONS, dtype=bool)
    asks[numbers[numbers != NONE]] = True
    times = np.zeros((DECISIONS, len(Action)), dtype=np.int64)
    insurance: dict[str, int] = {"yes": 0, "no": 0}
    left_out = 0
    for habit in habits:
        number = number_of(habit.cell, habit.legal)
        for answer, given in habit.answers.items():
            if habit.cell == INSURANCE_CELL and answer in insurance:
                insurance[answer] += given
            elif number == NONE or not asks[number] or habit.again or answer not in habit.legal:
                left_out += given
            else:
                times[number, _CODE_OF_WORD[answer]] += given
    return Answered(
        times=times, insured=insurance["yes"], not_insured=insurance["no"], left_out=left_out
    )


def own_strategy(values: Values, plan: Plan, where: Asked, given: Answered) -> MixedStrategy:
    """Give how a player plays by what was answered; by a chart's plan where nothing was."""
    chart = MixedStrategy.always(plan.strategy(values.base.table, values.legal))
    known, shares = given.known, given.shares

    def played(numbers: Integers, otherwise: Numbers) -> Numbers:
        answered_here = (numbers != NONE) & known[numbers]
        return np.where(answered_here[..., None], shares[numbers], otherwise)

    return MixedStrategy(
        first=played(where.first, chart.first),
        later=played(where.later, chart.later),
        unlike_tens=played(where.unlike_tens, chart.unlike_tens),
    )
