"""What ``bjtrainer stats`` shows: how well it goes, what to practise next, and what changed.

With the history of one game all of it stands in a window of 80 columns and 24 rows.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from bjtrainer.charts.cell_names import short_cell
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Line, Listing, Span, Style, flowed
from bjtrainer.cli.stats_filters import Chosen
from bjtrainer.cli.stats_words import (
    lost,
    not_shown,
    nothing_yet,
    per_100,
    seconds,
    share,
    within,
)
from bjtrainer.stats.bands import band
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.report import Report
from bjtrainer.trainer.wording import counted

_WORST = 5


def overview(screen: Screen, figures: Report, asked: Chosen) -> None:
    """Show a report on one screen."""
    if not figures.games:
        screen.show(*nothing_yet(asked))
        return
    for line in _titles(figures):
        screen.show(line)
    for said in (_in_a_row(figures), _play(figures)):
        screen.show(*flowed(list(said), screen.width, indent=0, between="; "))
    screen.show("")
    screen.widest(*_tables(_rows(figures)))
    screen.show(*flowed(list(_by_category(figures)), screen.width, indent=0, between=", "))
    screen.show(*_last_week(figures))
    if figures.worst_cells:
        screen.show("")
        screen.widest(*_worst_tables(figures))
        screen.show(*_what_to_do(figures, asked))
    screen.show(*not_shown(asked))


def remedy(figures: Report, asked: Chosen) -> str | None:
    """Give the command that drills what cost most; None for nothing, or games that are not known.

    Answers to several games have no drill in common.
    """
    if asked.rules is None or not figures.worst_cells:
        return None
    cells = ",".join(short_cell(cell.cell) for cell in figures.worst_cells[:_WORST])
    command = ("bjtrainer", "drill", "--cells", cells, "--game", figures.worst_cells[0].game.slug)
    return shlex.join(command)


def _titles(figures: Report) -> Iterator[Line]:
    sessions = f"in {counted(figures.sessions, 'session')}"
    if figures.partial:
        sessions += f", {figures.partial} of them cut off"
    if len(figures.games) == 1:
        ((game, decisions),) = figures.games
        yield [Span(game.slug, Style.TITLE), f"  {counted(decisions, 'decision')} {sessions}"]
        return
    for game, decisions in figures.games:
        about = f"  {counted(decisions, 'decision')}, rules {game.rules_digest}"
        yield [Span(game.slug, Style.TITLE), about]
    yield f"all games  {counted(figures.overall.decisions, 'decision')} {sessions}"


def _in_a_row(figures: Report) -> Iterator[str]:
    if figures.slips:
        yield f"{counted(figures.slips, 'answer')} taken back"
    yield f"{figures.right_in_a_row} right in a row"
    days = figures.days
    yield f"{counted(days.now, 'day')} in a row, {days.longest} at most"


def _play(figures: Report) -> Iterator[Line]:
    if figures.error_rate is None:
        yield "error rate unclear"
    else:
        name = Span(band(figures.error_rate), Style.TITLE)
        yield [f"error rate {figures.error_rate:.1f}: ", name]
    if figures.cost_per_100_hands is not None and figures.as_dealt.clear:
        yield f"{figures.cost_per_100_hands:.3f} bets lost per 100 hands as dealt"
    if figures.median_milliseconds is not None:
        yield f"median {seconds(figures.median_milliseconds)}"


def _rows(figures: Report) -> list[tuple[str, Figures]]:
    rows = [("all", figures.overall)]
    if figures.as_dealt.decisions and figures.chosen.decisions:
        rows.append(("as dealt", figures.as_dealt))
    if figures.retained.decisions:
        rows.append(("retained", figures.retained))
    if figures.last_week.decisions and figures.before.decisions:
        rows.append(("last 7 days", figures.last_week))
    return rows


def _tables(rows: Sequence[tuple[str, Figures]]) -> tuple[Listing, Listing]:
    """Give the table for a wide window, and for a narrow one."""
    wide = ("", "decisions", "accuracy", "95 % within", "bets lost per 100")
    narrow = ("", "seen", "right", "lost/100")
    return (
        (wide, [(name, *_figures(part), within(part), per_100(part)) for name, part in rows]),
        (narrow, [(name, *_figures(part), per_100(part)) for name, part in rows]),
    )


def _figures(figures: Figures) -> tuple[str, str]:
    return str(figures.decisions), share(figures)


def _by_category(figures: Report) -> Iterator[str]:
    for name, part in figures.by_category:
        if part.decisions:
            yield f"{name} {share(part)}"


def _last_week(figures: Report) -> Iterator[Line]:
    if not figures.last_week.decisions or not figures.before.decisions:
        return
    if figures.change is None:
        yield "the last 7 days: too few answers to say what changed"
    else:
        change = {"unclear": "no clear change from"}.get(figures.change, f"{figures.change} than")
        yield f"the last 7 days: {change} {share(figures.before)} before"


def _worst_tables(figures: Report) -> tuple[Listing, Listing]:
    worst = figures.worst_cells[:_WORST]
    names = [
        f"{cell.cell} ({cell.game.slug})" if len(figures.games) > 1 else cell.cell for cell in worst
    ]
    rows = [
        (name, cell.code, str(cell.figures.decisions), str(cell.figures.missed), lost(cell.figures))
        for name, cell in zip(names, worst, strict=True)
    ]
    wide = ("what cost most", "chart", "decisions", "missed", "lost on $1 bets")
    return (wide, rows), (
        ("cost most", "", "seen", "lost"),
        [(name, code, seen, amount) for name, code, seen, _, amount in rows],
    )


def _what_to_do(figures: Report, asked: Chosen) -> Iterator[Line]:
    missed = len(figures.worst_cells)
    every = f"All {missed} with a miss: bjtrainer stats cells." if missed > _WORST else ""
    command = remedy(figures, asked)
    if command is None:
        yield every
    else:
        yield f"{every} Drill {'these' if missed > 1 else 'it'}:".lstrip()
        yield [Span(command, Style.KEY)]
