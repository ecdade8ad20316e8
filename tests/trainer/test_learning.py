"""Issue "the trainer": the next group unlocks when all so far are right and quick; a miss is back.

The criteria are those of the docstring of ``learning``, counted here a second time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import INSURANCE_CELL
from bjtrainer.rules.load import find_rules
from bjtrainer.trainer.groups import Group, groups_of
from bjtrainer.trainer.learning import CELLS, LEAST, Standing, Way, way_of
from bjtrainer.trainer.lesson import (
    KNOWN,
    MOST_KNOWN,
    NAME,
    Lesson,
    askable,
    lesson_of,
    lesson_session,
)
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.spots import ONLY_FIRST, Decision

SLOW = 60_000


@dataclass(frozen=True)
class Given:
    """A stored answer, as far as learning looks at it."""

    rules_digest: str
    cell: str
    code: str
    right: bool = True
    hinted: bool = False
    slip: bool = False
    milliseconds: int | None = 1500


@dataclass(frozen=True)
class Course:
    """One game to learn."""

    plays: Plays
    codes: dict[str, str]
    groups: tuple[Group, ...]

    def way(self, answers: list[Given]) -> Way:
        return way_of(self.groups, self.codes, answers, self.plays.rules.digest)

    def lesson(self, answers: list[Given], seed: int = 1) -> Lesson | None:
        return lesson_of(self.way(answers), self.codes, seed=seed)

    def given(self, cell: str, **more: object) -> Given:
        return replace(Given(self.plays.rules.digest, cell, self.codes[cell]), **more)

    def all_right(self, lessons: int) -> list[Given]:
        """The answers of so many lessons in which all goes well."""
        answers: list[Given] = []
        for seed in range(lessons):
            lesson = self.lesson(answers, seed)
            assert lesson is not None
            answers += [self.given(cell) for cell in lesson.cells]
        return answers


@cache
def course(game: str) -> Course:
    rules, chart = find_rules(game), load_chart(chart_path(game))
    plays = Plays(rules, chart)
    return Course(plays, askable(plays), groups_of(chart))


@pytest.fixture(scope="module")
def downtown() -> Course:
    return course("las-vegas-downtown")


def test_who_has_answered_nothing_begins_with_the_first_group(downtown):
    way = downtown.way([])
    assert [step.standing for step in way.steps] == [Standing.OPEN, *[Standing.LOCKED] * 11]
    assert (way.now, way.learnt, way.ended) == (way.steps[0], 0, False)
    assert way.known == way.back == ()
    lesson = downtown.lesson([])
    assert lesson.title == "hard 4 to 8 and 17 to 20"
    assert len(set(lesson.cells)) == len(lesson.cells) == CELLS


def test_every_cell_asked_is_at_a_first_decision_and_each_group_has_some(plays):
    codes = askable(plays)
    assert codes.keys() - {INSURANCE_CELL} == {
        str(cell) for cell in plays.reached(frozenset({Decision.FIRST}))
    }
    way = way_of(groups_of(plays.chart), codes, [], plays.rules.digest)
    assert sorted(cell for step in way.steps for cell in step.cells) == sorted(codes)
    assert all(step.rules for step in way.steps)


def test_each_lesson_that_goes_well_opens_the_next_group_until_all_is_learnt(plays):
    one = course(plays.rules.slug)
    for lessons in range(len(one.groups)):
        way = one.way(one.all_right(lessons))
        assert [step.standing for step in way.steps] == [
            *[Standing.LEARNT] * lessons,
            Standing.OPEN,
            *[Standing.LOCKED] * (len(one.groups) - lessons - 1),
        ]
    answers = one.all_right(len(one.groups))
    assert one.way(answers).ended
    assert one.lesson(answers) is None
    assert len(answers) < 200


def test_a_group_takes_good_answers_in_different_cells_of_each_rule(downtown):
    first = downtown.groups[0]
    answers: list[Given] = []
    for rule in first.rules:
        asked = [cell for cell in rule.cells if cell in downtown.codes]
        answers += [downtown.given(cell) for cell in asked[: CELLS // 2]]
    assert downtown.way(answers).steps[0].standing is Standing.LEARNT
    assert downtown.way(answers[:-1]).steps[0].left == 1
    same = [*answers[:-1], *[answers[-2]] * 20]
    assert downtown.way(same).steps[0].left == 1
    assert downtown.way(answers[: CELLS // 2]).steps[0].left == CELLS // 2


def test_a_group_of_one_cell_takes_four_answers(downtown):
    answers = [downtown.given(INSURANCE_CELL)] * LEAST
    assert downtown.way(answers).steps[-1].standing is Standing.LEARNT
    assert downtown.way(answers[1:]).steps[-1].standing is Standing.LOCKED
    assert downtown.way(answers[1:]).steps[-1].left == 1


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({}, 0),
        ({"right": False}, CELLS),
        ({"hinted": True}, CELLS),
        ({"milliseconds": SLOW}, 1),
        ({"milliseconds": None}, 0),
        ({"slip": True}, 1),
        ({"slip": True, "right": False}, 1),
        ({"rules_digest": "another game"}, 1),
        ({"rules_digest": "another game", "right": False}, 1),
        ({"code": "Xx"}, 1),
    ],
)
def test_what_an_answer_counts_for(downtown, change, left):
    """A miss and a hint begin anew; what is slow, taken back or of another game is as if unsaid."""
    *before, last = downtown.all_right(1)
    assert downtown.way(before).steps[0].left == 1
    assert downtown.way([*before, replace(last, **change)]).steps[0].left == left


def test_slow_is_by_the_players_own_usual_time(downtown):
    for usual, time, good in ((1000, 4000, False), (4000, 7000, True)):
        answers = [replace(one, milliseconds=usual) for one in downtown.all_right(2)]
        again = [replace(one, milliseconds=time) for one in downtown.all_right(3)[len(answers) :]]
        way = downtown.way([*answers, *again])
        assert (way.steps[2].standing is Standing.LEARNT) == good


def test_a_miss_brings_a_group_back_and_no_other_opens_before_it_is_good_again(downtown):
    answers = downtown.all_right(3)
    missed = answers[3].cell
    answers.append(downtown.given(missed, right=False))
    way = downtown.way(answers)
    assert [step.standing for step in way.steps[:4]] == [
        Standing.AGAIN,
        Standing.LEARNT,
        Standing.LEARNT,
        Standing.LOCKED,
    ]
    assert way.back == (way.steps[0],)
    assert (way.back[0].missed, way.back[0].left, way.now) == ((missed,), LEAST, None)
    lesson = downtown.lesson(answers)
    assert (lesson.new, lesson.title) == (None, way.back[0].group.title)
    assert lesson.cells.count(missed) == 1
    others = [cell for cell in way.steps[0].cells if cell != missed]
    answers += [downtown.given(cell) for cell in others[:LEAST]]
    assert downtown.way(answers).back[0].left == 1
    answers.append(downtown.given(missed))
    assert downtown.way(answers).steps[0].standing is Standing.LEARNT
    assert downtown.way(answers).now == downtown.way(answers).steps[3]


def test_a_cell_that_was_missed_is_asked_again_where_it_is_all_there_is(downtown):
    answers = [downtown.given(INSURANCE_CELL)] * LEAST
    answers.append(downtown.given(INSURANCE_CELL, right=False))
    assert downtown.lesson(answers).cells == (INSURANCE_CELL,) * LEAST
    answers.append(downtown.given(INSURANCE_CELL))
    assert downtown.lesson(answers).cells == (INSURANCE_CELL,) * (LEAST - 1)


def test_many_groups_that_are_back_do_not_come_all_at_once(downtown):
    answers = downtown.all_right(12)
    assert downtown.way(answers).ended
    answers += [downtown.given(cell, right=False) for cell in downtown.codes]
    assert len(downtown.way(answers).back) == 12
    lesson = downtown.lesson(answers)
    assert len(lesson.cells) == MOST_KNOWN
    assert set(lesson.cells) <= set(downtown.groups[0].cells)


def test_what_has_begun_stays_open_when_another_group_comes_back(downtown):
    answers = downtown.all_right(3)
    new = downtown.groups[3].cells[0]
    answers += [downtown.given(new), downtown.given(answers[0].cell, right=False)]
    way = downtown.way(answers)
    assert way.now == way.steps[3]
    lesson = downtown.lesson(answers)
    assert lesson.new == way.steps[3]
    assert answers[0].cell in lesson.cells


def test_a_lesson_asks_for_every_answer_of_each_rule_and_edges_first(downtown):
    answers = downtown.all_right(1)
    lesson = downtown.lesson(answers)
    new = [cell for cell in lesson.cells if cell in downtown.groups[1].cells]
    assert lesson.cells[0] in new
    assert len(new) == CELLS
    assert len(lesson.cells) == CELLS + KNOWN
    assert sorted(downtown.codes[cell] for cell in new) == ["H"] * 6 + ["S"] * 6
    edges = {cell for cell in downtown.groups[1].cells if cell.endswith((" v 6", " v 7"))}
    assert edges <= set(new)


def test_what_is_learnt_goes_on_being_asked_the_longest_unasked_first(downtown):
    """After some lessons each known cell that was never asked comes before one that was."""
    answers = downtown.all_right(4)
    asked = {answer.cell for answer in answers}
    lesson = downtown.lesson(answers)
    known = [cell for cell in lesson.cells if cell not in lesson.new.cells]
    assert len(known) == KNOWN
    assert asked.isdisjoint(known)


def test_surrender_is_learnt_beside_the_hands_that_are_like_it(downtown):
    answers = downtown.all_right(10)
    lesson = downtown.lesson(answers)
    assert lesson.title == "surrender"
    rows = {cell.partition(" v ")[0] for cell in lesson.new.cells}
    known = [cell for cell in lesson.cells if cell not in lesson.new.cells]
    assert len(known) == KNOWN
    edge = {"hard 16 v 8", "hard 15 v 9", "hard 17 v T", "hard 14 v T", "hard 14 v A", "pair 8 v T"}
    assert len(edge.intersection(known)) >= KNOWN // 2
    assert all(cell.partition(" v ")[0] in rows for cell in known if cell not in edge)


def test_a_lesson_is_the_same_for_a_seed_and_a_history_and_another_for_another(downtown):
    answers = downtown.all_right(2)
    assert downtown.lesson(answers, 5) == downtown.lesson(answers, 5)
    assert downtown.lesson(answers, 5).cells != downtown.lesson(answers, 6).cells


def test_a_lesson_is_a_session_that_asks_just_its_cells(downtown):
    lesson = downtown.lesson(downtown.all_right(11))
    assert INSURANCE_CELL in lesson.cells
    values = []
    session = lesson_session(lesson, downtown.plays, seed=3, solve=values.append)
    assert (session.drill.name, session.drill.title) == (NAME, "insurance")
    assert not session.drill.natural
    assert session.count == len(lesson.cells)
    asked = [str(session.course.spot(3, n)) for n in range(1, session.count + 1)]
    assert tuple(asked) == lesson.cells
    assert {spot.decisions for spot in session.course.spots} == {ONLY_FIRST}
    assert session.question.cell == lesson.cells[0]
    assert lesson_session(lesson, downtown.plays, seed=3, solve=values.append, count=2).count == 2
    assert not values


HISTORIES = st.lists(st.tuples(st.integers(0, 2**32), st.floats(0.3, 1)), max_size=12)


@settings(max_examples=40, deadline=None)
@given(history=HISTORIES, seed=st.integers(0, 2**32))
def test_whatever_was_answered_there_is_one_way_on(history, seed):
    """Lessons answered well or badly, with answers to any cells in between."""
    one = course("las-vegas-downtown")
    answers: list[Given] = []
    for lesson_seed, share in history:
        rng = Random(lesson_seed)
        lesson = one.lesson(answers, lesson_seed)
        cells = [*(lesson.cells if lesson else ()), *rng.sample(sorted(one.codes), 5)]
        answers += [
            one.given(cell, right=rng.random() < share, hinted=rng.random() < 0.02)
            for cell in cells
        ]
    way = one.way(answers)
    unlearnt = [step for step in way.steps if step.standing in (Standing.OPEN, Standing.LOCKED)]
    assert [step.standing for step in unlearnt[1:]] == [Standing.LOCKED] * len(unlearnt[1:])
    assert way.ended == (not unlearnt and not way.back)
    for step in way.steps:
        assert (step.left == 0) == (step.standing is Standing.LEARNT)
        assert step.standing is Standing.AGAIN or not step.missed
        assert 0 <= step.left <= max(step.needed, len(step.missed))
    lesson = one.lesson(answers, seed)
    assert (lesson is None) == way.ended
    if lesson is None:
        return
    assert set(lesson.cells) <= set(one.codes)
    assert (lesson.new, lesson.back) == (way.now, way.back)
    new = lesson.new.cells if lesson.new else ()
    known = [cell for cell in lesson.cells if cell not in new]
    assert set(known) <= {cell for step in way.known for cell in step.cells}
    assert len(known) <= MOST_KNOWN
    missed = [cell for step in way.back for cell in step.missed]
    assert set(missed[:LEAST]) <= set(lesson.cells)
    if lesson.new:
        assert len(lesson.cells) - len(known) >= max(LEAST, lesson.new.left)
    after = one.way([*answers, *(one.given(cell) for cell in lesson.cells)])
    if lesson.new:
        assert after.steps[way.steps.index(lesson.new)].standing is Standing.LEARNT
    if sum(step.left for step in way.back) <= MOST_KNOWN:
        assert not after.back
