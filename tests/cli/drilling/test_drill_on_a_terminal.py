"""Source of truth: ux.md, and cases/README.md, "Terminal" and "Legality".

The program on a real terminal, and the rows that a person sees there.
"""

from __future__ import annotations

import re

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

DRILL = ("drill", "--game", "vegas-downtown", "--seed", "7")
FIRST, SECOND = "You 2♥ A♠ soft 13", "You 8♠ 8♥ pair, hard 16"
"""The first question of the seed, and the one after it is stood on, which is a miss."""
ENTER = "\r"
SIZES = [(80, 24), (40, 24), (100, 30)]


def stored(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        return [(kept.n, kept.answer, kept.slip) for kept in store.decisions()]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_right_answer_goes_on_by_itself_and_a_miss_stops(window, own_folder, columns, rows):
    view = window(*DRILL, columns=columns, rows=rows)
    question = view.until(FIRST, "Dealer 3♥ ▒▒", "q quit")
    assert view.full_screen
    assert "Vegas Downtown Blackjack · whole rounds" in question
    for key in ("h hit", "s stand", "d double", "(p split)", "? hint", "u undo", "seed 7"):
        assert key in question
    view.press("h")
    view.until("✓ Hit is right", "You 2♥ A♠ 6♣ soft 19", "2 · streak 1 · 100 % right")
    view.press("h")
    miss = view.until("Hit gives away 24.8 ¢", "(blunder)", "Enter next u a slip * star q quit")
    assert "2 · streak 0 · 50 % right" in miss
    assert re.search(r"✓ stand \+40\.0 ¢ █+ ✗ hit \+15\.2 ¢ █+ \S", miss)
    assert marked(view.screen()) == ("A8", "3", "S")
    view.press_apart("h", "x")
    assert view.text() == miss
    assert stored(own_folder) == [(1, "hit", False), (2, "hit", False)]
    view.press(ENTER)
    view.until("You 2♥ A♠ 6♣ 8♥ hard 17", "3 · streak 0")
    view.press("q")
    assert view.code() == 0


def marked(rows: list[str]) -> tuple[str, str, str]:
    """The row of the chart that is shown, and the upcard and the code that are marked in it."""
    place = next(n for n, row in enumerate(rows) if row.split() == [*"23456789TA"])
    upcards, codes, below = rows[place : place + 3]
    row = codes.split()[0]
    if "[" in codes:
        column = codes.index("[") + 1
        return row, upcards[column], codes[column : codes.index("]")]
    column = below.index("^")
    return row, upcards[column], codes[column : column + 2].strip()


KEYS = {"split": "p", "surrender": "r"}
NAMES = {"yes": "Insurance", "no": "No insurance"}


def test_only_the_time_from_the_question_to_its_key_is_stored(window, own_folder):
    view = window(*DRILL)
    view.until(FIRST)
    view.settle(0.4)
    view.press("s")
    view.until("Enter next")
    view.settle(1.5)
    view.press(ENTER)
    view.until(SECOND)
    view.press("p")
    view.until("✓ Split is right")
    with Store.snapshot(history_path(own_folder)) as store:
        first, second = (kept.milliseconds for kept in store.decisions())
    assert first >= 400
    assert second < 1500


def test_a_dealer_who_has_looked_and_one_without_a_hole_card_are_shown_so(window):
    view = window(*DRILL)
    view.until(FIRST)
    assert "no blackjack" not in view.text()
    view.press("s")
    view.until("Enter next")
    view.press(ENTER)
    view.until("Dealer Q♠ ▒▒ no blackjack", SECOND)
    other = window("drill", "hard", "--rule", "hole_card=none", "--seed", "1")
    other.until("Dealer", "q quit")
    assert "▒" not in other.text()


def test_what_the_screen_says_of_each_answer_is_what_json_says(window, client):
    game = ("--game", "las-vegas-downtown")
    arguments = ("first-decisions", *game, "--seed", "121", "--count", "10")
    events = client(*arguments).play(lambda question: question["legal"][question["n"] % 3])
    verdicts = [event for event in events if event["type"] == "verdict"]
    assert len({verdict["severity"] for verdict in verdicts}) == 5
    view = window("drill", *arguments)
    for verdict in verdicts:
        view.until(f"{verdict['n']} of 10", "q quit")
        action = verdict["action"]
        view.press(KEYS.get(action, action[0]))
        name = NAMES.get(action, action.capitalize())
        if not verdict["right"]:
            page = view.until(f"{name} gives away", "Enter next")
            assert f"{100 * verdict['cost']:.1f} ¢ of every $1" in page
            assert f"({verdict['severity']})" in page
            for choice, value in verdict["values"].items():
                assert f"{choice} {100 * value:+.1f} ¢" in page
            view.press(ENTER)
        elif verdict["n"] < 10:
            view.until(f"✓ {name} is right")
    assert view.code() == 0
    summary = events[-1]
    assert f"10 decisions, {summary['right']} right ({summary['accuracy']:.1%}" in (
        view.text().replace(" %", "%")
    )
    assert f"{summary['cost_per_100']:.2f} bets given away per 100 decisions" in view.text()


def test_an_answer_can_be_taken_back_at_its_miss_and_at_the_next_question(window, own_folder):
    view = window(*DRILL)
    view.until(FIRST)
    view.press("s")
    view.until("Enter next")
    view.press("u")
    view.until("Taken back as a slip; it does not count.", "seed 7")
    view.press("u")
    view.settle()
    view.press(ENTER)
    view.until(SECOND, "Answer 1 is taken back")
    view.press("p")
    view.until("✓ Split is right", "> Hand 1")
    view.press("u")
    view.until("Answer 2 is taken back and does not count", "> Hand 1")
    view.press("u")
    view.until("The last answer is taken back already")
    view.press("s")
    view.until("✓ Stand is right", "> Hand 2")
    view.press("q")
    assert view.code() == 0
    assert stored(own_folder) == [(1, "stand", True), (2, "split", True), (3, "stand", False)]
    assert "1 decision, 1 right" in view.text()
    assert "Taken back as slips, not counted: 2." in view.text()


def test_taking_a_miss_back_later_leaves_the_question_in_view(window, own_folder):
    view = window(*DRILL)
    view.until(FIRST)
    view.press("s")
    view.until("Enter next")
    view.press(ENTER)
    view.until(SECOND)
    view.press("u")
    view.until("Answer 1 is taken back", SECOND)
    assert "Enter next" not in view.text()
    assert stored(own_folder) == [(1, "stand", True)]


def test_a_hint_shows_below_the_question_and_goes_with_it(window):
    view = window(*DRILL)
    view.until(FIRST)
    view.press("?")
    hint = view.until("the dealer busts", FIRST)
    assert "Hit" not in hint
    view.press("p")
    view.until("Only two cards of the same value can be split.", "the dealer busts")
    view.press("h")
    assert "standing wins only then" not in view.until("✓ Hit is right")


REFUSED = {
    "p": "Only two cards of the same value can be split.",
    "r": "There is no surrender in this game.",
    "y": "Insurance is offered against an ace only.",
    "u": "There is no answer to take back.",
    "x": "That is no answer here; choose h hit, s stand, d double, ? hint",
}


def test_a_key_that_is_no_answer_is_told_why_and_counted_nowhere(window, own_folder):
    view = window(*DRILL)
    view.until(FIRST)
    for key, reason in REFUSED.items():
        view.press(key)
        view.until(reason, FIRST)
    view.press("q")
    assert view.code() == 0
    assert "No decision counted." in view.text()
    assert stored(own_folder) == []


IGNORED = {
    "left": b"\x1b[D",
    "up": b"\x1b[A",
    "home": b"\x1b[H",
    "home of old": b"\x1bOH",
    "end": b"\x1b[F",
    "F1": b"\x1bOP",
    "F4": b"\x1bOS",
    "F5": b"\x1b[15~",
    "shift-left": b"\x1b[1;2D",
    "mouse": b"\x1b[<0;10;12M",
    "mouse of old": b"\x1b[M !!",
    "pasted": b"hhhh",
    "pasted and marked": b"\x1b[200~h\x1b[201~",
    "pasted lines": b"\x1b[200~h\rs\r\x1b[201~",
    "a word": b"stand\r",
    "twice at once": b"dd",
    "escape": b"\x1b",
    "alt-d": b"\x1bd",
    "broken": b"\xff",
    "enter": b"\r",
}


def test_what_is_no_plain_key_is_no_answer(window, own_folder):
    view = window(*DRILL)
    view.until(FIRST, "q quit")
    before = view.screen()
    for pressed in IGNORED.values():
        view.press(pressed)
        view.settle(0.1)
    for parts in ((b"\x1b", b"[D"), (b"\x1b[", b"H"), (b"\x1b[200~h", b"hh", b"\x1b[201~")):
        for part in parts:
            view.press(part)
            view.settle(0.03)
        view.settle()
    for byte in "é".encode():
        view.press(bytes([byte]))
        view.settle(0.3)
    assert view.screen() == before
    view.press("q")
    assert view.code() == 0
    assert stored(own_folder) == []


def test_a_key_pressed_twice_quickly_answers_one_question(window, own_folder):
    view = window("drill", "hard", "--game", "vegas-downtown", "--seed", "1")
    view.until("hard 7", "q quit")
    view.press("h")
    view.settle(0.05)  # the verdict still waits for the values of the game
    view.press("h")
    view.until("2 of 50", "is right")
    view.settle(0.3)
    view.press("q")
    assert view.code() == 0
    assert [n for n, *_ in stored(own_folder)] == [1]


def test_without_colour_everything_is_still_said(window):
    view = window(*DRILL, NO_COLOR="1")
    view.until("h hit s stand d double (p split)")
    view.press("s")
    view.until("✓ hit", "✗ stand", "blunder", "[H]")
    assert b"m" not in b"".join(re.findall(rb"\x1b\[[0-9;?]*([A-Za-z])", view.written))


def test_colour_comes_with_the_same_words(window):
    view = window(*DRILL)
    view.until("h hit s stand d double (p split)")
    assert re.search(rb"\x1b\[[0-9;]+m", view.written)


def test_a_game_without_surrender_mentions_it_nowhere(window):
    view = window("drill", "hard", "--game", "vegas-downtown", "--seed", "3", "--count", "6")
    for n in range(1, 7):
        view.until(f"{n} of 6", "q quit")
        view.press("?")
        view.until("against")
        view.press("s")
        if "Enter next" in view.until_either("Enter next", f"{n + 1} of 6"):
            view.press(ENTER)
    view.code()
    assert "6 decisions" in view.text()
    assert b"urrender" not in view.written


def test_the_menu_leads_into_a_drill_and_out_of_it(window, own_folder):
    view = window()
    view.until("d drill", "q quit")
    view.press("d")
    view.until("Vegas Downtown Blackjack", "? hint", "You")
    view.press("q")
    assert view.code() == 0
    assert view.modes() == view.modes_before
    assert "No decision counted." in view.text()
