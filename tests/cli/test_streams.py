"""Source of truth: interface.md, "Everywhere", and reliability.md, "streams"."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.cli.door import Color, Door
from bjtrainer.errors import clean

COMMANDS = [["--version"], ["--help"], ["games"], ["games", "--json"]]
PROGRAM = f"{sys.executable} -m bjtrainer"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_standard_output_is_told_once(command, unbuffered):
    run = shell(f"{PROGRAM} {' '.join(command)} > /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert run.returncode == 1
    assert run.stderr == ("error: standard output could not be written: No space left on device\n")


def test_unbuffered_output_is_written_at_once(python):
    program = (
        "import os; from bjtrainer.cli.streams import open_streams; open_streams();"
        "print('now'); os._exit(0)"
    )
    assert python("-u", "-c", program).stdout == "now\n"


def test_bytes_that_are_no_text_on_standard_input_stop_nothing():
    program = (
        "from bjtrainer.cli.streams import open_streams; open_streams();"
        "from bjtrainer.cli.keys import LineKeys; keys = LineKeys();"
        "print([keys.read().text, keys.read().text])"
    )
    run = shell(f"printf '\\xff\\nh\\n' | {sys.executable} -c \"{program}\"")
    assert run.stdout == "['\ufffd', 'h']\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_closed_standard_output_is_told_once(command):
    run = shell(f"{PROGRAM} {' '.join(command)} >&-")
    assert (run.returncode, run.stderr) == (
        1,
        "error: standard output could not be written: it is closed\n",
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_reader_that_has_left_is_no_error_to_tell(command):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing) as pipe:
        run = subprocess.run(
            [sys.executable, "-m", "bjtrainer", *command],
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (run.returncode, run.stderr) == (141, "")


def test_head_gets_its_line_and_no_traceback_follows():
    run = shell(f"{PROGRAM} rules vegas-downtown | head -n 1")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("Game ")


def test_a_lost_standard_error_changes_no_exit_code():
    assert shell(f"{PROGRAM} gams 2> /dev/full").returncode == 2
    assert shell(f"{PROGRAM} gams 2>&-").returncode == 2


def test_a_closed_standard_input_is_an_empty_one():
    run = shell(f"{PROGRAM} games <&-")
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LANG": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    ],
    ids=str,
)
def test_an_ascii_locale_gets_ascii(bjtrainer, environment):
    run = bjtrainer("games", **environment)
    assert run.returncode == 0
    assert run.stdout.isascii()
    assert "-----" in run.stdout


def test_help_keeps_to_the_locale_too(python):
    program = """
import sys
from bjtrainer.cli import app
from bjtrainer.cli.main import run
app.app.registered_callback.callback.__doc__ = "Drill ♠ and ♥."
sys.exit(run(["--help"]))
"""
    assert "Drill s and h." in python("-c", program, LC_ALL="C").stdout


@pytest.mark.parametrize(
    "environment", [{}, {"LC_ALL": "C.UTF-8", "LANG": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "1"}]
)
def test_any_other_locale_gets_the_signs(bjtrainer, environment):
    assert "─────" in bjtrainer("games", **environment).stdout


def test_signs_that_an_encoding_lacks_have_stand_ins_of_the_same_width():
    program = (
        "from bjtrainer.cli.streams import open_streams; open_streams();"
        "print('6♠ ▒▒ │ ✓ 14.0 ¢ ███ ✗ — \\udcff 漢')"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode("latin-1") == "6s ## | + 14.0 ¢ ### x - ? ?\n"


ESCAPE = "\x1b["


@pytest.mark.parametrize(
    ("option", "environment", "terminal", "colored"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": ""}, False, False),
        ("auto", {"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_color_by_option_then_environment_then_terminal(
    monkeypatch, option, environment, terminal, colored
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Door(color=Color(option)).in_color(terminal) is colored


def test_pipes_have_color_only_where_it_is_asked_for(bjtrainer):
    assert ESCAPE not in bjtrainer("rules", "vegas-downtown").stdout
    assert ESCAPE in bjtrainer("rules", "vegas-downtown", FORCE_COLOR="1").stdout
    assert ESCAPE in bjtrainer("rules", "vegas-downtown", "--color", "always", NO_COLOR="1").stdout


@pytest.mark.parametrize(("columns", "width"), [("20", 20), ("40", 40), ("0", 80), ("many", 80)])
def test_lines_fit_the_columns(bjtrainer, columns, width):
    for command in (["games"], ["rules", "las-vegas-downtown"]):
        run = bjtrainer(*command, COLUMNS=columns)
        assert run.returncode == 0
        assert max(map(len, run.stdout.splitlines())) <= width
        assert "las-vegas-downtown" in run.stdout.replace("\n", "")


def test_json_has_no_escapes_and_no_signs(bjtrainer):
    run = bjtrainer("games", "--json", "--color", "always")
    assert run.stdout.isascii()
    assert ESCAPE not in run.stdout
    assert json.loads(run.stdout)["schema"] == 1


@given(st.text())
def test_clean_text_is_one_printable_line(text):
    assert clean(text).isprintable()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("times", [1, 3])
def test_told_to_stop_it_unwinds_and_ends_with_the_code_of_the_signal(number, code, times):
    program = """
import sys, time
import bjtrainer.cli.games as games
def slow():
    try:
        print("started", file=sys.stderr, flush=True)
        time.sleep(20)
    finally:
        print("tidied up", file=sys.stderr, flush=True)
games.shipped_games = slow
from bjtrainer.cli.main import run
sys.exit(run(["games"]))
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert child.stderr.readline() == "started\n"
        for _ in range(times):
            child.send_signal(number)
        assert child.stderr.read() == "tidied up\n"
    assert child.returncode == code


def test_a_signal_that_nohup_ignores_stays_ignored():
    program = (
        "import os, signal; from bjtrainer.cli.signals import stop_on_signals;"
        "stop_on_signals(); os.kill(os.getpid(), signal.SIGHUP); print('alive')"
    )
    run = shell(f'trap "" HUP; {sys.executable} -c "{program}"')
    assert run.stdout == "alive\n"
