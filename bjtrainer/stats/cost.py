"""What a player's habits cost beyond the chart, exactly, and each decision's share of it.

The whole is the difference of two expectations, both by ``evaluate``: the chart's, and that of the
habits. The shares come of the identity that telescopes it (Kakade and Langford, 2002), with the
chart playing on after each decision:

    chart - habits = sum over decisions: how often the habits come to it
                     * (worth of the chart's action - mean worth of the actions taken)

So they are weighed along the hands that the player reaches, and add up to the whole but for
rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum

import numpy as np

from bjtrainer.analysis.dealer import Numbers
from bjtrainer.analysis.evaluate import evaluate, starting_orders
from bjtrainer.analysis.hands import TEN, Integers
from bjtrainer.analysis.legality import CODE, SPLIT
from bjtrainer.analysis.strategy import MixedStrategy, follow, share
from bjtrainer.analysis.values import Values
from bjtrainer.charts.figures import insurance_entry
from bjtrainer.charts.model import INSURANCE_CELL
from bjtrainer.charts.plan import Plan
from bjtrainer.charts.visits import chart_play, going_on
from bjtrainer.game.actions import Action
from bjtrainer.stats.doubt import Doubt, between
from bjtrainer.stats.habits import Habit
from bjtrainer.stats.own_play import (
    DECISIONS,
    NONE,
    Answered,
    Asked,
    answered,
    asked,
    decision,
    own_strategy,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """One decision's part in what habits cost.

    ``legal`` and ``chart`` are words; ``answers`` counts what was given. ``frequency``: how often
    the decision comes up, and ``cost``: what is lost in it, in initial wagers, both per 100 hands
    as the player plays. Below 0 where another action than the chart's is better here.
    """

    cell: str
    legal: tuple[str, ...]
    chart: str
    answers: Mapping[str, int]
    frequency: float
    cost: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """What a player's habits come to, beside the chart.

    ``chart_edge`` and ``own_edge`` are expectations of a hand in initial wagers, insurance
    included. ``cost`` is their difference for 100 hands, and lies between ``low`` and ``high``
    with a chance of 95 % as far as the answers go; ``shares`` are its parts, the dearest first.
    ``covered``: the part of the decisions, as often as they come up, that were ever answered, from
    0 to 1. ``answers`` are those that count, ``left_out`` those that the analysis has no place for.
    """

    chart_edge: float
    own_edge: float
    low: float
    high: float
    shares: tuple[Share, ...]
    covered: float
    answers: int
    left_out: int

    @property
    def cost(self) -> float:
        """What the habits lose beyond the chart, in initial wagers per 100 hands."""
        return 100 * (self.chart_edge - self.own_edge)


def cost_of(values: Values, plan: Plan, habits: Iterable[Habit]) -> Cost:
    """Give what habits cost in a solved game, beyond its chart.

    >>> from bjtrainer.analysis.values import solve
    >>> from bjtrainer.charts.derive import whole_game_plan
    >>> from bjtrainer.rules.load import find_rules
    >>> values = solve(find_rules("vegas-downtown"))
    >>> stands = Habit(
    ...     cell="hard 11 v 6",
    ...     legal=frozenset(("hit", "stand", "double")),
    ...     again=False,
    ...     answers={"stand": 1, "double": 3},
    ... )
    >>> cost = cost_of(values, whole_game_plan(values), [stands])
    >>> round(cost.cost, 4), [(share.cell, round(share.cost, 4)) for share in cost.shares]
    (0.0835, [('hard 11 v 6', 0.0835)])
    """
    where = asked(values)
    given = answered(habits, where)
    own = own_strategy(values, plan, where, given)
    reached = _reached(values, plan, where, own)
    insurance = _Insurance.of(values, given)
    parts = [*_parts(given, reached, plan), *insurance.part(given)]
    chart = plan.strategy(values.base.table, values.legal)
    chart_edge = evaluate(values.splits, chart).total + insurance.by_chart / 100
    own_edge = evaluate(values.splits, own).total + insurance.by_player / 100
    shares = [share for share, _ in parts]
    low, high = between([doubt for _, doubt in parts], float(100 * (chart_edge - own_edge)))
    comes_up = float(reached.frequency.sum()) + insurance.frequency
    return Cost(
        chart_edge=float(chart_edge),
        own_edge=float(own_edge),
        low=low,
        high=high,
        shares=tuple(sorted(shares, key=lambda share: (-share.cost, share.cell, share.legal))),
        covered=fsum(share.frequency for share in shares) / comes_up,
        answers=sum(sum(share.answers.values()) for share in shares),
        left_out=given.left_out,
    )


@dataclass(frozen=True, eq=False)
class _Reached:
    """What a way to play comes to, by the number of the decision, per 100 hands.

    ``frequency (DECISIONS,)``, and ``lost (DECISIONS, 5)``: what each action would lose there, if
    it were always taken, beside the chart's.
    """

    frequency: Numbers
    lost: Numbers


def _reached(values: Values, plan: Plan, where: Asked, own: MixedStrategy) -> _Reached:
    frequency, lost = np.zeros(DECISIONS), np.zeros((DECISIONS, len(Action)))
    for hands in _hands_reached(values, plan, where, own):
        there = np.nonzero((hands.number != NONE) & (hands.ways != 0))
        number, ways = hands.number[there], 100 * hands.ways[there]
        worth, best = hands.worth[there], hands.chart[there]
        of_chart = worth[np.arange(len(best)), best]
        frequency += np.bincount(number, ways * hands.chance[there], DECISIONS)
        for action in CODE.values():
            less = ways * (of_chart - worth[:, action])
            lost[:, action] += np.bincount(number, less, DECISIONS)
    return _Reached(frequency=frequency, lost=lost)


@dataclass(frozen=True, eq=False)
class _Hands:
    """Hands against upcards: which decision they ask, and in how many ways the play leads there.

    ``chance`` is that of one of the ways, ``worth`` the value of each action times that chance,
    ``chart`` the code of the chart's action.
    """

    number: Integers
    ways: Numbers
    chance: Numbers
    worth: Numbers
    chart: Integers


def _hands_reached(
    values: Values, plan: Plan, where: Asked, own: MixedStrategy
) -> Iterator[_Hands]:
    base, split = values.base, values.splits
    table, alike = base.table, float(base.tens_alike)
    chart = plan.strategy(table, values.legal)
    worth = chart_play(values, plan).worth
    dealt = starting_orders(base).astype(float)
    asked_first = values.per_wager(first=True)[1]
    tens = table.pair_row(TEN)

    unlike = dealt[tens] * (1 - alike)
    yield _Hands(where.unlike_tens, unlike, asked_first[tens], worth[tens], chart.unlike_tens)
    first, ways = own.first.copy(), dealt.copy()
    first[tens] = first[tens] * alike + own.unlike_tens * (1 - alike)
    ways[tens] *= alike
    yield _Hands(where.first, ways, asked_first, worth, chart.first)

    drawn = follow(table, dealt, first, own.later).passing
    drawn[table.levels[2]] = 0
    yield _Hands(where.later, drawn, base.asked, worth, chart.later)

    hand, pair = split.hands.hand, split.hands.pair
    pair_rows = np.array([table.pair_row(rank) for rank in range(10)])
    splits = share(own.first[pair_rows], SPLIT) * np.array([1.0] * 9 + [alike])[:, None]
    decides, answers = split.decides()[:, None], split.answers(chart.later)
    for branch, paths in zip(split.branches, split.paths(own.later), strict=True):
        ways = paths.passing * splits[pair] * decides
        ahead = going_on(split.hands, branch.stand, branch.given, answers, slice(None))
        yield _Hands(where.later[hand], ways, branch.asked, ahead, answers)


def _parts(given: Answered, reached: _Reached, plan: Plan) -> Iterator[tuple[Share, Doubt]]:
    codes = plan.codes()
    for number in np.flatnonzero(given.known).tolist():
        cell, legal = decision(number)
        chart = codes[cell].answer(legal)
        times, lost = given.times[number], reached.lost[number]
        all_times = int(times.sum())
        missed = all_times - int(times[CODE[chart]])
        cost = float(times @ lost) / all_times
        # What was never missed would be missed for what is nearest.
        nearest = min(float(lost[CODE[action]]) for action in legal if action is not chart)
        always = cost * all_times / missed if missed else nearest
        frequency = float(reached.frequency[number])
        yield (
            Share(
                cell=str(cell),
                legal=tuple(map(str, legal)),
                chart=str(chart),
                answers={
                    str(action): int(times[CODE[action]]) for action in legal if times[CODE[action]]
                },
                frequency=frequency,
                cost=cost,
            ),
            Doubt(
                times=all_times,
                missed=missed,
                cost=always,
                margin=always / frequency if frequency else 0.0,
            ),
        )


@dataclass(frozen=True)
class _Insurance:
    """Insurance in a game: how often it is offered, and what comes of it, all per 100 hands."""

    takes: bool
    margin: float
    frequency: float
    by_chart: float
    by_player: float

    @classmethod
    def of(cls, values: Values, given: Answered) -> _Insurance:
        entry = insurance_entry(values)
        if entry is None:
            return cls(takes=False, margin=0.0, frequency=0.0, by_chart=0.0, by_player=0.0)
        insures = entry.take if given.insures is None else given.insures
        worth = entry.frequency * entry.value
        return cls(
            takes=entry.take,
            margin=entry.margin,
            frequency=entry.frequency,
            by_chart=worth * entry.take,
            by_player=worth * insures,
        )

    def part(self, given: Answered) -> Iterator[tuple[Share, Doubt]]:
        times = given.insured + given.not_insured
        if times and self.frequency:
            answers = {"yes": given.insured, "no": given.not_insured}
            chart = "yes" if self.takes else "no"
            yield (
                Share(
                    cell=INSURANCE_CELL,
                    legal=("yes", "no"),
                    chart=chart,
                    answers={word: number for word, number in answers.items() if number},
                    frequency=self.frequency,
                    cost=self.by_chart - self.by_player,
                ),
                Doubt(
                    times=times,
                    missed=times - answers[chart],
                    cost=self.frequency * self.margin,
                    margin=self.margin,
                ),
            )
