"""Source of truth: rich itself, which draws whatever does not fit and all that has colour."""

from __future__ import annotations

import io
import os
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.cli import plain, screen
from bjtrainer.cli.screen import Screen

words = st.text(st.sampled_from("ab 9♠─·%"), max_size=12).map(str.strip)
labels = words.filter(bool)
widths = st.integers(40, 90)


def drawn(method, *arguments, width: int, by_rich: bool) -> str:
    page = io.StringIO()
    nothing_fits = {
        name: (lambda *_: None) for name in ("fitting_lines", "fitting_pairs", "fitting_table")
    }
    with patch.dict(os.environ, {"COLUMNS": str(width)}):
        if by_rich:
            with patch.multiple(screen, **nothing_fits):
                getattr(Screen(page, color=False), method)(*arguments)
        else:
            getattr(Screen(page, color=False), method)(*arguments)
    return page.getvalue()


def same(method, *arguments, width: int) -> bool:
    return drawn(method, *arguments, width=width, by_rich=True) == drawn(
        method, *arguments, width=width, by_rich=False
    )


@given(st.lists(words, min_size=1, max_size=5), widths)
def test_lines(lines, width):
    assert same("show", *lines, width=width)


@given(st.lists(st.tuples(labels, words), min_size=1, max_size=5), widths)
def test_pairs(rows, width):
    assert same("pairs", rows, width=width)


@given(st.data(), st.integers(1, 5), widths)
def test_tables(data, columns, width):
    row = st.lists(words, min_size=columns, max_size=columns)
    head = data.draw(st.lists(labels, min_size=columns, max_size=columns))
    rows = data.draw(st.lists(row, min_size=1, max_size=4))
    assert same("table", head, rows, width=width)


def test_what_does_not_fit_or_has_wide_signs_is_left_to_rich():
    assert plain.fitting_lines(["four"], 3) is None
    assert plain.fitting_lines(["四"], 9) is None
    assert plain.fitting_lines(["e\u0301"], 9) is None
    assert plain.fitting_lines(["four"], 4) == "four\n"
