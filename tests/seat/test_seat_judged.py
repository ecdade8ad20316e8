"""The coach's verdict on a decision is stored with its step, in one transaction, or neither is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bjtrainer.errors import IllegalAction, StorageError
from bjtrainer.game.actions import Action
from bjtrainer.rules.load import find_rules
from bjtrainer.seat.seat import sit
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.store import Store


@pytest.fixture
def store(history):
    with Store.open(history) as store:
        yield store


@pytest.fixture
def seat(store, now):
    """A seat at a question: 2h As against 3h."""
    with sit(store, find_rules("vegas-downtown"), seed=7, now=now, coached=True) as seat:
        seat.bet(500)
        yield seat


@pytest.fixture
def judged(seat):
    """A hit, as it is judged."""
    return StoredDecision(
        session=seat.session.id,
        n=1,
        answered_at=datetime(2025, 3, 1, 12, tzinfo=UTC),
        round=1,
        game="vegas-downtown",
        rules_digest=seat.rules.digest,
        phase="player",
        category="soft",
        cell="soft 13 v 3",
        code="H",
        cards="2h As",
        hand="2A",
        upcard="3",
        split_hands=1,
        legal=("hit", "stand", "double"),
        answer="hit",
        chart_action="hit",
        best_action="hit",
        right=True,
        cost=0.0,
        severity="none",
        values=(("hit", 0.07), ("stand", -0.24), ("double", 0.01)),
        milliseconds=900,
        slip=False,
        hinted=False,
        natural=True,
        seed=7,
    )


def steps(store, seat):
    return [step.choice for step in store.steps(seat.round_id)]


def test_a_step_and_its_verdict_are_stored_together(store, seat, judged):
    seat.decide(Action.HIT, judged)
    seat.decide(Action.STAND, replace(judged, n=2, answer="stand", hand="2A6"))
    assert not seat.playing
    assert steps(store, seat) == ["hit", "stand"]
    assert [kept.answer for kept in store.decisions()] == ["hit", "stand"]


@pytest.mark.parametrize("choice", [Action.HIT, Action.STAND])
def test_a_verdict_that_cannot_be_stored_leaves_the_round_as_it_was(store, seat, judged, choice):
    store.add_decision(judged)
    before, money = seat.round, store.last_move()
    with pytest.raises(StorageError):
        seat.decide(choice, judged)  # a second decision of the same number
    assert (steps(store, seat), seat.round, store.last_move()) == ([], before, money)
    seat.decide(choice, replace(judged, n=2))
    assert steps(store, seat) == [str(choice)]


def test_a_choice_that_is_refused_stores_no_verdict(store, seat, judged):
    with pytest.raises(IllegalAction):
        seat.decide(Action.SPLIT, judged)
    assert (steps(store, seat), store.decisions()) == ([], ())
