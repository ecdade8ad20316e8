"""Source of truth: README.md, "Settings": what a person presses, sees and hears who has set some.

The program on a real terminal.
"""

from __future__ import annotations

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

DRILL = ("drill", "--game", "vegas-downtown", "--seed", "7")
FIRST, SECOND = "You 2♥ A♠ soft 13", "You 2♥ A♠ 6♣ soft 19"
"""The first question of the seed, and the one after it is hit, which is right."""
ENTER = "\r"


@pytest.fixture
def settings(own_folder):
    """Write the settings file."""

    def write(text: str) -> None:
        own_folder.mkdir(exist_ok=True)
        (own_folder / "config.yaml").write_text(text, encoding="utf-8")

    return write


def answers(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        return [(kept.answer, kept.slip) for kept in store.decisions()]


def test_a_drill_takes_the_keys_of_the_settings_and_shows_them(window, own_folder, settings):
    settings("keys: {hit: j, stand: h, hint: t, undo: z, star: x, quit: ;}")
    view = window(*DRILL)
    view.until(FIRST, "j hit h stand d double (p split) t hint z undo x star ; quit")
    view.press("s")
    view.until("no answer here; choose j hit, h stand, d double, t hint, z undo, x star or ; quit")
    view.press("x")
    view.until("Soft 13 v 3 is starred")
    view.press("t")
    view.press_apart("q")
    view.press("j")
    view.until(SECOND, "✓ Hit is right")
    view.press("j")
    view.until("Hit gives away", "Enter next z a slip x star ; quit")
    view.press_apart("u", "q")
    view.press("z")
    view.until("Taken back as a slip", "Enter next x star ; quit")
    view.press(";")
    assert view.code() == 0
    assert answers(own_folder) == [("hit", False), ("hit", True)]
    assert b"\a" not in view.written


def test_the_table_takes_the_keys_of_each_place_and_shows_them(window, own_folder, settings):
    settings("keys: {stand: a, rules: w, deal: s, rebet: a, rebuy: x, deposit: e, quit: z}")
    view = window("play", "vegas-downtown", "--seed", "3")
    view.until("a rebet", "x rebuy", "w rules l log v version ? keys z leave")
    view.press("b")
    view.until("That is no key here; ? shows the keys")
    view.press("?")
    view.until("Enter s deal", "h a d p r in a round", "z leave;")
    view.press_apart(" ")
    view.press("x")
    view.until("e $1,000 more in the wallet", "x back")
    view.press("x")
    view.until("a rebet")
    view.press_each("1", "s")
    view.until("h hit a stand d double", "w rules")
    view.press("s")
    view.until("That is no answer here; choose h hit, a stand", "z leave")
    view.press("a")
    view.until("a rebet")
    view.press("a")
    view.until("a stand")
    view.press("z")
    assert view.code() == 0


def test_a_right_answer_stays_as_long_as_is_set_and_a_key_ends_it(window, settings):
    settings("pause_after_right: 10")
    view = window(*DRILL)
    view.until(FIRST)
    view.press("h")
    right = view.until(FIRST, "✓ Hit is right", "100 % right")
    assert "h hit" not in right
    view.settle(0.5)
    assert view.text() == right
    view.resize(100, 30)
    view.until(FIRST, "✓ Hit is right")
    view.press(ENTER)
    view.until(SECOND, "h hit")
    view.press("q")
    assert view.code() == 0


def test_a_pause_ends_by_itself(window, settings):
    settings("pause_after_right: 0.2")
    view = window(*DRILL)
    view.until(FIRST)
    view.press("h")
    view.until(SECOND, "h hit")
    view.press("q")
    assert view.code() == 0


def test_a_player_can_leave_in_a_pause(window, own_folder, settings):
    settings("pause_after_right: 10")
    view = window(*DRILL)
    view.until(FIRST)
    view.press("h")
    view.until("✓ Hit is right")
    view.press("q")
    assert view.code() == 0
    assert answers(own_folder) == [("hit", False)]


def test_the_coach_lets_a_right_decision_stay_too(window, settings):
    settings("pause_after_right: 10\nkeys: {quit: x}")
    view = window("play", "--coach", "vegas-downtown", "--seed", "3")
    view.until("Enter deal")
    view.press_each("1", ENTER)
    question = view.until_either("h hit", "Insurance")
    view.press("n" if "Insurance" in question else "h")
    judged = view.until_either("is right", "Enter goes on x leave")
    assert "h hit" not in judged
    view.press("x")
    assert view.code() == 0


@pytest.mark.parametrize(("sound", "rung"), [("bell", 1), ("off", 0)])
def test_the_bell_rings_at_a_miss_where_it_is_set(window, settings, sound, rung):
    settings(f"sound: {sound}")
    view = window(*DRILL)
    view.until(FIRST)
    view.press("h")
    view.until(SECOND)
    assert view.written.count(b"\a") == 0
    view.press("h")
    view.until("Hit gives away", "Enter next")
    view.resize(100, 30)
    view.settle(0.3)
    view.press("q")
    assert view.code() == 0
    assert view.written.count(b"\a") == rung


def test_the_bell_does_not_tell_what_an_exam_keeps_back(window, settings):
    settings("sound: bell")
    view = window("drill", "exam", "--game", "vegas-downtown", "--seed", "7")
    view.until("1 of 60")
    view.press_each("s", "s", "s", "s")
    view.press("q")
    assert view.code() == 0
    assert "gives away" in view.text()
    assert b"\a" not in view.written
