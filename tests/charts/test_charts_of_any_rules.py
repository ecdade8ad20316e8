"""cases/README.md, "Chart belongs to the rules" and "Fallbacks": a chart for any rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS
from bjtrainer.charts.check import differences
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.model import CELLS, Cell, Chart, Method
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import override
from bjtrainer.rules.model import Rules

BASE = Rules(name="E", slug="e", decks=1)
CHANGES = {
    "": None,  # nothing is changed
    "soft_17=hit": "soft 18 v A",
    "blackjack_pays=6:5": None,  # it changes no decision
    "double_on=9-11 double_soft=no": "hard 8 v 6",
    "double_on=10-11 double_soft=no": "hard 9 v 6",
    "double_soft=no": "soft 17 v 6",
    "double_after_split=no": "pair 4 v 5",
    "max_hands=1": "pair 8 v 6",
    "max_hands=2": None,
    "max_ace_hands=1": "pair A v 6",
    "max_ace_hands=4": None,
    "split_aces_draw=any": "soft 12 v 4",
    "split_by=denomination": None,
    "surrender=late": "hard 16 v T",
    "surrender=early": "hard 16 v A",
    "surrender=late surrender_except=T,9": "hard 16 v A",
    "insurance=no": None,
    "card_limit=3": None,
    "charlie=5": "soft 18 v 2",
    "hole_card=none": "hard 11 v T",
    "hole_card=none_original_only": None,
    "decks=8": "hard 11 v A",
    "decks=infinite": "hard 9 v 2",
}
"""Rules by themselves, with a cell whose code they change, where there is one."""


@dataclass(frozen=True)
class Game:
    rules: Rules
    chart: Chart
    changed: str | None


@pytest.fixture(scope="module", params=CHANGES, ids=lambda changes: changes or "none")
def game(request, solved) -> Game:
    rules = override(BASE, request.param.split())
    return Game(rules, derive_chart(solved(rules)), CHANGES[request.param])


@pytest.fixture(scope="module")
def base(solved) -> Chart:
    return derive_chart(solved(BASE))


def test_it_is_complete_and_legal(game):
    assert list(game.chart.entries) == list(CELLS)
    of_other_rules = replace(game.chart, rules_digest="other")  # nothing to derive and compare
    assert len(differences(of_other_rules, game.rules)) == 1
    edges = game.chart.edges
    assert edges.two_card_chart <= edges.chart + 1e-15 <= edges.optimal + 2e-15


def test_the_cell_that_hangs_on_the_rule(game, base):
    if game.changed is not None:
        cell = Cell.parse(game.changed)
        assert game.chart.entries[cell].code is not base.entries[cell].code


def test_every_hand_that_can_be_asked_about_has_a_legal_answer(game):
    asked = 0
    for one in RANKS:
        for other in RANKS:
            for third in (None, RANKS[1], RANKS[6]):
                hand = Hand((one, other) if third is None else (one, other, third))
                for split_hands in (1, 2, 4):
                    for affordable in (True, False):
                        for upcard in (RANKS[0], RANKS[9]):
                            situation = Situation(
                                hand=hand,
                                upcard=upcard,
                                split_hands=split_hands,
                                affordable=affordable,
                            )
                            legal = legal_actions(game.rules, situation)
                            if legal and not (hand.ace_ten and split_hands == 1):
                                assert game.chart.answer(situation, legal) in legal
                                asked += 1
    assert asked > 500


def test_the_figures_of_a_cell_fit_each_other(game):
    for entry in game.chart.entries.values():
        first, *others = (entry.values[action] for action in entry.values)
        assert next(iter(entry.values)) is entry.code.actions[0]
        assert all(-2 <= value <= 2 for value in (first, *others))
        assert (entry.frequency >= 0) is True
        if others and entry.frequency == 0:
            assert entry.margin == pytest.approx(first - max(others), abs=1e-9)
    insurance = game.chart.insurance
    assert (insurance is not None) == game.rules.insurance


@pytest.mark.parametrize("method", Method)
def test_both_methods_are_named(solved, method):
    assert derive_chart(solved(BASE), method).method is method


def worth(values: Values, hand: str, action: Action) -> float:
    situation = Situation(hand=Hand.parse(hand), upcard=RANKS[5])
    return float(values.of(situation)[action])


def test_a_cell_of_one_hand_has_the_values_of_that_hand(solved):
    values = solved(BASE)
    entry = derive_chart(values).entries[Cell.parse("pair T v 6")]
    for action, value in entry.values.items():
        assert value == pytest.approx(worth(values, "TT", action), abs=1e-12)
    assert entry.margin == pytest.approx(
        worth(values, "TT", Action.STAND) - worth(values, "TT", Action.SPLIT), abs=1e-12
    )
