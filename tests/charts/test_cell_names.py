"""Source of truth: printed charts, whose rows are named 16, A7 and 88."""

from __future__ import annotations

import pytest

from bjtrainer.charts.cell_names import cells_named, short_cell
from bjtrainer.charts.model import CELLS, INSURANCE_CELL
from bjtrainer.errors import InputError

NAMES = [*map(str, CELLS), INSURANCE_CELL]


def test_every_cell_is_read_back_from_its_short_name_and_in_full():
    assert len({short_cell(name) for name in NAMES}) == len(NAMES) == 361
    for name in NAMES:
        assert cells_named(short_cell(name)) == cells_named(name) == (name,)


@pytest.mark.parametrize(
    ("written", "cells"),
    [
        (" a7 V 10 ", ["soft 18 v T"]),
        ("10v6,TTv6", ["hard 10 v 6", "pair T v 6"]),
        ("AAvK", ["pair A v T"]),
        ("16vT,16vT,12v4", ["hard 16 v T", "hard 12 v 4"]),
    ],
)
def test_they_are_written_as_people_do(written, cells):
    assert cells_named(written) == tuple(cells)


@pytest.mark.parametrize("written", ["", "16", "16vT,", "21v6", "A7v1", "16v", "hit", "16vT;A7v9"])
def test_what_is_no_cell_is_refused(written):
    with pytest.raises(InputError, match="is no cell; write them as 16vT,A7v9,88vA or insurance"):
        cells_named(written)
