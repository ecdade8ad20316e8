"""Source of truth: the total-dependent charts of ``tests/reference`` and what they are worth."""

from __future__ import annotations

from typing import Any

import pytest

from bjtrainer.analysis.evaluate import Edge, evaluate
from bjtrainer.analysis.values import Values
from bjtrainer.cards import Rank
from bjtrainer.charts.derive import two_card_plan, whole_game_plan
from bjtrainer.charts.figures import plan_edge
from bjtrainer.charts.model import CELLS, Cell, Code, Row
from bjtrainer.charts.plan import Plan, plan_of
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, override

ACES = Row("soft", "12")
"""The row of two aces that cannot be split: it is in no reference file; H will do."""


def code_of(charts: dict[str, Any], cell: Cell) -> Code:
    """What a file says in a cell: ``-`` is the code of the pair's total, ``R`` of a pair ``Rp``."""
    if cell.row == ACES:
        return Code.H
    kind = "pairs" if cell.row.kind == "pair" else cell.row.kind
    text = charts[kind][cell.row.label].split()[cell.upcard.index]
    if kind != "pairs":
        return Code(text.upper() if len(text) == 1 else text)
    if text == "-":
        rank = Rank(cell.row.label)
        return code_of(charts, Cell(Row.of_total(Hand((rank, rank))), cell.upcard))
    return {"P": Code.P, "R": Code.RP}[text]


def played(values: Values, plan: Plan) -> Edge:
    return evaluate(values.splits, plan.strategy(values.base.table, values.legal))


def close(value: Any) -> Any:
    return pytest.approx(value, abs=1e-9, rel=0)


def test_every_cell_of_the_whole_game_chart(reference):
    codes = whole_game_plan(reference.values).codes()
    wanted = {
        cell: code_of(reference.file["td_strategy"], cell) for cell in CELLS if cell.row != ACES
    }
    assert len(wanted) == 350
    assert {cell: codes[cell] for cell in wanted} == wanted


def test_what_both_charts_are_worth(reference):
    values, overall = reference.values, reference.file["overall_ev"]
    whole_game, two_card = whole_game_plan(values), two_card_plan(values)
    assert plan_edge(values, whole_game) == close(overall["TD_optimal"])
    assert plan_edge(values, two_card) == close(overall["TD_two_card_chart"])
    by_upcard = {str(rank): value for rank, value in played(values, whole_game).by_upcard.items()}
    assert by_upcard == close(reference.file["overall_ev_by_up_TD"])


def test_the_chart_of_the_file_is_worth_what_the_file_says(reference):
    charts = reference.file["td_strategy"]
    codes = {cell: code_of(charts, cell) for cell in CELLS}
    assert plan_of(codes).codes() == codes
    edge = plan_edge(reference.values, plan_of(codes))
    assert edge == close(reference.file["overall_ev"]["TD_optimal"])


def test_a_chart_with_surrender_is_played_without_it_by_its_fallbacks(solved):
    with_surrender = find_rules("las-vegas-downtown")
    without = solved(override(with_surrender, ["surrender=none"]))
    plan = whole_game_plan(solved(with_surrender))
    codes = plan.codes()
    assert {code for code in codes.values() if code.value[0] == "R"} == {
        Code.RH,
        Code.RS,
        Code.RP,
    }
    fallbacks = {Code.RH: Code.H, Code.RS: Code.S, Code.RP: Code.P}
    instead = {cell: fallbacks.get(code, code) for cell, code in codes.items()}
    assert plan_edge(without, plan) == close(plan_edge(without, plan_of(instead)))


def test_a_derived_chart_has_these_codes_and_edges(game):
    chart = game.chart
    assert {cell: entry.code for cell, entry in chart.entries.items()} == game.whole_game.codes()
    assert chart.edges.optimal == float(game.values.edge().total)
    assert chart.edges.chart == close(plan_edge(game.values, game.whole_game))
    assert chart.edges.two_card_chart == close(plan_edge(game.values, game.two_card))
    two_card = game.two_card.codes()
    for cell, entry in chart.entries.items():
        assert entry.two_card == (two_card[cell] if two_card[cell] != entry.code else None)
