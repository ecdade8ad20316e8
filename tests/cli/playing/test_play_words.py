"""Source of truth: the games' documents, "Betting and Payout Rules": how a bet can end."""

from __future__ import annotations

import pytest

from bjtrainer.cards import Card
from bjtrainer.cli.play_words import result_lines
from bjtrainer.game.round import deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules
from bjtrainer.trainer.question import choice_of

ENDINGS = [
    # rules, shoe in the order of dealing, decisions, what is said
    ("vegas-downtown", "10s 7h 9d 10c", "stand", ["19 against 17: won $10.00"]),
    ("vegas-downtown", "10s 7h 6d 10c", "stand", ["16 against 17: lost $10.00"]),
    ("vegas-downtown", "10s 7h 7d 10c", "stand", ["17 against 17: push, $10.00 back"]),
    ("vegas-downtown", "10s 6h 9d 10c Ks", "stand", ["19 against a bust dealer: won $10.00"]),
    ("vegas-downtown", "10s 7h 6d 10c 10d", "hit", ["Bust against 17: lost $10.00"]),
    ("vegas-downtown", "5s 7h 6d 10c 10d", "double", ["21 against 17: won $20.00"]),
    ("vegas-downtown", "As 7h Kd 10c", "", ["Blackjack against 17: won $15.00"]),
    ("vegas-downtown", "As 10h Kd Ac", "", ["Blackjack against a blackjack: push, $10.00 back"]),
    ("vegas-downtown", "9s 10h Kd Ac", "", ["19 against a blackjack: lost $10.00"]),
    ("las-vegas-downtown", "9s 10h 7d 6c", "surrender", ["16 surrendered: lost $5.00"]),
    ("european", "10s 7h 6d 10d", "hit", ["Bust: lost $10.00"]),
    (
        "vegas-downtown",
        "9s Ah Kd Kc",
        "yes",
        [
            "19 against a blackjack: lost $10.00",
            "Insurance: won $10.00",
            "In all: nothing won or lost",
        ],
    ),
    (
        "vegas-downtown",
        "9s Ah Kd 7c",
        "yes stand",
        ["19 against 18: won $10.00", "Insurance: lost $5.00", "In all: won $5.00"],
    ),
    (
        "vegas-downtown",
        "8s 7h 8d 10c 10h 9h",
        "split stand stand",
        [
            "Hand 1: 18 against 17: won $10.00",
            "Hand 2: 17 against 17: push, $10.00 back",
            "In all: won $10.00",
        ],
    ),
]


@pytest.mark.parametrize(("game", "shoe", "decisions", "said"), ENDINGS)
def test_how_a_bet_ends_is_said_in_words_and_money(game, shoe, decisions, said):
    rules = find_rules(game)
    cards = tuple([Card.parse(text) for text in shoe.split()])
    round_ = deal(rules, 1_000, Shoe(cards))
    for word in decisions.split():
        choice = choice_of(word)
        round_ = round_.insure(word == "yes") if word in ("yes", "no") else round_.act(choice)
    assert list(result_lines(round_)) == said
