"""Which single rules a cell hangs on: the codes that charts derived under each of them have there.

Each change is made as ``--rule`` takes it, and the chart of the changed game derived by itself.
"""

from __future__ import annotations

import pytest

from bjtrainer.charts import cache, hinges
from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Cell, Code, Method
from bjtrainer.rules.load import find_rules, override
from bjtrainer.rules.model import HoleCard, Rules

SIX_DECKS = override(find_rules("las-vegas-downtown"), ["decks=6"])
OWN = Rules(
    name="Mine",
    slug="mine",
    decks=2,
    max_hands=2,
    double_soft=False,
    hole_card=HoleCard.NONE,
)
ALWAYS = ("decks=1", "decks=2", "decks=8")
ASKED = {
    SIX_DECKS: ("soft_17=stand", "double_after_split=no", "surrender=none", "hole_card=none"),
    OWN: ("soft_17=hit", "double_after_split=no", "surrender=late", "hole_card=peek"),
}
"""The changes that a player may be told of, but for the number of decks."""


@pytest.fixture(autouse=True)
def solve_once(solved, monkeypatch):
    monkeypatch.setattr(hinges, "solve", solved)


@pytest.mark.parametrize(
    ("rules", "method"),
    [(SIX_DECKS, Method.WHOLE_GAME), (OWN, Method.WHOLE_GAME), (OWN, Method.TWO_CARD)],
    ids=lambda value: getattr(value, "slug", None) or value.value,
)
def test_each_hinge_is_the_code_under_the_other_rule_and_there_is_no_other(
    solved, tmp_path, rules, method
):
    chart = chart_of(rules, method, cache=tmp_path, hinges=True)
    changes = [*ASKED[rules], *(change for change in ALWAYS if change != f"decks={rules.decks}")]
    others = {
        change: derive_plan(solved(override(rules, [change])), method).codes() for change in changes
    }
    for cell, entry in chart.entries.items():
        codes = {change: codes[cell] for change, codes in others.items()}
        differing = {change: code for change, code in codes.items() if code is not entry.code}
        assert entry.hinges == differing, cell
        assert list(entry.hinges) == list(differing), "in the order in which they are told"
    assert sum(bool(entry.hinges) for entry in chart.entries.values()) > 10


def test_a_chart_with_hinges_is_the_chart_without_but_for_them(tmp_path):
    chart, hinged = (chart_of(SIX_DECKS, cache=tmp_path, hinges=wanted) for wanted in (False, True))
    assert {entry.hinges == {} for entry in chart.entries.values()} == {True}
    assert hinged.codes == chart.codes
    assert hinged.edges == chart.edges
    for cell, entry in hinged.entries.items():
        assert (entry.values, entry.margin) == (
            chart.entries[cell].values,
            chart.entries[cell].margin,
        )
    assert hinged.entries[Cell.parse("hard 11 v A")].hinges["soft_17=stand"] is Code.H


def test_hinges_are_derived_once_and_kept_beside_the_chart(tmp_path, monkeypatch):
    chart = chart_of(SIX_DECKS, cache=tmp_path)
    [plain] = tmp_path.iterdir()
    hinged = chart_of(SIX_DECKS, cache=tmp_path, hinges=True)
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(hinges, "solve", lambda rules: pytest.fail("solved again"))
    monkeypatch.setattr(cache, "_derived", lambda rules, method: pytest.fail("derived again"))
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True) == hinged
    plain.unlink()
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True) == hinged
    monkeypatch.undo()
    assert chart_of(SIX_DECKS, cache=tmp_path) == chart


def test_damaged_hinges_are_derived_again(tmp_path):
    hinged = chart_of(SIX_DECKS, cache=tmp_path, hinges=True)
    [kept] = tmp_path.glob("*hinges*")
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(whole.replace("soft_17=stand: H", "soft_17=stand: S", 1), encoding="utf-8")
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True) == hinged
    assert kept.read_text(encoding="utf-8") == whole


def test_a_shipped_chart_has_them_whoever_asks(tmp_path):
    rules = find_rules("las-vegas-downtown")
    shipped = load_chart(chart_path(rules.slug))
    assert any(entry.hinges for entry in shipped.entries.values())
    for wanted in (False, True):
        assert chart_of(rules, cache=tmp_path, hinges=wanted) == shipped
    assert not list(tmp_path.iterdir())
