"""Source of truth: the analyser's own expectation of strategies that are written out by hand.

Made-up players answer every decision of a game; what their answers cost must be the difference of
the chart's expectation and that of the strategy which their habits are, and the shares its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from random import Random

import numpy as np
import pytest

from bjtrainer.analysis import Rules, Strategy, Values, evaluate, find_rules, solve
from bjtrainer.analysis.legality import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bjtrainer.charts.derive import whole_game_plan
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.model import Cell, Chart
from bjtrainer.charts.plan import Plan
from bjtrainer.charts.visits import chart_play
from bjtrainer.game.actions import Action
from bjtrainer.rules.load import override
from bjtrainer.stats.cost import cost_of
from bjtrainer.stats.doubt import Doubt, between
from bjtrainer.stats.habits import Habit
from bjtrainer.stats.own_play import NONE, asked, decision

GAMES = {
    "european": [],
    "atlantic-city": ["split_by=denomination"],
    "las-vegas-downtown": ["surrender=early", "split_aces_draw=any", "max_ace_hands=3", "decks=1"],
}


@dataclass(frozen=True, eq=False)
class Game:
    rules: Rules
    values: Values
    plan: Plan

    @property
    def chart(self) -> Strategy:
        return self.plan.strategy(self.values.base.table, self.values.legal)

    @cached_property
    def figures(self) -> Chart:
        return derive_chart(self.values)

    def decisions(self) -> Iterator[tuple[Cell, tuple[Action, ...]]]:
        where = asked(self.values)
        numbers = np.concatenate([where.first.ravel(), where.later.ravel(), where.unlike_tens])
        for number in sorted(set(numbers.tolist()) - {NONE}):
            yield decision(number)

    def habits(self, answers: Callable[[Cell, list[str]], dict[str, int]]) -> list[Habit]:
        return [
            Habit(
                cell=str(cell),
                legal=frozenset(map(str, legal)),
                again=False,
                answers=answers(cell, list(map(str, legal))),
            )
            for cell, legal in self.decisions()
        ]

    def loss(self, strategy: Strategy) -> float:
        """What a strategy loses beyond the chart, per 100 hands."""
        of_chart, own = (evaluate(self.values.splits, one).total for one in (self.chart, strategy))
        return float(100 * (of_chart - own))


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    values = solve(override(find_rules(request.param), GAMES[request.param]))
    return Game(values.rules, values, whole_game_plan(values))


def test_who_plays_the_chart_loses_nothing(game: Game) -> None:
    codes = game.plan.codes()
    habits = game.habits(
        lambda cell, legal: {str(codes[cell].answer([Action(word) for word in legal])): 7}
    )
    cost = cost_of(game.values, game.plan, habits)
    assert cost.cost == 0
    assert {share.cost for share in cost.shares} == {0}
    assert cost.covered == pytest.approx(1 - insurance(game) / all_decisions(game), abs=1e-9)
    assert cost.low == 0 < cost.high


def insurance(game: Game) -> float:
    entry = game.figures.insurance
    return 0.0 if entry is None else entry.frequency


def all_decisions(game: Game) -> float:
    """How many decisions the chart leads to in 100 hands, by the chart's own figures."""
    chart = game.figures
    again = chart_again(game)
    return fsum(entry.frequency for entry in chart.entries.values()) - again + insurance(game)


def chart_again(game: Game) -> float:
    """Pairs that come of a split: decisions of the chart's, but none that habits are asked."""
    return 100 * float(chart_play(game.values, game.plan).again.sum())


def test_who_mimics_the_dealer_loses_what_the_analyser_says(game: Game) -> None:
    table = game.values.base.table
    hits = np.repeat((table.total < 17)[:, None], 10, axis=1)
    codes = np.where(hits, HIT, STAND)
    later = np.where(game.values.legal.later[:, :, HIT], codes, STAND)
    tens = np.full(10, STAND)
    expected = game.loss(Strategy(first=codes, later=later, unlike_tens=tens))

    def mimics(cell: Cell, legal: list[str]) -> dict[str, int]:
        kind, label = cell.row.kind, cell.row.label
        total = int(label) if kind != "pair" else 12 if label == "A" else 2 * cell_points(label)
        return {"hit" if total < 17 else "stand": 3}

    cost = cost_of(game.values, game.plan, game.habits(mimics))
    assert cost.cost == pytest.approx(expected, abs=1e-9)
    assert expected > 3
    assert fsum(share.cost for share in cost.shares) == pytest.approx(expected, abs=1e-9)


def cell_points(label: str) -> int:
    return 10 if label == "T" else int(label)


