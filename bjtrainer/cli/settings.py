"""The player's settings: what they are, and how their file is read."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from bjtrainer.cli.door import Color
from bjtrainer.cli.options import FIRST_GAME
from bjtrainer.cli.own_keys import COMMANDS, STANDARD, Keys
from bjtrainer.rules.load import own_games, shipped_games
from bjtrainer.strict_yaml import (
    Faults,
    Fields,
    Mapping,
    Node,
    Refused,
    Value,
    choice,
    decimal,
    did_you_mean,
    read_fields,
    read_file,
    slug,
)

MOST_SECONDS = 10


class Sound(Enum):
    """What can be heard: nothing, or the terminal's bell on a miss."""

    OFF = "off"
    BELL = "bell"


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """How the player wants it, on a terminal; the defaults are those of who has set nothing.

    ``pause_after_right`` is in seconds. ``game`` is for who names none and has drilled or played
    none, everywhere. ``written`` holds the names of what stands in the file.

    >>> Settings().sound
    <Sound.OFF: 'off'>
    """

    keys: Keys = STANDARD
    pause_after_right: float = 0.0
    sound: Sound = Sound.OFF
    game: str = FIRST_GAME
    color: Color = Color.AUTO
    written: frozenset[str] = frozenset()

    def values(self) -> Iterator[tuple[str, str | float]]:
        """Give every setting by its name with its value, the keys as ``keys.hit``."""
        for name in COMMANDS:
            yield f"keys.{name}", self.keys[name]
        yield "pause_after_right", self.pause_after_right
        yield "sound", self.sound.value
        yield "game", self.game
        yield "color", self.color.value


UNSET = Settings()
"""The settings of who has no file, and of everything that is no terminal."""


def load_settings(path: Path) -> Settings:
    """Read the settings file of a player's folder; what is left out has its default.

    Raises ``FileFaults`` with every fault of the file, ``InputError`` where it cannot be read.
    """
    root, faults = read_file(path, may_be_empty=True)
    values = read_fields(root, "the file", READERS, faults)
    if "game" in values:
        games = (*shipped_games(), *own_games(path.parent))
        if values["game"] not in games:
            hint = did_you_mean(values["game"], games) or f"; write one of {', '.join(games)}"
            faults.add(root["game"], f"there is no game '{values['game']}'{hint}")
    faults.raise_if_any()
    return Settings(**values, written=frozenset(_written(root)))


def _written(root: Mapping) -> Iterator[str]:
    for name, (_, value) in root.entries.items():
        if isinstance(value, Mapping):
            yield from (f"{name}.{inner}" for inner in value.entries)
        else:
            yield name


def _sign(written: str) -> str:
    """Read a key: one letter, digit or sign, of which a capital is the same key."""
    key = written.lower()
    if len(key) == 1 and (key.isalnum() or key in string.punctuation):
        return key
    raise ValueError


def _read_keys(node: Node, name: str, faults: Faults) -> Keys:
    """Read the keys of the commands, none of which means two things in one place."""
    before = len(faults.found)
    own = read_fields(node, name, _KEYS, faults)
    assert isinstance(node, Mapping)
    refused = node.entries.keys() - own.keys()
    keys = Keys(own)
    if not faults.cut_short:
        for names, message in keys.contradictions():
            if refused.isdisjoint(names):
                last = [name for name in node.entries if name in names][-1]
                faults.add(node[last], message)
    if len(faults.found) > before:
        raise Refused
    return keys


_KEYS: Fields = dict.fromkeys(COMMANDS, Value("one letter, digit or sign, as in x or '*'", _sign))

READERS: Fields = {
    "keys": _read_keys,
    "pause_after_right": Value(
        decimal(0, MOST_SECONDS).expected,
        lambda written: float(decimal(0, MOST_SECONDS).parse(written)),
    ),
    "sound": choice(Sound),
    "game": slug,
    "color": choice(Color),
}
"""Every key of the file with the reader of its value."""
