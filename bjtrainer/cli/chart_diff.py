"""``bjtrainer chart diff``: what changes from one game to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import INSURANCE_CELL
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import chosen_rules, complete_games
from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.charts.diff import Diff


def diff(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", autocompletion=complete_games)],
    b: Annotated[str, typer.Argument(metavar="B", autocompletion=complete_games)],
) -> None:
    """Show the cells in which two games differ, and what the wrong chart costs.

    A and B are games, or paths of rules files. Costs are in initial wagers per 100 rounds.
    """
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.diff import diff as compare  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.plan import plan_of  # noqa: PLC0415  loads numpy

    door = Door.of(context)
    rules_a, rules_b = chosen_rules(door, a), chosen_rules(door, b)
    plan_a, plan_b = (
        plan_of(chart_of(rules, cache=door.cache).codes) for rules in (rules_a, rules_b)
    )
    found = compare(solve(rules_a), plan_a, solve(rules_b), plan_b)
    if door.json:
        door.report(_as_dict(rules_a, rules_b, found))
    else:
        _show(door, rules_a, rules_b, found)


def _changes(found: Diff) -> Iterator[tuple[str, str, str, float, float]]:
    """Give each changed cell, its codes in A and B, and what the other's costs in A and B."""
    for change in found.changes:
        codes = str(change.a), str(change.b)
        yield str(change.cell), *codes, change.cost_in_a, change.cost_in_b
    if (insured := found.insurance) is not None:
        yield INSURANCE_CELL, insured.a, insured.b, insured.cost_in_a, insured.cost_in_b


def _as_dict(a: Rules, b: Rules, found: Diff) -> dict[str, object]:
    return {
        "schema": 1,
        "a": {"game": a.slug, "rules_digest": a.digest},
        "b": {"game": b.slug, "rules_digest": b.digest},
        "cells": [
            {
                "cell": cell,
                "a": in_a,
                "b": in_b,
                "cost_in_a": cost_in_a,
                "cost_in_b": cost_in_b,
            }
            for cell, in_a, in_b, cost_in_a, cost_in_b in _changes(found)
        ],
        "cost_in_a": found.cost_in_a,
        "cost_in_b": found.cost_in_b,
    }


def _show(door: Door, a: Rules, b: Rules, found: Diff) -> None:
    screen = door.screen()
    screen.show(f"A  {a.name} ({a.slug})", f"B  {b.name} ({b.slug})", "")
    rows = [
        (cell, in_a, in_b, f"{cost_in_a:z.5f}", f"{cost_in_b:z.5f}")
        for cell, in_a, in_b, cost_in_a, cost_in_b in _changes(found)
    ]
    if not rows:
        screen.show("The charts are the same in every cell.")
        return
    rows.append(("the whole chart", "", "", f"{found.cost_in_a:z.5f}", f"{found.cost_in_b:z.5f}"))
    screen.table(("cell", "A", "B", "B's code in A", "A's code in B"), rows)
    screen.show("", "The other game's code costs so many bets per 100 rounds, all else as it is.")
