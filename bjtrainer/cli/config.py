"""``bjtrainer config``: the player's settings, and a file to write one's own in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.own_keys import COMMANDS, Place
from bjtrainer.cli.settings import UNSET
from bjtrainer.errors import InputError, StorageError, clean, shown
from bjtrainer.places import config_path


def config(
    context: typer.Context,
    write: Annotated[
        bool, typer.Option("--write", help="Write a file with the defaults where there is none.")
    ] = False,
) -> None:
    """Show every setting, and whether it comes from your file."""
    door = Door.of(context)
    path = config_path(door.folder)
    if write:
        _write(path)
    settings = door.settings
    defaults = dict(UNSET.values())
    if door.json:
        told = {
            name: {
                "value": value,
                "default": defaults[name],
                "from_file": name in settings.written,
            }
            for name, value in settings.values()
        }
        door.report({"schema": 1, "path": str(path), "exists": path.exists(), "settings": told})
        return
    if write:
        print(clean(str(path)))
        return
    screen = door.screen()
    screen.table(
        ("setting", "value", "default", "from"),
        [
            (
                name,
                _said(value),
                _said(defaults[name]),
                "file" if name in settings.written else "default",
            )
            for name, value in settings.values()
        ],
    )
    there = "" if path.exists() else " (there is none; bjtrainer config --write writes it)"
    screen.show("", f"File: {path}{there}")


def _said(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _write(path: Path) -> None:
    if os.path.lexists(path):
        raise InputError(
            f"{shown(str(path), 500)} exists and stays as it is; edit it, or move it away"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(commented())
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(f"{shown(str(path), 500)} cannot be written: {reason}") from None


def commented() -> str:
    """Give the text of a settings file with every default, and what each setting is for."""
    defaults = dict(UNSET.values())
    lines = [*_HEAD]
    for place, about in _KEYS_OF.items():
        lines.append(f"  # {about}")
        for name, command in COMMANDS.items():
            if command.places[0] is place:
                sign = command.letter
                lines.append(f"  {name}: {sign if sign.isalnum() else repr(sign)}")
    for name, about in ABOUT.items():
        lines += ["", f"# {about}", f"{name}: {_said(defaults[name])}"]
    return "\n".join(lines) + "\n"


_HEAD = (
    "# Settings of bjtrainer. What is left out has the default that stands here;",
    "# `bjtrainer config` shows what holds.",
    "",
    "# Keys on a terminal, one letter, digit or sign each. In one place no key means two things.",
    "# Words, and what comes through a pipe, stay as they are.",
    "keys:",
)
_KEYS_OF = {
    Place.DRILL: "answers, and what else can be pressed in a drill",
    Place.ROUND: "at the table, at any time",
    Place.BETS: "at the table, between rounds",
}
ABOUT = {
    "pause_after_right": "Seconds that a right answer stays on the screen, 0 to 10; a key ends it.",
    "sound": "off, or bell: the terminal's bell on a miss.",
    "game": "The game of who names none and has drilled or played none.",
    "color": "auto, always or never; the option --color wins.",
}
"""What each setting but the keys is for."""
