"""Chart files: written by ``chart derive``, read strictly, never edited by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.model import (
    ROWS,
    Cell,
    Chart,
    Code,
    Edges,
    Entry,
    InsuranceEntry,
    Method,
    Row,
)
from bjtrainer.game.actions import Action
from bjtrainer.places import shipped
from bjtrainer.rules.model import HoleCard, Rules, Surrender
from bjtrainer.strict_yaml import (
    Faults,
    Fields,
    Mapping,
    Node,
    Value,
    choice,
    decimal,
    read_fields,
    read_file,
    record,
    slug,
    table,
    text,
    word,
)

DECIMALS = 9
"""Digits after the point of every figure in a chart file; the edges have 15."""


def chart_path(game: str) -> Path:
    """Give the path of the shipped chart of a game."""
    return shipped("strategies") / f"{game}.yaml"


def conventions(rules: Rules) -> str:
    """Say in one line what the figures of a game's chart mean.

    >>> conventions(Rules(name="Example", slug="example")).split(";")[0]
    'values in initial wagers'
    """
    condition = "given that the dealer has no blackjack"
    if rules.hole_card is not HoleCard.PEEK:
        condition = "unconditional, a dealer blackjack included"
    elif rules.surrender is Surrender.EARLY:
        condition += ", but unconditional before an early surrender"
    return (
        f"values in initial wagers; {condition}; fresh shoe less the cards seen; "
        "best play by the exact cards afterwards; splits CDZ-, resplit when allowed; "
        "averaged over the hands that reach the cell when the chart is played; "
        "frequency in decisions per 100 rounds"
    )


def chart_yaml(chart: Chart, rules: Rules) -> str:
    """Give the text of a chart's file; ``load_chart`` reads it back to the digits written."""
    return "\n".join(_lines(chart, rules)) + "\n"


def _lines(chart: Chart, rules: Rules) -> Iterator[str]:
    yield f"# Basic strategy for {rules.name}, derived from its rules."
    yield "# Written by `bjtrainer chart derive`, never by hand; `bjtrainer chart check` compares."
    yield "# if: the code under the same rules but for one, as --rule takes it."
    yield "# H hit, S stand, P split; Dh Ds double, else hit or stand; Rh Rs Rp surrender, else ..."
    yield f"game: {chart.game}"
    yield f'rules_digest: "{chart.rules_digest}"'
    yield f"method: {chart.method.value}"
    yield f'conventions: "{conventions(rules)}"'
    yield "edges:  # the player's expectation of a round, in initial wagers"
    yield f"  optimal: {chart.edges.optimal:.15f}  # every hand by its exact cards"
    yield f"  chart: {chart.edges.chart:.15f}  # the whole-game chart, played exactly"
    yield f"  two_card_chart: {chart.edges.two_card_chart:.15f}  # the two-card chart likewise"
    if (insurance := chart.insurance) is not None:
        figures = f"value: {_figure(insurance.value)}, frequency: {_figure(insurance.frequency)}"
        yield f"insurance: {{code: {insurance.code}, {figures}}}"
    yield "cells:"
    for row in ROWS:
        yield f"  {row}:"
        for upcard in UPCARDS:
            yield f"    {upcard}: {{{_entry(chart.entries[Cell(row, upcard)])}}}"


def _entry(entry: Entry) -> str:
    parts = [f"code: {entry.code}"]
    parts += [f"{action}: {_figure(value)}" for action, value in entry.values.items()]
    parts += [f"margin: {_figure(entry.margin)}", f"frequency: {_figure(entry.frequency)}"]
    if entry.fallback_margin is not None:
        parts.append(f"fallback_margin: {_figure(entry.fallback_margin)}")
    if entry.two_card is not None:
        parts.append(f"two_card: {entry.two_card}")
    if entry.hinges:
        changes = ", ".join(f"{change}: {code}" for change, code in entry.hinges.items())
        parts.append(f"if: {{{changes}}}")
    return ", ".join(parts)


def _figure(value: float) -> str:
    return f"{value: z.{DECIMALS}f}"  # z: zero has no sign that would hang on rounding


def load_chart(path: Path) -> Chart:
    """Read a chart file.

    Raises ``FileFaults`` with every fault of the file (missing cells too), ``InputError`` where
    there is no file. Whether the codes are right is for ``check`` to say.

    >>> chart = load_chart(chart_path("vegas-downtown"))
    >>> str(chart.entries[Cell.parse("hard 11 v 6")].code)
    'Dh'
    """
    root, faults = read_file(path)
    values = read_fields(root, "the file", _FIELDS, faults, _FIELDS.keys() - {"insurance"})
    if not faults.cut_short and "cells" in values:
        _check_complete(values["cells"], root["cells"], faults)
    faults.raise_if_any()
    return Chart(
        game=values["game"],
        rules_digest=values["rules_digest"],
        method=values["method"],
        edges=values["edges"],
        entries={
            Cell(row, upcard): entry
            for row, of_row in values["cells"].items()
            for upcard, entry in of_row.items()
        },
        insurance=values.get("insurance"),
    )


def _check_complete(cells: dict[Row, dict[Rank, Entry]], at: Node, faults: Faults) -> None:
    if rows := [str(row) for row in ROWS if row not in cells]:
        faults.add(at, f"rows are missing: {', '.join(rows)}; derive the chart again")
    for row, of_row in cells.items():
        if upcards := [str(upcard) for upcard in UPCARDS if upcard not in of_row]:
            place = at[str(row)] if isinstance(at, Mapping) else at
            faults.add(place, f"{row} has no cell for {', '.join(upcards)}; derive the chart again")


def _read_entry(**values: Any) -> Entry:
    return Entry(
        code=values.pop("code"),
        margin=values.pop("margin"),
        frequency=values.pop("frequency"),
        fallback_margin=values.pop("fallback_margin", None),
        two_card=values.pop("two_card", None),
        hinges=values.pop("if", {}),
        values={Action(name): value for name, value in values.items()},
    )


def _read_insurance(code: str, value: float, frequency: float) -> InsuranceEntry:
    return InsuranceEntry(take=code == "Y", value=value, frequency=frequency)


def _as_float(low: int, high: int) -> Value[float]:
    exact = decimal(low, high)
    return Value(exact.expected, lambda written: float(exact.parse(written)))


_VALUE, _SHARE = _as_float(-10, 10), _as_float(0, 1000)
_CODE = choice(Code)
_ENTRY: Fields = {
    "code": _CODE,
    **{action.value: _VALUE for action in Action},
    "margin": _VALUE,
    "frequency": _SHARE,
    "fallback_margin": _VALUE,
    "two_card": _CODE,
    "if": table(text(80), _CODE),
}
_INSURANCE: Fields = {"code": word("Y") | word("N"), "value": _VALUE, "frequency": _SHARE}
_EDGES: Fields = dict.fromkeys(("optimal", "chart", "two_card_chart"), _VALUE)
_ROW = Value("a row such as hard 16", Row.parse)
_UPCARD = Value("an upcard: 2 to 9, T or A", Rank)
_FIELDS: Fields = {
    "game": slug,
    "rules_digest": text(64),
    "method": choice(Method),
    "conventions": text(1000),
    "edges": record(Edges, _EDGES, required=_EDGES),
    "insurance": record(_read_insurance, _INSURANCE, required=_INSURANCE),
    "cells": table(
        _ROW,
        table(_UPCARD, record(_read_entry, _ENTRY, required=("code", "margin", "frequency"))),
    ),
}
