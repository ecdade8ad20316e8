"""Days, streaks and trends through changes of the clock (reliability.md: time)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.stats.days import days_in_a_row, local_day
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.sittings import Minute, by_day

BERLIN = ZoneInfo("Europe/Berlin")


def minute(at, decisions=1):
    return Minute(1, at, Figures(decisions, decisions, 0.0), decisions, 1000 * decisions)


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        ("2025-03-30T00:59:00+00:00", "Europe/Berlin", "2025-03-30"),  # before the hour is lost
        ("2025-03-30T22:01:00+00:00", "Europe/Berlin", "2025-03-31"),  # and after
        ("2025-10-26T22:59:00+00:00", "Europe/Berlin", "2025-10-26"),  # an hour came twice
        ("2025-10-26T23:00:00+00:00", "Europe/Berlin", "2025-10-27"),
        ("2025-06-01T18:14:59+00:00", "Asia/Kathmandu", "2025-06-01"),
        ("2025-06-01T18:15:00+00:00", "Asia/Kathmandu", "2025-06-02"),
        ("2025-06-01T11:59:59+00:00", "Pacific/Auckland", "2025-06-01"),
    ],
)
def test_an_answer_belongs_to_the_day_on_the_wall(moment, zone, day):
    at = datetime.fromisoformat(moment)
    assert str(local_day(at, ZoneInfo(zone))) == day
    (found,) = by_day([minute(at.replace(second=0))], ZoneInfo(zone))
    assert str(found) == day


def test_a_day_of_23_and_one_of_25_hours_are_one_day_each():
    for day, hours in (("2025-03-30", 23), ("2025-10-26", 25)):
        begin = datetime.fromisoformat(day).replace(tzinfo=BERLIN).astimezone(UTC)
        found = by_day([minute(begin + timedelta(hours=hour)) for hour in range(hours)], BERLIN)
        assert [(str(one), stretch.figures.decisions) for one, stretch in found.items()] == [
            (day, hours)
        ]


def test_days_in_a_row_go_on_over_a_change_of_the_clock():
    nine = [datetime(2025, 3, day, 9, tzinfo=BERLIN) for day in range(27, 32)]
    days = [local_day(at.astimezone(UTC), BERLIN) for at in nine]
    assert days_in_a_row(days, date(2025, 3, 31)).now == 5
    assert days_in_a_row(days, date(2025, 4, 1)).now == 5  # today is not over
    assert days_in_a_row(days, date(2025, 4, 2)).now == 0
    assert days_in_a_row(days, date(2025, 4, 2)).longest == 5


def test_a_clock_that_was_set_back_breaks_nothing():
    days = [date(2025, 3, 1), date(2025, 3, 2), date(2025, 3, 3)]
    found = days_in_a_row(days, today=date(2025, 3, 1))  # two of them are in the future now
    assert (found.now, found.longest) == (3, 3)


@given(st.lists(st.dates(date(2025, 1, 1), date(2025, 2, 1)), max_size=20))
def test_days_in_a_row_by_trying_every_stretch(days):
    longest = 0
    for first in days:
        length = 1
        while first + timedelta(days=length) in days:
            length += 1
        longest = max(longest, length)
    found = days_in_a_row(days, today=date(2025, 3, 1))
    assert (found.now, found.longest) == (0, longest)
