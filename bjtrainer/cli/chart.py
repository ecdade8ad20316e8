"""``bjtrainer chart``: show a chart, derive one, check the shipped ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.card import as_html, as_svg
from bjtrainer.charts.files import chart_path, chart_yaml, load_chart
from bjtrainer.charts.model import Chart, Method
from bjtrainer.charts.render import as_csv, as_dict, as_markdown
from bjtrainer.cli.chart_exceptions import show_exceptions
from bjtrainer.cli.chart_table import chart_lines, figure_rows
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules
from bjtrainer.cli.spans import Line, plain
from bjtrainer.cli.streams import tell
from bjtrainer.errors import BjtrainerError, clean
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules


class Format(Enum):
    """The forms in which a chart is shown."""

    TABLE = "table"
    YAML = "yaml"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    SVG = "svg"


MethodOption = Annotated[
    Method, typer.Option("--method", help="Derived for the whole game, or on two-card hands.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")
]


def show(  # noqa: PLR0913, PLR0917  one parameter for each option
    context: typer.Context,
    game: Game,
    rule: RuleChanges = None,
    format: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.TABLE,
    values: Annotated[
        bool, typer.Option("--values", help="With the figures of each cell.")
    ] = False,
    method: MethodOption = Method.WHOLE_GAME,
    exceptions: Annotated[
        bool,
        typer.Option("--exceptions", help="The hands whose exact cards beat the chart, by decks."),
    ] = False,
    output: Output = None,
) -> None:
    """Show the chart of a game."""
    door = Door.of(context)
    rules = chosen_rules(door, game, rule)
    if exceptions:
        show_exceptions(door, rules)
        return
    chart = chart_of(rules, method, cache=door.cache)
    form = Format.JSON if door.json else format
    if form is Format.TABLE and output is None:
        screen = door.screen()
        screen.show(*chart_lines(chart, rules, screen.width))
        if values:
            screen.show("")
            screen.table(("cell", "code", "values", "margin", "per 100"), figure_rows(chart))
        return
    if form is Format.JSON and output is None:
        door.report(as_dict(chart, values=values))
        return
    _write(_text(chart, rules, form, values=values), output)


def _text(chart: Chart, rules: Rules, form: Format, *, values: bool) -> str:
    texts: dict[Format, Callable[[], str]] = {
        Format.TABLE: lambda: _lines(chart_lines(chart, rules, width=80)),
        Format.YAML: lambda: chart_yaml(chart, rules),
        Format.CSV: lambda: as_csv(chart, values=values),
        Format.JSON: lambda: json.dumps(as_dict(chart, values=values), allow_nan=False) + "\n",
        Format.MARKDOWN: lambda: as_markdown(chart),
        Format.HTML: lambda: as_html(chart, rules),
        Format.SVG: lambda: as_svg(chart, rules),
    }
    return texts[form]()


def _lines(lines: Iterable[Line]) -> str:
    return "".join(f"{plain(line)}\n" for line in lines)


def derive(  # noqa: PLR0913, PLR0917  one parameter for each option
    context: typer.Context,
    game: Game,
    rule: RuleChanges = None,
    method: MethodOption = Method.WHOLE_GAME,
    explain_rules: Annotated[
        bool,
        typer.Option(
            "--explain-rules", help="Write in each cell which single rules would change it."
        ),
    ] = False,
    output: Output = None,
) -> None:
    """Derive the chart of any rules, as YAML."""
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.figures import derive_chart  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.hinges import with_hinges  # noqa: PLC0415  loads numpy

    door = Door.of(context)
    rules = chosen_rules(door, game, rule)
    chart = derive_chart(solve(rules), method)
    if explain_rules:
        chart = with_hinges(chart, rules)
    if door.json and output is None:
        door.report(as_dict(chart, values=True))
        return
    _write(chart_yaml(chart, rules), output)


def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Chart files; all shipped ones by default."),
    ] = None,
) -> int:
    """Check charts: complete, legal, and equal to what their rules derive today."""
    from bjtrainer.charts.check import differences  # noqa: PLC0415  loads numpy

    door = Door.of(context)
    results: list[dict[str, object]] = []
    for path in files or [chart_path(game) for game in shipped_games()]:
        chart = load_chart(path)
        found = differences(chart, find_rules(chart.game, door.folder))
        results.append({"file": str(path), "game": chart.game, "differences": list(found)})
        if not door.json:
            print(clean(f"{path}: {len(found) or 'no'} difference{'' if len(found) == 1 else 's'}"))
            for line in found:
                print(f"  {line}")
    if door.json:
        door.report({"schema": 1, "charts": results})
    return int(any(result["differences"] for result in results))


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        if output.exists() and not output.is_file():  # such as /dev/stdout
            output.write_text(text, encoding="utf-8")
        else:
            unfinished = output.with_name(f"{output.name}.new")
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(output)
    except OSError as error:
        raise BjtrainerError(f"{output} could not be written: {error.strerror}") from None
    tell([f"wrote {output}"])
