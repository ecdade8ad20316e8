"""interface.md, ``chart diff A B``: the report, and a table with every cell of it.

That the figures are right is proved in tests/charts/test_chart_diff.py.
"""

from __future__ import annotations

import json
import re

import pytest

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Cell
from bjtrainer.rules.load import find_rules

A, B = "vegas-downtown", "las-vegas-downtown"


@pytest.fixture
def rules_files(tmp_path):
    """Three rules files: a game, the same without splits, and the same with better insurance."""
    rules = "decks: 2\nsoft_17: hit\n"
    texts = {"plain": "", "unsplit": "max_hands: 1\n", "insured": "insurance_pays: 3\n"}
    for name, more in texts.items():
        (tmp_path / f"{name}.yaml").write_text(rules + more)
    return [str(tmp_path / f"{name}.yaml") for name in texts]


def test_the_report_has_each_changed_cell_with_both_codes_and_costs(bjtrainer_runs):
    [run] = bjtrainer_runs(f"chart diff {A} {B} --json")
    assert (run.returncode, run.stderr) == (0, "")
    report = json.loads(run.stdout)
    assert list(report) == ["schema", "a", "b", "cells", "cost_in_a", "cost_in_b"]
    assert report["schema"] == 1
    for side, game in (("a", A), ("b", B)):
        assert report[side] == {"game": game, "rules_digest": find_rules(game).digest}
    a, b = (load_chart(chart_path(game)).codes for game in (A, B))
    assert {Cell.parse(cell["cell"]): (cell["a"], cell["b"]) for cell in report["cells"]} == {
        cell: (str(code), str(b[cell])) for cell, code in a.items() if code is not b[cell]
    }
    for cell in report["cells"]:
        assert list(cell) == ["cell", "a", "b", "cost_in_a", "cost_in_b"]
    assert (report["cost_in_a"], report["cost_in_b"]) == (
        pytest.approx(0.02026, abs=5e-6),
        pytest.approx(0.09941, abs=5e-6),
    )


@pytest.mark.parametrize("columns", [80, 40])
def test_the_table_has_what_the_report_has(bjtrainer_runs, columns):
    reported, shown = bjtrainer_runs(
        f"chart diff {A} {B} --json", f"chart diff {A} {B}", COLUMNS=str(columns)
    )
    report, text = json.loads(reported.stdout), " ".join(shown.stdout.split())
    assert all(len(line) <= columns for line in shown.stdout.splitlines())
    if columns == 80:
        for cell in report["cells"]:
            costs = rf"{cell['cost_in_a']:.5f} +{cell['cost_in_b']:.5f}"
            row = rf"{cell['cell']} +{cell['a']} +{cell['b']} +{costs}"
            assert re.search(row, shown.stdout), cell
        whole = rf"the whole chart {report['cost_in_a']:.5f} {report['cost_in_b']:.5f}"
        assert whole in text
    for cell in report["cells"]:
        assert f"{cell['cost_in_b']:.5f}" in text
    assert f"A {find_rules(A).name} ({A})" in text
    assert "bets per 100 rounds" in text


def test_a_game_and_itself(bjtrainer_runs, rules_files):
    plain = rules_files[0]
    shown, reported = bjtrainer_runs(
        f"chart diff {plain} {plain}", f"chart diff {plain} {plain} --json"
    )
    assert shown.stdout.endswith("The charts are the same in every cell.\n")
    report = json.loads(reported.stdout)
    assert (report["cells"], report["cost_in_a"], report["cost_in_b"]) == ([], 0, 0)


def test_splits_that_the_other_game_does_not_have_cost_nothing_there(bjtrainer_runs, rules_files):
    plain, unsplit, _ = rules_files
    shown, reported = bjtrainer_runs(
        f"chart diff {plain} {unsplit}", f"chart diff {plain} {unsplit} --json"
    )
    assert shown.returncode == reported.returncode == 0
    report = json.loads(reported.stdout)
    split = [cell for cell in report["cells"] if cell["a"] == "P"]
    assert len(split) > 40
    assert {cell["cost_in_b"] for cell in split} == {0}
    assert min(cell["cost_in_a"] for cell in split) > 0
    assert "inf" not in shown.stdout
    assert "-0.00000" not in shown.stdout


def test_insurance_is_a_cell_of_its_own(bjtrainer_runs, rules_files):
    plain, _, insured = rules_files
    [run] = bjtrainer_runs(f"chart diff {plain} {insured} --json")
    [cell] = json.loads(run.stdout)["cells"]
    assert (cell["cell"], cell["a"], cell["b"]) == ("insurance v A", "N", "Y")


def test_games_that_are_not_there_are_refused(bjtrainer_runs):
    for line in (f"chart diff {A} nowhere", f"chart diff nowhere {A}", f"chart diff {A}"):
        [run] = bjtrainer_runs(line)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("error: ")
        assert run.stderr.count("\n") == 1
