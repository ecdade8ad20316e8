"""The review as one HTML page: nothing to load, light and dark, on screen and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from html import escape

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import INSURANCE_CELL, ROWS, Chart
from bjtrainer.charts.render import KINDS, short_name
from bjtrainer.errors import InputError
from bjtrainer.stats.bands import band
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.record import PLAY, StoredSession
from bjtrainer.stats.report import CellFigures, Report
from bjtrainer.stats.sittings import Stretch

_MOST_ROWS = 25
_LABELS = 12
"""About how many days are named below a plot."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """All that a page shows; ``now`` is where the player is, ``days`` are his own."""

    title: str
    now: datetime
    chart: Chart
    figures: Report
    days: Mapping[date, Stretch]
    sessions: Sequence[StoredSession]
    stretches: Mapping[int, Stretch]


def written(page: Page) -> str:
    """Write a page. Raises ``InputError`` without the library that draws its plots."""
    return "".join(_lines(page))


def _lines(page: Page) -> Iterator[str]:
    title = escape(f"{page.title}: the review")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f"<title>{title}</title>\n"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(page.title)}</h1>\n"
    yield f"<p>As of {page.now:%Y-%m-%d %H:%M}, rules {escape(page.chart.rules_digest)}.</p>\n"
    yield from _figures(page.figures)
    yield "<h2>How each cell went</h2>\n"
    yield from _heat_map(page)
    yield "<h2>Over time</h2>\n"
    yield from _plots(page.days)
    yield "<h2>What cost most</h2>\n"
    yield from _dearest(page.figures.worst_cells)
    yield "<h2>Sessions</h2>\n"
    yield from _sessions(page)
    yield "</body>\n</html>\n"


def _figures(figures: Report) -> Iterator[str]:
    overall = figures.overall
    said = [("decisions", str(overall.decisions)), ("right", _share(overall))]
    if overall.interval and overall.clear:
        low, high = overall.interval
        said.append(("95 % interval", f"{low:.1%} to {high:.1%}"))
    if figures.cost_per_100_hands is not None:
        said.append(("bets lost per 100 hands as dealt", f"{figures.cost_per_100_hands:.3f}"))
    if figures.error_rate is not None:
        rate = f"{figures.error_rate:.1f}, {band(figures.error_rate)}"
        said.append(("error rate", rate))
    if figures.median_milliseconds is not None:
        said.append(("median answer", f"{figures.median_milliseconds / 1000:.1f} s"))
    said.append(("retained", _share(figures.retained)))
    said.append(("days in a row", f"{figures.days.now}, {figures.days.longest} at most"))
    yield '<dl class="figures">\n'
    for name, value in said:
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>\n"
    yield "</dl>\n"


def _heat_map(page: Page) -> Iterator[str]:
    found = {cell.cell: cell for cell in page.figures.cells}
    yield '<div class="maps">\n'
    for kind in KINDS:
        rows = [row for row in reversed(ROWS) if row.kind == kind]
        head = "".join(f"<th scope=col>{upcard}</th>" for upcard in UPCARDS)
        yield f'<table class="map"><thead><tr><th>{kind.capitalize()}</th>{head}</tr></thead>\n'
        for row in rows:
            names = [f"{row} v {upcard}" for upcard in UPCARDS]
            if any(page.chart.by_name[name].frequency for name in names):
                tds = "".join(_cell(page.chart, name, found.get(name)) for name in names)
                yield f"<tr><th scope=row>{short_name(row)}</th>{tds}</tr>\n"
        yield "</table>\n"
    yield "</div>\n"
    if INSURANCE_CELL in page.chart.by_name:
        tds = _cell(page.chart, INSURANCE_CELL, found.get(INSURANCE_CELL))
        yield f'<table class="map"><tr><th scope=row>Insurance</th>{tds}</tr></table>\n'
    yield (
        '<p class="legend"><span class="best">all right</span> '
        '<span class="some">few missed</span> <span class="worse">missed !</span> '
        '<span class="worst">missed often !!</span> <span class="never">never seen</span>; '
        "point at a cell for its figures.</p>\n"
    )


def _cell(chart: Chart, name: str, cell: CellFigures | None) -> str:
    code = escape(str(chart.by_name[name].code))
    if cell is None:
        return f'<td class="never" title="{escape(name)}: never seen">{code}</td>'
    figures = cell.figures
    missed = figures.missed / figures.decisions
    level, mark = next(
        (level, mark)
        for limit, level, mark in (
            (0.0, "best", ""),
            (0.05, "some", ""),
            (0.2, "worse", "!"),
            (1.0, "worst", "!!"),
        )
        if missed <= limit
    )
    time = "" if cell.milliseconds is None else f", {cell.milliseconds / 1000:.1f} s"
    told = f"{name}: {figures.right} of {figures.decisions} right{time}"
    return f'<td class="{level}" title="{escape(told)}">{code}{mark}</td>'


def _plots(days: Mapping[date, Stretch]) -> Iterator[str]:
    clear = {day: one for day, one in days.items() if one.figures.decisions}
    names = [str(day) for day in clear]
    accuracy = [100 * (one.figures.accuracy or 0) for one in clear.values()]
    cost = [one.figures.cost_per_100 for one in clear.values()]
    times = [
        None if one.mean_milliseconds is None else one.mean_milliseconds / 1000
        for one in clear.values()
    ]
    yield '<div class="plots">\n'
    for title, values in (
        ("% right, by day", accuracy),
        ("bets lost per 100 decisions, by day", cost),
        ("seconds an answer, by day", times),
    ):
        yield f"<figure><figcaption>{title}</figcaption>{_plot(names, values)}</figure>\n"
    yield "</div>\n"


def _plot(names: Sequence[str], values: Sequence[float | None]) -> str:
    try:
        import pygal  # noqa: PLC0415  an extra, and 60 ms
        from pygal.style import Style  # noqa: PLC0415
    except ImportError:
        raise InputError(
            'the plots of a page are drawn by pygal; in the checkout: pip install ".[report]"'
        ) from None
    every = max(1, len(names) // _LABELS)
    plot = pygal.Line(
        js=(),
        style=Style(background="transparent", plot_background="transparent", colors=("#2a78c8",)),
        show_legend=False,
        no_prefix=True,
        disable_xml_declaration=True,
        width=720,
        height=240,
        margin=8,
        x_label_rotation=30,
        show_minor_x_labels=False,
        truncate_label=-1,
        dots_size=2,
        explicit_size=False,
    )
    plot.x_labels = list(names)
    plot.x_labels_major = list(names)[::every]
    plot.add("", list(values))
    drawn: str = plot.render(is_unicode=True)
    return re.sub(r"<!--.*?-->|<script.*?</script>", "", drawn, flags=re.DOTALL)


def _dearest(missed: Sequence[CellFigures]) -> Iterator[str]:
    rows = [
        (
            cell.cell,
            cell.code,
            str(cell.figures.decisions),
            str(cell.figures.missed),
            _share(cell.figures),
            f"{100 * cell.figures.total_cost:.1f} ¢",
        )
        for cell in missed[:_MOST_ROWS]
    ]
    yield from _table(("cell", "chart", "seen", "missed", "right", "lost on $1 bets"), rows)
    if len(missed) > _MOST_ROWS:
        yield f"<p>And {len(missed) - _MOST_ROWS} more cells with a miss.</p>\n"


def _sessions(page: Page) -> Iterator[str]:
    rows = []
    for session in reversed(page.sessions[-_MOST_ROWS:]):
        stretch = page.stretches.get(session.id, Stretch.of(()))
        figures = stretch.figures
        begun = session.started_at.astimezone(page.now.tzinfo)
        mean = stretch.mean_milliseconds
        rows.append(
            (
                str(session.id),
                f"{begun:%Y-%m-%d %H:%M}",
                "play" if session.drill == PLAY else session.drill,
                str(figures.decisions),
                _share(figures),
                f"{100 * figures.total_cost:.1f} ¢",
                "-" if mean is None else f"{mean / 1000:.1f} s",
            )
        )
    head = ("id", "begun", "drill", "decisions", "right", "lost on $1 bets", "time")
    yield from _table(head, rows)
    if len(page.sessions) > _MOST_ROWS:
        yield f"<p>And {len(page.sessions) - _MOST_ROWS} sessions before.</p>\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    columns = "".join(f"<th scope=col>{escape(name)}</th>" for name in head)
    yield f"<table><thead><tr>{columns}</tr></thead>\n"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(value)}</td>' for value in row)}</tr>\n"
    yield "</table>\n"


def _share(figures: Figures) -> str:
    if figures.accuracy is None:
        return "-"
    return f"{figures.accuracy:.1%}" if figures.clear else "unclear"


_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --line: #ccc;
  --best: #c9e7c4; --some: #e9efb4; --worse: #f6d39a; --worst: #f0a899; --never: transparent; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #17191c; --line: #444;
  --best: #1f5a2c; --some: #57601c; --worse: #7d5312; --worst: #7f2a20; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .15rem .5rem; border: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } thead th { font-weight: 600; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; }
.figures dt { font-size: .8rem; opacity: .75; } .figures dd { margin: 0; font-size: 1.15rem; }
.maps { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
.map th, .map td { padding: .1rem .3rem; text-align: center; min-width: 1.5rem; }
.best { background: var(--best); } .some { background: var(--some); }
.worse { background: var(--worse); } .worst { background: var(--worst); font-weight: 700; }
.never { opacity: .5; } .legend span { padding: .1rem .4rem; border: 1px solid var(--line); }
figure { margin: .5rem 0; } figcaption { font-size: .85rem; opacity: .75; }
.plots svg { max-width: 100%; height: auto; } .plots svg text { fill: var(--ink) !important; }
.plots svg .guide, .plots svg .line:not(.reactive) { stroke: var(--line) !important; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; }
  table, figure { break-inside: avoid; } * { print-color-adjust: exact; } }
@media (max-width: 40rem) { table { font-size: .85rem; } th, td { padding: .1rem .25rem; } }
"""
