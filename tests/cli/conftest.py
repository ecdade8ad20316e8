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


_SERVANT = """
import functools, io, json, os, shlex, sys
from bjtrainer.analysis import values
values.solve = functools.cache(values.solve)
from bjtrainer.cli.dispatch import dispatch
for request in sys.stdin:
    lines, environment = json.loads(request)
    os.environ.clear()
    os.environ.update(environment)
    results = []
    for line in lines:
        sys.stdout, sys.stderr = out, told = io.StringIO(), io.StringIO()
        try:
            code = dispatch(shlex.split(line))
        finally:
            sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        results.append((code, out.getvalue(), told.getvalue()))
    print(json.dumps(results), flush=True)
"""


@pytest.fixture(scope="session")
def servant() -> Iterator[subprocess.Popen[str]]:
    """A process that runs command lines one after another and solves each game once."""
    with subprocess.Popen(
        [sys.executable, "-c", _SERVANT],
        env=os.environ | {"PYTHONPATH": str(Path(program.__file__).parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def bjtrainer_runs(
    servant: subprocess.Popen[str],
) -> Callable[..., list[subprocess.CompletedProcess[str]]]:
    """Run command lines of ``bjtrainer``: quick where many start and solve the same games."""

    def run(*lines: str, **environment: str) -> list[subprocess.CompletedProcess[str]]:
        assert servant.stdin is not None
        assert servant.stdout is not None
        servant.stdin.write(json.dumps([lines, dict(os.environ | environment)]) + "\n")
        servant.stdin.flush()
        answer = servant.stdout.readline()
        assert answer, "the command lines ended in a traceback"
        results = zip(lines, json.loads(answer), strict=True)
        return [subprocess.CompletedProcess(line, *result) for line, result in results]

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
