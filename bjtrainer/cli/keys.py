"""What a person presses or a script sends, as a few plain events."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO

ENTER = "enter"
"""The text of the Enter key, and of an empty line."""

BACKSPACE = "backspace"
"""The text of the Backspace key."""

_LONGEST_LINE = 1000


@dataclass(frozen=True, slots=True)
class Key:
    """One answer in lower case: a key, or a whole line where keys are not to be had.

    ``milliseconds`` is the time since what it answers was shown, less any suspension.
    """

    text: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Resize:
    """The window has changed, or the program is back from a suspension: paint again."""


@dataclass(frozen=True, slots=True)
class End:
    """No more answers will come: end of input or Ctrl-D. To be taken as ``q``."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Nothing came in the time to wait; ``milliseconds`` are those since what waits was shown."""

    milliseconds: int


Event = Key | Resize | End | Waited


class KeySource(Protocol):
    """Where answers come from."""

    def show(self, draw: Callable[[], None]) -> None:
        """Draw what the next key answers, and start the clock.

        Keys pressed before are forgotten: nobody answers what they have not seen. To paint the
        same again after a ``Resize``, draw without this.
        """

    def read(self, seconds: float | None = None) -> Event:
        """Wait for the next event; after an ``End`` only more of them come.

        A ``Waited`` comes after so many ``seconds``, where the machine can wait for a key and a
        clock at once; it cannot for lines, nor on Windows.
        """


class Stopwatch:
    """How long an answer took, in milliseconds since the start less the time away.

    >>> seconds = iter((10.0, 12.5))
    >>> Stopwatch(lambda: next(seconds)).milliseconds()
    2500
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.start()

    def start(self) -> None:
        """Count from now."""
        self._from = self.clock()

    def leave_out(self, seconds: float) -> None:
        """Do not count these seconds."""
        self._from += seconds

    def milliseconds(self) -> int:
        """Give the time counted so far, 0 at least."""
        return max(0, round((self.clock() - self._from) * 1000))


class LineKeys:
    """One answer a line, for pipes and scripts, screen readers and plain terminals."""

    def __init__(
        self, stream: TextIO | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = sys.stdin if stream is None else stream
        self._watch = Stopwatch(clock)

    def show(self, draw: Callable[[], None]) -> None:
        """Draw, and start the clock; lines already sent are answers still to come."""
        draw()
        self._watch.start()

    def read(self, seconds: float | None = None) -> Event:  # noqa: ARG002  see KeySource
        """Wait for the next line; the end of input is an ``End``.

        >>> import io
        >>> lines = LineKeys(io.StringIO("Stand\\r\\n\\n"))
        >>> lines.read().text, lines.read().text, lines.read()
        ('stand', 'enter', End())
        """
        line = self._stream.readline(_LONGEST_LINE)
        if not line:
            return End()
        elapsed = self._watch.milliseconds()
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._stream.readline(_LONGEST_LINE)
        return Key(line.strip().lower() or ENTER, elapsed)


class GetcharKeys:
    """Single keys where there is no termios (Windows), through ``typer.getchar``."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._watch = Stopwatch(clock)

    def show(self, draw: Callable[[], None]) -> None:
        """Forget the keys pressed before, draw, and start the clock."""
        _forget_console_keys()
        draw()
        self._watch.start()

    def read(self, seconds: float | None = None) -> Event:  # noqa: ARG002  see KeySource
        """Wait for the next key that means something."""
        from typer import getchar  # noqa: PLC0415  line mode needs no typer

        while True:
            try:
                text = getchar()
            except EOFError:
                return End()
            elapsed = self._watch.milliseconds()
            if text in ("\r", "\n", "\r\n"):
                return Key(ENTER, elapsed)
            if text in ("\x7f", "\b"):
                return Key(BACKSPACE, elapsed)
            if len(text) == 1 and text.isprintable():
                return Key(text.lower(), elapsed)


def _forget_console_keys() -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  Windows alone has it

        while msvcrt.kbhit():
            msvcrt.getwch()


@contextmanager
def single_keys(*, full_screen: bool) -> Iterator[KeySource]:
    """Give single keys from the terminal, and leave it as it was, whatever ends the block.

    With ``full_screen`` the program has the whole window to itself meanwhile. Where the machine
    has no single keys, they are lines.
    """
    try:
        from bjtrainer.cli.terminal import TerminalKeys  # noqa: PLC0415  Windows has no termios
    except ImportError:
        yield LineKeys() if sys.platform != "win32" else GetcharKeys()
        return
    with TerminalKeys(full_screen=full_screen) as keys:
        yield keys
