"""``bjtrainer chart``: show a chart, derive one, check the shipped ones."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.card import as_html, as_svg
from bjtrainer.charts.files import chart_path, chart_yaml, conventions, load_chart
from bjtrainer.charts.model import Chart, Method
from bjtrainer.charts.render import as_csv, as_dict, as_markdown
from bjtrainer.cli.chart_exceptions import show_exceptions
from bjtrainer.cli.chart_table import chart_lines, figure_lines
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules, complete_games
from bjtrainer.cli.output_file import write_whole
from bjtrainer.cli.spans import Line, plain
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError, clean, shown
from bjtrainer.rules.load import find_rules, own_games, shipped_games
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


_WITH_VALUES = (Format.TABLE, Format.YAML, Format.CSV, Format.JSON)

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
    form = Format.JSON if door.json else format
    if exceptions:
        if form not in (Format.TABLE, Format.JSON) or values or output:
            raise InputError("--exceptions is a table or --json of its own; leave out the rest")
        show_exceptions(door, rules)
        return
    if values and form not in _WITH_VALUES:
        formats = ", ".join(other.value for other in _WITH_VALUES)
        raise InputError(f"--format {form.value} shows codes alone; with --values write {formats}")
    tells_hinges = form is Format.YAML or (form is Format.JSON and values)
    chart = chart_of(rules, method, cache=door.cache, hinges=tells_hinges)
    if form is Format.TABLE and output is None:
        screen = door.screen()
        screen.show(*_table(chart, rules, screen.width, values=values))
        return
    if form is Format.JSON and output is None:
        door.report(as_dict(chart, rules, values=values))
        return
    _write(_text(chart, rules, form, values=values), output)


def _text(chart: Chart, rules: Rules, form: Format, *, values: bool) -> str:
    texts: dict[Format, Callable[[], str]] = {
        Format.TABLE: lambda: _plain(_table(chart, rules, width=80, values=values)),
        Format.YAML: lambda: chart_yaml(chart, rules),
        Format.CSV: lambda: as_csv(chart, values=values),
        Format.JSON: lambda: (
            json.dumps(as_dict(chart, rules, values=values), allow_nan=False) + "\n"
        ),
        Format.MARKDOWN: lambda: as_markdown(chart),
        Format.HTML: lambda: as_html(chart, rules),
        Format.SVG: lambda: as_svg(chart, rules),
    }
    return texts[form]()


def _table(chart: Chart, rules: Rules, width: int, *, values: bool) -> Iterator[Line]:
    yield from chart_lines(chart, rules, width)
    if values:
        yield ""
        yield from textwrap.wrap(f"Conventions: {conventions(rules)}.", width)
        yield from figure_lines(chart, width)


def _plain(lines: Iterable[Line]) -> str:
    return "".join(f"{plain(line).rstrip()}\n" for line in lines)


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
        chart = with_hinges(chart, rules, solve)
    if door.json and output is None:
        door.report(as_dict(chart, rules, values=True))
        return
    _write(chart_yaml(chart, rules), output)


def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Chart files; all shipped ones by default."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game that the files are for; otherwise the one that each names.",
            autocompletion=complete_games,
        ),
    ] = None,
    rule: RuleChanges = None,
) -> int:
    """Check charts: complete, legal, and equal to what their rules derive today."""
    from bjtrainer.charts.check import differences  # noqa: PLC0415  loads numpy

    door = Door.of(context)
    if not files and (game or rule):
        raise InputError("--game and --rule say which rules a FILE is for; name the FILE too")
    results: list[dict[str, object]] = []
    for path in files or [chart_path(shipped) for shipped in shipped_games()]:
        chart = load_chart(path)
        rules = _rules_for(door, path, chart, game, rule) if files else find_rules(chart.game)
        found = differences(chart, rules)
        results.append({"file": str(path), "game": chart.game, "differences": list(found)})
        if not door.json:
            print(clean(f"{path}: {len(found) or 'no'} difference{'' if len(found) == 1 else 's'}"))
            for line in found:
                print(f"  {line}")
    if door.json:
        door.report({"schema": 1, "charts": results})
    return int(any(result["differences"] for result in results))


def _rules_for(
    door: Door, path: Path, chart: Chart, game: str | None, changes: list[str] | None
) -> Rules:
    """Give the rules that a chart file is checked by: as named, or those of its own game."""
    if game is None and chart.game not in (*shipped_games(), *own_games(door.folder)):
        raise InputError(
            f"{shown(str(path), most=500)} is for {chart.game}, and there is no such game; "
            "name its rules with --game"
        )
    return chosen_rules(door, game or chart.game, changes)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    write_whole(output, [text])
    tell([f"wrote {output}"])
