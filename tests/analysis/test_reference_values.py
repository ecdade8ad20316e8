"""Source of truth: ``tests/reference``, values of an independent public analyser, to 1e-9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bjtrainer.analysis.evaluate import evaluate
from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import HoleCard

CLOSE = 1e-9
CHECK_VALUES = {
    "vegas-downtown": "-0.380445%",
    "las-vegas-downtown": "-0.553002%",
    "atlantic-city": "-0.354763%",
    "one deck": "+0.024274%",
    "two decks, no hole card": "-0.557079%",
}
BLACKJACK = {Rank.ACE, Rank.TEN}
ENDS = ("17", "18", "19", "20", "21", "bust", "blackjack")


def entries(reference) -> Iterator[tuple[Situation, dict[str, Any]]]:
    """Every starting hand and upcard with its entry in the file."""
    for entry in reference.file["hands"]:
        yield Situation(hand=Hand.parse(entry["hand"]), upcard=Rank(entry["up"])), entry


def close(value: float) -> Any:
    return pytest.approx(value, abs=CLOSE, rel=0)


def test_every_action_of_every_decision(reference):
    compared = 0
    for situation, entry in entries(reference):
        if set(situation.hand) == BLACKJACK:
            continue
        legal = {action: entry[str(action)] for action in Action if entry[str(action)] is not None}
        assert reference.values.of(situation) == close(legal), situation
        assert str(reference.values.best(situation)) == entry["best_CDZ-"], situation
        compared += 1
    assert compared == 540


def test_a_blackjack_is_no_decision_and_a_split_ace_with_a_ten_is_a_plain_21(reference):
    blackjacks = [
        situation for situation, _ in entries(reference) if set(situation.hand) == BLACKJACK
    ]
    assert len(blackjacks) == 10
    for situation in blackjacks:
        assert reference.values.of(situation) == {}
        assert reference.values.best(situation) is None
        of_split = Situation(hand=situation.hand, upcard=situation.upcard, split_hands=2)
        dealer = reference.values.dealer(situation)
        loses = dealer.get("blackjack", 0)
        assert reference.values.of(of_split) == {}
        assert reference.values.as_it_stands(of_split) == close(1 - dealer["21"] - 2 * loses)
        assert reference.values.as_it_stands(situation) == close(1.5 * (1 - loses))


def test_the_chances_of_the_deal_of_a_dealer_blackjack_and_insurance(reference):
    total = 0.0
    for situation, entry in entries(reference):
        hand, upcard = situation.hand, situation.upcard
        assert reference.values.deal_chance(hand, upcard) == close(entry["p_deal"])
        assert reference.values.dealer_blackjack(hand, upcard) == close(entry["p_dealer_bj"])
        if upcard is Rank.ACE:
            assert reference.values.insurance(hand) == close(entry["insurance"])
        total += float(reference.values.deal_chance(hand, upcard))
    assert total == close(1)
    off_the_top = reference.file["insurance"]["off_the_top_per_insurance_unit"]
    assert reference.values.insurance(Hand(())) == close(off_the_top)


@pytest.mark.parametrize("upcard", RANKS, ids=str)
def test_what_the_dealer_ends_with(reference, upcard):
    wanted = {end: reference.file["dealer_outcomes"][str(upcard)][end] for end in ENDS}
    given = dict(reference.values.dealer(Situation(hand=Hand(()), upcard=upcard)))
    assert sum(given.values()) == close(1)
    if reference.values.rules.hole_card is HoleCard.PEEK:  # the file's chances are unconditional
        none = 1 - float(reference.values.dealer_blackjack(Hand(()), upcard))
        given = {end: chance * none for end, chance in given.items()} | {"blackjack": 1 - none}
    assert given == close(wanted)


def test_the_edge_in_all_and_by_upcard(reference):
    edge = reference.values.edge()
    assert edge.total == close(reference.file["overall_ev"]["CDZ-"])
    by_upcard = {str(upcard): value for upcard, value in edge.by_upcard.items()}
    assert by_upcard == close(reference.file["overall_ev_by_up_CDZ-"])


def test_a_strategy_played_exactly_is_worth_what_its_hands_are_worth(reference):
    values = reference.values
    played, expected = evaluate(values.splits, values.optimal), values.edge()
    assert played.total == close(expected.total)
    assert played.by_upcard == close(expected.by_upcard)


def test_the_check_values_of_the_conventions(reference):
    edge = float(reference.values.edge().total)
    assert f"{edge:+.6%}" == CHECK_VALUES[reference.file["name"]]
