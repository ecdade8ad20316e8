"""``bjtrainer play``: the game itself, with money, on a terminal, through a pipe, or as JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.keys import LineKeys, single_keys
from bjtrainer.cli.options import RuleChanges, chosen_rules, complete_games, still_there
from bjtrainer.cli.own_keys import OwnKeys, Place
from bjtrainer.cli.play_coach import Coach
from bjtrainer.cli.play_json import JsonFace
from bjtrainer.cli.play_lines import LinesFace
from bjtrainer.cli.play_loop import Face, Sitting
from bjtrainer.cli.settings import Settings
from bjtrainer.cli.streams import tell
from bjtrainer.errors import StorageError
from bjtrainer.places import history_path
from bjtrainer.rules.model import Rules
from bjtrainer.seat.seat import Seat, sit
from bjtrainer.stats.store import Store

_WAITS = "The round is not over; it comes first when you play again, and no money is lost by that."


def play(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game's name, one of your own, or the path of a rules file; otherwise the "
            "game played last.",
            autocompletion=complete_games,
        ),
    ] = None,
    rule: RuleChanges = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Shuffle the same way again.")
    ] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Judge each decision before the cards go on.")
    ] = False,
) -> None:
    """Play for play money, by the game's own rules.

    Money lies in a wallet and at the table; a rebuy moves it there, between rounds. Keys: 1 2 3 4
    add a chip, - takes it back, Enter deals, r repeats the bet; h hit, s stand, d double, p split,
    r surrender, y and n for insurance; i rules, l log, b rebuy, q to leave; bjtrainer config shows
    yours. Through a pipe: one answer a line, such as 5, hit, rebet or rebuy 100.
    """
    door = Door.of(context)
    settings = door.settings
    with Store.open(history_path(door.folder)) as store:
        if game is None:
            latest = store.rounds(last=1)
            game = still_there(door, latest[0].game if latest else None, "played")
        rules = chosen_rules(door, game, rule)
        with sit(store, rules, seed=seed, coached=coach) as seat:
            waits = True
            try:
                _play(door, settings, store, seat, rules)
            except StorageError:
                waits = False
                raise
            finally:
                if waits and seat.playing:
                    tell([_WAITS])


def _play(door: Door, settings: Settings, store: Store, seat: Seat, chosen: Rules) -> None:
    coach = Coach(door.cache)

    def seen() -> None:
        if seat.coached:
            for rules in dict.fromkeys((seat.rules, chosen)):
                coach.begin(rules)

    if door.on_terminal:
        from bjtrainer.cli.play_screen import ScreenFace  # noqa: PLC0415  the screen

        screen = door.screen()
        face: Face = ScreenFace(screen, store, coach, settings)
        with single_keys(full_screen=screen.repaints) as pressed:
            keys = OwnKeys(
                pressed, settings.keys, lambda: Place.ROUND if seat.playing else Place.BETS
            )
            tally = Sitting(seat, store, coach, face, keys, settings).run(seen)
    else:
        face = JsonFace(door, store, coach) if door.json else LinesFace(store, coach)
        tally = Sitting(seat, store, coach, face, LineKeys()).run(seen)
    face.end(seat, tally)
