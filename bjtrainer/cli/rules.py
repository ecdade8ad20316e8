"""``bjtrainer rules``: what one game allows."""

from __future__ import annotations

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules
from bjtrainer.rules.describe import describe, rules_as_dict


def rules(context: typer.Context, game: Game, rule: RuleChanges = None) -> None:
    """Show the rules of a game as a person reads them."""
    door = Door.of(context)
    chosen = chosen_rules(door, game, rule)
    if door.json:
        door.report(
            {
                "schema": 1,
                "game": chosen.slug,
                "rules_digest": chosen.digest,
                "rules": rules_as_dict(chosen),
            }
        )
        return
    door.screen().pairs(describe(chosen))
