"""A chart as a person sees it: coloured, in one column or two, clear without colour too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.card import MEANINGS, expectation, used_codes
from bjtrainer.charts.model import ROWS, Cell, Chart, Entry
from bjtrainer.charts.render import KINDS, lines, short_name
from bjtrainer.cli.spans import Line, Span, Style, flowed, side_by_side
from bjtrainer.game.actions import Action
from bjtrainer.rules.model import Rules

_STYLE = {
    "H": Style.HIT,
    "S": Style.STAND,
    "D": Style.DOUBLE,
    "P": Style.SPLIT,
    "R": Style.SURRENDER,
}
_CELL, _NAME, _GAP = 3, 5, 4
_BLOCK = _NAME + 10 * _CELL


def chart_lines(chart: Chart, rules: Rules, width: int) -> Iterator[Line]:
    """Give a whole chart for a window of so many columns, 20 at least."""
    title: list[Line] = [[Span(rules.name, Style.TITLE)], f"{chart.method.value} chart"]
    yield from flowed(title, width, indent=0)
    narrow = width < _BLOCK
    hard, soft, pairs = (_block(chart, kind, narrow=narrow) for kind in KINDS)
    if width >= 2 * _BLOCK + _GAP:
        right = [*soft, "", *pairs]
        for one, other in zip_longest(hard, right, fillvalue=""):
            yield side_by_side(one, other, _BLOCK + _GAP)
    else:
        yield from (*hard, "", *soft, "", *pairs)
    yield ""
    yield from _legend(chart, width, narrow=narrow)
    yield from _notes(chart)
    yield expectation(chart)
    yield f"Rules {chart.rules_digest}"


def _block(chart: Chart, kind: str, *, narrow: bool) -> list[Line]:
    size = 1 if narrow else _CELL
    title = kind.capitalize()
    head = "".join(_cell_text(upcard.value, size) for upcard in UPCARDS)
    rows: list[Line] = [[Span(f"{title:<{_NAME}}", Style.TITLE), head]]
    rows.extend(
        [f"{line.name:<{_NAME}}", *(code_span(code, size) for code in line.codes)]
        for line in lines(chart, kind)
    )
    return rows


def code_span(code: str, size: int = _CELL, *, marked: bool = False) -> Span:
    """Give one cell of a chart in its colour; a marked one stands in brackets."""
    text = f"[{code}]" if marked else _cell_text(code, size)
    return Span(f"{text:<{size}}", _STYLE[code[0]])


def _cell_text(text: str, size: int) -> str:
    return text[0] if size == 1 else f" {text:<{size - 1}}"


def row_lines(chart: Chart, cell: Cell, width: int) -> list[Line]:
    """Give the row of a cell with the upcards above it and the cell marked.

    In brackets, or where the window is too narrow for them with a sign below it.
    """
    name = f"{short_name(cell.row):<{_NAME}}"
    wide = width >= _NAME + 10 * (_CELL + 1)
    size = _CELL + 1 if wide else _CELL
    head: list[Span | str] = [" " * _NAME]
    codes: list[Span | str] = [Span(name, Style.TITLE)]
    below = " " * _NAME
    for upcard in UPCARDS:
        here = upcard is cell.upcard
        head.append(Span(_cell_text(upcard.value, size), Style.TITLE if here else Style.PLAIN))
        code = str(chart.entries[Cell(cell.row, upcard)].code)
        codes.append(code_span(code, size, marked=here and wide))
        below += f" {'^' if here else '':<{size - 1}}"
    return [head, codes] if wide else [head, codes, below.rstrip()]


def _legend(chart: Chart, width: int, *, narrow: bool) -> Iterator[Line]:
    used = used_codes(chart)
    if not narrow:
        said = (f"{code} {MEANINGS[code]}" for code in used)
        yield from flowed(said, width, indent=0, between="; ")
        return
    first = dict.fromkeys(code.actions[0] for code in used)
    said = (f"{action.letter.upper()} {action}" for action in first)
    yield from flowed(said, width, indent=0)
    if len(first) < len(used):
        yield f"From {_BLOCK} columns on: what else to do where D or R is not allowed."


def _notes(chart: Chart) -> Iterator[str]:
    if (insurance := chart.insurance) is not None:
        word = "take it" if insurance.take else "never"
        yield f"Insurance: {word} ({insurance.value:+.4f} of the bet)"
    for cell, entry in chart.entries.items():
        if (other := entry.two_card) is not None:
            yield f"{cell}: {entry.code}, by two-card hands alone {other} ({_margin(entry)})"


def _margin(entry: Entry) -> str:
    if entry.two_card and entry.two_card.actions[0] is entry.code.actions[0]:
        return f"margin of the fallback {entry.fallback_margin:+.5f}"
    return f"margin {entry.margin:+.5f}"


@dataclass(frozen=True, slots=True)
class _Figures:
    """What is shown of one cell: its code, and the figures behind it by the word of each answer."""

    name: str
    code: str
    worth: Mapping[str, float]
    margin: float
    frequency: float

    @property
    def often(self) -> str:
        return f"{self.frequency:.4f}" if self.frequency else "never"


def figure_lines(chart: Chart, width: int) -> Iterator[Line]:
    """Give each cell's code, the value of each action, margin and decisions per 100 rounds."""
    for row in ROWS:
        cells = []
        for upcard in UPCARDS:
            entry = chart.entries[Cell(row, upcard)]
            worth = {str(one): entry.values[one] for one in Action if one in entry.values}
            code, margin, frequency = str(entry.code), entry.margin, entry.frequency
            cells.append(_Figures(f"v {upcard}", code, worth, margin, frequency))
        yield from _row_figures(str(row), cells, width)
    if (insurance := chart.insurance) is not None:
        worth = {"yes": insurance.value, "no": 0.0}
        cell = _Figures("v A", insurance.code, worth, insurance.margin, insurance.frequency)
        yield from _row_figures("insurance", [cell], width)


def _row_figures(row: str, cells: list[_Figures], width: int) -> Iterator[Line]:
    """Give the figures of a row as a table, or in a narrow window a few lines for each cell."""
    sizes = {answer: max(9, len(answer) + 1) for cell in cells for answer in cell.worth}
    columns = "".join(f"{answer:>{size}}" for answer, size in sizes.items())
    head = f"{row:<14}{columns}{'margin':>10}{'per 100':>9}"
    yield ""
    if wide := width >= len(head):
        yield [Span(head, Style.TITLE)]
    for cell in cells:
        worth = {answer: f"{value:+.4f}" for answer, value in cell.worth.items()}
        if wide:
            figures = "".join(f"{worth.get(one, '-'):>{size}}" for one, size in sizes.items())
            yield f"  {cell.name:<8}{cell.code:<4}{figures}{cell.margin:>+10.5f}{cell.often:>9}"
        else:
            yield f"{row} {cell.name}: {cell.code}"
            said = [f"{answer} {value}" for answer, value in worth.items()]
            said += [f"margin {cell.margin:+.5f}", f"per 100 {cell.often}"]
            yield from flowed(said, width, indent=2)
