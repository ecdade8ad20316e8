"""cases/README.md, "Chart belongs to the rules": every key, changed alone, changes what is shown.

A value, a legal action, or what is offered; or its explanation says that it has no such effect.
``tests/charts/test_charts_of_any_rules.py`` has the cells that hang on a key.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.cards import Rank
from bjtrainer.game.actions import (
    Action,
    Situation,
    legal_actions,
    why_no_bet,
    why_no_bets,
    why_no_insurance,
)
from bjtrainer.game.hand import Hand
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.keys import KEYS
from bjtrainer.rules.load import override, shipped_games
from bjtrainer.rules.model import Rules

BASE = Rules(name="E", slug="e", decks=1)
Look = Callable[[Values], object]


def situation(hand: str, upcard: str, **more: Any) -> Situation:
    return Situation(hand=Hand.parse(hand), upcard=Rank(upcard), **more)


def worth(action: str, hand: str, upcard: str, **more: Any) -> Look:
    """Look at the value of one action, to nine digits: a change is no rounding."""
    asked = situation(hand, upcard, **more)
    return lambda values: round(values.of(asked)[Action(action)], 9)


def legal(hand: str, upcard: str, **more: Any) -> Look:
    return lambda values: legal_actions(values.rules, situation(hand, upcard, **more))


def insured(hand: str) -> Look:
    """Look at whether insurance is offered on a hand."""
    return lambda values: why_no_insurance(values.rules, Hand.parse(hand), Rank.ACE) is None


def insurance(values: Values) -> object:
    return round(values.insurance(Hand.parse("23")), 9)


def edge(values: Values) -> object:
    return round(values.edge().total, 9)


class Change(NamedTuple):
    """One key with another value, in a game of these rules, and what to look at."""

    key: str
    value: str
    look: Look
    of: str = ""


CHANGES = (
    Change("decks", "2", worth("stand", "T6", "T")),
    Change("decks", "infinite", worth("stand", "T6", "T")),
    Change("soft_17", "hit", worth("stand", "T8", "A")),
    Change("hole_card", "none", worth("double", "65", "T")),
    Change("hole_card", "none_original_only", worth("split", "88", "T"), of="hole_card=none"),
    Change("blackjack_pays", "6:5", edge),
    Change("double_on", "9-11", legal("62", "6"), of="double_soft=no"),
    Change("double_on", "10-11", legal("63", "6"), of="double_on=9-11 double_soft=no"),
    Change("double_soft", "no", legal("A7", "6")),
    Change("double_after_split", "no", legal("83", "6", split_hands=2)),
    Change("double_after_split", "no", worth("split", "33", "5")),
    Change("split_by", "denomination", legal("KJ", "6", one_denomination=False)),
    Change("split_by", "denomination", worth("split", "TT", "6")),
    Change("max_hands", "3", legal("88", "6", split_hands=3)),
    Change("max_hands", "3", worth("split", "88", "6")),
    Change("max_ace_hands", "3", legal("AA", "6", split_hands=2)),
    Change("max_ace_hands", "3", worth("split", "AA", "6")),
    Change("split_aces_draw", "any", legal("A5", "6", split_hands=2)),
    Change("split_aces_draw", "any", worth("split", "AA", "6")),
    Change("surrender", "late", legal("T6", "T")),
    Change("surrender", "early", worth("stand", "T6", "T"), of="surrender=late"),
    Change("surrender_except", "T", legal("T6", "T"), of="surrender=late"),
    Change("insurance", "no", insured("T6")),
    Change("insurance_pays", "3:1", insurance),
    Change("insurance_with_blackjack", "no", insured("AT")),
    Change("card_limit", "3", legal("222", "T")),
    Change("card_limit", "3", worth("hit", "23", "T")),
    Change("charlie", "4", legal("2222", "T")),
    Change("charlie", "4", worth("hit", "222", "T")),
)
NO_EFFECT = {
    "name": "Mine", "slug": "mine", "source": "my own table",
    "min_bet": "5", "max_bet": "500", "chips": "[1, 5]",
}  # fmt: skip
"""Keys that are explained as having no effect on the right play: the digest leaves them out."""


def test_every_key_is_here():
    of_play = {change.key for change in CHANGES}
    assert of_play.isdisjoint(NO_EFFECT)
    assert {*of_play, *NO_EFFECT, "shuffle", "boxes"} == set(KEYS)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.key}={change.value}")
def test_a_key_changed_alone_changes_a_value_or_what_is_offered(solved, change):
    rules = override(BASE, change.of.split())
    changed = override(rules, [f"{change.key}={change.value}"])
    assert changed.digest != rules.digest
    before, after = change.look(solved(rules)), change.look(solved(changed))
    assert type(before) is type(after)
    assert before != after


@pytest.mark.parametrize("key", NO_EFFECT)
def test_names_and_bets_have_no_effect_on_the_right_play(key):
    changed = override(BASE, [f"{key}={NO_EFFECT[key]}"])
    assert changed != BASE
    assert changed.digest == BASE.digest


def test_bet_limits_and_chips_say_which_bets_are_taken():
    def taken(*changes: str) -> list[bool]:
        rules = override(BASE, changes)
        return [why_no_bet(rules, cents) is None for cents in (100, 500, 700, 30_000)]

    assert taken() == [True, True, True, False]
    assert taken("min_bet=5") == [False, True, True, False]
    assert taken("max_bet=500") == [True, True, True, True]
    assert taken("chips=[5]", "min_bet=5") == [False, True, False, False]


def explanation(slug: str, key: str) -> str:
    """The comment above a key of a shipped rules file."""
    folder = Path(__file__).parent.parent.parent / "bjtrainer" / "rules" / "games"
    before, found, _ = (folder / f"{slug}.yaml").read_text("utf-8").partition(f"\n{key}: ")
    assert found
    return " ".join(line.removeprefix("# ") for line in before.split("\n\n")[-1].splitlines())


@pytest.mark.parametrize("slug", shipped_games())
def test_when_the_cards_are_shuffled_changes_no_value_and_the_key_says_so(solved, slug):
    assert "No effect on charts and values" in explanation(slug, "shuffle")
    running = override(BASE, ["shuffle=0.75"])
    assert solved(running).edge() == solved(BASE).edge()
    _, shoe = Shoe(tuple(range(52))).take(10)
    assert shoe.must_shuffle(BASE)
    assert not shoe.must_shuffle(running)


def test_boxes_say_how_many_hands_can_be_bet_on_and_change_no_value(solved):
    two = override(BASE, ["boxes=2"])
    assert why_no_bets(two, (100, 100)) is None
    assert why_no_bets(BASE, (100, 100)) is not None
    assert solved(two).edge() == solved(BASE).edge()
