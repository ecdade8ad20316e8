"""interface.md, ``chart diff A B``: where two games differ, and what the wrong chart costs.

What a code costs is found by playing: the chart with that one cell exchanged is played exactly and
compared with the chart as it is. Cells of one row are exchanged at once, as upcards do not touch
each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

import numpy as np
import pytest

from bjtrainer.analysis.evaluate import evaluate
from bjtrainer.analysis.legality import CODE, SPLIT, SURRENDER
from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS
from bjtrainer.charts.derive import whole_game_plan
from bjtrainer.charts.diff import Diff, diff
from bjtrainer.charts.figures import plan_edge
from bjtrainer.charts.model import CELLS, Cell, Code, Row
from bjtrainer.charts.plan import AS_TOTAL, Plan, total_place
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, override
from bjtrainer.rules.model import Rules

ONE_DECK = Rules(name="One deck", slug="one-deck", decks=1)
PAIRS = {
    "more decks and surrender": (find_rules("vegas-downtown"), find_rules("las-vegas-downtown")),
    "no hole card": (find_rules("vegas-downtown"), find_rules("european")),
    "early surrender": (ONE_DECK, override(ONE_DECK, ["surrender=early"])),
    "no splits": (ONE_DECK, override(ONE_DECK, ["max_hands=1"])),
    "surrender without splits": (
        override(ONE_DECK, ["max_hands=1"]),
        override(ONE_DECK, ["max_hands=1", "surrender=early"]),
    ),
    "no soft doubles": (ONE_DECK, override(ONE_DECK, ["double_soft=no", "double_on=10-11"])),
    "surrender of tens": (
        override(ONE_DECK, ["surrender=late", "surrender_except=A"]),
        override(ONE_DECK, ["surrender=early", "split_by=denomination"]),
    ),
}


@dataclass(frozen=True)
class Game:
    """A game with its own chart."""

    values: Values

    @cached_property
    def plan(self) -> Plan:
        return whole_game_plan(self.values)

    @cached_property
    def codes(self) -> Mapping[Cell, Code]:
        return self.plan.codes()

    def by_upcard(self, plan: Plan) -> np.ndarray:
        """What a plan is worth in initial wagers a round, by upcard, played exactly."""
        strategy = plan.strategy(self.values.base.table, self.values.legal)
        worth = evaluate(self.values.splits, strategy).by_upcard
        return np.array(list(worth.values())) * self.values.base.outcomes.upcard[0]

    def answer(self, pair: Cell, code: Code) -> Action | None:
        """What a code makes of a pair; None where it is not asked about as a pair."""
        hand = Hand((RANKS[rank_of(pair)],) * 2)
        legal = legal_actions(self.values.rules, Situation(hand=hand, upcard=pair.upcard))
        return code.answer(legal) if Action.SPLIT in legal else None

    @cached_property
    def apart(self) -> Plan:
        """The chart with an answer of its own in every pair's cell: the same play."""
        pair = self.plan.pair.copy()
        for cell in CELLS:
            if cell.row.kind == "pair":
                answer = self.answer(cell, self.codes[cell])
                pair[rank_of(cell), cell.upcard.index] = CODE[answer] if answer else AS_TOTAL
        return replace(self.plan, pair=pair)

    def exchanged(self, row: Row, codes: Mapping[Cell, Code]) -> Plan:
        """The chart with other codes in some cells of a row, and nowhere else."""
        plan = replace(
            self.apart,
            choice=self.apart.choice.copy(),
            fallback=self.apart.fallback.copy(),
            pair=self.apart.pair.copy(),
        )
        for cell, code in codes.items():
            column = cell.upcard.index
            if row.kind != "pair":
                plan.choice[total_place(row), column] = CODE[code.actions[0]]
                plan.fallback[total_place(row), column] = CODE[code.actions[-1]]
            elif answer := self.answer(cell, code):
                plan.pair[rank_of(cell), column] = CODE[answer]
        return plan

    def costs(self, codes: Mapping[Cell, Code]) -> dict[Cell, float]:
        """What other codes cost, each alone, in initial wagers per 100 rounds."""
        now = self.by_upcard(self.apart)
        costs = {}
        for row, cells in groupby(codes, key=lambda cell: cell.row):
            of_row = {cell: codes[cell] for cell in cells}
            lost = 100 * (now - self.by_upcard(self.exchanged(row, of_row)))
            costs.update({cell: lost[cell.upcard.index] for cell in of_row})
        return costs


def rank_of(pair: Cell) -> int:
    return "A23456789T".index(pair.row.label)


@dataclass(frozen=True)
class Compared:
    a: Game
    b: Game
    found: Diff


@pytest.fixture(scope="module", params=PAIRS)
def compared(request: pytest.FixtureRequest, solved: Callable[[Rules], Values]) -> Compared:
    a, b = (Game(solved(rules)) for rules in PAIRS[request.param])
    return Compared(a, b, diff(a.values, a.plan, b.values, b.plan))


def close(value: object) -> object:
    return pytest.approx(value, abs=1e-10, rel=0)


def test_the_cells_that_change_and_no_others(compared):
    a, b, changes = compared.a, compared.b, compared.found.changes
    assert [change.cell for change in changes] == [
        cell for cell in CELLS if a.codes[cell] is not b.codes[cell]
    ]
    assert len(changes) > 1
    assert [(change.a, change.b) for change in changes] == [
        (a.codes[change.cell], b.codes[change.cell]) for change in changes
    ]


