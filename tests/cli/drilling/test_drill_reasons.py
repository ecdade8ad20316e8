"""ux.md, "including which rule it hangs on", for games whose chart did not ship with the program.

That 11 v A is a double because the dealer hits soft 17 is true of six decks, too.
"""

from __future__ import annotations

import re

import pytest

from bjtrainer.places import shipped

HINGE = "It hangs on the dealer hitting soft 17: if the dealer stood on it, the chart would hit."
ELEVEN = ("hard", "--seed", "121", "--count", "1")
SLOW = """
import sys, time
from bjtrainer.analysis import values
from bjtrainer.cli.main import run

solve = values.solve

def slowly(rules):
    if rules.decks == 6 and rules.soft_17.value == "stand":  # the first of the other rules
        time.sleep(2)
    return solve(rules)

values.solve = slowly
sys.exit(run(sys.argv[1:]))
"""
"""The program on a machine that is slow with other rules."""
CHANGED = ("--game", "vegas-downtown", "--rule", "decks=6")


@pytest.fixture
def six_decks(own_folder) -> str:
    """The rules of Vegas Downtown with six decks, in a file of the player's own."""
    rules = (shipped("games") / "vegas-downtown.yaml").read_text(encoding="utf-8")
    rules = re.sub(r"(?m)^(name|slug):.*\n", "", rules).replace("decks: 2", "decks: 6")
    (own_folder / "games").mkdir(parents=True)
    (own_folder / "games" / "six-decks.yaml").write_text(rules, encoding="utf-8")
    return str(own_folder / "games" / "six-decks.yaml")


def test_a_miss_through_a_pipe_names_the_rule_whichever_way_the_game_is_named(
    bjtrainer, six_decks, own_folder
):
    for game in (("--game", six_decks), ("--game", "six-decks"), CHANGED):
        run = bjtrainer("drill", *ELEVEN, *game, sent="hit\n")
        assert (run.returncode, run.stderr) == (0, "")
        assert re.search(r"^1\. .* v A. \? hit stand double$", run.stdout, re.MULTILINE)
        assert HINGE in run.stdout
    assert len(list((own_folder / "cache").glob("*hinges*"))) == 1  # the rules are the same


def test_a_miss_on_the_screen_names_the_rule_and_the_next_drill_knows_it(window, own_folder):
    for _ in range(2):
        view = window("drill", *ELEVEN, *CHANGED)
        view.until("q quit")
        view.press("h")
        assert HINGE in view.until("Enter next", seconds=30)
        view.press("q")
        assert view.code(seconds=30) == 0
    assert len(list((own_folder / "cache").glob("*hinges*"))) == 1


def test_who_leaves_before_it_is_worked_out_leaves_as_ever(window, own_folder):
    """Nothing more is worked out then: the second game under another rule is never solved."""
    view = window("drill", *ELEVEN, *CHANGED, code=SLOW)
    view.until("q quit")
    view.press("q")
    assert view.code() == 0
    assert view.modes() == view.modes_before
    assert not list((own_folder / "cache").glob("*hinges*"))


def test_programs_and_right_answers_wait_for_no_reason(bjtrainer, own_folder):
    for option, answer in (("--json", "hit\n"), ("--color=never", "double\n")):
        run = bjtrainer("drill", *ELEVEN, *CHANGED, option, sent=answer)
        assert run.returncode == 0
    assert not list((own_folder / "cache").glob("*hinges*"))
