"""Which single rules a chart's cells hang on: what would stand there if one were another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bjtrainer.analysis.values import solve
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.model import Chart
from bjtrainer.rules.load import override
from bjtrainer.rules.model import Rules, Soft17


def with_hinges(chart: Chart, rules: Rules) -> Chart:
    """Give a chart with the codes that each other rule would put in its cells, where they differ.

    Each other rule is solved: a third of a second each.
    """
    hinges = {cell: dict(entry.hinges) for cell, entry in chart.entries.items()}
    for change in _changes(rules):
        codes = derive_plan(solve(override(rules, [change])), chart.method).codes()
        for cell, entry in chart.entries.items():
            if codes[cell] is not entry.code:
                hinges[cell][change] = codes[cell]
    entries = {cell: replace(entry, hinges=hinges[cell]) for cell, entry in chart.entries.items()}
    return replace(chart, entries=entries)


def _changes(rules: Rules) -> Iterator[str]:
    """Give each single change of rules that is asked about, as ``--rule`` takes it."""
    yield "soft_17=stand" if rules.soft_17 is Soft17.HIT else "soft_17=hit"
    yield f"double_after_split={'no' if rules.double_after_split else 'yes'}"
