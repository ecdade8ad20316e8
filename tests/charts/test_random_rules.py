"""cases/README.md, "Chart belongs to the rules": values and a chart for any rules that go together.

``tests/long/random_rules.py`` is the long form.
"""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from random_rules import check, games


@settings(
    max_examples=8,
    derandomize=True,  # the same few games each time, as each takes a second
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(rules=games())
def test_rules_drawn_at_random_give_finite_values_and_a_legal_chart(rules):
    check(rules)
