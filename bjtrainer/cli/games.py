"""``bjtrainer games``: which games there are."""

from __future__ import annotations

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Edges
from bjtrainer.cli.door import Door
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.rules.load import find_rules, own_games, shipped_games
from bjtrainer.rules.model import Rules


def games(context: typer.Context) -> int:
    """List the games and what sets them apart.

    A game of your own is a rules file in the folder "games" of your data folder; one with
    faults is told and left out.
    """
    door = Door.of(context)
    listed: list[tuple[Rules, Edges]] = []
    exit_code = 0
    shipped = [(name, None) for name in shipped_games()]  # a game of one's own hides none of them
    own = [(name, door.folder) for name in own_games(door.folder)]
    for name, folder in (*shipped, *own):
        try:
            rules = find_rules(name, folder)
            listed.append((rules, chart_of(rules, cache=door.cache).edges))
        except InputError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
    if door.json:
        door.report({"schema": 1, "games": [_as_dict(*game) for game in listed]})
    else:
        head = ("game", "decks", "soft 17", "surrender", "optimal", "chart")
        screen = door.screen()
        screen.table(head, [_row(*game) for game in listed])
        screen.show("", "Optimal and chart: what a player may expect, in % of the initial wager.")
    return exit_code


def _row(rules: Rules, edges: Edges) -> tuple[str, ...]:
    return (
        rules.slug,
        str(rules.decks),
        rules.soft_17.value,
        rules.surrender.value,
        f"{edges.optimal:+.3%}",
        f"{edges.chart:+.3%}",
    )


def _as_dict(rules: Rules, edges: Edges) -> dict[str, object]:
    return {
        "game": rules.slug,
        "name": rules.name,
        "decks": rules_as_dict(rules)["decks"],
        "rules_digest": rules.digest,
        "optimal": edges.optimal,
        "chart": edges.chart,
        "two_card_chart": edges.two_card_chart,
    }
