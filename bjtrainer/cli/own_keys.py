"""The keys that a player has set for himself, on a terminal alone.

What is pressed becomes the standard letter, which everything behind understands, in one place;
what a screen says of keys is written with their names in braces, and worded here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from bjtrainer.cli.keys import Event, Key, KeySource


class Place(Enum):
    """Where keys mean something; there no key means two things."""

    DRILL = "in a drill"
    ROUND = "in a round of play"
    BETS = "between rounds of play"


@dataclass(frozen=True, slots=True)
class Command:
    """The standard letter of an answer or a command, and where it is one."""

    letter: str
    places: tuple[Place, ...]


_HAND = (Place.DRILL, Place.ROUND)
_TABLE = (Place.ROUND, Place.BETS)
_BETS = (Place.BETS,)

COMMANDS: dict[str, Command] = {
    "hit": Command("h", _HAND),
    "stand": Command("s", _HAND),
    "double": Command("d", _HAND),
    "split": Command("p", _HAND),
    "surrender": Command("r", _HAND),
    "yes": Command("y", _HAND),
    "no": Command("n", _HAND),
    "hint": Command("?", (Place.DRILL,)),
    "undo": Command("u", (Place.DRILL,)),
    "star": Command("*", (Place.DRILL,)),
    "quit": Command("q", tuple(Place)),
    "rules": Command("i", _TABLE),
    "log": Command("l", _TABLE),
    "version": Command("v", _TABLE),
    "help": Command("?", _TABLE),
    "deal": Command("d", _BETS),
    "rebet": Command("r", _BETS),
    "take_back": Command("-", _BETS),
    "clear": Command("c", _BETS),
    "next_hand": Command("n", _BETS),
    "rebuy": Command("b", _BETS),
    "deposit": Command("+", _BETS),
    "cash_out": Command("o", _BETS),
}
"""Every answer and command that has a key of its own, by the name that the settings give it."""

AMOUNTS = "0123456789."
"""The keys that lay down chips, or type an amount; no other may be among them there."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of each command: its standard letter, unless the player has set another.

    >>> Keys({"hit": "j"})["hit"], Keys()["hit"]
    ('j', 'h')
    """

    own: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.own.get(name, COMMANDS[name].letter)

    def worded(self, text: str) -> str:
        """Write a text in which commands stand in braces with their keys.

        >>> Keys({"quit": "x"}).worded("{undo} undo, {quit} quit")
        'u undo, x quit'
        """
        return text.format_map(self)

    def letter(self, pressed: str, place: Place) -> str:
        """Give the standard letter of what is pressed at a place.

        A letter whose command has another key now is no longer one; any other key is itself.

        >>> [Keys({"hit": "j"}).letter(pressed, Place.DRILL) for pressed in "jhs7"]
        ['h', 'key h', 's', '7']
        """
        here = [name for name, command in COMMANDS.items() if place in command.places]
        for name in here:
            if self[name] == pressed:
                return COMMANDS[name].letter
        taken = any(COMMANDS[name].letter == pressed for name in here)
        return f"key {pressed}" if taken else pressed

    def contradictions(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Give the commands that share a key at one place, each group once, and what to do.

        >>> [names for names, _ in Keys({"hit": "s"}).contradictions()]
        [('hit', 'stand')]
        """
        told: set[tuple[str, ...]] = set()
        for place in Place:
            here = [name for name, command in COMMANDS.items() if place in command.places]
            for key in dict.fromkeys(self[name] for name in here):
                names = tuple(name for name in here if self[name] == key)
                if len(names) > 1 and names not in told:
                    told.add(names)
                    shared = " and ".join(names)
                    yield names, f"'{key}' means {shared} {place.value}; give each its own key"
                if place is Place.BETS and key in AMOUNTS:
                    yield names, f"'{key}' is for amounts {place.value}; give {names[0]} another"


STANDARD = Keys()
"""The keys of who has set none, and of everything that is no terminal."""


class OwnKeys:
    """A source of single keys that gives the standard letters for the player's own."""

    def __init__(self, source: KeySource, keys: Keys, place: Callable[[], Place]) -> None:
        self._source = source
        self._keys = keys
        self._place = place

    def show(self, draw: Callable[[], None]) -> None:
        """Draw what the next key answers, and start the clock."""
        self._source.show(draw)

    def read(self, seconds: float | None = None) -> Event:
        """Wait for the next event; a key among them is a standard letter where it is set."""
        event = self._source.read(seconds)
        if isinstance(event, Key) and len(event.text) == 1:
            return replace(event, text=self._keys.letter(event.text, self._place()))
        return event
