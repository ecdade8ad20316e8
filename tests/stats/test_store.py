"""What is stored is what is read back, selected and in order."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.record import Selection
from bjtrainer.stats.store import Store

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(history):
    with Store.open(history) as opened:
        yield opened


def test_a_decision_comes_back_as_it_was_stored(store, history, decision, session_start):
    session = store.start_session(**session_start)
    first = decision(session=session.id, n=1)
    insurance = decision(
        session=session.id,
        n=2,
        phase="insurance",
        category="insurance",
        cell="insurance v A",
        code="N",
        legal=("yes", "no"),
        answer="no",
        chart_action="no",
        best_action="no",
        right=True,
        cost=0,
        severity="none",
        values=(("yes", -0.04), ("no", 0.0)),
        milliseconds=None,
        hinted=True,
    )
    store.add_decision(first)
    store.add_decision(insurance)
    assert store.decisions() == (first, insurance)
    with Store.snapshot(history) as other:
        assert other.decisions() == (first, insurance)
        assert other.sessions() == (session,)


def test_what_is_stored_is_there_after_opening_again(history, decision, session_start):
    for _ in range(3):
        with Store.open(history) as store:
            session = store.start_session(**session_start)
            store.add_decision(decision(session=session.id))
    with Store.open(history) as store:
        assert [kept.session for kept in store.decisions()] == [1, 2, 3]
        assert store.check() == ()


def test_a_session_is_partial_until_it_is_ended(store, decision, session_start):
    session = store.start_session(**session_start)
    store.add_decision(decision(session=session.id))
    assert session.partial
    assert store.sessions()[0].partial
    store.end_session(session.id, now=NOON + timedelta(minutes=5))
    assert store.sessions() == (replace(session, ended_at=NOON + timedelta(minutes=5)),)
    assert store.check() == ()


def test_a_slip_is_kept_and_marked(store, decision, session_start):
    session = store.start_session(**session_start).id
    for n in (1, 2, 3):
        store.add_decision(decision(session=session, n=n))
    store.mark_slip(session, 2)
    assert [kept.slip for kept in store.decisions()] == [False, True, False]
    assert store.check() == ()


def test_a_number_is_given_once_in_a_session(store, decision, session_start):
    session = store.start_session(**session_start).id
    store.add_decision(decision(session=session, n=1))
    with pytest.raises(StorageError, match="UNIQUE"):
        store.add_decision(decision(session=session, n=1, answer="double"))
    assert store.decisions() == (decision(session=session, n=1),)


def test_nothing_is_stored_for_a_session_that_was_not_started(store, decision):
    with pytest.raises(StorageError, match="FOREIGN KEY"):
        store.add_decision(decision(session=9))
    with pytest.raises(StorageError, match="decision 1 of session 9 is not stored"):
        store.mark_slip(9, 1)
    with pytest.raises(StorageError, match="session 9 is not stored"):
        store.end_session(9, now=NOON)
    assert store.decisions() == ()


def test_a_cost_that_is_no_number_is_refused(store, decision, session_start):
    session = store.start_session(**session_start).id
    with pytest.raises(StorageError, match="cost"):
        store.add_decision(decision(session=session, cost=float("nan")))
    assert store.decisions() == ()


def test_any_seed_can_be_stored(store, decision, session_start):
    session = store.start_session(**session_start | {"seed": 2**200})
    store.add_decision(decision(session=session.id, seed=-(2**70)))
    assert store.sessions()[0].seed == 2**200
    assert store.decisions()[0].seed == -(2**70)


def test_decisions_come_in_the_order_of_answers_when_the_clock_is_set_back(
    store, decision, session_start
):
    session = store.start_session(**session_start).id
    for n in (1, 2, 3):
        store.add_decision(decision(session=session, n=n, answered_at=NOON - timedelta(days=n)))
    assert [kept.n for kept in store.decisions()] == [1, 2, 3]


def test_moments_of_any_time_zone_are_stored_in_utc(store, decision, session_start):
    session = store.start_session(**session_start).id
    answered_at = datetime(2025, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=9)))
    store.add_decision(decision(session=session, answered_at=answered_at))
    (kept,) = store.decisions()
    assert kept.answered_at == answered_at
    assert kept.answered_at.utcoffset() == timedelta(0)


@pytest.fixture
def mixed(store, decision, session_start):
    """Six decisions: two drills, two games, two categories, an hour apart."""
    pairs = store.start_session(**session_start | {"drill": "pairs"}).id
    other = store.start_session(**session_start | {"game": "vegas-strip"}).id
    for n in range(1, 7):
        store.add_decision(
            decision(
                session=pairs if n <= 3 else other,
                n=n,
                game="vegas-downtown" if n <= 3 else "vegas-strip",
                rules_digest="0123456789ab" if n != 2 else "ba9876543210",
                category="pair" if n % 2 else "hard",
                answered_at=NOON + timedelta(hours=n),
            )
        )
    return store


@pytest.mark.parametrize(
    ("selection", "numbers"),
    [
        (Selection(), [1, 2, 3, 4, 5, 6]),
        (Selection(game="vegas-downtown"), [1, 2, 3]),
        (Selection(rules_digest="ba9876543210"), [2]),
        (Selection(drill="pairs"), [1, 2, 3]),
        (Selection(category="pair"), [1, 3, 5]),
        (Selection(since=NOON + timedelta(hours=4)), [4, 5, 6]),
        (Selection(until=NOON + timedelta(hours=4)), [1, 2, 3]),
        (Selection(game="vegas-strip", category="pair"), [5]),
        (Selection(drill="nothing' OR '1'='1"), []),
    ],
)
def test_a_selection_gives_its_decisions_and_their_sessions(mixed, selection, numbers):
    found = mixed.decisions(selection)
    assert [kept.n for kept in found] == numbers
    assert [session.id for session in mixed.sessions(selection)] == sorted(
        {kept.session for kept in found}
    )


def test_a_moment_without_time_zone_selects_nothing_by_mistake(mixed):
    with pytest.raises(ValueError, match="no time zone"):
        mixed.decisions(Selection(since=datetime(2025, 3, 1)))  # noqa: DTZ001


def test_the_game_drilled_last_is_the_one_started_last(store, session_start):
    assert store.last_game() is None
    store.start_session(**session_start)
    store.start_session(**session_start | {"game": "vegas-strip", "now": NOON - timedelta(days=9)})
    assert store.last_game() == "vegas-strip"
