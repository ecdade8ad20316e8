"""Drills by cells: which cells, how often each, and cards as a fresh shoe deals them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.model import CELLS, Cell, Row
from bjtrainer.errors import InputError
from bjtrainer.game.hand import Hand
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.selection import KINDS, Part, Selection, select
from bjtrainer.trainer.spots import ONLY_FIRST, Spot
from bjtrainer.trainer.ways import Ways


def rows(*texts: str) -> set[Row]:
    return {Row.parse(text) for text in texts}


ASKED = {
    Part.HARD: rows(*(f"hard {total}" for total in range(5, 20))),
    Part.SOFT: rows(*(f"soft {total}" for total in range(13, 21))),
    Part.PAIRS: rows(*(f"pair {rank}" for rank in Rank)),
}


def cells_of(part, game, **changes):
    """The cells of a part of the chart, as they are asked about."""
    plays = Plays(replace(game.rules, **changes), game.chart)
    return [spot.cell for spot in select(Selection(part=part), plays, solve=game.solve)]


@pytest.mark.parametrize("part", ASKED)
def test_a_part_is_all_its_rows_against_every_upcard(game, part):
    cells = cells_of(part, game)
    assert set(cells) == {Cell(row, upcard) for row in ASKED[part] for upcard in UPCARDS}
    assert len(cells) == len(set(cells))


def test_first_decisions_are_hard_and_soft_totals_pairs_and_insurance(game):
    *cells, insurance = cells_of(Part.ALL, game)
    assert set(cells) == {cell for cell in CELLS for part in ASKED if cell.row in ASKED[part]}
    assert insurance is None


@pytest.mark.parametrize("part", ASKED)
def test_every_question_is_a_first_decision_in_its_cell(game, part):
    cells = cells_of(part, game)
    session = game.start(part.value, seed=3, count=len(cells))
    asked = set()
    while question := session.question:
        cell = Cell.parse(question.cell)
        assert game.chart.cell(question.situation, question.legal) == cell
        assert cell.row.kind == KINDS[part]
        assert question.code == str(game.chart.entries[cell].code)
        assert len(question.cards) == 2
        assert question.split_hands == 1
        assert not question.round.dealer_hand.ace_ten
        asked.add(question.cell)
        session = session.answer(question.legal[0])
    assert asked == {str(cell) for cell in cells}


def starting_hands(game, cell):
    ways = Ways(Plays(game.rules, game.chart), Spot(cell, ONLY_FIRST))
    assert {split_hands for _, split_hands in ways.starts} == {1}
    return {hand: weight for (hand, _), weight in ways.starts.items()}


def test_hands_are_weighed_by_their_exact_chances(game):
    """By the analysis: the chance of the deal, and of no dealer blackjack after it."""
    for cell in filter(None, cells_of(Part.ALL, game)):
        ways = starting_hands(game, cell)
        chances = {
            hand: game.values.deal_chance(hand, cell.upcard)
            * (1 - game.values.dealer_blackjack(hand, cell.upcard))
            for hand in ways
        }
        for hand, number in ways.items():
            share = chances[hand] / sum(chances.values())
            assert number / sum(ways.values()) == pytest.approx(share, rel=1e-12)


@pytest.mark.parametrize("cell", ["hard 12 v A", "soft 17 v 6"])
def test_hands_are_drawn_as_they_weigh_and_in_either_order(game, cell):
    cell, rng, drawn = Cell.parse(cell), Random(99), 6_000
    drawing = Ways(Plays(game.rules, game.chart), Spot(cell, ONLY_FIRST))
    counts = Counter(drawing.draw(rng)[0].ranks for _ in range(drawn))
    ways = starting_hands(game, cell)
    assert len(counts) == 2 * len(ways)
    for ranks, count in counts.items():
        number = ways.get(Hand(ranks)) or ways[Hand(ranks[::-1])]
        share = number / sum(ways.values()) / 2
        assert count / drawn == pytest.approx(share, abs=4 * sqrt(share * (1 - share) / drawn))


def test_the_other_cards_are_others_in_every_question(game):
    orders, session = set(), game.start("pairs", count=200)
    while question := session.question:
        orders.add(question.round.shoe.order)
        session = session.answer(question.chart)
    assert len(orders) == 200


def test_two_passes_and_two_seeds_are_in_different_orders(vegas_downtown):
    def cells(seed: int) -> list[str]:
        session = vegas_downtown.start("soft", seed=seed, count=160)
        asked = []
        while question := session.question:
            asked.append(question.cell)
            session = session.answer(question.chart)
        return asked

    one, other = cells(1), cells(2)
    assert one[:80] != one[80:]
    assert one[:80] != other[:80]
    assert Counter(one[:80]) == Counter(one[80:]) == Counter(other[:80])


def test_questions_are_the_same_whatever_is_answered(game, answer_at_random):
    def asked(drill: str, rng: Random) -> list[tuple[object, ...]]:
        session = game.start(drill, seed=11, count=60)
        seen = []
        while question := session.question:
            seen.append((question.cell, question.cards, question.upcard, question.round.shoe))
            session = answer_at_random(session, rng)
        return seen

    for drill in ("first-decisions", "pairs"):
        assert asked(drill, Random(1)) == asked(drill, Random(2))


SHOW_ROUNDS = """
from functools import cache
from bjtrainer.analysis.values import solve
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.rules.load import find_rules
from bjtrainer.trainer.drill import find_drill
from bjtrainer.trainer.session import start

