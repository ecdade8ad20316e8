"""Rounds dealt on purpose: exactly the hand asked for, with cards as a real shoe gives them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bjtrainer.cards import DECK, RANKS, Rank
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.arrange import arrange, arrange_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase
from bjtrainer.rules.model import Decks, Rules, SplitBy, Surrender


@pytest.mark.parametrize(
    ("hand", "split_hands"),
    [("T6", 1), ("T42", 1), ("A25", 1), ("88", 1), ("88", 2), ("83", 4), ("832", 3), ("TA", 1)],
)
@pytest.mark.parametrize("upcard", RANKS, ids=str)
def test_the_active_hand_holds_exactly_these_ranks(
    vegas_downtown: Rules, hand: str, split_hands: int, upcard: Rank
) -> None:
    asked = Hand.parse(hand)
    if asked.ace_ten:
        with pytest.raises(InputError, match="cannot be asked in this game"):
            arrange(vegas_downtown, asked, upcard, Random(1))
        return
    for seed in range(20):
        round_ = arrange(vegas_downtown, asked, upcard, Random(seed), split_hands=split_hands)
        assert (round_.phase, round_.active) == (Phase.PLAYER, 0)
        assert (round_.situation.hand, round_.upcard) == (asked, upcard)
        assert round_.situation.split_hands == len(round_.hands) == split_hands
        assert not round_.dealer_hand.ace_ten
        assert Counter(round_.shoe.order) == Counter(DECK * 2)


def test_the_legal_actions_are_those_of_the_situation(las_vegas_downtown: Rules) -> None:
    def legal(hand: str, split_hands: int = 1) -> tuple[Action, ...]:
        asked = Hand.parse(hand)
        return arrange(
            las_vegas_downtown, asked, Rank.NINE, Random(1), split_hands=split_hands
        ).legal

    assert legal("88") == tuple(Action)
    assert legal("88", 3) == (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT)
    assert legal("88", 4) == (Action.HIT, Action.STAND, Action.DOUBLE)
    assert legal("T42") == (Action.HIT, Action.STAND)


@pytest.mark.parametrize(
    ("hand", "split_hands", "reason"),
    [
        ("T65", 1, "it takes no decision"),
        ("T6T", 1, "it takes no decision"),
        ("A5", 2, "it takes no decision"),
        ("TA", 2, "it takes no decision"),
        ("T652", 1, "the round is over"),
        ("8", 1, "two cards or more"),
        ("83", 5, "4 hands at most"),
        ("A5", 3, "the round is over"),
        ("AAAAAAAAA", 1, "2-deck shoe does not hold so many cards of A"),
    ],
)
def test_a_hand_that_cannot_come_up_is_refused_with_the_reason(
    vegas_downtown: Rules, hand: str, split_hands: int, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        arrange(vegas_downtown, Hand.parse(hand), Rank.SIX, Random(1), split_hands=split_hands)


def test_faces_and_suits_come_up_as_often_as_in_a_real_shoe(vegas_downtown: Rules) -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    holes: Counter[Rank] = Counter()
    for _ in range(3_000):
        round_ = arrange(vegas_downtown, Hand.parse("T6"), Rank.TEN, rng)
        seen[str(round_.hands[0].cards[0])] += 1
        holes[round_.dealer_cards[1].rank] += 1
    # 16 ten-valued cards, 187.5 of each expected: four standard errors are 53.
    assert len(seen) == 16
    assert all(134 < count < 241 for count in seen.values())
    # 93 cards may lie in the hole: 30 tens, 7 sixes, 8 each of seven ranks, and no ace.
    assert holes[Rank.ACE] == 0
    assert 865 < holes[Rank.TEN] < 1_071
    assert len(holes) == 9


@pytest.mark.parametrize("split_hands", [1, 2, 3, 4])
def test_two_tens_are_of_one_denomination_where_that_makes_a_pair(
    vegas_downtown: Rules, split_hands: int
) -> None:
    rules = replace(vegas_downtown, split_by=SplitBy.DENOMINATION)
    rng = Random(1)
    faces: Counter[str] = Counter()
    for _ in range(400):
        round_ = arrange(rules, Hand.parse("TT"), Rank.TEN, rng, split_hands=split_hands)
        one, other = round_.hands[0].cards
        assert one.face == other.face
        assert (Action.SPLIT in round_.legal) is (split_hands < 4)
        faces[one.face] += 1
    # Each of four faces in 100 of 400: four standard errors are 35.
    assert len(faces) == 4
    assert all(65 < count < 135 for count in faces.values())


def test_upcards_beside_two_tens_of_one_denomination_are_as_in_a_real_shoe(
    vegas_downtown: Rules,
) -> None:
    rules = replace(vegas_downtown, decks=1, split_by=SplitBy.DENOMINATION)
    rng = Random(1)
    alike = 0
    for _ in range(3_000):
        round_ = arrange(rules, Hand.parse("TT"), Rank.TEN, rng)
        alike += round_.dealer_cards[0].face == round_.hands[0].cards[0].face
    # 2 of the 14 tens left are of that face: 429 expected, four standard errors are 77.
    assert 352 < alike < 506


def test_tens_in_other_hands_are_of_any_denomination(vegas_downtown: Rules) -> None:
    rules = replace(vegas_downtown, split_by=SplitBy.DENOMINATION)
    rng = Random(1)
    rounds = [arrange(rules, Hand.parse("6T"), Rank.TEN, rng) for _ in range(100)]
    assert {round_.hands[0].cards[1].face for round_ in rounds} == {"10", "J", "Q", "K"}


@pytest.mark.parametrize("upcard", [Rank.ACE, Rank.TEN, Rank.SIX])
def test_without_a_hole_card_the_second_card_is_still_in_the_shoe(
    european: Rules, upcard: Rank
) -> None:
    for hand, split_hands in (("T6", 1), ("T42", 1), ("88", 1), ("83", 2)):
        for seed in range(20):
            asked = Hand.parse(hand)
            round_ = arrange(european, asked, upcard, Random(seed), split_hands=split_hands)
            assert (round_.situation.hand, round_.upcard) == (asked, upcard)
            assert (len(round_.dealer_cards), round_.phase) == (1, Phase.PLAYER)
            assert Counter(round_.shoe.order) == Counter(DECK * 2)


def test_before_the_dealer_has_looked_the_hole_card_may_make_a_blackjack(
    las_vegas_downtown: Rules,
) -> None:
    rules = replace(las_vegas_downtown, decks=2, surrender=Surrender.EARLY)
    rng = Random(1)
    blackjacks = 0
    for _ in range(2_000):
        round_ = arrange(rules, Hand.parse("T6"), Rank.ACE, rng)
        assert Action.SURRENDER in round_.legal
        blackjacks += round_.dealer_hand.ace_ten
        later = arrange(rules, Hand.parse("T42"), Rank.ACE, rng)
        assert not later.dealer_hand.ace_ten
    # 31 of the 101 cards unseen are tens: 614 expected, four standard errors are 83.
    assert 531 < blackjacks < 697


def test_an_endless_shoe_has_every_hand_and_goes_on_after_it(vegas_downtown: Rules) -> None:
    rules = replace(vegas_downtown, decks=Decks.INFINITE)
    rng = Random(1)
    round_ = arrange(rules, Hand.parse("AAAAAAAAAA"), Rank.ACE, rng)
    assert (str(round_.situation.hand), round_.legal) == ("A" * 10, (Action.HIT, Action.STAND))
    assert len(round_.act(Action.HIT).hands[0].cards) == 11
    suits = Counter(
        str(arrange(rules, Hand.parse("98"), Rank.ACE, rng).dealer_cards[0]) for _ in range(400)
    )
    # Each of four aces in 100 of 400: four standard errors are 35.
    assert len(suits) == 4
    assert all(65 < count < 135 for count in suits.values())


def test_the_insurance_question_is_asked_from_a_shoe_that_may_hold_the_blackjack(
    vegas_downtown: Rules,
) -> None:
    rng = Random(1)
    hand = Hand.parse("T6")
    blackjacks = 0
    for _ in range(2_000):
        round_ = arrange_insurance(vegas_downtown, hand, rng)
        assert (round_.phase, round_.situation.hand) == (Phase.INSURANCE, hand)
        blackjacks += round_.insure(True).insurance_payout_cents > 0
    # 31 of the 101 cards unseen are tens: 614 expected, four standard errors are 83.
    assert 531 < blackjacks < 697


def test_no_insurance_question_where_the_game_has_none(vegas_downtown: Rules) -> None:
    rules = replace(vegas_downtown, insurance=False)
    with pytest.raises(InputError, match="insurance is not offered"):
        arrange_insurance(rules, Hand.parse("T6"), Random(1))
    with pytest.raises(InputError, match="two cards"):
        arrange_insurance(vegas_downtown, Hand.parse("T42"), Random(1))
