"""The cells of a chart as a person writes them in a command: ``16vT,A7v9,88vA``."""

from __future__ import annotations

import re

from bjtrainer.charts.model import CELLS, INSURANCE_CELL
from bjtrainer.charts.render import short_name
from bjtrainer.errors import InputError, shown

_INSURANCE = "insurance"


def short_cell(name: str) -> str:
    """Write a cell's name as short as printed charts do; ``cells_named`` reads it back.

    >>> short_cell("hard 16 v T"), short_cell("soft 18 v 9"), short_cell("insurance v A")
    ('16vT', 'A7v9', 'insurance')
    """
    return _SHORT[name]


def cells_named(text: str) -> tuple[str, ...]:
    """Read the names of cells, short or in full, with commas between them.

    Raises ``InputError`` for what is no cell.

    >>> cells_named("16vT, a7 v 10, hard 12 v 4, insurance")
    ('hard 16 v T', 'soft 18 v T', 'hard 12 v 4', 'insurance v A')
    """
    return tuple(dict.fromkeys(_cell_named(part) for part in text.split(",")))


def _cell_named(text: str) -> str:
    tight = re.sub("v(10|[jqk])$", "vt", re.sub(r"\s+", "", text).lower())
    if tight not in _NAMES:
        raise InputError(
            f"'{shown(text.strip())}' is no cell; write them as 16vT,A7v9,88vA or insurance"
        )
    return _NAMES[tight]


_SHORT = {str(cell): f"{short_name(cell.row)}v{cell.upcard}" for cell in CELLS}
# A pair of aces and a soft 12 look the same: the short name is the pair's.
_SHORT |= {str(cell): str(cell) for cell in CELLS if str(cell.row) == "soft 12"}
_SHORT[INSURANCE_CELL] = _INSURANCE

_NAMES = {
    written.replace(" ", "").lower(): name
    for name, short in _SHORT.items()
    for written in (name, short)
}
