"""The sister games that the page of Vegas Downtown Blackjack names, by the table of the games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bjtrainer.rules.describe import describe
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import (
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

ALL = {
    "soft_17": Soft17.STAND,
    "blackjack_pays": Fraction(3, 2),
    "max_ace_hands": 2,
    "surrender_except": (),
    "insurance": True,
    "insurance_pays": Fraction(2),
    "insurance_with_blackjack": True,
    "charlie": None,
    "shuffle": Shuffle.EVERY_ROUND,
    "min_bet": 100,
    "max_bet": 20_000,
    "chips": (100, 500, 2_500, 10_000),
}
AMERICAN = {
    "hole_card": HoleCard.PEEK,
    "double_on": DoubleOn.ANY,
    "double_soft": True,
    "double_after_split": True,
    "split_by": SplitBy.VALUE,
    "max_hands": 4,
    "split_aces_draw": SplitAcesDraw.ONE,
    "boxes": 1,
}
EUROPEAN = {
    "hole_card": HoleCard.NONE,
    "double_on": DoubleOn.NINE_TO_ELEVEN,
    "double_soft": False,
    "double_after_split": False,
    "split_by": SplitBy.DENOMINATION,
    "max_hands": 2,
    "split_aces_draw": SplitAcesDraw.ANY,
    "surrender": Surrender.NONE,
}


def game(slug: str, **rules: object) -> Rules:
    name = f"{slug.replace('-', ' ').title()} Blackjack"
    source = f"Published rules of {name}, a sister game of Vegas Downtown Blackjack"
    return Rules(name=name, slug=slug, source=source, **ALL, **rules)


TABLE = (
    game("vegas-strip", **AMERICAN, decks=4, surrender=Surrender.NONE, card_limit=None),
    game("atlantic-city", **AMERICAN, decks=8, surrender=Surrender.LATE, card_limit=11),
    game("european", **EUROPEAN, decks=2, card_limit=11, boxes=1),
    game("multi-hand", **EUROPEAN, decks=5, card_limit=None, boxes=5),
)
DIGESTS = {
    "vegas-strip": "9b2f1bfacf68",
    "atlantic-city": "df5c7b82811f",
    "european": "fd0c55a8e55e",
    "multi-hand": "c5e397ee2237",
}


@pytest.mark.parametrize("rules", TABLE, ids=lambda rules: rules.slug)
def test_games_are_those_of_the_table(rules: Rules) -> None:
    assert find_rules(rules.slug) == rules


@pytest.mark.parametrize("rules", TABLE, ids=lambda rules: rules.slug)
def test_digests_stay(rules: Rules) -> None:
    """History is kept by digest: a change here parts every player from theirs."""
    assert rules.digest == DIGESTS[rules.slug]


def test_european_in_words_where_it_is_unlike_the_american_games() -> None:
    ours, other = (dict(describe(find_rules(slug))) for slug in ("european", "vegas-downtown"))
    assert {label: text for label, text in ours.items() if other[label] != text} == {
        "Game": "European Blackjack (european).",
        "Source": "Published rules of European Blackjack, "
        "a sister game of Vegas Downtown Blackjack.",
        "Dealer": "Stands on soft 17; takes the second card after the players; a blackjack then "
        "takes every bet, doubled and split ones too.",
        "Doubling": "On two cards with a hard total of 9, 10 or 11; not after a split.",
        "Splitting": "Two cards of the same denomination: K and K, but not K and J; "
        "once, to 2 hands.",
        "Aces": "Split once, to 2 hands; each can draw on. "
        "An ace and a ten after a split are 21, not a blackjack.",
        "Insurance": "Offered against an ace, for half the bet, also to a player with a "
        "blackjack; pays 2:1 if the dealer has a blackjack, at the end of the round.",
    }