def test_who_never_doubles_loses_what_the_analyser_says(game: Game) -> None:
    chart, table, legal = game.chart, game.values.base.table, game.values.legal
    without = replace(
        chart,
        first=np.where(chart.first == DOUBLE, HIT, chart.first),
        later=np.where(chart.later == DOUBLE, HIT, chart.later),
        unlike_tens=np.where(chart.unlike_tens == DOUBLE, HIT, chart.unlike_tens),
    )
    expected = game.loss(without)
    codes = game.plan.codes()

    def hits_instead(cell: Cell, words: list[str]) -> dict[str, int]:
        answer = str(codes[cell].answer([Action(word) for word in words]))
        return {"hit" if answer == "double" else answer: 2}

    cost = cost_of(game.values, game.plan, game.habits(hits_instead))
    assert cost.cost == pytest.approx(expected, abs=1e-9)
    assert expected > 0.5
    assert fsum(share.cost for share in cost.shares) == pytest.approx(expected, abs=1e-9)
    assert {share.chart for share in cost.shares if share.cost} == {"double"}
    assert len(legal.first) == len(table)


def test_whatever_a_player_does_the_shares_add_up(game: Game) -> None:
    chance = Random(5)
    habits = game.habits(lambda _, legal: {word: chance.randint(1, 9) for word in legal})
    for kept in (habits, chance.sample(habits, len(habits) // 3)):
        insured = Habit(
            cell="insurance v A",
            legal=frozenset(("yes", "no")),
            again=False,
            answers={"yes": 2, "no": 5},
        )
        cost = cost_of(game.values, game.plan, [*kept, insured])
        assert fsum(share.cost for share in cost.shares) == pytest.approx(cost.cost, abs=1e-9)
        assert cost.cost > 5
        assert cost.low <= cost.cost <= cost.high


def test_one_habit_costs_what_the_one_change_of_the_strategy_does(game: Game) -> None:
    """Who stands on 16 against 7 where nothing but hit or stand is allowed, and plays the chart."""
    table, legal, seven = game.values.base.table, game.values.legal, 6
    sixteen = (table.total == 16) & ~table.soft
    more = (DOUBLE, SPLIT, SURRENDER)
    changed = {}
    for when, may in (("first", legal.first), ("later", legal.later)):
        codes = getattr(game.chart, when).copy()
        codes[sixteen & ~may[:, seven, more].any(axis=1), seven] = STAND
        changed[when] = codes
    expected = game.loss(replace(game.chart, **changed))
    stands = Habit(
        cell="hard 16 v 7", legal=frozenset(("hit", "stand")), again=False, answers={"stand": 4}
    )
    cost = cost_of(game.values, game.plan, [stands])
    assert expected > 0.01
    assert cost.cost == pytest.approx(expected, abs=1e-9)
    assert [share.cell for share in cost.shares] == ["hard 16 v 7"]


def test_insurance_costs_what_it_loses_as_often_as_it_is_offered(game: Game) -> None:
    entry = game.figures.insurance
    assert entry is not None
    insured = Habit(
        cell="insurance v A",
        legal=frozenset(("yes", "no")),
        again=False,
        answers={"yes": 1, "no": 3},
    )
    cost = cost_of(game.values, game.plan, [insured])
    assert cost.cost == pytest.approx(-entry.value * entry.frequency / 4, abs=1e-9)
    assert entry.value < 0
    assert [(share.cell, share.chart) for share in cost.shares] == [("insurance v A", "no")]


def test_what_the_analysis_has_no_place_for_is_left_out_and_said(game: Game) -> None:
    words = frozenset(("hit", "stand", "double", "split"))
    (legal,) = (legal for cell, legal in game.decisions() if str(cell) == "pair 8 v 6")
    as_first = frozenset(map(str, legal))
    again = Habit(cell="pair 8 v 6", legal=as_first, again=True, answers={"stand": 3})
    assert cost_of(game.values, game.plan, [replace(again, again=False)]).cost > 0.01
    nowhere = Habit(cell="hard 20 v 6", legal=words, again=False, answers={"split": 2})
    foreign = Habit(cell="hard 99 v 6", legal=words, again=False, answers={"hit": 1})
    cost = cost_of(game.values, game.plan, [again, nowhere, foreign])
    assert (cost.cost, cost.shares, cost.answers, cost.left_out) == (0, (), 0, 6)
    assert (cost.covered, cost.low, cost.high) == (0, 0, 0)


def test_the_limits_hold_what_is_true_nineteen_times_in_twenty() -> None:
    """Players who miss so often, in decisions as they are dealt, answer so many times."""
    chance = Random(11)
    values = solve(find_rules("vegas-downtown"))
    chart = derive_chart(values)
    cells = [entry for entry in chart.entries.values() if entry.frequency > 0]
    for missing, answers, least in ((0.02, 400, 0.9), (0.1, 400, 0.9), (0.1, 4000, 0.9)):
        held = 0
        for _ in range(150):
            doubts, true, measured = [], 0.0, 0.0
            for entry in cells:
                times = 1 + round(answers * entry.frequency / 150)
                close = missing * (1 if entry.margin < 0.2 else 0.1)
                missed = sum(chance.random() < close for _ in range(times))
                cost = entry.frequency * abs(entry.margin)
                doubts.append(
                    Doubt(times=times, missed=missed, cost=cost, margin=abs(entry.margin))
                )
                true += close * cost
                measured += missed / times * cost
            low, high = between(doubts, measured)
            held += low <= true <= high
        assert held / 150 >= least, (missing, answers, held)
        assert high - low < 600 / answers**0.8, (missing, answers, low, high)
