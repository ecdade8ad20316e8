"""Source of truth: ux.md and the games' documents, "How to play"; cases/README.md, "Terminal".

The table on a real terminal, and the rows that a person sees there.
"""

from __future__ import annotations

import re
import signal
import sys

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

PLAY = ("play", "vegas-downtown", "--seed", "7")
FIRST = "You 2♥ A♠ soft 13 $5.00"
"""The first hand of the seed, with a bet of $5."""
ENTER, BACKSPACE = "\r", "\x7f"
WAITS = "The round is not over; it comes first when you play again"


def money(own_folder):
    """The wallet and the balance of a sound history, and which rounds are not over."""
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        last, rounds = store.last_move(), store.rounds()
        return last.wallet_cents, last.balance_cents, [round_.unfinished for round_ in rounds]


def dealt(window, *more, keys="2", **size):
    """Open a window, bet by these keys, and deal."""
    view = window(*(more or PLAY), **size)
    view.until("Bet", "q leave")
    view.press_each(*keys, ENTER)
    view.until("h hit")
    return view


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 24)])
def test_chips_are_laid_down_taken_back_and_dealt_to(window, own_folder, columns, rows):
    view = window(*PLAY, columns=columns, rows=rows)
    page = view.until("Bet -", "(Enter deal)", "(r rebet)", "q leave")
    assert "balance $200.00 · wallet $800.00" in page
    assert "1 $1 2 $5 3 $25 4 $100" in page
    view.press(ENTER)
    view.until("There is no bet; the smallest in this game is $1.")
    view.press_each(*"4321")
    view.until("Bet $131.00", " Enter deal")
    view.press_each("-", BACKSPACE)
    view.until("Bet $125.00")
    view.press("c")
    view.until("Bet -", "(Enter deal)")
    view.press("2")
    view.until("Bet $5.00")
    view.press(ENTER)
    table = view.until("Dealer 3♥ ▒▒", FIRST, "balance $195.00")
    assert "h hit s stand d double (p split)" in table
    view.press("h")
    view.until("You 2♥ A♠ 6♣ soft 19", "(d double)")
    view.press("s")
    view.until("Dealer 3♥ 5♣ 8♥ J♦ 26, bust", "19 against a bust dealer: won $5.00")
    view.until("balance $205.00", "Bet $5.00", "r rebet")
    view.press("r")
    view.until("blackjack against 17: won $7.50", "balance $212.50")
    view.press("q")
    assert view.code() == 0
    assert view.text() == "2 rounds: won $12.50; balance $212.50, wallet $800.00."
    assert money(own_folder) == (80_000, 21_250, [False, False])


def test_a_bet_that_is_too_large_is_shown_dim_and_refused_with_the_reason(window):
    view = window(*PLAY)
    view.until("Bet -")
    view.press_each(*"444")
    view.until("Bet $300.00", "(Enter deal)")
    view.press("d")
    view.until("The bet is $300; the largest bet in this game is $200.", "Bet $300.00")
    view.press("-")
    view.until("Bet $200.00", " Enter deal")
    view.press("x")
    view.until("That is no key here; ? shows the keys.", "Bet $200.00")


def test_money_is_moved_between_rounds_and_never_in_one(window, own_folder):
    view = window(*PLAY)
    view.until("Bet -")
    view.press("b")
    view.until("Rebuy $200.00", "Enter move it to the table")
    view.press_each(*"9505")
    view.until("Rebuy $9505")
    view.press(ENTER)
    view.until("$9,505 is more than the wallet holds; it holds $800.", "Rebuy $9505")
    view.press_each("-", "-", ENTER)
    view.until("$95.00 moved from the wallet to the table.", "balance $295.00 · wallet $705.00")
    view.press_each("b", "+")
    view.until("$1,000.00 of new play money is in the wallet.", "wallet $1,705.00", "Rebuy")
    view.press("o")
    view.until("$295.00 moved from the table to the wallet.", "balance $0.00 · wallet $2,000.00")
    view.press_each("2", ENTER)
    view.until("The bet is $5; the balance is $0; rebuy first.", "(Enter deal)")
    view.press_each("b", ENTER)
    view.until("balance $200.00 · wallet $1,800.00")
    view.press(ENTER)
    view.until(FIRST)
    view.press("b")
    view.until("That is no answer here; choose h hit, s stand, d double", FIRST)
    assert money(own_folder) == (180_000, 20_000, [True])


def test_an_amount_that_is_erased_stays_empty_and_is_refused_with_the_reason(window, own_folder):
    view = window(*PLAY)
    view.until("Bet -")
    for typed in ("", "75"):
        view.press("b")
        view.until("Rebuy $200.00")
        view.press_each(*typed, *[BACKSPACE] * max(1, len(typed)))
        view.until("Rebuy -")
        view.press(ENTER)
        view.until("There is no amount; type one such as 50 or 0.50.", "Rebuy -")
        view.press("b")
        view.until("Bet -")
    view.press_each("b", "1", "e")
    view.until("An amount is typed in digits, such as 50 or 0.50; b goes back.", "Rebuy $1 ")
    view.press("9")
    assert "digits" not in view.until("Rebuy $19")
    assert money(own_folder) == (80_000, 20_000, [])


