"""``chart show --exceptions``: with one to eight decks, what ``ev`` says of the same cards.

That no hand is left out is proved in tests/charts/test_chart_exceptions.py.
"""

from __future__ import annotations

import json
import re

import pytest

from bjtrainer.rules.load import find_rules

GAME = "vegas-downtown"
SHOWN = ("1", "2", "4", "6", "8")


@pytest.fixture
def report(bjtrainer_runs):
    [run] = bjtrainer_runs(f"chart show {GAME} --exceptions --json")
    assert (run.returncode, run.stderr) == (0, "")
    return json.loads(run.stdout)


def test_the_report_has_one_to_eight_decks(report):
    assert list(report) == ["schema", "game", "rules_digest", "decks"]
    assert (report["schema"], report["game"]) == (1, GAME)
    assert report["rules_digest"] == find_rules(GAME).digest
    assert list(report["decks"]) == [str(decks) for decks in range(1, 9)]
    for found in report["decks"].values():
        for one in found:
            assert list(one) == ["hand", "upcard", "chart", "best", "gain"]
            many = len(one["hand"]) > 2
            total = sum("A23456789T".index(rank) + 1 for rank in one["hand"])
            assert not many or (total, one["upcard"]) in {(16, "T"), (12, "4")}


def test_ev_says_the_same_of_these_cards(bjtrainer_runs, report):
    asked = [
        (decks, one)
        for decks, found in report["decks"].items()
        for place, one in enumerate(found)
        if decks in "128" and (len(one["hand"]) == 2 or place % 6 == 0)
    ]
    assert {len(one["hand"]) for _, one in asked} >= {2, 3, 4}
    lines = (
        f"ev {GAME} {''.join(one['hand'])} {one['upcard']} --rule decks={decks} --json"
        for decks, one in asked
    )
    for (decks, one), run in zip(asked, bjtrainer_runs(*lines), strict=True):
        said = json.loads(run.stdout)
        assert (said["chart"]["action"], said["best"]) == (one["chart"], one["best"]), (decks, one)
        gain = said["values"][one["best"]] - said["values"][one["chart"]]
        assert one["gain"] == pytest.approx(gain, abs=1e-12)


@pytest.mark.parametrize("columns", [80, 40])
def test_the_table_has_each_hand_of_two_and_three_cards_in_its_order(
    bjtrainer_runs, report, columns
):
    [run] = bjtrainer_runs(f"chart show {GAME} --exceptions", COLUMNS=str(columns))
    assert all(len(line) <= columns for line in run.stdout.splitlines())
    wanted = {}
    for decks in SHOWN:
        for one in report["decks"][decks]:
            if len(one["hand"]) <= 3:
                hand = f"{''.join(one['hand'])} v {one['upcard']}"
                key = hand, one["chart"], one["best"]
                wanted.setdefault(key, {})[decks] = f"{100 * one['gain']:.2f}"
    hands = re.findall(r"^[2-9AT]{2,3} v [2-9AT]", run.stdout, re.MULTILINE)
    ranks = "A23456789T"
    assert hands == sorted(
        (hand for hand, *_ in wanted),
        key=lambda hand: (len(hand), [ranks.index(rank) for rank in hand if rank in ranks]),
    )
    if columns == 80:
        rows = {
            tuple(re.split(r" {2,}", line))
            for line in run.stdout.splitlines()
            if re.match(r"[2-9AT]{2,3} v ", line)
        }
        assert rows == {
            (*key, *(gains.get(decks, "-") for decks in SHOWN)) for key, gains in wanted.items()
        }


def test_a_game_with_surrender_compares_with_giving_up_too(bjtrainer_runs):
    [run] = bjtrainer_runs("chart show las-vegas-downtown --exceptions --json")
    found = json.loads(run.stdout)["decks"]
    assert any("surrender" in (one["chart"], one["best"]) for one in found["1"])
