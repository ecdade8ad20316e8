"""What a person sees; the only place that uses rich.

Commands say what to show in plain values: a line is a string or a sequence of ``Span``. Text is
cleaned on the way out and never read as markup.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterable, Sequence
from typing import Literal, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bjtrainer.cli.spans import Block, Line, Span, Style
from bjtrainer.errors import clean

_GAP = 3  # columns between the columns of a table
_NARROW = 40
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


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
        return max(20, shutil.get_terminal_size().columns)

    @property
    def height(self) -> int:
        """Rows to use now: LINES, or what the terminal has, or 24."""
        return shutil.get_terminal_size().lines

    def show(self, *lines: Line) -> None:
        """Show lines below what is there; long ones go on in the next row."""
        self._write(self._rendered(*(self._text(line) for line in lines)))

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Line]]) -> None:
        """Show a table: the first column is text, the others are figures, aligned right.

        Where the window is too narrow for it, each row is a list of its own.
        """
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

    def pairs(self, rows: Iterable[tuple[str, Line]]) -> None:
        """Show labels, each with its text beside it, or after it in a narrow window."""
        texts = [(self._text([Span(label, Style.TITLE)]), self._text(text)) for label, text in rows]
        if self.width < _NARROW:
            self._write(self._rendered(*(label + ": " + text for label, text in texts)))
            return
        grid = Table.grid(padding=(0, 2))
        for label_and_text in texts:
            grid.add_row(*label_and_text)
        self._write(self._rendered(grid))

    def paint(self, *blocks: Block | Line) -> None:
        """Show blocks in place of everything on the terminal; elsewhere, below what is there.

        Where the window has too few rows, the blocks that can be spared are left out, those that
        can be spared best first. A window too small even then says so, and is right again once it
        has grown.
        """
        pages = [block if isinstance(block, Block) else Block([block]) for block in blocks]
        if not self.repaints:
            self.show(*(line for page in pages for line in page.lines))
            return
        rows = self._rows(pages)
        for spare in sorted({page.spare for page in pages} - {0}, reverse=True):
            if len(rows) > self.height:
                pages = [page for page in pages if page.spare != spare]
                rows = self._rows(pages)
        if len(rows) > self.height:
            rows = self._rendered(f"This needs {len(rows)} rows.").splitlines()[: self.height]
        self._write(_HOME + "\n".join(row + _CLEAR_LINE for row in rows) + _CLEAR_BELOW)

    def _rows(self, blocks: Iterable[Block]) -> list[str]:
        lines = (self._text(line) for block in blocks for line in block.lines)
        return self._rendered(*lines).splitlines()

    def _text(self, line: Line) -> Text:
        text = Text()
        for piece in [line] if isinstance(line, str) else line:
            span = Span(piece) if isinstance(piece, str) else piece
            text.append(clean(span.text), self._palette[span.style])
        return text

    def _rendered(self, *renderables: Text | Table | str) -> str:
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
            console.print(renderable)
        rows = page.getvalue().splitlines()
        return "".join(f"{row if self._colors else row.rstrip()}\n" for row in rows)

    def _write(self, page: str) -> None:
        self._stream.write(page)
        self._stream.flush()


def _colors() -> Literal["standard", "256", "truecolor"]:
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    return "256" if os.environ.get("TERM", "").endswith("256color") else "standard"
