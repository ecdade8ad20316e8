"""interface.md, "hole_card", and analysis.md, conventions: games in which the dealer's second card
comes after the player, each case with its right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bjtrainer.errors import IllegalAction
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerCardDealt, DealerChecked, HoleCardTurned, InsuranceSettled
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.model import DoubleOn, HoleCard, Rules, Surrender

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.fixture
def original_only(european: Rules) -> Rules:
    return replace(
        european,
        hole_card=HoleCard.NONE_ORIGINAL_ONLY,
        double_on=DoubleOn.ANY,
        double_after_split=True,
        max_hands=4,
    )


def finished(round_: Round, *decisions: Action, insured: bool = False) -> Round:
    """The round after these decisions; insurance is answered where it is asked about."""
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(insured)
    for action in decisions:
        round_ = round_.act(action)
    assert round_.phase is Phase.DONE
    return round_


End = tuple[list[str], list[int], int]
"""The outcomes, the payouts, and the number of the dealer's cards."""


def ended(round_: Round) -> End:
    outcomes = [str(result.outcome) for result in round_.results]
    payouts = [result.payout_cents for result in round_.results]
    return outcomes, payouts, len(round_.dealer_cards)


def test_the_dealer_has_one_card_while_the_player_plays(
    european: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(european, "10s Kh 3s 5d 9c As")
    assert (len(round_.dealer_cards), round_.hole_hidden, round_.phase) == (1, False, Phase.PLAYER)
    assert [type(event).__name__ for event in round_.record] == [
        "BetPlaced",
        "CardDealt",
        "DealerCardDealt",
        "CardDealt",
    ]
    round_ = round_.act(HIT)
    assert [str(card) for card in round_.dealer_cards] == ["Kh"]
    round_ = round_.act(STAND)
    assert [str(card) for card in round_.dealer_cards] == ["Kh", "9c"]
    kinds = {type(event) for event in round_.record}
    assert not kinds & {DealerChecked, HoleCardTurned}


def test_the_dealer_draws_from_one_card_to_the_end(european: Rules, deal_cards: DealCards) -> None:
    round_ = finished(deal_cards(european, "10s 2h 8s 3c 4d 5h 6c 10c"), STAND)
    assert str(round_.dealer_hand) == "23456"
    assert ended(round_) == (["lose"], [-1_000], 5)


@pytest.mark.parametrize(
    ("cards", "decisions", "payouts"),
    [
        ("6s Kh 5c 9d As", [DOUBLE], [-2_000]),
        ("6s Ah 5c 9d Ks", [DOUBLE], [-2_000]),
        ("8s Kh 8c 10d 9d As", [SPLIT, STAND, STAND], [-1_000, -1_000]),
        ("8s Kh 8c 6d 9d 10c As", [SPLIT, HIT, STAND], [-1_000, -1_000]),
        ("10s Kh 6s 5d As", [HIT], [-1_000]),
        ("As Kh Ad 10c 9d Ac", [SPLIT, STAND], [-1_000, -1_000]),
    ],
    ids=["doubled", "doubled under an ace", "split", "split, one bust", "21", "split ace and ten"],
)
def test_a_dealer_blackjack_takes_doubled_and_split_money_and_beats_any_other_21(
    european: Rules,
    deal_cards: DealCards,
    cards: str,
    decisions: list[Action],
    payouts: list[int],
) -> None:
    round_ = finished(deal_cards(european, cards), *decisions)
    assert ended(round_) == (["lose"] * len(payouts), payouts, 2)
    assert round_.returned_cents == 0


@pytest.mark.parametrize(
    ("upcard_and_second", "end"),
    [
        ("Ah Kd", (["push"], [0], 2)),
        ("Kh Ad", (["push"], [0], 2)),
        ("Kh 5d", (["blackjack"], [1_500], 2)),
        ("Ah 5d", (["blackjack"], [1_500], 2)),
        ("9h", (["blackjack"], [1_500], 1)),
    ],
)
def test_a_natural_waits_for_the_second_card_where_that_can_make_a_blackjack(
    european: Rules, deal_cards: DealCards, upcard_and_second: str, end: End
) -> None:
    upcard, *second = upcard_and_second.split()
    assert ended(finished(deal_cards(european, f"As {upcard} Ks {' '.join(second)}"))) == end


@pytest.mark.parametrize(("second", "hand", "insurance"), [("Kd", 0, 1_000), ("6d", 1_500, -500)])
def test_a_natural_with_insurance_is_even_money(
    european: Rules, deal_cards: DealCards, second: str, hand: int, insurance: int
) -> None:
    round_ = finished(deal_cards(european, f"As Ah Ks {second}"), insured=True)
    assert (round_.results[0].payout_cents, len(round_.dealer_cards)) == (hand, 2)
    assert (round_.insurance_payout_cents, round_.payout_cents) == (insurance, 1_000)


def test_insurance_is_asked_before_the_decisions_and_settled_at_the_end(
    european: Rules, deal_cards: DealCards
) -> None:
    asked = deal_cards(european, "10s Ah 2s 6d 10d")
    with pytest.raises(IllegalAction, match="insurance question comes first"):
        asked.act(HIT)
    insured = asked.insure(True)
    assert (insured.phase, insured.insurance_payout_cents) == (Phase.PLAYER, 0)
    assert (insured.staked_cents, len(insured.dealer_cards)) == (1_500, 1)
    round_ = insured.act(HIT).act(STAND)
    assert ended(round_) == (["lose"], [-1_000], 2)
    assert (round_.insurance_payout_cents, round_.payout_cents) == (1_000, 0)
    settlements = [event for event in round_.record if isinstance(event, InsuranceSettled)]
    assert settlements == [InsuranceSettled(1_000)]
    second, settlement, _ = round_.record[-3:]
    assert (second, settlement) == (
        DealerCardDealt(round_.dealer_cards[1]),
        InsuranceSettled(1_000),
    )


def test_insurance_without_a_dealer_blackjack_is_lost(
    european: Rules, deal_cards: DealCards
) -> None:
    round_ = finished(deal_cards(european, "10s Ah 8s 4d 5d"), STAND, insured=True)
    assert ended(round_) == (["lose"], [-1_000], 3)
    assert (round_.insurance_payout_cents, round_.payout_cents) == (-500, -1_500)


@pytest.mark.parametrize(
    ("upcard", "insured", "dealer_cards"),
    [("9h", False, 1), ("Kh", False, 1), ("Ah", False, 1), ("Ah", True, 2)],
)
def test_with_all_hands_bust_a_card_is_drawn_for_insurance_alone(
    european: Rules, deal_cards: DealCards, upcard: str, insured: bool, dealer_cards: int
) -> None:
    cards = f"10s {upcard} 6s 9d Kd"
    round_ = finished(deal_cards(european, cards), HIT, insured=insured)
    assert ended(round_) == (["lose"], [-1_000], dealer_cards)
    assert round_.payout_cents == (0 if insured else -1_000)


@pytest.mark.parametrize(
    ("upcard_and_second", "end"),
    [
        ("9h", (["surrender"], [-500], 1)),
        ("Kh 9d", (["surrender"], [-500], 2)),
        ("Kh Ad", (["lose"], [-1_000], 2)),
        ("Ah Kd", (["lose"], [-1_000], 2)),
    ],
)
@pytest.mark.parametrize("hole_card", [HoleCard.NONE, HoleCard.NONE_ORIGINAL_ONLY])
def test_late_surrender_loses_all_to_a_later_dealer_blackjack(
    european: Rules,
    deal_cards: DealCards,
    hole_card: HoleCard,
    upcard_and_second: str,
    end: End,
) -> None:
    rules = replace(european, hole_card=hole_card, surrender=Surrender.LATE)
    upcard, *second = upcard_and_second.split()
    dealt = deal_cards(rules, f"10s {upcard} 6s {' '.join(second)}")
    assert ended(finished(dealt, SURRENDER)) == end


@pytest.mark.parametrize("hole_card", [HoleCard.NONE, HoleCard.NONE_ORIGINAL_ONLY])
@pytest.mark.parametrize("upcard", ["9h", "Kh", "Ah"])
def test_early_surrender_is_over_whatever_the_dealer_then_has(
    european: Rules, deal_cards: DealCards, hole_card: HoleCard, upcard: str
) -> None:
    rules = replace(european, hole_card=hole_card, surrender=Surrender.EARLY)
    round_ = finished(deal_cards(rules, f"10s {upcard} 6s"), SURRENDER)
    assert ended(round_) == (["surrender"], [-500], 1)
    played = finished(deal_cards(rules, f"10s {upcard} 6s 3d 5c 4c 2c"), HIT, STAND)
    assert not any(isinstance(event, DealerChecked) for event in played.record)


def test_early_surrender_leaves_insurance_to_the_second_card(
    european: Rules, deal_cards: DealCards
) -> None:
    rules = replace(european, surrender=Surrender.EARLY)
    round_ = finished(deal_cards(rules, "10s Ah 6s Kd"), SURRENDER, insured=True)
    assert ended(round_) == (["surrender"], [-500], 2)
    assert round_.payout_cents == 500


@pytest.mark.parametrize(
    ("cards", "decisions", "end"),
    [
        ("6s Kh 5c 9d As", [DOUBLE], (["lose"], [-1_000], 2)),
        ("8s Kh 8c 10d 9d As", [SPLIT, STAND, STAND], (["lose", "push"], [-1_000, 0], 2)),
        (
            "8s Kh 8c 3d 8d 2c 10d 4h As",
            [SPLIT, DOUBLE, SPLIT, STAND, STAND],
            (["lose", "push", "push"], [-1_000, 0, 0], 2),
        ),
        ("8s Kh 8c 6d 9d 10c As", [SPLIT, HIT, STAND], (["lose", "push"], [-1_000, 0], 2)),
        ("8s Kh 8c 9d 6d 10c As", [SPLIT, STAND, HIT], (["lose", "push"], [-1_000, 0], 2)),
        ("10s Kh 6s 5d As", [HIT], (["lose"], [-1_000], 2)),
    ],
    ids=["doubled", "split", "split and doubled", "first bust", "second bust", "21"],
)
def test_where_only_the_original_bet_is_lost_all_else_goes_back(
    original_only: Rules, deal_cards: DealCards, cards: str, decisions: list[Action], end: End
) -> None:
    round_ = finished(deal_cards(original_only, cards), *decisions)
    assert ended(round_) == end
    assert round_.returned_cents == round_.staked_cents - 1_000


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [("7s Kh 6c 10d", [DOUBLE]), ("8s Kh 8c 6d 7d 9c 10c", [SPLIT, HIT, HIT])],
    ids=["doubled", "split"],
)
def test_the_second_card_decides_about_bust_hands_with_more_than_the_original_bet(
    original_only: Rules, deal_cards: DealCards, cards: str, decisions: list[Action]
) -> None:
    for second, payout in (("As", -1_000), ("5s", -2_000)):
        round_ = finished(deal_cards(original_only, f"{cards} {second}"), *decisions)
        assert (round_.payout_cents, len(round_.dealer_cards)) == (payout, 2)


def test_a_bust_hand_with_the_original_bet_alone_needs_no_second_card(
    original_only: Rules, deal_cards: DealCards
) -> None:
    round_ = finished(deal_cards(original_only, "10s Kh 6s 9d As"), HIT)
    assert ended(round_) == (["lose"], [-1_000], 1)


def test_other_hands_than_a_blackjack_are_lost_with_all_that_lies_on_them(
    original_only: Rules, deal_cards: DealCards
) -> None:
    round_ = finished(deal_cards(original_only, "6s Kh 5c 2d 10c"), DOUBLE)
    assert ended(round_) == (["lose"], [-2_000], 2)
