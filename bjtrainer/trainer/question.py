"""One question: a round that waits for a decision, and what the chart says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bjtrainer.cards import Card
from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart, Code, Row
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, Round


class Insurance(Enum):
    """The two answers to the insurance question; the value is the word that a player says."""

    YES = "yes"
    NO = "no"

    @property
    def letter(self) -> str:
        """The key of the answer: ``y n``."""
        return str(self.value[0])

    def __str__(self) -> str:
        return str(self.value)


Choice = Action | Insurance
"""Any answer to a question."""

_CHOICES: dict[str, Choice] = {
    word: choice for choice in (*Action, *Insurance) for word in (choice.letter, str(choice))
}


def choice_of(text: str) -> Choice | None:
    """Read an answer: a key (``h s d p r y n``) or the whole word, in lower case.

    None for anything else. Whether the answer is allowed is another matter.

    >>> choice_of("p"), choice_of("yes"), choice_of("maybe")
    (<Action.SPLIT: 'split'>, <Insurance.YES: 'yes'>, None)
    """
    return _CHOICES.get(text)


def offered(round_: Round) -> tuple[Choice, ...]:
    """Give the answers to what a round asks: the legal actions, or yes and no; none once over."""
    return tuple(Insurance) if round_.phase is Phase.INSURANCE else round_.legal


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A decision to make, with the chart's answer; ``ask`` makes one of any round.

    ``n`` numbers the judged decisions of a session and ``round_number`` its rounds, both from 1.
    ``cell`` and ``code`` are the chart's in words (``hard 16 v T``, ``Rh``; for insurance
    ``insurance v A`` and ``N`` or ``Y``). ``chart`` is the choice that they come to here, and
    ``hinges`` are the codes that other single rules would put there. ``pair`` is the code of the
    pair's own cell where the chart would split a pair that cannot be split now; it is then asked
    about as its total.
    """

    n: int
    round_number: int
    round: Round
    cell: str
    code: str
    chart: Choice
    hinges: Mapping[str, Code] = field(default_factory=dict, hash=False)
    pair: Code | None = None

    @property
    def phase(self) -> Phase:
        """Whether the question is about insurance or about a hand (``PLAYER``)."""
        return self.round.phase

    @property
    def legal(self) -> tuple[Choice, ...]:
        """The answers that are allowed: actions in the order of ``Action``, or yes and no."""
        return offered(self.round)

    @property
    def situation(self) -> Situation:
        """All that decides about the hand that is asked about."""
        return self.round.situation

    @property
    def hand(self) -> Hand:
        """The hand that is asked about, as it plays."""
        return self.situation.hand

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of that hand as they lie on the table."""
        return self.round.hands[self.round.active].cards

    @property
    def upcard(self) -> Card:
        """The dealer's card that lies face up."""
        return self.round.dealer_cards[0]

    @property
    def split_hands(self) -> int:
        """How many hands the bet of this box has become: 1 when nothing was split."""
        return self.situation.split_hands

    def decided(self, choice: Choice) -> Round:
        """Give the round as it goes on after a choice.

        Raises ``IllegalAction`` with the reason where the choice is not allowed now.
        """
        if isinstance(choice, Insurance):
            return self.round.insure(choice is Insurance.YES)
        return self.round.act(choice)


def ask(round_: Round, chart: Chart, *, n: int, round_number: int) -> Question:
    """Give the question that a round waits for. The chart is that of the round's rules.

    Raises ``IllegalAction`` when the round is over.

    >>> from random import Random
    >>> from bjtrainer.cards import Rank
    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.game.arrange import arrange
    >>> from bjtrainer.rules.load import find_rules
    >>> rules, chart = find_rules("vegas-downtown"), load_chart(chart_path("vegas-downtown"))
    >>> round_ = arrange(rules, Hand.parse("A34"), Rank.FIVE, Random(1))
    >>> question = ask(round_, chart, n=1, round_number=1)
    >>> question.cell, question.code, str(question.chart)
    ('soft 18 v 5', 'Ds', 'stand')
    """
    situation = round_.situation
    if round_.phase is Phase.INSURANCE:
        insurance = chart.insurance
        assert insurance is not None, "the chart of a game with insurance has an answer to it"
        return Question(
            n=n,
            round_number=round_number,
            round=round_,
            cell=INSURANCE_CELL,
            code=insurance.code,
            chart=Insurance.YES if insurance.take else Insurance.NO,
        )
    cell = chart.cell(situation, round_.legal)
    entry = chart.entries[cell]
    return Question(
        n=n,
        round_number=round_number,
        round=round_,
        cell=str(cell),
        code=str(entry.code),
        chart=chart.answer(situation, round_.legal),
        hinges=entry.hinges,
        pair=_unsplit_pair(situation, round_.legal, chart),
    )


def _unsplit_pair(situation: Situation, legal: tuple[Action, ...], chart: Chart) -> Code | None:
    pair = situation.hand.pair
    if pair is None or Action.SPLIT in legal:
        return None
    code = chart.entries[Cell(Row.of_pair(pair), situation.upcard)].code
    return code if Action.SPLIT in code.actions else None
