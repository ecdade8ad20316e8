"""In what order a drill asks: each question depends on the seed and its number, on no answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from random import Random
from typing import TYPE_CHECKING

from bjtrainer.game.shoe import shuffled
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.spots import Spot

if TYPE_CHECKING:
    from bjtrainer.trainer.progress import Progress

PASS = 50
"""Within so many questions each cell comes as often as it weighs, rounded by chance."""

MOST_OF_A_PASS = 0.1
"""The weakest cell is no larger part of a pass, so that there is time to forget it."""


class Order(Enum):
    """How often, and when, each cell is asked."""

    EVEN = "even"
    """All once in an order of chance, then all again in another."""
    NATURAL = "natural"
    """As often as the game leads to it."""
    DUE = "due"
    """Each once: the most overdue first, then what is due next, then the unknown."""
    WEAKEST = "weakest"
    """Those that are worth most, by frequency, the chance of a miss, and what that costs.

    Of more than a pass each of the weakest once; of fewer, each as often as it is worth."""


@dataclass(frozen=True, kw_only=True)
class Course:
    """What is asked in which order; ``course`` makes one.

    ``weights`` are those of the ``spots``; without them, all are asked once, then all again.
    ``length`` is how many questions there are, None where there is no end.
    """

    plays: Plays
    spots: tuple[Spot, ...]
    weights: tuple[float, ...] = ()
    shuffled: bool = True
    length: int | None = None

    def spot(self, seed: int, number: int) -> Spot:
        """Give what the question of this number, from 1, is about."""
        if not self.shuffled:
            return self.spots[number - 1]
        size = PASS if self.weights else len(self.spots)
        passed, place = divmod(number - 1, size)
        rng = Random(f"{seed}/pass/{passed}")
        if self.weights:
            return self.spots[_by_weight(self.weights, rng)[place]]
        return shuffled(self.spots, rng)[place]


def course(
    order: Order, plays: Plays, spots: tuple[Spot, ...], progress: Progress | None = None
) -> Course:
    """Put what is asked about into an order; ``progress`` is needed by ``DUE`` and ``WEAKEST``."""
    if order is Order.DUE:
        assert progress is not None, "what is due hangs on the history"
        ordered = _most_overdue_first(plays, spots, progress)
        return Course(plays=plays, spots=ordered, shuffled=False, length=len(ordered))
    weights: Sequence[float] = ()
    if order is Order.NATURAL:
        weights = [_frequency(plays, spot) for spot in spots]
    elif order is Order.WEAKEST:
        assert progress is not None, "what is weak hangs on the history"
        worth = {spot: progress.weights.get(str(spot), 0.0) for spot in spots}
        spots = tuple(sorted(spots, key=lambda spot: -worth[spot])[:PASS])
        if len(worth) <= PASS:
            weights = _capped([worth[spot] for spot in spots])
    return Course(plays=plays, spots=spots, weights=tuple(weights) if any(weights) else ())


def _most_overdue_first(
    plays: Plays, spots: Sequence[Spot], progress: Progress
) -> tuple[Spot, ...]:
    def place(spot: Spot) -> tuple[bool, datetime, float]:
        memory = progress.memories.get(str(spot))
        due = progress.now if memory is None else memory.due
        return memory is None, due, -_frequency(plays, spot)

    return tuple(sorted(spots, key=place))


def _frequency(plays: Plays, spot: Spot) -> float:
    """Give how often a cell comes up, in decisions per 100 rounds."""
    if spot.cell is not None:
        return plays.chart.entries[spot.cell].frequency
    assert plays.chart.insurance is not None, "insurance is asked about where it is offered"
    return plays.chart.insurance.frequency


def _capped(weights: Sequence[float]) -> list[float]:
    """Give weights of which none is too large a part of all; of few, each may be a larger one.

    >>> [round(weight, 3) for weight in _capped([1000.0] + [1.0] * 90)[:3]]
    [10.0, 1.0, 1.0]
    """
    share, capped = max(MOST_OF_A_PASS, 2 / len(weights)), list(weights)
    for _ in range(30):  # each time the largest come nearer to their share
        most = share * sum(capped)
        capped = [min(weight, most) for weight in capped]
    return capped


def _by_weight(weights: Sequence[float], rng: Random) -> list[int]:
    """Give the places of a pass: each as often as it weighs, and spread over it.

    >>> _by_weight([3, 1], Random(1)).count(0)
    37
    """
    share = sum(weights) / PASS
    so_far, taken = rng.random() * share, 0
    places: list[tuple[float, int]] = []
    for place, weight in enumerate(weights):
        so_far += weight
        times = min(int(so_far / share), PASS) - taken
        begin = rng.random()
        places += [((begin + time) / times, place) for time in range(times)]
        taken += times
    places += [(1.0, places[-1][1])] * (PASS - taken)
    return _apart([place for _, place in sorted(places)])


def _apart(places: list[int]) -> list[int]:
    """Give places in an order in which none follows itself, as far as there are others after it.

    >>> _apart([1, 1, 2, 3, 3])
    [1, 2, 1, 3, 3]
    """
    ordered = list(places)
    for at in range(1, len(ordered)):
        if ordered[at] == ordered[at - 1]:
            others = (later for later in range(at, len(ordered)) if ordered[later] != ordered[at])
            if (other := next(others, None)) is not None:
                ordered.insert(at, ordered.pop(other))
    return ordered