rules, chart = find_rules("las-vegas-downtown"), load_chart(chart_path("las-vegas-downtown"))
for name in ("first-decisions", "surrender", "default", "fallbacks", "exceptions", "insurance"):
    session = start(find_drill(name), rules, chart, seed=5, solve=cache(solve), count=39)
    while question := session.question:
        print(*question.cards, *question.round.dealer_cards, *question.round.shoe.order)
        session = session.answer(question.legal[0])
"""


def test_the_same_seed_deals_the_same_cards_whatever_the_hash_seed():
    def shown(hash_seed: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", SHOW_ROUNDS],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout

    one, other = shown("0"), shown("1")
    assert len(one.splitlines()) > 200
    assert one == other


def test_surrender_is_asked_about_where_it_is_the_answer_and_beside_that(las_vegas_downtown):
    cells = cells_of(Part.SURRENDER, las_vegas_downtown)
    codes = {cell: str(las_vegas_downtown.chart.entries[cell].code) for cell in cells}
    surrendered = {cell for cell, code in codes.items() if code.startswith("R")}
    assert {str(cell) for cell in surrendered} == {
        "hard 15 v T",
        "hard 15 v A",
        "hard 16 v 9",
        "hard 16 v T",
        "hard 16 v A",
        "hard 17 v A",
        "pair 8 v A",
    }
    assert {str(cell) for cell in set(cells) - surrendered} == {
        *("hard 14 v T", "hard 14 v A", "hard 15 v 9", "hard 16 v 8", "hard 17 v 9"),
        *("hard 17 v T", "hard 18 v A", "pair 7 v A", "pair 8 v T", "pair 9 v A"),
    }


def test_a_surrender_drill_needs_a_game_with_surrender(vegas_downtown):
    with pytest.raises(InputError) as caught:
        vegas_downtown.start("surrender")
    assert str(caught.value) == (
        "the chart of Vegas Downtown Blackjack surrenders no hand; choose another drill, or "
        "another game for this one"
    )


def test_pairs_that_cannot_be_split_are_asked_in_the_row_of_their_total(vegas_downtown):
    rows = {str(cell.row) for cell in filter(None, cells_of(Part.ALL, vegas_downtown))}
    assert "soft 12" not in rows
    no_aces = {"max_ace_hands": 1}
    cells = [*filter(None, cells_of(Part.ALL, vegas_downtown, **no_aces))]
    assert {str(cell.row) for cell in cells} == rows - {"pair A"} | {"soft 12"}
    with pytest.raises(InputError, match="no pair can be split in Vegas Downtown Blackjack"):
        cells_of(Part.PAIRS, vegas_downtown, **no_aces, max_hands=1)
