"""A chart as a strategy card: one page of HTML, or a picture in SVG, with nothing outside it.

Every cell has its letters, so that it reads in black and white; colours are the chart's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.files import conventions
from bjtrainer.charts.model import Chart, Code, Method
from bjtrainer.charts.render import KINDS, lines
from bjtrainer.rules.describe import describe
from bjtrainer.rules.model import Rules

MEANINGS = {
    Code.H: "hit",
    Code.S: "stand",
    Code.P: "split",
    Code.DH: "double, else hit",
    Code.DS: "double, else stand",
    Code.RH: "surrender, else hit",
    Code.RS: "surrender, else stand",
    Code.RP: "surrender, else split",
}
"""What each code says, in words."""

COLOURS = {"H": "#f0d9a8", "S": "#1f5f9e", "D": "#8cc7f0", "P": "#e08a2c", "R": "#5a5a5a"}
"""The background of a cell by the letter of its first action; right for every colour vision."""
_LIGHT_TEXT = "SR"
_TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}

_STYLE = """
body { font: 13px/1.3 system-ui, sans-serif; margin: 1em auto; max-width: 46em; padding: 0 .6em;
  color: #111; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.3em; margin: 0; } p { margin: .3em 0; }
main { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: flex-start; }
section { flex: 1 1 17em; } table { border-collapse: collapse; width: 100%; margin-bottom: .6em; }
caption { text-align: left; font-weight: bold; padding: .2em 0; }
th, td { border: 1px solid #888; text-align: center; padding: .12em .1em; min-width: 1.5em; }
th { background: #eee; }
dl { columns: 2; font-size: .9em; } dl div { break-inside: avoid; }
dt { font-weight: bold; } dd { margin: 0 0 .3em; }
"""
# On paper dark cells are pale: ink is saved, and letters are there where backgrounds are left out.
_PRINT_STYLE = """@page { margin: 9mm; }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 13px; line-height: 1.2; }
  dl { columns: 3; } .S { background: #fff; color: #000; } .R { background: #bbb; color: #000; }
}
"""
_AXES = "Rows: your hand. Columns: the dealer's upcard. T is any ten: 10, J, Q or K."


def used_codes(chart: Chart) -> tuple[Code, ...]:
    """Give the codes that stand in a chart, in the order of ``Code``."""
    seen = {entry.code for entry in chart.entries.values()}
    return tuple(code for code in Code if code in seen)


def expectation(chart: Chart) -> str:
    """Say what a player may expect by this chart, and at best."""
    whole = chart.method is Method.WHOLE_GAME
    by_chart = chart.edges.chart if whole else chart.edges.two_card_chart
    return f"Expectation: optimal {chart.edges.optimal:+.4%}, this chart {by_chart:+.4%}"


def as_html(chart: Chart, rules: Rules) -> str:
    """Give a page that prints on one sheet and reads on a phone."""
    return "\n".join(_html(chart, rules)) + "\n"


def _html(chart: Chart, rules: Rules) -> Iterator[str]:
    name = escape(rules.name)
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{name}: basic strategy</title>"
    yield f"<style>{_STYLE}{_cell_colours()}{_PRINT_STYLE}</style></head>"
    yield f"<body><h1>{name}</h1>"
    yield f"<p>{_which(chart)}. {expectation(chart)}.</p>"
    yield f"<p>{escape(_AXES)}</p>"
    yield "<main><section>"
    for kind in KINDS:
        if kind == "soft":
            yield "</section><section>"
        yield f"<table><caption>{_TITLES[kind]}</caption>"
        heads = "".join(f'<th scope="col">{upcard}</th>' for upcard in UPCARDS)
        yield f"<tr><td></td>{heads}</tr>"
        for line in lines(chart, kind):
            cells = "".join(f'<td class="{code[0]}">{code}</td>' for code in line.codes)
            yield f'<tr><th scope="row">{line.name}</th>{cells}</tr>'
        yield "</table>"
    yield "</section></main>"
    yield f"<p>{'; '.join(f'<b>{code}</b> {MEANINGS[code]}' for code in used_codes(chart))}.</p>"
    yield from (f"<p>{line}.</p>" for line in _insurance(chart))
    yield "<dl>"
    for label, text in describe(rules):
        yield f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>"
    yield f"</dl><p><small>Conventions: {escape(conventions(rules))}.</small></p></body></html>"


def _which(chart: Chart) -> str:
    return f"{chart.method.value.capitalize()} chart, rules {chart.rules_digest}"


def _insurance(chart: Chart) -> Iterator[str]:
    if chart.insurance is not None:
        yield f"Insurance: {'take it' if chart.insurance.take else 'never'}"


def _cell_colours() -> str:
    return "".join(
        f".{letter} {{ background: {colour}; "
        f"color: {'#fff' if letter in _LIGHT_TEXT else '#000'}; "
        "-webkit-print-color-adjust: exact; print-color-adjust: exact; }\n"
        for letter, colour in COLOURS.items()
    )


_CELL, _NAME, _TITLE = 26, 34, 22  # user units of a picture


def as_svg(chart: Chart, rules: Rules) -> str:
    """Give a picture of the chart: hard totals on the left, soft totals and pairs on the right."""
    parts: list[str] = []
    width = _NAME + 10 * _CELL
    left = _svg_block(chart, "hard", 10, 50, parts)
    right = _svg_block(chart, "soft", width + 30, 50, parts)
    right = _svg_block(chart, "pair", width + 30, right + 24, parts)
    width = 2 * width + 40
    size = min(17, 3 * width // (2 * len(rules.name)))  # a long name in smaller letters
    parts.append(_svg_text(10, 24, rules.name, size=size, weight="bold"))
    said = [f"{code} {MEANINGS[code]}" for code in used_codes(chart)]
    which = f"{_which(chart)}. {expectation(chart)}"
    bottom = max(left, right) + 24
    legend = ("; ".join(said[start : start + 5]) for start in range(0, len(said), 5))
    for text in (*legend, *_insurance(chart), _AXES, which):
        parts.append(_svg_text(10, bottom, text, size=11))
        bottom += 16
    head = f'viewBox="0 0 {width} {bottom}" font-family="sans-serif"'
    title = f"<title>{escape(rules.name)}: basic strategy</title>"
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    picture = "\n".join((title, paper, *parts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>\n{picture}\n</svg>\n'


def _svg_block(chart: Chart, kind: str, x: int, y: int, parts: list[str]) -> int:
    """Draw the rows of one kind at a place; give where they end below."""
    parts.append(_svg_text(x, y, _TITLES[kind], size=12, weight="bold"))
    y += 8
    middle = _CELL // 2
    for column, upcard in enumerate(UPCARDS):
        place = x + _NAME + column * _CELL + middle
        parts.append(_svg_text(place, y + 14, str(upcard), size=12, anchor="middle"))
    for line in lines(chart, kind):
        y += _TITLE
        parts.append(_svg_text(x, y + 15, line.name, size=12))
        for column, code in enumerate(line.codes):
            left = x + _NAME + column * _CELL
            colour = "#fff" if code[0] in _LIGHT_TEXT else "#000"
            parts.append(
                f'<rect x="{left}" y="{y}" width="{_CELL - 1}" height="{_TITLE - 1}" '
                f'fill="{COLOURS[code[0]]}"/>'
            )
            parts.append(
                _svg_text(left + middle, y + 15, code, size=12, anchor="middle", fill=colour)
            )
    return y + _TITLE


def _svg_text(x: int, y: int, text: str, *, size: int, **attributes: str) -> str:
    names = {"weight": "font-weight", "anchor": "text-anchor", "fill": "fill"}
    more = "".join(f' {names[name]}="{value}"' for name, value in attributes.items())
    return f'<text x="{x}" y="{y}" font-size="{size}"{more}>{escape(text)}</text>'
