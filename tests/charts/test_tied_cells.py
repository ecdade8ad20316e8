"""Cells in which a hit is worth exactly what standing is: the chart hits, whatever the rounding.

With a card limit of three, a hard 4 or 5 ends on 16 at most, whichever card is drawn: it wins when
the dealer busts and only then, as it does when it stands. It is a hit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.files import chart_yaml
from bjtrainer.charts.model import TIE, Cell, Code, Method, Row
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import override
from bjtrainer.rules.model import Rules

BASE = Rules(name="Example", slug="example", decks=1, card_limit=3)
AGAINST_NINE = {
    "": Code.H,
    "decks=2": Code.H,
    "decks=8": Code.H,
    "decks=infinite": Code.H,
    "soft_17=hit": Code.H,
    "surrender=late": Code.RH,
}
"""Rules, and the code of a hard 4 against a nine under them."""


@pytest.fixture(params=AGAINST_NINE)
def values(request: pytest.FixtureRequest, solved: Callable[[Rules], Values]) -> Values:
    return solved(override(BASE, request.param.split()))


@pytest.mark.parametrize("method", Method)
def test_what_is_worth_the_same_is_a_hit(values, method, request):
    derived = derive_plan(values, method).codes()
    for hand in (Hand.parse("22"), Hand.parse("32")):
        for upcard in UPCARDS:
            worth = values.of(Situation(hand=hand, upcard=upcard))
            assert abs(worth[Action.HIT] - worth[Action.STAND]) < TIE
            assert derived[Cell(Row.of_total(hand), upcard)] in (Code.H, Code.RH), (hand, upcard)
    changes = request.node.callspec.params["values"]
    assert derived[Cell(Row("hard", "4"), Rank("9"))] is AGAINST_NINE[changes]


def test_a_last_digit_decides_nothing(values):
    derived = derive_plan(values, Method.TWO_CARD).codes()
    rng = np.random.default_rng(5)
    for _ in range(10):
        rounding = 1 + 4e-16 * rng.standard_normal(values.joint.shape)
        rounded = replace(values, joint=values.joint * rounding)
        assert derive_plan(rounded, Method.TWO_CARD).codes() == derived


def test_nothing_gained_has_no_sign_in_a_file(values):
    chart = derive_chart(values)
    assert abs(chart.entries[Cell.parse("hard 4 v 2")].margin) < TIE
    text = chart_yaml(chart, values.rules)
    assert "margin:  0.000000000" in text
    assert "-0.000000000" not in text
