"""A chart in the forms that it is shown in: a table for people, and data for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.files import conventions
from bjtrainer.charts.model import INSURANCE_CELL, ROWS, Cell, Chart, Entry, Row
from bjtrainer.rules.model import Rules

KINDS = ("hard", "soft", "pair")


@dataclass(frozen=True)
class Line:
    """A row of a chart as a person sees it: its name (``16``, ``A7``, ``8,8``) and ten codes."""

    row: Row
    name: str
    codes: tuple[str, ...]


def short_name(row: Row) -> str:
    """Give a row's name as printed charts have it.

    >>> [short_name(Row(*row.split())) for row in ("hard 16", "soft 18", "soft 12", "pair 8")]
    ['16', 'A7', 'AA', '88']
    """
    if row.kind == "hard":
        return row.label
    if row.kind == "soft":
        other = int(row.label) - 11
        return "A" + ("A" if other == 1 else str(other))
    return row.label * 2


def lines(chart: Chart, kind: str) -> tuple[Line, ...]:
    """Give the rows of one kind, the highest first as printed charts have them."""
    return tuple(
        Line(
            row=row,
            name=short_name(row),
            codes=tuple(str(chart.entries[Cell(row, upcard)].code) for upcard in UPCARDS),
        )
        for row in reversed(ROWS)
        if row.kind == kind
    )


def as_dict(chart: Chart, rules: Rules, *, values: bool = False) -> dict[str, object]:
    """Give a chart as the object of ``chart show --format json``, with or without its figures.

    With them it says what they mean.
    """

    def cell(entry: Entry) -> object:
        if not values:
            return str(entry.code)
        figures: dict[str, object] = {
            "code": str(entry.code),
            "values": {str(action): value for action, value in entry.values.items()},
            "margin": entry.margin,
            "frequency": entry.frequency,
        }
        if entry.fallback_margin is not None:
            figures["fallback_margin"] = entry.fallback_margin
        if entry.two_card is not None:
            figures["two_card"] = str(entry.two_card)
        if entry.hinges:
            figures["if"] = {change: str(code) for change, code in entry.hinges.items()}
        return figures

    rows: dict[str, object] = {
        str(row): {str(upcard): cell(chart.entries[Cell(row, upcard)]) for upcard in UPCARDS}
        for row in ROWS
    }
    if (insurance := chart.insurance) is not None:
        figures: object = insurance.code
        if values:
            figures = {
                "code": insurance.code,
                "values": {"yes": insurance.value, "no": 0.0},
                "margin": insurance.margin,
                "frequency": insurance.frequency,
            }
        rows["insurance"] = {"A": figures}
    return {
        "schema": 1,
        "game": chart.game,
        "rules_digest": chart.rules_digest,
        "method": chart.method.value,
        **({"conventions": conventions(rules)} if values else {}),
        "edges": {
            "optimal": chart.edges.optimal,
            "chart": chart.edges.chart,
            "two_card_chart": chart.edges.two_card_chart,
        },
        "rows": rows,
    }


def as_csv(chart: Chart, *, values: bool = False) -> str:
    """Give a chart as comma-separated values: a line for each row, or with figures each cell."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerows(_cells(chart) if values else _rows(chart))
    return page.getvalue()


def as_markdown(chart: Chart) -> str:
    """Give a chart as a table in Markdown."""
    head, *rows = _rows(chart)
    width = max(len(cell) for row in rows for cell in row[1:])
    first = max(len(row[0]) for row in rows)

    def line(cells: tuple[str, ...]) -> str:
        return f"| {cells[0]:<{first}} | " + " | ".join(f"{c:<{width}}" for c in cells[1:]) + " |"

    rule = line(("-" * first, *("-" * width for _ in head[1:])))
    return "\n".join([line(head), rule, *(line(row) for row in rows)]) + "\n"


def _rows(chart: Chart) -> Iterator[tuple[str, ...]]:
    yield ("row", *(str(upcard) for upcard in UPCARDS))
    for row in ROWS:
        yield (str(row), *(str(chart.entries[Cell(row, upcard)].code) for upcard in UPCARDS))
    if chart.insurance is not None:
        yield ("insurance", *[""] * 9, chart.insurance.code)


def _cells(chart: Chart) -> Iterator[tuple[object, ...]]:
    actions = ("hit", "stand", "double", "split", "surrender")
    yield ("cell", "code", *actions, "margin", "frequency")
    for cell, entry in chart.entries.items():
        by_name = {str(action): value for action, value in entry.values.items()}
        figures = (by_name.get(action, "") for action in actions)
        yield (str(cell), str(entry.code), *figures, entry.margin, entry.frequency)
    if (insurance := chart.insurance) is not None:
        yield (
            INSURANCE_CELL,
            insurance.code,
            *[""] * 5,
            insurance.margin,
            insurance.frequency,
        )
