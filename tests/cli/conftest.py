"""Real runs of the program, as a shell would start it, and what a person sees of them."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

import bjtrainer as program

COLUMNS, ROWS = 80, 24
PROGRAM = (sys.executable, "-m", "bjtrainer")

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


class Picture(pyte.Screen):
    """A screen that clears as xterm does: its last sign too, when a row was filled."""

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        self.cursor.x = min(self.cursor.x, self.columns - 1)
        super().erase_in_line(how, private)


class Window:
    """A program on a terminal of its own, and what a person sees there."""

    _SWITCH = re.compile(rb"\x1b\[\?1049([hl])")
    _PART_OF_SWITCH = re.compile(rb"\x1b(\[(\?(1(0(49?)?)?)?)?)?\Z")

    def __init__(self, command: tuple[str, ...], columns: int, rows: int, **more: str) -> None:
        self.written = b""
        self.full_screen = False
        self._unread = b""
        self._pictures = {full: Picture(columns, rows) for full in (False, True)}
        self._streams = {full: pyte.ByteStream(self._pictures[full]) for full in (False, True)}
        self._process = pexpect.spawn(
            command[0],
            list(command[1:]),
            env=os.environ | more,
            dimensions=(rows, columns),
        )
        self._process.delaybeforesend = None
        self.modes_before = self.modes()

    @property
    def process(self) -> int:
        return self._process.pid

    def modes(self) -> list[object]:
        """The modes of the terminal, as stty shows them."""
        return termios.tcgetattr(self._process.child_fd)

    def screen(self, *, full: bool | None = None) -> list[str]:
        """The rows that can be seen now, or those of one of the two screens."""
        picture = self._pictures[self.full_screen if full is None else full]
        return "\n".join(row.rstrip() for row in picture.display).rstrip().split("\n")

    def text(self) -> str:
        """What can be seen now, in one line."""
        return " ".join(" ".join(self.screen()).split())

    def rows_written(self) -> list[str]:
        """Give the rows as they were written, before a terminal breaks any that are too long."""
        return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.written).decode().split("\r\n")

    def until(self, *wanted: str, seconds: float = 10) -> str:
        """Wait until all of this can be seen, and give the whole text then."""
        return self._until(lambda text: all(part in text for part in wanted), wanted, seconds)

    def until_either(self, *wanted: str, seconds: float = 10) -> str:
        """Wait until one of these can be seen, and give the whole text then."""
        return self._until(lambda text: any(part in text for part in wanted), wanted, seconds)

    def press(self, keys: str | bytes) -> None:
        self._process.send(keys)

    def press_apart(self, *keys: str | bytes) -> None:
        """Press keys one after the other, so that they are no paste."""
        for key in keys:
            self.press(key)
            self.settle()

    def press_each(self, *keys: str) -> None:
        """Press keys of which each makes the program paint, one after the other."""
        for key in keys:
            before, end = len(self.written), time.monotonic() + 10
            self.press(key)
            while len(self.written) == before:
                assert self._read(max(0.0, end - time.monotonic())), f"{key}: nothing is painted"
            self.settle(0.03)

    def settle(self, seconds: float = 0.15) -> None:
        """Let the program read what was pressed, and see what it does."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)

    def resize(self, columns: int, rows: int) -> None:
        for picture in self._pictures.values():
            picture.resize(rows, columns)
        self._process.setwinsize(rows, columns)

    def kill(self, number: int) -> None:
        os.kill(self.process, number)

    def code(self, seconds: float = 10) -> int:
        """Wait for the end, and give the exit code."""
        end = time.monotonic() + seconds
        while self._read(max(0.0, end - time.monotonic())):
            pass
        assert time.monotonic() < end, f"still running: {self.screen()}"
        self._process.wait()
        if self._process.signalstatus is not None:
            return -int(self._process.signalstatus)
        return int(self._process.exitstatus)

    def close(self) -> None:
        self._process.close(force=True)

    def _until(self, seen: Callable[[str], bool], wanted: object, seconds: float) -> str:
        end = time.monotonic() + seconds
        while self._half_painted() or not seen(text := self.text()):
            left = end - time.monotonic()
            more = left > 0 and self._read(left)
            assert more or seen(self.text()), "\n".join([f"{wanted} is not seen:", *self.screen()])
        return text

    def _half_painted(self) -> bool:
        """Whether a page was begun of which the rest is still to come."""
        return self.written.rfind(b"\x1b[H") > self.written.rfind(b"\x1b[J")

    def _read(self, seconds: float) -> bool:
        """Read what is written within so many seconds; False at the end or when nothing came."""
        try:
            if not select.select([self._process.child_fd], [], [], seconds)[0]:
                return False
            came = os.read(self._process.child_fd, 65536)
        except OSError:  # the other end is closed
            return False
        self.written += came
        self._feed(self._unread + came)
        return bool(came)

    def _feed(self, came: bytes) -> None:
        part = self._PART_OF_SWITCH.search(came)
        whole = part.start() if part else len(came)
        came, self._unread = came[:whole], came[whole:]
        shown, *switches = self._SWITCH.split(came)
        self._streams[self.full_screen].feed(shown)
        for switch, after in zip(switches[::2], switches[1::2], strict=True):
            self.full_screen = switch == b"h"
            if self.full_screen:
                self._pictures[True].reset()
            self._streams[self.full_screen].feed(after)


