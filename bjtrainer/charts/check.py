"""Is a chart right: legal under its rules, and what those rules derive today?"""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.analysis.values import solve
from bjtrainer.cards import Rank
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.hinges import with_hinges
from bjtrainer.charts.model import CELLS, Cell, Chart, Row
from bjtrainer.game.actions import Action, Situation, why_not
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules

_TOLERANCE = 2e-9  # initial wagers (or decisions per 100 rounds): figures have nine decimals
_EDGE_TOLERANCE = 1e-12


def differences(chart: Chart, rules: Rules) -> tuple[str, ...]:
    """Give what is wrong in a chart, a line for each cell or figure; empty when all is right."""
    illegal = tuple(_illegal(chart, rules))
    if chart.rules_digest != rules.digest:
        other = f"the chart is for the rules {chart.rules_digest}, {rules.slug} has {rules.digest}"
        return (f"{other}; name the chart's own with --game or --rule", *illegal)
    derived = derive_chart(solve(rules), chart.method)
    if any(entry.hinges for entry in chart.entries.values()):
        derived = with_hinges(derived, rules, solve)
    return (*illegal, *_other_edges(chart, derived), *_other_cells(chart, derived))


def _illegal(chart: Chart, rules: Rules) -> Iterator[str]:
    for cell in CELLS:
        entry = chart.entries[cell]
        for action in entry.code.actions:
            if reason := _why_never(cell, action, rules):
                yield f"{cell}: code is {entry.code}, but {reason}"
                break
        if cell.row.kind == "pair" and Action.SPLIT not in entry.code.actions:
            rank = Rank(cell.row.label)
            total = Cell(Row.of_total(Hand((rank, rank))), cell.upcard)
            if entry.code is not chart.entries[total].code:
                yield (
                    f"{cell}: code is {entry.code}, neither a split nor that of {total}, "
                    f"{chart.entries[total].code}"
                )


def _why_never(cell: Cell, action: Action, rules: Rules) -> str | None:
    """Say why two starting cards of a cell may never take an action; None when they may."""
    if cell.row.kind == "pair":
        hand = Hand((Rank(cell.row.label),) * 2)
    elif cell.row.kind == "soft":
        hand = Hand((Rank.ACE, _rank_worth(int(cell.row.label) - 11)))
    else:
        total = int(cell.row.label)
        high = min(total - 2, 10)
        hand = Hand((_rank_worth(high), _rank_worth(total - high)))
    if action is Action.SPLIT and cell.row.kind != "pair":
        return "only pairs can be split"
    return why_not(rules, Situation(hand=hand, upcard=cell.upcard), action)


def _rank_worth(points: int) -> Rank:
    return next(rank for rank in Rank if rank.points == points)


def _other_edges(chart: Chart, derived: Chart) -> Iterator[str]:
    for name in ("optimal", "chart", "two_card_chart"):
        said, right = getattr(chart.edges, name), getattr(derived.edges, name)
        if abs(said - right) > _EDGE_TOLERANCE:
            yield f"edges: {name} is {said:.15f}, the rules derive {right:.15f}"
    said_insurance, right_insurance = chart.insurance, derived.insurance
    if said_insurance is None and right_insurance is not None:
        yield "insurance: the rules offer it, the chart has none"
    elif said_insurance is not None and right_insurance is None:
        yield "insurance: the rules have none, the chart has it"
    elif said_insurance is not None and right_insurance is not None:
        if said_insurance.take is not right_insurance.take:
            yield (
                f"insurance v A: code is {said_insurance.code}, "
                f"the rules derive {right_insurance.code}"
            )
        for name in ("value", "frequency"):
            yield from _other_figure(
                "insurance v A",
                name,
                getattr(said_insurance, name),
                getattr(right_insurance, name),
            )


def _other_cells(chart: Chart, derived: Chart) -> Iterator[str]:
    for cell in CELLS:
        said, right = chart.entries[cell], derived.entries[cell]
        if said.code is not right.code:
            yield f"{cell}: code is {said.code}, the rules derive {right.code}"
            continue
        if said.two_card is not right.two_card:
            yield (
                f"{cell}: two_card is {said.two_card or 'absent'}, "
                f"the rules derive {right.two_card or 'none'}"
            )
        if said.hinges != right.hinges:
            hinges = ", ".join(f"{change}: {code}" for change, code in right.hinges.items())
            yield f"{cell}: the rules derive if: {{{hinges}}}"
        if said.values.keys() != right.values.keys():
            names = ", ".join(str(action) for action in right.values)
            yield f"{cell}: the rules derive values of {names}"
            continue
        for action, value in right.values.items():
            yield from _other_figure(str(cell), str(action), said.values[action], value)
        for name in ("margin", "frequency", "fallback_margin"):
            yield from _other_figure(str(cell), name, getattr(said, name), getattr(right, name))


def _other_figure(where: str, name: str, said: float | None, right: float | None) -> Iterator[str]:
    if said is None or right is None:
        if said is not right:
            yield f"{where}: {name} is {said}, the rules derive {right}"
    elif abs(said - right) > _TOLERANCE:
        yield f"{where}: {name} is {said:.9f}, the rules derive {right:.9f}"
