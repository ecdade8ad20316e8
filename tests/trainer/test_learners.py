"""Simulated learners: the short form of ``tests/long/learners.py``, one run of each."""

from __future__ import annotations

import pytest
from learners import (
    GAME,
    START,
    TARGET,
    Confuses,
    Course,
    Forgets,
    GuessesByTotal,
    accuracy,
    answers_needed,
    due_and_weak,
    natural,
)

from bjtrainer.trainer.plays import Plays


@pytest.fixture(scope="module")
def course(load_game):
    game = load_game(GAME)
    return Course.of(Plays(game.rules, game.chart))


@pytest.mark.parametrize(
    ("kind", "at_most"), [(Forgets, 0.5), (Confuses, 0.5), (GuessesByTotal, 0.4)]
)
def test_due_and_weak_teach_in_a_part_of_the_answers_of_the_game_itself(course, kind, at_most):
    assert accuracy(kind(course), course, START) < 0.85 < TARGET
    needed = answers_needed(kind, course, due_and_weak, seed=1)
    assert needed is not None
    assert needed <= at_most * answers_needed(kind, course, natural, seed=1)
