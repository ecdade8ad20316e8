"""Source of truth: the README's "Learn", and the issue "the trainer": from nothing to the end."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.places import history_path
from bjtrainer.stats.store import Store
from bjtrainer.trainer.groups import groups_of

GAME = "vegas-downtown"
WAY = {"type", "schema", "game", "rules_digest", "learnt", "groups"}
GROUP = {"n", "title", "rule", "standing", "cells", "good", "left", "missed"}
LESSON = {"type", "group", "back", "rules", "questions"}


def of_type(events, kind):
    return [event for event in events if event["type"] == kind]


def standings(way):
    return [group["standing"] for group in way["groups"]]


@pytest.mark.parametrize("game", ["european", "las-vegas-downtown"])
def test_who_answers_by_the_chart_learns_all_groups_one_by_one(learn, game):
    events = learn(game, "--seed", "7")
    groups = groups_of(load_chart(chart_path(game)))
    ways, lessons = of_type(events, "way"), of_type(events, "lesson")
    assert [way["learnt"] for way in ways] == list(range(len(groups) + 1))
    assert [lesson["group"] for lesson in lessons] == list(range(1, len(groups) + 1))
    assert [group["rule"] for group in ways[0]["groups"]] == [group.line for group in groups]
    for way in ways:
        assert way.keys() == WAY
        learnt = way["learnt"]
        assert standings(way)[:learnt] == ["learnt"] * learnt
        assert (
            standings(way)[learnt:] == ["open", *["locked"] * len(groups)][: len(groups) - learnt]
        )
        assert all(group.keys() == GROUP for group in way["groups"])
    for lesson, session in zip(lessons, of_type(events, "session"), strict=True):
        assert lesson.keys() == LESSON
        assert (session["drill"], session["game"]) == ("learn", game)
        assert lesson["back"] == []
    asked = [summary["asked"] for summary in of_type(events, "summary")]
    assert asked == [lesson["questions"] for lesson in lessons]
    assert all(verdict["right"] for verdict in of_type(events, "verdict"))
    assert sum(asked) < 200
    assert events[-1] == {
        "type": "next",
        "learnt": len(groups),
        "ended": True,
        "due": 0,
        "command": f"bjtrainer drill weak --game {game}",
    }


def test_it_goes_on_where_it_stopped_by_the_stored_answers_alone(learn, own_folder):
    first = learn(GAME, "--seed", "7", "--count", "20")
    assert len(of_type(first, "verdict")) == 20
    assert first[-1]["command"] == f"bjtrainer learn {GAME}"
    second = learn(GAME, "--seed", "8", "--count", "1")
    assert standings(of_type(second, "way")[0])[:3] == ["learnt", "open", "locked"]
    assert 0 < of_type(second, "way")[0]["groups"][1]["good"] < 12
    assert of_type(second, "lesson")[0]["group"] == 2
    with Store.snapshot(history_path(own_folder)) as store:
        kept = store.decisions()
        assert {session.drill for session in store.sessions()} == {"learn"}
        assert [session.seed for session in store.sessions()] == [7, 8, 8]
    assert len(kept) == 21
    assert not any(decision.natural for decision in kept)
    (own_folder / "history.sqlite3").unlink()
    assert of_type(learn(GAME, "--count", "1"), "way")[0]["learnt"] == 0


def test_the_same_history_and_seed_ask_the_same_whatever_is_answered(learn, own_folder):
    def questions(missing):
        own_folder.joinpath("history.sqlite3").unlink(missing_ok=True)
        events = learn(GAME, "--seed", "5", "--count", "12", missing=missing)
        return of_type(events, "question")

    right = questions(lambda question: False)
    assert len(right) == 12
    assert questions(lambda question: question["n"] % 3 == 0) == right


def test_a_miss_brings_a_group_back_before_the_next_opens(learn):
    learn(GAME, "--seed", "7", "--count", "12")
    asked = []

    def is_known(question):
        known = question["cell"].split(" ")[1] not in ("13", "14", "15", "16")
        asked.extend([question["cell"]] if known and not asked else [])
        return asked == [question["cell"]]

    learn(GAME, "--seed", "8", "--count", "18", missing=is_known)
    assert len(asked) == 1
    after = learn(GAME, "--seed", "9", "--count", "30")
    back, good, *_ = of_type(after, "way")
    assert standings(back)[:3] == ["again", "learnt", "locked"]
    assert back["groups"][0]["missed"] == asked
    lesson = of_type(after, "lesson")[0]
    assert (lesson["group"], lesson["back"]) == (None, [1])
    assert all(rule in back["groups"][0]["rule"] for rule in lesson["rules"])
    assert asked[0] in [question["cell"] for question in of_type(after, "question")]
    assert standings(good)[:3] == ["learnt", "learnt", "open"]


def test_a_hint_shows_the_rule_first_and_the_answer_second_and_counts_as_helped(talk, own_folder):
    client = talk("learn", GAME, "--seed", "7")
    while (event := client.event())["type"] != "question":
        pass
    first, second = client.ask("?")["hint"], client.ask("?")["hint"]
    assert re.match(r"The rule for hard \d+ to \d+: (stand|hit) against everything\. ", first)
    assert re.match(r"(Stand|Hit): \w+ v \w is [HS]\.", second)
    assert client.ask(event["legal"][0])["type"] == "verdict"
    client.send("q")
    rest = [json.loads(line) for line in client.process.stdout]
    assert [one["type"] for one in rest if one["type"] != "question"] == ["summary", "next"]
    with Store.snapshot(history_path(own_folder)) as store:
        assert [decision.hinted for decision in store.decisions()] == [True]


def test_what_is_due_is_named_once_all_is_learnt(learn, own_folder):
    learn(GAME, "--seed", "7")
    a_month_earlier(history_path(own_folder))
    events = learn(GAME)
    assert [event["type"] for event in events] == ["way", "next"]
    assert events[-1]["due"] > 100
    assert events[-1]["command"] == f"bjtrainer drill due --game {GAME}"


def a_month_earlier(path):
    """Write the history anew, as if everything had been answered a month earlier."""
    with Store.snapshot(path) as store:
        answers = store.decisions()
    path.unlink()
    with Store.open(path) as store:
        for n, answer in enumerate(answers, 1):
            at = answer.answered_at - timedelta(days=30)
            if n == 1:
                session = store.start_session(
                    now=at,
                    game=answer.game,
                    rules_digest=answer.rules_digest,
                    drill="learn",
                    seed=7,
                    version="0",
                    helped=False,
                )
            store.add_decision(replace(answer, session=session.id, n=n, answered_at=at, seed=7))
