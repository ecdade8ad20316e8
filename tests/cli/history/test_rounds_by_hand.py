"""reliability.md, "recall": the rounds, what happened in them and the money, by golden text.

``golden/history.txt`` was written by hand from the cards and the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "history.txt"
TEXT = re.compile(r"^\$ (?P<line>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
PAGES = {
    found["line"]: found["output"].rstrip("\n") + "\n"
    for found in TEXT.finditer(GOLDEN.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("line", PAGES)
def test_the_pages_are_as_they_were_written(bjtrainer_runs, played, line):
    settings, command = line.split("bjtrainer ")
    columns = settings.strip().removeprefix("COLUMNS=") or "80"
    (run,) = bjtrainer_runs(command, COLUMNS=columns)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == PAGES[line]


def test_the_pages_are_those_of_every_command():
    shown = {re.sub(r"COLUMNS=\d+ | --.*| \d+", "", line) for line in PAGES}
    assert shown == {f"bjtrainer history{more}" for more in ("", " show", " replay", " money")}
