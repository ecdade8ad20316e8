"""Real runs of the program, as a shell would start it, and what a person sees of them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

import bjtrainer as program

COLUMNS, ROWS = 80, 24

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def program_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs in any folder find this very checkout."""
    monkeypatch.setenv("PYTHONPATH", str(Path(program.__file__).parents[1]))


@pytest.fixture
def python() -> Run:
    """Run Python with arguments, and an environment changed as given."""

    def run(
        *arguments: str, sent: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            env=os.environ | environment,
            capture_output=True,
            check=False,
            encoding="utf-8",
            input=sent,
            timeout=30,
        )

    return run


@pytest.fixture
def bjtrainer(python: Run) -> Run:
    """Run ``bjtrainer`` with arguments, what is sent to it, and an environment as given."""

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return python("-m", "bjtrainer", *arguments, **more)

    return run


_ONE_BY_ONE = """
import json, shlex, sys
from bjtrainer.cli.dispatch import dispatch
from bjtrainer.cli.streams import open_streams
open_streams()
for line in json.loads(sys.argv[1]):
    code = dispatch(shlex.split(line))
    for stream in (sys.stdout, sys.stderr):
        print(f"<<{code}>>", file=stream, flush=True)
"""


@pytest.fixture
def bjtrainer_runs(python: Run) -> Callable[..., list[subprocess.CompletedProcess[str]]]:
    """Run ``bjtrainer`` with one command line after another, all in one process: it is quicker."""

    def run(*lines: str, **environment: str) -> list[subprocess.CompletedProcess[str]]:
        whole = python("-c", _ONE_BY_ONE, json.dumps(lines), **environment)
        outputs, messages = (
            re.split(r"<<(\d+)>>\n", text) for text in (whole.stdout, whole.stderr)
        )
        assert len(outputs) == len(messages) == 2 * len(lines) + 1, whole.stderr
        return [
            subprocess.CompletedProcess(
                line, int(outputs[2 * place + 1]), outputs[2 * place], messages[2 * place]
            )
            for place, line in enumerate(lines)
        ]

    return run


class Shell:
    """A shell on a terminal, and everything that it has written there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written = ""
        self.terminal = pexpect.spawn(
            "bash",
            ["--norc", "--noprofile", "--noediting", "-i"],
            cwd=folder,
            env=os.environ | {"PS1": "ready> "},
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=10,
        )
        self.terminal.delaybeforesend = None
        self.terminal.logfile_read = self
        self.wait("ready> ")

    def write(self, text: str) -> None:
        self.written += text

    def flush(self) -> None:
        """Do nothing: what is written is kept."""

    def wait(self, pattern: str, seconds: float = 10) -> re.Match[str]:
        self.terminal.expect(pattern, timeout=seconds)
        return self.terminal.match

    def start(self, *command: str) -> None:
        line = shlex.join(command)
        self.terminal.sendline(f"stty -g > before; {line}; echo code=$?; stty -g > after")

    def child(self, *arguments: str) -> int:
        """Start the small program on the key source, and give its process number."""
        self.start(sys.executable, str(Path(__file__).with_name("keys_child.py")), *arguments)
        process = int(self.wait(r"process (\d+) question 1 \.")[1])
        self.written = ""
        return process

    def press(self, keys: str) -> None:
        self.terminal.send(keys)

    def press_until(self, key: str, pattern: str) -> re.Match[str]:
        """Press a key again should a busy machine have made one burst of it and its forerunner."""
        for _ in range(10):
            self.press(key)
            try:
                return self.wait(pattern, seconds=2)
            except pexpect.TIMEOUT:
                continue
        raise AssertionError(f"{pattern} never came")

    def code(self) -> int:
        code = int(self.wait(r"code=(\d+)")[1])
        self.wait("ready> ")
        return code

    def modes(self, when: str) -> str:
        return (self.folder / when).read_text()

    def keys_told(self) -> list[str]:
        return re.findall(r"key (\S+) \d+ \.", self.written)

    def screen(self) -> list[str]:
        picture = pyte.Screen(COLUMNS, ROWS)
        pyte.Stream(picture).feed(self.written)
        return [row.rstrip() for row in picture.display if row.strip()]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell on a terminal, in a folder of its own."""
    shell = Shell(tmp_path)
    yield shell
    shell.terminal.close(force=True)
