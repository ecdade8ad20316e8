"""What the stored answers would be worth under other rules. Nothing that is stored changes.

Each hand is valued anew by its exact cards and compared with the other game's chart. An answer has
no counterpart where the other game would never ask: the hand is over there, the answer not allowed,
or the shoe never deals it. Such answers are counted by the reason, and in no other figure. A bet
that could not be doubled for want of money counts as one that could.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from bjtrainer.cards import Rank
from bjtrainer.charts.model import INSURANCE_CELL, TIE, Chart
from bjtrainer.errors import InputError
from bjtrainer.game.actions import (
    Action,
    Situation,
    legal_actions,
    why_no_insurance,
    why_not,
    why_over,
)
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.hands import AnsweredHand

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """The same answers as they were judged ``then``, and under the other rules ``there``."""

    then: Figures
    there: Figures


@dataclass(frozen=True, kw_only=True, slots=True)
class Regraded:
    """Stored answers of one game under another game's rules.

    ``whole`` compares those that have a counterpart, ``cells`` the same by the other chart's cell,
    the one that loses most there first. ``without`` counts the others by the reason.
    """

    whole: Compared
    cells: Mapping[str, Compared]
    without: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Judged:
    cell: str
    cost: float


def regraded(hands: Iterable[AnsweredHand], rules: Rules, chart: Chart, values: Values) -> Regraded:
    """Judge answers anew by a solved game and its chart."""
    by_cell: dict[str, list[tuple[AnsweredHand, _Judged]]] = defaultdict(list)
    without: Counter[str] = Counter()
    for answered in hands:
        judge = _insurance if answered.phase == "insurance" else _action
        try:
            judged = judge(answered, rules, chart, values)
        except InputError:
            judged = "the shoe never deals this hand"
        if isinstance(judged, str):
            without[judged] += answered.times
        else:
            by_cell[judged.cell].append((answered, judged))
    cells = {cell: _compared(answers) for cell, answers in by_cell.items()}
    dearest = sorted(cells, key=lambda cell: (-cells[cell].there.total_cost, cell))
    return Regraded(
        whole=_compared([one for answers in by_cell.values() for one in answers]),
        cells={cell: cells[cell] for cell in dearest},
        without=dict(without.most_common()),
    )


def _compared(answers: Iterable[tuple[AnsweredHand, _Judged]]) -> Compared:
    pairs = list(answers)
    times = sum(answered.times for answered, _ in pairs)
    return Compared(
        then=Figures(
            decisions=times,
            right=sum(answered.right for answered, _ in pairs),
            total_cost=fsum(answered.cost for answered, _ in pairs),
        ),
        there=Figures(
            decisions=times,
            right=sum(answered.times for answered, judged in pairs if not judged.cost),
            total_cost=fsum(answered.times * judged.cost for answered, judged in pairs),
        ),
    )


def _action(answered: AnsweredHand, rules: Rules, chart: Chart, values: Values) -> _Judged | str:
    """Judge an answer, or say why it has no counterpart."""
    hand, upcard = Hand.parse(answered.hand), Rank.parse(answered.upcard)
    situation = Situation(
        hand=hand,
        upcard=upcard,
        split_hands=answered.split_hands,
        one_denomination=answered.one_denomination,
    )
    action = Action(answered.answer)
    if reason := (
        _why_no_such_split(rules, situation)
        or why_over(rules, situation)
        or why_not(rules, situation, action)
    ):
        return reason
    legal = legal_actions(rules, situation)
    cell, best = chart.cell(situation, legal), chart.answer(situation, legal)
    worth = values.of(situation)
    if best not in worth:
        return "the dealer has a blackjack for certain"
    return _Judged(str(cell), _cost(float(worth[best] - worth[action])))


def _insurance(answered: AnsweredHand, rules: Rules, chart: Chart, values: Values) -> _Judged | str:
    hand, upcard = Hand.parse(answered.hand), Rank.parse(answered.upcard)
    if reason := why_no_insurance(rules, hand, upcard):
        return reason
    assert chart.insurance is not None, "the chart of a game with insurance has an answer to it"
    more = int(chart.insurance.take) - int(answered.answer == "yes")
    return _Judged(INSURANCE_CELL, _cost(float(values.insurance(hand)) / 2 * more))


def _cost(less: float) -> float:
    return less if less > TIE else 0.0


def _why_no_such_split(rules: Rules, situation: Situation) -> str | None:
    aces = situation.hand.ranks[0] is Rank.ACE
    most = rules.max_ace_hands if aces else rules.max_hands
    if situation.split_hands <= most:
        return None
    what = "aces" if aces else "pairs"
    if most == 1:
        return f"{what} cannot be split in this game"
    return f"{what} can be split to {most} hands at most in this game"
