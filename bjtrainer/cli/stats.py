"""``bjtrainer stats``: what the stored answers say."""

from __future__ import annotations

from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.options import complete_games
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Span, Style
from bjtrainer.errors import InputError
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.record import Selection
from bjtrainer.stats.report import Figures, Report, report
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import cents

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
        selection = Selection() if every_game else _selection(door, store, game)
        figures = report(
            store.decisions(selection), store.sessions(selection), join_games=every_game
        )
    if door.json:
        door.report(figures.as_json())
    else:
        _show(door.screen(), figures)


def _selection(door: Door, store: Store, game: str | None) -> Selection:
    """Select one game's answers under its rules as they are now.

    Of a game that is gone, those under the rules of its last answer.
    """
    chosen = game or store.last_game()
    if chosen is None:
        return Selection()
    stored = store.sessions(Selection(game=chosen))
    if game is None and stored:
        return Selection(game=chosen, rules_digest=stored[-1].rules_digest)
    rules = find_rules(chosen, door.folder)
    return Selection(game=rules.slug, rules_digest=rules.digest)


def _show(screen: Screen, figures: Report) -> None:
    if not figures.games:
        screen.show("No answers yet. Begin with: bjtrainer drill")
        return
    for game, decisions in figures.games:
        about = f"  {_counted(decisions, 'decision')}, rules {game.rules_digest}"
        screen.show([Span(game.slug, Style.TITLE), about])
    parts = [_counted(figures.sessions, "session")]
    if figures.partial:
        parts.append(f"{figures.partial} of them cut off or still running")
    if figures.slips:
        parts.append(f"{_counted(figures.slips, 'answer')} taken back")
    if figures.median_milliseconds is not None:
        parts.append(f"median answer {figures.median_milliseconds / 1000:.1f} s")
    screen.show("; ".join(parts), "")
    drilled = [(name, part) for name, part in figures.by_category if part.decisions]
    screen.table(
        ("", "decisions", "right", "accuracy", "bets lost per 100"),
        [(name, *_row(part)) for name, part in [("all", figures.overall), *drilled]],
    )
    if figures.cost_per_100_hands is not None:
        hands = figures.cost_per_100_hands
        screen.show("", f"In whole rounds as dealt: {hands:.3f} bets given away per 100 hands.")
    if figures.worst_cells:
        screen.show("", [Span("What cost most", Style.TITLE)])
        screen.table(
            ("cell", "chart", "decisions", "right", "given away per $1"),
            [
                (
                    cell.cell,
                    cell.code,
                    str(cell.figures.decisions),
                    str(cell.figures.right),
                    cents(cell.figures.total_cost / cell.figures.decisions),
                )
                for cell in figures.worst_cells[:_WORST]
            ],
        )
        if len(figures.worst_cells) > _WORST:
            screen.show(f"and {len(figures.worst_cells) - _WORST} more cells with a wrong answer")


def _row(figures: Figures) -> tuple[str, ...]:
    if figures.accuracy is None or figures.cost_per_100 is None:  # all were taken back
        return ("0", "-", "-", "-")
    accuracy, cost = f"{figures.accuracy:.1%}", f"{figures.cost_per_100:.2f}"
    return (str(figures.decisions), str(figures.right), accuracy, cost)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
