"""reliability.md, "recall": a stored seed and the recorded decisions give the same round again."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bjtrainer.game.actions import Action
from bjtrainer.game.events import (
    BetPlaced,
    CardDealt,
    DealerCardDealt,
    Decided,
    Event,
    HoleCardTurned,
    InsuranceAnswered,
)
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import drill_shoe
from bjtrainer.rules.model import Decks, HoleCard, Rules, SplitBy, Surrender

SEED = 11
ROUNDS = 1_000


def played_at_random(rules: Rules, number: int, player: Random) -> Round:
    bets = [1_000 * (1 + int(player.random() * 5)) for _ in range(rules.boxes)]
    bets = bets[int(player.random() * rules.boxes) :]
    round_ = deal(rules, bets, drill_shoe(rules.decks, SEED, number))
    while round_.phase is not Phase.DONE:
        if round_.phase is Phase.INSURANCE:
            round_ = round_.insure(player.random() < 0.5)
        else:
            round_ = round_.act(round_.legal[int(player.random() * len(round_.legal))])
    return round_


def replayed(rules: Rules, number: int, record: tuple[Event, ...]) -> Round:
    bets = [event.bet_cents for event in record if isinstance(event, BetPlaced)]
    round_ = deal(rules, bets, drill_shoe(rules.decks, SEED, number))
    for event in record:
        match event:
            case InsuranceAnswered(yes, box):
                assert round_.asked_box == box
                round_ = round_.insure(yes)
            case Decided(_, action):
                round_ = round_.act(action)
            case _:
                continue
    return round_


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": 2},
        {"decks": Decks.INFINITE, "charlie": 4, "split_by": SplitBy.DENOMINATION},
        {"decks": 1, "hole_card": HoleCard.NONE_ORIGINAL_ONLY, "max_ace_hands": 4},
        {"decks": 2, "surrender": Surrender.EARLY},
        {"boxes": 5},
    ],
    ids=["peek", "infinite", "no hole card", "early surrender", "five boxes"],
)
def test_seed_and_decisions_give_the_same_round_again(
    las_vegas_downtown: Rules, changes: dict[str, Any]
) -> None:
    rules = replace(las_vegas_downtown, **changes)
    player = Random(1)
    for number in range(ROUNDS):
        round_ = played_at_random(rules, number, player)
        assert replayed(rules, number, round_.record) == round_


def test_the_cards_of_a_drill_do_not_hang_on_what_was_answered_before(
    vegas_downtown: Rules,
) -> None:
    rng = Random(1)
    for number in range(50):
        first = deal(vegas_downtown, 100, drill_shoe(2, SEED, number))
        played_at_random(vegas_downtown, number, rng)
        again = deal(vegas_downtown, 20_000, drill_shoe(2, SEED, number))
        assert (again.hands[0].cards, again.dealer_cards) == (
            first.hands[0].cards,
            first.dealer_cards,
        )


def laid_out(record: tuple[Event, ...]) -> tuple[list[list[str]], list[str]]:
    """The cards on the table as a screen lays them out from the record alone."""
    hands: list[list[str]] = []
    dealer: list[str] = []
    for event in record:
        match event:
            case BetPlaced():
                hands.append([])
            case CardDealt(place, card):
                hands[place].append(str(card))
            case Decided(place, Action.SPLIT, carried_out=True):
                hands.insert(place + 1, [hands[place].pop()])
            case DealerCardDealt(card):
                dealer.append("hidden" if card is None else str(card))
            case HoleCardTurned(card):
                dealer[1] = str(card)
            case _:
                continue
    return hands, dealer


@pytest.mark.parametrize(
    "changes",
    [{}, {"hole_card": HoleCard.NONE}, {"surrender": Surrender.EARLY}, {"boxes": 5}],
    ids=["peek", "no hole card", "early surrender", "five boxes"],
)
def test_the_record_alone_lays_out_the_cards_as_they_fell(
    las_vegas_downtown: Rules, changes: dict[str, Any]
) -> None:
    player = Random(2)
    for number in range(ROUNDS):
        round_ = played_at_random(replace(las_vegas_downtown, **changes), number, player)
        hands, dealer = laid_out(round_.record)
        assert hands == [[str(card) for card in hand.cards] for hand in round_.hands]
        assert dealer == [str(card) for card in round_.dealer_cards]
