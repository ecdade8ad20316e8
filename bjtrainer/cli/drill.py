"""``bjtrainer drill``: the main job, on a terminal, through a pipe, or as JSON."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_json import JsonFace, summary_event
from bjtrainer.cli.drill_lines import LinesFace
from bjtrainer.cli.drill_loop import Face, Keeper, Sitting
from bjtrainer.cli.drill_start import best_before, complete_drills, prepared
from bjtrainer.cli.keys import LineKeys, single_keys
from bjtrainer.cli.options import (
    Count,
    HandsSeed,
    OtherGame,
    RuleChanges,
    chosen_rules,
    complete_games,
    last_game,
)
from bjtrainer.cli.own_keys import OwnKeys, Place
from bjtrainer.cli.settings import Settings
from bjtrainer.cli.solving import Reasons, SolvedGames
from bjtrainer.errors import clean
from bjtrainer.places import history_path
from bjtrainer.stats.store import Store
from bjtrainer.trainer.answered import NothingToAsk
from bjtrainer.trainer.drill import CELLS_DRILL, DEFAULT_DRILL, find_drill, narrowed
from bjtrainer.trainer.session import Session, start
from bjtrainer.trainer.summary import summary_of


def drill(  # noqa: PLR0913, PLR0917  one parameter for each option
    context: typer.Context,
    drill: Annotated[
        str,
        typer.Argument(
            metavar="[DRILL]",
            help="A drill's name, or the path of a drill file.",
            autocompletion=complete_drills,
        ),
    ] = DEFAULT_DRILL,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to drill; otherwise the one drilled last.",
            autocompletion=complete_games,
        ),
    ] = None,
    rule: RuleChanges = None,
    origin: OtherGame = None,
    cells: Annotated[
        str | None,
        typer.Option("--cells", metavar="CELLS", help="These cells alone, such as 16vT,A7v9,88vA."),
    ] = None,
    count: Count = None,
    seed: HandsSeed = None,
) -> None:
    """Drill decisions, judged against the exact chart.

    Keys: h hit, s stand, d double, p split, r surrender, y and n for insurance, ? for a hint,
    u to take the last answer back, * to star the cell, q to leave; bjtrainer config shows yours.
    Through a pipe: one answer a line.
    """
    door = Door.of(context)
    settings = door.settings
    if cells is not None and drill == DEFAULT_DRILL:
        drill = CELLS_DRILL
    chosen = find_drill(drill, door.folder)
    if cells is not None:
        from bjtrainer.charts.cell_names import cells_named  # noqa: PLC0415  few name cells

        chosen = narrowed(chosen, cells_named(cells))
    with Store.open(history_path(door.folder)) as store:
        game = last_game(door, store) if game is None else game
        rules = chosen_rules(door, game, rule)
        solved = SolvedGames()
        ready = prepared(door, store, solved, chosen, rules, origin)
        try:
            session = start(
                ready.drill,
                rules,
                ready.chart,
                seed=secrets.randbelow(10**9) if seed is None else seed,
                solve=solved,
                count=count,
                other=ready.other,
                progress=ready.progress,
            )
        except NothingToAsk as nothing:
            _say_so(door, nothing)
            return
        session = replace(session, best=best_before(store, chosen, rules))
        keeper = Keeper.begin(store, session)
        reasons = Reasons(rules, solved, door.cache, ready.coming_from)
        named = [] if drill == DEFAULT_DRILL else [drill]
        named += [] if cells is None else ["--cells", cells]
        again = None if chosen.by_history else _again(named, game, rule, ready.origin, session)
        _sit(door, settings, session, keeper, reasons, again)


def _say_so(door: Door, nothing: NothingToAsk) -> None:
    """Say that there is nothing to ask, and what to do instead; that is no failure."""
    if door.json:
        door.report({"type": "nothing", "reason": str(nothing)})
        door.report(summary_event(summary_of(())))
    else:
        print(clean(str(nothing)))


def _again(
    named: list[str], game: str, changes: list[str] | None, origin: str | None, session: Session
) -> str:
    """Give the command line that deals the same hands."""
    changed = [word for change in changes or () for word in ("--rule", change)]
    came_from = [] if origin is None else ["--from", origin]
    seed = ("--seed", str(session.seed))
    return shlex.join(("bjtrainer", "drill", *named, "--game", game, *changed, *came_from, *seed))


def _sit(  # noqa: PLR0913, PLR0917  what a sitting hangs on
    door: Door,
    settings: Settings,
    session: Session,
    keeper: Keeper,
    reasons: Reasons,
    again: str | None,
) -> None:
    with closing(reasons):
        if door.on_terminal:
            from bjtrainer.cli.drill_screen import ScreenFace  # noqa: PLC0415  the screen

            screen = door.screen()
            face: Face = ScreenFace(screen, reasons, again, settings)
            sitting = Sitting(session, keeper, face, settings)
            with _told_when_stopped(sitting), single_keys(full_screen=screen.repaints) as pressed:
                keys = OwnKeys(pressed, settings.keys, lambda: Place.DRILL)
                sitting.run(keys, seen=reasons.begin)
        else:
            face = JsonFace(door) if door.json else LinesFace(reasons, again)
            sitting = Sitting(session, keeper, face)
            with _told_when_stopped(sitting):
                sitting.run(LineKeys(), seen=lambda: None)
        face.end(sitting.session)


@contextmanager
def _told_when_stopped(sitting: Sitting) -> Iterator[None]:
    """Say how it went on Ctrl-C too, once the terminal is as it was."""
    try:
        yield
    except KeyboardInterrupt:
        sitting.face.end(sitting.session)
        raise
