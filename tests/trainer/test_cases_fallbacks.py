"""The chart's answers where its action is not allowed, by cases/README.md "Fallbacks", "Aces"."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bjtrainer.cards import Card
from bjtrainer.game.actions import Action
from bjtrainer.game.round import deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.trainer.explain import headline, reason
from bjtrainer.trainer.judge import judge
from bjtrainer.trainer.question import ask


@pytest.mark.parametrize(
    ("hand", "upcard", "cell", "answer"),
    [
        ("TT", "6", "hard 20 v 6", Action.STAND),
        ("99", "7", "hard 18 v 7", Action.STAND),
        ("22", "7", "hard 4 v 7", Action.HIT),
        ("88", "T", "hard 16 v T", None),
    ],
)
def test_a_pair_that_cannot_be_split_again_is_its_total(game, hand, upcard, cell, answer):
    question = game.question(hand, upcard, split_hands=4)
    assert Action.SPLIT not in question.legal
    assert question.cell == cell
    assert answer in (None, question.chart)
    assert game.question(hand, upcard).cell == f"pair {hand[0]} v {upcard}"


def test_aces_that_cannot_be_split_are_a_soft_12(vegas_downtown):
    no_split = replace(vegas_downtown, rules=replace(vegas_downtown.rules, max_ace_hands=1))
    question = no_split.question("AA", "6")
    assert question.cell == "soft 12 v 6"
    assert question.chart in question.legal


@pytest.mark.parametrize(
    ("hand", "upcard", "code", "answer"),
    [
        ("A34", "5", "Ds", Action.STAND),
        ("A24", "5", "Dh", Action.HIT),
        ("632", "6", "Dh", Action.HIT),
    ],
)
def test_three_cards_are_not_doubled(game, hand, upcard, code, answer):
    question = game.question(hand, upcard)
    assert (question.code, question.chart) == (code, answer)
    said = headline(question, judge(question, answer, game.values))
    assert f"{hand} v {upcard} is {code} (only the first two cards can be doubled)" in said


def test_after_a_split_there_is_no_surrender(las_vegas_downtown):
    question = las_vegas_downtown.question("86", "T", split_hands=2)
    assert Action.SURRENDER not in question.legal
    assert las_vegas_downtown.question("88", "A", split_hands=2).chart is Action.SPLIT
    assert las_vegas_downtown.question("88", "A").chart is Action.SURRENDER


def test_a_balance_of_one_bet_hits_11_and_is_told_why(game):
    cards = [Card.parse(text) for text in ("7s", "6h", "4d", "9c", "5s")]
    round_ = deal(game.rules, 1_000, Shoe(tuple(cards)), funds_cents=1_000)
    question = ask(round_, game.chart, n=1, round_number=1)
    assert (question.cell, question.code) == ("hard 11 v 6", "Dh")
    assert question.chart is Action.HIT
    said = headline(question, judge(question, Action.STAND, game.values))
    assert "the balance does not hold another bet to double with" in said


@pytest.mark.parametrize(
    ("hand", "cell"),
    [
        ("AAA6", "soft 19 v 5"),
        ("5AA5", "hard 12 v 5"),
        ("A6T", "hard 17 v 5"),
        ("T44", "hard 18 v 5"),
    ],
)
def test_aces_and_late_pairs_are_told_by_their_total(game, hand, cell):
    question = game.question(hand, "5")
    assert question.cell == cell
    assert Action.SPLIT not in question.legal


def test_a_game_without_surrender_never_says_the_word(vegas_downtown, answer_at_random):
    rng = Random(31)
    session = vegas_downtown.start("default", seed=31, count=300)
    while session.question:
        hinted = session.with_hint()
        session = answer_at_random(hinted, rng)
        last = session.last
        said = (
            hinted.hint_shown,
            headline(last.question, last.verdict),
            reason(last.question, last.verdict, session.solve(session.rules)),
            last.question.code,
            *map(str, last.question.legal),
        )
        assert "surrender" not in " ".join(said).lower()
        assert "R" not in last.question.code
