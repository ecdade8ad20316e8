"""Lines to show, in plain values: pieces of text, each with what it is. ``screen`` paints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from bjtrainer.cards import Card

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Style(Enum):
    """What a piece of text is; how that looks is decided in this room alone."""

    PLAIN = "plain"
    DIM = "dim"
    TITLE = "title"
    KEY = "key"
    HERE = "here"
    RED_SUIT = "red suit"
    RIGHT = "right"
    CLOSE_CALL = "close call"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line and what it is."""

    text: str
    style: Style = Style.PLAIN


Pieces = list[Span | str]
"""Pieces of a line, with styles where they matter."""

Line = str | Sequence[Span | str]
"""A line to show: one plain string, or pieces."""

Listing = tuple[Sequence[str], Sequence[Sequence[Line]]]
"""A table: its head, and its rows."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand together; the more ``spare``, the sooner a small window does without.

    ``whole``: a drawing, whose lines mean nothing once they are broken.
    """

    lines: Sequence[Line]
    spare: int = 0
    whole: bool = False


BLANK = Block([""], spare=9)
"""An empty row, the first to go where rows are few."""


def apart(blocks: Iterable[Block | Sequence[Block]]) -> list[Block]:
    """Give blocks with an empty row between each two; those without lines are left out.

    Several that are given together stay together.

    >>> len(apart([Block(["one"]), Block([]), [Block(["two"]), Block(["three"])]]))
    4
    """
    spread: list[Block] = []
    for each in blocks:
        together = [each] if isinstance(each, Block) else each
        if shown := [block for block in together if block.lines]:
            spread += [BLANK, *shown]
    return spread[1:]


def flowed(
    items: Iterable[Line], width: int, *, indent: int = 1, between: str = "  "
) -> list[Pieces]:
    """Give items side by side in as many rows as it takes; no item is broken.

    >>> flowed(["hit", "stand", "double"], 13)
    [[' ', 'hit', '  ', 'stand'], [' ', 'double']]
    """
    rows: list[Pieces] = []
    for item in items:
        pieces = pieces_of(item)
        if rows and len(plain([*rows[-1], between, *pieces])) <= width:
            rows[-1] += [between, *pieces]
        else:
            rows.append([" " * indent, *pieces])
    return rows


def head(what: Sequence[str], beside: Sequence[str], width: int, *, room: int) -> list[Pieces]:
    """Give the head of a page: what it is about, and figures beside it or below it.

    They stand beside it, at the right, where there is this much room for them.

    >>> [plain(line) for line in head(["Game"], ["seed 7"], 24, room=10)]
    [' Game            seed 7']
    """
    titles = flowed([[Span(part, Style.TITLE)] for part in what], width, between=" · ")
    figures = flowed([[Span(part, Style.DIM)] for part in beside], width, between=" · ")
    left = width - 1 - len(plain(titles[0]))
    if len(titles) > 1 or left < room:
        return [*titles, *figures]
    return [[*titles[0], Span(f"{' · '.join(beside):>{left}}", Style.DIM)]]


def cards(seen: Iterable[Card], hidden: int = 0) -> list[Span]:
    """Give cards as they lie on the table, face down ones last.

    >>> "".join(span.text for span in cards([Card("6", "s")], hidden=1))
    '6♠ ▒▒'
    """
    spans: list[Span] = []
    for card in seen:
        style = Style.RED_SUIT if card.suit in "hd" else Style.PLAIN
        spans += [Span(" "), Span(card.face + _SUITS[card.suit], style)]
    spans += [Span(" "), Span("▒▒", Style.DIM)] * hidden
    return spans[1:]


def bars(values: Sequence[float], width: int) -> list[str]:
    """Give one bar for each value, all on one scale; a bar below zero ends where zero is.

    >>> bars([0.5, 0.25], 4), bars([0.5, -0.5], 4), bars([], 4)
    (['████', '██'], ['  ██', '██'], [])
    """
    lowest, highest = min([0.0, *values]), max([0.0, *values])
    whole = highest - lowest or 1.0
    zero = round(-lowest / whole * width)
    drawn = []
    for value in values:
        end = zero + round(value / whole * width)
        drawn.append(" " * min(zero, end) + "█" * abs(end - zero))
    return drawn


def pieces_of(line: Line) -> Pieces:
    """Give a line as pieces, a plain string as one.

    >>> pieces_of("6♠")
    ['6♠']
    """
    return [line] if isinstance(line, str) else list(line)


def side_by_side(left: Line, right: Line, width: int) -> Line:
    """Give two lines as one, the right one from a column on; the left one alone where it is empty.

    >>> plain(side_by_side("hard", "soft", 6)), plain(side_by_side("hard", "", 6))
    ('hard  soft', 'hard')
    """
    if not plain(right):
        return left
    return [*pieces_of(left), " " * (width - len(plain(left))), *pieces_of(right)]


def plain(line: Line) -> str:
    """Give a line's text without its styles.

    >>> plain(["6♠", Span(" right", Style.RIGHT)])
    '6♠ right'
    """
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces_of(line))
