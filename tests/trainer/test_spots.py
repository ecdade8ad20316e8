"""Source of truth: playing each chart at the table; every generated hand classifies back."""

from __future__ import annotations

from random import Random

import pytest

from bjtrainer.charts.model import CELLS, Cell
from bjtrainer.game.actions import Situation, legal_actions
from bjtrainer.game.round import Phase, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules, override
from bjtrainer.trainer.dealing import round_at
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.spots import FALLBACKS, ONLY_FIRST, Decision, Spot, decisions_at
from bjtrainer.trainer.ways import Ways

EVERY = frozenset(Decision)
PLACES = {Decision.FIRST, Decision.AFTER_HIT, Decision.AFTER_SPLIT}


def test_the_cells_reached_are_those_that_the_chart_gives_a_frequency(plays):
    frequent = {cell for cell in CELLS if plays.chart.entries[cell].frequency > 0}
    assert set(plays.reached(EVERY)) == frequent


def test_200_hands_of_every_cell_are_hands_of_that_cell(plays):
    """The figure of the trainer's bars: 200 for every cell of every game."""
    rng, rules, chart = Random(5), plays.rules, plays.chart
    for cell, decisions in plays.reached(EVERY).items():
        ways = Ways(plays, Spot(cell, decisions))
        found = set()
        for hand, split_hands in {ways.draw(rng) for _ in range(200)}:
            situation = Situation(hand=hand, upcard=cell.upcard, split_hands=split_hands)
            legal = legal_actions(rules, situation)
            assert chart.cell(situation, legal) == cell
            assert hand.soft == (cell.row.kind == "soft" or str(cell.row) == "pair A")
            found |= decisions_at(chart, situation, legal)
        assert found <= decisions


def test_hands_of_each_decision_are_at_that_decision(plays):
    rng, rules, chart = Random(6), plays.rules, plays.chart
    for cell, decisions in plays.reached(EVERY).items():
        for decision in sorted(decisions - ONLY_FIRST, key=lambda each: each.value):
            ways = Ways(plays, Spot(cell, frozenset({decision})))
            for hand, split_hands in {ways.draw(rng) for _ in range(2)}:
                situation = Situation(hand=hand, upcard=cell.upcard, split_hands=split_hands)
                legal = legal_actions(rules, situation)
                assert chart.cell(situation, legal) == cell
                assert decision in decisions_at(chart, situation, legal)


def test_hands_are_dealt_at_the_table_as_they_were_drawn(plays):
    for number, (cell, decisions) in enumerate(plays.reached(EVERY).items()):
        round_ = round_at(plays, Spot(cell, decisions), Random(number))
        situation, legal = round_.situation, round_.legal
        assert (round_.phase, situation.upcard) == (Phase.PLAYER, cell.upcard)
        assert plays.chart.cell(situation, legal) == cell
        at = decisions_at(plays.chart, situation, legal)
        assert not decisions.isdisjoint(at)
        assert len(at & PLACES) == 1
        assert (Decision.AFTER_SPLIT in at) is (situation.split_hands > 1)
        assert (Decision.FIRST in at) is (len(situation.hand) == situation.split_hands + 1 == 2)
        for action, missing in FALLBACKS.items():
            assert missing not in at or action not in legal
        if Decision.NO_SPLIT in at:
            assert situation.hand.pair
            assert cell.row.kind != "pair"


@pytest.mark.parametrize("name", ["hard 16 v T"])
def test_decisions_come_up_as_often_as_at_the_table(load_game, name):
    """Against 600 decisions of rounds played by the chart: how many are first ones."""
    rules, chart = load_game("vegas-downtown").rules, load_game("vegas-downtown").chart
    cell, rng = Cell.parse(name), Random(8)
    ways = Ways(Plays(rules, chart), Spot(cell, EVERY))
    drawn = [ways.draw(rng) for _ in range(4000)]
    mine = sum(len(hand) == 2 and split == 1 for hand, split in drawn) / len(drawn)
    assert mine == pytest.approx(_first_share(rules, chart, cell), abs=0.07)


def _first_share(rules, chart, cell):
    """How many of the decisions in a cell are first ones, against its upcard at the table."""
    first = asked = number = 0
    while asked < 600:
        number += 1
        round_ = _dealt_against(rules, cell, number)
        while round_.phase is not Phase.DONE:
            if round_.phase is Phase.INSURANCE:
                round_ = round_.insure(False)
                continue
            situation, legal = round_.situation, round_.legal
            if chart.cell(situation, legal) == cell:
                asked += 1
                first += len(situation.hand) == 2 and situation.split_hands == 1
            round_ = round_.act(chart.answer(situation, legal))
    return first / asked


def _dealt_against(rules, cell, number):
    """A round against the cell's upcard: a card of that rank is swapped to its place."""
    rng = Random(number)
    order = list(Shoe.shuffled(rules.decks, rng).order)
    at = rng.choice([place for place, card in enumerate(order) if card.rank is cell.upcard])
    order[1], order[at] = order[at], order[1]
    return deal(rules, rules.min_bet, Shoe(tuple(order)))


def test_without_doubling_after_a_split_split_hands_need_a_fallback(load_game):
    game = load_game("vegas-downtown")
    no_double = frozenset({Decision.NO_DOUBLE})
    cell = Cell.parse("hard 11 v 6")
    with_it = Ways(Plays(game.rules, game.chart), Spot(cell, no_double))
    assert all(len(with_it.draw(Random(seed))[0]) > 2 for seed in range(100))
    rules = override(game.rules, ["double_after_split=no"])
    without = Ways(Plays(rules, game.chart), Spot(cell, no_double))
    drawn = [without.draw(Random(seed)) for seed in range(100)]
    assert any(len(hand) == 2 and split_hands > 1 for hand, split_hands in drawn)
    assert any(len(hand) > 2 and split_hands == 1 for hand, split_hands in drawn)


def test_a_small_shoe_deals_no_card_that_it_does_not_have(load_game):
    chart = load_game("vegas-downtown").chart
    plays, rng = Plays(override(find_rules("vegas-downtown"), ["decks=1"]), chart), Random(9)
    split_hands = 0
    for cell, decisions in plays.reached(frozenset({Decision.AFTER_SPLIT})).items():
        if Ways(plays, spot := Spot(cell, decisions)).starts:
            round_ = round_at(plays, spot, rng)
            split_hands = max(split_hands, round_.situation.split_hands)
            assert len(set(round_.shoe.order)) == 52
    assert split_hands > 2


def test_the_first_decision_alone_is_that_of_two_cards(plays):
    for cell, decisions in plays.reached(ONLY_FIRST).items():
        assert decisions == ONLY_FIRST
        starts = Ways(plays, Spot(cell, ONLY_FIRST)).starts
        assert {(len(hand), split_hands) for hand, split_hands in starts} == {(2, 1)}
