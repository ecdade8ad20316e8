"""reliability.md, "theory and play agree": each game at the real table, by chart and exact cards.

The seed was chosen before the first run. ``tests/long/theory_and_play.py`` is the long form.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from theory_and_play import (
    ALLOWED,
    FreshShoes,
    Measured,
    Player,
    alone,
    by_chart,
    by_exact_cards,
    differences,
    played,
)

from bjtrainer.cards import DECK, Rank
from bjtrainer.charts.cache import shipped_chart
from bjtrainer.charts.figures import plan_edge
from bjtrainer.charts.model import Code
from bjtrainer.charts.plan import plan_of
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules

SEED = 2026
ROUNDS = 3_000


def off_by(results: Counter[int], rules: Rules, exact: float) -> float:
    """How far the mean of a round is from what it should be, in standard errors."""
    return abs(Measured.of(results, rules.min_bet).deviation(exact))


def both_played(first: Player, second: Player, rounds: int = ROUNDS) -> Counter[tuple[int, ...]]:
    """Let two players play the same shoes."""
    rules = first.rules
    return played([first, second], FreshShoes(rules.decks, Random(f"{SEED}/{rules.slug}")), rounds)


@pytest.mark.parametrize("slug", shipped_games())
def test_the_mean_result_of_chart_and_exact_cards_is_their_exact_value(solved, slug):
    rules = find_rules(slug)
    chart, optimal = by_chart(rules), by_exact_cards(solved(rules))
    results = both_played(Player(rules, chart.decide), Player(rules, optimal.decide))
    assert results.total() == ROUNDS
    assert off_by(alone(results, 0), rules, chart.exact) < ALLOWED
    assert off_by(alone(results, 1), rules, optimal.exact) < ALLOWED
    assert off_by(differences(results), rules, optimal.exact - chart.exact) < ALLOWED


def test_the_same_check_finds_a_chart_with_one_wrong_row(solved):
    """A player who hits hard 18 is not worth what the chart is, but what he is worth exactly."""
    rules = find_rules("vegas-downtown")
    chart = shipped_chart(rules)
    entries = {
        cell: replace(entry, code=Code.H) if str(cell.row) == "hard 18" else entry
        for cell, entry in chart.entries.items()
    }
    wrong = replace(chart, entries=entries)
    results = both_played(Player(rules, chart.answer), Player(rules, wrong.answer))
    cost = plan_edge(solved(rules), plan_of(wrong.codes)) - chart.edges.chart
    assert off_by(differences(results), rules, cost) < ALLOWED
    assert off_by(differences(results), rules, 0) > ALLOWED


def test_the_same_check_finds_the_value_of_another_game(solved):
    """Where a blackjack pays 6:5, the value is not that of the game that pays 3:2."""
    rules = find_rules("vegas-downtown")
    shorter = replace(rules, blackjack_pays=Fraction(6, 5))
    chart = shipped_chart(rules)
    results = both_played(Player(rules, chart.answer), Player(shorter, chart.answer), 2 * ROUNDS)
    cost = plan_edge(solved(shorter), plan_of(chart.codes)) - chart.edges.chart
    assert off_by(differences(results), rules, cost) < ALLOWED
    assert off_by(differences(results), rules, 0) > ALLOWED


def test_a_round_that_needs_many_cards_is_played_from_the_same_shoe():
    """The first cards are enough for nearly every round; the rest of the shoe is there for all."""
    shoes = FreshShoes(1, Random(SEED))
    first = shoes.first(12)
    more = shoes.more(12)
    whole = shoes.more(100)
    assert (more[:12], whole[:24]) == (first, more)
    assert sorted(map(str, whole)) == sorted(map(str, DECK))
    rules = find_rules("vegas-downtown")
    player = Player(rules, lambda situation, legal: legal[0])
    aces = tuple(card for card in DECK * 2 if card.rank is Rank.ACE)
    with pytest.raises(LookupError):
        player.result(aces)
    assert player.result((*aces, *(card for card in DECK if card.rank is Rank.TEN))) in (-100, 100)


def test_first_cards_are_as_likely_as_in_a_whole_shuffle():
    """Chi-square of the first two cards by suit and face, at 99.9 %."""
    shoes, counts = FreshShoes(1, Random(SEED)), Counter()
    for _ in range(5_200):
        one, other = shoes.first(2)
        counts[0, one] += 1
        counts[1, other] += 1
    for place in (0, 1):
        spread = sum((counts[place, card] - 100) ** 2 / 100 for card in DECK)
        assert 25 < spread < 88  # 51 degrees of freedom
