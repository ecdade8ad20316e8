"""A chart whose cells are signs of one column: how far somebody is, or how it went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import INSURANCE_CELL, ROWS, Row
from bjtrainer.charts.render import KINDS, short_name
from bjtrainer.cli.spans import Line, Pieces, Span, Style, plain

_NAME, _GAP = 5, 2


def chart_of_signs(signs: Mapping[str, Span], legend: Sequence[str], *, spaced: bool) -> list[Line]:
    """Draw the cells that have a sign: hard totals on the left, the others on the right.

    What the signs mean stands below. ``spaced``: with room between the cells, and the parts.
    """
    hard, soft, pairs = (list(_block(kind, signs, spaced=spaced)) for kind in KINDS)
    if INSURANCE_CELL in signs:
        line = _cells([*[Span(" ")] * 9, signs[INSURANCE_CELL]], "Ins.", spaced=spaced)
        hard += ["", line]
    hard += [[Span(text, Style.DIM)] for text in legend]
    right = [*soft, "", *pairs] if spaced else [*soft, *pairs[1:]]
    width = len(plain(hard[0])) + _GAP
    return [
        [*one, " " * (width - len(plain(one))), *other]
        for one, other in zip_longest(hard, right, fillvalue="")
    ]


def _block(kind: str, signs: Mapping[str, Span], *, spaced: bool) -> Iterator[Line]:
    head = [Span(upcard.value) for upcard in UPCARDS]
    rows: list[Row] = [row for row in reversed(ROWS) if row.kind == kind]
    lines = {row: [signs.get(f"{row} v {upcard}") for upcard in UPCARDS] for row in rows}
    if any(any(line) for line in lines.values()):
        yield _cells(head, kind.capitalize(), spaced=spaced, style=Style.TITLE)
    for row, line in lines.items():
        if any(line):
            yield _cells([one or Span(" ") for one in line], short_name(row), spaced=spaced)


def _cells(spans: Sequence[Span], name: str, *, spaced: bool, style: Style = Style.PLAIN) -> Pieces:
    line: Pieces = [Span(f"{name:<{_NAME}}", style)]
    for span in spans:
        line += [" ", span] if spaced else [span]
    return line
