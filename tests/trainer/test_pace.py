"""The usual time: the median of the latest right answers, as the statistics module has it."""

from __future__ import annotations

from statistics import median_high

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.trainer.pace import FIRST, LEAST_MEASURED, USUAL_AT_FIRST, WINDOW, Pace, Speed


def paced(*times):
    pace = Pace()
    for milliseconds in times:
        pace.add(milliseconds)
    return pace


@given(st.lists(st.integers(0, 60_000), max_size=3 * WINDOW))
def test_the_usual_time_is_the_median_of_the_latest(times):
    measured = [milliseconds for milliseconds in times if milliseconds >= LEAST_MEASURED]
    known = len(measured) >= FIRST
    usual = median_high(measured[-WINDOW:]) if known else USUAL_AT_FIRST
    assert paced(*times).usual_milliseconds == usual


@pytest.mark.parametrize(
    ("usual", "quick_below", "slow_above"),
    [(500, 900, 3000), (2000, 1200, 4000), (3000, 1800, 6000), (30_000, 2000, 10_000)],
)
def test_quick_and_slow_are_parts_of_the_usual_time_within_bounds(usual, quick_below, slow_above):
    pace = paced(*[usual] * FIRST)
    assert pace.speed(quick_below - 1) is Speed.QUICK
    assert pace.speed(quick_below) is Speed.USUAL
    assert pace.speed(slow_above) is Speed.USUAL
    assert pace.speed(slow_above + 1) is Speed.SLOW
    assert pace.speed(None) is Speed.USUAL
    assert pace.speed(LEAST_MEASURED - 1) is Speed.USUAL  # it was there before the question
    assert pace.speed(LEAST_MEASURED) is Speed.QUICK
