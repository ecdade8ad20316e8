"""Weights: knowledge tracing by going through everything that can have happened, and its ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.charts.model import INSURANCE_CELL
from bjtrainer.stats.record import PastDecision
from bjtrainer.trainer.borders import Place, places_of
from bjtrainer.trainer.weakness import (
    GUESSED,
    LEAST_COST,
    LEAST_GUESSED,
    MOST_COST,
    OVERSIGHT,
    RESTED,
    TAKEN_IN,
    chance_of_a_miss,
    cost_of_a_miss,
    guessed_by_place,
    rest,
    weights_of,
)

NOW = datetime(2025, 3, 1, 9, tzinfo=UTC)
MARGINS = st.floats(-0.01, 2)


def answer(right=True, cost=None, hinted=False, at=NOW):
    return PastDecision(
        answered_at=at,
        rules_digest="here",
        phase="player",
        cell="hard 16 v T",
        code="H",
        hand="T6",
        split_hands=1,
        right=right,
        cost=(0.0 if right else 0.05) if cost is None else cost,
        severity="none" if right else "mistake",
        milliseconds=None,
        slip=False,
        hinted=hinted,
        natural=True,
    )


def by_every_way(rights, margin):
    """The chance of a miss, adding up over whether the cell was known at each answer."""
    unknown_at_first = chance_of_a_miss((), margin) / (1 - GUESSED)
    likelihoods = {True: 0.0, False: 0.0}
    for known in product((True, False), repeat=len(rights) + 1):
        chance = 1 - unknown_at_first if known[0] else unknown_at_first
        for right, here, afterwards in zip(rights, known, known[1:], strict=False):
            is_right = 1 - OVERSIGHT if here else GUESSED
            chance *= is_right if right else 1 - is_right
            learnt = 1.0 if here else TAKEN_IN
            chance *= learnt if afterwards else 1 - learnt
        likelihoods[known[-1]] += chance
    return likelihoods[False] / sum(likelihoods.values()) * (1 - GUESSED)


@given(st.integers(0, 3), st.integers(0, 5), MARGINS)
def test_the_chance_is_that_of_all_that_can_have_happened(misses, rights, margin):
    history = [False] * misses + [True] * rights  # so no miss finds a cell that was well known
    traced = chance_of_a_miss([answer(right) for right in history], min(margin, 0.3))
    assert traced == pytest.approx(by_every_way(history, min(margin, 0.3)), rel=1e-9)


@given(st.lists(st.booleans(), max_size=30), MARGINS)
def test_a_miss_leaves_a_cell_weaker_than_a_right_answer(rights, margin):
    history = [answer(right) for right in rights]
    before = chance_of_a_miss(history, margin)
    right = chance_of_a_miss([*history, answer()], margin)
    missed = chance_of_a_miss([*history, answer(right=False)], margin)
    assert 0 < right < before <= 1 - GUESSED
    assert right < missed <= 1 - GUESSED
    assert chance_of_a_miss([*history, answer(hinted=True)], margin) == missed


@given(st.integers(0, 200), MARGINS)
def test_one_miss_matters_after_any_number_of_right_answers(count, margin):
    known = [answer()] * count
    assert chance_of_a_miss([*known, answer(right=False)], margin) > 0.17


@given(st.integers(1, 50), MARGINS)
def test_the_chance_halves_with_each_right_answer_of_a_known_cell(count, margin):
    before = chance_of_a_miss([answer()] * (count + 2), margin)
    assert chance_of_a_miss([answer()] * (count + 3), margin) < 0.7 * before
    assert chance_of_a_miss([answer()] * (count + 5), margin) < before / 4


@given(MARGINS, MARGINS)
def test_obvious_decisions_are_missed_less_before_their_first_answer(one, other):
    closer, clearer = sorted((one, other))
    assert chance_of_a_miss((), closer) >= chance_of_a_miss((), clearer) >= 0.05


@pytest.mark.parametrize(
    ("costs", "margin", "cost"),
    [
        ((), 0.07, 0.07),
        ((0.0,), 0.07, 0.07),
        ((0.05, 0.0, 0.07), 0.1, 0.06),
        ((0.001,), 0.1, LEAST_COST),
        ((), -0.0002, LEAST_COST),
        ((0.9,), 0.05, MOST_COST),
        ((), 1.4, MOST_COST),
    ],
)
def test_a_miss_costs_what_the_players_misses_cost_within_bounds(costs, margin, cost):
    answers = [answer(right=not each, cost=each) for each in costs]
    assert cost_of_a_miss(answers, margin) == pytest.approx(cost, abs=1e-12)


@pytest.mark.parametrize(
    ("ago", "part"),
    [
        (timedelta(0), 0.01),
        (RESTED / 200, 0.01),
        (RESTED / 2, 0.5),
        (RESTED, 1),
        (3 * RESTED, 1),
        (-RESTED / 2, 1),
    ],
)
def test_a_cell_rests_after_a_right_answer_alone(game, ago, part):
    at = NOW - ago
    assert rest([answer(right=False, at=at), answer(at=at)], NOW) == pytest.approx(part)
    assert rest([answer(at=at), answer(right=False, at=at)], NOW) == rest([], NOW) == 1
    assert rest([answer(hinted=True, at=at)], NOW) == 1
    given_ = {"hard 12 v 3": [answer(at=at)]}
    rested = weights_of(game.chart, given_, at + RESTED)["hard 12 v 3"]
    assert weights_of(game.chart, given_, NOW)["hard 12 v 3"] == pytest.approx(part * rested)


def test_all_cells_that_the_chart_leads_to_weigh_by_frequency_chance_and_cost(game):
    chart = game.chart
    cell = next(cell for cell in chart.entries if str(cell) == "hard 12 v 3")
    entry = chart.entries[cell]
    missed = [answer(), answer(right=False, cost=0.06)]
    weights = weights_of(chart, {"hard 12 v 3": missed, "no cell": missed}, NOW)
    led_to = [str(cell) for cell, entry in chart.entries.items() if entry.frequency > 0]
    assert list(weights) == [*led_to, INSURANCE_CELL]
    assert min(weights.values()) > 0
    # A right first answer where one unknown cell in two or three was to be expected.
    guessed = guessed_by_place(chart, {"hard 12 v 3": missed})[Place.CORNER]
    chance = chance_of_a_miss(missed, entry.margin, guessed)
    assert weights["hard 12 v 3"] == pytest.approx(entry.frequency * chance * 0.06)
    insurance = chart.insurance
    untrained = chance_of_a_miss((), insurance.margin, guessed)
    cost = cost_of_a_miss((), insurance.margin)
    assert weights[INSURANCE_CELL] == pytest.approx(insurance.frequency * untrained * cost)
    nothing, places = weights_of(chart, {}, NOW), places_of(chart)
    assert {name: weights[name] for name in led_to if places[name] is not Place.CORNER} == {
        name: nothing[name] for name in led_to if places[name] is not Place.CORNER
    }


def unlike_neighbours(chart, cell):
    """Count by hand which cells beside one say something else, and how many there are."""
    label, upcard = cell.removeprefix("hard ").split(" v ")
    upcards, place = "23456789TA", "23456789TA".index(upcard)
    beside = [f"hard {int(label) + step} v {upcard}" for step in (-1, 1)]
    beside += [f"hard {label} v {upcards[at]}" for at in (place - 1, place + 1) if 0 <= at < 10]
    there = [chart.by_name[each] for each in beside if each in chart.by_name]
    answer = str(chart.by_name[cell].code)[0]
    return sum(str(each.code)[0] != answer for each in there), len(there)


def test_a_place_is_told_by_the_cells_beside_it(game):
    places = places_of(game.chart)
    assert set(places) == set(game.chart.by_name)
    assert places[INSURANCE_CELL] is Place.CORNER
    for cell, place in places.items():
        if cell.startswith("hard"):
            unlike, beside = unlike_neighbours(game.chart, cell)
            expected = Place.EDGE if 2 * unlike < beside else Place.CORNER
            assert place is (expected if unlike else Place.INSIDE), cell


def test_guessing_is_learnt_from_the_first_answers_in_each_place(game):
    chart, places = game.chart, places_of(game.chart)
    inside = [cell for cell, place in places.items() if place is Place.INSIDE][:100]
    edge = [cell for cell, place in places.items() if place is Place.EDGE][:60]
    nothing = guessed_by_place(chart, {})
    assert nothing == pytest.approx(dict.fromkeys(Place, GUESSED))
    history = {cell: [answer(), answer(right=False)] for cell in inside}
    history |= {cell: [answer(right=False), answer()] for cell in edge}
    guessed = guessed_by_place(chart, history)
    assert guessed[Place.INSIDE] > 0.9  # right at first, whatever came later
    assert guessed[Place.EDGE] == LEAST_GUESSED
    assert guessed[Place.CORNER] == pytest.approx(GUESSED)
    after, before = weights_of(chart, history, NOW), weights_of(chart, {}, NOW)
    unseen = next(c for c, place in places.items() if place is Place.EDGE and c not in history)
    assert after[unseen] == pytest.approx(2 * before[unseen])  # missed with 0.7, not 0.35
