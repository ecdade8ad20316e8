"""Source of truth: interface.md, "Everywhere": plain lines through pipes, errors in one line."""

from __future__ import annotations

import re

import pytest

GAME = ("learn", "vegas-downtown", "--seed", "7")


def by_the_rule(output: str) -> str:
    """Answers to the questions of the first lesson: stand on hard 17 to 20, hit below."""
    hands = re.findall(r"^\d+\. (.*) v ", output, re.MULTILINE)
    return "".join("s\n" if re.search("10|J|Q|K|9|8.*9", hand) else "h\n" for hand in hands)


def test_the_way_and_the_rule_are_written_before_the_questions(bjtrainer):
    told = bjtrainer(*GAME)
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0] == "Vegas Downtown Blackjack: 0 of 11 groups learnt"
    assert lines[1:4] == [
        "  now     hard 4 to 8 and 17 to 20",
        "  later   hard 13 to 16",
        "  later   hard 12",
    ]
    assert "19    ? ? ? ? ? ? ? ? ? ?  A9    · · · · · · · · · ·" in lines
    assert "? now  ! missed            33    · · · · · · · · · ·" in lines
    first = lines.index("Now: hard 4 to 8 and 17 to 20.")
    assert lines[first + 1 : first + 4] == [
        "  hard 4 to 8: hit against everything",
        "  hard 17 to 20: stand against everything",
        "Learnt after 12 good answers without a miss; slow ones do not count.",
    ]
    assert lines[first + 5].startswith("1. ")
    assert lines[-3:] == [
        "Vegas Downtown Blackjack: 0 of 11 groups learnt. Now: hard 4 to 8 and 17 to 20.",
        "Go on where you stopped:",
        "  bjtrainer learn vegas-downtown",
    ]
    assert "\x1b" not in told.stdout


def test_after_a_lesson_it_says_what_is_learnt_and_goes_on(bjtrainer):
    told = bjtrainer(*GAME, sent="s\nh\n" * 6)
    assert "hit instead of stand" in told.stdout
    asked = bjtrainer(*GAME, "--count", "12", sent="s\n" * 12).stdout
    answers = by_the_rule(asked)
    assert {"s", "h"} == set(answers.split())
    told = bjtrainer("learn", "vegas-strip", "--seed", "7", sent=answers)
    assert told.stdout.count(" is right: ") == 12
    after = told.stdout.partition("12 decisions, 12 right")[2].splitlines()
    assert after[1:5] == [
        "Learnt: hard 4 to 8 and 17 to 20.",
        "Now: hard 13 to 16.",
        "  hard 13 to 16: stand against 2 to 6, hit against the rest",
        "Learnt after 12 good answers without a miss; slow ones do not count.",
    ]
    assert after[-3].startswith("Vegas Strip Blackjack: 1 of 11 groups learnt. Now: hard 13 to 16.")


def test_without_a_game_it_is_the_one_drilled_last(bjtrainer):
    bjtrainer("drill", "--game", "european", "--count", "1", sent="s\n")
    assert bjtrainer("learn").stdout.startswith("European Blackjack: 0 of 11 groups learnt")


def test_changed_rules_are_another_game_and_are_named_in_the_command(bjtrainer):
    told = bjtrainer("learn", "vegas-downtown", "--rule", "insurance=no")
    assert "0 of 10 groups learnt" in told.stdout.splitlines()[0]
    assert "Ins." not in told.stdout
    assert told.stdout.splitlines()[-1] == "  bjtrainer learn vegas-downtown --rule insurance=no"


def test_a_game_without_splits_has_no_pairs_to_learn(bjtrainer):
    told = bjtrainer(
        "learn", "vegas-downtown", "--rule", "max_hands=1", "--rule", "max_ace_hands=1"
    )
    assert "pair" not in told.stdout.lower()
    assert "\n4     ?" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "error: "),
        (["vegas-downtown", "--count", "0"], "error: 0 decisions were asked for; write 1 or more"),
    ],
)
def test_bad_usage_is_told_in_one_line(bjtrainer, arguments, said):
    told = bjtrainer("learn", *arguments)
    assert told.returncode == 2
    assert told.stderr.startswith(said)
    assert told.stderr.count("\n") == 1


def test_an_ascii_locale_gets_ascii(bjtrainer):
    told = bjtrainer(*GAME, LC_ALL="C", sent="s\n")
    assert told.stdout.isascii()
    assert "A9    - - -" in told.stdout
