"""Which single rules a chart's cells hang on: what would stand there if one were another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bjtrainer.analysis.values import Values
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.model import Cell, Chart, Code
from bjtrainer.rules.model import HoleCard, Rules, Soft17, Surrender


def with_hinges(chart: Chart, rules: Rules, solve: Callable[[Rules], Values]) -> Chart:
    """Give a chart with the codes that each other rule would put in its cells, where they differ.

    The game under each other rule is solved: a quarter of a second each. What ``solve`` raises ends
    it between two of them.
    """
    hinges: dict[Cell, dict[str, Code]] = {cell: {} for cell in chart.entries}
    for change, other in _with_one_rule_changed(rules):
        codes = derive_plan(solve(other), chart.method).codes()
        for cell, entry in chart.entries.items():
            if codes[cell] is not entry.code:
                hinges[cell][change] = codes[cell]
    entries = {cell: replace(entry, hinges=hinges[cell]) for cell, entry in chart.entries.items()}
    return replace(chart, entries=entries)


def _with_one_rule_changed(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Give each single change of rules that is asked about, as ``--rule`` takes it, and its rules.

    The first ones are those that a player would name first.
    """
    soft_17 = Soft17.STAND if rules.soft_17 is Soft17.HIT else Soft17.HIT
    yield f"soft_17={soft_17.value}", replace(rules, soft_17=soft_17)
    after_split = not rules.double_after_split
    yield (
        f"double_after_split={'yes' if after_split else 'no'}",
        replace(rules, double_after_split=after_split),
    )
    surrender = Surrender.NONE if rules.surrender is not Surrender.NONE else Surrender.LATE
    yield f"surrender={surrender.value}", replace(rules, surrender=surrender)
    peeks = rules.hole_card is HoleCard.PEEK
    hole_card = HoleCard.NONE if peeks else HoleCard.PEEK
    yield f"hole_card={hole_card.value}", replace(rules, hole_card=hole_card)
    for decks in (1, 2, 8):
        if decks != rules.decks:
            yield f"decks={decks}", replace(rules, decks=decks)
