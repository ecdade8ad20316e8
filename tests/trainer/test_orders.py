"""Source of truth: what each order promises, counted over whole passes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.charts.model import CELLS
from bjtrainer.trainer.drill import Drill, find_drill
from bjtrainer.trainer.order import MOST_OF_A_PASS, PASS, Course, Order, course
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.progress import progress_of
from bjtrainer.trainer.selection import Selection
from bjtrainer.trainer.session import start
from bjtrainer.trainer.spots import ONLY_FIRST, Decision, Spot

NOW = datetime(2024, 5, 10, 12, tzinfo=UTC)
SPOTS = tuple(Spot(cell, ONLY_FIRST) for cell in CELLS)


def in_order(weights, spots, seed, asked):
    path = Course(plays=NotImplemented, spots=spots, weights=weights)
    return [path.spot(seed, number) for number in range(1, asked + 1)]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(), size=st.integers(1, 60), asked=st.integers(1, 150))
def test_even_asks_no_cell_twice_more_than_another(seed, size, asked):
    counts = Counter(dict.fromkeys(SPOTS[:size], 0))
    counts.update(in_order((), SPOTS[:size], seed, asked))
    assert max(counts.values()) - min(counts.values()) <= 1


weights = st.lists(st.floats(0, 1e6), min_size=1, max_size=40).filter(lambda them: sum(them) > 1e-3)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(), weights=weights)
def test_by_weight_a_pass_has_each_cell_as_often_as_it_weighs(seed, weights):
    spots = SPOTS[: len(weights)]
    counts = Counter(in_order(tuple(weights), spots, seed, PASS))
    assert counts.total() == PASS
    for spot, weight in zip(spots, weights, strict=True):
        share = PASS * weight / sum(weights)
        assert abs(counts[spot] - share) < 1 + 1e-6


@settings(max_examples=30, deadline=None)
@given(seed=st.integers())
def test_what_comes_often_in_a_pass_is_spread_over_it(seed):
    asked = in_order((10.0, *[1.0] * 40), SPOTS[:41], seed, PASS)
    places = [place for place, spot in enumerate(asked) if spot is SPOTS[0]]
    assert len(places) == 10
    assert all(place > before + 1 for before, place in pairwise(places) if place < PASS - 1)
    assert 3 <= sum(place < PASS / 2 for place in places) <= 7


def test_natural_is_as_often_as_the_game_leads_there(vegas_downtown):
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    spots = tuple(Spot(cell, decisions) for cell, decisions in plays.reached(ONLY_FIRST).items())
    path = course(Order.NATURAL, plays, spots)
    counts = Counter(path.spot(3, number) for number in range(1, 40 * PASS + 1))
    entries = vegas_downtown.chart.entries
    total = sum(entries[spot.cell].frequency for spot in spots)
    for spot in spots:
        expected = 40 * PASS * entries[spot.cell].frequency / total
        assert counts[spot] == pytest.approx(expected, abs=6 + 0.3 * expected)


@dataclass(frozen=True, kw_only=True)
class Past:
    """One answer of the past, as it matters here."""

    rules_digest: str
    cell: str
    code: str
    answered_at: datetime
    right: bool = True
    milliseconds: int = 2000
    phase: str = "player"
    hand: str = ""
    split_hands: int = 1
    cost: float = 0.0
    severity: str = "none"
    slip: bool = False
    hinted: bool = False
    natural: bool = False


def progress(game, days, *, right=True):
    """How far a player is who answered each of these cells so many days ago."""
    answers = [
        Past(
            rules_digest=game.rules.digest,
            cell=str(cell),
            code=str(game.chart.entries[cell].code),
            answered_at=NOW - timedelta(days=ago),
            right=right,
            cost=0.0 if right else 0.2,
        )
        for cell, ago in sorted(days.items(), key=lambda item: -item[1])
    ]
    return progress_of(answers, game.chart, now=NOW)


HARD = tuple(cell for cell in CELLS if str(cell.row) in ("hard 15", "hard 16"))


def test_due_asks_each_once_the_most_overdue_first_and_the_unknown_last(vegas_downtown):
    days = {HARD[4]: 40, HARD[1]: 30, HARD[7]: 0.5}
    known = progress(vegas_downtown, days)
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    path = course(Order.DUE, plays, tuple(Spot(cell, ONLY_FIRST) for cell in HARD), known)
    asked = [path.spot(seed, number).cell for seed in (1,) for number in range(1, len(HARD) + 1)]
    assert asked[:3] == [HARD[4], HARD[1], HARD[7]]
    assert set(asked) == set(HARD)
    frequencies = [vegas_downtown.chart.entries[cell].frequency for cell in asked[3:]]
    assert frequencies == sorted(frequencies, reverse=True)
    assert path.length == len(HARD)


def test_a_drill_of_what_is_due_ends_when_all_was_asked(vegas_downtown):
    known = progress(vegas_downtown, dict.fromkeys(HARD[:5], 30))
    session = start(
        find_drill("due"),
        vegas_downtown.rules,
        vegas_downtown.chart,
        seed=1,
        solve=vegas_downtown.solve,
        count=100,
        progress=known,
    )
    assert session.count == 5
    asked = []
    while question := session.question:
        asked.append(question.cell)
        session = session.answer(question.legal[0])
    assert sorted(asked) == sorted(map(str, HARD[:5]))


def test_weakest_asks_what_was_missed_more_than_what_is_known(vegas_downtown):
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    spots = tuple(Spot(cell, ONLY_FIRST) for cell in HARD)
    before = course(Order.WEAKEST, plays, spots, progress(vegas_downtown, {}))
    after = course(Order.WEAKEST, plays, spots, progress(vegas_downtown, {HARD[3]: 1}, right=False))
    counts = [
        Counter(path.spot(2, number).cell for number in range(1, 5 * PASS + 1))[HARD[3]]
        for path in (before, after)
    ]
    assert counts[1] > counts[0]


def test_no_weak_cell_of_a_few_fills_a_pass(vegas_downtown):
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    weights = {str(cell): 1000.0 if cell is HARD[3] else 1.0 for cell in HARD[:PASS]}
    known = replace(progress(vegas_downtown, {}), weights=weights)
    spots = tuple(Spot(cell, ONLY_FIRST) for cell in HARD[:PASS])
    path = course(Order.WEAKEST, plays, spots, known)
    counts = Counter(path.spot(2, number).cell for number in range(1, 10 * PASS + 1))
    share = counts[HARD[3]] / counts.total()
    assert share == pytest.approx(MOST_OF_A_PASS, abs=0.005)


def test_of_many_cells_the_weakest_are_asked_once_each(vegas_downtown):
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    weights = {str(cell): float(place) for place, cell in enumerate(CELLS)}
    known = replace(progress(vegas_downtown, {}), weights=weights)
    path = course(Order.WEAKEST, plays, SPOTS, known)
    for begin in (1, PASS + 1):
        asked = {path.spot(2, number).cell for number in range(begin, begin + PASS)}
        assert asked == set(CELLS[-PASS:])


@pytest.mark.parametrize("order", list(Order))
def test_what_is_asked_hangs_on_the_seed_and_the_history_alone(vegas_downtown, order):
    known = progress(vegas_downtown, dict.fromkeys(HARD, 3))
    drill = Drill(
        name="mine", title="mine", selection=Selection(decisions=tuple(Decision)), order=order
    )

    def asked(rng):
        session = start(
            drill,
            vegas_downtown.rules,
            vegas_downtown.chart,
            seed=11,
            solve=vegas_downtown.solve,
            count=40,
            progress=known,
        )
        seen = []
        while question := session.question:
            seen.append((question.cell, question.cards, question.upcard, question.round.shoe))
            session = session.answer(rng.choice(question.legal), 900)
        return seen

    assert asked(Random(1)) == asked(Random(2))
