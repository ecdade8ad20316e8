"""``bjtrainer edge``: what a game is worth, played by exact cards and by its charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.files import load_chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules


def edge(
    context: typer.Context,
    game: Game,
    rule: RuleChanges = None,
    chart_file: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", help="Value this chart file under the rules."),
    ] = None,
) -> None:
    """Give the player's expectation: optimal, by chart, by upcard.

    In initial wagers a round, from a fresh shoe, without insurance; computed, not looked up.
    """
    from bjtrainer.analysis.values import SPLIT_STRATEGY, solve  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.derive import derive_plans  # noqa: PLC0415
    from bjtrainer.charts.figures import insurance_entry, plan_edge  # noqa: PLC0415
    from bjtrainer.charts.plan import plan_of  # noqa: PLC0415

    door = Door.of(context)
    rules = chosen_rules(door, game, rule)
    played = plan_of(load_chart(chart_file).codes) if chart_file else None
    values = solve(rules)
    optimal, plans = values.edge(), derive_plans(values)
    chart = plan_edge(values, played) if played else plans.whole_game_edge
    insurance = insurance_entry(values)
    if door.json:
        door.report(
            {
                "schema": 1,
                "game": rules.slug,
                "rules_digest": rules.digest,
                "optimal": optimal.total,
                "chart": chart,
                **({"chart_file": str(chart_file)} if chart_file else {}),
                "two_card_chart": plans.two_card_edge,
                "by_upcard": {str(upcard): value for upcard, value in optimal.by_upcard.items()},
                "insurance": insurance.value if insurance else None,
                "split_strategy": SPLIT_STRATEGY,
            }
        )
        return
    screen = door.screen()
    name = f"chart of {chart_file.name}" if chart_file else "whole-game chart"
    screen.show(rules.name, "What a player may expect, in % of the initial wager.", "")
    worth = {
        "optimal": optimal.total,
        name: chart,
        "two-card chart": plans.two_card_edge,
        **{f"against {upcard}": optimal.by_upcard[upcard] for upcard in UPCARDS},
    }
    screen.pairs((label, f"{float(value):+9.4%}") for label, value in worth.items())
    screen.show("", f"Optimal plays by the exact cards; {_compared(float(optimal.total), chart)}.")
    if insurance is not None:
        screen.show(f"Insurance, when offered: {insurance.value:+.4%}, not included above.")
    screen.show(f"Splits {SPLIT_STRATEGY}; fresh shoe; rules {rules.digest}.")


def _compared(optimal: float, chart: float) -> str:
    """Say what a chart gives away; a few play split hands better than as if they were not split."""
    difference = f"{abs(optimal - chart):.4%}"
    if chart > optimal and difference != f"{0:.4%}":
        return f"the chart gains {difference} on that, as it plays some split hands better"
    return f"the chart gives away {difference}"