def test_an_empty_wallet_says_how_it_is_filled(window):
    view = window(*PLAY)
    view.until("Bet -")
    view.press_each("b", *"800", ENTER)
    view.until("balance $1,000.00 · wallet $0.00")
    view.press_each("b", ENTER)
    view.until("The wallet is empty; + puts $1,000.00 of play money into it.")
    view.press_each("+", "b")
    view.until("wallet $1,000.00", "Bet -")


def test_each_hand_has_a_bet_of_its_own_and_insurance_is_asked_first(window):
    view = window("play", "multi-hand", "--seed", "22")
    view.until("Bets > - - - - - in all $0.00", "n next hand")
    view.press_each("2", "n", "3", "n", "n", "1")
    view.until("Bets $5.00 $25.00 - > $1.00 - in all $31.00")
    view.press(ENTER)
    view.until("> Hand 1 Hand 2 Hand 3", "$5.00 $25.00 $1.00")
    assert "Hand 4" not in view.text()


def test_insurance_says_what_it_costs_and_is_shown_beside_its_bet(window):
    view = window("play", "multi-hand", "--seed", "22")
    view.until("Bets")
    view.press_each(*"2n2n2n2n2", ENTER)
    view.until("Insurance of hand 1 for $2.50? y yes n no", "balance $175.00")
    view.press("y")
    view.until("Insurance of hand 2 for $2.50?", "Insurance of bet 1: $2.50", "balance $172.50")
    view.press("s")
    view.until("The insurance question comes first; answer yes or no.")
    view.press_each(*"nnnn")
    view.until("h hit", "> Hand 1")
    view.press_each(*"sssss")
    view.until("Hand 5", "Insurance of bet 1: lost $2.50", "In all:")


def test_split_hands_stand_side_by_side_and_stacked_where_that_is_too_wide(window):
    view = dealt(window, "play", "las-vegas-downtown", "--seed", "12")
    view.press("p")
    view.until("> Hand 1", "Hand 2")
    side_by_side = next(row for row in view.screen() if "Hand 1" in row)
    assert "Hand 2" in side_by_side
    view.resize(26, 24)
    view.until("> 1 ")
    stacked = [row.split()[:2] for row in view.screen() if re.match(r"  [> ] \d ", row)]
    assert [row[0] for row in stacked] == [">", "2"]
    view.resize(80, 24)
    view.until("> Hand 1 Hand 2")


PAGES = {
    "i": "Dealer: Hits soft 17",
    "l": "Balance before: $200",
    "v": "bjtrainer ",
    "?": "add a chip to the bet",
}


def test_rules_log_version_and_keys_can_be_read_in_a_round(window):
    view = dealt(window)
    for page, shown in PAGES.items():
        view.press(page)
        assert FIRST not in view.until(shown, "Any key: back.")
        view.press("x")
        view.until(FIRST, "h hit")


def test_what_is_too_long_for_a_window_is_read_part_by_part(window):
    view = dealt(window, rows=10)
    view.press("l")
    first = view.until("Round 1,", "more rows. Any other key: back.")
    view.press(ENTER)
    second = view.until("Any key: back.")
    assert "The round is not over" in first + second
    assert "Round 1," not in second
    view.press(ENTER)
    view.until(FIRST)


def test_a_miss_stops_with_its_cost_before_the_cards_go_on(window, own_folder):
    view = dealt(window, *PLAY, "--coach", keys="3")
    view.press("s")
    page = view.until("Stand gives away", "Of this bet of $25.00 that is $7.85.", "Enter goes on")
    assert "balance $175.00" in page, "the balance does not tell how it ends"
    assert re.search(r"✓ hit \+7\.3 ¢ █+ double \+1\.4 ¢ █+ ✗ stand -24\.1 ¢ █+", page)
    assert "against" not in page.split("Of this bet")[0], "no card has gone on"
    with Store.snapshot(history_path(own_folder)) as store:
        assert [kept.answer for kept in store.decisions()] == ["stand"]
    view.press_apart("u", "h")
    assert view.text() == page
    view.press(ENTER)
    view.until("Dealer 3♥ 5♣", "Bet $25.00")


def test_who_leaves_at_the_last_verdict_of_a_round_still_sees_its_results(window, own_folder):
    view = dealt(window, *PLAY, "--coach")
    view.press("s")
    assert "won" not in view.until("Stand gives away", "Enter goes on")
    view.press("q")
    assert view.code() == 0
    assert view.text().startswith("13 against a bust dealer: won $5.00 1 round: won $5.00; balance")
    assert money(own_folder) == (80_000, 20_500, [False])


def test_results_that_were_seen_are_not_told_again(window):
    view = dealt(window, *PLAY, "--coach")
    view.press_each("h", "s")
    view.until("won $5.00", "Bet $5.00")
    view.press("q")
    assert view.code() == 0
    assert view.text().startswith("1 round: won $5.00; balance")


