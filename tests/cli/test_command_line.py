"""Source of truth: interface.md, "Everywhere" and "Commands" (usage, help and exit codes)."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from bjtrainer import __version__
from bjtrainer.cli.app import COMMANDS
from bjtrainer.rules.load import shipped_games

PLACES = [(name, entry) for name, entry in COMMANDS.items() if entry.place]


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told_before_and_after_a_command(bjtrainer, option):
    for arguments in ([option], ["games", option]):
        run = bjtrainer(*arguments)
        assert (run.returncode, run.stdout, run.stderr) == (0, f"bjtrainer {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (
            ["--version"],
            {"typer", "rich", "yaml", "sqlite3", "numpy", "fsrs", "dataclasses", "typing"},
        ),
        (["--help"], {"rich", "yaml", "sqlite3", "numpy", "fsrs"}),
        (["games", "--help"], {"rich", "sqlite3", "numpy", "fsrs"}),
        (["rules", "vegas-downtown"], {"sqlite3", "numpy", "fsrs"}),
    ],
)
def test_start_up_loads_no_more_than_it_needs(python, arguments, unwanted):
    program = (
        "import sys; from bjtrainer.cli.main import run; code = run(sys.argv[1:]);"
        "print(code, *sorted(sys.modules), file=sys.stderr)"
    )
    run = python("-c", program, *arguments)
    code, *loaded = run.stderr.split()
    assert code == "0"
    assert unwanted.isdisjoint(loaded)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_names_every_command_with_its_line(bjtrainer, option):
    run = bjtrainer(option)
    assert run.returncode == 0
    for name, entry in COMMANDS.items():
        if " " not in name:
            assert f"{name}  " in run.stdout
            assert entry.line.split()[-1] in run.stdout


@pytest.mark.parametrize(("name", "entry"), PLACES, ids=[name for name, _ in PLACES])
def test_every_command_has_help_that_begins_with_its_line(bjtrainer, name, entry):
    file, _, function = entry.place.partition(":")
    docstring = getattr(import_module(f"bjtrainer.cli.{file}"), function).__doc__
    assert docstring.partition("\n")[0].rstrip(".") == entry.line
    run = bjtrainer(*name.split(), "-h")
    assert run.returncode == 0
    assert run.stdout.startswith(f"Usage: bjtrainer {name} ")
    assert "--data-dir PATH" in run.stdout


def test_help_is_the_same_whatever_the_hash_seed(bjtrainer):
    runs = [bjtrainer("games", "-h", PYTHONHASHSEED=seed) for seed in "123"]
    assert len({run.stdout for run in runs}) == 1


def test_alone_and_not_on_a_terminal_it_shows_the_help(bjtrainer):
    assert bjtrainer().stdout == bjtrainer("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gams"], "no such command 'gams' (did you mean games?); see bjtrainer --help"),
        (["xyzzy"], "no such command 'xyzzy'; see bjtrainer --help"),
        (
            ["games", "--jsn"],
            "no such option: --jsn (did you mean --json?); see bjtrainer games --help",
        ),
        (["--verson"], "no such option: --verson (did you mean --version?); see bjtrainer --help"),
        (["rules"], "missing argument 'GAME'; see bjtrainer rules --help"),
        (["--color"], "option '--color' requires an argument; see bjtrainer --help"),
        (
            ["games", "--color", "red"],
            "invalid value for '--color': 'red' is not one of 'auto', 'always', 'never'; "
            "see bjtrainer games --help",
        ),
        (["rules", "vegas-downtown", "--rule", "decks"], "--rule decks: no value; write KEY=VALUE"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(bjtrainer, arguments, message):
    run = bjtrainer(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"error: {message}")
    assert run.stderr.count("\n") == 1


HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07",
    "\u202egnp.exe",
    "[bold red]x[/]",
    "a\nb\rc",
    "../../../../etc/passwd",
    "x" * 5000,
    "%s%n{0}",
    "",
    "-",
    "\udcff\udc80",
]


def test_hostile_arguments_are_refused_in_clean_lines(python):
    program = """
import ast, sys
from bjtrainer.cli.dispatch import dispatch
from bjtrainer.cli.streams import open_streams
open_streams()
for arguments in ast.literal_eval(sys.argv[1]):
    print("=>", dispatch(arguments), file=sys.stderr, flush=True)
