"""cases/README.md, "Fallbacks", "Aces" and "Legality", and the two games' own documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bjtrainer.cards import Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.events import HandOver
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.model import DoubleOn, Rules, SplitAcesDraw, SplitBy

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.mark.parametrize(
    ("hand", "soft", "total"),
    [("AA9", True, 21), ("AAA6", True, 19), ("5AA5", False, 12), ("A6T", False, 17)],
)
def test_an_ace_counts_eleven_where_that_does_not_bust(hand: str, soft: bool, total: int) -> None:
    assert (Hand.parse(hand).soft, Hand.parse(hand).total) == (soft, total)


def test_no_split_with_three_cards_even_when_the_last_two_match(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "10s 6h 4c 10d 4s").act(HIT)
    assert round_.legal == (HIT, STAND)
    with pytest.raises(IllegalAction, match="only the first two cards can be split"):
        round_.act(SPLIT)


def test_split_aces_get_one_card_each_and_nothing_else(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "As 6h Ac 10d 5s Ad 4h").act(SPLIT)
    assert round_.phase is Phase.DONE
    assert [str(hand.hand) for hand in round_.hands] == ["A5", "AA"]
    reasons = [event.reason for event in round_.record if isinstance(event, HandOver)]
    assert reasons == ["split aces get one card each"] * 2


def test_split_aces_that_may_be_split_again_are_asked_about(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(vegas_downtown, max_ace_hands=3)
    round_ = deal_cards(rules, "As 6h Ac 10d 5s Ad 9s Kc 4h").act(SPLIT)
    assert (round_.active, round_.legal) == (1, (STAND, SPLIT))
    with pytest.raises(IllegalAction, match="split aces get one card each"):
        round_.act(HIT)
    round_ = round_.act(SPLIT)
    assert round_.phase is Phase.DONE
    assert [str(hand.hand) for hand in round_.hands] == ["A5", "A9", "AT"]


def test_split_aces_draw_on_where_the_rules_say_so(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(vegas_downtown, split_aces_draw=SplitAcesDraw.ANY)
    round_ = deal_cards(rules, "As 6h Ac 10d 5s 9d 3s").act(SPLIT)
    assert (round_.active, round_.legal) == (0, (HIT, STAND, DOUBLE))
    assert round_.act(HIT).hands[0].hand.total == 19


def test_both_split_hands_have_their_second_card_before_the_first_is_played(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s 6h 8c 10d 3s 2d").act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["83", "82"]
    assert (round_.active, round_.situation.split_hands) == (0, 2)


def test_pairs_are_split_to_four_hands_and_then_no_more(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s 6h 8c 10d 8h 8d 8s 8c 8h 8d")
    for _ in range(3):
        assert SPLIT in round_.legal
        round_ = round_.act(SPLIT)
    assert (len(round_.hands), round_.legal) == (4, (HIT, STAND, DOUBLE))
    with pytest.raises(IllegalAction, match="4 hands at most"):
        round_.act(SPLIT)


def test_king_and_jack_are_a_pair_by_value_and_none_by_denomination(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    by_denomination = replace(vegas_downtown, split_by=SplitBy.DENOMINATION)
    assert SPLIT in deal_cards(vegas_downtown, "Ks 6h Jc 10d").legal
    assert SPLIT not in deal_cards(by_denomination, "Ks 6h Jc 10d").legal
    assert SPLIT in deal_cards(by_denomination, "Ks 6h Kc 10d").legal


def test_by_denomination_a_split_king_is_split_again_with_a_king_alone(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(vegas_downtown, split_by=SplitBy.DENOMINATION)
    round_ = deal_cards(rules, "Ks 6h Kc 10d Qd Kh 5s 6s").act(SPLIT)
    assert (round_.active, round_.legal) == (0, (HIT, STAND, DOUBLE))
    with pytest.raises(IllegalAction, match="same denomination"):
        round_.act(SPLIT)
    round_ = round_.act(STAND)
    assert (round_.active, round_.legal) == (1, (HIT, STAND, DOUBLE, SPLIT))
    assert [len(hand.cards) for hand in round_.act(SPLIT).hands] == [2, 2, 2]


@pytest.mark.parametrize("faces", ["Ac Ad", "9c 9d", "10c 10d", "Qc Qd"])
def test_by_denomination_two_cards_of_one_face_are_still_a_pair(
    european: Rules, deal_cards: DealCards, faces: str
) -> None:
    one, other = faces.split()
    assert SPLIT in deal_cards(european, f"{one} 6h {other}").legal


@pytest.mark.parametrize(
    ("totals", "doubled"),
    [(DoubleOn.NINE_TO_ELEVEN, ["54", "64", "65"]), (DoubleOn.TEN_ELEVEN, ["64", "65"])],
)
def test_where_totals_are_named_only_hard_hands_of_them_are_doubled(
    european: Rules, totals: DoubleOn, doubled: list[str]
) -> None:
    rules = replace(european, double_on=totals)
    hands = ("53", "54", "64", "65", "T2", "A8", "A9", "432", "AA")
    assert [
        hand
        for hand in hands
        if DOUBLE in legal_actions(rules, Situation(hand=Hand.parse(hand), upcard=Rank.SEVEN))
    ] == doubled


@pytest.mark.parametrize(
    ("draw", "after_split", "limit", "legal"),
    [
        (SplitAcesDraw.ONE, True, 4, (STAND, SPLIT)),
        (SplitAcesDraw.ONE, True, 2, ()),
        (SplitAcesDraw.ANY, True, 4, (HIT, STAND, DOUBLE, SPLIT)),
        (SplitAcesDraw.ANY, False, 4, (HIT, STAND, SPLIT)),
        (SplitAcesDraw.ANY, False, 2, (HIT, STAND)),
    ],
)
def test_what_may_be_done_with_a_split_ace_that_gets_an_ace(
    vegas_downtown: Rules,
    draw: SplitAcesDraw,
    after_split: bool,
    limit: int,
    legal: tuple[Action, ...],
) -> None:
    rules = replace(
        vegas_downtown, split_aces_draw=draw, double_after_split=after_split, max_ace_hands=limit
    )
    situation = Situation(hand=Hand.parse("AA"), upcard=Rank.SIX, split_hands=2)
    assert legal_actions(rules, situation) == legal


def test_doubling_gives_one_card_and_the_hand_then_stands(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "6s 6h 5c 10d 2s 10h").act(DOUBLE)
    assert round_.phase is Phase.DONE
    assert (str(round_.hands[0].hand), round_.hands[0].bet_cents) == ("652", 2_000)
    assert HandOver(0, "a doubled hand gets one card") in round_.record


def test_surrender_comes_after_the_dealers_look_on_two_cards_and_never_after_a_split(
    las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    under_ace = deal_cards(las_vegas_downtown, "8s Ah 8c 10d")
    with pytest.raises(IllegalAction, match="insurance question comes first"):
        under_ace.act(SURRENDER)
    assert [result.payout_cents for result in under_ace.insure(False).results] == [-1_000]

    split = deal_cards(las_vegas_downtown, "8s 10h 8c 9d 3h 2d").act(SPLIT)
    with pytest.raises(IllegalAction, match="no surrender after a split"):
        split.act(SURRENDER)
    three = deal_cards(las_vegas_downtown, "8s 10h 4c 9d 3h").act(HIT)
    with pytest.raises(IllegalAction, match="only the first two cards"):
        three.act(SURRENDER)


def test_surrender_is_given_up_upcards_where_the_rules_except_them(
    las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    rules = replace(las_vegas_downtown, surrender_except=(Rank.TEN,))
    assert SURRENDER not in deal_cards(rules, "10s 10h 6c 9d").legal
    assert SURRENDER in deal_cards(rules, "10s 9h 6c 9d").legal


def test_insurance_is_not_offered_to_a_blackjack_in_las_vegas_downtown(
    vegas_downtown: Rules, las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    assert deal_cards(vegas_downtown, "As Ah Kc 9d").phase is Phase.INSURANCE
    round_ = deal_cards(las_vegas_downtown, "As Ah Kc 9d")
    assert (round_.phase, round_.payout_cents) == (Phase.DONE, 1_500)
    with pytest.raises(IllegalAction, match="no insurance with a blackjack"):
        round_.insure(True)


@pytest.mark.parametrize(
    ("upcard", "reason"), [("9h", "against an ace only"), ("Ah", "before the first decision only")]
)
def test_insurance_out_of_turn_is_refused_with_the_reason(
    vegas_downtown: Rules, deal_cards: DealCards, upcard: str, reason: str
) -> None:
    round_ = deal_cards(vegas_downtown, f"10s {upcard} 5c 7d")
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    with pytest.raises(IllegalAction, match=reason):
        round_.insure(True)


def test_eleven_cards_stand_by_themselves_where_the_rules_limit_them(
    vegas_downtown: Rules, las_vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    cards = "As 6h Ac 10d Ad Ah As Ac Ad Ah 2s 2c 2d 10h 10s"
    limited = deal_cards(vegas_downtown, cards)
    unlimited = deal_cards(las_vegas_downtown, cards)
    for _ in range(9):
        assert limited.phase is Phase.PLAYER
        limited, unlimited = limited.act(HIT), unlimited.act(HIT)
    assert (limited.phase, unlimited.phase) == (Phase.DONE, Phase.PLAYER)
    assert HandOver(0, "a hand of 11 cards stands by itself") in limited.record


def test_a_balance_of_one_bet_leaves_eleven_v_six_a_hit(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "6s 6h 5c 10d", funds_cents=1_000)
    assert round_.legal == (HIT, STAND)
    with pytest.raises(IllegalAction, match="does not hold another bet to double"):
        round_.act(DOUBLE)


def test_money_put_down_in_the_round_counts_against_the_next_split(
    vegas_downtown: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(vegas_downtown, "8s 6h 8c 10d 8h 2d", funds_cents=2_999).act(SPLIT)
    assert round_.situation.hand.pair is Rank.EIGHT
    assert round_.legal == (HIT, STAND)


@pytest.mark.parametrize(
    ("bet_cents", "funds_cents", "reason"),
    [
        (50, None, r"\$0.50; the smallest bet in this game is \$1"),
        (20_100, None, r"\$201; the largest bet in this game is \$200"),
        (150, None, r"\$1.50; bets in this game are multiples of \$1"),
        (1_000, 900, r"\$10; the balance is \$9"),
        (-100, None, r"-\$1; the smallest bet"),
    ],
)
def test_a_bet_that_the_game_does_not_take_is_refused(
    vegas_downtown: Rules,
    deal_cards: DealCards,
    bet_cents: int,
    funds_cents: int | None,
    reason: str,
) -> None:
    with pytest.raises(InputError, match=reason):
        deal_cards(vegas_downtown, "6s 6h 5c 10d", bet_cents=bet_cents, funds_cents=funds_cents)
