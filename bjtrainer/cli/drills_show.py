"""``bjtrainer drills show`` and ``new``: what a drill asks, and a file to write one's own in."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_start import complete_drills, prepared
from bjtrainer.cli.options import OtherGame, RuleChanges, chosen_rules, complete_games, last_game
from bjtrainer.cli.solving import SolvedGames
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError, StorageError, clean, shown
from bjtrainer.places import history_path, shipped
from bjtrainer.stats.store import Store
from bjtrainer.strict_yaml import is_slug
from bjtrainer.trainer.answered import NothingToAsk
from bjtrainer.trainer.describe import cells_by_row, describe, drill_as_dict
from bjtrainer.trainer.drill import DEFAULT_DRILL, find_drill, shipped_drills
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.selection import Selection, select
from bjtrainer.trainer.spots import Decision, Spot
from bjtrainer.trainer.wording import counted

_EVERYWHERE = Selection(
    decisions=(Decision.FIRST, Decision.AFTER_HIT, Decision.AFTER_SPLIT),
)


def show(
    context: typer.Context,
    drill: Annotated[
        str,
        typer.Argument(
            metavar="DRILL",
            help="A drill's name, or the path of a drill file.",
            autocompletion=complete_drills,
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game whose cells to count; otherwise the one drilled last.",
            autocompletion=complete_games,
        ),
    ] = None,
    rule: RuleChanges = None,
    origin: OtherGame = None,
) -> None:
    """Explain a drill, and which cells it covers in a game."""
    door = Door.of(context)
    chosen = find_drill(drill, door.folder)
    solved = SolvedGames()
    with Store.snapshot(history_path(door.folder)) as store:
        rules = chosen_rules(door, last_game(door, store) if game is None else game, rule)
        ready = prepared(door, store, solved, chosen, rules, origin)
    nothing: str | None = None
    spots: tuple[Spot, ...] = ()
    try:
        spots = select(
            ready.drill.selection or _EVERYWHERE,
            Plays(rules, ready.chart),
            solve=solved,
            other=ready.other,
            progress=ready.progress,
        )
    except NothingToAsk as reason:
        nothing = str(reason)
    if door.json:
        found = {"game": rules.slug, "cells": [str(spot) for spot in spots], "nothing": nothing}
        door.report({"schema": 1, **drill_as_dict(ready.drill), "covers": found})
        return
    screen = door.screen()
    how_many = nothing or f"{counted(len(spots), 'cell')} of {rules.name}"
    screen.pairs([*describe(ready.drill), ("Cells", f"{how_many[0].upper()}{how_many[1:]}.")])
    if spots:
        screen.show("")
        screen.pairs(cells_by_row(spots))


def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new drill.")],
) -> None:
    """Write a drill file of your own, with every key explained in it."""
    door = Door.of(context)
    if not is_slug(name):
        raise InputError(f"'{shown(name)}' is no name for a drill; write a to z, 0 to 9, - and _")
    if name in shipped_drills():
        raise InputError(f"'{name}' is a drill of the program; choose another name")
    path = door.folder / "drills" / f"{name}.yaml"
    if path.exists():
        raise InputError(f"{path} exists; choose another name, or edit it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(_commented(name))
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}") from None
    if door.json:
        door.report({"schema": 1, "drill": name, "path": str(path)})
    else:
        print(clean(str(path)))
        tell([f"every key is explained in it; edit it, then: bjtrainer drill {name}"])


def _commented(name: str) -> str:
    """Give the text of a new drill: every key with its comment, as in the default drill."""
    text = (shipped("drills") / f"{DEFAULT_DRILL}.yaml").read_text(encoding="utf-8")
    title = re.sub(r"[_-]+", " ", name).strip()[:40]
    for pattern, replacement in (
        (r"^# The default drill: .*$", f"# {name}: a drill of your own."),
        (r"^title: .*$", f'title: "{title}"'),
        (r"^about: .*$", 'about: ""'),
        (r"^deal: .*$", "deal: cells"),
    ):
        text = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    return text
