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
from bjtrainer.rules.model import Rules


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
