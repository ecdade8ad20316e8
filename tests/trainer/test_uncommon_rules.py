"""Rules that no shipped game has, and what they once did to answers, ties and reasons."""

from __future__ import annotations

import re
from random import Random

import pytest

from bjtrainer.analysis.values import solve
from bjtrainer.cards import Rank
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.diff import diff
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.model import Chart, Code, Method
from bjtrainer.game.actions import Action
from bjtrainer.game.arrange import arrange
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, override
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.drill import find_drill
from bjtrainer.trainer.explain import reason
from bjtrainer.trainer.facts import Facts
from bjtrainer.trainer.judge import Severity, judge
from bjtrainer.trainer.question import ask
from bjtrainer.trainer.session import start


def changed(*changes: str) -> Rules:
    return override(find_rules("vegas-downtown"), changes)


def chart_of(rules: Rules) -> Chart:
    return derive_chart(solve(rules))


def test_a_split_ace_that_may_be_split_again_and_not_hit_has_an_answer():
    rules = changed("hole_card=none", "max_hands=4", "max_ace_hands=4", "insurance=no", "decks=8")
    chart = chart_of(rules)
    round_ = arrange(rules, Hand.parse("AA"), Rank.ACE, Random(1), split_hands=2)
    question = ask(round_, chart, n=1, round_number=1)
    assert (question.code, question.legal) == ("H", (Action.STAND, Action.SPLIT))
    assert question.chart is Action.STAND
    session = start(
        find_drill("default"), rules, chart, seed=3753, solve=lambda _: values, count=30
    )
    values = solve(rules)
    while session.question is not None:
        legal = session.question.legal
        session = session.answer(Action.SPLIT if Action.SPLIT in legal else legal[-1])
    assert len(session.answers) == 30


def test_of_two_answers_worth_the_same_neither_is_wrong():
    rules = changed("card_limit=3")
    values, chart = solve(rules), chart_of(rules)
    ties = 0
    for hand in ("23", "24", "34", "22"):
        for upcard in Rank:
            round_ = arrange(rules, Hand.parse(hand), upcard, Random(1))
            question = ask(round_, chart, n=1, round_number=1)
            for action in question.round.legal:
                verdict = judge(question, action, values)
                gap = verdict.values[question.chart] - verdict.values[action]
                ties += action is not question.chart and abs(gap) < 1e-12
                assert verdict.right is (gap < 1e-12)
                assert (verdict.severity is Severity.NONE) is verdict.right
    assert ties > 5


def test_what_cannot_be_split_is_counted_in_the_row_of_its_total():
    rules = changed("max_hands=1", "max_ace_hands=1")
    chart = chart_of(rules)
    pairs = [entry for cell, entry in chart.entries.items() if cell.row.kind == "pair"]
    assert all(entry.frequency == 0 for entry in pairs)
    dealt = sum(entry.frequency for entry in chart.entries.values())
    split = sum(entry.frequency for entry in chart_of(changed()).entries.values())
    assert 100 < dealt < split


def test_after_a_split_the_dealer_has_looked_though_surrender_is_early():
    rules = changed("surrender=early", "decks=6")
    values, chart = solve(rules), chart_of(rules)
    busts = {}
    for split_hands in (1, 2):
        round_ = arrange(rules, Hand.parse("83"), Rank.ACE, Random(1), split_hands=split_hands)
        question = ask(round_, chart, n=1, round_number=1)
        facts = Facts.of(question.situation, values)
        busts[facts.checked] = facts.dealer_busts
    assert busts[True] == pytest.approx(0.2, abs=0.05)
    blackjack = values.dealer_blackjack(Hand.parse("83"), Rank.ACE)
    assert busts[False] == pytest.approx(busts[True] * (1 - blackjack), abs=1e-12)


def test_insurance_that_one_game_takes_is_a_difference():
    declined, taken = solve(changed()), solve(changed("insurance_pays=3"))
    plan = derive_plan(declined, Method.WHOLE_GAME)
    found = diff(declined, plan, taken, plan)
    assert found.changes == ()
    assert found.insurance is not None
    assert (found.insurance.a, found.insurance.b) == ("N", "Y")
    assert found.insurance.cost_in_a > 0 < found.insurance.cost_in_b


def test_a_code_of_which_nothing_is_legal_stands():
    assert Code.H.answer([Action.STAND, Action.SPLIT]) is Action.STAND
    assert Code.RS.answer([Action.HIT, Action.STAND]) is Action.STAND


def test_one_deck_has_cards_for_every_hand_that_is_asked_about():
    rules = changed("decks=1")
    values, chart = solve(rules), chart_of(rules)
    for name in ("exam", "fallbacks", "storm", "close-calls", "exceptions"):
        session = start(find_drill(name), rules, chart, seed=1, solve=lambda _: values, count=60)
        while session.question is not None:
            session = session.answer(session.question.chart)
        assert len(session.answers) == 60


@pytest.mark.parametrize("rule", ["surrender=early", "hole_card=none_original_only"])
@pytest.mark.parametrize(("hand", "upcard"), [("46", "T"), ("27", "A"), ("47", "T"), ("44", "A")])
def test_one_card_is_never_better_than_all_that_one_wants(rule, hand, upcard):
    """Where a dealer blackjack takes the first bet alone, half of a double is no single card."""
    rules = override(find_rules("vegas-strip"), [rule])
    values, chart = solve(rules), chart_of(rules)
    round_ = arrange(rules, Hand.parse(hand), Rank.parse(upcard), Random(1))
    question = ask(round_, chart, n=1, round_number=1)
    verdict = judge(question, Action.DOUBLE, values)
    (said,) = re.findall(
        r"A single card (wins|loses) ([\d.]+) ¢", reason(question, verdict, values)
    )
    single = float(said[1]) * (1 if said[0] == "wins" else -1)
    assert single <= 100 * verdict.values[Action.HIT] + 0.06
