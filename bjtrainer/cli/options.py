"""The arguments that several commands take, and what they stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.streams import tell
from bjtrainer.rules.load import find_rules, override, own_games, shipped_games
from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.stats.store import Store

FIRST_GAME = "vegas-downtown"
"""The game of who has drilled or played none yet, and has set and names none."""


def complete_games(context: typer.Context, incomplete: str) -> list[str]:
    """Give the games whose names begin like this, for the shell."""
    names = (*shipped_games(), *own_games(Door.of(context).folder))
    return [name for name in names if name.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, one of your own, or the path of a rules file.",
        autocompletion=complete_games,
    ),
]
RuleChanges = Annotated[
    list[str] | None,
    typer.Option(
        "--rule", metavar="KEY=VALUE", help="Change a rule, such as decks=6; can be repeated."
    ),
]
Count = Annotated[
    int | None, typer.Option("--count", metavar="N", help="End after so many decisions.")
]
HandsSeed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Deal the same hands again.")
]
OtherGame = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="GAME",
        help="The game that you come from, where a drill asks what changes.",
        autocompletion=complete_games,
    ),
]


def chosen_rules(door: Door, game: str, changes: list[str] | None = None) -> Rules:
    """Give the rules of a GAME argument with the ``--rule`` options; raises ``InputError``.

    A game with other rules says so in its name.
    """
    rules = find_rules(game, door.folder)
    if not changes:
        return rules
    changed = override(rules, changes)
    if changed.name != rules.name or changed.digest == rules.digest:
        return changed
    return replace(changed, name=f"{rules.name}, {', '.join(changes)}")


def last_game(door: Door, store: Store) -> str:
    """Give the game drilled last; where it is gone, that is said and the first one taken."""
    return still_there(door, store.last_game(), "drilled")


def still_there(door: Door, game: str | None, done: str) -> str:
    """Give the game that was drilled or played last, by its slug; None is the first one.

    That is the one of the settings. Where the last is gone, that is said and the first one taken.
    ``done`` is what was done with it.
    """
    if game is None or game in (*shipped_games(), *own_games(door.folder)):
        return game or door.settings.game
    first = door.settings.game
    tell([f"{game}, the game {done} last, is not found any more; this is {first}"])
    return first
