"""How much is to be gained by asking a cell: its frequency, the chance of a miss, and its cost.

    weight = frequency * chance * cost * rest, in initial wagers per 100 rounds

The *frequency* is the chart's: decisions in the cell per 100 rounds.

The *chance* that the cell is missed next time follows from its answers, the oldest first, as in
knowledge tracing (Corbett and Anderson, 1995). A cell is known or not. An unknown one is answered
right by guessing, GUESSED of the time; a known one is missed by an oversight, OVERSIGHT of the
time. So a right answer makes it likelier that the cell is known, and a miss unlikelier; after
each, an unknown cell is known from now on with the chance TAKEN_IN, as the answer was shown:

    right    unknown * GUESSED / (unknown * GUESSED + known * (1 - OVERSIGHT))
    missed   unknown * (1 - GUESSED) / (unknown * (1 - GUESSED) + known * OVERSIGHT)
    then     unknown * (1 - TAKEN_IN)
    chance = unknown * (1 - GUESSED)

The newest answers count most. Shares of misses, however smoothed, fall as 1 / n with n right
answers, so that frequent cells would be asked for ever; this chance halves with each, and the
turn of rare cells comes. Before a miss, at least FORGOTTEN counts as unknown: what was known long
ago may be forgotten, so that one miss matters after any number of right answers.

Before its first answer the chance is that of a player without training, who misses many close
decisions and few obvious ones: 0.05 + 0.35 * exp(-margin / 0.2).

The *cost* is the mean cost of this player's misses in the cell, the chart's margin without any,
but no less than LEAST_COST, so that close calls that come often are learnt, too, and no more than
MOST_COST, so that no rare blunder keeps all others away.

The *rest* is 1 but after a right answer: what was said today teaches little tomorrow, so the weight
then grows from almost nothing back to all in RESTED, while other cells have their turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from math import exp, fsum

from bjtrainer.charts.model import Chart
from bjtrainer.trainer.past import PastAnswer

GUESSED = 0.65
"""How often a cell that is not known is answered right."""

OVERSIGHT = 0.02
"""How often a cell that is known is missed; slips that the player takes back are not counted."""

TAKEN_IN = 0.25
"""How often an answer teaches a cell for good."""

FORGOTTEN = 0.1
"""How likely a cell is unknown, at least, when it is missed."""

LEAST_COST, MOST_COST = 0.04, 0.12
"""What a miss counts for, in initial wagers: from a mistake to a blunder."""

RESTED = timedelta(days=4)
"""How long after a right answer a cell has all of its weight again."""

_MOST_UNKNOWN = 0.95
_LEAST_REST = 0.01


def chance_of_a_miss(answers: Iterable[PastAnswer], margin: float) -> float:
    """Give the chance that a cell is missed next time, by its answers, the oldest first.

    Slips are left out before. An answer after a hint counts as a miss. ``margin`` is the chart's,
    in initial wagers.

    >>> round(chance_of_a_miss((), margin=0.005), 2), round(chance_of_a_miss((), margin=0.8), 2)
    (0.33, 0.06)
    """
    untrained = 0.05 + 0.35 * exp(-margin / 0.2)
    unknown = min(untrained / (1 - GUESSED), _MOST_UNKNOWN)
    for answer in answers:
        if answer.right and not answer.hinted:
            here, there = unknown * GUESSED, (1 - unknown) * (1 - OVERSIGHT)
        else:
            unknown = max(unknown, FORGOTTEN)
            here, there = unknown * (1 - GUESSED), (1 - unknown) * OVERSIGHT
        unknown = here / (here + there) * (1 - TAKEN_IN)
    return unknown * (1 - GUESSED)


def cost_of_a_miss(answers: Iterable[PastAnswer], margin: float) -> float:
    """Give what a miss in a cell counts for, in initial wagers; ``margin`` is the chart's."""
    costs = [answer.cost for answer in answers if not answer.right]
    mean = fsum(costs) / len(costs) if costs else margin
    return min(max(mean, LEAST_COST), MOST_COST)


def rest(answers: Sequence[PastAnswer], now: datetime) -> float:
    """Give the part of its weight that a cell has ``now`` (UTC); all where the clock went back."""
    if not answers or not answers[-1].right or answers[-1].answered_at > now:
        return 1.0
    return min(max((now - answers[-1].answered_at) / RESTED, _LEAST_REST), 1.0)


def weights_of(
    chart: Chart, given: Mapping[str, Sequence[PastAnswer]], now: datetime
) -> dict[str, float]:
    """Give what each cell weighs ``now`` (UTC), in initial wagers per 100 rounds; all above 0.

    The cells are those that the chart leads to, in its order, and insurance where it is offered.
    ``given`` are the answers in each cell, without slips, the oldest first.
    """
    weights = {}
    for cell, entry in chart.by_name.items():
        if entry.frequency > 0:
            answers = given.get(cell, ())
            chance = chance_of_a_miss(answers, entry.margin)
            cost = cost_of_a_miss(answers, entry.margin)
            weights[cell] = entry.frequency * chance * cost * rest(answers, now)
    return weights
