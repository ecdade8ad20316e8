"""Source of truth: reliability.md, "streams" and "database"; interface.md, "Not a terminal"."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.played import StoredStep
from bjtrainer.stats.store import Store

PLAY = f"{sys.executable} -m bjtrainer play vegas-downtown --seed 7"
ENDLESS = "yes $'5\\nhit\\nstand\\nno'"
"""Answers of which one is always taken, without end."""
WAITS = "The round is not over; it comes first when you play again, and no money is lost by that.\n"


def run_shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )


def sound(own_folder) -> tuple[int, list[bool]]:
    """The balance of a sound history, and which of its rounds are not over."""
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        return store.last_move().balance_cents, [round_.unfinished for round_ in store.rounds()]


@pytest.mark.parametrize("option", ["", "--json"])
def test_head_gets_its_line_and_the_game_ends(own_folder, option):
    run = run_shell(
        f"{ENDLESS} | {PLAY} {option} 2>errors | head -n 1; "
        'echo "${PIPESTATUS[1]}" >&2; grep -c Traceback errors >&2; rm errors'
    )
    assert run.stderr == "141\n0\n"
    assert run.stdout.count("\n") == 1
    sound(own_folder)


@pytest.mark.parametrize("option", ["", "--json"])
def test_a_full_output_is_told_once_and_nothing_is_bet(own_folder, option):
    run = run_shell(f"printf '5\\n' | {PLAY} {option} > /dev/full")
    assert run.returncode == 1
    assert run.stderr == "error: standard output could not be written: No space left on device\n"
    assert sound(own_folder) == (20_000, [])


@pytest.mark.parametrize(("source", "option"), [("<&-", ""), ("< /dev/null", "--json")])
def test_no_input_at_all_ends_it_with_a_summary(source, option):
    run = run_shell(f"{PLAY} {option} {source}")
    assert (run.returncode, run.stderr) == (0, "")
    last = run.stdout.splitlines()[-1]
    assert ('"rounds": 0' if option else "Balance $200.00, wallet $800.00.") in last


def test_lines_through_a_pipe_are_the_table_the_results_and_a_summary(own_folder):
    run = run_shell(f"printf '5\\np\\nhit\\nstand\\nq\\n' | {PLAY}")
    assert (run.returncode, run.stderr) == (
        0,
        "p: only two cards of the same value can be split\n",
    )
    assert run.stdout.splitlines() == [
        "Vegas Downtown Blackjack, seed 7",
        "Balance $200.00, wallet $800.00; bet $1.00 to $200.00",
        "   Dealer 3♥ ▒▒",
        "   You 2♥ A♠ soft 13, bet $5.00",
        "1. 2♥ A♠ soft 13 v 3♥ ? hit stand double",
        "   You: 6♣",
        "2. 2♥ A♠ 6♣ soft 19 v 3♥ ? hit stand",
        "   Dealer 3♥ 5♣ 8♥ J♦  26, bust",
        "   19 against a bust dealer: won $5.00",
        "Balance $205.00, wallet $800.00; bet $1.00 to $200.00",
        "1 round: won $5.00; balance $205.00, wallet $800.00.",
    ]
    assert sound(own_folder) == (20_500, [False])


@pytest.mark.parametrize("environment", ["TERM=xterm-256color", "FORCE_COLOR=1 COLUMNS=20"])
def test_a_pipe_gets_no_escape_sequences(environment):
    run = run_shell(
        f"printf '5\\ni\\nl\\nv\\n?\\ns\\nx\\nq\\n' | {environment} {PLAY} --coach 2>&1"
    )
    assert run.returncode == 0
    assert "\x1b" not in run.stdout
    assert "Stand gives away" in run.stdout


def test_an_ascii_locale_gets_ascii():
    run = run_shell(f"printf '5\\nh\\nl\\n' | LC_ALL=C {PLAY} --coach 2>&1")
    assert run.returncode == 0
    assert run.stdout.isascii()
    assert "Dealer 3h ##" in run.stdout


def test_hostile_lines_are_refused_in_clean_lines(bjtrainer):
    hostile = "\x1b]0;owned\x07\n\u202egnp\n[bold]x[/]\n\x00\n" + "5" * 3000 + "\n" + "5 " * 600
    run = bjtrainer("play", "vegas-downtown", sent=f"{hostile}\n5\n{hostile}\n")
    assert run.returncode == 0
    assert all(line.isprintable() for line in (run.stdout + run.stderr).splitlines())
    assert "bet $5.00" in run.stdout


@pytest.mark.parametrize("option", ["", "--json"])
def test_where_money_cannot_be_kept_playing_is_refused_in_one_line(own_folder, option):
    own_folder.parent.mkdir(exist_ok=True)
    own_folder.write_text("a file stands where the folder should be")
    run = run_shell(f"printf '5\\n' | {PLAY} {option}")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"error: {history_path(own_folder)}: it cannot be opened")
    assert run.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_in_a_read_only_folder_playing_is_refused_in_one_line(own_folder):
    own_folder.mkdir(parents=True)
    own_folder.chmod(0o500)
    run = run_shell(f"printf '5\\n' | {PLAY}")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1


def test_who_leaves_in_a_round_is_told_what_lies_on_the_table(bjtrainer, player):
    run = bjtrainer("play", "vegas-downtown", "--seed", "7", sent="5\n")
    last = run.stdout.splitlines()[-1]
    assert last == (
        "Balance $195.00, wallet $800.00; $5.00 on the table in a round that is not over."
    )
    assert run.stderr == WAITS
    play = player("vegas-downtown")
    play.read()
    summary = play.say("q")
    assert (summary["on_table_cents"], summary["unfinished"]) == (500, True)
    assert summary["balance_cents"] == 19_500


def test_through_a_pipe_the_keys_of_a_coach_tell_that_each_hand_is_judged_alone(bjtrainer):
    told = "judges each hand as if it lay alone on the table"
    assert told in bjtrainer("play", "--coach", sent="?\n").stdout
    assert told not in bjtrainer("play", sent="?\n").stdout


def test_where_a_step_cannot_be_stored_the_error_alone_is_told(player, own_folder):
    play = player("vegas-downtown", "--seed", "7")
    play.read()
    play.say("5")
    with Store.open(history_path(own_folder)) as store:
        step = StoredStep(round=1, n=1, at=datetime.now(UTC), choice="hit")
        store.add_step(step)
    play.table.send("stand")
    assert play.table.process.wait() == 1
    told = play.table.process.stderr.read()
    assert told.startswith("error: ")
    assert told.count("\n") == 1


def test_two_programs_cannot_sit_at_the_table(talk, bjtrainer):
    first = talk("play", "vegas-downtown")
    assert first.event()["type"] == "session"
    second = bjtrainer("play", "european", sent="5\n")
    assert (second.returncode, second.stdout) == (1, "")
    assert "another bjtrainer is at the table" in second.stderr
    assert second.stderr.count("\n") == 1
    first.send("q")
    assert first.code() == 0
    assert bjtrainer("play", "european").returncode == 0


def test_a_program_that_is_told_to_stop_leaves_the_round_and_says_so(player, own_folder):
    play = player("vegas-downtown", "--seed", "7")
    play.read()
    assert play.say("5")["type"] == "question"
    time.sleep(0.05)  # until it waits for the answer
    play.table.process.send_signal(signal.SIGINT)
    assert play.table.process.wait() == 130
    assert play.table.process.stderr.read() == WAITS
    assert sound(own_folder) == (20_000, [True])


def test_after_a_round_that_was_cut_off_the_game_and_the_seed_that_go_on_are_named(bjtrainer):
    bjtrainer("play", "vegas-downtown", "--seed", "7", sent="5\n")
    run = bjtrainer("play", "european", "--seed", "45", sent="stand\n")
    lines = run.stdout.splitlines()
    assert lines[0] == "Vegas Downtown Blackjack: a round was cut off; it comes first, as it stood."
    assert lines[-3] == "European Blackjack, seed 45"
    assert lines[-2].startswith("Balance $205.00")
    assert run.stdout.count("seed") == 1


def test_the_dealer_looks_before_the_hole_card_is_shown(bjtrainer):
    run = bjtrainer("play", "vegas-downtown", "--seed", "51", sent="5\n")
    assert run.stdout.splitlines()[2:-2] == [
        "   Dealer J♥ ▒▒",
        "   You 5♦ 8♥ hard 13, bet $5.00",
        "   Dealer looks: blackjack",
        "   Dealer J♥ A♣  blackjack",
        "   13 against a blackjack: lost $5.00",
    ]
