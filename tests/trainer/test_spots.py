"""Source of truth: playing each chart at the table; every generated hand classifies back."""

from __future__ import annotations

from collections import Counter, defaultdict
from decimal import Decimal
from itertools import combinations_with_replacement
from random import Random

import pytest

from bjtrainer.analysis.values import solve
from bjtrainer.cards import RANKS
from bjtrainer.charts.model import CELLS, Cell
from bjtrainer.game.actions import Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules, override
from bjtrainer.trainer.dealing import round_at
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.selection import Selection, select
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
        round_ = round_at(plays, Spot(cell, decisions), rng)
        split_hands = max(split_hands, round_.situation.split_hands)
        assert len(set(round_.shoe.order)) == 52
    assert split_hands > 2


def test_the_first_decision_alone_is_that_of_two_cards(plays):
    for cell, decisions in plays.reached(ONLY_FIRST).items():
        assert decisions == ONLY_FIRST
        starts = Ways(plays, Spot(cell, ONLY_FIRST)).starts
        assert {(len(hand), split_hands) for hand, split_hands in starts} == {(2, 1)}


def at_the_table(rules, chart, upcard, rounds, seed):
    """Every decision of rounds played by the chart against an upcard, by its cell."""
    asked = defaultdict(list)
    for number in range(rounds):
        round_ = _dealt_against(rules, Cell.parse(f"hard 16 v {upcard}"), f"{seed}/{number}")
        while round_.phase is not Phase.DONE:
            if round_.phase is Phase.INSURANCE:
                round_ = round_.insure(False)
                continue
            situation, legal = round_.situation, round_.legal
            hand = Hand(tuple(sorted(situation.hand.ranks, key=lambda rank: rank.index)))
            asked[str(chart.cell(situation, legal))].append((hand, situation.split_hands))
            round_ = round_.act(chart.answer(situation, legal))
    return asked


def kinds_of(hands):
    """Counts of what a hand can be told by: how many cards, whether of a split, and its ranks."""
    told = Counter()
    for hand, split_hands in hands:
        told["split" if split_hands > 1 else "whole", min(len(hand), 4)] += 1
        told[str(hand)] += 1
    return told


@pytest.mark.parametrize("upcard", ["6", "T"])
def test_hands_come_as_the_game_and_its_chart_lead_to_them(load_game, upcard):
    """Against 6,000 rounds at the table, seeds chosen beforehand: within four standard errors."""
    rules, chart = load_game("vegas-downtown").rules, load_game("vegas-downtown").chart
    plays, rng = Plays(rules, chart), Random(12)
    table = at_the_table(rules, chart, upcard, rounds=6000, seed=3)
    compared = 0
    for row in ("hard 16", "hard 12", "hard 11", "soft 18", "hard 18"):
        dealt, cell = table[f"{row} v {upcard}"], Cell.parse(f"{row} v {upcard}")
        ways = Ways(plays, Spot(cell, EVERY))
        drawn = []
        for _ in range(3000):
            hand, split_hands = ways.draw(rng)
            ranks = tuple(sorted(hand.ranks, key=lambda rank: rank.index))
            drawn.append((Hand(ranks), split_hands))
        mine, theirs = kinds_of(drawn), kinds_of(dealt)
        for kind in mine | theirs:
            share = (mine[kind] + theirs[kind]) / (len(drawn) + len(dealt))
            if share * len(dealt) < 10:  # too few to tell
                continue
            error = (share * (1 - share) * (1 / len(drawn) + 1 / len(dealt))) ** 0.5
            compared += 1
            assert abs(mine[kind] / len(drawn) - theirs[kind] / len(dealt)) <= 4 * error, kind
    assert compared > 30


