"""cases/README.md, "Chart belongs to the rules": each rule changes a value or a legal action."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import DoubleOn, HoleCard, Rules, Soft17, SplitAcesDraw, Surrender

BASE = Rules(name="E", slug="e", decks=1)
CLOSE = 1e-12


@pytest.fixture
def under(solved):
    """The values of every legal action under the base rules with some changes."""

    def values(hand: str, upcard: str, *, split_hands: int = 1, **changes: Any):
        situation = Situation(hand=Hand.parse(hand), upcard=Rank(upcard), split_hands=split_hands)
        named = solved(replace(BASE, **changes)).of(situation)
        return {str(action): value for action, value in named.items()}

    return values


@pytest.fixture
def stands(solved):
    """The value of a hand as it stands, under the base rules with some changes."""

    def value(hand: str, upcard: str, **changes: Any):
        situation = Situation(hand=Hand.parse(hand), upcard=Rank(upcard))
        return solved(replace(BASE, **changes)).as_it_stands(situation)

    return value


@pytest.fixture
def edge(solved):
    """The player's expectation under the base rules with some changes."""
    return lambda **changes: float(solved(replace(BASE, **changes)).edge().total)


def same(one: dict[str, float], other: dict[str, float]) -> bool:
    return one == pytest.approx(other, abs=CLOSE, rel=0)


def test_more_decks_are_worse_for_the_player(edge):
    edges = [edge(decks=decks) for decks in (1, 2, 3, 5, 8)]
    assert edges == sorted(edges, reverse=True)
    assert len(set(edges)) == 5


def test_a_dealer_who_hits_soft_17(under, edge):
    assert edge(soft_17=Soft17.HIT) < edge() - 0.001
    assert under("T6", "A", soft_17=Soft17.HIT)["stand"] > under("T6", "A")["stand"] + 0.001
    assert under("T8", "A", soft_17=Soft17.HIT)["stand"] < under("T8", "A")["stand"] - 0.001


def test_what_a_blackjack_pays(solved, edge):
    blackjack = Fraction(2 * 4 * 16, 52 * 51)
    dealer_too = Fraction(2 * 3 * 15, 50 * 49)
    paid_less = float(blackjack * (1 - dealer_too) * (Fraction(3, 2) - Fraction(6, 5)))
    assert edge() - edge(blackjack_pays=Fraction(6, 5)) == pytest.approx(paid_less, abs=CLOSE)
    assert solved(replace(BASE, blackjack_pays=Fraction(6, 5))).of(
        Situation(hand=Hand.parse("AT"), upcard=Rank.SIX)
    ) == {}  # fmt: skip


def test_no_hole_card(under, edge):
    none = {"hole_card": HoleCard.NONE}
    assert edge(**none) < edge() - 0.001
    assert same(under("T6", "6", **none), under("T6", "6"))
    blackjack = Fraction(4, 49)
    for action, wagers in (("hit", 1), ("stand", 1), ("double", 2)):
        given = under("T6", "T")[action]
        unconditional = (1 - blackjack) * given - blackjack * wagers
        assert under("T6", "T", **none)[action] == pytest.approx(unconditional, abs=CLOSE)


@pytest.mark.parametrize(
    ("changes", "doubled"),
    [
        ({}, "44 54 64 74 A2 A7"),
        ({"double_soft": False}, "44 54 64 74"),
        ({"double_on": DoubleOn.NINE_TO_ELEVEN, "double_soft": False}, "54 64 74"),
        ({"double_on": DoubleOn.TEN_ELEVEN, "double_soft": False}, "64 74"),
    ],
    ids=str,
)
def test_what_can_be_doubled(under, edge, changes, doubled):
    base, changes = {"double_after_split": False}, {"double_after_split": False, **changes}
    for hand in ("44", "54", "64", "74", "A2", "A7"):
        wanted = under(hand, "5", **base)
        if hand not in doubled.split():
            del wanted["double"]
        assert same(under(hand, "5", **changes), wanted)
    assert (edge(**changes) < edge(**base)) == (changes != base)


def test_doubling_after_a_split(under):
    without = {"double_after_split": False}
    assert under("33", "5", **without)["split"] < under("33", "5")["split"] - 0.01
    assert "double" in under("38", "5", **without)
    assert "double" in under("38", "5", split_hands=2)
    assert "double" not in under("38", "5", split_hands=2, **without)


def test_how_many_hands_a_pair_can_become(under):
    assert "split" not in under("88", "6", max_hands=1, max_ace_hands=1)
    values = [under("88", "6", max_hands=hands)["split"] for hands in (2, 3, 4)]
    assert values == sorted(values)
    assert values[0] + 0.01 < values[1]
    assert values[1] + 0.001 < values[2]
    unsplit = under("88", "6", max_hands=1, max_ace_hands=1)
    assert same(under("88", "6"), unsplit | {"split": values[-1]})
    assert same(under("AA", "6", max_hands=2), under("AA", "6"))


