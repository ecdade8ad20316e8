"""``bjtrainer stats``: what the stored answers say, on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Line, Span, Style, flowed
from bjtrainer.cli.stats_filters import Chosen, Filters, chosen, filtered
from bjtrainer.errors import InputError
from bjtrainer.places import history_path
from bjtrainer.stats.bands import band
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.record import Selection
from bjtrainer.stats.report import CellFigures, Report, report
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import cents, counted, percent

_WORST = 5
_DRILLS = {"hard": "hard", "soft": "soft", "pair": "pairs", "insurance": "insurance"}


@filtered
def stats(context: typer.Context, filters: Filters) -> int:
    """Show what was drilled and how it went.

    Accuracy and cost by category, and the cells that gave away most. Answers taken back are not
    counted.
    """
    if context.invoked_subcommand is not None:
        if filters != Filters():
            name = context.invoked_subcommand
            raise InputError(f"write the options after the command: bjtrainer stats {name} ...")
        return 0
    door = Door.of(context)
    now = datetime.now(UTC)

    def work(store: Store) -> tuple[Chosen, Report]:
        asked = chosen(door, store, filters, now)
        figures = report(
            store,
            asked.selection,
            now=now,
            chart=chart_for(door, asked),
            join_games=filters.all_games,
        )
        return asked, figures

    asked, figures = Store.read(history_path(door.folder), work)
    if door.json:
        door.report(figures.as_json())
    else:
        _show(door.screen(), figures, asked)
    return 0


def chart_for(door: Door, asked: Chosen) -> Chart | None:
    """Give the chart of the game that was asked for; None where its rules are not known."""
    return None if asked.rules is None else chart_of(asked.rules, cache=door.cache)


def nothing_yet(asked: Chosen) -> Iterator[str]:
    """Say that there are no such answers, and which there are."""
    game = Selection(game=asked.selection.game, rules_digest=asked.selection.rules_digest)
    what = "answers yet" if asked.selection == game else "such answers"
    yield f"No {what}. Begin with: bjtrainer drill"
    yield from not_shown(asked)


def not_shown(asked: Chosen) -> Iterator[str]:
    """Name the games that have answers too, so that nobody takes them for lost."""
    if asked.others:
        yield ""
        yield f"Not counted here: {', '.join(asked.others)}; see --game and --all-games."


def share(figures: Figures, digits: int = 1) -> str:
    """Write an accuracy; from few decisions it is unclear, and ``-`` without any.

    >>> share(Figures(0, 0, 0.0)), share(Figures(2, 2, 0.0)), share(Figures(200, 150, 1.0))
    ('-', 'unclear', '75.0 %')
    """
    if figures.accuracy is None:
        return "-"
    return percent(figures.accuracy, digits) if figures.clear else "unclear"


def seconds(milliseconds: float | None) -> str:
    """Write the time of an answer.

    >>> seconds(1840), seconds(None)
    ('1.8 s', '-')
    """
    return "-" if milliseconds is None else f"{milliseconds / 1000:.1f} s"


def _show(screen: Screen, figures: Report, asked: Chosen) -> None:
    if not figures.games:
        screen.show(*nothing_yet(asked))
        return
    for game, decisions in figures.games:
        about = f"  {counted(decisions, 'decision')}, rules {game.rules_digest}"
        screen.show([Span(game.slug, Style.TITLE), about])
    screen.show(*flowed(list(_sittings(figures)), screen.width, indent=0, between="; "))
    screen.show(*flowed(list(_play(figures)), screen.width, indent=0, between="; "), "")
    rows = [("all", figures.overall)]
    if figures.as_dealt.decisions and figures.chosen.decisions:
        rows += [("as dealt", figures.as_dealt), ("chosen", figures.chosen)]
    if figures.retained.decisions and figures.rehearsed.decisions:
        rows += [("retained", figures.retained), ("rehearsed", figures.rehearsed)]
    if figures.last_week.decisions and figures.before.decisions:
        rows += [("last 7 days", figures.last_week), ("before", figures.before)]
    rows += [(name, part) for name, part in figures.by_category if part.decisions]
    screen.table(
        ("", "decisions", "right", "accuracy", "bets lost per 100"),
        [(name, *_row(part)) for name, part in rows],
    )
    if figures.worst_cells:
        _show_worst(screen, figures)
    screen.show(*not_shown(asked))


def _sittings(figures: Report) -> Iterator[str]:
    yield counted(figures.sessions, "session")
    if figures.partial:
        yield f"{figures.partial} of them cut off or still running"
    if figures.slips:
        yield f"{counted(figures.slips, 'answer')} taken back"
    if figures.median_milliseconds is not None:
        yield f"median answer {seconds(figures.median_milliseconds)}"
    yield f"{figures.right_in_a_row} right in a row"
    days = figures.days
    yield f"{counted(days.now, 'day')} in a row, {days.longest} at most"


def _play(figures: Report) -> Iterator[str]:
    if figures.overall.interval and figures.overall.clear:
        low, high = figures.overall.interval
        yield f"accuracy {percent(low, 1)} to {percent(high, 1)} (95 %)"
    if figures.cost_per_100_hands is not None:
        yield f"{figures.cost_per_100_hands:.3f} bets lost per 100 hands as dealt"
    if figures.error_rate is not None:
        yield f"error rate {figures.error_rate:.1f}: {band(figures.error_rate)}"
    else:
        yield "error rate unclear"


def _show_worst(screen: Screen, figures: Report) -> None:
    screen.show("", [Span("What cost most", Style.TITLE)])
    worst = figures.worst_cells[:_WORST]
    screen.table(
        ("cell", "chart", "decisions", "right", "lost on $1 bets"),
        [
            (
                cell.cell,
                cell.code,
                str(cell.figures.decisions),
                str(cell.figures.right),
                cents(cell.figures.total_cost),
            )
            for cell in worst
        ],
    )
    if len(figures.worst_cells) > _WORST:
        more = counted(len(figures.worst_cells) - _WORST, "more cell")
        screen.show(f"and {more} with a wrong answer: bjtrainer stats cells")
    screen.show(f"Drill them: {_remedy(worst)}")


def _remedy(worst: tuple[CellFigures, ...]) -> Line:
    """Give the command that drills what cost most: one kind of rows, or what is weak."""
    game = worst[0].game.slug
    kinds = {cell.cell.split(" ", 1)[0] for cell in worst}
    drill = _DRILLS[kinds.pop()] if len(kinds) == 1 else "weak"
    return f"bjtrainer drill {drill} --game {game}"


def _row(figures: Figures) -> tuple[str, ...]:
    if figures.accuracy is None or figures.cost_per_100 is None:  # all were taken back
        return ("0", "-", "-", "-")
    cost = f"{figures.cost_per_100:.2f}" if figures.clear else "unclear"
    return (str(figures.decisions), str(figures.right), share(figures), cost)
