"""Derive a chart from the exact values of a game.

``two-card``: each cell is chosen on the two-card hands in it, as printed charts are. ``whole-game``
starts there and changes one cell after another, first choice or fallback, as long as that raises
the exact value of playing the whole chart: a local optimum. A row comes up at most once in a hand,
so the gain of any single change is an exact sum over the hands that reach the cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.evaluate import starting_orders
from bjtrainer.analysis.hands import TEN, Booleans, Integers
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS
from bjtrainer.charts.model import TIE, Method, Row
from bjtrainer.charts.plan import AS_TOTAL, TOTAL_ROWS, Plan, rows_of_totals, total_place
from bjtrainer.charts.visits import chart_play, sum_by_row

# Every code of a row of totals, as (first choice, fallback).
TOTAL_CODES = (
    (HIT, HIT),
    (STAND, STAND),
    (DOUBLE, HIT),
    (DOUBLE, STAND),
    (SURRENDER, HIT),
    (SURRENDER, STAND),
)
PAIR_CODES = (AS_TOTAL, SPLIT, SURRENDER)
_NOTHING = 1e-15  # a gain below this, in initial wagers a round, is rounding


def derive_plan(values: Values, method: Method) -> Plan:
    """Derive the codes of a chart by one of the two methods."""
    return two_card_plan(values) if method is Method.TWO_CARD else whole_game_plan(values)


def two_card_plan(values: Values) -> Plan:
    """Choose each cell on the two-card hands in it, weighted by their chance, best play following.

    Pairs that split are left out of the row of their total, unless nothing else is in it. Where
    hitting and standing are worth the same it is a hit.
    """
    table, joint = values.base.table, values.joint
    dealt = starting_orders(values.base)
    rows = rows_of_totals(table)
    unsplit = dealt * (values.optimal.first != SPLIT)
    counted = np.where((sum_by_row(rows, unsplit) > 0)[rows], unsplit, dealt)
    summed = sum_by_row(rows, joint * counted[:, :, None])
    tie = TIE * sum_by_row(rows, values.base.given * counted)
    legal = legal_choices(values)
    legal[:, :, SPLIT] = False
    fallback = np.where(summed[:, :, HIT] >= summed[:, :, STAND] - tie, HIT, STAND)
    best = np.where(legal, summed, -np.inf).argmax(axis=2)
    choice = np.where((best == HIT) | (best == STAND), fallback, best)
    plan = Plan(choice=choice, fallback=fallback, pair=np.full((10, 10), AS_TOTAL))
    pairs = _worth_of_pairs(values, plan, joint)
    return replace(plan, pair=np.array(PAIR_CODES)[_first_best(pairs)])


@dataclass(frozen=True, eq=False)
class Plans:
    """A game's charts by both methods, and what a player may expect of each, in initial wagers."""

    two_card: Plan
    two_card_edge: float
    whole_game: Plan
    whole_game_edge: float


def derive_plans(values: Values) -> Plans:
    """Derive both charts: change single cells of the two-card plan until none raises its value.

    The best change of each upcard's column is made at once: columns do not touch each other.
    """
    two_card = plan = two_card_plan(values)
    begun = worth = worth_of_codes(values, plan)
    while (better := _better(plan, worth)) is not None:
        plan, worth = better, worth_of_codes(values, better)
    return Plans(
        two_card=two_card, two_card_edge=begun.edge, whole_game=plan, whole_game_edge=worth.edge
    )


def whole_game_plan(values: Values) -> Plan:
    """Derive the chart of which no single cell can be changed for the better."""
    return derive_plans(values).whole_game


@dataclass(frozen=True, eq=False)
class Worth:
    """What every code of every cell is worth while the rest of a chart stays as it is.

    In initial wagers a round: ``totals (26, 10, 6)`` for the codes of ``TOTAL_CODES``, ``pairs
    (10, 10, 3)`` for ``PAIR_CODES``; minus infinity where the rules never allow the first choice.
    ``edge``: the player's expectation with the chart as it is.
    """

    totals: Numbers
    pairs: Numbers
    edge: float


