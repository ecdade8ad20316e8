"""The exact values of hands as a person sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bjtrainer.charts.model import Cell, Chart, Code
from bjtrainer.cli.spans import Line, Span, Style, bars, flowed
from bjtrainer.game.actions import Action, Situation, legal_actions, why_no_insurance, why_over
from bjtrainer.game.hand import Hand
from bjtrainer.rules.describe import odds
from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

_MOST_BAR, _LEAST_BAR = 30, 6
_NAME, _FIGURE = 8, 9  # columns of a hand, and of a value in the table of all hands


@dataclass(frozen=True, slots=True)
class Answer:
    """What a chart says about a hand: the cell, its code, and the action that follows from it."""

    cell: Cell
    code: Code
    action: Action


def why_no_decision(rules: Rules, situation: Situation) -> str | None:
    """Say why a hand that is not from a split takes no decision; None while it takes one."""
    if situation.hand.ace_ten:
        return "a blackjack stands by itself"
    return why_over(rules, situation)


def chart_answer(chart: Chart, rules: Rules, situation: Situation) -> Answer | None:
    """Give a chart's answer; None where there is no decision."""
    legal = legal_actions(rules, situation)
    if not legal:
        return None
    cell = chart.cell(situation, legal)
    return Answer(cell, chart.entries[cell].code, chart.answer(situation, legal))


def condition(values: Values, situations: Sequence[Situation]) -> str:
    """Say what the values of these situations are given; ``mixed`` where it is not the same.

    Hands without a decision and upcards without a blackjack do not matter, if there are others.
    """
    open_to_blackjack = [
        situation
        for situation in situations
        if not situation.hand.ace_ten and values.dealer_blackjack(situation.hand, situation.upcard)
    ]
    said = {values.unconditional(situation) for situation in open_to_blackjack or situations}
    if len(said) > 1:
        return "mixed"
    return "none" if said.pop() else "dealer has no blackjack"


def hand_lines(
    values: Values, situation: Situation, answer: Answer | None, gone: Hand, width: int
) -> Iterator[Line]:
    """Give all about one hand for a window of so many columns."""
    rules, hand, upcard = values.rules, situation.hand, situation.upcard
    dealer = values.dealer(situation)
    total = "blackjack" if hand.ace_ten else f"{'soft' if hand.soft else 'hard'} {hand.total}"
    yield [Span(f"{hand} v {upcard}", Style.TITLE), f"  {total}"]
    yield from (_game(rules, gone), "")
    worth = {action: float(value) for action, value in values.of(situation).items()}
    ranked = sorted(worth.items(), key=lambda item: -item[1])
    yield from _ranked_lines(ranked, width)
    if answer is not None:
        yield from ("", *_comparison(ranked, answer))
    else:
        pays = f", and pays {odds(rules.blackjack_pays)} or pushes" if hand.ace_ten else ""
        yield f"No decision: {why_no_decision(rules, situation)}{pays}."
        yield f"It is worth {float(values.as_it_stands(situation)):+.6f}."
    ends = (f"{end} {chance:.2%}" for end, chance in dealer.items())
    yield from ("", *flowed(["Dealer:", *ends], width, indent=0))
    blackjack = values.dealer_blackjack(hand, upcard)
    if blackjack and "blackjack" not in dealer:
        yield f"Dealer blackjack: {blackjack:.2%}"
    if why_no_insurance(rules, hand, upcard) is None:
        yield f"Insurance: {values.insurance(hand):+.6f} per unit of insurance"
    yield _conventions(values, [situation])


def _game(rules: Rules, gone: Hand) -> str:
    return f"{rules.name}, without {' '.join(map(str, gone))}" if gone.ranks else rules.name


def _ranked_lines(ranked: Sequence[tuple[Action, float]], width: int) -> Iterator[str]:
    texts = [f"{action!s:<9} {value:+.6f}" for action, value in ranked]
    room = min(_MOST_BAR, width - 2 - max(map(len, texts), default=0))
    if room < _LEAST_BAR:
        yield from texts
        return
    drawn = bars([value for _, value in ranked], width=room)
    yield from (f"{text}  {bar}" for text, bar in zip(texts, drawn, strict=True))


def _comparison(ranked: Sequence[tuple[Action, float]], answer: Answer) -> Iterator[str]:
    best, value = ranked[0]
    chart_value = dict(ranked)[answer.action]
    yield f"Chart: {answer.cell} is {answer.code}: {answer.action}"
    if chart_value == value:
        if len(ranked) > 1:
            yield f"Margin to {ranked[1][0]}: {value - ranked[1][1]:.6f}"
    else:
        yield f"These very cards beat the chart: {best} is better by {value - chart_value:.6f}"


def _conventions(values: Values, situations: Sequence[Situation]) -> str:
    return f"In initial wagers; {_GIVEN[condition(values, situations)]}; splits {_SPLITS}."


def every_hand_lines(
    values: Values, situations: Sequence[Situation], gone: Hand, width: int
) -> Iterator[Line]:
    """Give the values of many starting hands: a line for each, or a few in a narrow window."""
    yield [Span(_game(values.rules, gone), Style.TITLE)]
    yield from (_conventions(values, situations), "")
    found = [(situation, values.of(situation)) for situation in situations]
    actions = [action for action in Action if any(action in worth for _, worth in found)]
    head = f"{'hand':<{_NAME}}{'best':<{_FIGURE}}"
    head += "".join(f"{action!s:>{_FIGURE + 1}}" for action in actions)
    wide = width >= len(head)
    if wide:
        yield [Span(head, Style.TITLE)]
    for situation, worth in found:
        name = f"{situation.hand} v {situation.upcard}"
        best = max(worth, key=lambda action: worth[action]) if worth else "-"
        if wide:
            figures = (f"{worth[one]:+.4f}" if one in worth else "-" for one in actions)
            cells = "".join(f"{figure:>{_FIGURE + 1}}" for figure in figures)
            yield f"{name:<{_NAME}}{best!s:<{_FIGURE}}{cells}"
        else:
            yield f"{name}  {best}"
            yield from flowed((f"{one} {worth[one]:+.4f}" for one in worth), width, indent=2)


_SPLITS = "CDZ-"
_GIVEN = {
    "none": "unconditional",
    "dealer has no blackjack": "given that the dealer has no blackjack",
    "mixed": "given that the dealer has no blackjack where he checks before the decision",
}