def test_half_of_the_hands_of_an_exception_are_exceptions_each_as_often_as_it_comes_up(load_game):
    game = load_game("vegas-downtown")
    plays, rng = Plays(game.rules, game.chart), Random(5)
    selection = Selection(exceptions=True, decisions=(Decision.FIRST, Decision.AFTER_HIT))
    spots = select(selection, plays, solve=solve)
    spot = next(spot for spot in spots if str(spot) == "hard 16 v T")
    exact = {tuple(sorted(hand.ranks, key=lambda rank: rank.index)) for hand, _ in spot.hands}
    hands = [round_at(plays, spot, rng).situation.hand for _ in range(400)]
    ranks = [tuple(sorted(hand.ranks, key=lambda rank: rank.index)) for hand in hands]
    found = [hand for hand in ranks if hand in exact]
    against_a_ten = 4 / 13
    in_the_cell = game.chart.entries[spot.cell].frequency / 100
    expected = 0.5 + 0.5 * against_a_ten * sum(often for _, often in spot.hands) / in_the_cell
    assert abs(len(found) / 400 - expected) <= 4 * (expected * (1 - expected) / 400) ** 0.5
    assert sum(len(hand) > 5 for hand in found) < 0.05 * len(found)  # many cards seldom come


@pytest.mark.parametrize("game", ["vegas-downtown", "european", "atlantic-city"])
@pytest.mark.parametrize("other", ["vegas-downtown", "las-vegas-downtown", "vegas-strip"])
def test_what_differs_from_a_game_is_answered_in_another_way_there(load_game, game, other):
    if game == other:
        return
    plays, there = (Plays(load_game(name).rules, load_game(name).chart) for name in (game, other))
    everywhere = (Decision.FIRST, Decision.AFTER_HIT, Decision.AFTER_SPLIT)
    selection = Selection(differs_from=other, decisions=everywhere)
    rng = Random(6)
    for spot in select(selection, plays, solve=solve, other=there.chart):
        for _ in range(5):
            situation = round_at(plays, spot, rng).situation
            legal = legal_actions(plays.rules, situation)
            answers = [one.chart.answer(situation, legal) for one in (plays, there)]
            assert answers[0] is not answers[1], (str(spot), str(situation.hand))


def test_a_close_call_is_close_at_its_own_decision(load_game):
    game = load_game("las-vegas-downtown")
    plays, rng = Plays(game.rules, game.chart), Random(7)
    everywhere = (Decision.FIRST, Decision.AFTER_HIT, Decision.AFTER_SPLIT)
    selection = Selection(margin_below=Decimal("0.05"), decisions=everywhere)
    spots = [spot for spot in select(selection, plays, solve=solve) if spot.cell]
    for spot in spots:
        entry = game.chart.entries[spot.cell]
        for _ in range(5):
            situation = round_at(plays, spot, rng).situation
            answer = game.chart.answer(situation, legal_actions(game.rules, situation))
            first = answer is entry.code.actions[0] or entry.fallback_margin is None
            assert (entry.margin if first else entry.fallback_margin) < 0.05
    # hard 11 v A: doubled by a little at first, and a hit by far with three cards.
    assert any(Decision.AFTER_HIT not in spot.decisions for spot in spots)


def test_hands_of_three_cards_and_more_are_composed_as_they_come_up(load_game):
    """Against the exact chances of the orders in which the chart's play comes to each hand."""
    game = load_game("vegas-downtown")
    plays, cell, rng = Plays(game.rules, game.chart), Cell.parse("hard 16 v 7"), Random(4)
    play = plays.against(cell.upcard)
    exact = {}
    for cards in range(3, 8):
        for ranks in combinations_with_replacement(RANKS, cards):
            hand = Hand(ranks)
            if hand.total == 16 and not hand.soft and (often := play.chance(hand)):
                exact[ranks] = often
    ways = Ways(plays, Spot(cell, frozenset({Decision.AFTER_HIT})))
    drawn = Counter(
        tuple(sorted(ways.draw(rng)[0].ranks, key=lambda rank: rank.index)) for _ in range(4000)
    )
    total, compared = sum(exact.values()), 0
    for ranks, often in exact.items():
        share = often / total
        if 4000 * share >= 20:
            compared += 1
            error = (share * (1 - share) / 4000) ** 0.5
            assert abs(drawn[ranks] / 4000 - share) <= 4 * error, ranks
    assert compared > 15
