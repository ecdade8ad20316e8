"""The shipped games, by the table in the games' own documents; what they explain, and how."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bjtrainer.cards import Rank
from bjtrainer.places import shipped
from bjtrainer.rules.describe import describe, rules_as_dict
from bjtrainer.rules.keys import KEYS
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)
from bjtrainer.strict_yaml import Faults, Scalar, Sequence

BOTH = {
    "soft_17": Soft17.HIT,
    "hole_card": HoleCard.PEEK,
    "blackjack_pays": Fraction(3, 2),
    "double_on": DoubleOn.ANY,
    "double_soft": True,
    "double_after_split": True,
    "split_by": SplitBy.VALUE,
    "max_hands": 4,
    "max_ace_hands": 2,
    "split_aces_draw": SplitAcesDraw.ONE,
    "surrender_except": (),
    "insurance": True,
    "insurance_pays": Fraction(2),
    "charlie": None,
    "min_bet": 100,
    "max_bet": 20_000,
    "chips": (100, 500, 2_500, 10_000),
    "boxes": 1,
}

TABLE = {
    "vegas-downtown": Rules(
        **BOTH,
        name="Vegas Downtown Blackjack",
        slug="vegas-downtown",
        source="The game's own rules page, Vegas Downtown Blackjack",
        decks=2,
        surrender=Surrender.NONE,
        insurance_with_blackjack=True,
        card_limit=11,
        shuffle=Shuffle.EVERY_ROUND,
    ),
    "las-vegas-downtown": Rules(
        **BOTH,
        name="Las Vegas Downtown Blackjack",
        slug="las-vegas-downtown",
        source="The game's own rules page, Las Vegas Downtown Blackjack",
        decks=8,
        surrender=Surrender.LATE,
        insurance_with_blackjack=False,
        card_limit=None,
        shuffle=Fraction(1, 10),
    ),
}


@pytest.mark.parametrize("slug", TABLE)
def test_games_are_those_of_the_table(slug: str) -> None:
    assert find_rules(slug) == TABLE[slug]


def test_digests_stay() -> None:
    """History is kept by digest: a change here parts every player from theirs."""
    assert {slug: find_rules(slug).digest for slug in TABLE} == {
        "vegas-downtown": "027b2cea350a",
        "las-vegas-downtown": "3cb2608fdd62",
    }


def test_each_file_is_named_for_its_game() -> None:
    assert set(shipped_games()) >= TABLE.keys()
    assert all(find_rules(slug).slug == slug for slug in shipped_games())


def explanations(slug: str) -> dict[str, str]:
    """Give the comment above each key of a game's file; keys in one block share it."""
    found: dict[str, str] = {}
    comment, in_comment = "", False
    for line in (shipped("games") / f"{slug}.yaml").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            comment = f"{comment} {line[2:]}" if in_comment else line[2:]
            in_comment = True
        elif key := re.match(r"(\w+):", line):
            found[key[1]] = comment
            in_comment = False
        else:
            in_comment = False
    return found


@pytest.mark.parametrize("slug", shipped_games())
def test_every_key_is_explained_in_place(slug: str) -> None:
    found = explanations(slug)
    assert list(found) == list(KEYS)
    assert all(len(comment) > 20 for comment in found.values())


@pytest.mark.parametrize("slug", shipped_games())
def test_the_defaults_it_names_are_the_defaults(slug: str) -> None:
    rules = Rules(name="E", slug="e")
    for key, comment in explanations(slug).items():
        if key in ("name", "slug", "source"):
            continue
        (named,) = re.findall(r"Default (.+?)\.(?= |$)", comment)
        first, _, second = named.partition(" and ")
        written = second if key == "max_bet" else first
        node = (
            Sequence(tuple(Scalar(part, 1, 1) for part in re.findall(r"\d+", written)), 1, 1)
            if written.startswith("[")
            else Scalar(written, 1, 1)
        )
        faults = Faults("comment")
        assert KEYS[key](node, key, faults) == getattr(rules, key), key
        assert faults.found == []


