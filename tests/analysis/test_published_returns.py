"""The returns that the operators of the games publish: the player's loss by best play."""

from __future__ import annotations

import pytest

from bjtrainer.rules.load import find_rules


@pytest.mark.parametrize(
    ("slug", "least", "most"),
    [
        ("vegas-downtown", 0.375, 0.385),
        ("vegas-strip", 0.345, 0.355),
        ("atlantic-city", 0.345, 0.365),
        ("european", 0.385, 0.425),
    ],
)
def test_the_published_loss_in_percent_of_the_initial_wager(solved, slug, least, most):
    loss = -100 * float(solved(find_rules(slug)).edge().total)
    assert least <= loss < most
