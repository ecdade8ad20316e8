"""Source of truth: ``tests/reference``, values of an independent public analyser, to 1e-9."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import DoubleOn, HoleCard, Rules, Surrender

FOLDER = Path(__file__).parent.parent / "reference"
RULES = {
    "vegas_downtown": find_rules("vegas-downtown"),
    "las_vegas_downtown": find_rules("las-vegas-downtown"),
    "atlantic_city": Rules(name="E", slug="e", decks=8, surrender=Surrender.LATE),
    "one_deck": Rules(name="E", slug="e", decks=1, double_after_split=False, max_hands=2),
    "two_decks_no_hole_card": Rules(
        name="E",
        slug="e",
        decks=2,
        hole_card=HoleCard.NONE,
        double_on=DoubleOn.NINE_TO_ELEVEN,
        double_soft=False,
        double_after_split=False,
        max_hands=2,
    ),
}
CLOSE = 1e-9
BLACKJACK = {Rank.ACE, Rank.TEN}
ENDS = ("17", "18", "19", "20", "21", "bust", "blackjack")


@dataclass(frozen=True)
class Game:
    """A game as we solve it, and as the reference file has it."""

    values: Values
    file: dict[str, Any]

    def entries(self) -> Iterator[tuple[Situation, dict[str, Any]]]:
        """Every starting hand and upcard with its entry in the file."""
        for entry in self.file["hands"]:
            yield Situation(hand=Hand.parse(entry["hand"]), upcard=Rank(entry["up"])), entry


@pytest.fixture(params=RULES, scope="module")
def game(request, solved) -> Game:
    file = json.loads((FOLDER / f"{request.param}.json").read_text(encoding="utf-8"))
    return Game(solved(RULES[request.param]), file)


def close(value: float) -> Any:
    return pytest.approx(value, abs=CLOSE, rel=0)


def test_every_action_of_every_decision(game):
    compared = 0
    for situation, entry in game.entries():
        if set(situation.hand) == BLACKJACK:
            continue
        legal = {action: entry[str(action)] for action in Action if entry[str(action)] is not None}
        assert game.values.of(situation) == close(legal), situation
        assert str(game.values.best(situation)) == entry["best_CDZ-"], situation
        compared += 1
    assert compared == 540


def test_a_blackjack_is_no_decision_and_a_split_ace_with_a_ten_is_a_plain_21(game):
    blackjacks = [situation for situation, _ in game.entries() if set(situation.hand) == BLACKJACK]
    assert len(blackjacks) == 10
    for situation in blackjacks:
        assert game.values.of(situation) == {}
        assert game.values.best(situation) is None
        of_split = Situation(hand=situation.hand, upcard=situation.upcard, split_hands=2)
        dealer = game.values.dealer(situation.hand, situation.upcard)
        loses = dealer.get("blackjack", 0)
        assert game.values.of(of_split) == close({Action.STAND: 1 - dealer["21"] - 2 * loses})


def test_the_chances_of_the_deal_of_a_dealer_blackjack_and_insurance(game):
    total = 0.0
    for situation, entry in game.entries():
        hand, upcard = situation.hand, situation.upcard
        assert game.values.deal_chance(hand, upcard) == close(entry["p_deal"])
        assert game.values.dealer_blackjack(hand, upcard) == close(entry["p_dealer_bj"])
        if upcard is Rank.ACE:
            assert game.values.insurance(hand) == close(entry["insurance"])
        total += float(game.values.deal_chance(hand, upcard))
    assert total == close(1)
    off_the_top = game.file["insurance"]["off_the_top_per_insurance_unit"]
    assert game.values.insurance(Hand(())) == close(off_the_top)


@pytest.mark.parametrize("upcard", RANKS, ids=str)
def test_what_the_dealer_ends_with(game, upcard):
    wanted = {end: game.file["dealer_outcomes"][str(upcard)][end] for end in ENDS}
    given = dict(game.values.dealer(Hand(()), upcard))
    assert sum(given.values()) == close(1)
    if game.values.rules.hole_card is HoleCard.PEEK:  # the file's chances are unconditional
        none = 1 - float(game.values.dealer_blackjack(Hand(()), upcard))
        given = {end: chance * none for end, chance in given.items()} | {"blackjack": 1 - none}
    assert given == close(wanted)


def test_the_edge_in_all_and_by_upcard(game):
    edge = game.values.edge()
    assert edge.total == close(game.file["overall_ev"]["CDZ-"])
    by_upcard = {str(upcard): value for upcard, value in edge.by_upcard.items()}
    assert by_upcard == close(game.file["overall_ev_by_up_CDZ-"])


def test_the_check_values_of_the_conventions(solved):
    edges = {name: f"{float(solved(rules).edge().total):+.6%}" for name, rules in RULES.items()}
    assert edges == {
        "vegas_downtown": "-0.380445%",
        "las_vegas_downtown": "-0.553002%",
        "atlantic_city": "-0.354763%",
        "one_deck": "+0.024274%",
        "two_decks_no_hole_card": "-0.557079%",
    }
