"""Figures made of stored decisions, for one game at a time unless games are joined on purpose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from bjtrainer.charts.model import Chart
from bjtrainer.errors import InputError
from bjtrainer.stats.bands import band, error_rate
from bjtrainer.stats.days import DaysInARow, days_in_a_row, local_day
from bjtrainer.stats.figures import Figures, middle
from bjtrainer.stats.record import CATEGORIES, Selection
from bjtrainer.stats.store import Store
from bjtrainer.stats.tally import Tally

WEEK = timedelta(days=7)


@dataclass(frozen=True, order=True, slots=True)
class Game:
    """A game as decisions were judged under it: two digests are two games."""

    slug: str
    rules_digest: str


@dataclass(frozen=True, slots=True)
class CellFigures:
    """How one cell of one game's chart went; ``code`` is what stood in it last.

    ``milliseconds`` is the mean time of the answers that were timed, None where none was.
    """

    game: Game
    cell: str
    code: str
    figures: Figures
    milliseconds: float | None

    def as_json(self) -> dict[str, object]:
        """Give the cell as it stands in ``stats --json``."""
        return {
            "game": self.game.slug,
            "rules_digest": self.game.rules_digest,
            "cell": self.cell,
            "code": self.code,
            **self.figures.as_json(),
            "interval": self.figures.interval,
            "total_cost": self.figures.total_cost,
            "mean_ms": self.milliseconds,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What stored decisions say about a player. Slips are counted in ``slips`` and nowhere else.

    ``as_dealt`` are the decisions of rounds dealt as the game deals them, ``chosen`` those of hands
    chosen for their cell: the first say how well a player plays, the second what he practises.
    ``retained`` are the answers a day or more after the answer before to the same cell;
    ``rehearsed`` the others: the first say what was kept, the second what was said a moment ago.
    ``cost_per_100_hands`` is what 100 hands give away as the game deals them, in initial
    wagers: 100 times the cost of the decisions of naturally dealt rounds, divided by the number
    of those rounds; None without any. A round counts when a decision was made in it; at a table
    each box that was bet on counts as one, since ``round`` numbers them so.
    ``error_rate`` is in thousandths of a bet (``bands``), None where it is not known.
    ``sessions`` counts those with a decision or slip, ``partial`` those of them that were cut
    off or still run. ``median_milliseconds`` is over the answers that were timed.
    ``right_in_a_row`` are the latest answers without a miss. ``last_week`` are the figures of the
    last seven days, ``before`` those of the time before.
    ``cells`` are all that have a decision, the one that gave away most first.
    """

    games: tuple[tuple[Game, int], ...]
    overall: Figures
    as_dealt: Figures
    chosen: Figures
    retained: Figures
    rehearsed: Figures
    by_category: tuple[tuple[str, Figures], ...]
    cost_per_100_hands: float | None
    error_rate: float | None
    median_milliseconds: float | None
    slips: int
    sessions: int
    partial: int
    right_in_a_row: int
    days: DaysInARow
    last_week: Figures
    before: Figures
    cells: tuple[CellFigures, ...]

    @property
    def worst_cells(self) -> tuple[CellFigures, ...]:
        """The cells with a wrong answer, the one that gave away most first."""
        return tuple(cell for cell in self.cells if cell.figures.missed)

    @property
    def change(self) -> str | None:
        """``better``, ``worse`` or ``unclear``: the last week against the time before."""
        return self.last_week.change_from(self.before)

    def as_json(self) -> dict[str, object]:
        """Give the object that ``stats --json`` prints."""
        return {
            "schema": 1,
            "games": [
                {"game": game.slug, "rules_digest": game.rules_digest, "decisions": decisions}
                for game, decisions in self.games
            ],
            **self.overall.as_json(),
            "interval": self.overall.interval,
            "as_dealt": self.as_dealt.as_json(),
            "chosen": self.chosen.as_json(),
            "retained": self.retained.as_json(),
            "rehearsed": self.rehearsed.as_json(),
            "cost_per_100_hands": self.cost_per_100_hands,
            "error_rate": self.error_rate,
            "band": None if self.error_rate is None else band(self.error_rate),
            "by_category": {name: figures.as_json() for name, figures in self.by_category},
            "median_ms": self.median_milliseconds,
            "slips": self.slips,
            "sessions": self.sessions,
            "partial": self.partial,
            "right_in_a_row": self.right_in_a_row,
            "days_in_a_row": self.days.now,
            "most_days_in_a_row": self.days.longest,
            "last_week": self.last_week.as_json(),
            "before": self.before.as_json(),
            "change": self.change,
            "worst_cells": [cell.as_json() for cell in self.worst_cells],
        }


