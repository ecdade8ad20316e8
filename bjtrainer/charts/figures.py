"""The whole chart of a game: codes, and for each cell the figures behind its code."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.evaluate import evaluate, starting_orders
from bjtrainer.analysis.hands import TEN, Booleans, Integers
from bjtrainer.analysis.legality import CODE, HIT, SPLIT, STAND
from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.derive import derive_plans
from bjtrainer.charts.model import (
    CELLS,
    Cell,
    Chart,
    Code,
    Edges,
    Entry,
    InsuranceEntry,
    Method,
)
from bjtrainer.charts.plan import Plan, rows_of_totals, total_place
from bjtrainer.charts.visits import Visits, chart_play
from bjtrainer.game.actions import Action, why_no_insurance
from bjtrainer.game.hand import Hand


def derive_chart(values: Values, method: Method = Method.WHOLE_GAME) -> Chart:
    """Derive the chart of a solved game, with the figures of every cell and the edges."""
    plans = derive_plans(values)
    plan = plans.two_card if method is Method.TWO_CARD else plans.whole_game
    figures = _Figures(values, plan)
    codes, others = plan.codes(), plans.two_card.codes()
    return Chart(
        game=values.rules.slug,
        rules_digest=values.rules.digest,
        method=method,
        edges=Edges(
            optimal=float(values.edge().total),
            chart=plans.whole_game_edge,
            two_card_chart=plans.two_card_edge,
        ),
        entries={cell: figures.entry(cell, codes[cell], others[cell]) for cell in CELLS},
        insurance=insurance_entry(values),
    )


def plan_edge(values: Values, plan: Plan) -> float:
    """Give the player's expectation when a plan is played exactly, in initial wagers a round."""
    strategy = plan.strategy(values.base.table, values.legal)
    return float(evaluate(values.splits, strategy).total)


class _Figures:
    """The averages of every cell, over the decisions that a plan leads to."""

    def __init__(self, values: Values, plan: Plan) -> None:
        self._values = values
        self._play = chart_play(values, plan)
        self._first, self._asked_first = values.per_wager(first=True)
        self._later, _ = values.per_wager(first=False)
        self._rows = [_sorted_rows(kind) for kind in self._play.kinds]

    def entry(self, cell: Cell, code: Code, two_card: Code) -> Entry:
        """Give the figures of one cell under its code."""
        weight, may, value = self._decisions(cell)
        frequency = 100 * float(weight.sum())
        if not frequency:
            weight, may, value = self._two_cards(cell)
        first = CODE[code.actions[0]]
        takes = may[:, first]
        values, margin = _averages(weight[takes], may[takes], value[takes], first)
        fallback_margin = None
        if len(code.actions) > 1 and code is not Code.RP and weight[~takes].sum():
            fallback = CODE[code.actions[1]]
            rest = may[~takes] & np.isin(np.arange(5), (HIT, STAND))
            _, fallback_margin = _averages(weight[~takes], rest, value[~takes], fallback)
        return Entry(
            code=code,
            values=values,
            margin=margin,
            frequency=frequency,
            fallback_margin=fallback_margin,
            two_card=two_card if two_card is not code else None,
        )

    def _decisions(self, cell: Cell) -> tuple[Numbers, Booleans, Numbers]:
        """Give the chance, legal actions and values of the hands in a cell, pairs in their own."""
        column, base = cell.upcard.index, self._values.base
        unlike = np.array([float(1 - base.tens_alike)])
        if cell.row.kind == "pair":
            rank = Rank(cell.row.label)
            row = base.table.pair_row(rank.index)
            dealt = self._asked_first[row, column] * self._values.legal.first[row, column, SPLIT]
            dealt = dealt * (1 - unlike if rank is Rank.TEN else 1)
            again = self._play.again[rank.index, column]
            may = np.stack([self._values.legal.first[row, column], self._again(row, column)])
            value = np.stack([self._first[row, column], self._later[row, column]])
            return np.append(dealt, again), may, value
        parts = []
        for number, (kind, rows) in enumerate(zip(self._play.kinds, self._rows, strict=True)):
            hands = rows[total_place(cell.row)]
            may = kind.may[hands, column].copy()
            # Pairs are asked in their own row, but tens of two denominations.
            weight = kind.number[hands, column] * kind.asked[hands, column]
            unlike_tens = unlike * kind.asked[hands, column]
            tens = kind.hand[hands] == base.table.pair_row(TEN)
            weight = np.where(may[:, SPLIT], np.where(tens, unlike_tens, 0), weight)
            may[:, SPLIT] = False
            value = (self._later if number else self._first)[kind.hand[hands], column]
            parts.append((weight, may, value))
        weights, mays, all_values = zip(*parts, strict=True)
        return np.concatenate(weights), np.concatenate(mays), np.concatenate(all_values)

    def _again(self, row: int, column: int) -> Booleans:
        may: Booleans = self._values.legal.later[row, column].copy()
        may[SPLIT] = True
        return may

    def _two_cards(self, cell: Cell) -> tuple[Numbers, Booleans, Numbers]:
        """Give the same of the row's two starting cards, as if they could not be split."""
        column, table = cell.upcard.index, self._values.base.table
        in_row = rows_of_totals(table) == total_place(cell.row)
        hands = np.flatnonzero(in_row & (table.cards == 2))
        dealt = starting_orders(self._values.base)[hands, column]
        may = self._values.legal.first[hands, column].copy()
        may[:, SPLIT] = False
        return dealt * self._asked_first[hands, column], may, self._first[hands, column]


def _sorted_rows(kind: Visits) -> list[Integers]:
    order = np.argsort(kind.row, kind="stable")
    ends = np.searchsorted(kind.row[order], np.arange(27))
    return [order[begin:end] for begin, end in pairwise(ends)]


def _averages(
    weight: Numbers, may: Booleans, value: Numbers, first: int
) -> tuple[dict[Action, float], float]:
    """Give the average of each action, the first choice first, and its margin over the next."""
    averages: dict[Action, float] = {}
    margins = []
    for action in sorted(Action, key=lambda action: CODE[action] != first):
        code = CODE[action]
        shares = weight * may[:, code]
        if not (total := shares.sum()):
            continue
        averages[action] = float((shares * value[:, code]).sum() / total)
        if code != first:
            margins.append(float((shares * (value[:, first] - value[:, code])).sum() / total))
    return averages, min(margins, default=0.0)


def insurance_entry(values: Values) -> InsuranceEntry | None:
    """Give what insurance is worth over all hands it is offered on; None where there is none."""
    chance, worth = 0.0, 0.0
    for one in RANKS:
        for other in RANKS[one.index :]:
            hand = Hand((one, other))
            if why_no_insurance(values.rules, hand, Rank.ACE) is None:
                dealt = float(values.deal_chance(hand, Rank.ACE))
                chance += dealt
                worth += dealt * float(values.insurance(hand)) / 2
    if not chance:
        return None
    value = worth / chance
    return InsuranceEntry(take=value > 0, value=value, frequency=100 * chance)
