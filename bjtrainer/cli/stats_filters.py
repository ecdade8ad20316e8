"""Which answers the commands of ``bjtrainer stats`` are about: options that all of them take."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, TypeVar

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_start import complete_drills
from bjtrainer.cli.options import complete_games
from bjtrainer.errors import InputError, shown
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import Rules
from bjtrainer.stats.record import CATEGORIES, PLAY, Selection
from bjtrainer.stats.store import Store
from bjtrainer.strict_yaml import did_you_mean

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Filters:
    """What was asked for, as it was written."""

    game: str | None = None
    all_games: bool = False
    drill: str | None = None
    since: str | None = None
    until: str | None = None
    category: str | None = None
    played: bool | None = None
    helped: bool | None = None


_OPTIONS: dict[str, Any] = {
    "game": Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to look at; otherwise the one drilled last.",
            autocompletion=complete_games,
        ),
    ],
    "all_games": Annotated[
        bool, typer.Option("--all-games", help="All games together, named in the report.")
    ],
    "drill": Annotated[
        str | None,
        typer.Option(
            "--drill",
            metavar="DRILL",
            help="Answers in this drill alone.",
            autocompletion=complete_drills,
        ),
    ],
    "since": Annotated[
        str | None,
        typer.Option(
            "--since", metavar="WHEN", help="From a day on (2026-11-30), or the last 7d, 4w."
        ),
    ],
    "until": Annotated[
        str | None, typer.Option("--until", metavar="WHEN", help="Up to the end of a day.")
    ],
    "category": Annotated[
        str | None,
        typer.Option("--category", metavar="NAME", help=f"One of {', '.join(CATEGORIES)}."),
    ],
    "played": Annotated[
        bool | None,
        typer.Option("--played/--drilled", help="At the table alone, or in drills alone."),
    ],
    "helped": Annotated[
        bool | None,
        typer.Option("--helped/--unhelped", help="After a hint or in view alone, or without."),
    ],
}


def filtered(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command these options; it takes them in one, named ``filters``."""

    def called(**given: Any) -> object:
        asked = {name: given.pop(name) for name in _OPTIONS}
        return command(**given, filters=Filters(**asked))

    own = inspect.signature(command, eval_str=True)
    parameters = [one for one in own.parameters.values() if one.name != "filters"]
    defaults = {"all_games": False}
    parameters += [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=defaults.get(name),
            annotation=annotation,
        )
        for name, annotation in _OPTIONS.items()
    ]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    called.__doc__ = command.__doc__
    called.__name__ = command.__name__
    return called


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The answers that were asked for, and the rules of their game.

    ``rules`` is None where all games are meant, or the game is not found any more or has other
    rules now. ``others`` are games that have answers too.
    """

    selection: Selection
    rules: Rules | None
    others: tuple[str, ...]


def chosen(door: Door, store: Store, filters: Filters, now: datetime) -> Chosen:
    """Give what filters select: one game's answers under its rules as they are now, or all.

    Without a name it is the game drilled last, as it was drilled then. Of a game that is gone,
    those under the rules of its last answer. Raises ``InputError`` for what makes no sense.
    """
    if filters.game is not None and filters.all_games:
        raise InputError("--game and --all-games exclude each other; leave one out")
    if filters.category is not None and filters.category not in CATEGORIES:
        hint = did_you_mean(filters.category, CATEGORIES)
        raise InputError(
            f"there is no category '{shown(filters.category)}'{hint}; "
            f"write one of {', '.join(CATEGORIES)}"
        )
    drilled = store.games()
    game = None if filters.all_games else _game(door, drilled, filters.game)
    selection = Selection(
        game=game and game[0],
        rules_digest=game and game[1],
        drill=PLAY if filters.drill == "play" else filters.drill,
        since=_moment(filters.since, "--since", now),
        until=_moment(filters.until, "--until", now, ends=True),
        category=filters.category,
        played=filters.played,
        helped=filters.helped,
    )
    others = () if game is None else tuple(_others(drilled, game))
    return Chosen(selection=selection, rules=_rules(door, game), others=others)


def read_chosen(
    door: Door, filters: Filters, now: datetime, take: Callable[[Store, Chosen], T]
) -> tuple[Chosen, T]:
    """Give what filters select, and what is taken of it from the history as it is at one moment."""

    def work(store: Store) -> tuple[Chosen, T]:
        asked = chosen(door, store, filters, now)
        return asked, take(store, asked)

    return Store.read(history_path(door.folder), work)


def _game(
    door: Door, drilled: Sequence[tuple[str, str]], named: str | None
) -> tuple[str, str] | None:
    candidates = [game for game in drilled if named in (None, game[0])]
    if named is not None:
        try:
            rules = find_rules(named, door.folder)
        except InputError:
            if not candidates:
                raise
        else:
            return rules.slug, rules.digest
    return candidates[-1] if candidates else None


def _rules(door: Door, game: tuple[str, str] | None) -> Rules | None:
    if game is None:
        return None
    try:
        rules = find_rules(game[0], door.folder)
    except InputError:
        return None
    return rules if rules.digest == game[1] else None


def _others(drilled: Sequence[tuple[str, str]], game: tuple[str, str]) -> list[str]:
    """Name the games that have answers too, so that nobody takes them for lost."""
    names = (
        f"{slug} under other rules" if slug == game[0] else slug
        for slug, digest in drilled
        if (slug, digest) != game
    )
    return list(dict.fromkeys(names))


_SPAN = re.compile(r"([1-9][0-9]{0,4})([dw])")


def _moment(
    written: str | None, option: str, now: datetime, *, ends: bool = False
) -> datetime | None:
    """Read a day, a moment, or how long ago; a day begins and ends where the player is."""
    if written is None:
        return None
    if span := _SPAN.fullmatch(written):
        days = int(span[1]) * (7 if span[2] == "w" else 1)
        return now - timedelta(days=min(days, 36_500))
    try:
        day = date.fromisoformat(written)
        midnight = datetime.combine(day + timedelta(days=ends), time())
        return midnight.astimezone().astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(
            f"{option} '{shown(written)}' is no day; write one such as 2026-11-30, or 7d or 4w "
            "for that long ago"
        ) from None
