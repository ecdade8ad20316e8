"""The documents of the two games, where they speak of what a player sees and asks for at the table.

``tests/games_documents.md`` says which sentence each test proves. The cards of a seed are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bjtrainer import __version__
from bjtrainer.cli.play_bets import Bets
from bjtrainer.rules.describe import describe
from bjtrainer.rules.load import find_rules

LAS_VEGAS = ("play", "las-vegas-downtown", "--seed", "12")
"""4s 10h 4d Kc, then 3h 8c Qs 10s; in the round after it 3c 8d Kh 4c."""


@pytest.fixture
def said(bjtrainer) -> Callable[..., str]:
    """Play through a pipe, a line for each thing said, and give what the table says."""

    def play(*lines: str, command: tuple[str, ...] = LAS_VEGAS) -> str:
        run = bjtrainer(*command, sent="".join(f"{line}\n" for line in lines))
        assert run.returncode == 0, run.stderr
        return run.stdout

    return play


def test_the_results_stand_below_the_cards_hand_by_hand_and_in_all(said):
    table = said("10", "split", "double", "hit", "q")
    assert re.search(
        r"Dealer 10♥ K♣ +20\n +Hand 1: 17 against 20: lost \$20.00\n"
        r" +Hand 2: bust against 20: lost \$10.00\n +In all: lost \$30.00\n",
        table,
    )


def test_the_results_of_earlier_rounds_stay_in_the_list(said):
    table = said("10", "stand", "10", "surrender", "10", "stand", "l", "q")
    listed = re.findall(r"^Round (\d+), Las Vegas Downtown Blackjack", table, re.MULTILINE)
    assert listed == ["3", "2", "1"]
    assert table.count("Balance after: ") == 3


def test_the_hand_that_is_played_is_named(said):
    table = said("10", "split", "stand", "stand", "q")
    first, second = (table.index(f"(hand {number} of 2) ?") for number in (1, 2))
    assert first < second
    assert "4♠ 3♥ hard 7 v 10♥ (hand 1 of 2) ? hit stand double" in table
    assert "4♦ 8♣ hard 12 v 10♥ (hand 2 of 2) ? hit stand double" in table


def test_the_bet_of_the_round_before_is_repeated_by_one_word(said):
    table = said("15", "stand", "rebet", "stand", "q")
    assert table.count("bet $15.00\n") == 2


def test_the_balance_stands_before_every_bet(said):
    table = said("10", "split", "double", "hit", "10", "surrender", "q")
    balances = re.findall(r"^Balance (\S+), wallet \$800.00; bet", table, re.MULTILINE)
    assert balances == ["$200.00", "$170.00", "$165.00"]


def test_a_rebuy_brings_money_between_rounds_and_none_in_a_round(said, bjtrainer):
    table = said("rebuy 100", "q")
    assert "Balance $300.00, wallet $700.00" in table
    run = bjtrainer(*LAS_VEGAS, sent="10\nrebuy 100\nstand\nq\n")
    assert "money moves between rounds only; finish the round first" in run.stdout + run.stderr
    assert "wallet $600.00" not in run.stdout


@pytest.mark.parametrize("when", ["between rounds", "in a round"])
@pytest.mark.parametrize("game", ["las-vegas-downtown", "vegas-downtown"])
def test_rules_version_and_log_can_be_read_at_any_time(said, game, when):
    before = ["10"] if when == "in a round" else []
    table = said(*before, "i", "v", "l", "q", command=("play", game, "--seed", "12"))
    for label, sentence in describe(find_rules(game)):
        assert f"{label}: {sentence}" in table
    assert f"bjtrainer {__version__}\n" in table
    assert ("Round 1, " if before else "No rounds yet.") in table


@pytest.mark.parametrize("word", ["q", "quit"])
def test_the_table_can_be_left_between_rounds_and_in_a_round(said, word):
    assert "Dealer" not in said(word, "10", "stand"), "nothing is read after it"
    table = said("10", word)
    assert "? hit stand" in table
    assert "Las Vegas Downtown Blackjack: a round was cut off; it comes first" in said("q")


def test_who_comes_back_is_reminded_of_the_round_and_finishes_it_first(said):
    said("10", "split", "q")
    table = said("double", "hit", "q", command=("play", "vegas-downtown"))
    assert table.startswith("Las Vegas Downtown Blackjack: a round was cut off; it comes first")
    assert "4♠ 3♥ hard 7 v 10♥ (hand 1 of 2) ? hit stand double" in table
    assert "In all: lost $30.00" in table
    assert table.index("In all: lost $30.00") < table.index("Balance $170.00")


def test_only_a_bet_that_the_game_takes_is_dealt_to(said, bjtrainer):
    for bet, reason in (
        ("0.50", "the smallest bet in this game is $1"),
        ("201", "the largest bet in this game is $200"),
        ("1.50", "bets in this game are multiples of $1"),
    ):
        run = bjtrainer(*LAS_VEGAS, sent=f"{bet}\nq\n")
        assert reason in run.stdout + run.stderr
        assert "Dealer" not in run.stdout
    assert "Dealer" in said("1", "q")


def test_a_bet_is_made_of_chips_that_are_added_and_taken_back_one_by_one():
    bets = Bets.of(find_rules("las-vegas-downtown"))
    added = [100]
    for chip in (500, 2_500, 10_000):
        added.append(added[-1] + chip)
    bets = bets.add(100)
    for total, chip in zip(added, (500, 2_500, 10_000), strict=False):
        assert bets.placed == (total,)
        bets = bets.add(chip)
    for total in reversed(added):
        assert bets.placed == (total,)
        bets = bets.take_back()
    assert bets.placed == bets.take_back().placed == ()
