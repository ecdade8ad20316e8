"""The README is true: every example in it is what the program prints today.

``python tests/test_readme.py`` writes the examples anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bjtrainer.cli.app import COMMANDS
from bjtrainer.trainer.drill_keys import KEYS

README = Path(__file__).parent.parent / "README.md"
A_MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
A_DAY = re.compile(r"\d{4}-\d\d-\d\d")
EXAMPLE = re.compile(r"^```console\n\$ (?P<line>.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)


def printed(line: str, home: str) -> str:
    """What a command line of the README prints, standard output and messages together.

    Moments are all the same one, and days.
    """
    program = f"{sys.executable} -m bjtrainer"
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "80"}
    result = subprocess.run(
        ["bash", "-c", re.sub(r"\bbjtrainer(?= )", program, line)],
        capture_output=True,
        text=True,
        check=True,
        cwd=README.parent,
        env={**environment, "BJTRAINER_HOME": home},
    )
    told = A_MOMENT.sub("2025-03-01 20:15", result.stdout + result.stderr)
    return A_DAY.sub("2025-03-01", told)


def examples() -> list[tuple[str, str]]:
    """The command lines of the README with the output that it shows."""
    text = README.read_text(encoding="utf-8")
    return [(found["line"], found["output"]) for found in EXAMPLE.finditer(text)]


def outputs() -> list[str]:
    """What the examples print, in their order, on one history."""
    with tempfile.TemporaryDirectory() as home:
        return [printed(line, home) for line, _ in examples()]


def test_every_example_is_what_the_program_prints() -> None:
    for (line, shown), real in zip(examples(), outputs(), strict=True):
        assert f"$ {line}\n{shown}" == f"$ {line}\n{real}"


@pytest.mark.parametrize("command", [name for name, entry in COMMANDS.items() if entry.place])
def test_every_command_has_an_example(command: str) -> None:
    assert any(f"bjtrainer {command}" in line for line, _ in examples())


def test_every_drill_and_game_is_named() -> None:
    text = README.read_text(encoding="utf-8")
    root = README.parent
    for path in (*root.glob("drills/*.yaml"), *root.glob("bjtrainer/rules/games/*.yaml")):
        assert f"`{path.stem}`" in text


def test_every_key_of_a_drill_file_is_in_the_table() -> None:
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| key | says | default |") :].partition("\n\n")[0]
    named = {key for row in table.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert named == set(KEYS)


if __name__ == "__main__":
    real = iter(outputs())
    written = EXAMPLE.sub(
        lambda found: f"```console\n$ {found['line']}\n{next(real)}```",
        README.read_text(encoding="utf-8"),
    )
    README.write_text(written, encoding="utf-8")
