"""Lines, pairs and tables without colour where all of it fits the window: what rich would draw.

Most runs into a pipe are like that, and rich takes longer to load than typer does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from bjtrainer.cli.spans import Line, plain
from bjtrainer.errors import clean


def fitting_lines(lines: Iterable[Line], width: int) -> str | None:
    """Give lines as text; None where one has to be broken, or has signs of other than one column.

    >>> fitting_lines(["6♠ v T", "hit"], 6), fitting_lines(["6♠ v T"], 5)
    ('6♠ v T\\nhit\\n', None)
    """
    texts = [clean(plain(line)).rstrip() for line in lines]
    if any(len(text) > width or not _one_column_each(text) for text in texts):
        return None
    return "".join(f"{text}\n" for text in texts)


def fitting_pairs(rows: Iterable[tuple[str, Line]], width: int, gap: int) -> str | None:
    """Give labels with their texts beside them; None as for ``fitting_lines``.

    >>> print(fitting_pairs([("decks", "8"), ("soft 17", "hit")], 20, gap=2), end="")
    decks    8
    soft 17  hit
    """
    texts = [(clean(label), clean(plain(text))) for label, text in rows]
    beside = max((len(label) for label, _ in texts), default=0) + gap
    return fitting_lines([f"{label:<{beside}}{text}" for label, text in texts], width)


def fitting_table(
    head: Sequence[str], rows: Sequence[Sequence[Line]], width: int, gap: int
) -> str | None:
    """Give a table, its first column aligned left; None as for ``fitting_lines``.

    >>> print(fitting_table(["game", "decks"], [["european", "2"]], 20, gap=3), end="")
    game       decks
    ────────────────
    european       2
    """
    cells = [[clean(plain(cell)) for cell in row] for row in [head, *rows]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    between = " " * gap
    lines = [
        between.join(
            f"{cell:>{size}}" if number else f"{cell:<{size}}"
            for number, (cell, size) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    rule = "─" * (sum(widths) + gap * (len(widths) - 1))
    return fitting_lines([lines[0], rule, *lines[1:]], width)


def table_width(head: Sequence[str], rows: Sequence[Sequence[Line]], gap: int) -> int:
    """Give how many columns of the window a table takes.

    >>> table_width(["game", "decks"], [["european", "2"]], gap=3)
    16
    """
    widths = [max(len(plain(cell)) for cell in column) for column in zip(head, *rows, strict=True)]
    return sum(widths) + gap * (len(widths) - 1)


def _one_column_each(text: str) -> bool:
    return text.isascii() or not any(
        combining(sign) or east_asian_width(sign) in "WF" for sign in text
    )
