"""Source of truth: the issue of the review, and the answers that were stored for these tests."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from math import fsum

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.store import Store

GAME = "vegas-downtown"
START = datetime(2025, 3, 1, 9, tzinfo=UTC)
FIRST, LATER = ("hit", "stand", "double"), ("hit", "stand")
ANSWERS = [  # cell, code, hand, legal, answer, how often
    ("hard 16 v T", "H", "T6", FIRST, "stand", 3),
    ("hard 16 v T", "H", "T6", FIRST, "hit", 1),
    ("hard 16 v T", "H", "T24", LATER, "hit", 2),
    ("hard 11 v 6", "Dh", "56", FIRST, "hit", 2),
    ("insurance v A", "N", "T9", ("yes", "no"), "yes", 1),
    ("insurance v A", "N", "T9", ("yes", "no"), "no", 1),
]


def answer(session, n, what, given, **changes):
    cell, code, hand, legal = what
    insurance = cell.startswith("insurance")
    fields = {
        "session": session,
        "n": n,
        "answered_at": START + timedelta(seconds=n),
        "round": n,
        "game": GAME,
        "rules_digest": find_rules(GAME).digest,
        "phase": "insurance" if insurance else "player",
        "category": "insurance" if insurance else "hard",
        "cell": cell,
        "code": code,
        "cards": "",
        "hand": hand,
        "upcard": cell[-1],
        "split_hands": 1,
        "legal": legal,
        "answer": given,
        "chart_action": "no" if insurance else "double" if code == "Dh" else "hit",
        "best_action": legal[0],
        "right": True,
        "cost": 0.0,
        "severity": "none",
        "values": tuple((word, 0.0) for word in legal),
        "milliseconds": None,
        "slip": False,
        "hinted": False,
        "natural": True,
        "seed": 1,
    }
    return StoredDecision(**(fields | changes))


@pytest.fixture
def reviewed(bjtrainer, tmp_path):
    """Run a command of stats on the stored answers; give what it printed."""
    with Store.open(history_path(tmp_path)) as store:
        session = store.start_session(
            now=START,
            game=GAME,
            rules_digest=find_rules(GAME).digest,
            drill="default",
            seed=1,
            version="1",
            helped=False,
        ).id
        n = 0
        for *what, given, times in ANSWERS:
            for _ in range(times):
                n += 1
                store.add_decision(answer(session, n, what, given))
        hinted = answer(session, n + 1, ANSWERS[3][:4], "double", hinted=True)
        store.add_decision(hinted)
        store.add_decision(answer(session, n + 2, ANSWERS[3][:4], "stand", slip=True))

    def run(*arguments, code=0, **environment):
        done = bjtrainer("stats", *arguments, "--data-dir", str(tmp_path), **environment)
        assert done.returncode == code, done.stderr
        return done.stderr if code else done.stdout

    return run


def test_the_cost_is_the_sum_of_its_shares_and_says_what_it_rests_on(reviewed):
    told = json.loads(reviewed("cost", "--json"))
    shares = {(one["cell"], len(one["legal"])): one for one in told["decisions"]}
    assert told["expected_cost_per_100_hands"] == pytest.approx(
        fsum(one["cost"] for one in told["decisions"]), abs=1e-9
    )
    assert told["expected_cost_per_100_hands"] == pytest.approx(
        100 * (told["chart"] - told["own"]), abs=1e-12
    )
    low, high = told["interval"]
    assert 0 <= low < told["expected_cost_per_100_hands"] < high
    assert shares["hard 16 v T", 3]["answers"] == {"stand": 3, "hit": 1}
    assert shares["hard 16 v T", 2]["cost"] == 0 < shares["hard 16 v T", 3]["cost"]
    assert shares["hard 11 v 6", 3]["answers"] == {"hit": 2}
    assert shares["insurance v A", 2]["cost"] > 0
    cells = {one["cell"]: one for one in told["cells"]}
    assert cells["hard 16 v T"]["answers"] == {"stand": 3, "hit": 3}
    assert cells["hard 16 v T"]["weight"] is None
    assert (told["answers"], told["left_out"]) == (10, 0)
    assert 0 < told["covered"] < 0.2


def test_help_is_no_habit_but_can_be_asked_for(reviewed):
    told = json.loads(reviewed("cost", "--helped", "--json"))
    assert [one["answers"] for one in told["decisions"]] == [{"double": 1}]
    assert told["expected_cost_per_100_hands"] == 0


def test_the_ranking_is_by_what_there_is_to_gain(reviewed):
    cells = json.loads(reviewed("cost", "--sort", "weight", "--json"))["cells"]
    weights = [one["weight"] for one in cells]
    assert weights == sorted(weights, reverse=True)
    assert all(weight > 0 for weight in weights)
    assert {one["cell"] for one in cells} == {what[0] for what in ANSWERS}


@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_person_reads_what_is_known_and_what_is_not(reviewed, columns):
    page = reviewed("cost", COLUMNS=columns)
    assert max(map(len, page.splitlines())) <= int(columns)
    assert page.count("unclear") == 2
    assert "10 answers" in page
    assert "hard 16 v T" in page
    assert "3 H 3 S" in page
    assert "\x1b" not in page


def test_answers_are_worth_here_what_they_would_be(reviewed):
    (one,) = json.loads(reviewed("regrade", "--game", GAME, "--json"))["from"]
    assert (one["game"], one["then"]["decisions"], one["there"]["decisions"]) == (GAME, 11, 11)
    assert (one["then"]["right"], one["there"]["right"]) == (11, 5)
    page = reviewed("regrade", "--game", GAME, "--rule", "insurance=no", COLUMNS="80")
    assert "2 answers without a counterpart: there is no insurance in this game" in page
    assert "judged otherwise" in page


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["cost", "--all-games"], "a cost is that of one game; leave out --all-games"),
        (["regrade"], "name the game whose rules are to judge: --game GAME"),
        (["regrade", "--game", "nowhere"], "nowhere"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(reviewed, arguments, reason):
    told = reviewed(*arguments, code=2)
    assert reason in told
    assert told.count("\n") == 1


def test_without_any_answer_there_is_nothing_to_say(bjtrainer, tmp_path):
    place = ("--data-dir", str(tmp_path))
    assert "no answers yet" in bjtrainer("stats", "cost", *place).stderr
    empty = json.loads(bjtrainer("stats", "cost", "--game", GAME, "--json", *place).stdout)
    assert (empty["answers"], empty["covered"], empty["decisions"]) == (0, 0, [])
    assert list(tmp_path.iterdir()) == []
