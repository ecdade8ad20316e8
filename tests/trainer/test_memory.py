"""Memories: what the library says of the same reviews, and what holds in any history."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import fsrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bjtrainer.stats.record import PastDecision
from bjtrainer.trainer.memory import (
    AGAIN_AFTER,
    CAP_DAYS,
    CARRIED_OVER,
    Memory,
    after,
    carried_over,
    rating,
    steps,
)
from bjtrainer.trainer.pace import Speed

AGAIN, HARD, GOOD, EASY = fsrs.Rating
NINE = datetime(2025, 3, 1, 9, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def answer(at=NINE, **changes):
    """An answer, right in three seconds unless it is said otherwise."""
    given_ = {
        "answered_at": at,
        "rules_digest": "here",
        "phase": "player",
        "cell": "hard 16 v T",
        "code": "H",
        "hand": "T6",
        "split_hands": 1,
        "right": True,
        "cost": 0.0,
        "severity": "none",
        "milliseconds": 3000,
        "slip": False,
        "hinted": False,
        "natural": True,
    }
    if changes.get("right") is False:
        given_ |= {"cost": 0.03, "severity": "inaccuracy"}
    return PastDecision(**(given_ | changes))


def last(*answers):
    return list(steps(answers))[-1]


GAPS = st.one_of(
    st.timedeltas(-DAY, 2 * DAY),
    st.timedeltas(-400 * DAY, 400 * DAY),
    st.sampled_from([timedelta(0), AGAIN_AFTER, 15 * MINUTE, 16 * HOUR, -8 * HOUR, -9 * HOUR]),
)
REVIEWS = st.lists(st.tuples(GAPS, st.sampled_from(fsrs.Rating)), max_size=12)


def memory_of(history, start=NINE):
    memory, at = None, start
    for gap, rated in history:
        at += gap
        memory = after(memory, rated, at, "H")
    return memory, at


@given(REVIEWS, GAPS)
@example([(timedelta(0), EASY)] * 3 + [(300 * DAY, EASY)] * 8, 400 * DAY)
@example([(timedelta(0), GOOD), (-DAY, GOOD), (-DAY, AGAIN)], 10 * MINUTE)
def test_intervals_are_in_the_order_of_ratings_up_to_the_cap(history, gap):
    memory, at = memory_of(history)
    at += gap
    due = [after(memory, rated, at, "H").due for rated in (AGAIN, HARD, GOOD, EASY)]
    for sooner, later in pairwise([at, *due, at + CAP_DAYS * DAY]):
        assert sooner <= later


@given(REVIEWS, GAPS)
def test_a_better_answer_leaves_a_memory_no_weaker(history, gap):
    memory, at = memory_of(history)
    after_each = [after(memory, rated, at + gap, "H") for rated in (AGAIN, HARD, GOOD, EASY)]
    for worse, better in pairwise(after_each):
        assert worse.stability <= better.stability
        assert worse.difficulty >= better.difficulty


@given(st.lists(st.tuples(st.integers(0, 100), st.sampled_from(fsrs.Rating)), min_size=1))
def test_memories_are_those_of_the_library(reviews):
    """Reviewed when it is due or whole days later, at the same hour of the day."""
    scheduler = fsrs.Scheduler(
        learning_steps=(AGAIN_AFTER,),
        relearning_steps=(AGAIN_AFTER,),
        maximum_interval=CAP_DAYS,
        enable_fuzzing=False,
    )
    card, memory, at = fsrs.Card(card_id=0), None, NINE
    for days, rated in reviews:
        if memory is not None:
            at = card.due + days * DAY
        card, _ = scheduler.review_card(card, rated, at)
        memory = after(memory, rated, at, "H")
        assert (memory.stability, memory.difficulty) == (card.stability, card.difficulty)
        assert memory.state is card.state
        whole_days = card.due - at >= DAY
        assert memory.due == card.due - (8 * HOUR if whole_days else timedelta(0))


@pytest.mark.parametrize(
    ("changes", "speed", "rated"),
    [
        ({"right": False, "severity": "blunder"}, Speed.QUICK, AGAIN),
        ({"right": False, "severity": "inaccuracy"}, Speed.USUAL, AGAIN),
        ({"right": False, "severity": "close call"}, Speed.QUICK, HARD),
        ({"right": False, "severity": "close call", "hinted": True}, Speed.USUAL, AGAIN),
        ({"hinted": True}, Speed.QUICK, AGAIN),
        ({}, Speed.SLOW, HARD),
        ({}, Speed.USUAL, GOOD),
        ({}, Speed.QUICK, EASY),
        ({"slip": True}, Speed.QUICK, None),
        ({"right": False, "slip": True}, Speed.SLOW, None),
    ],
)
def test_the_rating_follows_from_right_severity_hint_and_time(changes, speed, rated):
    assert rating(answer(**changes), speed) is rated


def test_a_missed_cell_is_due_in_minutes_and_put_right_until_tomorrow():
    missed = last(answer(), answer(NINE + 3 * DAY, right=False)).memory
    assert missed.due == NINE + 3 * DAY + AGAIN_AFTER
    at_once = after(missed, GOOD, missed.due - MINUTE, "H")
    assert at_once == missed
    right = after(missed, GOOD, missed.due, "H")
    assert right.due == missed.due + 16 * HOUR
    assert (right.reviews, right.lapses) == (3, 1)


def test_a_right_answer_before_it_is_due_changes_nothing_and_a_miss_does():
    first = last(answer()).memory
    early = NINE + 20 * HOUR
    assert early < first.due
    assert after(first, EASY, early, "H") == first
    assert after(first, HARD, early, "H") == first
    missed = after(first, AGAIN, early, "H")
    assert missed.stability < first.stability
    assert (missed.reviews, missed.lapses, missed.due) == (2, 1, early + AGAIN_AFTER)
    assert after(missed, AGAIN, early + MINUTE, "H") == missed


def test_a_miss_never_puts_off_what_is_due_in_a_minute():
    first = last(answer()).memory
    assert after(first, AGAIN, first.due - MINUTE, "H").due == first.due


def test_what_is_due_on_a_day_is_due_in_its_early_morning():
    first = last(answer(at=datetime(2025, 3, 1, 21, tzinfo=UTC))).memory
    assert round(first.stability) == 2
    assert not first.is_due(datetime(2025, 3, 3, 12, 59, tzinfo=UTC))
    assert first.is_due(datetime(2025, 3, 3, 13, tzinfo=UTC))


def test_after_the_clock_was_set_right_a_cell_of_the_future_is_due_and_comes_back():
    future = last(answer(at=NINE.replace(year=2099), milliseconds=100)).memory
    assert future.is_due(NINE)
    again = after(future, GOOD, NINE, "H")
    assert NINE < again.due < NINE + 20 * DAY
    assert not again.is_due(NINE + HOUR)


@pytest.mark.parametrize("year", [1, 9999])
def test_no_clock_is_too_far_off(year):
    at = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    memory = None
    for rated in (EASY, EASY, AGAIN, GOOD):
        memory = after(memory, rated, at, "H")
        assert memory.due >= at
    assert after(memory, EASY, NINE, "H").due > NINE
    assert after(last(answer()).memory, EASY, at, "H").due >= at
    first = last(answer(NINE.replace(year=1))).memory
    assert after(first, EASY, at, "H").due >= at


def test_slips_are_as_if_they_had_not_been():
    answers = [answer(), answer(NINE + 5 * DAY, right=False, slip=True), answer(NINE + 6 * DAY)]
    assert list(steps(answers)) == list(steps([answers[0], answers[2]]))


ANSWERS = st.lists(
    st.builds(
        answer,
        at=st.integers(-300, 300).map(lambda hours: NINE + hours * HOUR),
        rules_digest=st.sampled_from(["here", "there"]),
        cell=st.sampled_from(["hard 16 v T", "soft 18 v 2"]),
        code=st.sampled_from(["H", "S"]),
        right=st.booleans(),
        milliseconds=st.none() | st.integers(0, 20_000),
        slip=st.booleans(),
        hinted=st.booleans(),
    ),
    max_size=30,
)


@given(ANSWERS, st.integers(0, 30))
def test_later_answers_change_nothing_of_the_memories_before_them(answers, length):
    whole = list(steps(answers))
    part = list(steps(answers[:length]))
    assert whole[: len(part)] == part


@given(ANSWERS)
def test_times_follow_the_usual_time_of_the_same_game_alone(answers):
    alone = [one for one in answers if one.rules_digest == "here"]
    together = [step for step in steps(answers) if step.answer.rules_digest == "here"]
    assert [step.speed for step in together] == [step.speed for step in steps(alone)]


def test_only_right_answers_tell_the_usual_time():
    slow = [answer(right=False, milliseconds=9000), answer(hinted=True, milliseconds=9000)]
    speeds = [step.speed for step in steps([*slow * 20, answer(milliseconds=7000)])]
    assert set(speeds) == {Speed.SLOW}


def test_a_cell_known_in_another_game_starts_from_half_its_stability():
    missed = answer(NINE - DAY, rules_digest="there", right=False)
    there = last(missed, answer(rules_digest="there", milliseconds=100)).memory
    assert (there.reviews, there.lapses) == (2, 1)
    start = carried_over([None, there], "H")
    assert start == replace(
        there,
        stability=there.stability * CARRIED_OVER,
        due=NINE + round(there.stability * CARRIED_OVER) * DAY - 8 * HOUR,
        reviews=0,
        lapses=0,
    )
    known = (missed, answer(rules_digest="there", milliseconds=100))
    assert last(*known, answer(NINE + HOUR)).memory == start
    on_time = last(*known, answer(start.due))
    assert on_time.memory == after(start, GOOD, start.due, "H")


def test_a_cell_starts_from_the_strongest_memory_elsewhere():
    weak = last(answer()).memory
    strong = last(answer(milliseconds=100)).memory
    assert carried_over([weak, strong, weak], "H") == carried_over([strong], "H")


@pytest.mark.parametrize(
    "there",
    [
        {"rules_digest": "there", "code": "S"},
        {"rules_digest": "there", "right": False},
        {"rules_digest": "there", "cell": "hard 16 v 9"},
        {"code": "Rh"},
    ],
    ids=["other answer", "missed there", "other cell", "the chart changed"],
)
def test_nothing_is_carried_over_where_nothing_is_known_of_the_answer(there):
    first = last(answer(NINE + 3 * DAY)).memory
    assert last(answer(**there), answer(NINE + 3 * DAY)).memory == first


def test_a_memory_carried_over_and_missed_is_a_lapse_here_alone():
    answers = [answer(rules_digest="there"), answer(NINE + 3 * DAY, right=False)]
    there, here = steps(answers)
    assert (here.memory.reviews, here.memory.lapses) == (1, 1)
    assert (there.memory.reviews, there.memory.lapses) == (1, 0)
    assert isinstance(there.memory, Memory)
