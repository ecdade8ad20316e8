"""Source of truth: ux.md, "40 columns work": the most hands that a game can have."""

from __future__ import annotations

PROGRAM = """
import sys
from bjtrainer.cards import Card
from bjtrainer.cli.main import run
from bjtrainer.game.shoe import Shoe

dealt = "2h 3h 4h 6h 7h 10s 2d 3d 4d 6d 7d" + " Js 10d" * 5 + " 7c 2c 2s 2h 10c" * 9
cards = tuple(Card.parse(text) for text in dealt.split())
Shoe.shuffled = classmethod(lambda cls, decks, rng: cls(cards))
sys.argv[1:] = ["play", "multi-hand"]
sys.exit(run(sys.argv[1:]))
"""
ENTER = "\r"


def at_the_table(window, **size):
    """Bet on five boxes, of which each gets a pair, and split them all."""
    view = window(code=PROGRAM, **size)
    view.until("Bets >")
    view.press_each(*"2n2n2n2n2", ENTER)
    view.until("p split")
    for stands in range(5):
        view.until("p split")
        view.press_each("p", *(["s", "s"] if stands < 4 else []))
    return view


def test_ten_hands_can_be_played_and_bet_on_again_in_40_columns(window):
    view = at_the_table(window, columns=40, rows=24)
    page = view.until("> 9 7♥ J♠", "10 7♦ 10♦", "h hit s stand", "balance $150.00")
    assert all(f" {number} " in page for number in range(1, 11))
    view.press_each("s", "s")
    page = view.until("1 2♥ J♠ 12 against 17: lost $5.00", "In all: lost $40.00", "Enter deal")
    assert "(more in a larger window)" in page
    view.resize(40, 50)
    page = view.until("10 7♦ 10♦ 17 against 17: push, $5.00 back")
    assert "larger window" not in page
    view.press_each("r")
    view.until("p split", "balance $135.00")


def test_what_a_small_window_does_without_is_not_the_hand_that_is_asked_about(window):
    view = at_the_table(window)
    view.until("> Hand 9 7♥ J♠ hard 17 $5.00", "Hand 10 7♦ 10♦ hard 17 $5.00")
    rows = [row for row in view.screen() if " $5.00" in row]
    assert len(rows) == 10
    assert len({row.index("hard") for row in rows}) == len({row.index("$") for row in rows}) == 1
    view.resize(40, 12)
    view.until("> 9 7♥ J♠", "h hit s stand", "(more in a larger window)")
    view.press_each("s")
    view.until("> 10 7♦ 10♦")
