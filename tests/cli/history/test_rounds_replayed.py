"""reliability.md, "recall": rounds of every game are dealt again and come out the same.

A row that was changed, with a checksum that fits, comes out otherwise and is told.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.text import rules_as_text
from bjtrainer.seat.seat import sit
from bjtrainer.stats.played import StoredRound, StoredStep
from bjtrainer.stats.rows import to_row
from bjtrainer.stats.store import Store

ROUNDS_OF_EACH = 15


def changed(history: Path, change: Callable[[Store], StoredRound | StoredStep]) -> None:
    """Write another row in place of a stored one, with its right checksum."""
    with Store.snapshot(history) as store:
        record = change(store)
    row = to_row(record)
    table = "rounds" if isinstance(record, StoredRound) else "steps"
    with closing(sqlite3.connect(history)) as database, database:
        database.execute(f"REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def round_with(store: Store, round_id: int, **changes: object) -> StoredRound:
    stored = store.round(round_id)
    assert stored is not None
    return replace(stored, **changes)


def step_with(store: Store, round_id: int, n: int, choice: str) -> StoredStep:
    return replace(store.steps(round_id)[n - 1], choice=choice)


def test_rounds_of_all_games_come_out_the_same(bjtrainer, history, player):
    played = {}
    with Store.open(history) as store:
        store._database.run("PRAGMA synchronous = OFF")  # nothing is cut off here
        for slug in shipped_games():
            with sit(store, find_rules(slug)) as seat:
                rng = Random(f"replayed {slug}")
                played |= player.rounds_at_random(seat, rng, ROUNDS_OF_EACH)
                seat.leave()
    run = bjtrainer("history", "replay", "--all", "--json")
    report = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    assert report["same"] is True
    assert [found["id"] for found in report["rounds"]] == sorted(played)
    assert {found["game"] for found in report["rounds"]} == set(shipped_games())
    for found in report["rounds"]:
        round_ = played[found["id"]]
        assert found["events"] == len(round_.record)
        assert found["payout_cents"] == round_.payout_cents
        assert (found["same"], found["difference"]) == (True, None)
    some = bjtrainer("history", "replay", "7", "3")
    assert [line.split()[1] for line in some.stdout.splitlines()] == ["7", "3"]


@pytest.mark.parametrize(
    ("change", "round_id", "difference"),
    [
        (
            lambda store: step_with(store, 1, 2, "split"),
            1,
            "step 2, split: only two cards of the same value can be split",
        ),
        (
            lambda store: step_with(store, 1, 2, "stand"),
            1,
            "it pays -$20 and paid -$30",
        ),
        (
            lambda store: step_with(store, 3, 9, "hit"),
            3,
            "it is not over and was",
        ),
        (
            lambda store: step_with(store, 3, 4, "yes"),
            3,
            "step 4, yes: insurance is offered before the first decision only",
        ),
        (
            lambda store: round_with(store, 1, shoe_seed="13/1"),
            1,
            "step 1, split: only two cards of the same value can be split",
        ),
        (
            lambda store: replace(store.steps(1)[0], round=4, choice="double"),
            4,
            "it is over and was not",
        ),
        (
            lambda store: round_with(store, 2, shoe_dealt=1_000_000),
            2,
            "its shoe has no 1000000 cards",
        ),
        (
            lambda store: round_with(store, 3, bets=(500, 1_000, 600)),
            3,
            "it pays -$23.50 and paid -$22.50",
        ),
        (
            lambda store: round_with(store, 4, balance_cents=1_000),
            4,
            "the bet is $25; the balance is $10",
        ),
        (
            lambda store: round_with(store, 2, payout_cents=500),
            2,
            "it pays -$5 and paid $5",
        ),
        (
            lambda store: round_with(store, 1, rules=rules_as_text(find_rules("atlantic-city"))),
            1,
            "its rules are df5c7b82811f, and were 3cb2608fdd62",
        ),
        (
            lambda store: round_with(store, 2, rules="{}"),
            2,
            "this version cannot read the stored rules",
        ),
    ],
)
def test_a_changed_row_is_told_with_the_first_difference(
    bjtrainer_runs, played, change, round_id, difference
):
    changed(played, change)
    one, every, report, others = bjtrainer_runs(
        f"history replay {round_id}",
        "history replay --all",
        "history replay --all --json",
        f"history replay {round_id % 4 + 1}",
    )
    assert (one.returncode, one.stdout) == (1, "")
    assert one.stderr.startswith(f"error: round {round_id}")
    assert difference in one.stderr
    assert one.stderr.count("\n") == 1
    assert (every.returncode, every.stderr) == (1, one.stderr)
    assert every.stdout == "4 rounds dealt again; 3 came out the same.\n"
    told = json.loads(report.stdout)
    assert (report.returncode, report.stderr, told["same"]) == (1, "", False)
    assert [found["id"] for found in told["rounds"] if not found["same"]] == [round_id]
    assert difference in told["rounds"][round_id - 1]["difference"]
    assert others.returncode == 0


def test_a_round_that_cannot_be_dealt_again_hides_no_other(bjtrainer_runs, played):
    changed(played, lambda store: step_with(store, 1, 2, "split"))
    listed, export, shown = bjtrainer_runs("history", "history --json", "history show 1 2")
    assert (listed.returncode, listed.stdout.count("\n")) == (0, 7)
    assert [found["id"] for found in json.loads(export.stdout)["rounds"]] == [2, 3, 4]
    assert "Round 2, Las Vegas Downtown" in shown.stdout
    for run in (export, shown):
        assert run.returncode == 1
        assert run.stderr.startswith("error: round 1 cannot be dealt again as it was by")
        assert run.stderr.count("\n") == 1


def test_a_step_that_is_gone_is_told(bjtrainer_runs, played):
    with closing(sqlite3.connect(played)) as database, database:
        database.execute("DELETE FROM steps WHERE round = 3 AND n = 9")
    (run,) = bjtrainer_runs("history replay 3")
    assert run.returncode == 1
    assert "round 3 cannot be dealt again" in run.stderr
    assert "it is not over and was" in run.stderr
