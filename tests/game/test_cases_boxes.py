"""games/README.md, "hands bet at once": several boxes in one round, each with its own stake,
insurance and splits, played in turn; each case with its right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from bjtrainer.cards import DECK, Card
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.events import (
    BetPlaced,
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    Decided,
    HandSettled,
    InsuranceAnswered,
    InsuranceSettled,
    Outcome,
)
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import DoubleOn, HoleCard, Rules

DealBoxes = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.fixture
def american(las_vegas_downtown: Rules) -> Rules:
    """Five boxes, a hole card, late surrender, and no insurance with a blackjack."""
    return replace(las_vegas_downtown, boxes=5)


@pytest.fixture
def multi_hand(european: Rules) -> Rules:
    """Five boxes and no hole card."""
    return replace(european, card_limit=None, boxes=5)


@pytest.fixture
def original_only(multi_hand: Rules) -> Rules:
    return replace(
        multi_hand,
        hole_card=HoleCard.NONE_ORIGINAL_ONLY,
        double_on=DoubleOn.ANY,
        double_after_split=True,
    )


@pytest.fixture
def deal_boxes() -> DealBoxes:
    """Deal bets from these cards and no others: a first to each box, the upcard, a second to each,
    and the hole card in a game with one."""

    def deal_them(
        rules: Rules, bets: list[int], cards: str, funds_cents: int | None = None
    ) -> Round:
        shoe = Shoe(tuple(Card.parse(text) for text in cards.split()))
        return deal(rules, bets, shoe, funds_cents)

    return deal_them


def hands(round_: Round) -> list[tuple[int, str]]:
    return [(hand.box, str(hand.hand)) for hand in round_.hands]


def payouts(round_: Round) -> list[int]:
    assert round_.phase is Phase.DONE
    return [result.payout_cents for result in round_.results]


# Dealing and turns.


def test_each_box_has_a_card_then_the_dealer_then_each_its_second(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 1_000, 2_500], "2s 3s 4s 9h 5s 6s 7s 8c")
    assert hands(round_) == [(0, "25"), (1, "36"), (2, "47")]
    assert [str(card) for card in round_.dealer_cards] == ["9h", "8c"]
    assert [hand.bet_cents for hand in round_.hands] == [500, 1_000, 2_500]
    assert round_.staked_cents == 4_000
    card = Card.parse
    assert round_.record == (
        *(BetPlaced(500, 0), BetPlaced(1_000, 1), BetPlaced(2_500, 2)),
        *(CardDealt(0, card("2s")), CardDealt(1, card("3s")), CardDealt(2, card("4s"))),
        DealerCardDealt(card("9h")),
        *(CardDealt(0, card("5s")), CardDealt(1, card("6s")), CardDealt(2, card("7s"))),
        DealerCardDealt(None),
    )


def test_without_a_hole_card_the_dealer_has_one_card(
    multi_hand: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(multi_hand, [500, 500], "2s 3s 9h 5s 6s 8c")
    assert hands(round_) == [(0, "25"), (1, "36")]
    assert [str(card) for card in round_.dealer_cards] == ["9h"]


def test_one_bet_deals_as_a_bet_in_a_list_does(american: Rules) -> None:
    shoe = Shoe(DECK)
    assert deal(american, 500, shoe) == deal(american, [500], shoe)


def test_hands_are_played_from_the_left_and_the_dealer_once_for_all(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    cards = "10s 2s 10d 6h 9s 3s 2d 10c 6d 8d 10h 9c"
    round_ = deal_boxes(american, [500, 1_000, 2_500], cards)
    assert (round_.asked_box, str(round_.situation.hand)) == (0, "T9")
    round_ = round_.act(STAND)
    assert (round_.asked_box, str(round_.situation.hand)) == (1, "23")
    round_ = round_.act(HIT).act(HIT)
    assert (round_.asked_box, str(round_.situation.hand)) == (1, "2368")
    round_ = round_.act(STAND)
    assert (round_.asked_box, str(round_.situation.hand)) == (2, "T2")
    round_ = round_.act(HIT)
    assert (round_.asked_box, str(round_.dealer_hand)) == (None, "6T9")
    assert payouts(round_) == [500, 1_000, -2_500]
    assert round_.returned_cents == 1_000 + 2_000


def test_boxes_that_take_no_decision_are_passed_over(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 500, 500], "As 10s Ad 9h Ks 8s Kd 8c")
    assert (round_.asked_box, str(round_.situation.hand)) == (1, "T8")
    round_ = round_.act(STAND)
    assert payouts(round_) == [750, 500, 750]
    everyone = deal_boxes(american, [500, 500], "As Ad 9h Ks Kd 8c")
    assert payouts(everyone) == [750, 750]
    assert not any(isinstance(event, Decided) for event in everyone.record)


def test_surrender_is_offered_to_each_box(american: Rules, deal_boxes: DealBoxes) -> None:
    round_ = deal_boxes(american, [500, 1_000], "10s 10d 9h 6s 5d 8c").act(SURRENDER)
    assert (round_.asked_box, SURRENDER in round_.legal) == (1, True)
    round_ = round_.act(SURRENDER)
    assert payouts(round_) == [-250, -500]
    assert len(round_.dealer_cards) == 2


# Splits.


def test_the_hands_of_a_split_lie_side_by_side_and_move_the_boxes_to_the_right(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 1_000], "8s 10s 6h 8d 9s 10c 3c 2c").act(SPLIT)
    assert hands(round_) == [(0, "83"), (0, "82"), (1, "T9")]
    assert [hand.bet_cents for hand in round_.hands] == [500, 500, 1_000]
    round_ = round_.act(STAND).act(STAND)
    assert (round_.active, round_.asked_box, round_.situation.split_hands) == (2, 1, 1)


def test_each_box_may_be_split_to_its_own_limit(american: Rules, deal_boxes: DealBoxes) -> None:
    eights = "8c 8d 8h 8s 8c 8d"
    round_ = deal_boxes(american, [500, 500], f"8s 8h 6h 8d 8c 10c {eights} {eights} 7c")
    for box in (0, 1):
        assert round_.asked_box == box
        for split_hands in (1, 2, 3):
            assert round_.situation.split_hands == split_hands
            round_ = round_.act(SPLIT)
        assert round_.situation.split_hands == 4
        with pytest.raises(IllegalAction, match="to 4 hands at most"):
            round_.act(SPLIT)
        while round_.asked_box == box and round_.phase is Phase.PLAYER:
            round_ = round_.act(STAND)
    assert [hand.box for hand in round_.hands] == [0] * 4 + [1] * 4


def test_a_hand_beside_a_split_box_is_no_split_hand(american: Rules, deal_boxes: DealBoxes) -> None:
    """It may still be surrendered, is a blackjack, and its aces may be split."""
    round_ = deal_boxes(american, [500, 500, 500], "8s As Ah 6h 8d Kd Ac 10c 3c 2c 9c 9d 10d")
    round_ = round_.act(SPLIT).act(STAND).act(STAND)
    assert (round_.asked_box, round_.legal) == (2, tuple(Action))
    round_ = round_.act(SPLIT)
    assert hands(round_) == [(0, "83"), (0, "82"), (1, "AT"), (2, "A9"), (2, "A9")]
    assert [str(result.outcome) for result in round_.results] == [
        *("win", "win"),
        "blackjack",
        *("win", "win"),
    ]


# Insurance.


def test_insurance_is_asked_box_by_box_before_anything_else_each_for_its_own_bet(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 1_000, 2_500], "10s 9s 8s Ah 9d 9c 8c Kc")
    for box, yes in enumerate([True, False, True]):
        assert (round_.phase, round_.asked_box) == (Phase.INSURANCE, box)
        for action in Action:
            with pytest.raises(IllegalAction, match="insurance question comes first"):
                round_.act(action)
        round_ = round_.insure(yes)
    assert round_.insurances_cents == (250, 0, 1_250)
    assert round_.insurance_results == (InsuranceSettled(500, 0), InsuranceSettled(2_500, 2))
    assert payouts(round_) == [-500, -1_000, -2_500]
    assert (round_.payout_cents, round_.insurance_payout_cents) == (-1_000, 3_000)
    assert round_.returned_cents == round_.staked_cents - 1_000 == 5_500 - 1_000
    answers = (InsuranceAnswered(True, 0), InsuranceAnswered(False, 1), InsuranceAnswered(True, 2))
    assert round_.record[11:14] == answers
    assert round_.record[14] == DealerChecked(True)
    assert not any(isinstance(event, Decided) for event in round_.record)


def test_lost_insurance_is_settled_once_for_each_box_when_the_dealer_has_looked(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 1_000], "10s 9s Ah 9d 9c 8c").insure(True).insure(True)
    assert (round_.phase, round_.asked_box) == (Phase.PLAYER, 0)
    assert round_.insurance_results == (InsuranceSettled(-250, 0), InsuranceSettled(-500, 1))
    round_ = round_.act(STAND).act(STAND)
    assert payouts(round_) == [0, -1_000]
    assert round_.payout_cents == -1_750
    settled = [event for event in round_.record if isinstance(event, InsuranceSettled)]
    assert settled == list(round_.insurance_results)


def test_a_box_with_a_blackjack_is_left_out_where_the_rules_say_so(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    cards = "As 10s Kd Ah Kc 9d Ad 7c"
    round_ = deal_boxes(american, [500, 500, 500], cards)
    assert round_.asked_box == 1
    round_ = round_.insure(True)
    assert (round_.phase, round_.asked_box) == (Phase.PLAYER, 1)
    assert round_.insurances_cents == (0, 250, 0)
    asked = deal_boxes(replace(american, insurance_with_blackjack=True), [500] * 3, cards)
    for box in range(3):
        assert asked.asked_box == box
        asked = asked.insure(False)


def test_a_box_whose_insurance_the_balance_does_not_hold_is_left_out(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    cards = "10s 9s 8s Ah 9d 9c 8c 7c"
    bets = [500, 2_500, 1_000]
    round_ = deal_boxes(american, bets, cards, sum(bets) + 700)
    assert round_.asked_box == 0
    assert round_.insure(False).asked_box == 2, "12.50 is more than 7.00; 5.00 is not"
    insured = round_.insure(True)
    assert (insured.phase, insured.asked_box) == (Phase.PLAYER, 0), "4.50 is left"
    assert deal_boxes(american, bets, cards, sum(bets)).phase is Phase.PLAYER


def test_without_a_hole_card_all_insurance_is_settled_at_the_end(
    multi_hand: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(multi_hand, [500, 1_000], "10s 9s Ah 9d 9c Kc").insure(True).insure(True)
    assert (round_.phase, round_.insurance_results) == (Phase.PLAYER, ())
    round_ = round_.act(STAND).act(STAND)
    assert round_.insurance_results == (InsuranceSettled(500, 0), InsuranceSettled(1_000, 1))
    assert (payouts(round_), round_.payout_cents) == ([-500, -1_000], 0)


# Settling.


def test_a_dealer_blackjack_ends_the_round_for_every_box_at_once(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [500, 1_000, 2_500], "As 5s 8s Kh Ks 6s 8c Ac")
    assert payouts(round_) == [0, -1_000, -2_500]
    assert not any(isinstance(event, Decided) for event in round_.record)


def test_without_a_hole_card_a_blackjack_takes_all_that_lies_on_every_box(
    multi_hand: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(multi_hand, [500, 1_000], "6s 8s Kh 5s 8c 10d 9d 9c As")
    round_ = round_.act(DOUBLE).act(SPLIT).act(STAND).act(STAND)
    assert payouts(round_) == [-1_000, -1_000, -1_000]


def test_where_original_bets_only_are_lost_each_box_loses_its_own(
    original_only: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(original_only, [500, 1_000, 2_500], "6s 8s 10s Kh 5s 8c 7c 10d 9d 3c 2c As")
    round_ = round_.act(DOUBLE).act(SPLIT).act(STAND).act(DOUBLE).act(STAND)
    assert round_.results == (
        HandSettled(0, Outcome.LOSE, -500, 500),
        HandSettled(1, Outcome.LOSE, -1_000, 0),
        HandSettled(2, Outcome.PUSH, 0, 2_000),
        HandSettled(3, Outcome.LOSE, -2_500, 0),
    )


def test_the_second_card_comes_where_a_blackjack_would_change_one_box_alone(
    multi_hand: Rules, deal_boxes: DealBoxes
) -> None:
    bust_and_natural = deal_boxes(multi_hand, [500, 500], "10s As Kh 6s Ks 9d Ad").act(HIT)
    assert (payouts(bust_and_natural), len(bust_and_natural.dealer_cards)) == ([-500, 0], 2)
    both_bust = deal_boxes(multi_hand, [500, 500], "10s 9s Kh 6s 7s 9d 10d").act(HIT).act(HIT)
    assert (payouts(both_bust), len(both_bust.dealer_cards)) == ([-500, -500], 1)


# Money.


def test_what_one_box_puts_down_the_next_cannot(american: Rules, deal_boxes: DealBoxes) -> None:
    cards = "6s 6d 9h 5s 5d 8c 2c 3c"
    round_ = deal_boxes(american, [500, 500], cards, 1_500)
    assert DOUBLE in round_.legal
    assert DOUBLE in round_.act(HIT).act(STAND).legal
    round_ = round_.act(DOUBLE)
    assert (round_.asked_box, DOUBLE in round_.legal) == (1, False)
    with pytest.raises(IllegalAction, match="balance does not hold another bet"):
        round_.act(DOUBLE)


def test_a_small_bet_may_be_doubled_where_a_large_one_may_not(
    american: Rules, deal_boxes: DealBoxes
) -> None:
    round_ = deal_boxes(american, [2_500, 500], "6s 6d 9h 5s 5d 8c 2c", 4_000)
    assert DOUBLE not in round_.legal
    assert DOUBLE in round_.act(STAND).legal


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ([], "there is no bet; the smallest in this game is $1"),
        ([500] * 6, "there are 6 bets; this game takes bets on 5 hands at most"),
        ([500, 50], "the bet is $0.50; the smallest bet in this game is $1"),
        ([500, 20_100], "the bet is $201; the largest bet in this game is $200"),
        ([550, 500], "the bet is $5.50; bets in this game are multiples of $1"),
        ([25_000], "the bet is $250; the largest bet in this game is $200"),
        ([20_000, 10_100], "the bets are $301 together; the balance is $300"),
        ([500, 0, 500], "the bet is $0; the smallest bet in this game is $1"),
        ([500, -500], "the bet is -$5; the smallest bet in this game is $1"),
    ],
)
def test_bets_are_refused_with_the_reason(american: Rules, bets: list[int], reason: str) -> None:
    with pytest.raises(InputError) as refusal:
        deal(american, bets, Shoe(()), 30_000)
    assert str(refusal.value) == reason


def test_the_largest_bet_counts_for_each_box(american: Rules, deal_boxes: DealBoxes) -> None:
    bets = [20_000] * 5
    round_ = deal_boxes(american, bets, "2s 2d 2c 2h 3s 9h 4s 4d 4c 4h 5s 8c", 100_000)
    assert round_.staked_cents == 100_000
    assert round_.legal == (HIT, STAND, SURRENDER)


def test_a_game_of_one_box_takes_one_bet(las_vegas_downtown: Rules) -> None:
    with pytest.raises(InputError, match="there are 2 bets; this game takes bets on one hand"):
        deal(las_vegas_downtown, [500, 500], Shoe(()))


def test_a_bet_without_half_a_cent_is_dealt_where_nothing_is_halved(deal_boxes: DealBoxes) -> None:
    rules = Rules(
        name="Cents", slug="cents", chips=(5,), min_bet=5, insurance=False, boxes=2,
        blackjack_pays=Fraction(2),
    )  # fmt: skip
    round_ = deal_boxes(rules, [5, 15], "10s 9s Ah 9d 9c 8c").act(STAND).act(STAND)
    assert payouts(round_) == [0, -15]
