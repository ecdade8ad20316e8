"""Source of truth: the trainer's bar, "every drill, piped with chart answers: all right"."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bjtrainer as program
from bjtrainer.rules.load import shipped_games
from bjtrainer.trainer.drill import shipped_drills

COUNT = 8
NO_SURRENDER = {"european", "multi-hand", "vegas-downtown", "vegas-strip"}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The exit code and events of each drill in each game, answered by the chart."""
    player = Path(__file__).with_name("drill_by_the_chart.py")
    home = tmp_path_factory.mktemp("home")
    run = subprocess.run(
        [sys.executable, player, home, str(COUNT)],
        env=os.environ | {"PYTHONPATH": str(Path(program.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr.count("\n") == len(NO_SURRENDER), run.stderr
    found = {(game, name): told for game, name, *told in map(json.loads, run.stdout.splitlines())}
    assert len(found) == len(shipped_games()) * len(shipped_drills())
    return found


def test_who_answers_by_the_chart_is_right_in_every_drill_of_every_game(played):
    for (game, name), (code, events) in played.items():
        if name == "surrender" and game in NO_SURRENDER:
            assert (code, events) == (2, [])
            continue
        assert code == 0
        verdicts = [event for event in events if event["type"] == "verdict"]
        assert all(verdict["right"] for verdict in verdicts), (game, name)
        assert {verdict["severity"] for verdict in verdicts} == {"none"}
        summary = events[-1]
        assert (summary["asked"], summary["accuracy"]) == (len(verdicts), 1), (game, name)
        assert summary["asked"] == COUNT or (name == "due" and 0 < summary["asked"] < COUNT)
        assert summary["ended_by"] == "count"


def test_what_hangs_on_the_history_asks_what_the_history_says(played):
    rows = {}
    for (game, name), (_, events) in played.items():
        rows[game, name] = {event["cell"] for event in events if event["type"] == "question"}
    for game in shipped_games():
        assert len(rows[game, "misses"]) == len(rows[game, "slow"]) == COUNT
        assert rows[game, "misses"].isdisjoint(rows[game, "slow"])


def test_every_decision_that_a_drill_is_about_is_asked(played):
    for (game, name), (_, events) in played.items():
        asked = [event for event in events if event["type"] == "question"]
        if name == "fallbacks":
            for question in asked:
                wished = {"D": "double", "P": "split", "R": "surrender"}.get(question["code"][0])
                pair = question["hand"] == question["hand"][:1] * 2
                assert wished not in question["legal"] if wished else pair, (game, question)
        if name == "insurance":
            assert {question["cell"] for question in asked} == {"insurance v A"}
            assert len({tuple(question["hand"]) for question in asked}) >= 5
        if name == "exam":
            kinds = [event["type"] for event in events]
            assert kinds == [
                "session",
                *["question", "answer"] * COUNT,
                *["verdict"] * COUNT,
                "summary",
            ]
            assert events[-1]["passed"] is True
        if name == "storm":
            assert events[-1]["score"] == 5 + 3 * 2
