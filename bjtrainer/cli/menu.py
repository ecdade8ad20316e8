"""``bjtrainer`` alone: what one can do, each a key away."""

from __future__ import annotations

from dataclasses import dataclass

import typer
from typer.core import TyperGroup

from bjtrainer.cli import VERSION_LINE
from bjtrainer.cli.door import Door
from bjtrainer.cli.keys import End, Key, Resize, single_keys
from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.places import history_path


@dataclass(frozen=True)
class Choice:
    """A key of the menu, what it promises, and the command line that it stands for."""

    key: str
    line: str
    arguments: tuple[str, ...]


_LAST_GAME = "the game drilled last"

CHOICES = (
    Choice("d", "drill: decisions of the game drilled last", ("drill",)),
    Choice("n", "new to it: learn its chart from nothing, group by group", ("learn",)),
    Choice("t", "today: what is due in it", ("drill", "due")),
    Choice("w", "weak spots: what costs you most in it", ("drill", "weak")),
    Choice("p", "play: the game played last, with money", ("play",)),
    Choice("s", "stats: how it went so far", ("stats",)),
    Choice("c", "chart: what is right in the game drilled last", ("chart", "show", _LAST_GAME)),
    Choice("l", "drills: what there is to practise", ("drills",)),
    Choice("g", "games: what there is to play", ("games",)),
    Choice("?", "help: every command", ("--help",)),
)


def menu(context: typer.Context) -> object:
    """Offer the choices on a terminal and run the one pressed; elsewhere show the help."""
    door = Door.of(context)
    if not door.on_terminal:
        print(context.get_help())
        return None
    choice = _pressed(door)
    program = context.command
    if choice is None or not isinstance(program, TyperGroup):
        return None
    arguments = [_last_game(door) if word == _LAST_GAME else word for word in choice.arguments]
    with program.make_context("bjtrainer", arguments, obj=door) as chosen:
        return program.invoke(chosen)


def _last_game(door: Door) -> str:
    from bjtrainer.cli.options import last_game  # noqa: PLC0415  loads yaml
    from bjtrainer.stats.store import Store  # noqa: PLC0415  loads sqlite3

    with Store.snapshot(history_path(door.folder)) as store:
        return last_game(door, store)


def _pressed(door: Door) -> Choice | None:
    screen = door.screen()
    lines: list[Line] = ["", [Span(f" {VERSION_LINE}", Style.TITLE)], ""]
    for key, line in (*((choice.key, choice.line) for choice in CHOICES), ("q", "quit")):
        lines.append([Span(f"   {key}", Style.KEY), f"  {line}"])

    def paint() -> None:
        screen.paint(*lines)

    with single_keys(full_screen=screen.repaints) as keys:
        keys.show(paint)
        while True:
            match keys.read():
                case Resize():
                    paint()
                case End() | Key(text="q"):
                    return None
                case Key(text=key):
                    for choice in CHOICES:
                        if choice.key == key:
                            return choice
