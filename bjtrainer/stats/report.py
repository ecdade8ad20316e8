"""Figures made of stored decisions, for one game at a time unless games are joined on purpose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median

from bjtrainer.errors import InputError
from bjtrainer.stats.record import CATEGORIES, StoredDecision, StoredSession


@dataclass(frozen=True, slots=True)
class Figures:
    """How a number of decisions went; ``total_cost`` is in initial wagers."""

    decisions: int
    right: int
    total_cost: float

    @classmethod
    def of(cls, decisions: Sequence[StoredDecision]) -> Figures:
        """Add up decisions."""
        return cls(
            decisions=len(decisions),
            right=sum(decision.right for decision in decisions),
            total_cost=fsum(decision.cost for decision in decisions),
        )

    @property
    def accuracy(self) -> float | None:
        """The share that was right, from 0 to 1; None without decisions."""
        return self.right / self.decisions if self.decisions else None

    @property
    def cost_per_100(self) -> float | None:
        """What 100 such decisions give away, in initial wagers; None without decisions."""
        return 100 * self.total_cost / self.decisions if self.decisions else None

    def as_json(self) -> dict[str, object]:
        """Give the figures as they stand in ``stats --json``.

        >>> Figures(0, 0, 0.0).as_json()
        {'decisions': 0, 'right': 0, 'accuracy': None, 'cost_per_100': None}
        """
        return {
            "decisions": self.decisions,
            "right": self.right,
            "accuracy": self.accuracy,
            "cost_per_100": self.cost_per_100,
        }


@dataclass(frozen=True, order=True, slots=True)
class Game:
    """A game as decisions were judged under it: two digests are two games."""

    slug: str
    rules_digest: str


@dataclass(frozen=True, slots=True)
class CellFigures:
    """How one cell of one game's chart went; ``code`` is what stood in it last."""

    game: Game
    cell: str
    code: str
    figures: Figures

    def as_json(self) -> dict[str, object]:
        """Give the cell as it stands in ``stats --json``."""
        return {
            "game": self.game.slug,
            "rules_digest": self.game.rules_digest,
            "cell": self.cell,
            "code": self.code,
            **self.figures.as_json(),
            "total_cost": self.figures.total_cost,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What stored decisions say about a player. Slips are counted in ``slips`` and nowhere else.

    ``as_dealt`` are the decisions of rounds dealt as the game deals them, ``chosen`` those of hands
    chosen for their cell: the first say how well a player plays, the second what he practises.
    ``retained`` are the answers in cells that were due, or had rested for a day; ``rehearsed`` the
    others: the first say what was kept, the second what was said a moment ago.
    ``cost_per_100_hands`` is what 100 hands give away as the game deals them, in initial
    wagers: 100 times the cost of the decisions of naturally dealt rounds, divided by the number
    of those rounds; None without any. A round counts when a decision was made in it; at a table
    each box that was bet on counts as one, since ``round`` numbers them so.
    ``sessions`` counts those with a decision or slip, ``partial`` those of them that were cut
    off or still run. ``median_milliseconds`` is over the answers that were timed.
    ``worst_cells`` are all cells with a wrong answer, the one that gave away most first.
    """

    games: tuple[tuple[Game, int], ...]
    overall: Figures
    as_dealt: Figures
    chosen: Figures
    retained: Figures
    rehearsed: Figures
    by_category: tuple[tuple[str, Figures], ...]
    cost_per_100_hands: float | None
    median_milliseconds: float | None
    slips: int
    sessions: int
    partial: int
    worst_cells: tuple[CellFigures, ...]

    def as_json(self) -> dict[str, object]:
        """Give the object that ``stats --json`` prints."""
        return {
            "schema": 1,
            "games": [
                {"game": game.slug, "rules_digest": game.rules_digest, "decisions": decisions}
                for game, decisions in self.games
            ],
            **self.overall.as_json(),
            "as_dealt": self.as_dealt.as_json(),
            "chosen": self.chosen.as_json(),
            "retained": self.retained.as_json(),
            "rehearsed": self.rehearsed.as_json(),
            "cost_per_100_hands": self.cost_per_100_hands,
            "by_category": {name: figures.as_json() for name, figures in self.by_category},
            "median_ms": self.median_milliseconds,
            "slips": self.slips,
            "sessions": self.sessions,
            "partial": self.partial,
            "worst_cells": [cell.as_json() for cell in self.worst_cells],
        }


def report(
    decisions: Iterable[StoredDecision],
    sessions: Iterable[StoredSession],
    *,
    join_games: bool = False,
) -> Report:
    """Make the report of decisions, in the order in which they were stored.

    ``sessions`` are those of the decisions. Decisions of several games, or of one game under
    several rules, are refused with InputError unless ``join_games``: figures of different games
    are not the same figures.

    >>> report((), ()).overall.accuracy is None
    True
    """
    everything = tuple(decisions)
    counted = tuple(decision for decision in everything if not decision.slip)
    by_game = _grouped_by_game(everything)
    if len(by_game) > 1 and not join_games:
        names = ", ".join(f"{game.slug} ({game.rules_digest})" for game in by_game)
        raise InputError(f"these answers are of several games: {names}; choose one of them")
    ids = {decision.session for decision in everything}
    retained, rehearsed = _after_their_interval(counted)
    return Report(
        games=tuple(
            (game, sum(not decision.slip for decision in group)) for game, group in by_game.items()
        ),
        overall=Figures.of(counted),
        as_dealt=Figures.of([decision for decision in counted if decision.natural]),
        chosen=Figures.of([decision for decision in counted if not decision.natural]),
        retained=Figures.of(retained),
        rehearsed=Figures.of(rehearsed),
        by_category=tuple(
            (name, Figures.of([decision for decision in counted if decision.category == name]))
            for name in CATEGORIES
        ),
        cost_per_100_hands=_cost_per_100_hands(counted),
        median_milliseconds=_median_milliseconds(counted),
        slips=len(everything) - len(counted),
        sessions=len(ids),
        partial=sum(session.partial for session in sessions if session.id in ids),
        worst_cells=_worst_cells(counted),
    )


def _game(decision: StoredDecision) -> Game:
    return Game(decision.game, decision.rules_digest)


def _grouped_by_game(decisions: Sequence[StoredDecision]) -> dict[Game, list[StoredDecision]]:
    groups: dict[Game, list[StoredDecision]] = defaultdict(list)
    for decision in decisions:
        groups[_game(decision)].append(decision)
    return groups


def _after_their_interval(
    decisions: Sequence[StoredDecision],
) -> tuple[list[StoredDecision], list[StoredDecision]]:
    """Part the decisions in cells that were due, or had rested for a day, from the others."""
    apart: dict[bool, list[StoredDecision]] = {True: [], False: []}
    if decisions:
        from bjtrainer.trainer.memory import steps  # noqa: PLC0415  loads fsrs

        for decision, step in zip(decisions, steps(decisions), strict=True):
            apart[step.retained].append(decision)
    return apart[True], apart[False]


def _cost_per_100_hands(decisions: Sequence[StoredDecision]) -> float | None:
    natural = [decision for decision in decisions if decision.natural]
    rounds = {(decision.session, decision.round) for decision in natural}
    return 100 * Figures.of(natural).total_cost / len(rounds) if rounds else None


def _median_milliseconds(decisions: Sequence[StoredDecision]) -> float | None:
    timed = [decision.milliseconds for decision in decisions if decision.milliseconds is not None]
    return median(timed) if timed else None


def _worst_cells(decisions: Sequence[StoredDecision]) -> tuple[CellFigures, ...]:
    groups: dict[tuple[Game, str], list[StoredDecision]] = defaultdict(list)
    for decision in decisions:
        groups[_game(decision), decision.cell].append(decision)
    cells = (
        CellFigures(game, cell, group[-1].code, Figures.of(group))
        for (game, cell), group in groups.items()
    )
    return tuple(
        sorted(
            (cell for cell in cells if cell.figures.right < cell.figures.decisions),
            key=lambda cell: (-cell.figures.total_cost, cell.cell, cell.game),
        )
    )
