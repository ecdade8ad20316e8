"""Source of truth: interface.md, ``drill [DRILL] [--game GAME]`` and ``drills``."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from bjtrainer.trainer.drill import shipped_drills

FAULTY = """\
title: mine
deal: sells
count: 0
colour: blue
"""


def begun(run) -> tuple[str, str]:
    """Which game and drill a run of ``drill --json`` began."""
    assert run.returncode == 0
    session = json.loads(run.stdout.splitlines()[0])
    return session["game"], session["drill"]


def test_without_a_game_it_is_the_one_drilled_last(bjtrainer):
    assert begun(bjtrainer("drill", "--json")) == ("vegas-downtown", "default")
    bjtrainer("drill", "pairs", "--json", "--game", "las-vegas-downtown")
    assert begun(bjtrainer("drill", "--json")) == ("las-vegas-downtown", "default")
    bjtrainer("drill", "--json", "--game", "vegas-downtown")
    assert begun(bjtrainer("drill", "--json")) == ("vegas-downtown", "default")


def test_a_last_game_that_is_gone_is_told_and_the_first_one_taken(bjtrainer, tmp_path):
    path = tmp_path / "elsewhere.yaml"
    path.write_text("decks: 6\n")
    assert begun(bjtrainer("drill", "--json", "--game", str(path))) == ("elsewhere", "default")
    run = bjtrainer("drill", "--json")
    assert begun(run) == ("vegas-downtown", "default")
    assert run.stderr == (
        "elsewhere, the game drilled last, is not found any more; this is vegas-downtown\n"
    )


def test_an_own_game_drilled_last_is_found_again_and_its_faults_are_told(bjtrainer, own_folder):
    games = own_folder / "games"
    games.mkdir(parents=True)
    (games / "mine.yaml").write_text("decks: 6\n")
    assert begun(bjtrainer("drill", "--json", "--game", "mine")) == ("mine", "default")
    assert begun(bjtrainer("drill", "--json")) == ("mine", "default")
    (games / "mine.yaml").write_text("decks: zero\n")
    run = bjtrainer("drill", "--json")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"error: {games / 'mine.yaml'}:1:8: decks is 'zero'")


REFUSED = {
    "surrender --game vegas-downtown": "Vegas Downtown Blackjack surrenders no hand",
    "sofd": "there is no drill 'sofd' (did you mean soft?)",
    "nowhere.yaml": "nowhere.yaml does not exist",
    "''": "there is no drill ''",
    "--game vegas-downtwn": "'vegas-downtwn' (did you mean vegas-downtown?)",
    "--game ''": "there is no game ''",
    "--count 0": "0 decisions were asked for; write 1 or more",
    "--count -1": "-1 decisions were asked for; write 1 or more",
    "--count ten": "invalid value for '--count'",
    "--seed text": "invalid value for '--seed'",
    "--rule decks=none": "--rule decks=none: decks is 'none'",
    "soft hard": "unexpected extra argument",
    "--cells 16vT,21v6": "'21v6' is no cell; write them as 16vT,A7v9,88vA or insurance",
    "pairs --cells 16vT": "this drill asks for none of hard 16 v T in Vegas Downtown",
    "storm --cells 16vT": "storm is the same for everybody; with --cells, leave it out",
}


def test_what_cannot_be_drilled_is_one_line_that_says_what_would_be_right(python):
    """All in one process, told apart by lines on the two streams."""
    program = """
import shlex, sys
from bjtrainer.cli.dispatch import dispatch
for line in sys.argv[1:]:
    print("=>", dispatch(["drill", *shlex.split(line)]), file=sys.stderr, flush=True)
