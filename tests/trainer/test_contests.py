"""Source of truth: the keys of the README about the end of a drill: clock, combo, miss and mark."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.errors import IllegalAction
from bjtrainer.trainer.contest import points_for_next
from bjtrainer.trainer.drill import Drill, find_drill
from bjtrainer.trainer.selection import Selection
from bjtrainer.trainer.session import Ending


def contest(game, **keys):
    return game.start(Drill(name="mine", title="mine", selection=Selection(), **keys), seed=4)


def answered(session, right, milliseconds=1000):
    """The session after an answer that is right or wrong."""
    question = session.question
    if right:
        return session.answer(question.chart, milliseconds)
    for choice in question.legal:
        after = session.answer(choice, milliseconds)
        if not after.last.verdict.right:
            return after
    raise AssertionError(f"every answer to {question.cell} is right")


def through(session, answers):
    for right in answers:
        session = answered(session, right)
    return session


def test_thinking_takes_time_and_a_miss_takes_more(vegas_downtown):
    session = contest(vegas_downtown, minutes=0.5, miss_seconds=10)
    assert session.milliseconds_left == 30_000
    session = answered(session, True, 2500)
    assert session.milliseconds_left == 27_500
    session = answered(session, False, 500)
    assert session.milliseconds_left == 17_000
    assert not session.late(16_999)
    assert session.late(17_000)
    with pytest.raises(IllegalAction, match="the time is up"):
        session.answer(session.question.chart, 17_000)
    over = session.out_of_time()
    assert (over.question, over.ending, len(over.answers)) == (None, Ending.TIME, 2)


def test_a_miss_that_takes_the_last_of_the_time_ends_it(vegas_downtown):
    session = contest(vegas_downtown, minutes=0.1, miss_seconds=10)
    session = answered(session, False, 100)
    assert (session.question, session.ending, session.milliseconds_left) == (None, Ending.TIME, 0)
    assert len(session.answers) == 1


def test_without_a_limit_there_is_no_time_to_run_out(vegas_downtown):
    session = contest(vegas_downtown)
    assert session.milliseconds_left is None
    assert not session.late(10**9)


@settings(max_examples=20, deadline=None)
@given(answers=st.lists(st.booleans(), max_size=30))
def test_a_combo_scores_a_point_more_after_each_five_in_a_row(vegas_downtown, answers):
    session = through(contest(vegas_downtown, combo=True), answers)
    score = streak = 0
    for right in answers:
        score += min(5, 1 + streak // 5) if right else 0
        streak = streak + 1 if right else 0
    assert session.score == score
    assert points_for_next(session.answers) == min(5, 1 + streak // 5)


def test_a_combo_is_five_points_at_most_and_a_slip_breaks_it(vegas_downtown):
    session = through(contest(vegas_downtown, combo=True), [True] * 22)
    assert session.score == 5 * 1 + 5 * 2 + 5 * 3 + 5 * 4 + 2 * 5
    assert points_for_next(session.slip().answers) == 1
    assert session.slip().score == session.score - 5


def test_no_score_is_kept_without_a_combo(vegas_downtown):
    assert contest(vegas_downtown).score is None


def test_the_first_miss_ends_it_and_a_slip_does_not_bring_it_back(game):
    session = through(game.start("streak", seed=2), [True, True])
    assert session.ending is None
    session = answered(session, False)
    assert (session.question, session.ending) == (None, Ending.MISS)
    assert session.summary().best_streak == 2
    assert session.slip().question is None


@pytest.mark.parametrize(
    ("right", "passed"), [(10, True), (9, True), (8, False), (0, False)], ids=str
)
def test_the_mark_is_passed_by_so_many_per_cent_at_the_end(vegas_downtown, right, passed):
    session = contest(vegas_downtown, count=10, pass_mark=90)
    session = through(session, ([True] * right + [False] * 9)[:9])
    assert not session.passed  # not at its end yet
    session = answered(session, right == 10)
    assert session.ending is Ending.COUNT
    assert session.passed is passed


def test_a_slip_is_no_right_answer_where_a_mark_is_to_be_passed(vegas_downtown):
    session = contest(vegas_downtown, count=2, pass_mark=90)
    session = answered(answered(session, False).slip(), True)
    assert session.summary().accuracy == 1
    assert session.passed is False


def test_what_the_time_does_not_allow_is_not_right_where_a_mark_is_to_be_passed(vegas_downtown):
    session = contest(vegas_downtown, count=2, minutes=1, pass_mark=60)
    session = answered(session, True).out_of_time()
    assert session.passed is False


def test_without_a_mark_nothing_is_passed(vegas_downtown):
    session = contest(vegas_downtown, count=1)
    assert answered(session, True).passed is None


def test_a_drill_without_hints_refuses_them(game):
    for name in ("exam", "storm", "streak"):
        with pytest.raises(IllegalAction, match="there are no hints in this drill"):
            game.start(name).with_hint()


def test_the_shipped_contests_are_as_they_are_told():
    exam, storm = find_drill("exam"), find_drill("storm")
    assert (exam.count, exam.pass_mark, exam.feedback.value) == (60, 95, "at_end")
    assert (storm.minutes, storm.miss_seconds, storm.combo) == (3, 10, True)
    assert replace(find_drill("streak"), ends_at_miss=False).ends_at_miss is False
    assert find_drill("streak").ends_at_miss
