"""Single keys from a terminal: its modes while they are read, and the bytes it sends."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FrameType, TracebackType
from typing import Self

from bjtrainer.cli.keys import BACKSPACE, ENTER, End, Event, Key, Resize, Stopwatch, Waited

_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
# The other screen, no cursor, pasted text marked as such; and back.
_FULL_SCREEN_ON = b"\x1b[?1049h\x1b[?25l\x1b[?2004h"
_FULL_SCREEN_OFF = b"\x1b[?2004l\x1b[?25h\x1b[?1049l"

# Seconds that the next byte of the same key press may take.
_BURST = 0.02
_REST_OF_A_SIGN = 0.1
_REST_OF_A_PASTE = 1.0

_KEPT = 4096
_UNFINISHED = re.compile(
    rb"""(?: \x1b                             # Escape and nothing yet
          |  \x1b O                           # a function key
          |  \x1b \[ [0-?]* [ -/]*            # a control sequence without its last byte
          |  \x1b \[ M .{0,2}                 # a mouse report of the old kind
          |  [\xc2-\xdf]                      # UTF-8 without its last byte, or last two or three
          |  [\xe0-\xef] [\x80-\xbf]?
          |  [\xf0-\xf4] [\x80-\xbf]{0,2}
         )\Z""",
    re.VERBOSE | re.DOTALL,
)


def key_in(pressed: bytes) -> str | None:
    r"""Give the key in what came at once; None for anything but one plain key.

    Escape sequences, mouse reports, several signs at once (a paste) and broken UTF-8 are none.

    >>> [key_in(pressed) for pressed in (b"D", b"\r\n", b"\x1b[D", b"hs", b"\xc3")]
    ['d', 'enter', None, None, None]
    """
    try:
        text = pressed.decode()
    except UnicodeDecodeError:
        return None
    if text in ("\r", "\n", "\r\n"):
        return ENTER
    if text in ("\x7f", "\b"):
        return BACKSPACE
    return text.lower() if len(text) == 1 and text.isprintable() else None


def patience(pressed: bytes) -> float:
    r"""Give the seconds to wait for more of what came so far, before it is taken as it is.

    >>> patience(b"d") < patience(b"\x1b[") < patience(b"\x1b[200~pasted so f")
    True
    """
    if pressed.rfind(_PASTE_BEGINS) > pressed.rfind(_PASTE_ENDS):
        return _REST_OF_A_PASTE
    return _REST_OF_A_SIGN if _UNFINISHED.search(pressed) else _BURST


class TerminalKeys:
    """Single keys without Enter, as a context manager around a terminal on standard input.

    Whatever ends the block, the terminal is as it was. Ctrl-Z gives it back while the program
    is suspended.
    """

    def __init__(self, *, full_screen: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._terminal = sys.stdin.fileno()
        self._full_screen = full_screen
        self._watch = Stopwatch(clock)
        self._before = termios.tcgetattr(self._terminal)
        self._ours = False
        self._ways_out = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as ways_out:
            self._woken, self._wake = os.pipe()
            ways_out.callback(os.close, self._woken)
            ways_out.callback(os.close, self._wake)
            os.set_blocking(self._wake, False)
            os.set_blocking(self._woken, False)
            ways_out.callback(self._give_back)
            ways_out.callback(self._give_back)  # a signal may cut the first short
            sys.stdout.flush()
            self._take()
            for number, handler in (
                (signal.SIGTSTP, self._suspend),
                (signal.SIGCONT, self._resume),
                (signal.SIGWINCH, self._resized),
            ):
                ways_out.callback(signal.signal, number, signal.signal(number, handler))
            self._ways_out = ways_out.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ways_out.close()

    def show(self, draw: Callable[[], None]) -> None:
        """Forget the keys pressed before, draw, and start the clock."""
        termios.tcflush(self._terminal, termios.TCIFLUSH)
        self._drain()
        draw()
        self._watch.start()

    def read(self, seconds: float | None = None) -> Event:
        """Wait for the next key that means something, a new window size, the clock, or the end."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if until is None else max(0.0, until - time.monotonic())
            ready, _, _ = select.select([self._terminal, self._woken], [], [], left)
            if not ready:
                return Waited(self._watch.milliseconds())
            if self._woken in ready:
                self._drain()
                return Resize()
            elapsed = self._watch.milliseconds()
            pressed = self._pressed()
            if pressed in (b"", b"\x04"):
                return End()
            if key := key_in(pressed):
                return Key(key, elapsed)

    def _pressed(self) -> bytes:
        pressed = more = self._bytes()
        while more and select.select([self._terminal], [], [], patience(pressed))[0]:
            more = self._bytes()
            pressed += more
            if len(pressed) > _KEPT:
                pressed = pressed[:64] + pressed[64 - _KEPT :]
        return pressed

    def _bytes(self) -> bytes:
        try:
            return os.read(self._terminal, _KEPT)
        except OSError:  # the terminal has gone
            return b""

    def _take(self) -> None:
        self._ours = True
        modes = termios.tcgetattr(self._terminal)
        modes[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
        modes[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        modes[3] |= termios.ISIG
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._terminal, termios.TCSANOW, modes)
        if self._full_screen:
            os.write(sys.stdout.fileno(), _FULL_SCREEN_ON)

    def _give_back(self) -> None:
        if self._ours:
            with suppress(termios.error, OSError):  # the terminal may have gone
                termios.tcsetattr(self._terminal, termios.TCSANOW, self._before)
                if self._full_screen:
                    os.write(sys.stdout.fileno(), _FULL_SCREEN_OFF)
            self._ours = False

    def _suspend(self, number: int, _frame: FrameType | None) -> None:
        left = self._watch.clock()
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._suspend)
        self._watch.leave_out(self._watch.clock() - left)
        self._resume(number, None)

    def _resume(self, _number: int, _frame: FrameType | None) -> None:
        with suppress(termios.error, OSError):  # the terminal may have gone meanwhile
            self._take()
        self._resized(_number, _frame)

    def _resized(self, _number: int, _frame: FrameType | None) -> None:
        with suppress(BlockingIOError):  # it is full of the same news
            os.write(self._wake, b"!")

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._woken, _KEPT):
                pass
