"""Source of truth: interface.md, ``drill --json``, and reliability.md, "same seed"."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from itertools import pairwise

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Surrender
from bjtrainer.stats.store import Store

KEYS = {
    "session": {"type", "seed", "game", "drill", "id"},
    "question": {
        *("type", "n", "round", "phase", "cell", "code"),
        *("hand", "upcard", "split_hands", "legal"),
    },
    "refused": {"type", "n", "input", "reason"},
    "hint": {"type", "n"},
    "verdict": {
        *("type", "n", "action", "right", "chart", "best"),
        *("cost", "severity", "values", "ms"),
    },
    "slip": {"type", "n"},
    "summary": {"type", "asked", "right", "accuracy", "cost_per_100"},
}
ANSWERS = {
    **{"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender"},
    **{"y": "yes", "n": "no"},
}
LETTERS = {word: letter for letter, word in ANSWERS.items()}
SEVERITIES = ((0.01, "close call"), (0.04, "inaccuracy"), (0.12, "mistake"))
RANKS = set("A23456789T")
GAMES = ("vegas-downtown", "las-vegas-downtown")
"""Two of the games: one without surrender, one with it."""


def of_type(events, kind):
    return [event for event in events if event["type"] == kind]


def events_in(text):
    return [json.loads(line) for line in text.splitlines()]


def any_legal(question):
    """Other answers than the chart's as a rule, and every one of them now and then."""
    return question["legal"][question["n"] % len(question["legal"])]


def same_but_for_id_and_time(lines):
    return re.sub(r'"(id|ms)": \d+', r'"\1": 0', "".join(lines))


@pytest.mark.parametrize("game", shipped_games())
def test_who_answers_by_the_chart_is_right_every_time(client, by_the_chart, game):
    drill = client("--game", game, "--seed", "7", "--count", "200")
    events = drill.play(by_the_chart)
    assert drill.code() == 0
    assert drill.process.stderr.read() == ""
    verdicts = of_type(events, "verdict")
    assert len(verdicts) == 200
    assert all(verdict["right"] and verdict["cost"] == 0 for verdict in verdicts)
    assert {verdict["severity"] for verdict in verdicts} == {"none"}
    summary = events[-1]
    figures = {key: summary[key] for key in ("asked", "right", "accuracy", "cost_per_100")}
    assert figures == {"asked": 200, "right": 200, "accuracy": 1, "cost_per_100": 0}
    asked = of_type(events, "question")
    assert {question["phase"] for question in asked} == {"player", "insurance"}
    assert max(question["split_hands"] for question in asked) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_answers_give_the_same_bytes(client, by_the_chart, game):
    runs = []
    for hash_seed in ("1", "2"):
        drill = client("--game", game, "--seed", "8", "--count", "200", PYTHONHASHSEED=hash_seed)
        drill.play(by_the_chart)
        runs.append(drill.lines)
    first, second = map(same_but_for_id_and_time, runs)
    assert first == second


_DRILLED = {}


@pytest.fixture(params=GAMES)
def drilled(request, client, own_folder):
    """A game, the events of a drill of it with all kinds of answers, and what was stored."""
    game = request.param
    if game not in _DRILLED:
        events = client("--game", game, "--seed", "12", "--count", "150").play(any_legal)
        with Store.snapshot(history_path(own_folder)) as store:
            _DRILLED[game] = events, store.decisions()
    return game, *_DRILLED[game]


def test_numbers_of_questions_and_rounds_go_up_and_every_event_has_its_keys(drilled):
    game, events, _ = drilled
    for event in events:
        assert KEYS[event["type"]] <= set(event)
    session, *between, summary = events
    assert (session["type"], session["seed"], session["game"]) == ("session", 12, game)
    assert session["drill"] == "default"
    assert summary["type"] == "summary"
    assert [event["type"] for event in between] == ["question", "verdict"] * 150
    assert [event["n"] for event in between] == [n for n in range(1, 151) for _ in range(2)]
    asked = of_type(events, "question")
    assert all(before["round"] <= after["round"] for before, after in pairwise(asked))
    by_round = defaultdict(list)
    for question in asked:
        by_round[question["round"]].append(question)
        assert {*question["hand"], question["upcard"]} <= RANKS
        assert (question["cell"] == "insurance v A") is (question["phase"] == "insurance")
        assert question["cell"].endswith(f" v {question['upcard']}")
    for questions in by_round.values():
        assert len({question["upcard"] for question in questions}) == 1
        assert len(questions[0]["hand"]) == 2
        assert questions[0]["split_hands"] == 1
        assert all(question["phase"] == "player" for question in questions[1:])


