"""A chart as arrays, and as a strategy that the analysis can play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bjtrainer.analysis.hands import TEN, Booleans, HandTable, Integers
from bjtrainer.analysis.legality import CODE, DOUBLE, SPLIT, STAND, SURRENDER, Legality
from bjtrainer.analysis.strategy import Strategy
from bjtrainer.cards import Rank
from bjtrainer.charts.model import CELLS, ROWS, Cell, Code, Row
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand

TOTAL_ROWS: tuple[Row, ...] = tuple(row for row in ROWS if row.kind != "pair")
"""The 26 rows of totals: hard 4 to 20, soft 12 to 20."""
AS_TOTAL = -1
"""In a pair's cell: play it as its total."""

_PLACE = {row: place for place, row in enumerate(TOTAL_ROWS)}


@dataclass(frozen=True, eq=False)
class Plan:
    """The codes of a chart, upcards in the order ``A 2..9 T``.

    ``choice (26, 10)`` and ``fallback (26, 10)`` of the rows of totals: action codes, the fallback
    hit or stand. ``pair (10, 10)``: ``SPLIT``, ``SURRENDER`` (else split), or ``AS_TOTAL``; in
    somebody else's chart also another action of the pair's own.
    """

    choice: Integers
    fallback: Integers
    pair: Integers

    def strategy(self, table: HandTable, legal: Legality) -> Strategy:
        """Give what the plan does with every hand of a table."""
        rows = rows_of_totals(table)
        known = (rows >= 0)[:, None]
        choice = np.where(known, self.choice[rows], STAND)
        fallback = np.where(known, self.fallback[rows], STAND)
        fallback = np.where(allows(legal.later, fallback), fallback, STAND)
        first = np.where(allows(legal.first, choice), choice, fallback)
        unlike_tens = first[table.pair_row(TEN)].copy()
        for rank in range(10):
            if (row := table.pair_row(rank)) >= 0:
                code, may = self.pair[rank], legal.first[row]
                splits = (code == SPLIT) | (code == SURRENDER)
                as_total = (code == AS_TOTAL) | (splits & ~may[:, SPLIT])
                as_total |= (code == DOUBLE) & ~may[:, DOUBLE]
                refused = (code == SURRENDER) & ~may[:, SURRENDER]
                first[row] = np.where(as_total, first[row], np.where(refused, SPLIT, code))
        later = np.where(allows(legal.later, choice), choice, fallback)
        return Strategy(first=first, later=later, unlike_tens=unlike_tens)

    def codes(self) -> dict[Cell, Code]:
        """Give the code of every cell; a pair played as its total has its total's code."""
        return {cell: self._code(cell) for cell in CELLS}

    def _code(self, cell: Cell) -> Code:
        column = cell.upcard.index
        if cell.row.kind == "pair":
            pair = self.pair[Rank(cell.row.label).index, column]
            if pair != AS_TOTAL:
                return Code.P if pair == SPLIT else Code.RP
        place = total_place(cell.row)
        letters = _LETTER[self.choice[place, column]] + _LETTER[self.fallback[place, column]]
        return Code(letters[0].upper() if letters[0] == letters[1] else letters.capitalize())


def plan_of(codes: Mapping[Cell, Code]) -> Plan:
    """Read a plan from the codes of a chart; the inverse of ``Plan.codes``.

    A pair may have a code that is neither a split nor its total's, as in somebody else's chart.
    Raises ``InputError`` where that is a surrender with a fallback of its own.
    """
    choice, fallback = np.full((2, len(TOTAL_ROWS), 10), STAND)
    pair = np.full((10, 10), AS_TOTAL)
    for cell, code in codes.items():
        column = cell.upcard.index
        if cell.row.kind != "pair":
            place = total_place(cell.row)
            choice[place, column] = CODE[code.actions[0]]
            fallback[place, column] = CODE[code.actions[-1]]
        elif code in _PAIR_CODES:
            pair[Rank(cell.row.label).index, column] = _PAIR_CODES[code]
        elif code is not codes[Cell(TOTAL_ROWS[total_place(cell.row)], cell.upcard)]:
            if code.actions[0] is Action.SURRENDER:
                raise InputError(f"{cell}: code is {code}; a pair that surrenders alone is Rp")
            pair[Rank(cell.row.label).index, column] = CODE[code.actions[0]]
    return Plan(choice=choice, fallback=fallback, pair=pair)


def total_place(row: Row) -> int:
    """Give the place in ``TOTAL_ROWS`` of a row, for a pair that of its total."""
    if row.kind != "pair":
        return _PLACE[row]
    rank = Rank(row.label)
    return _PLACE[Row.of_total(Hand((rank, rank)))]


def rows_of_totals(table: HandTable) -> Integers:
    """Give for each hand of a table its place in ``TOTAL_ROWS``, -1 for 21 and single cards."""
    hard, soft = table.total - 4, table.total - 12 + 17
    rows = np.where(table.soft, soft, hard)
    return np.where((table.cards >= 2) & (table.total <= 20), rows, -1)


def allows(legal: Booleans, actions: Integers) -> Booleans:
    """Say for each of ``actions (n, 10)`` whether ``legal (n, 10, 5)`` has it."""
    result: Booleans = np.take_along_axis(legal, actions[:, :, None], axis=2)[:, :, 0]
    return result


_LETTER = {CODE[action]: action.letter for action in Action}
_PAIR_CODES = {Code.P: SPLIT, Code.RP: SURRENDER}
