"""Source of truth: the exact values of the shipped charts, and the table of bands in the README."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import INSURANCE_CELL
from bjtrainer.game.actions import Action
from bjtrainer.rules.load import shipped_games
from bjtrainer.stats.bands import BANDS, ENOUGH, OBVIOUS, band, error_rate
from bjtrainer.stats.tally import Tally

README = Path(__file__).parents[2] / "README.md"
GAME = "vegas-downtown"
FACES = {"A": 12, "T": 20}


def tally(cell, decisions, cost, **changes):
    return Tally(
        **{
            "game": GAME,
            "rules_digest": "",
            "cell": cell,
            "category": "hard",
            "played": False,
            "natural": True,
            "helped": False,
            "retained": False,
            "decisions": decisions,
            "right": 0,
            "cost": cost,
            "timed": 0,
            "milliseconds": 0,
            "slips": 0,
            "rounds": 0,
            "latest": 1,
            **changes,
        }
    )


@pytest.fixture(scope="module")
def charts():
    return {game: load_chart(chart_path(game)) for game in shipped_games()}


def test_the_rate_counts_what_is_not_obvious_from_enough_decisions_on(charts):
    chart = charts[GAME]
    assert chart.by_name["hard 16 v T"].margin < OBVIOUS <= chart.by_name["hard 20 v T"].margin
    close, obvious = tally("hard 16 v T", ENOUGH, 1.5), tally("hard 20 v T", 1000, 90.0)
    assert error_rate([close, obvious], chart) == 1000 * 1.5 / ENOUGH
    assert error_rate([tally("hard 16 v T", ENOUGH - 1, 1.5), obvious], chart) is None
    assert error_rate([close, obvious], None) is None


def test_each_band_begins_where_the_one_before_ends():
    limits = [below for below, _ in BANDS]
    assert limits == sorted(limits)
    names = [band(limit) for limit in (0.0, *limits)]
    assert names == [*(name for _, name in BANDS), "beginner"]
    assert [band(limit - 1e-9) for limit in limits] == names[:-1]
    for (_, one), (_, other) in pairwise(BANDS):
        assert one != other


def test_the_readme_names_the_bands():
    table = re.findall(r"^\| ([\d.]+|more) \| (\w+) \|", README.read_text("utf-8"), re.MULTILINE)
    assert [(below, name) for below, name in table if below != "more"] == [
        (f"{below:g}", name) for below, name in BANDS
    ]
    assert ("more", "beginner") in table


def mean(chart, cost):
    """What is given away by decision that is not obvious, each as often as play leads to it."""
    cells = {
        name: entry
        for name, entry in chart.by_name.items()
        if entry.frequency > 0 and entry.margin < OBVIOUS
    }
    often = sum(entry.frequency for entry in cells.values())
    return sum(entry.frequency * cost(name, entry) for name, entry in cells.items()) / often


def test_a_miss_now_and_then_is_worth_what_the_limits_were_made_of(charts):
    for game, chart in charts.items():
        miss = mean(chart, lambda _, entry: max(entry.margin, 0.0))
        assert 0.075 <= miss <= 0.1, game
        for one_in, limit in ((100, 0.8), (40, 2.0), (20, 4.0), (10, 8.0)):
            assert 1000 * miss / one_in == pytest.approx(limit, rel=0.25), game


@pytest.mark.parametrize(("hard", "soft", "rate"), [(17, 17, 28.0), (12, 18, 50.0)])
def test_the_last_limits_are_the_rates_of_two_habits(charts, hard, soft, rate):
    """To hit below some total and to stand from it on, as the dealer does or never to bust."""

    def given_away(name, entry):
        if name == INSURANCE_CELL:
            return 0.0
        kind, label = name.split()[:2]
        total = int(label) if kind != "pair" else FACES.get(label) or 2 * int(label)
        is_soft = kind == "soft" or (kind, label) == ("pair", "A")
        action = Action.HIT if total < (soft if is_soft else hard) else Action.STAND
        return max(entry.values.values()) - entry.values[action]

    rates = [1000 * mean(chart, given_away) for chart in charts.values()]
    assert all(one == pytest.approx(rate, rel=0.2) for one in rates)
    assert sum(rates) / len(rates) == pytest.approx(rate, rel=0.04)