# In words.


def test_vegas_downtown_in_words() -> None:
    assert describe(TABLE["vegas-downtown"]) == (
        ("Game", "Vegas Downtown Blackjack (vegas-downtown)."),
        ("Source", "The game's own rules page, Vegas Downtown Blackjack."),
        ("Cards", "2 decks of 52, shuffled before every round."),
        ("Dealer", "Hits soft 17; checks for blackjack under a ten or an ace."),
        ("Blackjack", "Pays 3:2; a push if the dealer has one too."),
        ("Doubling", "On any two cards; also after a split."),
        (
            "Splitting",
            "Two cards of the same value, such as K and J; up to 3 times, to 4 hands.",
        ),
        (
            "Aces",
            "Split once, to 2 hands; each gets one card and stands. "
            "An ace and a ten after a split are 21, not a blackjack.",
        ),
        ("Surrender", "Not in this game."),
        (
            "Insurance",
            "Offered against an ace, for half the bet, also to a player with a blackjack; "
            "pays 2:1 if the dealer has a blackjack.",
        ),
        ("Many cards", "A hand of 11 cards stands by itself."),
        (
            "Bets",
            "$1.00 to $200.00, in chips of $1.00, $5.00, $25.00 and $100.00; one hand at a time.",
        ),
    )


def test_las_vegas_downtown_in_words_where_it_differs() -> None:
    ours, other = (dict(describe(TABLE[slug])) for slug in ("las-vegas-downtown", "vegas-downtown"))
    assert {label: text for label, text in ours.items() if other[label] != text} == {
        "Game": "Las Vegas Downtown Blackjack (las-vegas-downtown).",
        "Source": "The game's own rules page, Las Vegas Downtown Blackjack.",
        "Cards": "8 decks of 52, shuffled after the round in which 10 % of the cards are used.",
        "Surrender": "Gives half the bet back, on the first two cards, after the dealer has "
        "checked for blackjack; not after a split.",
        "Insurance": "Offered against an ace, for half the bet, not to a player with a blackjack; "
        "pays 2:1 if the dealer has a blackjack.",
        "Many cards": "No limit.",
    }