def report(  # noqa: PLR0913  what a report hangs on
    store: Store,
    selection: Selection,
    *,
    now: datetime,
    zone: tzinfo | None = None,
    chart: Chart | None = None,
    join_games: bool = False,
) -> Report:
    """Make the report of the selected decisions.

    ``now`` has a time zone, and ``zone`` is that of the player's days, None the system's; ``chart``
    is that of the game, without which no error rate is known. Decisions of several games, or of
    one game under several rules, are refused with InputError unless ``join_games``: figures of
    different games are not the same figures.

    >>> from datetime import UTC
    >>> from pathlib import Path
    >>> with Store.snapshot(Path("nowhere") / "history.sqlite3") as store:
    ...     report(store, Selection(), now=datetime.now(UTC)).overall.accuracy is None
    True
    """
    tallies = store.tallies(selection)
    games = by_game(tallies)
    if len(games) > 1 and not join_games:
        names = ", ".join(f"{game.slug} ({game.rules_digest})" for game in games)
        raise InputError(f"these answers are of several games: {names}; choose one of them")
    dealt = [tally for tally in tallies if tally.natural]
    rounds = sum(tally.rounds for tally in dealt)
    sessions = store.sittings(selection)
    week_ago = now - WEEK
    since = max(selection.since, week_ago) if selection.since else week_ago
    last_week = Figures.of(store.tallies(replace(selection, since=since)))
    overall = Figures.of(tallies)
    return Report(
        games=tuple(
            (game, sum(tally.decisions for tally in group)) for game, group in games.items()
        ),
        overall=overall,
        as_dealt=Figures.of(dealt),
        chosen=_of(tallies, lambda tally: not tally.natural),
        retained=_of(tallies, lambda tally: tally.retained),
        rehearsed=_of(tallies, lambda tally: not tally.retained),
        by_category=tuple(
            (name, Figures.of([tally for tally in tallies if tally.category == name]))
            for name in CATEGORIES
        ),
        cost_per_100_hands=100 * Figures.of(dealt).total_cost / rounds if rounds else None,
        error_rate=error_rate(tallies, chart),
        median_milliseconds=middle(store.times(selection)),
        slips=sum(tally.slips for tally in tallies),
        sessions=len(sessions),
        partial=sum(ended is None for _, ended in sessions),
        right_in_a_row=store.right_in_a_row(selection),
        days=days_in_a_row(
            [local_day(moment, zone) for sitting in sessions for moment in sitting if moment],
            local_day(now, zone),
        ),
        last_week=last_week,
        before=Figures(
            overall.decisions - last_week.decisions,
            overall.right - last_week.right,
            max(0.0, overall.total_cost - last_week.total_cost),
        ),
        cells=tuple(dearest(cells(store, tallies))),
    )


def by_game(tallies: Iterable[Tally]) -> dict[Game, list[Tally]]:
    """Part tallies by their games, in the order in which these were first answered."""
    games: dict[Game, list[Tally]] = defaultdict(list)
    for tally in tallies:
        games[Game(tally.game, tally.rules_digest)].append(tally)
    return games


def cells(store: Store, tallies: Iterable[Tally]) -> tuple[CellFigures, ...]:
    """Give the figures of each cell that has a decision, in the order of the tallies."""
    groups: dict[tuple[Game, str], list[Tally]] = defaultdict(list)
    for tally in tallies:
        groups[Game(tally.game, tally.rules_digest), tally.cell].append(tally)
    groups = {key: group for key, group in groups.items() if Figures.of(group).decisions}
    codes = store.codes([max(tally.latest for tally in group) for group in groups.values()])
    return tuple(_cell(game, cell, group, codes) for (game, cell), group in groups.items())


def dearest(found: Iterable[CellFigures]) -> list[CellFigures]:
    """Put cells in an order in which the one that gave away most stands first."""
    return sorted(found, key=lambda one: (-one.figures.total_cost, one.cell, one.game))


def _cell(game: Game, cell: str, tallies: Sequence[Tally], codes: Mapping[int, str]) -> CellFigures:
    timed = sum(tally.timed for tally in tallies)
    milliseconds = sum(tally.milliseconds for tally in tallies)
    return CellFigures(
        game=game,
        cell=cell,
        code=codes[max(tally.latest for tally in tallies)],
        figures=Figures.of(tallies),
        milliseconds=milliseconds / timed if timed else None,
    )


def _of(tallies: Iterable[Tally], wanted: Callable[[Tally], bool]) -> Figures:
    return Figures.of(filter(wanted, tallies))
