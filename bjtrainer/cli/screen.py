"""What a person sees; the only place that uses rich.

Commands say what to show in plain values: a line is a string or a sequence of ``Span``. Text is
cleaned on the way out and never read as markup.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Container, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Literal, TextIO

from bjtrainer.cli.plain import fitting_lines, fitting_pairs, fitting_table, table_width
from bjtrainer.cli.spans import Block, Line, Listing, Span, Style, pieces_of, plain
from bjtrainer.errors import clean

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_BESIDE = 2  # columns between a label and its text
_GAP = 3  # columns between the columns of a table
_NARROW = 40
_FEWEST_COLUMNS = 20
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_MORE = [Span(" (more in a larger window)", Style.DIM)]


# Blue against orange tells right from wrong to every kind of colour vision. The text colours
# keep a contrast of 3 on black and on white; the chart's cells bring their own background.
PALETTE: dict[Style, str] = {
    Style.PLAIN: "",
    Style.DIM: "dim",
    Style.TITLE: "bold",
    Style.KEY: "bold #2f7fd6",
    Style.HERE: "bold reverse",
    Style.RED_SUIT: "#d0601f",
    Style.RIGHT: "bold #2f7fd6",
    Style.CLOSE_CALL: "#8a7fb8",
    Style.INACCURACY: "#b5762a",
    Style.MISTAKE: "#d0601f",
    Style.BLUNDER: "bold #d0601f",
    Style.HIT: "#000000 on #f0d9a8",
    Style.STAND: "#ffffff on #1f5f9e",
    Style.DOUBLE: "#000000 on #8cc7f0",
    Style.SPLIT: "#000000 on #e08a2c",
    Style.SURRENDER: "#ffffff on #5a5a5a",
}
"""How each style looks with 256 colours or more."""

# The sixteen colours are the person's own theme; these names are legible in the usual ones.
PALETTE_OF_SIXTEEN: dict[Style, str] = {
    **PALETTE,
    Style.KEY: "bold bright_blue",
    Style.RED_SUIT: "red",
    Style.RIGHT: "bold bright_blue",
    Style.CLOSE_CALL: "magenta",
    Style.INACCURACY: "magenta",
    Style.MISTAKE: "red",
    Style.BLUNDER: "bold red",
    Style.HIT: "black on yellow",
    Style.STAND: "bright_white on blue",
    Style.DOUBLE: "black on cyan",
    Style.SPLIT: "bright_white on magenta",
    Style.SURRENDER: "reverse",
}


class Screen:
    """Standard output as a person sees it.

    >>> import sys
    >>> Screen(sys.stdout, color=False).show(["6♠", Span(" right", Style.RIGHT)], "[bold]no markup")
    6♠ right
    [bold]no markup
    """

    def __init__(self, stream: TextIO, *, color: bool) -> None:
        self._stream = stream
        self._colors = _colors() if color else None
        self._palette = PALETTE_OF_SIXTEEN if self._colors == "standard" else PALETTE

    @property
    def repaints(self) -> bool:
        """Whether what was shown can be painted over: a terminal that knows escape sequences."""
        return self._stream.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """Columns to use now, 20 at least: COLUMNS, or what the terminal has, or 80."""
        return max(_FEWEST_COLUMNS, shutil.get_terminal_size().columns)

    def show(self, *lines: Line) -> None:
        """Show lines below what is there; long ones go on in the next row, indented as they are."""
        if self._colors is None and (page := fitting_lines(lines, self.width)) is not None:
            self._write(page)
            return
        self._write(self._rendered(*(self._text(line) for line in lines)))

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Line]]) -> None:
        """Show a table: the first column is text, the others are figures, aligned right.

        Where the window is too narrow for it, each row is a list of its own.
        """
        if self._colors is None and (page := fitting_table(head, rows, self.width, _GAP)):
            self._write(page)
            return
        from rich.box import SIMPLE_HEAD  # noqa: PLC0415  see plain
        from rich.table import Table  # noqa: PLC0415  see plain

        titles = [self._text(title) for title in head]
        cells = [[self._text(cell) for cell in row] for row in rows]
        columns = zip(titles, *cells, strict=True)
        needed = sum(max(cell.cell_len for cell in column) + _GAP for column in columns) - _GAP
        if needed > self.width:
            for name, *figures in rows:
                self.show(name)
                self.pairs(
                    (f"  {title}", figure) for title, figure in zip(head[1:], figures, strict=True)
                )
            return
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for number, title in enumerate(titles):
            table.add_column(title, justify="right" if number else "left")
        for row_of_cells in cells:
            table.add_row(*row_of_cells)
        self._write(self._rendered(table))

    def widest(self, *tables: Listing) -> None:
        """Show the first of these tables that the window has room for, the widest one first.

        Where there is room for none, the last is shown as lists.
        """
        fitting = (table for table in tables if table_width(*table, _GAP) <= self.width)
        self.table(*next(fitting, tables[-1]))

    def pairs(self, rows: Iterable[tuple[str, Line]]) -> None:
        """Show labels, each with its text beside it, or after it in a narrow window."""
        rows = list(rows)
        if self.width < _NARROW:
            self.show(
                *([Span(f"{label}: ", Style.TITLE), *pieces_of(text)] for label, text in rows)
            )
            return
        if self._colors is None and (page := fitting_pairs(rows, self.width, _BESIDE)) is not None:
            self._write(page)
            return
        from rich.table import Table  # noqa: PLC0415  see plain

        texts = [(self._text([Span(label, Style.TITLE)]), self._text(text)) for label, text in rows]
        grid = Table.grid(padding=(0, _BESIDE))
        for label_and_text in texts:
            grid.add_row(*label_and_text)
        self._write(self._rendered(grid))

    def paint(self, *blocks: Block | Line) -> bool:
        """Show blocks in place of everything on the terminal; elsewhere, below what is there.

        What a window is too small for is left out, as far as it can be spared, and a last row
        says so. A window too small even then says that alone, and the answer is False: nobody can
        see what was to be shown. It is right again once the window has grown.
        """
        pages = [block if isinstance(block, Block) else Block([block]) for block in blocks]
        if not self.repaints:
            self.show(*(line for page in pages for line in page.lines))
            return True
        columns, height = shutil.get_terminal_size()
        rows = self._fitted(pages, height)
        fits = len(rows) <= height and columns >= _FEWEST_COLUMNS
        if not fits:
            wide = columns >= _FEWEST_COLUMNS
            needed = f"{len(rows)} rows" if wide else f"{_FEWEST_COLUMNS} columns"
            rows = [f"This needs {needed}."[:columns]]
        self._paint_rows(rows)
        return fits

    def paint_part(self, lines: Sequence[Line], part: int) -> bool:
        """Show as many rows of a long text as the window holds; ``part`` counts from 0.

        A last row says how many more there are. Gives False, and shows nothing, where there is no
        such part. What cannot be painted over is shown whole.
        """
        if not self.repaints:
            if part == 0:
                self.show(*lines)
            return part == 0
        rows = self._rows(lines)
        foot_rows = len(self._foot(len(rows)))
        at_once = max(1, shutil.get_terminal_size().lines - foot_rows - 1)
        begin, end = part * at_once, (part + 1) * at_once
        if begin >= len(rows):
            return False
        page = [*rows[begin:end], "", *self._foot(len(rows[end:]))]
        self._paint_rows(page)
        return True

    def _paint_rows(self, rows: Sequence[str]) -> None:
        # Cleared first: where a row fills the window, some terminals would clear its last sign.
        *above, last = rows
        self._write(_HOME + "".join(f"{_CLEAR_LINE}{row}\n" for row in above) + _CLEAR_BELOW + last)

    def _foot(self, left: int) -> list[str]:
        """Give the rows that say how many more there are of a long text, and how it goes on."""
        keys = f" Enter: {left} more rows. Any other key: back." if left else " Any key: back."
        return self._rows([[Span(keys, Style.DIM)]])

    def _fitted(self, pages: Sequence[Block], height: int) -> list[str]:
        """Give the rows of all blocks, less those that have to and can be spared."""
        rows = {place: self._rows(page.lines) for place, page in enumerate(pages)}
        for place, page in enumerate(pages):
            if page.whole and any(len(plain(line)) > self.width for line in page.lines):
                del rows[place]
        sparable = sorted((place for place in rows if pages[place].spare), reverse=True)
        for place in sorted(sparable, key=lambda place: -pages[place].spare):
            if len([*chain(*rows.values()), *self._more(pages, rows)]) <= height:
                break
            del rows[place]
        return [*chain(*rows.values()), *self._more(pages, rows)]

    def _more(self, pages: Sequence[Block], kept: Container[int]) -> list[str]:
        """Give the row that says that something is left out, where something is."""
        left_out = (page for place, page in enumerate(pages) if place not in kept)
        said = any(plain(line) for page in left_out for line in page.lines)
        return self._rows([_MORE]) if said else []

    def _rows(self, lines: Iterable[Line]) -> list[str]:
        return self._rendered(*(self._text(line) for line in lines)).splitlines()

    def _text(self, line: Line) -> Text:
        from rich.text import Text  # noqa: PLC0415  see plain

        text = Text()
        for piece in pieces_of(line):
            span = Span(piece) if isinstance(piece, str) else piece
            text.append(clean(span.text), self._palette[span.style])
        return text

    def _rendered(self, *renderables: Text | Table) -> str:
        from rich.console import Console  # noqa: PLC0415  see plain
        from rich.text import Text  # noqa: PLC0415  see plain

        page = io.StringIO()
        console = Console(
            file=page,
            width=self.width,
            color_system=self._colors,
            force_terminal=self._colors is not None,
            no_color=False,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        )
        for renderable in renderables:
            if isinstance(renderable, Text):
                console.print(_wrapped(renderable, console))
            else:
                console.print(renderable)
        rows = page.getvalue().splitlines()
        return "".join(f"{row if self._colors else row.rstrip()}\n" for row in rows)

    def _write(self, page: str) -> None:
        self._stream.write(page)
        self._stream.flush()


def _wrapped(text: Text, console: Console) -> Text:
    """Break a line into rows that all begin where the line begins."""
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    if indent >= console.width:
        return text
    rows = text[indent:].wrap(console, console.width - indent)
    return type(text)("\n").join(type(text)(" " * indent) + row for row in rows)


def _colors() -> Literal["standard", "256", "truecolor"]:
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    return "256" if os.environ.get("TERM", "").endswith("256color") else "standard"
