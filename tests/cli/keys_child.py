"""A small real program on the key source, for test_keys_on_a_terminal: says what it is given."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count

from bjtrainer.cli.keys import End, GetcharKeys, Key, KeySource, Resize, single_keys
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.signals import Stopped, stop_on_signals
from bjtrainer.cli.streams import open_streams


def say(*words: object) -> None:
    print(*words, flush=True)


def answer_questions(source: AbstractContextManager[KeySource]) -> None:
    questions = (partial(say, "question", number, ".") for number in count(2))
    with source as keys:
        keys.show(lambda: say("process", os.getpid(), "question", 1, "."))
        while True:
            match keys.read():
                case End():
                    return
                case Resize():
                    say("resize", os.get_terminal_size().columns, ".")
                case Key(text="q"):
                    return
                case Key(text="x"):
                    raise ZeroDivisionError
                case Key(text=text, milliseconds=milliseconds):
                    say("key", text, milliseconds, ".")
                    if text == "d":
                        time.sleep(0.5)
                    keys.show(next(questions))


def paint_rows(rows: int) -> None:
    screen = Screen(sys.stdout, color=False)
    lines = [f"row {number}" for number in range(1, rows + 1)]
    with single_keys(full_screen=screen.repaints) as keys:
        keys.show(lambda: screen.paint(*lines))
        while keys.read() == Resize():
            screen.paint(*lines)


def main() -> int:
    open_streams()
    stop_on_signals()
    try:
        match sys.argv[1:]:
            case ["paint", rows]:
                paint_rows(int(rows))
            case ["getchar"]:
                answer_questions(nullcontext(GetcharKeys()))
            case [kind]:
                answer_questions(single_keys(full_screen=kind == "full"))
    except KeyboardInterrupt:
        return 130
    except Stopped as stopped:
        return stopped.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
