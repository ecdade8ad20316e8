"""interface.md, "charlie(null|n: the hand wins)": each case with its right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bjtrainer.cards import Card
from bjtrainer.errors import IllegalAction
from bjtrainer.game.actions import Action
from bjtrainer.game.events import HandOver, Outcome
from bjtrainer.game.hand import Hand
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.round import Phase, Round
from bjtrainer.game.settlement import outcome
from bjtrainer.rules.model import HoleCard, Rules

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


def played(round_: Round, *decisions: Action) -> Round:
    for action in decisions:
        round_ = round_.act(action)
    return round_


def payouts(round_: Round) -> list[int]:
    assert round_.phase is Phase.DONE
    return [result.payout_cents for result in round_.results]


def test_five_cards_win_at_once_and_the_dealer_does_not_draw(
    las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(las_vegas_downtown, charlie=5)
    round_ = played(deal_cards(rules, "2s 6h 2c 10d 2d 3s 4s"), HIT, HIT, HIT)
    assert (payouts(round_), len(round_.dealer_cards)) == ([1_000], 2)
    assert HandOver(0, "a hand of 5 cards wins at once") in round_.record
    assert round_.returned_cents == 2_000
    with pytest.raises(IllegalAction, match="the round is over"):
        round_.act(HIT)


@pytest.mark.parametrize("dealer", ["777", "TA", "T9", "T6T"])
@pytest.mark.parametrize("hand", ["2s 2c 2d 3s 4s", "2s 3c 4d 2d 10c", "2s 2c 2d 2h 3s 3c"])
def test_it_wins_whatever_the_dealer_has(european: Rules, hand: str, dealer: str) -> None:
    cards = tuple(Card.parse(text) for text in hand.split())
    rules = replace(european, charlie=5)
    assert outcome(rules, PlayerHand(cards, 1_000), Hand.parse(dealer)) is Outcome.WIN


def test_a_bust_hand_of_five_cards_is_lost_and_four_are_no_charlie(
    las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(las_vegas_downtown, charlie=5)
    dealt = deal_cards(rules, "2s 7h 3c 10d 4d 5d 10c 9c")
    assert payouts(played(dealt, HIT, HIT, HIT)) == [-1_000]
    assert payouts(played(dealt, HIT, HIT, STAND)) == [-1_000]


@pytest.mark.parametrize("hole_card", [HoleCard.NONE, HoleCard.NONE_ORIGINAL_ONLY])
def test_without_a_hole_card_it_has_won_before_a_dealer_blackjack_comes(
    european: Rules, deal_cards: DealCards, hole_card: HoleCard
) -> None:
    rules = replace(european, charlie=5, hole_card=hole_card)
    round_ = played(deal_cards(rules, "2s Kh 2c 2d 3s 4s Ad"), HIT, HIT, HIT)
    assert (payouts(round_), len(round_.dealer_cards)) == ([1_000], 1)
    insured = deal_cards(rules, "2s Ah 2c 2d 3s 4s Kd").insure(True)
    insured = played(insured, HIT, HIT, HIT)
    assert (payouts(insured), insured.insurance_payout_cents) == ([1_000], 1_000)


@pytest.mark.parametrize(
    ("hole_card", "other_hand"), [(HoleCard.NONE, -1_000), (HoleCard.NONE_ORIGINAL_ONLY, 0)]
)
def test_a_split_hand_wins_by_itself(
    european: Rules, deal_cards: DealCards, hole_card: HoleCard, other_hand: int
) -> None:
    rules = replace(european, charlie=5, hole_card=hole_card)
    dealt = deal_cards(rules, "2s Kh 2c 2d 10d 3s 4s 5s Ad")
    round_ = played(dealt, SPLIT, HIT, HIT, HIT, STAND)
    assert (payouts(round_), len(round_.dealer_cards)) == ([1_000, other_hand], 2)
    dealt = deal_cards(rules, "2s Kh 2c 10d 2d 3s 4s 5s Ad")
    round_ = played(dealt, SPLIT, STAND, HIT, HIT, HIT)
    assert (payouts(round_), len(round_.dealer_cards)) == ([-1_000, 1_000], 2)


@pytest.mark.parametrize("third", ["2c", "10c"])
def test_a_doubled_hand_of_three_cards_wins_both_bets_where_three_are_enough(
    vegas_downtown: Rules, deal_cards: DealCards, third: str
) -> None:
    rules = replace(vegas_downtown, charlie=3, card_limit=None)
    assert payouts(deal_cards(rules, f"6s 7h 5c 10d {third} 4c").act(DOUBLE)) == [2_000]


def test_a_doubled_hand_that_is_bust_is_no_charlie(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(vegas_downtown, charlie=3, card_limit=None)
    assert payouts(deal_cards(rules, "7s 7h 6c 10d Kc 4c").act(DOUBLE)) == [-2_000]


def test_a_blackjack_is_still_paid_as_one(vegas_downtown: Rules, deal_cards: DealCards) -> None:
    assert payouts(deal_cards(replace(vegas_downtown, charlie=3), "As 9h Ks 7c")) == [1_500]