def test_how_many_hands_aces_can_become(under):
    assert "split" not in under("AA", "6", max_ace_hands=1)
    values = [under("AA", "6", max_ace_hands=hands)["split"] for hands in (2, 3, 4)]
    assert values == sorted(values)
    assert len(set(values)) == 3
    assert same(under("88", "6", max_ace_hands=4), under("88", "6"))


def test_split_aces_that_draw(under):
    draw = {"split_aces_draw": SplitAcesDraw.ANY}
    assert under("AA", "6", **draw)["split"] > under("AA", "6")["split"] + 0.01
    assert same(under("88", "6", **draw), under("88", "6"))
    assert under("A5", "6", split_hands=2) == {}
    assert set(under("A5", "6", split_hands=2, **draw)) == {"hit", "stand", "double"}


def test_a_split_ace_with_another_stands_or_is_split_again(under):
    assert under("AA", "6", split_hands=2) == {}
    again = under("AA", "6", split_hands=2, max_ace_hands=4)
    assert set(again) == {"stand", "split"}
    assert again["split"] > again["stand"]


def test_surrender(under, edge):
    late = {"surrender": Surrender.LATE}
    assert edge(**late) > edge() + 0.0001
    assert same(under("T6", "T", **late), under("T6", "T") | {"surrender": -0.5})
    assert "surrender" not in under("T24", "T", **late)
    assert "surrender" not in under("88", "T", split_hands=2, **late)
    for upcard in "A23456789T":
        allowed = under("T6", upcard, surrender_except=(Rank.ACE, Rank.NINE), **late)
        assert ("surrender" in allowed) == (upcard not in "A9")
    assert edge(surrender_except=(Rank.ACE, Rank.NINE), **late) < edge(**late)


def test_surrender_without_a_hole_card_loses_all_to_a_blackjack(under):
    values = under("T6", "T", surrender=Surrender.LATE, hole_card=HoleCard.NONE)
    blackjack = 4 / 49
    assert values["surrender"] == pytest.approx(-0.5 * (1 - blackjack) - blackjack, abs=CLOSE)


def test_what_insurance_pays(solved):
    for pays in (Fraction(2), Fraction(3), Fraction(21, 10)):
        values = solved(replace(BASE, insurance_pays=pays))
        assert values.insurance(Hand.parse("23")) == pytest.approx(
            float((pays + 1) * Fraction(16, 49) - 1), abs=CLOSE
        )


def test_a_card_limit_that_is_often_reached(under, stands, edge):
    assert edge(card_limit=3) < edge() - 0.001
    assert under("23", "T", card_limit=3)["hit"] < under("23", "T")["hit"] - 0.01
    assert same(under("TT", "6", card_limit=3), under("TT", "6") | {
        "split": under("TT", "6", card_limit=3)["split"]
    })  # fmt: skip
    assert under("222", "T", card_limit=3) == under("2222", "T", card_limit=4) == {}
    assert stands("222", "T", card_limit=3) == under("222", "T")["stand"]
    assert set(under("222", "T", card_limit=4)) == {"hit", "stand"}


def test_the_card_limit_of_eleven(under, stands):
    limit = {"decks": 2, "card_limit": 11}
    assert under("AAAAAAAA222", "T", **limit) == {}
    assert stands("AAAAAAAA222", "T", **limit) == under("AAAAAAAA222", "T", decks=2)["stand"]
    ten_cards = "AAAAAAAA22"
    free = under(ten_cards, "T", decks=2)
    assert under(ten_cards, "T", **limit)["hit"] < free["hit"] - 0.001
    assert under(ten_cards, "T", **limit)["stand"] == free["stand"]


@pytest.mark.parametrize("split_hands", [2, 3])
@pytest.mark.parametrize("hand", [f"{rank}{rank}" for rank in RANKS])
def test_a_pair_of_a_split_is_worth_a_split_with_the_hands_left(under, hand, split_hands):
    again = under(hand, "6", split_hands=split_hands, max_ace_hands=4)
    left = 5 - split_hands
    fresh = under(hand, "6", max_hands=left, max_ace_hands=left)
    assert again["split"] == pytest.approx(fresh["split"], abs=CLOSE)
    assert "split" not in under(hand, "6", split_hands=4, max_ace_hands=4)


@pytest.mark.parametrize("action", ["hit", "stand", "double"])
def test_other_values_do_not_know_of_other_hands_of_the_split(under, action):
    for split_hands in (2, 3, 4):
        assert under("83", "6", split_hands=split_hands)[action] == under("83", "6")[action]


def test_best_is_the_action_of_the_highest_value(solved):
    values = solved(replace(BASE, surrender=Surrender.LATE))
    for hand, upcard, best in (
        ("T6", "T", Action.SURRENDER),
        ("T2", "4", Action.HIT),
        ("65", "6", Action.DOUBLE),
        ("88", "6", Action.SPLIT),
        ("T9", "T", Action.STAND),
        ("T65", "T", None),
    ):
        assert values.best(Situation(hand=Hand.parse(hand), upcard=Rank(upcard))) is best
