"""Three shipped games that differ most, solved, with their charts derived now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.charts.derive import two_card_plan, whole_game_plan
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.model import Chart
from bjtrainer.charts.plan import Plan
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import Rules


@dataclass(frozen=True)
class Game:
    """One game; its charts are derived once."""

    values: Values

    @property
    def rules(self) -> Rules:
        return self.values.rules

    @cached_property
    def whole_game(self) -> Plan:
        return whole_game_plan(self.values)

    @cached_property
    def two_card(self) -> Plan:
        return two_card_plan(self.values)

    @cached_property
    def chart(self) -> Chart:
        return derive_chart(self.values)


@pytest.fixture(scope="session", params=("vegas-downtown", "las-vegas-downtown", "european"))
def game(request: pytest.FixtureRequest, solved: Callable[[Rules], Values]) -> Game:
    return Game(solved(find_rules(request.param)))
