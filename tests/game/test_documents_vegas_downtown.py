"""The document of Vegas Downtown Blackjack, sentence by sentence, at the shipped game's table.

``tests/games_documents.md`` says which sentence each test proves.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bjtrainer.cards import Card
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerChecked, Decided, HandOver, InsuranceSettled
from bjtrainer.game.hand import Hand
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.settlement import settled
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import Rules

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.fixture
def game() -> Rules:
    return find_rules("vegas-downtown")


def outcomes(round_: Round) -> list[str]:
    return [str(result.outcome) for result in round_.results]


def payouts(round_: Round) -> list[int]:
    return [result.payout_cents for result in round_.results]


# The game and its aim.


def test_a_higher_hand_wins_and_so_does_any_when_the_dealer_is_bust(dealt: DealCards) -> None:
    assert payouts(dealt("10s 9h 10c 10d").act(STAND)) == [1_000]
    assert payouts(dealt("10s 9h 8c 10d").act(STAND)) == [-1_000]
    bust = dealt("10s 9h 2c 5d 10c").act(STAND)
    assert (bust.dealer_hand.total, payouts(bust)) == (24, [1_000])


def test_one_hand_is_bet_on_at_a_time(game: Rules) -> None:
    shoe = Shoe(tuple(Card(face, "s") for face in "23456789"))
    with pytest.raises(InputError, match="this game takes bets on one hand at most"):
        deal(game, [500, 500], shoe)


@pytest.mark.parametrize("ten", ["10s", "Js", "Qs", "Ks"])
def test_a_blackjack_stands_by_itself_and_pays_three_to_two(dealt: DealCards, ten: str) -> None:
    round_ = dealt(f"As 9h {ten} 10d")
    assert (round_.phase, payouts(round_)) == (Phase.DONE, [1_500])
    assert not any(isinstance(event, Decided) for event in round_.record)


@pytest.mark.parametrize("hole", ["9c 5d", "7c 7d", "5c 9s"])
def test_a_blackjack_beats_any_other_21(dealt: DealCards, hole: str) -> None:
    round_ = dealt(f"As 7h Kc {hole}")
    assert (outcomes(round_), payouts(round_)) == (["blackjack"], [1_500])
    other = dealt("5s Kh 6c Ad")
    assert (other.phase, outcomes(other)) == (Phase.DONE, ["lose"])
    split = PlayerHand((Card("A", "s"), Card("K", "s")), 1_000, from_split=True)
    assert settled(find_rules("vegas-downtown"), [split], Hand.parse("AT"))[0].payout_cents < 0


@pytest.mark.parametrize("upcard_and_hole", ["Kh Ad", "Ah Kd"])
def test_a_blackjack_is_matched_by_a_blackjack_and_the_bet_goes_back(
    dealt: DealCards, upcard_and_hole: str
) -> None:
    upcard, hole = upcard_and_hole.split()
    round_ = dealt(f"As {upcard} Kc {hole}")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    assert (outcomes(round_), payouts(round_), round_.returned_cents) == (["push"], [0], 1_000)


def test_a_tie_is_a_push_and_the_bet_goes_back(dealt: DealCards) -> None:
    round_ = dealt("10s 9h 8c 9d").act(STAND)
    assert (outcomes(round_), payouts(round_), round_.returned_cents) == (["push"], [0], 1_000)


@pytest.mark.parametrize("upcard", ["Ah", "10h", "Jh", "Qh", "Kh"])
def test_the_dealer_looks_for_a_blackjack_and_ends_the_round_with_one(
    dealt: DealCards, upcard: str
) -> None:
    hole = "Kd" if upcard == "Ah" else "Ad"
    round_ = dealt(f"9s {upcard} 5c {hole}")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    assert (round_.phase, payouts(round_)) == (Phase.DONE, [-1_000])
    assert DealerChecked(True) in round_.record
    with pytest.raises(IllegalAction, match="the round is over"):
        round_.act(HIT)


@pytest.mark.parametrize("face", ["J", "Q", "K"])
def test_faces_count_ten(dealt: DealCards, face: str) -> None:
    assert dealt(f"{face}s 6h 4c 10d").situation.hand.total == 14


@pytest.mark.parametrize(("hand", "total"), [("A5", 16), ("A5T", 16), ("AA", 12), ("ATT", 21)])
def test_an_ace_counts_one_or_eleven(hand: str, total: int) -> None:
    assert Hand.parse(hand).total == total


def test_nine_more_cards_make_eleven_and_the_hand_stands(dealt: DealCards) -> None:
    round_ = dealt("As 6h Ac 10d Ad Ah As Ac Ad Ah 2s 2c 2d 10h")
    for _ in range(9):
        assert HIT in round_.legal
        round_ = round_.act(HIT)
    assert (len(round_.hands[0].cards), round_.hands[0].hand.total) == (11, 14)
    assert HandOver(0, "a hand of 11 cards stands by itself") in round_.record
    assert str(round_.dealer_hand) == "6TT", "the dealer plays against it"
    assert outcomes(round_) == ["win"]


def test_an_eleventh_card_over_21_is_bust(dealt: DealCards) -> None:
    round_ = dealt("As 6h Ac 10d Ad Ah As Ac Ad Ah 2s 9c Kd")
    for _ in range(9):
        round_ = round_.act(HIT)
    assert (len(round_.hands[0].cards), outcomes(round_)) == (11, ["lose"])


def test_the_dealer_hits_soft_17(dealt: DealCards) -> None:
    round_ = dealt("10s 6h 8c Ad 2s").act(STAND)
    assert (str(round_.dealer_hand), outcomes(round_)) == ("6A2", ["lose"])


# Splitting.


@pytest.mark.parametrize("pair", ["4s 4c", "Qs 10c", "Ks Jc", "As Ac"])
def test_two_cards_of_one_value_become_two_hands_with_equal_bets(
    dealt: DealCards, pair: str
) -> None:
    first, second = pair.split()
    round_ = dealt(f"{first} 6h {second} 10d 3h 2d 10c").act(SPLIT)
    assert [str(hand.cards[0]) for hand in round_.hands] == [first, second]
    assert [hand.bet_cents for hand in round_.hands] == [1_000, 1_000]


@pytest.mark.parametrize("cards", ["As 6h Ac 10d Ks 9d 9s", "Ks 6h Jc 10d Ad 9c 9s"])
def test_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack(
    dealt: DealCards, cards: str
) -> None:
    round_ = dealt(cards).act(SPLIT)
    if round_.phase is Phase.PLAYER:
        round_ = round_.act(STAND)
    assert (round_.hands[0].hand.total, round_.hands[0].blackjack) == (21, False)
    assert payouts(round_) == [1_000, 1_000], "the dealer is bust; one to one"


def test_three_splits_make_four_hands_and_there_is_no_fourth(dealt: DealCards) -> None:
    round_ = dealt("4s 6h 4c 10d 4h 4d 4s 4c 4h 4d").act(SPLIT).act(SPLIT).act(SPLIT)
    assert len(round_.hands) == 4
    assert SPLIT not in round_.legal


def test_aces_are_split_once_and_stand_with_one_card_each(dealt: DealCards) -> None:
    round_ = dealt("As 6h Ac 10d Ad Ah 10c").act(SPLIT)
    assert (round_.phase, [str(hand.hand) for hand in round_.hands]) == (Phase.DONE, ["AA", "AA"])
    reasons = [event.reason for event in round_.record if isinstance(event, HandOver)]
    assert reasons == ["split aces get one card each"] * 2


# Doubling.


def test_doubling_takes_the_original_bet_again_on_the_first_two_cards_only(
    dealt: DealCards,
) -> None:
    round_ = dealt("9s 6h 2c 10d 5h 10c", bet_cents=1_500)
    assert round_.act(DOUBLE).hands[0].bet_cents == 3_000
    after_a_hit = round_.act(HIT)
    assert DOUBLE not in after_a_hit.legal
    with pytest.raises(IllegalAction, match="only the first two cards can be doubled"):
        after_a_hit.act(DOUBLE)


def test_split_hands_can_be_doubled(dealt: DealCards) -> None:
    round_ = dealt("4s 6h 4c 10d 6d 7d 9s 9c 9h").act(SPLIT).act(DOUBLE).act(DOUBLE)
    assert [hand.bet_cents for hand in round_.hands] == [2_000, 2_000]


@pytest.mark.parametrize("upcard", ["Kh", "Ah"])
def test_nothing_is_doubled_or_split_before_the_dealer_has_looked(
    dealt: DealCards, upcard: str
) -> None:
    """So a dealer blackjack finds the original bet alone; see the next test for all else."""
    hole = "Kd" if upcard == "Ah" else "Ad"
    round_ = dealt(f"8s {upcard} 8c {hole}")
    for action in (DOUBLE, SPLIT):
        with pytest.raises(IllegalAction):
            round_.act(action)
    assert round_.staked_cents == 1_000


def test_a_dealer_blackjack_takes_all_that_was_doubled_or_split(game: Rules) -> None:
    eight, three, ten = Card("8", "s"), Card("3", "h"), Card("K", "d")
    doubled = PlayerHand((eight, three, ten), 2_000, from_split=True, doubled=True)
    split = PlayerHand((eight, ten), 1_000, from_split=True)
    results = settled(game, [doubled, split], Hand.parse("AT"))
    assert [result.payout_cents for result in results] == [-2_000, -1_000]


# Insurance.


@pytest.mark.parametrize("upcard", [*"23456789", "10", "J", "Q", "K", "A"])
def test_insurance_is_offered_when_the_dealers_first_card_is_an_ace(
    dealt: DealCards, upcard: str
) -> None:
    assert (dealt(f"9s {upcard}h 5c 7d").phase is Phase.INSURANCE) is (upcard == "A")


def test_insurance_is_offered_to_a_blackjack_too(dealt: DealCards) -> None:
    asked = dealt("As Ah Kc 7d")
    assert asked.phase is Phase.INSURANCE
    assert asked.insure(True).payout_cents == 1_000


@pytest.mark.parametrize("bet_cents", [100, 500, 2_500, 20_000])
def test_insurance_is_half_the_original_bet(dealt: DealCards, bet_cents: int) -> None:
    round_ = dealt("9s Ah 5c 7d", bet_cents=bet_cents).insure(True)
    assert round_.insurances_cents == (bet_cents // 2,)


@pytest.mark.parametrize(
    ("hole", "insured", "bet", "insurance"),
    [
        ("Kd", True, -1_000, 1_000),
        ("Kd", False, -1_000, 0),
        ("7d", True, 1_000, -500),
        ("7d", False, 1_000, 0),
    ],
)
def test_insurance_and_the_original_bet_are_independent(
    dealt: DealCards, hole: str, insured: bool, bet: int, insurance: int
) -> None:
    round_ = dealt(f"10s Ah 9c {hole}").insure(insured)
    if round_.phase is Phase.PLAYER:
        round_ = round_.act(STAND)
    assert (payouts(round_), round_.insurance_payout_cents) == ([bet], insurance)


@pytest.mark.parametrize("action", [DOUBLE, SPLIT])
def test_insurance_covers_the_original_bet_and_nothing_put_down_later(
    dealt: DealCards, action: Action
) -> None:
    insured = dealt("4s Ah 4c 7d 3h 2d").insure(True)
    assert insured.insurances_cents == (500,)
    round_ = insured.act(action)
    assert round_.staked_cents == 2_500
    assert round_.insurances_cents == (500,)
    assert round_.insurance_payout_cents == -500


def test_without_a_blackjack_the_insurance_is_gone_and_the_game_goes_on(dealt: DealCards) -> None:
    round_ = dealt("9s Ah 5c 7d").insure(True)
    assert (round_.phase, round_.legal) == (Phase.PLAYER, (HIT, STAND, DOUBLE))
    assert InsuranceSettled(-500) in round_.record


def test_with_a_blackjack_the_insurance_pays_two_to_one(dealt: DealCards) -> None:
    round_ = dealt("9s Ah 5c Kd").insure(True)
    assert (round_.phase, round_.insurance_payout_cents) == (Phase.DONE, 1_000)
