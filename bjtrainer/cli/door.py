"""What every command is given: where things are, and how to speak to whoever is out there."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.cli import VERSION_LINE
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.places import cache_folder, config_path, player_folder

if TYPE_CHECKING:
    from bjtrainer.cli.screen import Screen
    from bjtrainer.cli.settings import Settings


class Color(Enum):
    """When to use colour; ``auto`` is on a terminal, unless the environment says otherwise."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class Door:
    """The options that every command takes, as given before or after the command's name.

    >>> Door(data_dir=Path("/mine")).folder.name
    'mine'
    """

    json: bool = False
    color: Color | None = None
    data_dir: Path | None = None

    @classmethod
    def of(cls, context: typer.Context) -> Door:
        """Give the door of the running command."""
        door = context.find_root().obj
        assert isinstance(door, Door)
        return door

    @property
    def folder(self) -> Path:
        """The folder with everything that the player owns; it may not exist yet."""
        return player_folder(self.data_dir)

    @property
    def cache(self) -> Path:
        """The folder of what can be derived again; it may not exist yet."""
        return cache_folder(self.data_dir)

    @cached_property
    def settings(self) -> Settings:
        """The player's settings. Raises ``FileFaults`` with every fault in their file."""
        from bjtrainer.cli.settings import UNSET, load_settings  # noqa: PLC0415  few need them

        return load_settings(self._config) if self._config.exists() else UNSET

    @property
    def _config(self) -> Path:
        return config_path(self.folder)

    @property
    def on_terminal(self) -> bool:
        """Whether a person sits at both ends: prompts, single keys and repainting make sense."""
        return not self.json and sys.stdin.isatty() and sys.stdout.isatty()

    def screen(self) -> Screen:
        """Give the screen on standard output."""
        from bjtrainer.cli.screen import Screen  # noqa: PLC0415  loads rich

        return Screen(sys.stdout, color=self.in_color(sys.stdout.isatty()))

    def in_color(self, terminal: bool) -> bool:
        """Whether to use colour on a stream: the option first, the settings, then NO_COLOR."""
        color = self.color or self._color_of_settings()
        if color is not Color.AUTO:
            return color is Color.ALWAYS
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return terminal and os.environ.get("TERM") != "dumb"

    def _color_of_settings(self) -> Color:
        """Give the colour of the settings; faults in them are no reason to show nothing else."""
        if not self._config.exists():
            return Color.AUTO
        try:
            return self.settings.color
        except InputError:
            tell([f"{self._config} has faults, so that its color is not used: bjtrainer config"])
            return Color.AUTO

    def report(self, data: Mapping[str, object]) -> None:
        """Print one JSON object on a line of standard output, at once."""
        import json  # noqa: PLC0415  most runs report to a person

        print(json.dumps(data, allow_nan=False), flush=True)


def _keep(context: typer.Context, option: typer.CallbackParam, value: object) -> None:
    if value and option.name:
        root = context.find_root()
        root.obj = replace(root.obj, **{option.name: value})


def _show_version(value: bool) -> None:
    if value:
        print(VERSION_LINE)
        raise typer.Exit


def _show_help(context: typer.Context, value: bool) -> None:
    if value:
        print(context.get_help())
        raise typer.Exit


def every_command(  # noqa: PLR0913, PLR0917  one parameter for each option
    json: Annotated[
        bool,
        typer.Option("--json", help="Report as JSON.", callback=_keep, expose_value=False),
    ] = False,
    color: Annotated[
        Color | None,
        typer.Option(
            "--color",
            help="Use colour; otherwise your settings, NO_COLOR and FORCE_COLOR decide.",
            callback=_keep,
            expose_value=False,
        ),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            "--data-dir",
            metavar="PATH",
            help="Keep what is yours in this folder; otherwise BJTRAINER_HOME decides.",
            callback=_keep,
            expose_value=False,
        ),
    ] = None,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show where an error comes from.", expose_value=False),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            help="Show the version and leave.",
            is_eager=True,
            callback=_show_version,
            expose_value=False,
        ),
    ] = False,
    show_help: Annotated[
        bool,
        typer.Option(
            "--help",
            "-h",
            help="Show this message and leave.",
            is_eager=True,
            callback=_show_help,
            expose_value=False,
        ),
    ] = False,
) -> None:
    """Declare the options that every command takes; what they say is in its ``Door``."""
