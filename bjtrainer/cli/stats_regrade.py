"""``bjtrainer stats regrade``: what the stored answers would be worth under other rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import RuleChanges, chosen_rules
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Span, Style
from bjtrainer.cli.stats_filters import Filters, filtered, read_chosen
from bjtrainer.cli.stats_words import share as accuracy
from bjtrainer.errors import InputError
from bjtrainer.rules.model import Rules
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.hands import AnsweredHand
from bjtrainer.stats.regrade import Regraded, regraded
from bjtrainer.trainer.wording import counted

_SHOWN = 10
Source = tuple[str, str]
"""The slug and the digest of the game in which answers were given."""


@filtered
def regrade(context: typer.Context, filters: Filters, rule: RuleChanges = None) -> None:
    """Show what your answers would be worth under the rules of --game; nothing is rewritten.

    The answers in all games, or those that the other options choose. Each hand is valued anew by
    its exact cards; answers that the other game would never ask for are told apart.
    """
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

    door = Door.of(context)
    if filters.game is None:
        raise InputError("name the game whose rules are to judge: --game GAME")
    rules = chosen_rules(door, filters.game, rule)
    everywhere = replace(filters, game=None, all_games=True)
    _, hands = read_chosen(
        door,
        everywhere,
        datetime.now(UTC),
        lambda store, asked: store.answered_hands(asked.selection),
    )
    by_source: dict[Source, list[AnsweredHand]] = defaultdict(list)
    for hand in hands:
        by_source[hand.game, hand.rules_digest].append(hand)
    chart, values = chart_of(rules, cache=door.cache), solve(rules)
    found = {source: regraded(given, rules, chart, values) for source, given in by_source.items()}
    if door.json:
        door.report(_as_dict(rules, found))
    else:
        _show(door.screen(), rules, found)


def _as_dict(rules: Rules, found: Mapping[Source, Regraded]) -> dict[str, object]:
    return {
        "schema": 1,
        "game": rules.slug,
        "rules_digest": rules.digest,
        "from": [
            {
                "game": game,
                "rules_digest": digest,
                "then": one.whole.then.as_json(),
                "there": one.whole.there.as_json(),
                "cells": [
                    {"cell": cell, "then": both.then.as_json(), "there": both.there.as_json()}
                    for cell, both in one.cells.items()
                ],
                "without_counterpart": dict(one.without),
            }
            for (game, digest), one in found.items()
        ],
    }


def _show(screen: Screen, rules: Rules, found: Mapping[Source, Regraded]) -> None:
    screen.show([Span(rules.name, Style.TITLE), "  judges answers given in other games"], "")
    if not found:
        screen.show("No such answers yet. Begin with: bjtrainer drill")
    for (game, digest), one in found.items():
        name = "the same rules" if digest == rules.digest else f"rules {digest}"
        screen.show([Span(game, Style.TITLE), f"  {name}"])
        if one.whole.there.decisions:
            screen.table(
                ("", "decisions", "right", "accuracy", "bets lost per 100"),
                [("as judged then", *_row(one.whole.then)), ("here", *_row(one.whole.there))],
            )
        _show_changes(screen, one)
        for reason, answers in one.without.items():
            screen.show(f"{counted(answers, 'answer')} without a counterpart: {reason}")
        screen.show("")
    screen.show("Nothing that is stored was changed.")


def _show_changes(screen: Screen, one: Regraded) -> None:
    """Show the cells whose answers are worth something else here, most first."""
    changed = {
        cell: both.there.total_cost - both.then.total_cost
        for cell, both in one.cells.items()
        if both.there.right != both.then.right
    }
    if not changed:
        return
    dearest = sorted(changed, key=lambda cell: (-abs(changed[cell]), cell))
    screen.show("")
    screen.table(
        ("judged otherwise", "decisions", "right then", "right here", "bets lost then", "here"),
        [
            (
                cell,
                str(one.cells[cell].then.decisions),
                str(one.cells[cell].then.right),
                str(one.cells[cell].there.right),
                f"{one.cells[cell].then.total_cost:.3f}",
                f"{one.cells[cell].there.total_cost:.3f}",
            )
            for cell in dearest[:_SHOWN]
        ],
    )
    if len(dearest) > _SHOWN:
        screen.show(f"and {counted(len(dearest) - _SHOWN, 'more cell')}")


def _row(figures: Figures) -> tuple[str, ...]:
    lost = "-" if figures.cost_per_100 is None else f"{figures.cost_per_100:.2f}"
    return (str(figures.decisions), str(figures.right), accuracy(figures), lost)
