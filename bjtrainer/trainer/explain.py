"""What is said about a decision: hints beforehand, the headline and the reason afterwards.

>>> from random import Random
>>> from bjtrainer.analysis.values import solve
>>> from bjtrainer.cards import Rank
>>> from bjtrainer.charts.files import chart_path, load_chart
>>> from bjtrainer.game.arrange import arrange
>>> from bjtrainer.game.hand import Hand
>>> from bjtrainer.rules.load import find_rules
>>> from bjtrainer.trainer.judge import judge
>>> from bjtrainer.trainer.question import ask
>>> rules, chart = find_rules("vegas-downtown"), load_chart(chart_path("vegas-downtown"))
>>> round_ = arrange(rules, Hand.parse("99"), Rank.SEVEN, Random(1))
>>> question = ask(round_, chart, n=1, round_number=1)
>>> values = solve(rules)
>>> verdict = judge(question, Action.SPLIT, values)
>>> headline(question, verdict)
'Split gives away 3.8 ¢ of every $1 bet here (inaccuracy). Stand: 99 v 7 is S.'
>>> for sentence in reason(question, verdict, values).split(". "):
...     print(sentence)
18 as it stands wins 63 % and loses 23 % of the time against a 7; splitting breaks it up
Standing wins 40.0 ¢ of every $1, splitting 36.2 ¢.
>>> second_hint(question)
'Stand: 99 v 7 is S.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bjtrainer.charts.model import Cell, Code, Row
from bjtrainer.game.actions import Action, why_not
from bjtrainer.game.round import Phase
from bjtrainer.rules.describe import odds
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.facts import Facts
from bjtrainer.trainer.groups import Rule
from bjtrainer.trainer.hinges import DECKS, RULES, hinge
from bjtrainer.trainer.judge import CLOSE, Verdict
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.question import Choice, Insurance, Question
from bjtrainer.trainer.reasons import prospects, shown_card, why
from bjtrainer.trainer.wording import a_card, card_name, cents, doing, percent, sentence

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

_WORTH_CONSIDERING = 0.05
"""A right answer is held against surrender only where that costs less than this, in wagers."""


def hint(question: Question, rule: Rule, values: Values) -> str:
    """Give the rule that the cell belongs to, and what there is to weigh about this very hand."""
    unsplit = "" if question.pair is None else f"{sentence(_why_not_split(question))} "
    return f"{unsplit}{rule.sentence} {to_weigh(question, values)}"


def second_hint(question: Question) -> str:
    """Give the answer, for whom the rule was not enough."""
    return f"{_name(question.chart)}: {_chart_says(question)}."


def to_weigh(question: Question, values: Values) -> str:
    """Say what there is to weigh, without the answer."""
    rules, hand = question.round.rules, question.hand
    if question.phase is Phase.INSURANCE:
        return (
            f"Insurance pays {odds(rules.insurance_pays)}: it is worth taking when the dealer has "
            f"a ten under the ace more than {_break_even(rules)} of the time."
        )
    row = str(Row.of_total(hand))
    if Action.SPLIT in question.legal:
        row = f"a pair of {card_name(hand.ranks[0])}s, {row} as one hand,"
    facts = Facts.of(question.situation, values)
    return sentence(f"{row} against {shown_card(facts)}: {prospects(facts)}")


def headline(question: Question, verdict: Verdict) -> str:
    """Say in a line how the answer did and what the chart says."""
    chart = _chart_says(question)
    answer = _name(verdict.answer)
    if not verdict.right:
        given_away = f"{answer} gives away {cents(verdict.cost)} of every $1 bet here"
        return f"{given_away} ({verdict.severity}). {_name(verdict.chart)}: {chart}."
    if verdict.beats_chart:
        more = verdict.values[verdict.answer] - verdict.values[verdict.chart]
        return f"{answer} is right, {cents(more)} of every $1 better here than the chart: {chart}."
    by_the_chart = "" if verdict.best is verdict.chart else " by the chart"
    return f"{answer} is right{by_the_chart}: {chart}."


def reason(question: Question, verdict: Verdict, values: Values) -> str:
    """Say in up to three sentences why, from this hand's figures.

    A wrong answer is compared with the chart's, a right one with the next best. Where a rule of
    the game decides it, or the exact cards want something else than the chart, that is said.
    """
    if question.phase is Phase.INSURANCE:
        return _about_insurance(question, verdict, values)
    better, worse = _contrast(verdict)
    facts = Facts.of(question.situation, values)
    last = _beyond_the_chart(question, verdict)
    hangs = better is verdict.best
    if not last and hangs:
        last = hinge(question, RULES, worse)
    gap = verdict.values[better] - verdict.values[worse]
    if not last and gap < CLOSE and verdict.right:  # the headline of a miss says it
        last = f"It is close: {cents(gap)} of every $1."
    if not last and hangs:
        last = hinge(question, DECKS, worse)
    return " ".join([*why(better, worse, facts, verdict.values), *([last] if last else [])])


def right_in(other: Plays, question: Question, verdict: Verdict) -> str | None:
    """Say so where a wrong answer is what the chart of another game says."""
    if question.phase is Phase.INSURANCE or verdict.right:
        return None
    code = other.chart.entries[Cell.parse(question.cell)].code
    there = code.answer([choice for choice in question.legal if isinstance(choice, Action)])
    if there is not verdict.answer:
        return None
    game, answer = other.rules.name, _name(verdict.answer)
    return f"{answer} is the answer of {game}, where the chart says {code}."


def _chart_says(question: Question) -> str:
    """Give the chart's code, and why its first action is not the answer where that is so."""
    if isinstance(question.chart, Insurance):
        take = "takes insurance" if question.chart is Insurance.YES else "takes no insurance"
        return f"the chart {take} ({question.code})"
    says = f"{question.hand} v {question.upcard.rank} is {question.pair or question.code}"
    if question.pair is not None:
        says += f" ({_why_not_split(question)}); as {Row.of_total(question.hand)}, {question.code}"
    first = Code(question.code).actions[0]
    if first is question.chart:
        return says
    return f"{says} ({why_not(question.round.rules, question.situation, first)})"