def test_verdicts_follow_from_their_values_and_the_summary_from_the_verdicts(drilled):
    _, events, _ = drilled
    verdicts = of_type(events, "verdict")
    for question, verdict in zip(of_type(events, "question"), verdicts, strict=True):
        values, chart = verdict["values"], verdict["chart"]
        assert list(values) == question["legal"]
        assert verdict["action"] == any_legal(question)
        assert values[verdict["best"]] == max(values.values())
        below = values[chart] - values[verdict["action"]]
        assert verdict["right"] is (below <= 0)
        assert verdict["cost"] == (max(below, 0))
        at_most = [word for limit, word in SEVERITIES if below < limit]
        expected = (at_most or ["blunder"])[0] if below > 0 else "none"
        assert verdict["severity"] == expected
        if question["phase"] == "insurance":
            assert question["legal"] == ["yes", "no"]
            assert values["no"] == 0
        assert verdict["ms"] >= 0
    assert {verdict["severity"] for verdict in verdicts} >= {"none", "mistake", "blunder"}
    right = sum(verdict["right"] for verdict in verdicts)
    summary = events[-1]
    assert (summary["asked"], summary["right"]) == (150, right)
    assert summary["accuracy"] == right / 150
    mean = sum(verdict["cost"] for verdict in verdicts) / 150
    assert summary["cost_per_100"] == pytest.approx(100 * mean)


def test_the_hands_dealt_do_not_hang_on_the_answers(client, by_the_chart):
    dealt = []
    for answer in (by_the_chart, any_legal):
        events = client("--game", "las-vegas-downtown", "--seed", "7", "--count", "80").play(answer)
        first = {}
        for question in of_type(events, "question"):
            hand = (question["cards"], question["upcard"], question["phase"])
            first.setdefault(question["round"], hand)
        dealt.append(first)
    one, other = dealt
    assert len(one.keys() & other.keys()) > 20
    assert all(one[number] == other[number] for number in one.keys() & other.keys())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_as_legal_is_accepted_and_nothing_else(client, game):
    drill = client("--game", game, "--seed", "5")
    assert drill.event()["type"] == "session"
    accepted, refused = set(), set()
    for n in range(1, 101):
        question = drill.event()
        assert (question["type"], question["n"]) == ("question", n)
        for letter, word in ANSWERS.items():
            if word not in question["legal"]:
                for written in (letter, word) if n % 5 == 0 else (letter,):
                    event = drill.ask(written)
                    assert (event["type"], event["n"], event["input"]) == ("refused", n, written)
                    assert event["reason"]
                refused.add(word)
        word = any_legal(question)
        verdict = drill.ask(word if n % 2 else LETTERS[word])
        accepted.add(word)
        assert (verdict["type"], verdict["n"], verdict["action"]) == ("verdict", n, word)
    assert drill.event()["type"] == "question"
    summary = drill.ask("q")
    assert (summary["type"], summary["asked"], drill.code()) == ("summary", 100, 0)
    assert accepted >= {"hit", "stand", "double", "split"}
    assert accepted & {"yes", "no"}
    assert ("surrender" in accepted) is (find_rules(game).surrender is not Surrender.NONE)
    assert refused == set(ANSWERS.values())


def test_refused_answers_say_why_and_are_stored_nowhere(client, own_folder):
    drill = client("--game", "vegas-downtown", "--seed", "7")
    drill.event()
    question = drill.event()
    assert question["legal"] == ["hit", "stand", "double"]
    reasons = {
        written: drill.ask(written)["reason"]
        for written in ("p", "r", "y", "maybe", "hh", "u", "\x1b[D", "x" * 5000, "é", "'; --")
    }
    assert reasons["p"] == "only two cards of the same value can be split"
    assert reasons["r"] == "there is no surrender in this game"
    assert reasons["y"] == "insurance is offered against an ace only"
    assert reasons["u"] == "there is no answer to take back"
    assert reasons["maybe"] == reasons["\x1b[D"]
    assert "h hit, s stand, d double" in reasons["maybe"]
    assert drill.code() == 0
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.decisions() == ()


