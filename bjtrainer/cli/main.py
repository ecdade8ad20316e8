"""The one error edge: what a run of the program ends with, whatever happens inside."""

from __future__ import annotations

import sys

from bjtrainer.cli import VERSION_LINE
from bjtrainer.cli.streams import OutputLost, open_streams, tell


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit code.

    0 done, 1 an operation failed, 2 bad usage or input, 130, 143 and 129 on Ctrl-C, SIGTERM and
    SIGHUP, 141 when the reader of a pipe left. A bug keeps its traceback.
    """
    try:
        open_streams()
        code = _answer(arguments)
    except OutputLost as lost:
        return _output_lost(lost)
    except KeyboardInterrupt:
        code = 130
    try:
        sys.stdout.flush()
    except OutputLost as lost:
        return code or _output_lost(lost)
    return code


def _output_lost(lost: OutputLost) -> int:
    if not lost.reader_left:
        tell([f"error: {lost}"])
    return lost.exit_code


def _answer(arguments: list[str]) -> int:
    if arguments in (["--version"], ["-V"]):  # typer alone takes five times as long
        print(VERSION_LINE)
        return 0

    from bjtrainer.cli.dispatch import dispatch  # noqa: PLC0415  loads typer

    return dispatch(arguments)
