"""Verdicts on every starting hand against the reference values (tests/reference/*.json)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from bjtrainer.game.actions import Action
from bjtrainer.trainer.explain import headline, reason
from bjtrainer.trainer.judge import Severity, judge
from bjtrainer.trainer.question import Insurance, choice_of


@pytest.fixture(scope="module")
def reference(game):
    """The values of each starting hand and upcard, in initial wagers, by the word of the action."""
    ranks = "A23456789T"
    return {
        ("".join(sorted(entry["hand"], key=ranks.index)), entry["up"]): entry
        for entry in game.reference["hands"]
    }


def severity(cost: float) -> str:
    """As ux.md names a cost: below 0.01, 0.04 and 0.12 of the bet, and above."""
    if cost < 0.01:
        return "close call"
    if cost < 0.04:
        return "inaccuracy"
    return "mistake" if cost < 0.12 else "blunder"


def test_every_answer_to_every_starting_hand(game, reference):
    judged = 0
    for question in game.first_questions():
        entry = reference[str(question.hand), str(question.upcard.rank)]
        values = {action: entry[str(action)] for action in question.legal}
        chart = values[question.chart]
        for answer, value in values.items():
            verdict = judge(question, answer, game.values)
            right = answer is question.chart or value >= chart
            assert verdict.right == right
            assert verdict.cost == pytest.approx(0 if right else chart - value, abs=1e-9)
            assert str(verdict.severity) == ("none" if right else severity(chart - value))
            assert verdict.beats_chart == (right and answer is not question.chart)
            assert str(verdict.best) == entry["best_CDZ-"]
            assert tuple(verdict.values) == question.legal
            assert verdict.values == pytest.approx(values, abs=1e-9)
            judged += 1
    assert judged == sum(len(question.legal) for question in game.first_questions()) > 1600


def test_insurance_is_judged_in_initial_wagers(game, reference):
    for question in game.insurance_questions():
        unit = reference[str(question.hand), "A"]["insurance"]
        yes = judge(question, Insurance.YES, game.values)
        no = judge(question, Insurance.NO, game.values)
        assert yes.values == pytest.approx({Insurance.YES: unit / 2, Insurance.NO: 0.0}, abs=1e-9)
        assert (yes.right, no.right) == (False, True)
        assert yes.cost == pytest.approx(-unit / 2, abs=1e-9)
        assert (no.cost, no.severity) == (0, Severity.NONE)
        assert yes.best is no.best is Insurance.NO


@pytest.fixture
def paying_3(vegas_downtown):
    """A game whose insurance pays 3:1, which gains on every hand."""
    return replace(vegas_downtown, rules=replace(vegas_downtown.rules, insurance_pays=Fraction(3)))


def test_insurance_that_gains_is_right_whatever_the_chart_says(paying_3):
    question = paying_3.insurance_question("T6")
    yes = judge(question, Insurance.YES, paying_3.values)
    assert (yes.chart, yes.best, yes.right, yes.cost) == (Insurance.NO, Insurance.YES, True, 0)
    assert yes.beats_chart


def test_even_money_is_spoken_of_where_it_is_even_money(vegas_downtown, paying_3):
    for game, even in ((vegas_downtown, True), (paying_3, False)):
        question = game.insurance_question("AT")
        text = reason(question, judge(question, Insurance.NO, game.values), game.values)
        assert ("It makes a blackjack pay $1 for $1 for certain" in text) == even


def test_declining_is_wrong_where_the_chart_insures(paying_3):
    entry = replace(paying_3.chart.insurance, take=True)
    insuring = replace(paying_3, chart=replace(paying_3.chart, insurance=entry))
    question = insuring.insurance_question("T6")
    assert (question.code, question.chart) == ("Y", Insurance.YES)
    tens = Fraction(31, 101)
    no = judge(question, Insurance.NO, insuring.values)
    assert (no.right, no.best) == (False, Insurance.YES)
    assert no.cost == pytest.approx(float(4 * tens - 1) / 2, abs=1e-12)
    assert headline(question, no) == (
        "No insurance gives away 11.4 ¢ of every $1 bet here (mistake). "
        "Insurance: the chart takes insurance (Y)."
    )
    assert reason(question, no, insuring.values) == (
        "Insurance pays 3:1, so it breaks even with a ten under the ace 25.0 % of the time; with "
        "these cards gone it is 30.7 %. Insurance gains 11.4 ¢ of every $1 bet."
    )


@pytest.mark.parametrize(
    ("cost", "named"),
    [
        (0.00003, "close call"),
        (0.01, "inaccuracy"),
        (0.0399, "inaccuracy"),
        (0.04, "mistake"),
        (0.12, "blunder"),
        (2.4, "blunder"),
    ],
)
def test_severities_begin_where_they_are_said_to(cost, named):
    assert str(Severity.of(cost)) == named


def test_a_play_that_beats_the_chart_is_right(vegas_downtown):
    """10,2 v 4 with two decks: the chart stands on hard 12, these cards hit (cases of ux.md)."""
    question = vegas_downtown.question("T2", "4")
    hit = judge(question, Action.HIT, vegas_downtown.values)
    assert (hit.chart, hit.best, hit.right, hit.cost) == (Action.STAND, Action.HIT, True, 0)
    assert hit.beats_chart
    stand = judge(question, Action.STAND, vegas_downtown.values)
    assert (stand.right, stand.cost, stand.beats_chart) == (True, 0, False)


def test_drawn_to_and_split_hands_are_judged_too(game):
    rng, judged = Random(6), 0
    session = game.start("default", seed=77, count=400)
    while question := session.question:
        session = session.answer(rng.choice(question.legal))
        verdict = session.last.verdict
        assert verdict.values.keys() == set(question.legal)
        assert verdict.cost >= 0
        assert (verdict.cost == 0) == verdict.right
        judged += question.split_hands > 1 or len(question.cards) > 2
    assert judged > 50


@pytest.mark.parametrize("choice", [*Action, *Insurance])
def test_an_answer_is_read_from_its_key_and_its_word(choice):
    assert choice_of(choice.letter) is choice_of(str(choice)) is choice


@pytest.mark.parametrize("text", ["", "?", "q", "u", "hh", "hit ", "D", "enter", "doubles"])
def test_nothing_else_is_an_answer(text):
    assert choice_of(text) is None
