"""``bjtrainer stats``: what the stored answers say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.options import complete_games
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Span, Style
from bjtrainer.errors import InputError
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.record import Selection, StoredSession
from bjtrainer.stats.report import Figures, Report, report
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import cents, counted, percent

_WORST = 10


def stats(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to look at; otherwise the one drilled last.",
            autocompletion=complete_games,
        ),
    ] = None,
    every_game: Annotated[
        bool, typer.Option("--all-games", help="All games together, named in the report.")
    ] = False,
) -> None:
    """Show what was drilled and how it went.

    Accuracy and cost by category, and the cells that gave away most. Answers taken back are not
    counted.
    """
    door = Door.of(context)
    if game is not None and every_game:
        raise InputError("--game and --all-games exclude each other; leave one out")
    with Store.snapshot(history_path(door.folder)) as store:
        drilled = store.sessions()
        selection = Selection() if every_game else _selection(door, drilled, game)
        figures = report(
            store.decisions(selection), store.sessions(selection), join_games=every_game
        )
    if door.json:
        door.report(figures.as_json())
    else:
        _show(door.screen(), figures, drilled)


def _selection(door: Door, drilled: Sequence[StoredSession], game: str | None) -> Selection:
    """Select one game's answers under its rules as they are now.

    Without a name those of the game drilled last, as it was drilled then. Of a game that is
    gone, those under the rules of its last answer.
    """
    candidates = [session for session in drilled if game in (None, session.game)]
    if game is not None:
        try:
            rules = find_rules(game, door.folder)
        except InputError:
            if not candidates:
                raise
        else:
            return Selection(game=rules.slug, rules_digest=rules.digest)
    if not candidates:
        return Selection()
    return Selection(game=candidates[-1].game, rules_digest=candidates[-1].rules_digest)


def _show(screen: Screen, figures: Report, drilled: Sequence[StoredSession]) -> None:
    if not figures.games:
        screen.show("No answers yet. Begin with: bjtrainer drill", *_not_shown(figures, drilled))
        return
    for game, decisions in figures.games:
        about = f"  {counted(decisions, 'decision')}, rules {game.rules_digest}"
        screen.show([Span(game.slug, Style.TITLE), about])
    parts = [counted(figures.sessions, "session")]
    if figures.partial:
        parts.append(f"{figures.partial} of them cut off or still running")
    if figures.slips:
        parts.append(f"{counted(figures.slips, 'answer')} taken back")
    if figures.median_milliseconds is not None:
        parts.append(f"median answer {figures.median_milliseconds / 1000:.1f} s")
    screen.show("; ".join(parts), "")
    rows = [("all", figures.overall)]
    if figures.as_dealt.decisions and figures.chosen.decisions:
        rows += [("as dealt", figures.as_dealt), ("chosen", figures.chosen)]
    if figures.retained.decisions and figures.rehearsed.decisions:
        rows += [("retained", figures.retained), ("rehearsed", figures.rehearsed)]
    rows += [(name, part) for name, part in figures.by_category if part.decisions]
    screen.table(
        ("", "decisions", "right", "accuracy", "bets lost per 100"),
        [(name, *_row(part)) for name, part in rows],
    )
    if figures.cost_per_100_hands is not None:
        hands = figures.cost_per_100_hands
        screen.show("", f"In whole rounds as dealt: {hands:.3f} bets given away per 100 hands.")
    if figures.worst_cells:
        _show_worst(screen, figures)
    screen.show(*_not_shown(figures, drilled))


def _show_worst(screen: Screen, figures: Report) -> None:
    screen.show("", [Span("What cost most", Style.TITLE)])
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
            for cell in figures.worst_cells[:_WORST]
        ],
    )
    if len(figures.worst_cells) > _WORST:
        more = counted(len(figures.worst_cells) - _WORST, "more cell")
        screen.show(f"and {more} with a wrong answer")


def _not_shown(figures: Report, drilled: Sequence[StoredSession]) -> Iterator[str]:
    """Name the games that have answers too, so that nobody takes them for lost."""
    shown = {(game.slug, game.rules_digest) for game, _ in figures.games}
    slugs = {slug for slug, _ in shown}
    others = dict.fromkeys(
        f"{session.game} under other rules" if session.game in slugs else session.game
        for session in drilled
        if (session.game, session.rules_digest) not in shown
    )
    if others:
        yield ""
        yield f"Not counted here: {', '.join(others)}; see --game and --all-games."


def _row(figures: Figures) -> tuple[str, ...]:
    if figures.accuracy is None or figures.cost_per_100 is None:  # all were taken back
        return ("0", "-", "-", "-")
    accuracy, cost = percent(figures.accuracy, digits=1), f"{figures.cost_per_100:.2f}"
    return (str(figures.decisions), str(figures.right), accuracy, cost)
