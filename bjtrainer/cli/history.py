"""``bjtrainer history``: the rounds that were played, and where the money went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.history_lines import NO_ROUNDS, round_lines
from bjtrainer.cli.options import complete_games
from bjtrainer.cli.spans import Span, Style
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError, StorageError, shown
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.seat.listing import as_dict, as_lines
from bjtrainer.stats.played import StoredRound
from bjtrainer.stats.store import Store

LISTED = 10
"""How many rounds or moves a list for a person has, unless it is asked for more."""

Last = Annotated[
    int | None,
    typer.Option(
        "--last",
        metavar="N",
        min=1,
        help=f"How many; otherwise {LISTED}, and all with --json.",
    ),
]
Ids = Annotated[
    list[int] | None,
    typer.Argument(metavar="[ID]...", help="Numbers of rounds; otherwise the last one."),
]


def history(
    context: typer.Context,
    last: Last = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Rounds of this game only.",
            autocompletion=complete_games,
        ),
    ] = None,
) -> int:
    """List the rounds played last, with bets, results and balance.

    The newest stands last. --json exports rounds with everything that happened in them.
    """
    if context.invoked_subcommand is not None:
        if last is not None or game is not None:
            raise InputError(
                "--last and --game here choose what is listed; "
                f"leave them out before '{context.invoked_subcommand}'"
            )
        return 0
    door = Door.of(context)
    with Store.snapshot(history_path(door.folder)) as store:
        slug = None if game is None else _slug(door, store, game)
        if door.json:
            return _export(door, store, store.rounds(last, game=slug))
        _list(door, store, last or LISTED, slug)
    return 0


def _slug(door: Door, store: Store, game: str) -> str:
    """Give a game's slug; a game that is gone has the name that its rounds were stored by."""
    try:
        return find_rules(game, door.folder).slug
    except InputError:
        if store.rounds(last=1, game=game):
            return game
        raise


def _list(door: Door, store: Store, most: int, slug: str | None) -> None:
    screen, rounds = door.screen(), store.rounds(most, game=slug)
    if not rounds:
        screen.show(NO_ROUNDS if slug is None else f"{NO_ROUNDS} {slug}")
        return
    screen.show(*round_lines(rounds, screen.width))
    if rounds[-1].unfinished:
        screen.show("", f"Round {rounds[-1].id} is not over; it comes first at the table.")
    if (stored := store.count_rounds(game=slug)) > most:
        of_game = "" if slug is None else f" of {slug}"
        screen.show("", f"The last {most} of {stored} rounds{of_game}; --last N lists more.")


def _export(door: Door, store: Store, rounds: Iterable[StoredRound]) -> int:
    """Report rounds as JSON; one that cannot be dealt again is told and left out."""
    listed: list[dict[str, object]] = []
    exit_code = 0
    for stored in rounds:
        try:
            listed.append(as_dict(stored, store.steps(stored.id)))
        except StorageError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
    door.report({"schema": 1, "rounds": listed})
    return exit_code


def show(context: typer.Context, ids: Ids = None) -> int:
    """Show a round step by step.

    The cards as they fell, what was offered at each decision and what was decided, the wagers,
    and the balance before and after: the round is dealt again as it is stored.
    """
    door = Door.of(context)
    with Store.snapshot(history_path(door.folder)) as store:
        rounds = chosen_rounds(store, ids)
        if door.json:
            return _export(door, store, rounds)
        return _show(door, store, rounds)


def chosen_rounds(store: Store, ids: Sequence[int] | None) -> tuple[StoredRound, ...]:
    """Give the rounds of these numbers, without any the last round where there is one."""
    latest = store.rounds(last=1)
    if not ids:
        return latest
    found: list[StoredRound] = []
    for number in ids:
        there = latest and 1 <= number <= latest[0].id  # SQLite refuses numbers that are too long
        stored = store.round(number) if there else None
        if stored is None:
            known = f"the rounds are 1 to {latest[0].id}" if latest else "none was played yet"
            raise InputError(f"there is no round {shown(str(number))}; {known}")
        found.append(stored)
    return tuple(found)


def _show(door: Door, store: Store, rounds: Sequence[StoredRound]) -> int:
    screen = door.screen()
    exit_code = 0
    if not rounds:
        screen.show(NO_ROUNDS)
    for number, stored in enumerate(rounds):
        try:
            title, *lines = as_lines(stored, store.steps(stored.id))
        except StorageError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
        else:
            screen.show(*([""] if number else []), [Span(title, Style.TITLE)], *lines)
    return exit_code