def test_with_a_coach_the_keys_tell_that_each_hand_is_judged_alone(window):
    view = dealt(window, *PLAY, "--coach")
    view.press("?")
    view.until("judges each hand as if it lay alone on the table", "Any key: back.")


def test_a_right_decision_goes_on_and_is_told_in_one_line(window):
    view = dealt(window, *PLAY, "--coach")
    view.press("h")
    view.until("✓ Hit is right: 2A v 3 is H.", "You 2♥ A♠ 6♣ soft 19")
    view.press("s")
    view.until("✓ Stand is right: 2A6 v 3 is S.", "won $5.00")
    view.press("q")
    assert view.code() == 0
    assert "2 decisions, 2 right (100.0 %)" in view.text()
    assert "best play may expect -$0.02; the cards gave +$5.02" in view.text()


WAYS_OUT = [
    ("\x04", 0),
    ("\x03", 130),
    (signal.SIGTERM, 143),
    (signal.SIGHUP, 129),
]


@pytest.mark.parametrize(("way_out", "code"), WAYS_OUT)
def test_after_every_way_out_the_terminal_is_as_it_was_and_the_round_waits(
    window, own_folder, way_out, code
):
    view = dealt(window)
    if isinstance(way_out, str):
        view.press(way_out)
    else:
        view.kill(way_out)
    assert view.code() == code
    assert view.modes() == view.modes_before
    assert not view.full_screen
    assert WAITS in view.text()
    assert "Traceback" not in view.text()
    assert money(own_folder) == (80_000, 20_000, [True])


def test_a_round_that_was_cut_off_comes_first_and_the_chosen_game_after_it(window):
    view = dealt(window)
    view.press("q")
    assert view.code() == 0
    again = window("play", "european", "--coach", "--seed", "45")
    again.until("Vegas Downtown Blackjack: a round was cut off; it comes first, as it stood.")
    assert "seed" not in again.until("Dealer 3♥ ▒▒", FIRST, "balance $195.00")
    again.press("s")
    assert "seed" not in again.until("Stand gives away", "Enter goes on")
    again.press(ENTER)
    again.until("European Blackjack · coach · seed 45", "13 against", "Bet -")


def test_suspended_it_gives_the_shell_back_and_paints_again_when_it_returns(shell):
    shell.start(sys.executable, "-m", "bjtrainer", *PLAY)
    shell.wait("Enter deal(?s:.*)leave")
    shell.press("2")
    shell.wait(r"\$5.00")
    shell.press_until("\r", "soft 13(?s:.*)leave")
    shell.press("\x1a")
    shell.wait("Stopped")
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > meanwhile; echo noted")
    shell.wait("\nnoted")
    shell.terminal.sendline("fg")
    shell.wait("soft 13(?s:.*)leave")
    shell.press_until("h", "soft 19")
    shell.press("q")
    shell.wait(WAITS)
    shell.wait("ready> ")
    shell.terminal.sendline("stty -g > at_last; echo noted")
    shell.wait("\nnoted")
    assert shell.modes("before") == shell.modes("meanwhile") == shell.modes("at_last")


def test_a_new_window_size_paints_each_page_again(window):
    view = dealt(window, *PLAY, "--coach")
    for columns, rows in ((40, 24), (200, 50), (37, 12), (80, 24)):
        view.settle()
        view.written = b""
        view.resize(columns, rows)
        view.until("soft 13", "h hit", "balance $195.00")
        assert max(map(len, view.rows_written())) <= columns
        assert len(view.screen()) <= rows
    view.press("s")
    view.until("Enter goes on")
    view.resize(40, 24)
    view.until("Stand gives away", "Enter goes on")


def test_a_window_too_small_says_so_takes_no_answer_and_recovers(window, own_folder):
    view = dealt(window)
    view.resize(20, 5)
    view.until("This needs", "rows.")
    view.press_apart("h", "s", "1", "b")
    assert view.text().startswith("This needs")
    view.resize(80, 24)
    view.until(FIRST, "balance $195.00")
    assert money(own_folder) == (80_000, 20_000, [True])


def test_a_dumb_terminal_is_written_to_line_by_line(window):
    view = dealt(window, TERM="dumb", rows=60)
    view.press("h")
    view.until("soft 19")
    view.press("s")
    view.until("won $5.00", "balance $205.00")
    view.press("q")
    assert view.code() == 0
    assert b"\x1b" not in view.written


def test_without_colour_everything_is_still_said(window):
    view = dealt(window, NO_COLOR="1")
    view.until("(p split)", FIRST)
    assert b"m" not in b"".join(re.findall(rb"\x1b\[[0-9;?]*([A-Za-z])", view.written))


def test_an_ascii_locale_gets_ascii(window):
    view = dealt(window, LC_ALL="C")
    view.until("Dealer 3h ##", "You 2h As soft 13")
    assert view.written.isascii()


def test_the_menu_leads_to_the_table(window):
    view = window()
    view.until("p play", "q quit")
    view.press("p")
    view.until("Vegas Downtown Blackjack", "Bet -")
    view.press("q")
    assert view.code() == 0
    assert view.modes() == view.modes_before
