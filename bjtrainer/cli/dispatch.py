"""From a command line to a command, and from what it raises to one line and an exit code."""

from __future__ import annotations

import os
import traceback

from typer import TyperException
from typer.main import get_command

from bjtrainer.cli.app import app
from bjtrainer.cli.door import Door
from bjtrainer.cli.signals import Stopped, stop_on_signals
from bjtrainer.cli.streams import tell
from bjtrainer.errors import BjtrainerError


def dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name and give its exit code.

    Errors that a person can act on are told on standard error; ``--debug`` adds where they
    came from.
    """
    stop_on_signals()
    # The matrices here are small: more threads only wait for each other, for whole seconds when
    # another program keeps a core busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        result = get_command(app).main(arguments, "bjtrainer", standalone_mode=False, obj=Door())
    except BjtrainerError as error:
        if "--debug" in arguments:
            traceback.print_exc()
        tell(f"error: {line}" for line in error.lines())
        return error.exit_code
    except TyperException as error:
        tell([f"error: {_usage_line(error)}"])
        return error.exit_code
    except Stopped as stopped:
        return stopped.exit_code
    return result if isinstance(result, int) else 0


def _usage_line(error: TyperException) -> str:
    message = error.format_message().rstrip(".")
    if near := getattr(error, "possibilities", None):
        message = f"{message.partition(' (')[0]} (did you mean {near[0]}?)"
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bjtrainer"
    return f"{message[:1].lower()}{message[1:]}; see {command} --help"