def test_what_each_changed_cell_costs_in_either_game(compared):
    a, b, changes = compared.a, compared.b, compared.found.changes
    in_a = a.costs({change.cell: change.b for change in changes})
    in_b = b.costs({change.cell: change.a for change in changes})
    assert {change.cell: change.cost_in_a for change in changes} == close(in_a)
    assert {change.cell: change.cost_in_b for change in changes} == close(in_b)
    assert max(*in_a.values(), *in_b.values()) > 1e-3


def test_the_whole_chart_costs_what_playing_it_costs(compared):
    a, b, found = compared.a, compared.b, compared.found
    for game, other, cost in ((a, b, found.cost_in_a), (b, a, found.cost_in_b)):
        lost = game.by_upcard(game.apart) - game.by_upcard(other.plan)
        assert cost == close(100 * lost.sum())
        assert cost == close(
            100 * (plan_edge(game.values, game.plan) - plan_edge(game.values, other.plan))
        )
        assert cost > -1e-12  # each game's own chart is the best there is, but for a pair's row


def test_the_other_way_round_is_the_same(compared):
    a, b, found = compared.a, compared.b, compared.found
    turned = diff(b.values, b.plan, a.values, a.plan)
    assert (turned.cost_in_a, turned.cost_in_b) == (found.cost_in_b, found.cost_in_a)
    assert [
        (change.cell, change.b, change.a, change.cost_in_b, change.cost_in_a)
        for change in turned.changes
    ] == [
        (change.cell, change.a, change.b, change.cost_in_a, change.cost_in_b)
        for change in found.changes
    ]


def test_a_game_differs_in_nothing_from_itself(compared):
    for game in (compared.a, compared.b):
        same = diff(game.values, game.plan, game.values, game.plan)
        assert (same.changes, same.insurance) == ((), None)
        assert (same.cost_in_a, same.cost_in_b) == (0, 0)


def test_costs_of_cells_that_cannot_touch_each_other_add_up_to_the_whole(solved):
    """Giving up comes first or never: charts that differ in nothing else have no other way."""
    plain, early = (Game(solved(rules)) for rules in PAIRS["early surrender"])
    gives_up = (early.plan.choice == SURRENDER) & (plain.plan.choice == plain.plan.fallback)
    splits_else = (early.plan.pair == SURRENDER) & (plain.plan.pair == SPLIT)
    surrendering = replace(
        plain.plan,
        choice=np.where(gives_up, SURRENDER, plain.plan.choice),
        pair=np.where(splits_else, SURRENDER, plain.plan.pair),
    )
    found = diff(early.values, surrendering, plain.values, plain.plan)
    assert {change.a.value[0] for change in found.changes} == {"R"}
    assert {change.cell.row.kind for change in found.changes} == {"hard", "pair"}
    assert sum(change.cost_in_a for change in found.changes) == close(found.cost_in_a)
    assert found.cost_in_a > 0.1
    assert {change.cost_in_b for change in found.changes} == {found.cost_in_b} == {0}


def test_tens_of_two_denominations_are_no_pair_and_cost_nothing_where_tens_are_split(solved):
    game = Game(solved(override(ONE_DECK, ["split_by=denomination"])))
    pair = game.plan.pair.copy()
    pair[rank_of(Cell.parse("pair T v 6"))] = SPLIT
    found = diff(game.values, game.plan, game.values, replace(game.plan, pair=pair))
    tens = {cell: Code.P for cell in CELLS if cell.row == Row("pair", "T")}
    assert {change.cell: change.b for change in found.changes} == tens
    assert {change.cell: change.cost_in_a for change in found.changes} == close(game.costs(tens))
    assert sum(change.cost_in_a for change in found.changes) == close(found.cost_in_a)
    assert found.cost_in_a > 0.1


INSURED = override(find_rules("vegas-downtown"), ["insurance_pays=3"])
AGAINST_AN_ACE = 100 / 13  # rounds of 100


def test_insurance_that_is_worth_taking_in_one_game_only(solved):
    """Two decks: 32 of the 103 cards that are not the ace are tens, whatever the player has."""
    plain, paid = Game(solved(find_rules("vegas-downtown"))), Game(solved(INSURED))
    found = diff(plain.values, plain.plan, paid.values, paid.plan)
    assert found.changes == ()
    assert (found.insurance.a, found.insurance.b) == ("N", "Y")
    assert found.insurance.cost_in_a == close(-AGAINST_AN_ACE * (3 * 32 / 103 - 1) / 2)
    assert found.insurance.cost_in_b == close(AGAINST_AN_ACE * (4 * 32 / 103 - 1) / 2)
    assert (found.cost_in_a, found.cost_in_b) == (0, 0)
    turned = diff(paid.values, paid.plan, plain.values, plain.plan)
    assert (turned.insurance.a, turned.insurance.b) == ("Y", "N")
    assert turned.insurance.cost_in_a == found.insurance.cost_in_b


def test_insurance_that_one_game_does_not_have_is_no_change(solved):
    without = Game(solved(override(INSURED, ["insurance=no"])))
    paid = Game(solved(INSURED))
    assert diff(without.values, without.plan, paid.values, paid.plan).insurance is None
