"""interface.md, ``ev`` and ``edge``: their JSON against the reference files, and golden pages."""

from __future__ import annotations

import json
import os
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from bjtrainer.rules.load import find_rules

TESTS = Path(__file__).parent.parent
RANKS = "A23456789T"
GAMES = ("vegas-downtown", "las-vegas-downtown")
HEAD = (
    "Source of truth: values that tests/analysis proves, laid out as ux.md asks. "
    "To write this page anew:\n"
    "REGENERATE=1 python -m pytest tests/cli -k golden\n"
)


def reference(game: str):
    path = TESTS / "reference" / f"{game.replace('-', '_')}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def compared(name: str, page: str) -> None:
    """Fail unless a page is the golden one; or write it, where that is asked for."""
    path = TESTS / "golden" / name
    if os.environ.get("REGENERATE"):
        path.write_text(f"{HEAD}\n{page}", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == f"{HEAD}\n{page}"


def close(value):
    return pytest.approx(value, abs=1e-9, rel=0)


@pytest.mark.parametrize("game", GAMES)
def test_one_hand_has_the_shape_of_the_contract(bjtrainer_runs, game):
    [run] = bjtrainer_runs(f"ev {game} 10-6 K --json")
    assert (run.returncode, run.stderr) == (0, "")
    report = json.loads(run.stdout)
    assert list(report) == [
        "schema", "game", "rules_digest", "hand", "upcard", "condition", "values", "best",
        "chart", "dealer", "p_dealer_blackjack",
    ]  # fmt: skip
    [entry] = [
        entry for entry in reference(game)["hands"] if (entry["hand"], entry["up"]) == ("6T", "T")
    ]
    legal = {"vegas-downtown": 3, "las-vegas-downtown": 4}[game]
    assert len(report["values"]) == legal
    assert report["values"] == close({action: entry[action] for action in report["values"]})
    assert sum(report["dealer"].values()) == close(1)
    assert list(report["dealer"]) == ["17", "18", "19", "20", "21", "bust"]
    assert report["p_dealer_blackjack"] == close(entry["p_dealer_bj"])
    assert report["rules_digest"] == find_rules(game).digest
    code = {"vegas-downtown": "H", "las-vegas-downtown": "Rs"}[game]
    action = {"H": "hit", "Rs": "surrender"}[code]
    assert {key: report[key] for key in ("schema", "game", "hand", "upcard", "condition")} == {
        "schema": 1,
        "game": game,
        "hand": ["T", "6"],
        "upcard": "T",
        "condition": "dealer has no blackjack",
    }
    assert report["best"] == action
    assert report["chart"] == {"row": "hard 16", "code": code, "action": action}


def test_tens_of_two_faces_are_no_pair_in_a_game_of_denominations(bjtrainer_runs):
    hands = ("TT", "KK", "TK", "KQ", "10,J")
    runs = bjtrainer_runs(
        *(f"ev {game} {hand} 6 --json" for game in ("european", "vegas-strip") for hand in hands)
    )
    reports = [json.loads(run.stdout) for run in runs]
    assert ["split" in report["values"] for report in reports] == [True] * 3 + [False] * 2 + [
        True
    ] * 5
    rows = [report["chart"]["row"] for report in reports[:5]]
    assert rows == ["pair T"] * 3 + ["hard 20"] * 2
    assert reports[3]["values"]["stand"] == reports[0]["values"]["stand"]


NO_DECISION = {
    "AK 6": ("a blackjack stands by itself", "blackjack"),
    "AT A": ("a blackjack stands by itself", "blackjack"),
    "AT A --rule hole_card=none": ("a blackjack stands by itself", "blackjack"),
    "777 T": ("a hand of 21 stands by itself", 21),
    "A,A,9 T --rule hole_card=none": ("a hand of 21 stands by itself", 21),
    "AAAAAAAA222 T": ("a hand of 11 cards stands by itself", 14),
    "A,7,T 9 --rule card_limit=3": ("a hand of 3 cards stands by itself", 18),
    "22222 T --rule charlie=5": ("a hand of 5 cards wins at once", 22),
}
"""Hands that take no decision, with the reason and their points: a charlie beats all."""


@pytest.mark.parametrize("asked", NO_DECISION)
def test_values_hold_the_legal_actions_only_so_none_where_there_is_no_decision(
    bjtrainer_runs, asked
):
    line, (reason, points) = f"ev vegas-downtown {asked}", NO_DECISION[asked]
    as_json, as_text = bjtrainer_runs(f"{line} --json", line)
    report = json.loads(as_json.stdout)
    assert (report["values"], report["best"], report["chart"]) == ({}, None, None)
    ends = {end: chance for end, chance in report["dealer"].items() if end.isdigit()}
    blackjack = report["dealer"].get("blackjack", 0)
    if points == "blackjack":
        worth = 1.5 * (1 - blackjack)
    else:
        worth = report["dealer"]["bust"] - blackjack
        worth += sum(chance for end, chance in ends.items() if int(end) < points)
        worth -= sum(chance for end, chance in ends.items() if int(end) > points)
    assert report["no_decision"] == {"reason": reason, "value": close(worth)}
    assert f"No decision: {reason}" in as_text.stdout
    assert f"It is worth {worth:+.6f}." in as_text.stdout


def test_a_hand_with_a_decision_says_nothing_of_none(bjtrainer_runs):
    as_json, as_text = bjtrainer_runs("ev vegas-downtown T6 9 --json", "ev vegas-downtown T6 9")
    assert "no_decision" not in json.loads(as_json.stdout)
    assert "No decision" not in as_text.stdout


def test_hands_of_more_cards_and_insurance(bjtrainer_runs):
    ace, more, insured = (
        json.loads(run.stdout)
        for run in bjtrainer_runs(
            "ev vegas-downtown AT A --json",
            "ev vegas-downtown T,4,2 T --json",
            "ev las-vegas-downtown T6 A --json",
        )
    )
    assert "insurance" in ace
    assert set(more["values"]) == {"hit", "stand"}
    assert more["chart"] == {"row": "hard 16", "code": "H", "action": "hit"}
    assert more["best"] == "stand"
    [entry] = [
        entry
        for entry in reference("las-vegas-downtown")["hands"]
        if (entry["hand"], entry["up"]) == ("6T", "A")
    ]
    assert insured["insurance"] == close(entry["insurance"])


def test_the_condition_of_games_without_a_peek(bjtrainer_runs):
    conditions = {}
    for rule, upcard in [
        ("hole_card=none", "T"),
        ("hole_card=none_original_only", "T"),
        ("surrender=early", "T"),
        ("surrender=early", "6"),
    ]:
        line = f"ev vegas-downtown T6 {upcard} --rule decks=1 --rule {rule} --json"
        report = json.loads(bjtrainer_runs(line)[0].stdout)
        conditions[rule, upcard] = report["condition"]
        assert ("blackjack" in report["dealer"]) == (report["condition"] == "none")
        assert sum(report["dealer"].values()) == close(1)
    assert conditions == {
        ("hole_card=none", "T"): "none",
        ("hole_card=none_original_only", "T"): "none",
        ("surrender=early", "T"): "none",
        ("surrender=early", "6"): "dealer has no blackjack",
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_in_order_with_its_reference_values(bjtrainer_runs, game):
    [run] = bjtrainer_runs(f"ev {game} --all --json")
    report = json.loads(run.stdout)
    assert list(report) == ["schema", "game", "rules_digest", "condition", "hands"]
    assert report["condition"] == "dealer has no blackjack"
    hands = report["hands"]
    wanted = [
        (one, other, upcard)
        for one, other in combinations_with_replacement(RANKS, 2)
        for upcard in RANKS
    ]
    assert [(*hand["hand"], hand["upcard"]) for hand in hands] == wanted
    assert len(hands) == 550
    entries = {
        (*sorted(entry["hand"], key=RANKS.index), entry["up"]): entry
        for entry in reference(game)["hands"]
    }
    for hand in hands:
        entry = entries[*hand["hand"], hand["upcard"]]
        assert hand["p_deal"] == close(entry["p_deal"])
        assert hand["p_dealer_blackjack"] == close(entry["p_dealer_bj"])
        assert ("insurance" in hand) == (
            hand["upcard"] == "A"
            and (game == "vegas-downtown" or sorted(hand["hand"]) != ["A", "T"])
        )
        if sorted(hand["hand"]) == ["A", "T"]:
            assert (hand["values"], hand["best"]) == ({}, None)
        else:
            assert hand["values"] == close({one: entry[one] for one in hand["values"]})
            assert hand["best"] == entry["best_CDZ-"]
    assert sum(hand["p_deal"] for hand in hands) == close(1)


CONDITIONS = {
    "": "dealer has no blackjack",
    "--rule surrender=late": "dealer has no blackjack",
    "--rule hole_card=none": "none",
    "--rule surrender=early": "none",
    "--rule surrender=early --rule surrender_except=T": "mixed",
    "--rule surrender=early --rule surrender_except=A": "mixed",
    "--rule surrender=early --rule surrender_except=A,T": "dealer has no blackjack",
}


@pytest.mark.parametrize("rules", CONDITIONS)
def test_the_condition_of_all_hands_is_that_of_each_or_mixed(bjtrainer_runs, rules):
    """A row says what its values are given; the head says it where it is one for all.

    So that a reader of the head alone is never wrong. It does not matter where there is no
    decision, nor where the dealer cannot have a blackjack: both conditions are true there.
    """
    late = "ev vegas-downtown --all --json --rule surrender=late"
    game, given = (
        json.loads(run.stdout)
        for run in bjtrainer_runs(f"ev vegas-downtown --all --json {rules}", late)
    )
    assert game["condition"] == CONDITIONS[rules]
    said = {
        hand["condition"] for hand in game["hands"] if hand["values"] and hand["p_dealer_blackjack"]
    }
    assert said == ({"none", "dealer has no blackjack"} if len(said) > 1 else {game["condition"]})
    assert (len(said) > 1) == (game["condition"] == "mixed")
    for hand, checked in zip(game["hands"], given["hands"], strict=True):
        blackjack = hand["p_dealer_blackjack"] * (hand["condition"] == "none")
        for action in ("stand", "hit"):
            if action in hand["values"]:
                whole = (1 - blackjack) * checked["values"][action] - blackjack
                assert hand["values"][action] == close(whole)


def test_a_row_of_all_hands_is_what_the_hand_alone_says(bjtrainer_runs):
    rules = "--rule surrender=early --rule surrender_except=T"
    all_hands, *alone = (
        json.loads(run.stdout)
        for run in bjtrainer_runs(
            f"ev vegas-downtown --all --json {rules}",
            *(f"ev vegas-downtown {hand} {rules} --json" for hand in ("T6 A", "T6 T", "88 6")),
        )
    )
    rows = {(*hand["hand"], hand["upcard"]): hand for hand in all_hands["hands"]}
    conditions = []
    for report in alone:
        row = rows[*sorted(report["hand"], key=RANKS.index), report["upcard"]]
        for key in ("values", "best", "condition", "p_dealer_blackjack"):
            assert row[key] == report[key]
        conditions.append(row["condition"])
    assert conditions == ["none", "dealer has no blackjack", "dealer has no blackjack"]


def test_removed_cards_are_gone(bjtrainer_runs):
    without, whole, used_up, all_left = (
        json.loads(run.stdout)
        for run in bjtrainer_runs(
            "ev vegas-downtown T6 9 --removed 5,5,5,5 --json",
            "ev vegas-downtown T6 9 --json",
            "ev vegas-downtown T6 9 --removed AAAAAAAA --json",
            "ev vegas-downtown --all --removed AAAAAAAA --json",
        )
    )
    assert without["removed"] == ["5"] * 4
    assert "removed" not in whole
    assert without["values"]["hit"] < whole["values"]["hit"] - 0.01
    assert without["chart"] == whole["chart"]
    assert used_up["dealer"]["21"] != whole["dealer"]["21"]
    hands = all_left["hands"]
    assert len(hands) == 45 * 9
    assert all("A" not in (*hand["hand"], hand["upcard"]) for hand in hands)
    assert sum(hand["p_deal"] for hand in hands) == close(1)


REFUSED = {
    "ev vegas-downtown": "HAND and UPCARD are missing; write them as in T6 9, or use --all",
    "ev vegas-downtown T6": "UPCARD is missing; write them as in T6 9, or use --all",
    "ev vegas-downtown T6X 9": "hand 'T6X': 'X' is not a card; write one of A 2 3 4",
    "ev vegas-downtown T6 X": "upcard 'X' is not a card; write one of A 2 3 4 5 6 7 8 9 T",
    "ev vegas-downtown 6 9": "hand '6' has one card; write two or more, as in T6",
    "ev vegas-downtown TTT 9": "hand 'TTT' is bust with 30; write one of 21 or less",
    "ev vegas-downtown AAAAAAAAA 9": "more cards of A are named than the 8 of the whole shoe",
    f"ev vegas-downtown {'A' * 5000} 9": f"hand '{'A' * 60}...' is bust with 5000",
    "ev vegas-downtown T6 9 --all": "--all is for every hand; leave out HAND and UPCARD, or",
    "ev vegas-downtown T6 9 --removed 5X": "--removed: hand '5X': 'X' is not a card",
    "ev vegas-downtown T6 9 --removed 99999999": "more cards of 9 are named than the 8 of the",
    f"ev vegas-downtown TT A --rule decks=1 --removed AAA{'23456789' * 4}": "TT v A: with these "
    "cards gone the dealer has a blackjack for certain; name fewer to be gone",
    "ev vegas-downtown T6 9 --rule decks=0": "--rule decks=0: decks is '0'; write ",
    "ev nowhere T6 9": "there is no game 'nowhere'; write a path, or one of ",
    "ev nowhere/x.yaml T6 9": "nowhere/x.yaml does not exist; name a file that does",
    "edge nowhere": "there is no game 'nowhere'",
    "edge vegas-downtown --chart none.yaml": "none.yaml does not exist; name a file that does",
    "edge vegas-downtown --rule decks=six": "--rule decks=six: decks is 'six'; write ",
}


def test_bad_input_is_one_clear_line(bjtrainer_runs):
    for run, message in zip(bjtrainer_runs(*REFUSED), REFUSED.values(), strict=True):
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith(f"error: {message}")
        assert run.stderr.count("\n") == 1
        assert len(run.stderr) < 500


SHOWN = (
    "las-vegas-downtown T6 A", "las-vegas-downtown 88 T", "vegas-downtown T2 4",
    "vegas-downtown A,A,2,4 T", "vegas-downtown AT A", "vegas-downtown 777 6 --removed 5,5",
)  # fmt: skip
OF_OTHER_RULES = (
    "vegas-downtown 222 6 --rule card_limit=3", "vegas-downtown 65 T --rule hole_card=none"
)  # fmt: skip


@pytest.mark.parametrize("columns", [80, 40, 20])
def test_golden_hands_in_each_width(bjtrainer_runs, columns):
    shown = SHOWN + OF_OTHER_RULES * (columns == 40)  # once is enough: each is solved anew
    runs = bjtrainer_runs(*(f"ev {arguments}" for arguments in shown), COLUMNS=str(columns))
    assert {(run.returncode, run.stderr) for run in runs} == {(0, "")}
    assert all(len(line) <= columns for run in runs for line in run.stdout.splitlines())
    compared(f"hands-{columns}-columns.txt", "\n".join(run.stdout for run in runs))


@pytest.mark.parametrize("columns", [80, 40])
def test_the_golden_table_of_all_hands(bjtrainer_runs, columns):
    [run] = bjtrainer_runs("ev las-vegas-downtown --all", COLUMNS=str(columns))
    lines = run.stdout.splitlines()
    assert all(len(line) <= columns for line in lines)
    assert sum(" v " in line for line in lines) == 550
    begins = next(number for number, line in enumerate(lines) if line.startswith("88 v 9"))
    compared(
        f"all-hands-{columns}-columns.txt", "\n".join([*lines[:9], "", *lines[begins:][:9], ""])
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_edge_has_the_shape_of_the_contract(bjtrainer_runs, game):
    [run] = bjtrainer_runs(f"edge {game} --json")
    report, said = json.loads(run.stdout), reference(game)
    assert set(report) == {
        "schema", "game", "rules_digest", "optimal", "chart", "two_card_chart", "by_upcard",
        "insurance", "split_strategy",
    }  # fmt: skip
    assert (report["schema"], report["game"], report["split_strategy"]) == (1, game, "CDZ-")
    assert report["rules_digest"] == find_rules(game).digest
    assert report["optimal"] == close(said["overall_ev"]["CDZ-"])
    assert report["chart"] == close(said["overall_ev"]["TD_optimal"])
    assert report["two_card_chart"] == close(said["overall_ev"]["TD_two_card_chart"])
    assert report["by_upcard"] == close(said["overall_ev_by_up_CDZ-"])


def test_the_edge_under_other_rules_and_by_another_chart(bjtrainer_runs, own_folder):
    own_folder.mkdir(parents=True)
    chart = own_folder / "other.yaml"
    own, changed, _, other = bjtrainer_runs(
        "edge vegas-downtown --json",
        "edge vegas-downtown --rule blackjack_pays=6:5 --rule insurance=no --json",
        f"chart show las-vegas-downtown --format yaml -o {chart}",
        f"edge vegas-downtown --chart {chart} --json",
    )
    own, changed, other = (json.loads(run.stdout) for run in (own, changed, other))
    assert changed["optimal"] < own["optimal"] - 0.01
    assert changed["insurance"] is None
    assert other["optimal"] == own["optimal"]
    assert other["chart"] < own["chart"] - 1e-5
    assert other["chart_file"] == str(chart)


@pytest.mark.parametrize(
    ("rules", "gained", "said"),
    [
        ("soft_17=stand", 4.298e-5, "gains 0.0043% on that, as it plays some split hands better."),
        ("soft_17=hit", 1.654e-8, "gives away 0.0000%."),
    ],
)
def test_a_chart_that_plays_split_hands_better_than_as_if_unsplit_gives_nothing_away(
    bjtrainer_runs, rules, gained, said
):
    rules += " decks=1 double_soft=no double_after_split=no max_hands=3 max_ace_hands=1"
    changes = " ".join(f"--rule {rule}" for rule in f"{rules} card_limit=null charlie=3".split())
    line = f"edge vegas-downtown {changes}"
    as_json, as_text = bjtrainer_runs(f"{line} --json", line)
    report = json.loads(as_json.stdout)
    assert report["chart"] - report["optimal"] == pytest.approx(gained, rel=1e-3)
    assert f"Optimal plays by the exact cards; the chart {said}" in " ".join(as_text.stdout.split())


@pytest.mark.parametrize("columns", [80, 40, 20])
def test_golden_edges_in_each_width(bjtrainer_runs, columns):
    runs = bjtrainer_runs(*(f"edge {game}" for game in GAMES), COLUMNS=str(columns))
    assert all(len(line) <= columns for run in runs for line in run.stdout.splitlines())
    compared(f"edges-{columns}-columns.txt", "\n".join(run.stdout for run in runs))
