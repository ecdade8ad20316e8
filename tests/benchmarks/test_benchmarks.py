"""How long the exact values, charts and chart files take, and a whole command beside numpy alone.

Nothing is asserted about time. The first solving of a shoe in a process is the one that a person
waits for; the others show what is kept.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from bjtrainer.analysis import dealer, hands, pairs, splits
from bjtrainer.analysis.values import solve
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.rules.load import find_rules, override

GAMES = ("vegas-downtown", "las-vegas-downtown")
KEPT = [
    kept
    for room in (hands, dealer, pairs, splits)
    for kept in vars(room).values()
    if hasattr(kept, "cache_clear") and kept.__module__ == room.__name__
]


def forget() -> None:
    """Be as a process that has solved nothing yet."""
    for kept in KEPT:
        kept.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_solve_the_first_game(benchmark, game):
    benchmark.group = "solve"
    rules = find_rules(game)
    assert KEPT
    values = benchmark.pedantic(solve, args=(rules,), setup=forget, rounds=10)
    assert values.rules == rules


@pytest.mark.parametrize("game", GAMES)
def test_solve_other_rules_on_the_same_shoe(benchmark, game):
    benchmark.group = "solve"
    rules = find_rules(game)
    solve(rules)
    other = override(rules, ["double_after_split=no"])
    assert benchmark(solve, other).rules == other


@pytest.mark.parametrize("game", GAMES)
def test_derive_a_chart(benchmark, game):
    benchmark.group = "charts"
    values = solve(find_rules(game))
    assert benchmark(derive_chart, values).game == game


@pytest.mark.parametrize("game", GAMES)
def test_read_a_chart_file(benchmark, game):
    benchmark.group = "charts"
    assert benchmark(load_chart, chart_path(game)).game == game


@pytest.mark.parametrize(
    "arguments",
    [("-m", "bjtrainer", "edge", "las-vegas-downtown"), ("-c", "import numpy"), ("-c", "pass")],
    ids=" ".join,
)
def test_a_process_from_start_to_end(benchmark, arguments):
    benchmark.group = "processes"

    def run() -> int:
        command = [sys.executable, *arguments]
        return subprocess.run(command, check=False, capture_output=True).returncode

    assert benchmark.pedantic(run, rounds=10, warmup_rounds=1) == 0
