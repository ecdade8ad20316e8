"""reliability.md, "database" and "hostile text", and interface.md, "Everywhere", looking back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bjtrainer.places import history_path
from bjtrainer.stats.rows import to_row
from bjtrainer.stats.store import Store

COMMANDS = ("history", "history show", "history replay", "history replay --all", "history money")


def refused(run, code, *said):
    """See that a run said one line, and nothing on standard output."""
    assert (run.returncode, run.stdout) == (code, "")
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1
    assert run.stderr.rstrip("\n").isprintable()
    for words in said:
        assert words in run.stderr


def test_without_rounds_a_plain_line_says_how_to_begin(bjtrainer_runs, own_folder):
    *rounds, money = bjtrainer_runs(*COMMANDS)
    for run in rounds:
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout == "No rounds yet. Begin with: bjtrainer play\n"
    assert money.stdout == "No money has moved yet. Begin with: bjtrainer play\n"
    (of_game,) = bjtrainer_runs("history --game european")
    assert of_game.stdout == "No rounds yet. Begin with: bjtrainer play european\n"
    for run in bjtrainer_runs(*(f"{command} --json" for command in COMMANDS)):
        assert (run.returncode, run.stderr) == (0, "")
        assert '"schema": 1' in run.stdout
    assert not own_folder.exists(), "looking back makes nothing"


def test_a_number_that_no_round_has_is_told_with_those_there_are(bjtrainer_runs, played):
    for run in bjtrainer_runs(
        "history show 5", "history show 1 5", "history replay 5", f"history show {10**30}"
    ):
        refused(run, 2, "there is no round", "the rounds are 1 to 4")
    refused(*bjtrainer_runs("history show 0"), 2, "there is no round 0; the rounds are 1 to 4")


def test_a_number_where_no_round_was_played_is_told_so(bjtrainer_runs):
    for run in bjtrainer_runs("history show 1", "history replay 1"):
        refused(run, 2, "there is no round 1; none was played yet")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("history --last 0", "0 is not in the range"),
        ("history --last few", "'few' is not a valid int"),
        ("history show one", "'one' is not a valid int"),
        ("history replay 1 --all", "leave out the numbers, or --all"),
        ("history shwo", "no such command 'shwo' (did you mean show?)"),
        ("history 1", "no such command '1'"),
        ("history --last 2 show", "leave them out before 'show'"),
        ("history --game european money", "leave them out before 'money'"),
        ("history --game europian", "did you mean european?"),
        ("history money --game european", "no such option: --game"),
    ],
)
def test_bad_usage_is_one_line(bjtrainer_runs, played, line, said):
    refused(*bjtrainer_runs(line), 2, said)


def test_a_game_that_is_gone_still_has_its_rounds(bjtrainer_runs, own_folder, play, history):
    play("vegas-strip", (500, ""), seed=1)
    with Store.snapshot(history) as store:
        (stored,) = store.rounds()
    gone = to_row(replace(stored, game="my-own"))
    with closing(sqlite3.connect(history)) as database, database:
        database.execute(f"REPLACE INTO rounds VALUES ({', '.join('?' * len(gone))})", gone)
    (run,) = bjtrainer_runs("history --game my-own")
    assert (run.returncode, run.stderr) == (0, "")
    assert "my-own" in run.stdout


def garbage(history):
    history.write_bytes(b"no database at all\n" * 500)


def cut(history):
    history.write_bytes(history.read_bytes()[:-3000])


def newer(history):
    with closing(sqlite3.connect(history)) as database:
        database.execute("PRAGMA user_version = 99")


def foreign(history):
    history.unlink()
    with closing(sqlite3.connect(history)) as database, database:
        database.execute("PRAGMA application_id = 77")
        database.execute("CREATE TABLE recipes (id INTEGER)")
        database.execute("PRAGMA user_version = 2")


@pytest.mark.parametrize("damage", [garbage, cut, newer, foreign])
def test_a_damaged_or_foreign_history_is_one_line_and_left_as_it_is(bjtrainer_runs, played, damage):
    damage(played)
    before = played.read_bytes()
    for run in bjtrainer_runs(*COMMANDS, "history --json", "history money --json"):
        refused(run, 1, str(played))
    assert played.read_bytes() == before


@pytest.mark.parametrize(
    ("table", "where", "command"),
    [
        ("rounds", "id = 2", "history"),
        ("steps", "round = 3 AND n = 2", "history show 3"),
        ("steps", "round = 3 AND n = 2", "history replay --all"),
        ("moves", "id = 2", "history money"),
    ],
)
def test_a_row_that_was_changed_without_its_checksum_is_named(
    bjtrainer_runs, played, table, where, command
):
    with closing(sqlite3.connect(played)) as database, database:
        database.execute(f"UPDATE {table} SET checksum = checksum + 1 WHERE {where}")
    refused(*bjtrainer_runs(command), 1, "is damaged: its checksum does not match")


def test_money_that_came_from_nowhere_is_told(bjtrainer_runs, played):
    with Store.snapshot(played) as store:
        move = store.moves()[2]
    forged = to_row(replace(move, balance_cents=move.balance_cents + 100_000))
    with closing(sqlite3.connect(played)) as database, database:
        database.execute(f"REPLACE INTO moves VALUES ({', '.join('?' * len(forged))})", forged)
    shown, report = bjtrainer_runs("history money", "history money --json")
    assert shown.returncode == report.returncode == 1
    assert shown.stderr.splitlines() == [
        "error: line 3 of the ledger does not follow: round 2 paid another amount",
        "error: line 4 of the ledger does not follow: round 3 began with another balance",
    ]
    assert shown.stdout.endswith("the sums do not\nagree.\n")
    assert '"agree": false' in report.stdout
    assert report.stderr == ""


@pytest.mark.parametrize("columns", [80, 40, 20])
def test_lines_fit_the_columns_without_colour_in_ascii(bjtrainer, played, columns):
    for command in ("history", "history show 1 2 3", "history replay", "history money"):
        run = bjtrainer(*command.split(), COLUMNS=str(columns), LC_ALL="C")
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.isascii()
        assert "\x1b" not in run.stdout
        assert max(map(len, run.stdout.splitlines())) <= columns


def test_colour_only_where_it_is_asked_for(bjtrainer, played):
    for command in ("history", "history show 1", "history money"):
        plain = bjtrainer(*command.split())
        painted = bjtrainer(*command.split(), "--color", "always")
        assert "\x1b[1m" in painted.stdout
        bare = painted.stdout.replace("\x1b[1m", "").replace("\x1b[0m", "")
        assert [row.rstrip() for row in bare.splitlines()] == plain.stdout.splitlines()


def test_it_can_be_read_in_a_home_that_a_player_uses(bjtrainer_runs, own_folder, play):
    play("las-vegas-downtown", (500, ""), seed=12)
    before = {path.name: path.read_bytes() for path in own_folder.iterdir()}
    for run in bjtrainer_runs(*COMMANDS, "history --json"):
        assert run.returncode == 0
    assert {path.name: path.read_bytes() for path in own_folder.iterdir()} == before
    assert history_path(own_folder).exists()


def test_looking_back_loads_neither_numpy_nor_fsrs(python, played):
    program = (
        "import sys; from bjtrainer.cli.main import run; code = run(sys.argv[1:]);"
        "print(code, *sorted(sys.modules), file=sys.stderr)"
    )
    for command in ("history", "history show", "history replay --all", "history money --json"):
        code, *loaded = python("-c", program, *command.split()).stderr.split()
        assert code == "0"
        assert {"numpy", "fsrs"}.isdisjoint(loaded)
