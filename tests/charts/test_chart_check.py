"""interface.md, ``chart check``: complete, legal, and equal to what the rules derive today."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bjtrainer.charts import check
from bjtrainer.charts.check import differences
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import CELLS, Cell, Chart, Code, Method
from bjtrainer.game.actions import Action
from bjtrainer.rules.load import find_rules, override

VEGAS, LAS_VEGAS = (find_rules(slug) for slug in ("vegas-downtown", "las-vegas-downtown"))


@pytest.fixture(autouse=True)
def solve_once(solved, monkeypatch):
    monkeypatch.setattr(check, "solve", solved)


def with_entries(chart: Chart, **changes: object) -> Chart:
    """A chart with changed entries, named as in ``hard_16_v_T``."""
    named = {str(cell).replace(" ", "_"): cell for cell in CELLS}
    entries = dict(chart.entries)
    for name, fields in changes.items():
        entries[named[name]] = replace(entries[named[name]], **fields)
    return replace(chart, entries=entries)


def without_hinges(chart: Chart) -> Chart:
    """Quick to check: no other rules are solved."""
    entries = {cell: replace(entry, hinges={}) for cell, entry in chart.entries.items()}
    return replace(chart, entries=entries)


@pytest.fixture
def vegas() -> Chart:
    return without_hinges(load_chart(chart_path("vegas-downtown")))


def test_one_code_one_figure_and_one_edge(vegas):
    entries = vegas.entries
    hard_16, soft_18, nines = (
        entries[Cell.parse(text)] for text in ("hard 16 v T", "soft 18 v 6", "pair 9 v 6")
    )
    changed = with_entries(
        vegas,
        hard_16_v_T={"code": Code.S},
        hard_15_v_T={"margin": entries[Cell.parse("hard 15 v T")].margin + 3e-9},
        hard_14_v_T={"margin": entries[Cell.parse("hard 14 v T")].margin + 1e-9},
        soft_17_v_2={"two_card": None},
        soft_18_v_6={"values": {**soft_18.values, Action.HIT: soft_18.values[Action.HIT] - 1e-6}},
        pair_9_v_6={"values": {Action.SPLIT: nines.values[Action.SPLIT]}},
        pair_8_v_6={"frequency": 0.0},
        hard_20_v_A={"fallback_margin": 0.5},
    )
    changed = replace(
        changed,
        edges=replace(vegas.edges, chart=vegas.edges.chart + 2e-12),
        insurance=replace(vegas.insurance, take=True, value=0.01),
    )
    lines = differences(changed, VEGAS)
    told = [line.partition(", the rules")[0] for line in lines]
    assert told == [
        f"edges: chart is {vegas.edges.chart + 2e-12:.15f}",
        "insurance v A: code is Y",
        "insurance v A: value is 0.010000000",
        "hard 15 v T: margin is " + f"{entries[Cell.parse('hard 15 v T')].margin + 3e-9:.9f}",
        "hard 16 v T: code is S",
        "hard 20 v A: fallback_margin is 0.5",
        "soft 17 v 2: two_card is absent",
        f"soft 18 v 6: hit is {soft_18.values[Action.HIT] - 1e-6:.9f}",
        "pair 8 v 6: frequency is 0.000000000",
        "pair 9 v 6: the rules derive values of split, hit, stand, double",
    ]
    assert lines[4] == f"hard 16 v T: code is S, the rules derive {hard_16.code}"


def test_what_would_change_a_cell_belongs_to_the_check(solved):
    chart = load_chart(chart_path("las-vegas-downtown"))
    assert chart.entries[Cell.parse("hard 11 v A")].hinges
    changed = with_entries(chart, hard_11_v_A={"hinges": {"soft_17=stand": Code.S}})
    [line] = differences(changed, LAS_VEGAS)
    assert line.startswith("hard 11 v A: the rules derive if: {soft_17=stand: H")


@pytest.mark.parametrize(
    ("cell", "code", "change", "reason"),
    [
        ("hard_16_v_T", Code.RH, "surrender=none", "there is no surrender in this game"),
        ("hard_16_v_T", Code.RP, "surrender=late", "only pairs can be split"),
        ("hard_16_v_T", Code.P, "surrender=none", "only pairs can be split"),
        ("soft_12_v_6", Code.P, "surrender=none", "only pairs can be split"),
        ("hard_8_v_6", Code.DH, "double_on=9-11", "only totals of 9-11 can be doubled"),
        ("soft_18_v_6", Code.DS, "double_soft=no", "soft hands cannot be doubled"),
        ("pair_8_v_6", Code.P, "max_hands=1", "pairs cannot be split in this game"),
        ("pair_A_v_6", Code.P, "max_ace_hands=1", "aces cannot be split in this game"),
        ("pair_A_v_6", Code.RP, "max_ace_hands=1", "there is no surrender in this game"),
    ],
)
def test_codes_that_the_rules_never_allow(vegas, cell, code, change, reason):
    changes = [change, "double_soft=no"] if change.startswith("double_on") else [change]
    rules = override(VEGAS, changes)
    lines = differences(with_entries(vegas, **{cell: {"code": code}}), rules)
    name = cell.replace("_", " ")
    assert any(line.startswith(f"{name}: code is {code}, but {reason}") for line in lines)


def test_a_code_that_is_illegal_is_named_once_with_its_reason(vegas):
    rules = override(VEGAS, ["surrender=late"])
    chart = replace(with_entries(vegas, hard_16_v_T={"code": Code.RP}), rules_digest=rules.digest)
    about = [line for line in differences(chart, rules) if line.startswith("hard 16 v T")]
    assert about[0] == "hard 16 v T: code is Rp, but only pairs can be split"
    assert about[1].startswith("hard 16 v T: code is Rp, the rules derive R")
    assert len(about) == 2


def test_a_pair_is_split_or_played_as_its_total(vegas):
    [line, _] = differences(with_entries(vegas, pair_4_v_2={"code": Code.S}), VEGAS)
    assert line == "pair 4 v 2: code is S, neither a split nor that of hard 8 v 2, H"


def test_a_chart_of_other_rules(vegas):
    assert differences(vegas, LAS_VEGAS) == (
        f"the chart is for the rules {VEGAS.digest}, las-vegas-downtown has {LAS_VEGAS.digest}; "
        "name the chart's own with --game or --rule",
    )


def test_insurance_that_is_there_or_not(vegas):
    assert differences(replace(vegas, insurance=None), VEGAS) == (
        "insurance: the rules offer it, the chart has none",
    )
    none = override(VEGAS, ["insurance=no"])
    assert differences(replace(vegas, rules_digest=none.digest), none) == (
        "insurance: the rules have none, the chart has it",
    )


def test_a_two_card_chart_is_compared_with_the_two_card_chart(vegas):
    lines = differences(replace(vegas, method=Method.TWO_CARD), VEGAS)
    assert "soft 17 v 2: code is Dh, the rules derive H" in lines
