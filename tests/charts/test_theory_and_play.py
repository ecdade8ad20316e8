"""reliability.md, "theory and play agree": rounds at the real table, a fresh shoe for each.

The seeds were chosen before the first run. Four standard errors for the result of a round, 4.5 for
the decisions in each of the commonest cells, as those are many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import sqrt
from random import Random

import pytest

from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.round import Phase, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules

ROUNDS = {"vegas-downtown": 30_000, "las-vegas-downtown": 30_000, "european": 10_000}
SEEDS = {"vegas-downtown": 2, "las-vegas-downtown": 8, "european": 5}
COMMON = 0.2  # decisions per 100 rounds


@dataclass
class Tally:
    """Sums over rounds, and of squares, by what was counted."""

    rounds: int
    sums: Counter[object] = field(default_factory=Counter)
    squares: Counter[object] = field(default_factory=Counter)
    asked: Counter[tuple[Cell, Situation]] = field(default_factory=Counter)

    def add(self, of_round: dict[object, float]) -> None:
        for name, number in of_round.items():
            self.sums[name] += number
            self.squares[name] += number * number

    def standard_errors(self, name: object, expected: float) -> float:
        """How far the mean of a round is from what is expected."""
        mean = self.sums[name] / self.rounds
        variance = self.squares[name] / self.rounds - mean * mean
        return abs(mean - expected) / sqrt(variance / self.rounds)


def play(rules: Rules, chart: Chart, rng: Random, tally: Tally) -> None:
    """Play one round by a chart, insurance declined: its result in wagers, and its decisions."""
    bet = rules.min_bet
    round_ = deal(rules, bet, Shoe.shuffled(rules.decks, rng))
    counted: dict[object, float] = {}
    if round_.phase is Phase.INSURANCE:
        counted[INSURANCE_CELL] = 1
        round_ = round_.insure(False)
    while round_.phase is Phase.PLAYER:
        situation, legal = round_.situation, round_.legal
        cell = chart.cell(situation, legal)
        counted[cell] = counted.get(cell, 0) + 1
        tally.asked[cell, situation] += 1
        round_ = round_.act(chart.answer(situation, legal))
    counted["result"] = round_.payout_cents / bet
    tally.add(counted)


@pytest.fixture(scope="module")
def tally(game) -> Tally:
    rng, tally = Random(SEEDS[game.rules.slug]), Tally(ROUNDS[game.rules.slug])
    for _ in range(tally.rounds):
        play(game.rules, game.chart, rng, tally)
    return tally


def test_the_mean_result_is_what_the_chart_is_worth(game, tally):
    assert tally.standard_errors("result", game.chart.edges.chart) < 4


def test_the_commonest_cells_are_as_common_as_they_say(game, tally):
    expected: dict[object, float] = {
        cell: entry.frequency for cell, entry in game.chart.entries.items()
    }
    expected[INSURANCE_CELL] = game.chart.insurance.frequency
    common = {name: often for name, often in expected.items() if often > COMMON}
    assert len(common) > 100
    for name, often in common.items():
        assert tally.standard_errors(name, often / 100) < 4.5, name


def test_the_figures_of_a_cell_are_averages_over_the_decisions_in_it(game, tally):
    """Of each action, over the hands that may take the first choice, and the action."""
    worth: dict[tuple[Cell, Action], list[tuple[int, float]]] = defaultdict(list)
    for (cell, situation), times in tally.asked.items():
        if game.chart.entries[cell].frequency > COMMON and not (
            situation.from_split and situation.hand.pair
        ):
            values = game.values.of(situation)
            if game.chart.entries[cell].code.actions[0] in values:
                for action, value in values.items():
                    worth[cell, action].append((times, float(value)))
    compared = 0
    for (cell, action), figures in worth.items():
        if action in game.chart.entries[cell].values and cell.row.kind != "pair":
            number = sum(times for times, _ in figures)
            mean = sum(times * value for times, value in figures) / number
            variance = sum(times * (value - mean) ** 2 for times, value in figures) / number
            error = sqrt(variance / number) + 1e-4  # a cell of nearly one hand has no variance
            assert abs(mean - game.chart.entries[cell].values[action]) < 5 * error, (cell, action)
            compared += 1
    assert compared > 200


def test_cells_that_are_never_reached_are_never_asked(game, tally):
    never = {cell for cell, entry in game.chart.entries.items() if not entry.frequency}
    assert never
    assert never.isdisjoint(tally.sums)


def test_all_decisions_together(game, tally):
    """Where each cell is right only roughly, the sum over all would still show it."""
    asked = sum(entry.frequency for entry in game.chart.entries.values()) / 100
    counted = sum(
        number for name, number in tally.sums.items() if name not in ("result", INSURANCE_CELL)
    )
    assert counted / tally.rounds == pytest.approx(asked, rel=0.02)
