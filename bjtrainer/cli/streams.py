"""The three standard streams, made safe before anything is read or written.

Whatever the locale, printing never fails on a character: a sign that the stream cannot hold
comes out as its ASCII stand-in of the same width.
"""

from __future__ import annotations

import codecs
import io
import os
import sys

TYPE_CHECKING = False  # typing and collections would double the time that --version takes
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

_STAND_INS = {
    **dict(zip("♠♥♦♣", "shdc", strict=True)),
    **dict.fromkeys("█▉▊▋▌▍▎▏▒░▓", "#"),
    **dict.fromkeys("─━═╌┄‐‑–—−·•", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╇╈┡┩", "+"),
    **dict(zip("✓✗×÷¢…‘’“”→←≤≥", "+xx/c.''\"\"><<>", strict=True)),
}
_STAND_IN = "stand-in"


class OutputLost(Exception):
    """Standard output is closed or full (exit code 1), or its reader left (141, as by SIGPIPE)."""

    def __init__(self, reason: str, *, reader_left: bool = False) -> None:
        super().__init__(f"standard output could not be written: {reason}")
        self.reader_left = reader_left
        self.exit_code = 141 if reader_left else 1


def tell(lines: Iterable[str]) -> None:
    """Print lines for the person to standard error, each one cleaned."""
    from bjtrainer.errors import clean  # noqa: PLC0415  most runs have nothing to tell

    for line in lines:
        print(clean(line), file=sys.stderr, flush=True)


def agreed(what: str) -> bool:
    """Ask a person on a terminal whether to do something; say so where nothing is done."""
    print(f"Write yes to {what}: ", end="", flush=True)
    if sys.stdin.readline().strip().lower() == "yes":
        return True
    print("Nothing was changed.")
    return False


def open_streams() -> None:
    """Make ``sys.stdin``, ``sys.stdout`` and ``sys.stderr`` safe to use.

    A closed standard input is an empty one; a closed or full standard error is silent. A closed
    or full standard output raises ``OutputLost``, once.
    """
    codecs.register_error(_STAND_IN, _stand_in)
    sys.stdin = _reader(sys.stdin)
    stdout_closed = sys.stdout is None
    sys.stdout = _writer(sys.stdout, _Output)
    sys.stderr = _writer(sys.stderr, _Messages)
    if stdout_closed:
        raise OutputLost("it is closed")


def _reader(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, encoding="utf-8")  # noqa: PTH123  open to the end
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace", newline=None)  # any line end is one
    return stream


def _writer(stream: TextIO | None, kind: type[_Messages]) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  open to the end
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, _Messages):
        return stream
    return kind(
        stream.buffer,
        encoding="ascii" if _ascii_locale() else stream.encoding,
        errors=_STAND_IN,
        line_buffering=stream.line_buffering or kind is _Messages,
        write_through=stream.write_through,
    )


def _ascii_locale() -> bool:
    """Whether the locale promises no more than ASCII; an encoding asked for by name wins."""
    environ = os.environ
    if os.name == "nt" or "PYTHONIOENCODING" in environ or environ.get("PYTHONUTF8") == "1":
        return False
    names = [environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[0] is None and sys.flags.utf8_mode and names[1] == "C.UTF-8":
        names[1] = None  # set by Python itself, in place of the person's C locale
    return next((name for name in names if name), None) in ("C", "POSIX")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_STAND_INS.get(sign, "?") for sign in signs), error.end


class _Messages(io.TextIOWrapper):
    """A standard stream that goes silent when nothing more can be written to it."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self._lose(error)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._lose(error)

    def _lose(self, _error: OSError) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


class _Output(_Messages):
    """Standard output: the first failed write is raised, and nothing after it."""

    def _lose(self, error: OSError) -> None:
        super()._lose(error)
        reason = error.strerror or str(error)
        raise OutputLost(reason, reader_left=isinstance(error, BrokenPipeError)) from error
