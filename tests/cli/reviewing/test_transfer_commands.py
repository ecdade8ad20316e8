"""Source of truth: the README on export, import and reset, through the real program."""

from __future__ import annotations

import csv
import json

import pytest

GAME = ("--game", "vegas-downtown")


@pytest.fixture
def drilled(bjtrainer):
    bjtrainer("drill", "hard", "--seed", "7", *GAME, sent="h\ns\n*\nu\nd\nh\n")
    bjtrainer("drill", "pairs", "--seed", "7", "--game", "european", sent="s\ns\n")


def test_everything_goes_out_and_comes_in_again(bjtrainer, drilled, tmp_path):
    before = bjtrainer("stats", "export").stdout
    lines = [json.loads(line) for line in before.splitlines()]
    assert [line["type"] for line in lines].count("answer") == 6
    assert lines[-1]["type"] == "end"
    refused = bjtrainer("stats", "reset")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "add --yes, or look first with --dry-run" in refused.stderr
    looked = bjtrainer("stats", "reset", "--dry-run").stdout
    assert looked.startswith("6 answers, 2 sessions and 1 star would go.")
    assert bjtrainer("stats", "export").stdout == before
    assert bjtrainer("stats", "reset", "--yes").stdout.startswith("6 answers, 2 sessions and 1 st")
    assert bjtrainer("stats").stdout == "No answers yet. Begin with: bjtrainer drill\n"
    path = tmp_path / "mine.jsonl"
    path.write_text(before, encoding="utf-8")
    said = "6 answers in 2 sessions and 1 star added; 0 answers there already.\n"
    assert bjtrainer("stats", "import", str(path)).stdout == said
    assert bjtrainer("stats", "export").stdout == before
    again = bjtrainer("stats", "import", str(path), "--json").stdout
    assert json.loads(again)["known"] == 6


def test_files_are_written_whole_and_not_over_others(bjtrainer, drilled, tmp_path):
    path = tmp_path / "answers.csv"
    run = bjtrainer("stats", "export", "-o", str(path), *GAME)
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == f"{path}: 4 answers\n"
    with path.open(encoding="utf-8", newline="") as file:
        answers = list(csv.DictReader(file))
    assert [(one["n"], one["slip"], one["game"]) for one in answers] == [
        ("1", "false", "vegas-downtown"),
        ("2", "true", "vegas-downtown"),
        ("3", "false", "vegas-downtown"),
        ("4", "false", "vegas-downtown"),
    ]
    again = bjtrainer("stats", "export", "-o", str(path))
    assert again.returncode == 2
    assert "exists; choose another name" in again.stderr
    assert bjtrainer("stats", "export", "-o", str(path), "--force").returncode == 0
    assert [one.name for one in tmp_path.glob("answers*")] == ["answers.csv"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty; name a file made by bjtrainer stats export"),
        ("hello\n", ":1: these are not the columns of an export of bjtrainer"),
        ("{}\n", ":1: this is no export of bjtrainer"),
        ('{"type": "history", "schema": 9}\n', ":1: schema 1 is expected"),
        ('{"type": "history", "schema": 1}\n', ":1: the end is missing"),
        ("{" * 5000, ":1: "),
    ],
)
def test_what_is_no_export_is_refused_in_one_line(bjtrainer, tmp_path, text, said):
    path = tmp_path / "file.jsonl"
    path.write_text(text, encoding="utf-8")
    run = bjtrainer("stats", "import", str(path))
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
    assert run.stderr.count("\n") == 1


def test_on_a_terminal_it_asks_before_it_removes(window, bjtrainer, drilled):
    view = window("stats", "reset")
    view.until("Write yes to remove them:")
    view.press("no\r")
    assert view.code() == 0
    assert "Nothing was changed." in view.text()
    assert bjtrainer("stats", "export").stdout.count('"type": "answer"') == 6
    view = window("stats", "reset")
    view.until("Write yes to remove them:")
    view.press("yes\r")
    assert view.code() == 0
    assert bjtrainer("stats", "export").stdout.count('"type": "answer"') == 0
