"""analysis.md, conventions, "Early surrender comes before the peek": each case with its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bjtrainer.cards import Rank
from bjtrainer.errors import IllegalAction
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerChecked, Decided, InsuranceSettled
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.model import Rules, Surrender

DealCards = Callable[..., Round]
HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action


@pytest.fixture
def early(las_vegas_downtown: Rules) -> Rules:
    return replace(las_vegas_downtown, surrender=Surrender.EARLY)


def ended(round_: Round) -> tuple[Phase, list[str], int]:
    return round_.phase, [str(result.outcome) for result in round_.results], round_.payout_cents


def looks(round_: Round) -> list[bool]:
    return [event.blackjack for event in round_.record if isinstance(event, DealerChecked)]


@pytest.mark.parametrize("hole", ["Ac", "7c"])
def test_surrender_comes_before_the_look_and_gives_half_back_whatever_lies_in_the_hole(
    early: Rules, deal_cards: DealCards, hole: str
) -> None:
    dealt = deal_cards(early, f"10s Kh 6s {hole}")
    assert (dealt.phase, looks(dealt)) == (Phase.PLAYER, [])
    assert dealt.legal == (HIT, STAND, DOUBLE, SURRENDER)
    round_ = dealt.act(SURRENDER)
    assert ended(round_) == (Phase.DONE, ["surrender"], -500)
    assert (looks(round_), len(round_.dealer_cards)) == ([], 2)


@pytest.mark.parametrize("action", [HIT, STAND, DOUBLE, SPLIT])
def test_any_other_decision_is_not_carried_out_against_a_blackjack_and_loses_the_original_bet(
    early: Rules, deal_cards: DealCards, action: Action
) -> None:
    dealt = deal_cards(early, "8s Kh 8c Ac 2d 3d")
    round_ = dealt.act(action)
    assert ended(round_) == (Phase.DONE, ["lose"], -1_000)
    assert (round_.staked_cents, round_.hands, round_.shoe) == (1_000, dealt.hands, dealt.shoe)
    assert round_.record[len(dealt.record) :][:2] == (
        Decided(0, action, carried_out=False),
        DealerChecked(True),
    )


def test_without_a_blackjack_the_decision_is_carried_out_after_the_look(
    early: Rules, deal_cards: DealCards
) -> None:
    dealt = deal_cards(early, "8s Kh 8c 7c 2d 3d 4d")
    round_ = dealt.act(SPLIT)
    assert [str(hand.hand) for hand in round_.hands] == ["82", "83"]
    assert [type(event).__name__ for event in round_.record[len(dealt.record) :]] == [
        "Decided",
        "DealerChecked",
        "CardDealt",
        "CardDealt",
    ]
    assert Decided(0, SPLIT) in round_.record
    round_ = round_.act(HIT)
    assert looks(round_) == [False]
    with pytest.raises(IllegalAction, match="no surrender after a split"):
        round_.act(SURRENDER)


def test_after_the_first_decision_there_is_no_surrender_any_more(
    early: Rules, deal_cards: DealCards
) -> None:
    round_ = deal_cards(early, "8s Kh 4c 7c 2d 3d").act(HIT)
    assert round_.legal == (HIT, STAND)
    with pytest.raises(IllegalAction, match="only the first two cards can be surrendered"):
        round_.act(SURRENDER)
    assert looks(round_.act(HIT)) == [False], "the dealer looks once"


def test_an_illegal_first_decision_does_not_make_the_dealer_look(
    early: Rules, deal_cards: DealCards
) -> None:
    dealt = deal_cards(early, "10s Kh 6s Ac")
    with pytest.raises(IllegalAction, match="same value"):
        dealt.act(SPLIT)
    assert looks(dealt) == []


@pytest.mark.parametrize(
    ("hole", "action", "hand_and_insurance"),
    [
        ("Kc", SURRENDER, (-500, 1_000)),
        ("6c", SURRENDER, (-500, -500)),
        ("Kc", STAND, (-1_000, 1_000)),
        ("Kc", DOUBLE, (-1_000, 1_000)),
        ("7c", STAND, (-1_000, -500)),
    ],
)
def test_insurance_comes_first_and_is_settled_by_the_hole_card_however_the_hand_ends(
    early: Rules,
    deal_cards: DealCards,
    hole: str,
    action: Action,
    hand_and_insurance: tuple[int, int],
) -> None:
    hand, insurance = hand_and_insurance
    asked = deal_cards(early, f"10s Ah 6s {hole}")
    assert asked.phase is Phase.INSURANCE
    insured = asked.insure(True)
    assert (insured.phase, insured.insurance_payout_cents, looks(insured)) == (Phase.PLAYER, 0, [])
    assert SURRENDER in insured.legal
    round_ = insured.act(action)
    assert (round_.phase, round_.results[0].payout_cents) == (Phase.DONE, hand)
    assert (round_.insurance_payout_cents, round_.payout_cents) == (insurance, hand + insurance)
    settlements = [event for event in round_.record if isinstance(event, InsuranceSettled)]
    assert settlements == [InsuranceSettled(insurance)]


def test_insurance_is_settled_by_the_look_before_the_hand_goes_on(
    early: Rules, deal_cards: DealCards
) -> None:
    insured = deal_cards(early, "10s Ah 2s 7c 3d").insure(True)
    round_ = insured.act(HIT)
    assert [type(event).__name__ for event in round_.record[len(insured.record) :]] == [
        "Decided",
        "DealerChecked",
        "InsuranceSettled",
        "CardDealt",
    ]
    assert round_.insurance_payout_cents == -500
    assert round_.act(STAND).payout_cents == -1_500


@pytest.mark.parametrize(
    ("upcard_and_hole", "outcome", "payout"),
    [("Kh Ac", "push", 0), ("Ah Kc", "push", 0), ("Kh 7c", "blackjack", 1_500)],
)
def test_a_blackjack_takes_no_decision_so_the_dealer_looks_at_once(
    early: Rules, deal_cards: DealCards, upcard_and_hole: str, outcome: str, payout: int
) -> None:
    upcard, hole = upcard_and_hole.split()
    round_ = deal_cards(early, f"As {upcard} Ks {hole}")
    assert ended(round_) == (Phase.DONE, [outcome], payout)
    assert looks(round_) == [outcome == "push"]


def test_other_upcards_than_ten_and_ace_are_never_looked_under(
    early: Rules, deal_cards: DealCards
) -> None:
    dealt = deal_cards(early, "10s 9h 6s 7c 4d 2d")
    assert ended(dealt.act(SURRENDER)) == (Phase.DONE, ["surrender"], -500)
    assert looks(dealt.act(HIT)) == []


def test_against_an_upcard_without_surrender_the_dealer_looks_first(
    early: Rules, deal_cards: DealCards
) -> None:
    rules = replace(early, surrender_except=(Rank.ACE,))
    under_ace = deal_cards(rules, "10s Ah 6s 7c").insure(False)
    assert looks(under_ace) == [False]
    with pytest.raises(IllegalAction, match="no surrender against A"):
        under_ace.act(SURRENDER)
    assert ended(deal_cards(rules, "10s Ah 6s Kc").insure(False)) == (
        Phase.DONE,
        ["lose"],
        -1_000,
    )
    assert looks(deal_cards(rules, "10s Kh 6s 7c")) == []