def _better(plan: Plan, worth: Worth) -> Plan | None:
    columns = np.arange(10)
    totals = worth.totals.reshape(-1, 10, 6)
    now = np.select(
        [(plan.choice == first) & (plan.fallback == other) for first, other in TOTAL_CODES],
        list(np.moveaxis(totals, 2, 0)),
    )
    gain_totals = totals - now[:, :, None]
    now = np.select(
        [plan.pair == code for code in PAIR_CODES], list(np.moveaxis(worth.pairs, 2, 0))
    )
    gain_pairs = worth.pairs - now[:, :, None]

    by_column = np.concatenate(
        [np.moveaxis(gain, 1, 0).reshape(10, -1) for gain in (gain_totals, gain_pairs)], axis=1
    )
    best = by_column.argmax(axis=1)
    gained = by_column[columns, best] > _NOTHING
    if not gained.any():
        return None
    choice, fallback, pair = plan.choice.copy(), plan.fallback.copy(), plan.pair.copy()
    for column in columns[gained]:
        place, code = divmod(int(best[column]), 6)
        if place < len(TOTAL_ROWS):
            choice[place, column], fallback[place, column] = TOTAL_CODES[code]
        else:
            rank, code = divmod(int(best[column]) - 6 * len(TOTAL_ROWS), 3)
            pair[rank, column] = PAIR_CODES[code]
    return Plan(choice=choice, fallback=fallback, pair=pair)


def worth_of_codes(values: Values, plan: Plan) -> Worth:
    """Work out exactly what each code of each cell would be worth in this plan."""
    play = chart_play(values, plan)
    legal = legal_choices(values)
    totals = np.full((len(TOTAL_ROWS), 10, len(TOTAL_CODES)), -np.inf)
    for code, (choice, fallback) in enumerate(TOTAL_CODES):
        worth = sum(
            kind.by_row(
                kind.number
                * np.where(
                    kind.may[:, :, choice], kind.worth[:, :, choice], kind.worth[:, :, fallback]
                )
            )
            for kind in play.kinds
        )
        totals[:, :, code] = np.where(legal[:, :, choice], worth, -np.inf)
    pairs = _worth_of_pairs(values, plan, play.worth)
    pairs[TEN] *= float(values.base.tens_alike)  # tens of two denominations are no pair
    return Worth(totals=totals, pairs=pairs, edge=play.edge)


def _worth_of_pairs(values: Values, plan: Plan, of_actions: Numbers) -> Numbers:
    worth = np.full((10, 10, len(PAIR_CODES)), -np.inf)
    worth[:, :, 0] = 0
    for rank in RANKS:
        row = values.base.table.pair_row(rank.index)
        if row < 0:
            continue
        may, place = values.legal.first[row], total_place(Row.of_pair(rank))
        choice, fallback = plan.choice[place], plan.fallback[place]
        columns = np.arange(10)
        allowed = may[columns, choice]
        worth[rank.index, :, 0] = np.where(
            allowed, of_actions[row, columns, choice], of_actions[row, columns, fallback]
        )
        split = of_actions[row, :, SPLIT]
        worth[rank.index, :, 1] = np.where(may[:, SPLIT], split, -np.inf)
        # Surrender, else split: of equals the pair's own code where splitting beats the fallback.
        given_up = of_actions[row, :, SURRENDER]
        rather = split > of_actions[row, columns, fallback]
        own = np.where(rather, given_up, np.nextafter(given_up, -np.inf))
        worth[rank.index, :, 2] = np.where(may[:, SURRENDER] & may[:, SPLIT], own, -np.inf)
    return worth


def legal_choices(values: Values) -> Booleans:
    """Give the actions ``(26, 10, 5)`` that a starting hand of each row may take."""
    dealt = starting_orders(values.base) > 0
    rows = rows_of_totals(values.base.table)
    result: Booleans = sum_by_row(rows, values.legal.first & dealt[:, :, None]) > 0
    return result


def _first_best(worth: Numbers) -> Integers:
    """Give the best code of pairs; of equals the last, so that ``Rp`` wins over its total's."""
    result: Integers = worth.shape[2] - 1 - worth[:, :, ::-1].argmax(axis=2)
    return result
