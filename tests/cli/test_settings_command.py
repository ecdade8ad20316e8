"""Source of truth: README.md, "Settings": what the file may say, who reads it, how it is shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bjtrainer.cli.own_keys import COMMANDS, Keys, Place
from bjtrainer.cli.settings import READERS, UNSET, load_settings
from bjtrainer.errors import FileFaults

README = Path(__file__).parents[2] / "README.md"
FAULTY = """\
keys:
  hit: s
  stan: x
  split: pp
  rebuy: "3"
  yes: n
  undo: "!"
pause_after_right: 11
sound: loud
game: vegas-dwntown
colour: auto
"""
FAULTS = (
    "2:8: 's' means hit and stand in a drill; give each its own key",
    "3:3: 'stan' is not a key here (did you mean stand?)",
    "4:10: split is 'pp'; write one letter, digit or sign, as in x or '*'",
    "5:10: '3' is for amounts between rounds of play; give rebuy another",
    "6:8: 'n' means yes and no in a drill; give each its own key",
    "8:20: pause_after_right is '11'; write a number from 0 to 10",
    "9:8: sound is 'loud'; write off or bell",
    "10:7: there is no game 'vegas-dwntown' (did you mean vegas-downtown?)",
    "11:1: 'colour' is not a key here (did you mean color?)",
)


@pytest.fixture
def write(own_folder):
    """Write the settings file, and give its path."""

    def written(text: str) -> Path:
        own_folder.mkdir(exist_ok=True)
        path = own_folder / "config.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_every_fault_is_told_at_once_with_its_place(bjtrainer_runs, write):
    path = write(FAULTY)
    for run in bjtrainer_runs("config", "drill", "play", "learn european", "config --json"):
        assert (run.returncode, run.stdout) == (2, ""), run.args
        assert run.stderr.splitlines() == [f"error: {path}:{fault}" for fault in FAULTS]
    assert not (path.parent / "history.sqlite3").exists()


def test_what_needs_no_settings_does_without_a_faulty_file(bjtrainer_runs, write):
    write(FAULTY)
    runs = bjtrainer_runs("--version", "--help", "drill --help", "games --json", "stats --json")
    assert [(run.returncode, run.stderr) for run in runs] == [(0, "")] * len(runs)


def test_a_faulty_file_does_not_keep_a_chart_from_being_shown(bjtrainer_runs, write):
    path = write(FAULTY)
    (run,) = bjtrainer_runs("chart show vegas-downtown")
    assert (run.returncode, "Dh" in run.stdout) == (0, True)
    assert run.stderr.splitlines() == [
        f"{path} has faults, so that its color is not used: bjtrainer config"
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("keys: {surrender: u}", "surrender and undo in a drill"),
        ("keys: {quit: i}", "quit and rules in a round of play"),
        ("keys: {log: c}", "log and clear between rounds of play"),
        ("keys: {help: q, hint: H}", "hit and hint in a drill"),
    ],
)
def test_no_key_means_two_things_in_one_place(write, text, place):
    with pytest.raises(FileFaults, match=f"means {place}; give each its own key"):
        load_settings(write(text))


def test_a_key_may_mean_another_thing_in_another_place(write):
    settings = load_settings(write("keys: {hit: D, double: h, star: l, deal: s}"))
    assert [settings.keys.letter(key, Place.DRILL) for key in "dhl"] == ["h", "d", "*"]
    assert [settings.keys.letter(key, Place.BETS) for key in "sl"] == ["d", "l"]


@pytest.mark.parametrize("key", ["", " ", "\u0301", "ab", "\u2603", "\u0130"])
def test_a_key_is_one_sign_that_can_be_pressed(write, key):
    with pytest.raises(FileFaults, match=r"2:8: hit .*; write one letter, digit or sign"):
        load_settings(write(f'keys:\n  hit: "{key}"\n'))


def test_each_place_turns_what_is_pressed_into_every_letter_and_back():
    own = Keys({"hit": "j", "rebuy": "x", "quit": ";"})
    for place in Place:
        here = {name: command for name, command in COMMANDS.items() if place in command.places}
        assert {own.letter(own[name], place) for name in here} == {
            command.letter for command in here.values()
        }
        assert own.letter("q", place) not in {command.letter for command in here.values()}


def test_a_written_file_holds_the_defaults_and_is_never_written_over(bjtrainer_runs, own_folder):
    path = own_folder / "config.yaml"
    first, again = bjtrainer_runs("config --write", "config --write")
    assert (first.returncode, first.stdout) == (0, f"{path}\n")
    text = path.read_text(encoding="utf-8")
    settings = load_settings(path)
    assert dict(settings.values()) == dict(UNSET.values())
    assert settings.written == dict(UNSET.values()).keys()
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f"error: {path} exists and stays as it is; edit it, or move it away\n"
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_to_is_told(bjtrainer_runs, own_folder):
    own_folder.parent.mkdir(exist_ok=True)
    own_folder.write_text("a file")
    (run,) = bjtrainer_runs("config --write")
    assert run.returncode == 1
    assert re.fullmatch(r"error: \S+ cannot be written: .+\n", run.stderr)


def test_every_setting_is_shown_with_its_value_its_default_and_where_it_is_from(
    bjtrainer_runs, write
):
    path = write("keys: {hit: j}\nsound: off\npause_after_right: 1.5\n")
    shown, told = bjtrainer_runs("config", "config --json")
    rows = [row.split() for row in shown.stdout.splitlines()]
    for row in (
        ["keys.hit", "j", "h", "file"],
        ["keys.stand", "s", "s", "default"],
        ["pause_after_right", "1.5", "0", "file"],
        ["sound", "off", "off", "file"],
    ):
        assert row in rows
    report = json.loads(told.stdout)
    assert (report["schema"], report["path"], report["exists"]) == (1, str(path), True)
    assert report["settings"].keys() == dict(UNSET.values()).keys()
    assert report["settings"]["pause_after_right"] == {
        "value": 1.5,
        "default": 0.0,
        "from_file": True,
    }


def test_every_setting_is_in_the_table_of_the_readme():
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| setting | says | default |") :].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(READERS)


def test_the_keys_for_one_hand_in_the_readme_can_be_written(write):
    (line,) = re.findall(r"^keys: \{.*\}$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert load_settings(write(line)).keys["hit"] == "a"


def test_the_game_is_that_of_who_names_none_and_has_drilled_or_played_none(bjtrainer, write):
    write("game: european\n")
    lines = (["drill"], ["drill", "--game", "vegas-strip"], ["drill"], ["play"])
    games = [
        json.loads(bjtrainer(*line, "--json").stdout.splitlines()[0])["game"] for line in lines
    ]
    assert games == ["european", "vegas-strip", "vegas-strip", "european"]


@pytest.mark.parametrize(
    ("said", "option", "environment", "colored"),
    [
        ("color: always", "", {}, True),
        ("color: always", "", {"NO_COLOR": "1"}, True),
        ("color: always", "--color never", {}, False),
        ("color: always", "--color auto", {}, False),
        ("color: never", "", {"FORCE_COLOR": "1"}, False),
        ("color: auto", "", {"FORCE_COLOR": "1"}, True),
    ],
)
def test_the_option_wins_over_the_settings_and_they_over_the_environment(  # noqa: PLR0917
    bjtrainer_runs, write, said, option, environment, colored
):
    write(said)
    (run,) = bjtrainer_runs(f"games {option}", **environment)
    assert ("\x1b[" in run.stdout) is colored


def test_through_a_pipe_letters_and_words_stay_as_they_are(bjtrainer, write):
    write("keys: {hit: s, stand: h, quit: x}\nsound: bell\npause_after_right: 10\n")
    run = bjtrainer("drill", "--game", "vegas-downtown", "--seed", "7", sent="h\ns\nstand\nq\n")
    assert re.findall(r"^   [✓✗] (\w+)", run.stdout, re.MULTILINE) == ["Hit", "Stand", "Stand"]
    assert "\a" not in run.stdout


def test_yaml_is_loaded_for_a_file_alone(python, write):
    code = "import sys; from bjtrainer.cli.main import run; run(sys.argv[1:]); print(*sys.modules)"
    assert "yaml" not in python("-c", code, "config").stdout.split()
    write("sound: off\n")
    assert "yaml" in python("-c", code, "config").stdout.split()
    assert "yaml" not in python("-c", code, "games", "--help").stdout.split()
