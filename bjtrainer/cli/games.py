"""``bjtrainer games``: which games there are."""

from __future__ import annotations

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.rules.load import find_rules, own_games, shipped_games
from bjtrainer.rules.model import HoleCard, Rules


def games(context: typer.Context) -> int:
    """List the games and what sets them apart.

    A game of your own is a rules file in the folder "games" of your data folder; one with
    faults is told and left out.
    """
    door = Door.of(context)
    listed: list[Rules] = []
    exit_code = 0
    for name in (*shipped_games(), *own_games(door.folder)):
        try:
            listed.append(find_rules(name, door.folder))
        except InputError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
    if door.json:
        door.report({"schema": 1, "games": [_as_dict(rules) for rules in listed]})
    else:
        head = ("game", "decks", "soft 17", "hole card", "double on", "surrender")
        door.screen().table(head, [_row(rules) for rules in listed])
    return exit_code


def _row(rules: Rules) -> tuple[str, ...]:
    return (
        rules.slug,
        str(rules.decks),
        rules.soft_17.value,
        "yes" if rules.hole_card is HoleCard.PEEK else "no",
        rules.double_on.value,
        rules.surrender.value,
    )


def _as_dict(rules: Rules) -> dict[str, object]:
    return {
        "game": rules.slug,
        "name": rules.name,
        "decks": rules.decks,
        "rules_digest": rules.digest,
    }
