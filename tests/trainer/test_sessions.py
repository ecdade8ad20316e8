"""A session as a value: what is asked, what an answer changes, and what it adds up to."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Phase
from bjtrainer.game.shoe import drill_shoe
from bjtrainer.rules.load import override
from bjtrainer.trainer.question import Insurance

ROUNDS = 40


def through(session, choose):
    """Every session from this one on, until it is over or a later round begins."""
    while session.question and session.question.round_number <= ROUNDS:
        yield session
        session = session.answer(choose(session.question), 700)
    yield session


def starting_cards(sessions):
    """The cards of each round before its first decision, by its number."""
    dealt = {}
    for session in sessions:
        if question := session.question:
            first, hole = question.round.record[1:4], question.round.dealer_cards[1]
            dealt.setdefault(question.round_number, (first, hole, question.round.shoe.order))
    return dealt


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**63), answers=st.randoms(use_true_random=False))
def test_rounds_start_with_the_same_cards_whatever_is_answered(game, seed, answers):
    by_chart = starting_cards(through(game.start("default", seed=seed), lambda asked: asked.chart))
    otherwise = starting_cards(
        through(game.start("default", seed=seed), lambda asked: answers.choice(asked.legal))
    )
    # A round without a question for either is a blackjack on the table: the same for both.
    assert by_chart == otherwise


def test_round_k_is_dealt_from_the_fresh_shoe_of_seed_and_k(game):
    for number, (_, _, order) in starting_cards(
        through(game.start("default", seed=12), lambda asked: asked.chart)
    ).items():
        assert order == drill_shoe(game.rules.decks, 12, number).order


def test_every_decision_of_every_round_is_asked_and_every_round_is_shown_finished(game):
    rng = Random(4)
    asked, finished = {}, []
    for session in through(game.start("default", seed=21), lambda asked: rng.choice(asked.legal)):
        finished += session.finished
        if question := session.question:
            asked.setdefault(question.round.shoe.order, []).append(question.chart)
            assert question.n == len(session.answers) + 1
            assert len(finished) == question.round_number - 1
    assert len(finished) >= ROUNDS
    for number, round_ in enumerate(finished, start=1):
        order = drill_shoe(game.rules.decks, 21, number).order
        assert round_.shoe.order == order
        assert round_.phase is Phase.DONE
        decisions = [type(step).__name__ for step in round_.record].count("Decided")
        insured = [type(step).__name__ for step in round_.record].count("InsuranceAnswered")
        assert len(asked.get(order, ())) == decisions + insured
    assert any(order not in asked for order in (round_.shoe.order for round_ in finished))


def test_a_round_goes_on_with_what_the_player_did(vegas_downtown):
    session = vegas_downtown.start("default", seed=3)
    while session.question and Action.SPLIT not in session.question.legal:
        session = session.answer(session.question.chart)
    before = session.question
    after = session.answer(Action.SPLIT).question
    assert (after.n, after.round_number) == (before.n + 1, before.round_number)
    assert (before.split_hands, after.split_hands) == (1, 2)
    assert after.cards[0] == before.cards[0]


def test_insurance_is_a_question_of_its_own(game):
    session = game.start("default", seed=3)
    while session.question.phase is not Phase.INSURANCE:
        session = session.answer(session.question.chart)
    question = session.question
    assert (question.cell, question.code) == ("insurance v A", "N")
    assert question.legal == (Insurance.YES, Insurance.NO)
    assert question.upcard.face == "A"
    assert session.answer(Insurance.NO).last.verdict.right
    insured = session.answer(Insurance.YES)
    assert not insured.last.verdict.right
    going_on = insured.question.round if not insured.finished else insured.finished[0]
    assert going_on.insurances_cents == (game.rules.min_bet // 2,)


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (Action.SPLIT, "only two cards of the same value can be split"),
        (Action.SURRENDER, "there is no surrender in this game"),
        (Insurance.YES, "insurance is offered against an ace only"),
    ],
)
def test_a_refused_answer_changes_nothing(vegas_downtown, choice, reason):
    session = vegas_downtown.start("hard", seed=9)
    while session.question.upcard.face == "A":
        session = session.answer(Action.HIT)
    answers = session.answers
    with pytest.raises(IllegalAction) as caught:
        session.answer(choice)
    assert str(caught.value) == reason
    assert session.answers is answers
    assert session.answer(Action.STAND).last.question is session.question


def test_an_action_is_refused_while_insurance_is_asked_about(game):
    session = game.start("default", seed=3)
    while session.question.phase is not Phase.INSURANCE:
        session = session.answer(session.question.chart)
    with pytest.raises(IllegalAction, match="the insurance question comes first"):
        session.answer(Action.STAND)


@pytest.mark.parametrize("drill", ["default", "soft"])
def test_the_session_is_over_after_count_judged_decisions(game, drill):
    session = game.start(drill, count=7)
    for n in range(1, 8):
        assert session.question.n == n
        session = session.answer(session.question.chart)
    assert session.question is None
    assert session.summary().asked == 7
    with pytest.raises(IllegalAction, match="the session is over"):
        session.answer(Action.HIT)
    with pytest.raises(IllegalAction, match="the session is over"):
        session.with_hint()


def test_no_round_is_dealt_after_the_last_decision(game):
    for count in range(1, 40):
        session = game.start("default", seed=5, count=count)
        while session.question:
            session = session.answer(session.question.chart)
        last = session.last.question.round
        assert len(session.finished) <= 1
        assert all(round_.shoe.order == last.shoe.order for round_ in session.finished)


def test_a_drill_says_how_many_where_nobody_else_does(game):
    assert game.start("soft").count == 50
    assert game.start("soft", count=3).count == 3
    assert game.start("default").count is None


def test_less_than_one_decision_is_refused(game):
    with pytest.raises(InputError, match="0 decisions were asked for; write 1 or more"):
        game.start("soft", count=0)


def test_a_slip_is_kept_and_flagged_and_counted_nowhere(game):
    session = game.start("hard", seed=2, count=3)
    session = session.answer(session.question.chart)
    wrong = session.answer(
        next(c for c in session.question.legal if c is not session.question.chart)
    )
    taken_back = wrong.slip()
    assert [answer.slip for answer in taken_back.answers] == [False, True]
    assert (wrong.summary().asked, taken_back.summary().asked) == (2, 1)
    summary = taken_back.summary()
    assert (summary.right, summary.slips, summary.total_cost, summary.streak) == (1, 1, 0, 1)
    assert summary.worst == ()
    assert taken_back.question is wrong.question
    assert taken_back.question.n == 3


def test_an_answer_is_taken_back_once_and_only_the_last(game):
    session = game.start("hard", seed=2)
    with pytest.raises(IllegalAction, match="there is no answer to take back"):
        session.slip()
    session = session.answer(session.question.chart).slip()
    with pytest.raises(IllegalAction, match="the last answer is taken back already"):
        session.slip()
    session = session.answer(session.question.chart).slip()
    assert [answer.slip for answer in session.answers] == [True, True]


def test_the_last_answer_of_all_can_be_taken_back(game):
    session = game.start("hard", seed=2, count=1)
    session = session.answer(session.question.chart).slip()
    assert session.question is None
    assert session.summary().accuracy is None


def test_an_answer_after_a_hint_is_flagged_and_the_next_is_not(game):
    session = game.start("hard", seed=2)
    hinted = session.with_hint()
    assert hinted.question is session.question
    assert hinted.hint_shown
    session = hinted.answer(hinted.question.chart, 900)
    assert (session.last.hinted, session.hint_shown) == (True, None)
    assert session.last.milliseconds == 900
    assert not session.answer(session.question.chart).last.hinted


def test_the_second_hint_is_the_answer_and_so_is_the_third(vegas_downtown):
    first = vegas_downtown.start("pairs").with_hint()
    second = first.with_hint()
    assert first.hint_shown.startswith("The rule for pair")
    assert second.hint_shown.startswith(f"{first.question.chart}: ".capitalize())
    assert second.with_hint() == second
    assert second.answer(second.question.chart).last.hinted


def test_a_refused_answer_keeps_the_hint(vegas_downtown):
    hinted = vegas_downtown.start("hard", seed=2).with_hint()
    with pytest.raises(IllegalAction):
        hinted.answer(Action.SURRENDER)
    assert hinted.answer(Action.HIT).last.hinted


def test_nothing_answered_adds_up_to_nothing(game):
    summary = game.start("default").summary()
    assert (summary.asked, summary.accuracy, summary.cost_per_100) == (0, None, None)
    assert (summary.streak, summary.best_streak, summary.worst) == (0, 0, ())


@settings(max_examples=10, deadline=None)
@given(answers=st.randoms(use_true_random=False), wished=st.integers(1, 40))
def test_the_summary_is_what_its_answers_say(game, answers, wished):
    """Counted a second time, one answer after the other, in fractions."""
    session = game.start("first-decisions", seed=7, count=wished)
    streaks, cost, costs, slips = [0], Fraction(0), [], 0
    while question := session.question:
        choice = question.chart if answers.random() < 0.7 else answers.choice(question.legal)
        session = session.answer(choice)
        if answers.random() < 0.1:
            session, slips = session.slip(), slips + 1
            continue
        verdict = session.last.verdict
        streaks.append(streaks[-1] + 1 if verdict.right else 0)
        cost += Fraction(verdict.cost)
        costs += [] if verdict.right else [verdict.cost]
    summary = session.summary()
    asked = len(streaks) - 1
    assert (summary.asked, summary.right, summary.slips) == (asked, asked - len(costs), slips)
    assert (summary.streak, summary.best_streak) == (streaks[-1], max(streaks))
    assert [miss.verdict.cost for miss in summary.worst] == sorted(costs, reverse=True)[:5]
    if asked:
        assert summary.accuracy == (asked - len(costs)) / asked
        assert summary.cost_per_100 == pytest.approx(float(100 * cost / asked), abs=1e-12)


def test_a_chart_of_other_rules_is_refused(game):
    other = replace(game, rules=override(game.rules, ["soft_17=stand"]))
    with pytest.raises(InputError, match="the chart is not that of"):
        other.start("hard")


IMPORTED = "import sys, bjtrainer.trainer.session; print(*sorted(sys.modules))"


def test_the_first_question_loads_neither_numpy_nor_a_screen():
    run = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )
    assert "bjtrainer.trainer.judge" in run.stdout.split()
    assert not {"numpy", "rich", "typer", "sqlite3", "fsrs"} & set(run.stdout.split())