@pytest.mark.parametrize(
    ("changes", "label", "sentence"),
    [
        ({"decks": 1}, "Cards", "1 deck of 52, shuffled before every round."),
        ({"double_soft": False}, "Doubling", "On any two cards that are no soft hand; also after"),
        (
            {"double_on": DoubleOn.NINE_TO_ELEVEN, "double_soft": False},
            "Doubling",
            "On two cards with a hard total of 9, 10 or 11; also after a split.",
        ),
        ({"max_hands": 1}, "Splitting", "Not in this game."),
        ({"max_hands": 2}, "Splitting", "such as K and J; once, to 2 hands."),
        ({"max_ace_hands": 1}, "Aces", "Cannot be split."),
        ({"max_ace_hands": 4}, "Aces", "Split up to 3 times, to 4 hands; each gets one card"),
        (
            {"surrender": Surrender.LATE, "surrender_except": (Rank.ACE, Rank.TEN)},
            "Surrender",
            "not after a split, and not against A or T.",
        ),
        ({"insurance": False}, "Insurance", "Not in this game."),
        (
            {"charlie": 5},
            "Many cards",
            "stands by itself. A hand of 5 cards that is not bust wins at once, "
            "whatever the dealer has.",
        ),
        (
            {"decks": Decks.INFINITE},
            "Cards",
            "An infinite shoe: each card comes from a full deck, whatever came before.",
        ),
        (
            {"hole_card": HoleCard.NONE},
            "Dealer",
            "takes the second card after the players; a blackjack then takes every bet, "
            "doubled and split ones too.",
        ),
        (
            {"hole_card": HoleCard.NONE_ORIGINAL_ONLY},
            "Dealer",
            "takes the second card after the players; a blackjack then takes the original bets "
            "only, and what was doubled or split goes back.",
        ),
        ({"hole_card": HoleCard.NONE}, "Insurance", "blackjack, at the end of the round."),
        (
            {"split_by": SplitBy.DENOMINATION},
            "Splitting",
            "Two cards of the same denomination: K and K, but not K and J; up to 3 times",
        ),
        (
            {"split_aces_draw": SplitAcesDraw.ANY},
            "Aces",
            "Split once, to 2 hands; each can draw on. An ace and a ten after a split are 21",
        ),
        (
            {"surrender": Surrender.EARLY},
            "Surrender",
            "on the first two cards, before the dealer checks for blackjack; not after a split.",
        ),
        (
            {"surrender": Surrender.EARLY, "hole_card": HoleCard.NONE},
            "Surrender",
            "on the first two cards, whatever the dealer then has; not after a split.",
        ),
        (
            {"surrender": Surrender.LATE, "hole_card": HoleCard.NONE},
            "Surrender",
            "on the first two cards, unless a dealer blackjack then takes all of it; not after",
        ),
        ({"chips": (50,)}, "Bets", "in chips of $0.50; one hand at a time."),
        (
            {"boxes": 5},
            "Bets",
            "; up to 5 hands at a time, each with its own bet, played from the left.",
        ),
    ],
)
def test_in_words(changes: dict[str, object], label: str, sentence: str) -> None:
    assert sentence in dict(describe(replace(TABLE["vegas-downtown"], **changes)))[label]


OTHER_VALUES = {
    "name": "N", "slug": "s", "source": "", "decks": 1, "soft_17": Soft17.STAND,
    "hole_card": HoleCard.NONE, "blackjack_pays": Fraction(6, 5), "double_on": DoubleOn.TEN_ELEVEN,
    "double_soft": False, "double_after_split": False, "split_by": SplitBy.DENOMINATION,
    "max_hands": 2, "max_ace_hands": 1, "split_aces_draw": SplitAcesDraw.ANY,
    "surrender": Surrender.EARLY, "surrender_except": (Rank.ACE,), "insurance": False,
    "insurance_pays": Fraction(3), "insurance_with_blackjack": True, "card_limit": 11,
    "charlie": 5, "shuffle": Shuffle.EVERY_ROUND, "min_bet": 50, "max_bet": 50, "chips": (50,),
    "boxes": 5,
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_every_key_shows_in_the_words_and_for_scripts(key: str) -> None:
    rules = TABLE["las-vegas-downtown"]
    changed = replace(rules, **{key: OTHER_VALUES[key]})
    assert describe(changed) != describe(rules)
    before, after = rules_as_dict(rules), rules_as_dict(changed)
    assert [name for name in before if before[name] != after[name]] == [key]


def test_for_scripts() -> None:
    assert json.loads(json.dumps(rules_as_dict(TABLE["las-vegas-downtown"]))) == {
        "name": "Las Vegas Downtown Blackjack",
        "slug": "las-vegas-downtown",
        "source": "The game's own rules page, Las Vegas Downtown Blackjack",
        "decks": 8,
        "soft_17": "hit",
        "hole_card": "peek",
        "blackjack_pays": "3:2",
        "double_on": "any",
        "double_soft": True,
        "double_after_split": True,
        "split_by": "value",
        "max_hands": 4,
        "max_ace_hands": 2,
        "split_aces_draw": "one",
        "surrender": "late",
        "surrender_except": [],
        "insurance": True,
        "insurance_pays": "2:1",
        "insurance_with_blackjack": False,
        "card_limit": None,
        "charlie": None,
        "shuffle": 0.1,
        "min_bet": 1,
        "max_bet": 200,
        "chips": [1, 5, 25, 100],
        "boxes": 1,
    }
