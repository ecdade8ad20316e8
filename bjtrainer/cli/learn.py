"""``bjtrainer learn``: a chart from nothing, one group of rows that share a rule after another."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping
from contextlib import closing
from typing import Annotated

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_start import progress
from bjtrainer.cli.keys import LineKeys, single_keys
from bjtrainer.cli.learn_lines import JsonLearning, LinesLearning
from bjtrainer.cli.learn_loop import LearnFace, Learning
from bjtrainer.cli.learn_words import learnt_line, next_line
from bjtrainer.cli.options import (
    Count,
    HandsSeed,
    RuleChanges,
    chosen_rules,
    complete_games,
    last_game,
)
from bjtrainer.cli.own_keys import OwnKeys, Place
from bjtrainer.cli.settings import UNSET, Settings
from bjtrainer.cli.solving import Reasons, SolvedGames
from bjtrainer.errors import clean
from bjtrainer.places import history_path
from bjtrainer.rules.model import Rules
from bjtrainer.stats.store import Store
from bjtrainer.trainer.groups import groups_of
from bjtrainer.trainer.learning import Way
from bjtrainer.trainer.lesson import askable
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.wording import counted


def learn(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game to learn; otherwise the one drilled last.",
            autocompletion=complete_games,
        ),
    ] = None,
    rule: RuleChanges = None,
    count: Count = None,
    seed: HandsSeed = None,
) -> None:
    """Learn a chart from nothing, group by group, where you stopped.

    Each group of rows shares a rule: it is shown, practised among what you know, and the next
    group opens when it is right and quick. The keys are those of bjtrainer drill.
    """
    door = Door.of(context)
    settings = door.settings
    with Store.open(history_path(door.folder)) as store:
        game = last_game(door, store) if game is None else game
        rules = chosen_rules(door, game, rule)
        solved = SolvedGames()
        chart = chart_of(rules, cache=door.cache, solve=solved)
        plays = Plays(rules, chart)
        codes = askable(plays)
        learning = Learning(
            store,
            plays,
            groups_of(chart),
            codes,
            solve=solved,
            seed=secrets.randbelow(10**9) if seed is None else seed,
            count=count,
        )
        with closing(Reasons(rules, solved, door.cache)) as reasons:
            try:
                way = _taught(door, settings, learning, rules, codes, reasons)
            except KeyboardInterrupt:
                way = learning.way()
                _end(door, rules.name, way, _on(way, 0, game, rule), 0)
                raise
        due = len(progress(store, rules, chart).due) if way.ended else 0
    _end(door, rules.name, way, _on(way, due, game, rule), due)


def _taught(  # noqa: PLR0913, PLR0917  what lessons hang on
    door: Door,
    settings: Settings,
    learning: Learning,
    rules: Rules,
    codes: Mapping[str, str],
    reasons: Reasons,
) -> Way:
    """Give lessons as long as the player stays, and say how far he is then."""
    if not door.on_terminal:
        face: LearnFace = LinesLearning(rules, codes, reasons)
        if door.json:
            face = JsonLearning(door, rules)
        return learning.run(face, LineKeys(), UNSET)
    from bjtrainer.cli.learn_screen import ScreenLearning  # noqa: PLC0415  the screen

    screen = door.screen()
    with single_keys(full_screen=screen.repaints) as pressed:
        keys = OwnKeys(pressed, settings.keys, lambda: Place.DRILL)
        pages = ScreenLearning(screen, keys, settings, rules, codes, reasons)
        way = learning.run(pages, keys, settings)
    screen.show(*pages.left_early())
    return way


def _on(way: Way, due: int, game: str, changes: list[str] | None) -> str:
    """Give the command line that goes on from here: with the way, or with what is due or weak."""
    changed = [word for change in changes or () for word in ("--rule", change)]
    if not way.ended:
        return shlex.join(("bjtrainer", "learn", game, *changed))
    return shlex.join(("bjtrainer", "drill", "due" if due else "weak", "--game", game, *changed))


def _end(door: Door, name: str, way: Way, on: str, due: int) -> None:
    """Say how far the player is, and what is worth doing next."""
    if door.json:
        learnt = {"learnt": way.learnt, "ended": way.ended, "due": due}
        door.report({"type": "next", **learnt, "command": on})
        return
    print(clean(f"{name}: {learnt_line(way)}. {next_line(way)}".rstrip()))
    if not way.ended:
        print("Go on where you stopped:")
    elif due:
        print(f"{counted(due, 'cell')} due now, to be kept:")
    else:
        print("Nothing is due yet; what costs you most:")
    print(f"  {clean(on)}")
