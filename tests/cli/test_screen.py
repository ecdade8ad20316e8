"""Source of truth: ux.md (colours, 40 columns), interface.md (COLUMNS), WCAG 2.1 (contrast)."""

from __future__ import annotations

import io
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style as RichStyle

from bjtrainer.cli.screen import PALETTE, PALETTE_OF_SIXTEEN, Screen
from bjtrainer.cli.spans import Span, Style, bars

BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
Light = tuple[float, float, float]


def light(color: Color | None) -> Light:
    """The linear light of a colour, as WCAG 2.1 defines it."""
    assert color is not None
    assert color.triplet is not None
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.triplet.normalized
    )
    return red, green, blue


def luminance(seen: Light) -> float:
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(one: Light, other: Light) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


# Machado, Oliveira and Fernandes 2009: how linear light looks without one kind of cone.
WITHOUT = {
    "red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen_without(cone: str, color: Light) -> Light:
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, color, strict=True))))
        for row in WITHOUT[cone]
    )
    return red, green, blue


def distance(one: Light, other: Light) -> float:
    """CIE 1976 colour difference; about 2 can just be told apart, 20 is plain."""
    return sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5


def _lab(color: Light) -> Light:
    red, green, blue = color
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (x, luminance(color), z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


COLORED = [style for style in Style if "#" in PALETTE[style]]


@pytest.mark.parametrize("style", COLORED, ids=str)
def test_text_can_be_read_on_dark_and_on_light(style):
    look = RichStyle.parse(PALETTE[style])
    if look.bgcolor:
        assert contrast(light(look.color), light(look.bgcolor)) >= 4.5
    else:
        assert contrast(light(look.color), BLACK) >= 3
        assert contrast(light(look.color), WHITE) >= 3


@pytest.mark.parametrize("cone", WITHOUT)
def test_right_and_wrong_differ_for_every_kind_of_colour_vision(cone):
    right = light(RichStyle.parse(PALETTE[Style.RIGHT]).color)
    for wrong in (Style.MISTAKE, Style.BLUNDER, Style.INACCURACY):
        other = light(RichStyle.parse(PALETTE[wrong]).color)
        assert distance(seen_without(cone, right), seen_without(cone, other)) > 20


@pytest.mark.parametrize("cone", WITHOUT)
def test_the_cells_of_a_chart_differ_for_every_kind_of_colour_vision(cone):
    codes = (Style.HIT, Style.STAND, Style.DOUBLE, Style.SPLIT, Style.SURRENDER)
    cells = [light(RichStyle.parse(PALETTE[code]).bgcolor) for code in codes]
    for one, other in combinations(cells, 2):
        assert distance(seen_without(cone, one), seen_without(cone, other)) > 15


def test_sixteen_colours_are_named_ones():
    assert all("#" not in PALETTE_OF_SIXTEEN[style] for style in Style)


def shown(*lines: object) -> str:
    page = io.StringIO()
    Screen(page, color=False).show(*lines)
    return page.getvalue()


@pytest.mark.parametrize(
    ("environment", "escape"),
    [
        ({"COLORTERM": "truecolor"}, "\x1b[1;38;2;47;127;214m"),
        ({"TERM": "xterm-256color"}, "\x1b[1;38;5;"),
        ({"TERM": "xterm"}, "\x1b[1;94m"),
        ({"TERM": "dumb"}, "\x1b[1;94m"),
    ],
)
def test_colours_are_as_many_as_the_terminal_has(python, environment, escape):
    program = (
        "import sys; from bjtrainer.cli.screen import Screen, Span, Style;"
        "Screen(sys.stdout, color=True).show([Span('right', Style.RIGHT)])"
    )
    assert python("-c", program, **environment).stdout.startswith(escape)


def test_text_is_never_markup_and_never_an_escape_sequence():
    hostile = "[bold]x[/] :smile: \x1b]0;t\x07 \u202e \r\n"
    expected = "[bold]x[/] :smile: \\x1b]0;t\\x07 \\u202e \\r\\n\n"
    assert shown(hostile) == expected
    assert shown([Span(hostile, Style.PLAIN)]) == expected


@given(st.text(), st.sampled_from(Style))
def test_whatever_the_text_there_are_only_printable_rows(text, style):
    assert all(row.isprintable() for row in shown([Span(text, style)]).splitlines())


TABLE = """\
game             decks    edge
──────────────────────────────
vegas-downtown       2   -0.38
european             2   -0.40
"""

LISTS = """\
vegas-downtown
  decks: 2
  edge: -0.38
european
  decks: 2
  edge: -0.40
"""


@pytest.mark.parametrize(("columns", "golden"), [("30", TABLE), ("29", LISTS)])
def test_a_table_that_is_too_wide_becomes_lists(monkeypatch, columns, golden):
    monkeypatch.setenv("COLUMNS", columns)
    page = io.StringIO()
    rows = [("vegas-downtown", "2", "-0.38"), ("european", "2", "-0.40")]
    Screen(page, color=False).table(("game", "decks", "edge"), rows)
    assert page.getvalue() == golden


def test_painting_on_what_is_no_terminal_is_showing():
    page = io.StringIO()
    screen = Screen(page, color=False)
    screen.paint("one", "two")
    screen.paint("three")
    assert page.getvalue() == "one\ntwo\nthree\n"


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=5), st.integers(1, 40))
def test_bars_share_one_scale_and_fit(values, width):
    drawn = bars(values, width)
    assert all(len(bar) <= width + 1 for bar in drawn)
    ranked = sorted(zip(values, drawn, strict=True))
    for (value, bar), (higher, longer) in pairwise(ranked):
        if value >= 0:
            assert len(bar) <= len(longer)
        if higher <= 0:
            assert bar.count("█") >= longer.count("█")