"""
    places = ([], ["rules"], ["games"], ["games", "--color"], ["rules", "vegas-downtown", "--rule"])
    lines = [[*place, word] for place in places for word in HOSTILE]
    run = python("-c", program, ascii(lines))
    assert run.stdout == ""
    *told, rest = run.stderr.split("=> 2\n")
    assert (len(told), rest) == (len(lines), "")
    for message in told:
        assert message.startswith("error: ")
        assert message.count("\n") == 1
        assert message.rstrip("\n").isprintable()


def test_options_work_before_and_after_the_command(bjtrainer, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "mine.yaml").write_text("decks: 3\n")
    before = bjtrainer("--json", "--data-dir", str(tmp_path), "games")
    after = bjtrainer("games", f"--data-dir={tmp_path}", "--json")
    assert before.stdout == after.stdout
    assert "mine" in [game["game"] for game in json.loads(after.stdout)["games"]]


def test_games_lists_every_shipped_game(bjtrainer):
    run = bjtrainer("games")
    assert (run.returncode, run.stderr) == (0, "")
    table = run.stdout.partition("\n\n")[0]
    assert [line.split()[0] for line in table.splitlines()[2:]] == list(shipped_games())


def test_games_json_is_one_object_with_the_digest_of_the_rules(bjtrainer):
    report = json.loads(bjtrainer("games", "--json").stdout)
    assert report["schema"] == 1
    rules = json.loads(bjtrainer("rules", "vegas-downtown", "--json").stdout)
    [listed] = [game for game in report["games"] if game["game"] == "vegas-downtown"]
    assert listed["rules_digest"] == rules["rules_digest"]


def test_a_faulty_game_of_ones_own_is_told_and_the_others_listed(bjtrainer, own_folder):
    (own_folder / "games").mkdir(parents=True)
    (own_folder / "games" / "broken.yaml").write_text("decks: zero\nsoft_17: maybe\n")
    run = bjtrainer("games")
    assert run.returncode == 2
    assert "vegas-downtown" in run.stdout
    faults = run.stderr.splitlines()
    assert len(faults) == 2
    assert all(line.startswith("error: ") and "broken.yaml:" in line for line in faults)


def test_a_game_of_ones_own_hides_no_game_of_the_program(bjtrainer, own_folder):
    (own_folder / "games").mkdir(parents=True)
    own = own_folder / "games" / "vegas-downtown.yaml"
    own.write_text("decks: 1\n")
    run = bjtrainer("games", "--json")
    assert run.returncode == 2
    assert run.stderr == f"error: {own} has the name of a game of the program; rename the file\n"
    listed = {game["game"]: game["decks"] for game in json.loads(run.stdout)["games"]}
    assert list(listed) == list(shipped_games())
    assert listed["vegas-downtown"] == 2


def test_rules_are_told_in_words_with_the_changes_asked_for(bjtrainer):
    run = bjtrainer("rules", "vegas-downtown", "--rule", "decks=6", "--rule", "soft_17=stand")
    assert run.returncode == 0
    assert "6 decks of 52" in run.stdout
    assert "Stands on soft 17" in run.stdout


def test_an_error_for_a_person_has_a_traceback_only_with_debug(bjtrainer):
    plain = bjtrainer("rules", "nowhere")
    debugged = bjtrainer("rules", "nowhere", "--debug")
    assert plain.returncode == debugged.returncode == 2
    assert plain.stderr.startswith("error: there is no game 'nowhere'")
    assert debugged.stderr.startswith("Traceback")
    assert debugged.stderr.endswith(plain.stderr)


def test_a_bug_keeps_its_plain_traceback(python):
    program = (
        "import sys, bjtrainer.cli.games as games;"
        "games.shipped_games = lambda: 1 / 0;"
        "from bjtrainer.cli.main import run; sys.exit(run(['games']))"
    )
    run = python("-c", program)
    assert run.returncode == 1
    assert run.stderr.startswith("Traceback (most recent call last):")
    assert run.stderr.endswith("ZeroDivisionError: division by zero\n")
    assert "│" not in run.stderr


def test_the_shell_is_given_completions(bjtrainer):
    def completed(line: str) -> list[str]:
        words = {
            "_BJTRAINER_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(line.count(" ")),
        }
        return bjtrainer(**words).stdout.split()

    assert completed("bjtrainer ga") == ["games"]
    assert completed("bjtrainer rules vegas-d") == ["vegas-downtown"]


def test_a_command_of_two_words_belongs_to_its_group(python):
    program = """
import sys
from bjtrainer.cli import app
from bjtrainer.cli.dispatch import dispatch
app.COMMANDS["zoo"] = app.Entry("Animals")
app.COMMANDS["zoo show"] = app.Entry("List the games", "games:games")
for arguments in (["zoo", "-h"], ["zoo", "show", "--json"], ["zoo", "shaw"], ["zoo"]):
    print(dispatch(arguments), flush=True)
"""
    run = python("-c", program)
    assert "show  List the games\n0\n" in run.stdout
    assert '"schema": 1' in run.stdout
    assert run.stderr.splitlines() == [
        "error: no such command 'shaw' (did you mean show?); see bjtrainer zoo --help",
        "error: missing command; see bjtrainer zoo --help",
    ]


def test_python_without_termios_or_msvcrt_still_runs_help_and_commands(python):
    program = (
        "import sys; sys.modules.update(termios=None, msvcrt=None, tty=None);"
        "from bjtrainer.cli.main import run; from bjtrainer.cli import menu, keys;"
        "sys.exit(run(['--help']) or run(['games']))"
    )
    run = python("-c", program)
    assert (run.returncode, run.stderr) == (0, "")
    assert "vegas-downtown" in run.stdout
