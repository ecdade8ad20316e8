"""The document of Las Vegas Downtown Blackjack, sentence by sentence, at the shipped game's table.

``tests/games_documents.md`` says which sentence each test proves.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from bjtrainer.cards import RANKS, Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.events import (
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    Decided,
    HandOver,
    HandSettled,
)
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import Rules

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.fixture
def game() -> Rules:
    return find_rules("las-vegas-downtown")


def outcomes(round_: Round) -> list[str]:
    return [str(result.outcome) for result in round_.results]


def payouts(round_: Round) -> list[int]:
    return [result.payout_cents for result in round_.results]


# The aim of the game.


@pytest.mark.parametrize(
    ("player", "dealer", "outcome"),
    [
        ("10s 9c", "10h 8d", "win"),
        ("10s 8c", "10h 9d", "lose"),
        ("10s 8c", "10h 8d", "push"),
        ("10s 3c", "10h 6d 10c", "win"),
        ("10s 2c", "10h 7d", "lose"),
    ],
)
def test_nearer_to_21_without_going_over_wins(
    dealt: DealCards, player: str, dealer: str, outcome: str
) -> None:
    first, second = player.split()
    upcard, *others = dealer.split()
    round_ = dealt(f"{first} {upcard} {second} {' '.join(others)}").act(STAND)
    assert outcomes(round_) == [outcome]


@pytest.mark.parametrize("hand", ["2345", "T", "99", "T56", "987"])
def test_the_value_of_a_hand_is_the_sum_of_its_cards(hand: str) -> None:
    assert Hand.parse(hand).total == sum(10 if sign == "T" else int(sign) for sign in hand)


@pytest.mark.parametrize("face", ["10", "J", "Q", "K"])
def test_tens_and_faces_count_ten(dealt: DealCards, face: str) -> None:
    round_ = dealt(f"{face}s 6h 5c 10d")
    assert round_.situation.hand.total == 15


@pytest.mark.parametrize(
    ("hand", "total", "soft"), [("A6", 17, True), ("A6T", 17, False), ("AT", 21, True)]
)
def test_soft_and_hard_17(hand: str, total: int, soft: bool) -> None:
    assert (Hand.parse(hand).total, Hand.parse(hand).soft) == (total, soft)


def test_in_a_tie_nobody_wins_or_loses(dealt: DealCards) -> None:
    round_ = dealt("10s 9h 9c Kd").act(STAND)
    assert (outcomes(round_), payouts(round_)) == (["push"], [0])
    assert round_.returned_cents == round_.staked_cents == 1_000


@pytest.mark.parametrize("ten", ["10s", "Js", "Qs", "Ks"])
def test_an_ace_and_any_ten_dealt_first_win_one_and_a_half_bets_at_once(
    dealt: DealCards, ten: str
) -> None:
    round_ = dealt(f"{ten} 7h Ac 10d")
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["blackjack"], [1_500])
    assert not any(isinstance(event, Decided) for event in round_.record)


@pytest.mark.parametrize("upcard_and_hole", ["Kh Ad", "Ah Kd"])
def test_a_blackjack_of_both_is_a_tie(dealt: DealCards, upcard_and_hole: str) -> None:
    upcard, hole = upcard_and_hole.split()
    round_ = dealt(f"As {upcard} Qc {hole}")
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["push"], [0])


# What the game is played with.


def test_the_largest_bet_binds_the_first_bet_only(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d 8h 8d 8s 8c 8h 8d 2s 2c 2d 2h 10c", bet_cents=20_000)
    round_ = round_.act(SPLIT).act(SPLIT).act(SPLIT)
    for _ in range(4):
        round_ = round_.act(DOUBLE)
    assert [hand.bet_cents for hand in round_.hands] == [40_000] * 4
    assert payouts(round_) == [40_000] * 4
    with pytest.raises(InputError, match=r"the largest bet in this game is \$200"):
        dealt("8s 6h 8c 10d", bet_cents=20_100)


def test_the_dealer_draws_on_soft_17(dealt: DealCards) -> None:
    round_ = dealt("10s Ah 8c 6d 4s").insure(False).act(STAND)
    assert (str(round_.dealer_hand), round_.dealer_hand.total) == ("A64", 21)


def test_cards_are_drawn_until_the_player_stands_or_has_21_or_more(dealt: DealCards) -> None:
    aces_and_twos = "As 6h Ac 10d Ad Ah As Ac Ad Ah 2s 2c 2d 2h 2s 2c 10s"
    round_ = dealt(aces_and_twos)
    for cards in range(3, 14):
        assert HIT in round_.legal
        round_ = round_.act(HIT)
        assert len(round_.hands[0].cards) == cards
    assert (round_.phase, round_.situation.hand.total) == (Phase.PLAYER, 18)
    assert round_.act(STAND).phase is Phase.DONE
    round_ = dealt("10s 6h 5c 10d 6s 9s").act(HIT)
    assert HandOver(0, "a hand of 21 stands by itself") in round_.record
    round_ = dealt("10s 6h 6c 10d 6s").act(HIT)
    assert HandOver(0, "the hand is bust") in round_.record


@pytest.mark.parametrize("ten", ["10h", "Jh", "Qh", "Kh"])
@pytest.mark.parametrize(("hand", "outcome"), [("10s 10c", "lose"), ("As Kc", "push")])
def test_a_dealer_blackjack_under_a_ten_is_found_and_paid_at_once(
    dealt: DealCards, ten: str, hand: str, outcome: str
) -> None:
    first, second = hand.split()
    round_ = dealt(f"{first} {ten} {second} Ad")
    assert (round_.phase, outcomes(round_)) == (Phase.DONE, [outcome])
    assert DealerChecked(True) in round_.record
    assert not any(isinstance(event, Decided) for event in round_.record)


# How a round goes.


def test_two_cards_face_up_for_the_player_and_one_up_and_one_down_for_the_dealer(
    dealt: DealCards,
) -> None:
    round_ = dealt("9s 6h 5c 10d")
    cards = [event for event in round_.record if isinstance(event, CardDealt | DealerCardDealt)]
    player = [str(event.card) for event in cards if isinstance(event, CardDealt)]
    dealer = [event.card for event in cards if isinstance(event, DealerCardDealt)]
    assert player == ["9s", "5c"]
    assert [str(card) for card in dealer] == ["6h", "None"]
    assert round_.hole_hidden


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("9s 6h 5c 10d", (HIT, STAND, DOUBLE, SURRENDER)),
        ("9s 6h 9c 10d", (HIT, STAND, DOUBLE, SPLIT, SURRENDER)),
        ("Ks 6h Jc 10d", (HIT, STAND, DOUBLE, SPLIT, SURRENDER)),
        ("As 6h 7c 10d", (HIT, STAND, DOUBLE, SURRENDER)),
    ],
)
def test_what_is_offered_depends_on_the_cards(
    dealt: DealCards, cards: str, legal: tuple[Action, ...]
) -> None:
    assert dealt(cards).legal == legal


@pytest.mark.parametrize("upcard", ["Ah", "10h", "Jh", "Qh", "Kh"])
def test_the_dealer_looks_for_a_blackjack_before_the_third_card(
    dealt: DealCards, upcard: str
) -> None:
    round_ = dealt(f"9s {upcard} 5c 7d 2s")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    round_ = round_.act(HIT)
    third = CardDealt(0, round_.hands[0].cards[2])
    assert round_.record.index(DealerChecked(False)) < round_.record.index(third)


@pytest.mark.parametrize("upcard", ["2h", "9h"])
def test_other_upcards_are_not_looked_under(dealt: DealCards, upcard: str) -> None:
    round_ = dealt(f"9s {upcard} 5c 7d 2s").act(HIT)
    assert not any(isinstance(event, DealerChecked) for event in round_.record)


@pytest.mark.parametrize("upcard", [*"23456789", "10", "J", "Q", "K", "A"])
def test_insurance_is_offered_against_an_ace_alone(dealt: DealCards, upcard: str) -> None:
    asked = dealt(f"9s {upcard}h 5c 7d").phase is Phase.INSURANCE
    assert asked is (upcard == "A")


# The options.


def test_who_stands_keeps_the_value_until_the_dealer_has_finished(dealt: DealCards) -> None:
    round_ = dealt("10s 6h 2c 10d 5c").act(STAND)
    assert (round_.hands[0].hand.total, round_.dealer_hand.total) == (12, 21)
    assert outcomes(round_) == ["lose"]


def test_standing_is_possible_at_any_time(dealt: DealCards) -> None:
    round_ = dealt("2s 6h 3c 10d 2c 3s 2d 3h 10c")
    while round_.situation.hand.total < 15:
        assert STAND in round_.legal
        round_ = round_.act(HIT)
    assert round_.act(STAND).phase is Phase.DONE


def test_each_hit_is_the_next_card(dealt: DealCards) -> None:
    round_ = dealt("2s 6h 3c 10d 2c 3s")
    round_ = round_.act(HIT).act(HIT)
    assert [str(card) for card in round_.hands[0].cards] == ["2s", "3c", "2c", "3s"]


def test_any_two_cards_but_a_blackjack_can_be_doubled(game: Rules) -> None:
    for ranks in combinations_with_replacement(RANKS, 2):
        hand = Hand(ranks)
        legal = legal_actions(game, Situation(hand=hand, upcard=Rank.SIX))
        assert (DOUBLE in legal) is not hand.ace_ten
        assert DOUBLE not in legal_actions(
            game, Situation(hand=hand + Rank.TWO, upcard=Rank.SIX)
        ), "the first two cards only"


def test_a_double_takes_the_same_bet_again_and_gives_one_card(dealt: DealCards) -> None:
    round_ = dealt("6s 6h 5c 10d 2s 10h", funds_cents=5_000)
    assert round_.staked_cents == 1_000
    round_ = round_.act(DOUBLE)
    assert (round_.staked_cents, len(round_.hands[0].cards)) == (2_000, 3)
    assert (round_.phase, payouts(round_)) == (Phase.DONE, [2_000])
    assert HandOver(0, "a doubled hand gets one card") in round_.record


def test_a_lost_double_loses_both_bets(dealt: DealCards) -> None:
    round_ = dealt("6s 6h 5c 10d 2s 4h").act(DOUBLE)
    assert (outcomes(round_), payouts(round_), round_.returned_cents) == (["lose"], [-2_000], 0)


def test_doubling_is_offered_after_a_split(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d 3h 2d Ks 10s 10c").act(SPLIT)
    assert DOUBLE in round_.legal
    round_ = round_.act(DOUBLE)
    assert DOUBLE in round_.legal
    assert [hand.bet_cents for hand in round_.act(DOUBLE).hands] == [2_000, 2_000]


@pytest.mark.parametrize(
    ("cards", "action", "words"),
    [("6s 6h 5c 10d", DOUBLE, "to double with"), ("8s 6h 8c 10d", SPLIT, "to split with")],
)
def test_what_the_balance_does_not_hold_is_not_offered(
    dealt: DealCards, cards: str, action: Action, words: str
) -> None:
    assert action in dealt(cards, funds_cents=2_000).legal
    short = dealt(cards, funds_cents=1_999)
    assert action not in short.legal
    with pytest.raises(IllegalAction, match=words):
        short.act(action)


@pytest.mark.parametrize("pair", ["7s 7c", "10s 10c", "Ks Jc", "As Ac", "2s 2c"])
def test_two_cards_of_one_value_can_be_split(dealt: DealCards, pair: str) -> None:
    first, second = pair.split()
    assert SPLIT in dealt(f"{first} 6h {second} 10d").legal


def test_a_split_places_a_second_bet_of_the_same_size(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d 3h 2d", bet_cents=1_500)
    assert round_.staked_cents == 1_500
    round_ = round_.act(SPLIT)
    assert [hand.bet_cents for hand in round_.hands] == [1_500, 1_500]


def test_three_splits_are_the_most_even_when_more_pairs_come(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d 8h 8d 8s 8c 8h 8d 10c").act(SPLIT).act(SPLIT).act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["88"] * 4
    for _ in range(4):
        assert SPLIT not in round_.legal
        with pytest.raises(IllegalAction, match="4 hands at most"):
            round_.act(SPLIT)
        round_ = round_.act(STAND)


def test_split_hands_draw_as_many_cards_as_the_player_likes(dealt: DealCards) -> None:
    round_ = dealt("2s 6h 2c 10d 3h 4d 2d 2h 2s 3c 2c 10c").act(SPLIT)
    for _ in range(5):
        round_ = round_.act(HIT)
    assert (round_.active, len(round_.hands[0].cards)) == (0, 7)


def test_split_aces_get_one_card_each_and_a_ten_makes_21_and_no_blackjack(
    dealt: DealCards,
) -> None:
    round_ = dealt("As 6h Ac 10d Ks 9d 5s").act(SPLIT)
    assert (round_.phase, [str(hand.hand) for hand in round_.hands]) == (Phase.DONE, ["AT", "A9"])
    assert round_.dealer_hand.total == 21
    assert (outcomes(round_), payouts(round_)) == (["push", "lose"], [0, -1_000])
    round_ = dealt("As 6h Ac 10d Ks 9d 10s").act(SPLIT)
    assert payouts(round_) == [1_000, 1_000], "one to one, not three to two"


def test_a_split_gives_each_hand_a_card_and_plays_them_in_turn(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d 3h 2d 5s 6s 10h").act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["83", "82"]
    assert (round_.active, round_.legal) == (0, (HIT, STAND, DOUBLE))
    round_ = round_.act(HIT)
    assert round_.active == 0
    round_ = round_.act(STAND)
    assert (round_.active, round_.legal) == (1, (HIT, STAND, DOUBLE))
    round_ = round_.act(HIT)
    assert [str(hand.hand) for hand in round_.hands] == ["835", "826"]
    assert round_.act(STAND).phase is Phase.DONE


def test_every_hand_has_a_result_of_its_own(dealt: DealCards) -> None:
    round_ = dealt("8s 6h 8c 10d Kh 2d 9s 3c").act(SPLIT).act(STAND).act(HIT).act(STAND)
    assert (str(round_.dealer_hand), round_.dealer_hand.total) == ("6T3", 19)
    assert [event for event in round_.record if isinstance(event, HandSettled)] == list(
        round_.results
    )
    assert (outcomes(round_), payouts(round_)) == (["lose", "push"], [-1_000, 0])


# Insurance.


def test_insurance_is_half_the_bet_on_top_of_it(dealt: DealCards) -> None:
    asked = dealt("10s Ah 8c 7d")
    insured = asked.insure(True)
    assert (asked.staked_cents, insured.staked_cents) == (1_000, 1_500)
    assert asked.insure(False).staked_cents == 1_000


def test_against_a_blackjack_insurance_pays_two_to_one_and_the_bet_is_lost(
    dealt: DealCards,
) -> None:
    round_ = dealt("10s Ah 8c Kd").insure(True)
    assert (round_.phase, payouts(round_)) == (Phase.DONE, [-1_000])
    assert round_.insurance_payout_cents == 1_000


def test_without_a_blackjack_insurance_is_lost_and_the_round_goes_on_for_the_bet(
    dealt: DealCards,
) -> None:
    round_ = dealt("10s Ah 8c 5d 10c 3s").insure(True)
    assert (round_.phase, round_.insurance_payout_cents) == (Phase.PLAYER, -500)
    round_ = round_.act(STAND)
    assert (payouts(round_), round_.payout_cents) == ([-1_000], -1_500)


def test_insurance_is_not_offered_to_a_blackjack(dealt: DealCards) -> None:
    round_ = dealt("As Ah Kc 7d")
    assert (round_.phase, outcomes(round_)) == (Phase.DONE, ["blackjack"])


def test_insurance_is_not_offered_where_the_balance_does_not_hold_it(dealt: DealCards) -> None:
    assert dealt("10s Ah 8c 7d", funds_cents=1_500).phase is Phase.INSURANCE
    short = dealt("10s Ah 8c 7d", funds_cents=1_499)
    assert short.phase is Phase.PLAYER
    with pytest.raises(IllegalAction, match="does not hold half the bet"):
        short.insure(True)


# Surrender.


def test_surrender_gives_up_half_the_bet_and_ends_the_hand(dealt: DealCards) -> None:
    round_ = dealt("10s 9h 6c 7d").act(SURRENDER)
    assert (round_.phase, outcomes(round_), payouts(round_)) == (Phase.DONE, ["surrender"], [-500])
    assert round_.returned_cents == 500


@pytest.mark.parametrize("first", [HIT, DOUBLE, SPLIT, STAND])
def test_surrender_comes_before_any_other_decision_or_not_at_all(
    dealt: DealCards, first: Action
) -> None:
    asked = dealt("2s 9h 2c 7d 3h 4d 5s")
    assert SURRENDER in asked.legal
    after = asked.act(first)
    assert SURRENDER not in after.legal
    with pytest.raises(IllegalAction):
        after.act(SURRENDER)


@pytest.mark.parametrize("upcard_and_hole", ["Kh Ad", "Ah Kd"])
def test_a_dealer_blackjack_takes_the_whole_bet_before_surrender_is_offered(
    dealt: DealCards, upcard_and_hole: str
) -> None:
    upcard, hole = upcard_and_hole.split()
    round_ = dealt(f"10s {upcard} 6c {hole}")
    if round_.phase is Phase.INSURANCE:
        with pytest.raises(IllegalAction, match="insurance question comes first"):
            round_.act(SURRENDER)
        round_ = round_.insure(False)
    assert (round_.phase, payouts(round_)) == (Phase.DONE, [-1_000])


@pytest.mark.parametrize("upcard", ["Kh", "Ah"])
def test_surrender_is_offered_once_the_dealer_has_found_no_blackjack(
    dealt: DealCards, upcard: str
) -> None:
    round_ = dealt(f"10s {upcard} 6c 7d")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    assert DealerChecked(False) in round_.record
    assert SURRENDER in round_.legal
    assert payouts(round_.act(SURRENDER)) == [-500]
