"""The cells that a drill asks about, and the starting hands that lead into each."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations_with_replacement
from random import Random
from typing import TypeVar

from bjtrainer.cards import RANKS, UPCARDS, Rank
from bjtrainer.charts.model import CELLS, ROWS, Cell, Chart, Row
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.dealer import check_waits
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.drill import Part
from bjtrainer.trainer.unseen import barred_hole, unseen

T = TypeVar("T")

_KINDS = {Part.HARD: "hard", Part.SOFT: "soft", Part.PAIRS: "pair"}


def cells_of(part: Part, rules: Rules, chart: Chart) -> tuple[Cell, ...]:
    """Give the cells of a part of the chart that two cards can be dealt into.

    Those are hard 5 to 19 and soft 13 to 20, dealt as two different cards, and every pair that
    can be split. The part about surrender is made of the cells that say so and of those beside
    them in the chart, so that the answer is not always the same.

    Raises ``InputError`` where the game has nothing of the part.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.rules.load import find_rules
    >>> game = "las-vegas-downtown"
    >>> len(cells_of(Part.SURRENDER, find_rules(game), load_chart(chart_path(game))))
    17
    """
    cells = tuple(cell for cell in CELLS if _can_be_asked(rules, cell))
    if part is Part.ALL:
        return cells
    if part is Part.SURRENDER:
        surrendered = {cell for cell in cells if chart.entries[cell].code.value.startswith("R")}
        wanted = surrendered.union(*(_neighbours(cell) for cell in surrendered))
        chosen = tuple(cell for cell in cells if cell in wanted)
    else:
        chosen = tuple(cell for cell in cells if cell.row.kind == _KINDS[part])
    if not chosen:
        what = "surrenders no hand" if part is Part.SURRENDER else "splits no pair"
        raise InputError(
            f"the chart of {rules.name} {what}; choose another drill, or another game for this one"
        )
    return chosen


def starting_hands(rules: Rules, cell: Cell) -> dict[Hand, int]:
    """Give the two-card hands of a cell, each with the number of ways to deal it.

    From a fresh shoe, against the cell's upcard, together with a hole card; in a peek game
    without those that give the dealer a blackjack.

    >>> rules = Rules(name="One deck", slug="one-deck", decks=1)
    >>> hands = starting_hands(rules, Cell.parse("hard 16 v T"))
    >>> {str(hand): ways for hand, ways in hands.items()}
    {'6T': 2700, '79': 720}
    """
    return {hand: _ways(rules, hand, cell.upcard) for hand in _STARTING_HANDS[cell.row]}


def starting_hand(rules: Rules, cell: Cell, rng: Random) -> Hand:
    """Draw one of the ``starting_hands``, as often as it is dealt, in either order."""
    ways = starting_hands(rules, cell)
    up_to = list(accumulate(ways.values()))
    hand = list(ways)[bisect(up_to, int(rng.random() * up_to[-1]))]
    return Hand(hand.ranks[::-1]) if rng.random() < 0.5 else hand


def _row_of(hand: Hand) -> Row:
    return Row.of_total(hand) if hand.pair is None else Row.of_pair(hand.pair)


_TWO_CARDS = tuple(Hand(ranks) for ranks in combinations_with_replacement(RANKS, 2))
_STARTING_HANDS = {
    row: hands
    for row in ROWS
    if (hands := tuple(hand for hand in _TWO_CARDS if _row_of(hand) == row))
}
"""The two-card hands of each row that has any; a pair belongs to no row of a total."""


def _can_be_asked(rules: Rules, cell: Cell) -> bool:
    hands = _STARTING_HANDS.get(cell.row, ())
    if cell.row.kind != "pair":
        return bool(hands)
    return Action.SPLIT in legal_actions(rules, Situation(hand=hands[0], upcard=cell.upcard))


def _ways(rules: Rules, hand: Hand, upcard: Rank) -> int:
    left = unseen(rules, Hand(()), upcard)
    ways = 1
    for rank in hand:
        ways *= left[rank]
        left[rank] -= 1
    barred = None if check_waits(rules, upcard) else barred_hole(rules, upcard)
    return ways * (sum(left.values()) - (left[barred] if barred else 0))


def _neighbours(cell: Cell) -> Iterator[Cell]:
    """Give the cells above, below, left and right of a cell, in rows of the same kind."""
    rows = [row for row in _STARTING_HANDS if row.kind == cell.row.kind]
    for row in _beside(rows, cell.row):
        yield Cell(row, cell.upcard)
    for upcard in _beside(UPCARDS, cell.upcard):
        yield Cell(cell.row, upcard)


def _beside(line: Sequence[T], one: T) -> Sequence[T]:
    place = line.index(one)
    return [*line[max(0, place - 1) : place], *line[place + 1 : place + 2]]
