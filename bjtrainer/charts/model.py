"""A chart: one code for every row and upcard, and what to do with any hand by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from bjtrainer.cards import RANKS, UPCARDS, Rank
from bjtrainer.errors import InputError, shown
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand

TIE = 1e-12
"""Two values, in initial wagers, that are this near are the same but for rounding."""


class Method(Enum):
    """How a chart was derived: for the whole game, or cell by cell on two-card hands."""

    WHOLE_GAME = "whole-game"
    TWO_CARD = "two-card"


class Code(Enum):
    """What a cell says: an action, and what to do where it is not allowed.

    >>> [str(action) for action in Code("Ds").actions]
    ['double', 'stand']
    """

    H = "H"
    S = "S"
    P = "P"
    DH = "Dh"
    DS = "Ds"
    RH = "Rh"
    RS = "Rs"
    RP = "Rp"

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions in order of preference."""
        return tuple(_ACTION_OF_LETTER[letter.lower()] for letter in self.value)

    def answer(self, legal: Sequence[Action]) -> Action:
        """Give the first of the actions that is legal; stand where none is.

        None is where a split ace with its one card may be split again but not hit.

        >>> str(Code.DH.answer([Action.HIT, Action.STAND]))
        'hit'
        """
        return next((action for action in self.actions if action in legal), Action.STAND)

    def __str__(self) -> str:
        return str(self.value)


_ACTION_OF_LETTER = {action.letter: action for action in Action}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart: ``hard 4`` to ``hard 20``, ``soft 12`` to ``soft 20``, ``pair A`` to ``T``.

    >>> str(Row.of_total(Hand.parse("A7"))), str(Row.of_total(Hand.parse("88")))
    ('soft 18', 'hard 16')
    """

    kind: str
    label: str

    @classmethod
    def of_total(cls, hand: Hand) -> Row:
        """Give the row of a hand's total, whether it is a pair or not."""
        return cls("soft" if hand.soft else "hard", str(hand.total))

    @classmethod
    def of_pair(cls, rank: Rank) -> Row:
        """Give the row of two cards of one rank."""
        return cls("pair", rank.value)

    @classmethod
    def parse(cls, text: str) -> Row:
        """Read a row back from its text; InputError when there is no such row."""
        row = cls(*text.split(" ")) if text.count(" ") == 1 else None
        if row not in ROWS:
            raise InputError(
                f"{shown(text)!r} is not a row; write hard 4 to 20, soft 12 to 20, or pair A to T"
            )
        return row

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"


ROWS: tuple[Row, ...] = (
    *(Row("hard", str(total)) for total in range(4, 21)),
    *(Row("soft", str(total)) for total in range(12, 21)),
    *(Row.of_pair(rank) for rank in RANKS),
)
"""All 36 rows, in the order of a chart file."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One row against one upcard.

    >>> str(Cell.parse("hard 16 v T"))
    'hard 16 v T'
    """

    row: Row
    upcard: Rank

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a cell back from its text."""
        row, separator, upcard = text.partition(" v ")
        if not separator:
            raise InputError(
                f"{shown(text)!r} is not a cell; write a row and an upcard: hard 16 v T"
            )
        return cls(Row.parse(row), Rank.parse(upcard))

    def __str__(self) -> str:
        return f"{self.row} v {self.upcard}"


CELLS: tuple[Cell, ...] = tuple(Cell(row, upcard) for row in ROWS for upcard in UPCARDS)
"""All 360 cells, row by row, upcards ``2..9 T A``."""

INSURANCE_CELL = "insurance v A"
"""The name of the one cell about insurance."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a chart says in one cell, and the figures behind it.

    ``values``: of each action, in initial wagers, given no dealer blackjack in a peek game,
    averaged over the hands that reach the cell when the chart is played and that may take its
    first choice (and the action). ``margin``: the first choice less the next best, over the hands
    that may take both; below 0 where it wins only because the chart is played afterwards, as the
    values assume best play of the exact cards. ``fallback_margin``: the fallback less its other
    (hit or stand) over the hands that may not take the first choice; None where there is no
    fallback or no such hand. ``frequency``: decisions in the cell per 100 rounds, 0 where the chart
    never leads to it (the values are then those of two cards that may not be split).
    ``two_card``: the code of the two-card chart, where it differs. ``hinges``: the code that the
    cell would have if one rule were another, by ``KEY=VALUE``, for the rules that change it.
    """

    code: Code
    values: Mapping[Action, float]
    margin: float
    frequency: float
    fallback_margin: float | None = None
    two_card: Code | None = None
    hinges: Mapping[str, Code] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class InsuranceEntry:
    """Whether a chart takes insurance: its value in initial wagers, and how often it is offered."""

    take: bool
    value: float
    frequency: float

    @property
    def code(self) -> str:
        """``Y`` or ``N``."""
        return "Y" if self.take else "N"

    @property
    def margin(self) -> float:
        """What the right answer is worth over the wrong one, in initial wagers."""
        return abs(self.value)


@dataclass(frozen=True, kw_only=True)
class Edges:
    """The player's expectation of a round in initial wagers: by exact cards, and by two charts."""

    optimal: float
    chart: float
    two_card_chart: float


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A complete chart of one game.

    ``insurance`` is None in a game without insurance.
    """

    game: str
    rules_digest: str
    method: Method
    edges: Edges
    entries: Mapping[Cell, Entry]
    insurance: InsuranceEntry | None

    @property
    def codes(self) -> dict[Cell, Code]:
        """The code of every cell."""
        return {cell: entry.code for cell, entry in self.entries.items()}

    @cached_property
    def by_name(self) -> dict[str, Entry | InsuranceEntry]:
        """What the chart says of everything that can be asked, by its name, insurance last."""
        named: dict[str, Entry | InsuranceEntry] = {
            str(cell): entry for cell, entry in self.entries.items()
        }
        if self.insurance is not None:
            named[INSURANCE_CELL] = self.insurance
        return named

    def cell(self, situation: Situation, legal: Sequence[Action]) -> Cell:
        """Give the one cell that answers a situation: a pair's row only where it can be split."""
        hand = situation.hand
        if hand.pair is not None and Action.SPLIT in legal:
            return Cell(Row.of_pair(hand.pair), situation.upcard)
        return Cell(Row.of_total(hand), situation.upcard)

    def answer(self, situation: Situation, legal: Sequence[Action]) -> Action:
        """Give the chart's action: the first of the cell's code that is legal.

        ``legal`` are the legal actions of the situation, at least hit or stand.
        """
        return self.entries[self.cell(situation, legal)].code.answer(legal)
