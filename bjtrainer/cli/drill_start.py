"""What a drill needs before its first question: the chart, the other game's, and the history."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import FIRST_GAME
from bjtrainer.cli.solving import SolvedGames
from bjtrainer.errors import InputError
from bjtrainer.rules.load import find_rules, own_games, shipped_games
from bjtrainer.rules.model import Rules
from bjtrainer.stats.record import Selection
from bjtrainer.stats.store import Store
from bjtrainer.trainer.contest import reached
from bjtrainer.trainer.drill import Drill, own_drills, shipped_drills
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.selection import LAST_GAME

if TYPE_CHECKING:
    from bjtrainer.trainer.progress import Progress


def complete_drills(context: typer.Context, incomplete: str) -> list[str]:
    """Give the drills whose names begin like this, for the shell."""
    names = (*shipped_drills(), *own_drills(Door.of(context).folder))
    return [name for name in names if name.startswith(incomplete)]


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A drill of one game with all that it hangs on.

    ``coming_from`` is the game that it differs from, ``origin`` that game as it was named, and
    ``progress`` how far the player is; None where the drill does not hang on them.
    """

    drill: Drill
    rules: Rules
    chart: Chart
    origin: str | None
    coming_from: Plays | None
    progress: Progress | None

    @property
    def other(self) -> Chart | None:
        """The chart of the game that the player comes from."""
        return None if self.coming_from is None else self.coming_from.chart


def prepared(  # noqa: PLR0913, PLR0917  what a drill hangs on
    door: Door, store: Store, solved: SolvedGames, drill: Drill, rules: Rules, origin: str | None
) -> Prepared:
    """Get everything for a drill; ``origin`` is the game that ``--from`` names, if it does.

    Raises ``InputError`` where there is no such game, or the drill differs from none.
    """
    chart = chart_of(rules, cache=door.cache, solve=solved)
    coming_from = None
    selection = drill.selection
    if selection is not None and selection.differs_from is not None:
        origin = origin or _named(door, store, selection.differs_from, rules)
        try:
            other_rules = find_rules(origin, door.folder)
        except InputError as error:
            if origin == selection.differs_from:
                raise InputError(f"differs_from of the drill {drill.name}: {error}") from None
            raise
        coming_from = Plays(other_rules, chart_of(other_rules, cache=door.cache, solve=solved))
        drill = replace(
            drill,
            title=f"{drill.title} from {other_rules.name}",
            selection=replace(selection, differs_from=other_rules.slug),
        )
    elif origin is not None:
        raise InputError(
            f"--from {origin}: {drill.name} does not differ from game to game; "
            "write differs_from in the drill, or choose transfer"
        )
    return Prepared(
        drill=drill,
        rules=rules,
        chart=chart,
        origin=origin,
        coming_from=coming_from,
        progress=progress(store, rules, chart) if drill.by_history else None,
    )


def progress(store: Store, rules: Rules, chart: Chart) -> Progress:
    """Give how far the player is in a game, now."""
    from bjtrainer.trainer.progress import progress_of  # noqa: PLC0415  loads fsrs

    return progress_of(
        store.past_decisions(), chart, now=datetime.now(UTC), stars=store.stars(rules.digest)
    )


def best_before(store: Store, drill: Drill, rules: Rules) -> int | None:
    """Give the most that was reached in a contest under these rules; None where there was none."""
    if not (drill.combo or drill.ends_at_miss):
        return None
    sessions: dict[int, list[bool]] = defaultdict(list)
    for answer in store.decisions(Selection(drill=drill.name, rules_digest=rules.digest)):
        sessions[answer.session].append(answer.right and not answer.slip)
    return max((reached(drill, scores) or 0 for scores in sessions.values()), default=None)


def _named(door: Door, store: Store, differs_from: str, rules: Rules) -> str:
    """Give the game that a drill names; the last one is the first there is for who drilled none."""
    if differs_from != LAST_GAME:
        return differs_from
    last = store.last_game(but=rules.slug)
    if last in (*shipped_games(), *own_games(door.folder)):
        return last
    games = (FIRST_GAME, *shipped_games())
    return next(game for game in games if game != rules.slug)
