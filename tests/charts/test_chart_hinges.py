"""Which single rules a cell hangs on: the codes that charts derived under each of them have there.

Each change is made as ``--rule`` takes it, and the chart of the changed game derived by itself.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bjtrainer.analysis.values import Values
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


@pytest.mark.parametrize(
    ("rules", "method"),
    [(SIX_DECKS, Method.WHOLE_GAME), (OWN, Method.WHOLE_GAME), (OWN, Method.TWO_CARD)],
    ids=lambda value: getattr(value, "slug", None) or value.value,
)
def test_each_hinge_is_the_code_under_the_other_rule_and_there_is_no_other(
    solved, tmp_path, rules, method
):
    chart = chart_of(rules, method, cache=tmp_path, hinges=True, solve=solved)
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


def test_a_chart_with_hinges_is_the_chart_without_but_for_them(solved, tmp_path):
    chart, hinged = (
        chart_of(SIX_DECKS, cache=tmp_path, hinges=wanted, solve=solved) for wanted in (False, True)
    )
    assert all(entry.hinges == {} for entry in chart.entries.values())
    without = {cell: replace(entry, hinges={}) for cell, entry in hinged.entries.items()}
    assert replace(hinged, entries=without) == chart
    assert hinged.entries[Cell.parse("hard 11 v A")].hinges["soft_17=stand"] is Code.H


def not_again(rules: Rules) -> Values:
    pytest.fail(f"{rules.name} was solved again")


def test_hinges_are_derived_once_and_kept_beside_the_chart(solved, tmp_path):
    chart = chart_of(SIX_DECKS, cache=tmp_path, solve=solved)
    [plain] = tmp_path.iterdir()
    hinged = chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=solved)
    assert len(list(tmp_path.iterdir())) == 2
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=not_again) == hinged
    assert chart_of(SIX_DECKS, cache=tmp_path, solve=not_again) == chart
    plain.unlink()
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=not_again) == hinged


def test_who_wants_no_more_games_solved_leaves_the_cache_as_it_was(solved, tmp_path):
    chart_of(SIX_DECKS, cache=tmp_path, solve=solved)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    asked = []

    def two_and_no_more(rules: Rules) -> Values:
        asked.append(rules)
        if len(asked) > 2:
            raise KeyboardInterrupt
        return solved(rules)

    with pytest.raises(KeyboardInterrupt):
        chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=two_and_no_more)
    assert len(asked) == 3
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_damaged_hinges_are_derived_again(solved, tmp_path):
    hinged = chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=solved)
    [kept] = tmp_path.glob("*hinges*")
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(whole.replace("soft_17=stand: H", "soft_17=stand: S", 1), encoding="utf-8")
    assert chart_of(SIX_DECKS, cache=tmp_path, hinges=True, solve=solved) == hinged
    assert kept.read_text(encoding="utf-8") == whole


def test_a_shipped_chart_has_them_whoever_asks(tmp_path):
    rules = find_rules("las-vegas-downtown")
    shipped = load_chart(chart_path(rules.slug))
    assert any(entry.hinges for entry in shipped.entries.values())
    for wanted in (False, True):
        assert chart_of(rules, cache=tmp_path, hinges=wanted, solve=not_again) == shipped
    assert not list(tmp_path.iterdir())