def _why_not_split(question: Question) -> str:
    return str(why_not(question.round.rules, question.situation, Action.SPLIT))


def _name(choice: Choice) -> str:
    word = doing(choice) if isinstance(choice, Insurance) else str(choice)
    return word.capitalize()


def _contrast(verdict: Verdict) -> tuple[Choice, Choice]:
    """Give the two choices to compare, the one that is worth more first."""
    if verdict.answer is not verdict.chart:
        pair = (verdict.chart, verdict.answer)
        return pair if not verdict.right else pair[::-1]
    if verdict.best is not verdict.chart:
        return verdict.best, verdict.chart
    worth = verdict.values
    others = [choice for choice in worth if choice is not verdict.chart]
    considered = [
        choice
        for choice in others
        if choice is not Action.SURRENDER
        or worth[verdict.chart] - worth[choice] < _WORTH_CONSIDERING
    ]
    return verdict.chart, max(considered or others, key=lambda choice: worth[choice])


def _beyond_the_chart(question: Question, verdict: Verdict) -> str | None:
    """Say so where the exact cards want something else than the chart."""
    exact = verdict.answer if verdict.beats_chart else verdict.best
    more = verdict.values[exact] - verdict.values[verdict.chart]
    if more <= 0:
        return None
    row, upcard = Cell.parse(question.cell).row, a_card(question.upcard.rank)
    chart = f"The chart has one answer for every {row} against {upcard}"
    if verdict.right:
        return f"{chart}; these cards are the exception."
    return f"{chart}; with exactly these cards {doing(exact)} is better still, by {cents(more)}."


def _about_insurance(question: Question, verdict: Verdict, values: Values) -> str:
    rules, hand = question.round.rules, question.hand
    chance = float(values.dealer_blackjack(hand, question.upcard.rank))
    worth = verdict.values[Insurance.YES]
    gain = "gains" if worth > 0 else "gives away"
    said = (
        f"Insurance pays {odds(rules.insurance_pays)}, so it breaks even with a ten under "
        f"the ace {_break_even(rules)} of the time; with these cards gone it is "
        f"{percent(chance, 1)}."
    )
    if verdict.right or verdict.answer is Insurance.NO:  # the headline of the other miss says it
        said += f" Insurance {gain} {cents(worth)} of every $1 bet."
    even_money = rules.insurance_pays == 2 and rules.blackjack_pays * 2 == 3
    if hand.ace_ten and even_money:
        alone = float(rules.blackjack_pays) * (1 - chance)
        said += (
            f" It makes a blackjack pay $1 for $1 for certain; uninsured it is worth "
            f"{cents(alone)} of every $1."
        )
    return said


def _break_even(rules: Rules) -> str:
    return percent(1 / (float(rules.insurance_pays) + 1), 1)
