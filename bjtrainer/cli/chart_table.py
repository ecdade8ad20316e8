"""A chart as a person sees it: coloured, in one column or two, clear without colour too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.card import MEANINGS, expectation, used_codes
from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart, Entry
from bjtrainer.charts.render import lines, short_name
from bjtrainer.cli.spans import Line, Span, Style, plain
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
    yield [Span(f"{rules.name}", Style.TITLE), f"  {chart.method.value} chart"]
    narrow = width < _BLOCK
    hard, soft, pairs = (
        _block(title, chart, kind, narrow=narrow)
        for kind, title in (("hard", "Hard"), ("soft", "Soft"), ("pair", "Pairs"))
    )
    if width >= 2 * _BLOCK + _GAP:
        right = [*soft, "", *pairs]
        for one, other in zip_longest(hard, right, fillvalue=""):
            yield _beside(one, other)
    else:
        for block in (hard, soft, pairs):
            yield from (*block, "")
    yield ""
    yield _legend(chart, narrow=narrow)
    yield from _notes(chart)
    yield expectation(chart)
    yield f"Rules {chart.rules_digest}: bjtrainer rules {rules.slug}"


def _block(title: str, chart: Chart, kind: str, *, narrow: bool) -> list[Line]:
    size = 1 if narrow else _CELL
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


def _beside(one: Line, other: Line) -> Line:
    padding = " " * (_BLOCK + _GAP - len(plain(one)))
    left = [one] if isinstance(one, str) else list(one)
    right = [other] if isinstance(other, str) else list(other)
    return [*left, padding, *right] if plain(other) else left


def _legend(chart: Chart, *, narrow: bool) -> Line:
    used = used_codes(chart)
    if narrow:
        letters = dict.fromkeys(code.value[0] for code in used)
        words = {"H": "hit", "S": "stand", "P": "split", "D": "double", "R": "surrender"}
        return ", ".join(f"{letter} {words[letter]}" for letter in letters)
    return "; ".join(f"{code.value} {MEANINGS[code]}" for code in used)


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


def figure_rows(chart: Chart) -> list[tuple[str, ...]]:
    """Give each cell's figures as columns: cell, code, values, margin, decisions per 100 rounds."""
    rows: list[tuple[str, ...]] = [
        (
            str(cell),
            str(entry.code),
            "  ".join(f"{action} {value:+.4f}" for action, value in entry.values.items()),
            f"{entry.margin:+.5f}",
            f"{entry.frequency:.4f}",
        )
        for cell, entry in chart.entries.items()
    ]
    if (insurance := chart.insurance) is not None:
        values = f"yes {insurance.value:+.4f}  no +0.0000"
        figures = (f"{insurance.margin:+.5f}", f"{insurance.frequency:.4f}")
        rows.append((INSURANCE_CELL, insurance.code, values, *figures))
    return rows
