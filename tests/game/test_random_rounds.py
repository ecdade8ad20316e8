"""reliability.md, "money" and "cards", over rounds of random legal play, against a second opinion.

``tests/long/money.py`` holds the player and the onlooker, and plays a million rounds when asked.
"""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bjtrainer.cards import Card
from bjtrainer.errors import IllegalAction
from bjtrainer.game import actions, finish, settlement
from bjtrainer.game import round as rounds
from bjtrainer.game.actions import Action
from bjtrainer.game.events import Outcome
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.shoe import Shoe
from bjtrainer.game.table import Table
from bjtrainer.rules.load import shipped_games
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

MONEY = SimpleNamespace(
    **runpy.run_path(str(Path(__file__).parents[1].joinpath("long", "money.py")))
)

GAMES = (
    Rules(name="Shallow", slug="shallow", decks=8, soft_17=Soft17.HIT, surrender=Surrender.LATE,
          insurance_with_blackjack=False, shuffle=Fraction(1, 10), boxes=5),
    Rules(name="Fresh", slug="fresh", decks=2, soft_17=Soft17.HIT, card_limit=11),
    Rules(name="Deep", slug="deep", decks=1, max_ace_hands=4, shuffle=Fraction(1),
          surrender=Surrender.LATE, boxes=2),
    Rules(name="Deeper", slug="deeper", decks=1, max_ace_hands=4, shuffle=Fraction(99, 100),
          split_aces_draw=SplitAcesDraw.ANY, insurance_pays=Fraction(3), card_limit=5,
          blackjack_pays=Fraction(6, 5)),
    Rules(name="European", slug="european", decks=2, hole_card=HoleCard.NONE,
          double_on=DoubleOn.NINE_TO_ELEVEN, double_soft=False, double_after_split=False,
          split_by=SplitBy.DENOMINATION, max_hands=2, split_aces_draw=SplitAcesDraw.ANY,
          card_limit=11, boxes=5),
    Rules(name="Lenient", slug="lenient", decks=1, hole_card=HoleCard.NONE_ORIGINAL_ONLY,
          split_by=SplitBy.DENOMINATION, max_ace_hands=4, split_aces_draw=SplitAcesDraw.ANY,
          surrender=Surrender.LATE, charlie=4, shuffle=Fraction(99, 100), boxes=2),
    Rules(name="Early", slug="early", decks=6, surrender=Surrender.EARLY, charlie=3, max_hands=3,
          shuffle=Fraction(3, 4)),
    Rules(name="Endless", slug="endless", decks=Decks.INFINITE, hole_card=HoleCard.NONE,
          surrender=Surrender.EARLY, charlie=5, max_ace_hands=4, boxes=5),
)  # fmt: skip
ROUNDS_OF_EACH = 1_500
ROUNDS = 24_000


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_no_card_and_no_cent_is_lost_in_random_rounds(rules: Rules) -> None:
    table = MONEY.Table(rules, Random(f"random rounds of {rules.slug}"))
    table.play(ROUNDS_OF_EACH)
    seen: Counter[Any] = table.counted
    assert {boxes for what, boxes in seen if what == "boxes bet on"} == {*range(1, rules.boxes + 1)}
    hands = {hands for what, hands in seen if what == "hands of a box"}
    assert {1, 2} <= hands <= {*range(1, rules.max_hands + 1)}
    surrendered = {"surrender"} if rules.surrender is not Surrender.NONE else set()
    decisions = {action.value for action in Action} - {"surrender"} | surrendered
    assert {action for what, action in seen if what == "decisions"} == decisions
    outcomes = {outcome.value for outcome in Outcome} - {"surrender"} | surrendered
    assert {outcome for what, outcome in seen if what == "outcomes"} == outcomes
    assert min(seen["insured, for a gain", True], seen["insured, for a gain", False]) > 5
    peek = rules.hole_card is HoleCard.PEEK
    assert (seen["cards of the dealer", 1] > 0) is not peek
    assert (seen["in vain", True] > 5) is (peek and rules.surrender is Surrender.EARLY)
    assert (seen["cards ran out", True] > 25) is (rules.decks == 1), "in the middle of a round"


def test_the_six_games_and_games_of_chance_with_bets_of_every_size() -> None:
    seen = MONEY.play(ROUNDS, "tests")
    assert MONEY.rounds_of(seen) == ROUNDS
    assert all(seen["rounds", slug] == ROUNDS // 12 for slug in shipped_games())
    assert all(seen["boxes bet on", boxes] > ROUNDS // 40 for boxes in range(1, 6))
    assert all(seen["hands of a box", hands] > 50 for hands in range(1, 5))
    assert min(seen["tried", "accepted"], seen["tried", "refused"]) > ROUNDS


Breakage = tuple[object, str, Callable[[Any], Any]]


def a_cent_too_much_for_a_blackjack(pays: Any) -> Any:
    return lambda rules, cents, result: pays(rules, cents, result) + (result is Outcome.BLACKJACK)


def original_bets_of_the_first_box_only(settle: Any) -> Any:
    def wrong(rules: Rules, place: int, player: PlayerHand, dealer: Any, *, original: bool) -> Any:
        return settle(rules, place, player, dealer, original=place == 0)

    return wrong


def splits_counted_over_all_boxes(situation_of: Any) -> Any:
    def wrong(table: Table, place: int) -> Any:
        situation = situation_of(table, place)
        object.__setattr__(situation, "split_hands", len(table.hands))
        return situation

    return wrong


def insurance_for_the_first_box_alone(why_not: Any) -> Any:
    return lambda table, place: why_not(table, place) if place == 0 else "no insurance here"


def one_card_dealt_twice(draw: Any) -> Any:
    def wrong(shoe: Shoe) -> tuple[Card, Shoe]:
        card, rest = draw(shoe)
        return card, shoe if card == Card("7", "h") else rest

    return wrong


BROKEN: dict[str, Breakage] = {
    "payout": (settlement, "payout_cents", a_cent_too_much_for_a_blackjack),
    "original bets": (settlement, "_settled", original_bets_of_the_first_box_only),
    "split limit": (Table, "situation_of", splits_counted_over_all_boxes),
    "who is insured": (Table, "why_no_insurance", insurance_for_the_first_box_alone),
    "insurance": (rounds, "half", lambda half: lambda cents: cents),
    "affordable": (Table, "_affords", lambda affords: lambda table, cents: True),
    "card": (Shoe, "draw", one_card_dealt_twice),
    "dealer": (finish, "dealer_draws", lambda draws: lambda rules, hand: hand.total < 18),
    "reason": (actions, "_why_no_split", lambda why: lambda rules, situation: "not now"),
    "option": (actions, "_why_no_surrender", lambda why: lambda rules, situation: None),
}


def play_all_games(seed: str) -> None:
    for rules in GAMES:
        MONEY.Table(rules, Random(seed)).play(500)


@pytest.mark.parametrize("what", BROKEN)
def test_a_fault_at_the_table_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: each part of the table is broken on purpose, and told."""
    part, name, broken = BROKEN[what]
    monkeypatch.setattr(part, name, broken(getattr(part, name)))
    for action, why in list(actions._WHY_NOT.items()):
        monkeypatch.setitem(actions._WHY_NOT, action, getattr(actions, why.__name__, why))
    with pytest.raises((AssertionError, IllegalAction)):
        play_all_games(f"broken {what}")
