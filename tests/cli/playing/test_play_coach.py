"""Source of truth: interface.md, ``play --coach``; analysis.md, "The verdict"."""

from __future__ import annotations

import json

import pytest

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.cli.play_tally import Tally
from bjtrainer.places import history_path
from bjtrainer.seat.log import positions
from bjtrainer.stats.store import Store

CHOSEN = ("split", "stand", "no")
MONEY = ("expected_cents", "luck_cents", "cost_cents")


@pytest.fixture
def coached(player):
    """A coached player who has played some rounds, and the summary."""
    play = player("las-vegas-downtown", "--coach", "--seed", "3", chance="coached")
    ask = play.read()
    for _ in range(120):
        ask = play.say(play.anything(ask))
    while ask["type"] != "bet":
        ask = play.say(play.anything(ask))
    return play, play.say("q")


def test_every_decision_is_judged_before_the_cards_go_on_and_stored_with_its_verdict(
    coached, own_folder
):
    play, summary = coached
    for before, event in zip(play.events, play.events[1:], strict=False):
        assert (event["type"] in ("decision", "insurance")) is (before["type"] == "verdict")
    questions = {event["n"]: event for event in play.of_type("question")}
    verdicts = play.of_type("verdict")
    with Store.snapshot(history_path(own_folder)) as store:
        kept = store.decisions()
        (session,) = store.sessions()
        rounds = store.rounds()
    assert session.played
    assert not session.partial
    assert all(round_.coached for round_ in rounds)
    assert [decision.n for decision in kept] == list(range(1, len(verdicts) + 1))
    for decision, verdict in zip(kept, verdicts, strict=True):
        question = questions[verdict["n"]]
        assert decision.natural
        assert (decision.cell, decision.code) == (question["cell"], question["code"])
        assert decision.round == question["round"]
        assert (decision.answer, decision.right) == (verdict["action"], verdict["right"])
        assert decision.cost == verdict["cost"]
    assert summary["asked"] == len(verdicts)
    assert summary["right"] == sum(verdict["right"] for verdict in verdicts)


def test_the_result_is_what_best_play_may_expect_and_luck_less_what_decisions_cost(coached):
    play, summary = coached
    edge = load_chart(chart_path("las-vegas-downtown")).edges.optimal
    placed = sum(initial_bets(play))
    assert summary["expected_cents"] == round(edge * placed)
    cost = sum(verdict["cost"] * verdict["bet_cents"] for verdict in play.of_type("verdict"))
    assert summary["cost_cents"] == round(cost) > 0
    assert summary["payout_cents"] == play.books.payout
    expected, luck, given_away = (summary[part] for part in MONEY)
    assert expected + luck - given_away == summary["payout_cents"]


def initial_bets(play):
    """The bets that were dealt to: the money on the table in the first picture of each round."""
    first = {}
    for table in play.of_type("round"):
        first.setdefault(table["id"], table)
    return [sum(hand["bet_cents"] for hand in table["hands"]) for table in first.values()]


def test_a_round_that_was_cut_off_is_judged_on_and_counts_as_a_whole(bjtrainer, player, own_folder):
    bjtrainer("play", "vegas-downtown", "--coach", "--seed", "7", sent="5\nhit\n")
    play = player("european", "--coach")
    assert play.read()["n"] == 1
    ask = play.say("hit")
    while ask["type"] == "question":
        ask = play.say("stand")
    summary = play.say("q")
    with Store.snapshot(history_path(own_folder)) as store:
        kept = store.decisions()
        (round_,) = store.rounds()
        steps = store.steps(round_.id)
        assert len(kept) == len(steps) == len(positions(round_, steps)) - 1
    assert [(decision.session, decision.n) for decision in kept[:2]] == [(1, 1), (2, 1)]
    assert summary["cost_cents"] == round(sum(500 * decision.cost for decision in kept))


def test_each_box_that_was_bet_on_is_a_hand_of_the_figures_and_split_hands_are_one(
    bjtrainer, player, own_folder
):
    play = player("multi-hand", "--coach", "--seed", "13")
    play.read()
    dealt = []
    for bets in ("5 5 5 5 5", "5 5"):
        ask = play.say(bets)
        while ask["type"] == "question":
            assert ask["round"] == len(dealt) + ask["box"] + 1
            ask = play.say(next(word for word in CHOSEN if word in ask["legal"]))
        dealt += bets.split()
    play.say("q")
    assert max(question["split_hands"] for question in play.of_type("question")) > 1
    hands = {question["round"] for question in play.of_type("question")}
    with Store.snapshot(history_path(own_folder)) as store:
        kept = store.decisions()
    assert {decision.round for decision in kept} == hands
    figures = json.loads(bjtrainer("stats", "--json").stdout)
    cost = sum(decision.cost for decision in kept)
    assert figures["cost_per_100_hands"] == pytest.approx(100 * cost / len(hands))


def test_without_a_coach_nothing_is_judged(player, own_folder):
    play = player("vegas-downtown", "--seed", "7")
    play.read()
    play.say("5")
    play.say("hit")
    play.say("stand")
    summary = play.say("q")
    assert play.of_type("verdict") == []
    assert "luck_cents" not in summary
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.decisions() == ()
        assert not store.rounds()[0].coached


def test_the_parts_of_a_result_add_up_however_they_are_rounded():
    tally = Tally().with_round(1).with_result(-500, -1.91, 3.3).with_result(750, -1.91, 0.4)
    split = tally.split
    assert (split.expected_cents, split.cost_cents) == (-4, 4)
    assert split.expected_cents + split.luck_cents - split.cost_cents == tally.payout_cents == 250