"""
    run = python("-c", program, *REFUSED)
    assert run.stdout == ""
    *told, rest = run.stderr.split("=> 2\n")
    assert rest == ""
    for message, said in zip(told, REFUSED.values(), strict=True):
        assert message.startswith("error: ")
        assert message.count("\n") == 1
        assert said in message


def test_an_own_drill_is_found_by_its_name_and_by_its_path(bjtrainer, own_folder):
    drills = own_folder / "drills"
    drills.mkdir(parents=True)
    (drills / "aces.yaml").write_text("title: aces up\ndeal: cells\ncells: soft\ncount: 2\n")
    by_name = bjtrainer("drill", "aces", "--seed", "5", sent="h\nh\nh\n")
    by_path = bjtrainer("drill", str(drills / "aces.yaml"), "--seed", "5", sent="h\nh\nh\n")
    assert by_name.returncode == by_path.returncode == 0
    assert by_name.stdout.splitlines()[:-1] == by_path.stdout.splitlines()[:-1]
    assert by_name.stdout.startswith("Vegas Downtown Blackjack: aces up, seed 5\n")
    assert "2 decisions" in by_name.stdout
    assert "  aces             aces up" in bjtrainer("drills").stdout


def test_every_fault_of_a_drill_file_is_told_with_its_place(bjtrainer, own_folder):
    drills = own_folder / "drills"
    drills.mkdir(parents=True)
    (drills / "faulty.yaml").write_text(FAULTY)
    for run in (bjtrainer("drill", "faulty"), bjtrainer("drill", str(drills / "faulty.yaml"))):
        assert (run.returncode, run.stdout) == (2, "")
        places = re.findall(r"^error: \S*faulty\.yaml:(\d+):(\d+): \S", run.stderr, re.MULTILINE)
        assert places == [("2", "7"), ("3", "8"), ("4", "1")]
        assert run.stderr.count("\n") == 3
    listed = bjtrainer("drills")
    assert listed.returncode == 2
    assert listed.stderr == run.stderr
    assert "first-decisions" in listed.stdout


def test_a_file_whose_name_is_no_drills_is_told_in_the_list(bjtrainer, own_folder):
    drills = own_folder / "drills"
    drills.mkdir(parents=True)
    (drills / "Bad Name.yaml").write_text("deal: cells\n")
    (drills / "fine.yml").write_text("deal: cells\n")
    listed = bjtrainer("drills")
    assert listed.returncode == 2
    told = re.findall(
        r"^error: .*/(.*) is no name for a drill; rename", listed.stderr, re.MULTILINE
    )
    assert told == ["Bad Name.yaml", "fine.yml"]


def test_a_drill_that_differs_from_no_game_says_which_key_is_wrong(bjtrainer, own_folder):
    drills = own_folder / "drills"
    drills.mkdir(parents=True)
    (drills / "mine.yaml").write_text("deal: cells\ndiffers_from: nosuch\n")
    run = bjtrainer("drill", "mine")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("error: differs_from of the drill mine: there is no game 'nosuch'")


def test_drills_lists_every_drill_the_default_one_first(bjtrainer):
    run = bjtrainer("drills")
    assert (run.returncode, run.stderr) == (0, "")
    names = re.findall(r"^  (\S+)  ", run.stdout, re.MULTILINE)
    assert names[0] == "default"
    assert re.findall(r"^\w.*", run.stdout, re.MULTILINE) == [
        "Whole rounds",
        "Cells of the chart",
        "What you answered before",
        "Against the clock, and tests",
    ]
    assert sorted(names) == sorted(shipped_drills())
    report = json.loads(bjtrainer("drills", "--json").stdout)
    assert report["schema"] == 1
    assert [drill["drill"] for drill in report["drills"]] == names
    for drill in report["drills"]:
        assert (drill["deal"] == "rounds") is (drill["cells"] is None)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["soft", "--rule", "decks=6", "--rule", "soft_17=stand"],
        ["hard", "--game", "a game.yaml", "--rule", "decks=3"],
        ["--cells", "16vT, A7v9"],
    ],
    ids=" ".join,
)
def test_the_command_at_the_end_deals_the_same_hands_again(
    bjtrainer, tmp_path, monkeypatch, arguments
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a game.yaml").write_text("decks: 4\nsoft_17: stand\n")
    first = bjtrainer("drill", *arguments).stdout.splitlines()
    assert first[1].startswith("1. ")
    bjtrainer("drill", "--game", "las-vegas-downtown")
    program, *again = shlex.split(first[-1])
    assert program == "bjtrainer"
    assert bjtrainer(*again).stdout.splitlines() == first


def test_a_seed_is_chosen_where_none_is_given_and_another_the_next_time(bjtrainer):
    seeds = [bjtrainer("drill").stdout.split("seed ")[1].split()[0] for _ in range(3)]
    assert len(set(seeds)) > 1


def test_named_cells_alone_are_asked_even_if_no_two_cards_are_in_them(bjtrainer):
    named = {"16vT": "hard 16 v T", "20v7": "hard 20 v 7", "insurance": "insurance v A"}
    run = bjtrainer("drill", "--cells", ",".join(named), "--json", sent="s\nn\n" * 30)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    assert events[0]["drill"] == "cells"
    cells = [event["cell"] for event in events if event["type"] == "question"]
    assert set(cells) == set(named.values())
    alone = bjtrainer("drill", "hard", "--cells", "12v4", "--json", sent="s\n")
    assert json.loads(alone.stdout.splitlines()[1])["cell"] == "hard 12 v 4"