def test_a_slip_is_taken_back_once_and_counted_nowhere(client, own_folder):
    drill = client("--game", "vegas-downtown", "--seed", "7")
    drill.event()
    drill.event()
    assert drill.ask("stand")["right"] is False
    assert drill.event()["n"] == 2
    assert drill.ask("u") == {"type": "slip", "n": 1}
    again = drill.ask("undo")
    assert (again["type"], again["n"], again["input"]) == ("refused", 2, "undo")
    assert drill.ask("split")["right"] is True
    assert drill.event()["n"] == 3
    summary = drill.ask("q")
    assert (summary["asked"], summary["right"], summary["slips"]) == (1, 1, 1)
    assert drill.code() == 0
    with Store.snapshot(history_path(own_folder)) as store:
        assert [(kept.n, kept.slip) for kept in store.decisions()] == [(1, True), (2, False)]


def test_a_hint_is_of_the_question_and_stored_with_its_answer(client, own_folder):
    drill = client("--game", "vegas-downtown", "--seed", "7")
    drill.event()
    drill.event()
    for asked in ("?", "hint"):
        hint = drill.ask(asked)
        assert (hint["type"], hint["n"]) == ("hint", 1)
        assert hint["hint"]
    drill.ask("hit")
    drill.event()
    drill.ask("stand")
    drill.code()
    with Store.snapshot(history_path(own_folder)) as store:
        assert [kept.hinted for kept in store.decisions()] == [True, False]


@pytest.mark.parametrize(
    ("sent", "actions"),
    [
        ("", []),
        ("\n H \r\n\t\r\nStand\r\n\nsplit", ["hit", "stand", "split"]),
        ("h\rs\r", ["hit", "stand"]),
        ("h\nQuit\ns\n", ["hit"]),
    ],
    ids=repr,
)
def test_lines_are_answers_however_they_are_written(bjtrainer, sent, actions):
    run = bjtrainer("drill", "--json", "--game", "vegas-downtown", "--seed", "7", sent=sent)
    assert (run.returncode, run.stderr) == (0, "")
    events = events_in(run.stdout)
    assert [verdict["action"] for verdict in of_type(events, "verdict")] == actions
    assert of_type(events, "refused") == []
    summary = events[-1]
    assert (summary["type"], summary["asked"]) == ("summary", len(actions))
    assert (summary["accuracy"] is None) is (not actions)


def test_the_count_ends_it_and_what_is_sent_beyond_is_not_read(bjtrainer, own_folder):
    arguments = ("--game", "vegas-downtown", "--seed", "7", "--count", "3")
    run = bjtrainer("drill", "--json", *arguments, sent="h\ns\np\ns\ns\n")
    events = events_in(run.stdout)
    assert run.returncode == 0
    assert len(of_type(events, "question")) == len(of_type(events, "verdict")) == 3
    assert events[-1]["asked"] == 3
    with Store.snapshot(history_path(own_folder)) as store:
        assert [kept.n for kept in store.decisions()] == list(range(1, 4))
        assert not store.sessions()[0].partial


def test_the_verdict_is_what_is_stored(drilled):
    _, events, kept = drilled
    asked, verdicts = of_type(events, "question"), of_type(events, "verdict")
    assert {decision.session for decision in kept} == {events[0]["id"]}
    for decision, question, verdict in zip(kept, asked, verdicts, strict=True):
        assert decision.n == question["n"]
        assert decision.round == question["round"]
        assert (decision.cell, decision.code) == (question["cell"], question["code"])
        assert decision.cards.split() == question["cards"]
        assert list(decision.legal) == question["legal"]
        assert decision.answer == verdict["action"]
        assert dict(decision.values) == verdict["values"]
        assert (decision.right, decision.cost) == (verdict["right"], verdict["cost"])
        assert decision.severity == verdict["severity"]
        assert decision.milliseconds == verdict["ms"]