@pytest.fixture
def window() -> Iterator[Callable[..., Window]]:
    """Start ``bjtrainer``, or a program of a few lines on it, in a window of its own."""
    opened: list[Window] = []

    def open_window(
        *arguments: str,
        columns: int = COLUMNS,
        rows: int = ROWS,
        code: str | None = None,
        **environment: str,
    ) -> Window:
        program = PROGRAM if code is None else (sys.executable, "-c", code)
        opened.append(Window((*program, *arguments), columns, rows, **environment))
        return opened[-1]

    yield open_window
    for each in opened:
        each.close()


class Client:
    """A program that drills or plays: reads the events of ``--json`` and answers them."""

    def __init__(self, *arguments: str, **more: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments, "--json"],
            env=os.environ | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self._watchdog = threading.Timer(30, self.process.kill)
        self._watchdog.start()

    def event(self) -> dict[str, Any]:
        """Read the next event; the one with type ``end`` is the end of all."""
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            return {"type": "end"}
        self.lines.append(line)
        return json.loads(line)

    def send(self, answer: str) -> None:
        self.process.stdin.write(f"{answer}\n")
        self.process.stdin.flush()

    def ask(self, answer: str) -> dict[str, Any]:
        """Send a line and read the event that it leads to."""
        self.send(answer)
        return self.event()

    def play(self, answer: Callable[[dict[str, Any]], str]) -> list[dict[str, Any]]:
        """Answer every question, and give all events from here to the end."""
        events = []
        while (event := self.event())["type"] != "end":
            events.append(event)
            if event["type"] == "question":
                self.send(answer(event))
        return events

    def code(self) -> int:
        """Close the input, and give the exit code."""
        self.process.stdin.close()
        self.process.wait()
        return self.process.returncode

    def close(self) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def talk() -> Iterator[Callable[..., Client]]:
    """Start ``bjtrainer`` with arguments and ``--json``, to be answered line by line."""
    started: list[Client] = []

    def start(*arguments: str, **environment: str) -> Client:
        started.append(Client(*arguments, **environment))
        return started[-1]

    yield start
    for each in started:
        each.close()


_ACTIONS = {"H": "hit", "S": "stand", "P": "split", "D": "double", "R": "surrender"}


@pytest.fixture
def by_the_chart() -> Callable[[dict[str, Any]], str]:
    """Answer a question by its code: the first of the code's actions that is legal."""

    def answer(question: dict[str, Any]) -> str:
        if question["phase"] == "insurance":
            return {"N": "no", "Y": "yes"}[question["code"]]
        actions = (_ACTIONS[letter.upper()] for letter in question["code"])
        return next(action for action in actions if action in question["legal"])

    return answer
