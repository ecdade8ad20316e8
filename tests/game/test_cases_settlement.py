"""cases/README.md, "Settlement" and "Dealer": each case with its right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from bjtrainer.cards import Card
from bjtrainer.errors import IllegalAction
from bjtrainer.game.actions import Action
from bjtrainer.game.dealer import dealer_draws
from bjtrainer.game.events import (
    DealerCardDealt,
    DealerChecked,
    Decided,
    HandOver,
    HandSettled,
    HoleCardTurned,
    InsuranceSettled,
    Outcome,
)
from bjtrainer.game.hand import Hand
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.round import Phase, Round
from bjtrainer.game.settlement import outcome
from bjtrainer.rules.model import Rules, Soft17

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


def outcomes(round_: Round) -> list[str]:
    return [str(result.outcome) for result in round_.results]


def payouts(round_: Round) -> list[int]:
    return [result.payout_cents for result in round_.results]


def test_a_split_ace_and_king_pay_one_to_one(vegas_downtown: Rules, deal_cards: DealCards) -> None:
    round_ = deal_cards(vegas_downtown, "As 6h Ah 10c Kd 9s 4c").act(SPLIT)
    assert (round_.phase, round_.dealer_hand.total) == (Phase.DONE, 20)
    assert (outcomes(round_), payouts(round_)) == (["win", "push"], [1_000, 0])


def test_a_split_ten_and_ace_are_a_21_that_pushes_a_dealer_21(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "Ks 6h Jh 10c Ad 9s 5c").act(SPLIT)
    assert round_.active == 1
    round_ = round_.act(STAND)
    assert round_.dealer_hand.total == 21
    assert outcomes(round_) == ["push", "lose"]


@pytest.mark.parametrize("upcard_and_hole", [("Ah", "Kh"), ("Kh", "Ah")])
def test_a_natural_pushes_against_a_dealer_natural(
    vegas_downtown: Rules, deal_cards: DealCards, upcard_and_hole: tuple[str, str]
) -> None:
    upcard, hole = upcard_and_hole
    round_ = deal_cards(vegas_downtown, f"As {upcard} Ks {hole}")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["push"], [0])
    assert round_.returned_cents == round_.staked_cents == 1_000


def test_a_natural_beats_a_dealer_21_of_three_cards(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "As 7h Ks 7c 7d")
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["blackjack"], [1_500])
    assert len(round_.dealer_cards) == 2, "the dealer does not draw against a blackjack alone"


def test_any_other_21_loses_to_a_dealer_natural_and_is_never_asked(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "5s Kh 6s Ac")
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["lose"], [-1_000])
    assert not any(isinstance(event, Decided) for event in round_.record)


@pytest.mark.parametrize(("hand", "split"), [("10s As", True), ("7s 7c 7d", False)])
def test_a_21_that_is_no_blackjack_loses_to_a_blackjack(
    vegas_downtown: Rules, hand: str, split: bool
) -> None:
    cards = tuple(Card.parse(text) for text in hand.split())
    player = PlayerHand(cards, 1_000, from_split=split)
    assert outcome(vegas_downtown, player, Hand.parse("AK")) is Outcome.LOSE
    assert outcome(vegas_downtown, player, Hand.parse("777")) is Outcome.PUSH


def test_bet_10_insured_for_5_nets_nothing_when_the_dealer_has_blackjack(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "10s Ah 6s Kc").insure(True)
    assert round_.phase is Phase.DONE
    assert (payouts(round_), round_.insurance_payout_cents) == ([-1_000], 1_000)
    assert (round_.payout_cents, round_.staked_cents, round_.returned_cents) == (0, 1_500, 1_500)


def test_bet_10_insured_for_5_loses_5_when_there_is_none_and_the_hand_goes_on(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "10s Ah 6s 7c").insure(True)
    assert (round_.phase, round_.insurance_payout_cents) == (Phase.PLAYER, -500)
    assert round_.record[-2:] == (DealerChecked(False), InsuranceSettled(-500))
    round_ = round_.act(STAND)
    assert (payouts(round_), round_.payout_cents) == ([-1_000], -1_500)
    assert sum(isinstance(event, InsuranceSettled) for event in round_.record) == 1


@pytest.mark.parametrize(("hole", "hand", "insurance"), [("Kc", 0, 1_000), ("7c", 1_500, -500)])
def test_a_player_blackjack_with_insurance_is_even_money(
    vegas_downtown: Rules, deal_cards: DealCards, hole: str, hand: int, insurance: int
) -> None:
    round_ = deal_cards(vegas_downtown, f"As Ah Ks {hole}").insure(True)
    assert round_.phase is Phase.DONE
    assert (payouts(round_), round_.insurance_payout_cents) == ([hand], insurance)
    assert round_.payout_cents == 1_000


def test_bet_5_blackjack_pays_7_50(vegas_downtown: Rules, deal_cards: DealCards) -> None:
    round_ = deal_cards(vegas_downtown, "As 9h Ks 7c", bet_cents=500)
    assert round_.results == (HandSettled(0, Outcome.BLACKJACK, 750, 1_250),)


def test_bet_5_surrender_returns_2_50(las_vegas_downtown: Rules, deal_cards: DealCards) -> None:
    round_ = deal_cards(las_vegas_downtown, "10s 9h 6s 7c", bet_cents=500).act(SURRENDER)
    assert round_.results == (HandSettled(0, Outcome.SURRENDER, -250, 250),)
    assert round_.returned_cents == 250
    assert len(round_.dealer_cards) == 2


def test_insurance_and_blackjack_odds_come_from_the_rules(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(vegas_downtown, insurance_pays=Fraction(3), blackjack_pays=Fraction(6, 5))
    insured = deal_cards(rules, "10s Ah 6s Kc").insure(True)
    assert insured.insurance_payout_cents == 1_500
    assert payouts(deal_cards(rules, "As 9h Ks 7c")) == [1_200]


@pytest.mark.parametrize(
    ("funds_cents", "after_insurance", "legal"),
    [
        (1_000, None, [HIT, STAND]),
        (1_500, False, [HIT, STAND]),
        (2_000, True, [HIT, STAND]),
        (2_000, False, [HIT, STAND, DOUBLE, SPLIT]),
        (2_500, True, [HIT, STAND, DOUBLE, SPLIT]),
    ],
)
def test_no_action_takes_the_balance_below_zero(
    vegas_downtown: Rules,
    deal_cards: DealCards,
    funds_cents: int,
    after_insurance: bool | None,
    legal: list[Action],
) -> None:
    round_ = deal_cards(vegas_downtown, "8s Ah 8c 7c", funds_cents=funds_cents)
    if after_insurance is None:
        with pytest.raises(IllegalAction, match="balance does not hold half the bet"):
            round_.insure(True)
    else:
        round_ = round_.insure(after_insurance)
    assert list(round_.legal) == legal


def test_each_split_hand_wins_loses_or_pushes_by_itself(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s 7h 8c 10d 8d 3h Kc 10h 10s 2d").act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["88", "83"]
    round_ = round_.act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["8T", "8T", "83"]
    round_ = round_.act(STAND).act(STAND).act(DOUBLE)
    assert [str(hand.hand) for hand in round_.hands] == ["8T", "8T", "83T"]
    assert payouts(round_) == [1_000, 1_000, 2_000]
    assert round_.staked_cents == 4_000
    assert round_.returned_cents == 8_000


def test_a_round_is_settled_once(vegas_downtown: Rules, deal_cards: DealCards) -> None:
    round_ = deal_cards(vegas_downtown, "10s 9h 8s 7c 5d").act(STAND)
    assert sum(isinstance(event, HandSettled) for event in round_.record) == 1
    for action in Action:
        with pytest.raises(IllegalAction, match="the round is over"):
            round_.act(action)
    with pytest.raises(IllegalAction):
        round_.insure(False)


@pytest.mark.parametrize(
    ("hand", "hits_soft_17", "stands_on_soft_17"),
    [
        ("A6", True, False),
        ("A24", True, False),
        ("A6T", False, False),
        ("A7", False, False),
        ("T6", True, True),
        ("T7", False, False),
        ("AA", True, True),
    ],
)
def test_the_dealer_draws_by_the_rule_for_soft_17(
    vegas_downtown: Rules, hand: str, hits_soft_17: bool, stands_on_soft_17: bool
) -> None:
    stands = replace(vegas_downtown, soft_17=Soft17.STAND)
    assert dealer_draws(vegas_downtown, Hand.parse(hand)) is hits_soft_17
    assert dealer_draws(stands, Hand.parse(hand)) is stands_on_soft_17


def test_a_dealer_who_hits_soft_17_plays_on_to_hard_17(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "10s 6h 8s Ac 10d").act(STAND)
    assert (str(round_.dealer_hand), outcomes(round_)) == ("6AT", ["win"])


def test_ten_in_the_hole_under_an_ace_ends_the_round_when_insurance_is_declined(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s Ah 8c Kc").insure(False)
    assert (round_.phase, round_.legal, payouts(round_)) == (Phase.DONE, (), [-1_000])
    assert not any(isinstance(event, Decided) for event in round_.record)


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("10s 6h 6c 10d 10h", [HIT]),
        ("10s 6h 6c 10d", [SURRENDER]),
        ("As 6h Kc 10d", []),
        ("10s 6h 2c 10d 10h", [DOUBLE]),
        ("8s 6h 8c 10d 8d 5h 9d 10h 10c", [SPLIT, HIT, HIT]),
    ],
)
def test_the_dealer_does_not_draw_when_no_hand_needs_it(
    las_vegas_downtown: Rules, deal_cards: DealCards, cards: str, decisions: list[Action]
) -> None:
    rules = replace(las_vegas_downtown, max_hands=2)
    round_ = deal_cards(rules, cards)
    for action in decisions:
        round_ = round_.act(action)
    assert round_.phase is Phase.DONE
    assert len(round_.dealer_cards) == 2
    assert HoleCardTurned(round_.dealer_cards[1]) in round_.record


def test_the_dealer_draws_for_one_hand_in_play_among_bust_ones(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s 6h 8c 10d 7d 5h 9d Kh").act(SPLIT).act(HIT).act(STAND)
    assert outcomes(round_) == ["lose", "win"]
    assert len(round_.dealer_cards) == 3


def test_the_record_tells_the_round_in_the_order_it_happened(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    dealt = deal_cards(vegas_downtown, "10s 10h 3s 6c 8d 9s")
    assert [type(event).__name__ for event in dealt.record] == [
        "BetPlaced",
        "CardDealt",
        "DealerCardDealt",
        "CardDealt",
        "DealerCardDealt",
        "DealerChecked",
    ]
    assert dealt.record[4] == DealerCardDealt(None), "nobody sees the hole card before it is turned"
    done = dealt.act(HIT)
    assert [type(event).__name__ for event in done.record[len(dealt.record) :]] == [
        "Decided",
        "CardDealt",
        "HandOver",
        "HoleCardTurned",
        "DealerCardDealt",
        "HandSettled",
    ]
    assert HandOver(0, "a hand of 21 stands by itself") in done.record
