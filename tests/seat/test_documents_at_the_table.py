"""The documents of the two games, where they speak of bets, balances, shuffles and coming back.

``tests/games_documents.md`` says which sentence each test proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.round import Phase, deal
from bjtrainer.rules.load import find_rules
from bjtrainer.seat.listing import as_lines
from bjtrainer.seat.log import shoe_of
from bjtrainer.seat.seat import Seat, sit
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Insurance

TWO_GAMES = ("las-vegas-downtown", "vegas-downtown")


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.snapshot(Path("no history here")) as store:
        yield store


@pytest.fixture(params=TWO_GAMES)
def seat(store: Store, request: pytest.FixtureRequest) -> Iterator[Seat]:
    """A seat at a table of either game, of a player who has not played before."""
    with sit(store, find_rules(request.param), seed=11) as seat:
        yield seat


def stand_to_the_end(seat: Seat) -> None:
    while seat.playing:
        seat.decide(Insurance.NO if seat.round.phase is Phase.INSURANCE else Action.STAND)


def deal_to_a_decision(seat: Seat, bet_cents: int = 500) -> None:
    """Deal until the player is asked about a hand."""
    while not seat.playing:
        seat.bet(bet_cents)
        if seat.playing and seat.round.phase is Phase.INSURANCE:
            seat.decide(Insurance.NO)


@pytest.mark.parametrize("bet_cents", [0, 50, 99, 20_001, 20_100, 150])
def test_nothing_is_dealt_for_a_bet_below_the_smallest_or_above_the_largest(seat, store, bet_cents):
    before = seat.bankroll
    with pytest.raises(InputError, match="in this game"):
        seat.bet(bet_cents)
    assert (seat.round, store.rounds(), seat.bankroll) == (None, (), before)


@pytest.mark.parametrize("bet_cents", [100, 20_000])
def test_the_smallest_and_the_largest_bet_are_dealt_to(seat, bet_cents):
    seat.bet(bet_cents)
    assert seat.round.record[0].bet_cents == bet_cents


def test_the_balance_shows_what_is_not_on_the_table(seat):
    deal_to_a_decision(seat, bet_cents=1_000)
    table = seat.round.staked_cents
    before = seat.round.funds_cents
    assert seat.bankroll.balance_cents == before - table
    stand_to_the_end(seat)
    assert seat.bankroll.balance_cents == before + seat.round.payout_cents


def test_the_same_bet_can_be_placed_again(seat):
    seat.bet(1_500)
    stand_to_the_end(seat)
    assert seat.last_bets == (1_500,)
    seat.bet(seat.last_bets)
    assert [event.bet_cents for event in seat.round.record[:1]] == [1_500]


def test_another_bet_can_be_placed_instead(seat):
    seat.bet(1_500)
    stand_to_the_end(seat)
    seat.bet(700)
    assert seat.last_bets == (700,)


def test_a_rebuy_brings_money_from_the_wallet_to_the_table(seat):
    assert seat.bankroll == Bankroll(80_000, 20_000)
    assert seat.rebuy(30_000) == seat.bankroll == Bankroll(50_000, 50_000)


def test_money_cannot_be_added_in_the_middle_of_a_round_but_before_the_next(seat):
    deal_to_a_decision(seat)
    before = seat.bankroll
    for add in (seat.rebuy, seat.deposit):
        with pytest.raises(IllegalAction, match="money moves between rounds only"):
            add(1_000)
    assert seat.bankroll == before
    stand_to_the_end(seat)
    balance = seat.bankroll.balance_cents
    assert seat.rebuy(1_000).balance_cents == balance + 1_000


def test_a_balance_below_the_smallest_bet_needs_a_rebuy_first(seat):
    seat.cash_out()
    seat.rebuy(99)
    with pytest.raises(InputError, match=r"the balance is \$0\.99"):
        seat.bet(100)
    seat.rebuy(1)
    seat.bet(100)
    assert seat.round is not None


def test_an_empty_wallet_can_always_be_filled(seat):
    seat.rebuy(seat.bankroll.wallet_cents)
    with pytest.raises(InputError, match=r"it holds \$0"):
        seat.rebuy(100)
    seat.deposit(5_000)
    assert seat.rebuy(5_000).wallet_cents == 0


def test_the_rules_are_the_same_whether_money_is_played_for_or_not(seat, store):
    for _ in range(20):
        deal_to_a_decision(seat)
        without_money = deal(seat.rules, 500, shoe_of(store.rounds()[-1]))
        if without_money.phase is Phase.INSURANCE:
            without_money = without_money.insure(False)
        while seat.playing:
            assert seat.round.legal == without_money.legal
            without_money = without_money.act(seat.round.legal[0])
            seat.decide(seat.round.legal[0])
        assert seat.round.record == without_money.record
        assert seat.round.results == without_money.results
        if seat.bankroll.balance_cents < 5_000:
            seat.deposit(10_000)
            seat.rebuy(10_000)


def test_eight_decks_are_shuffled_after_the_round_in_which_a_tenth_of_them_is_used(store):
    with sit(store, find_rules("las-vegas-downtown")) as seat:
        used = []
        for _ in range(40):
            seat.bet(100)
            stand_to_the_end(seat)
            used.append(seat.round.shoe.dealt)
            assert len(seat.round.shoe.order) == 8 * 52
    rounds = store.rounds()
    shuffles = 0
    for dealt, (before, after) in zip(used, pairwise(rounds), strict=False):
        if dealt >= 41.6:
            assert after.shoe_seed != before.shoe_seed
            assert after.shoe_dealt == 0
            shuffles += 1
        else:
            assert (after.shoe_seed, after.shoe_dealt) == (before.shoe_seed, dealt)
    assert shuffles > 2


def test_two_decks_are_shuffled_before_every_round(store):
    with sit(store, find_rules("vegas-downtown")) as seat:
        for _ in range(10):
            seat.bet(100)
            stand_to_the_end(seat)
            assert len(seat.round.shoe.order) == 2 * 52
    rounds = store.rounds()
    assert {stored.shoe_dealt for stored in rounds} == {0}
    assert len({stored.shoe_seed for stored in rounds}) == len(rounds)


def test_a_round_that_was_cut_off_is_finished_before_anything_else(store):
    with sit(store, find_rules("las-vegas-downtown"), seed=3) as seat:
        deal_to_a_decision(seat)
        left, balance = seat.round, seat.bankroll
    with sit(store, find_rules("las-vegas-downtown")) as again:
        assert again.resumed
        assert (again.round, again.bankroll) == (left, balance)
        with pytest.raises(IllegalAction, match="the round comes first; finish it"):
            again.bet(500)
        stand_to_the_end(again)
        again.bet(500)


def test_the_rounds_that_were_played_can_be_looked_up(seat, store):
    for _ in range(3):
        seat.bet(500)
        stand_to_the_end(seat)
    for stored in store.rounds():
        lines = list(as_lines(stored, store.steps(stored.id)))
        assert lines[0].startswith(f"Round {stored.id}, {seat.rules.name}")
        assert lines[-1].startswith("Balance after: ")
