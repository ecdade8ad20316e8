"""How much is to be gained by asking a cell: its frequency, the chance of a miss, and its cost.

    weight = frequency * chance * cost * rest, in initial wagers per 100 rounds

The *frequency* is the chart's: decisions in the cell per 100 rounds.

The *chance* that the cell is missed next time follows from its answers, the oldest first, as in
knowledge tracing (Corbett and Anderson, 1995). A cell is known or not. An unknown one is answered
right by guessing, ``guessed`` of the time; a known one is missed by an oversight, OVERSIGHT of the
time. So a right answer makes it likelier that the cell is known, and a miss unlikelier; after
each, an unknown cell is known from now on with the chance TAKEN_IN, as the answer was shown:

    right    unknown * guessed / (unknown * guessed + known * (1 - OVERSIGHT))
    missed   unknown * (1 - guessed) / (unknown * (1 - guessed) + known * OVERSIGHT)
    then     unknown * (1 - TAKEN_IN)
    chance = unknown * (1 - guessed)

The newest answers count most. Shares of misses, however smoothed, fall as 1 / n with n right
answers, so that frequent cells would be asked for ever; this chance halves with each, and the
turn of rare cells comes. Before a miss, at least FORGOTTEN counts as unknown: what was known long
ago may be forgotten, so that one miss matters after any number of right answers.

Before its first answer a cell is as likely unknown as for a player without training, who misses
many close decisions and few obvious ones: (0.05 + 0.35 * exp(-margin / 0.2)) / (1 - GUESSED).

How often this player guesses right is another matter inside the chart's blocks than at their
edges (``borders``): who takes a cell for its neighbour misses at edges alone, who goes by totals
anywhere. So it is learnt for each of the three places from the first answers there:

    1 - guessed = (misses + FIRST * (1 - GUESSED)) / (unknown cells expected + FIRST)

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
from bjtrainer.trainer.borders import Place, places_of
from bjtrainer.trainer.past import PastAnswer

GUESSED = 0.65
"""How often a cell that is not known is answered right, as long as nothing else is known of it."""

FIRST = 3
"""How many unknown cells GUESSED counts for beside the player's own first answers."""

LEAST_GUESSED, MOST_GUESSED = 0.3, 0.97

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


def chance_of_a_miss(
    answers: Iterable[PastAnswer], margin: float, guessed: float = GUESSED
) -> float:
    """Give the chance that a cell is missed next time, by its answers, the oldest first.

    Slips are left out before. An answer after a hint counts as a miss. ``margin`` is the chart's,
    in initial wagers; ``guessed`` is how often such a cell is right that is not known.

    >>> round(chance_of_a_miss((), margin=0.005), 2), round(chance_of_a_miss((), margin=0.8), 2)
    (0.33, 0.06)
    """
    unknown = _unknown_at_first(margin)
    for answer in answers:
        if _right(answer):
            here, there = unknown * guessed, (1 - unknown) * (1 - OVERSIGHT)
        else:
            unknown = max(unknown, FORGOTTEN)
            here, there = unknown * (1 - guessed), (1 - unknown) * OVERSIGHT
        unknown = here / (here + there) * (1 - TAKEN_IN)
    return unknown * (1 - guessed)


def _unknown_at_first(margin: float) -> float:
    return min((0.05 + 0.35 * exp(-margin / 0.2)) / (1 - GUESSED), _MOST_UNKNOWN)


def _right(answer: PastAnswer) -> bool:
    return answer.right and not answer.hinted


def guessed_by_place(chart: Chart, given: Mapping[str, Sequence[PastAnswer]]) -> dict[Place, float]:
    """Give how often a cell that is not known is guessed right, by its place in the chart.

    ``given`` are the answers in each cell, without slips, the oldest first.
    """
    unknown, missed = dict.fromkeys(Place, 0.0), dict.fromkeys(Place, 0)
    for cell, place in places_of(chart).items():
        if answers := given.get(cell):
            unknown[place] += _unknown_at_first(chart.by_name[cell].margin)
            missed[place] += not _right(answers[0])
    guessed = {
        place: 1 - (missed[place] + FIRST * (1 - GUESSED)) / (unknown[place] + FIRST)
        for place in Place
    }
    return {place: min(max(share, LEAST_GUESSED), MOST_GUESSED) for place, share in guessed.items()}


def cost_of_a_miss(answers: Iterable[PastAnswer], margin: float) -> float:
    """Give what a miss in a cell counts for, in initial wagers; ``margin`` is the chart's."""
    costs = [answer.cost for answer in answers if not answer.right]
    mean = fsum(costs) / len(costs) if costs else margin
    return min(max(mean, LEAST_COST), MOST_COST)


def rest(answers: Sequence[PastAnswer], now: datetime) -> float:
    """Give the part of its weight that a cell has ``now`` (UTC); all where the clock went back.

    An answer after a hint is no right one here either.
    """
    if not answers or not _right(answers[-1]) or answers[-1].answered_at > now:
        return 1.0
    return min(max((now - answers[-1].answered_at) / RESTED, _LEAST_REST), 1.0)


def weights_of(
    chart: Chart, given: Mapping[str, Sequence[PastAnswer]], now: datetime
) -> dict[str, float]:
    """Give what each cell weighs ``now`` (UTC), in initial wagers per 100 rounds; all above 0.

    The cells are those that the chart leads to, in its order, and insurance where it is offered.
    ``given`` are the answers in each cell, without slips, the oldest first.
    """
    weights, guessed = {}, guessed_by_place(chart, given)
    for cell, place in places_of(chart).items():
        entry = chart.by_name[cell]
        if entry.frequency > 0:
            answers = given.get(cell, ())
            chance = chance_of_a_miss(answers, entry.margin, guessed[place])
            cost = cost_of_a_miss(answers, entry.margin)
            weights[cell] = entry.frequency * chance * cost * rest(answers, now)
    return weights
