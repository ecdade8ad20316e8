"""interface.md and the two games' documents, "rebuy": money moves between the wallet and the table,
and none of it comes or goes on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.errors import InputError
from bjtrainer.game.bankroll import FIRST_BUY_IN_CENTS, FIRST_WALLET_CENTS, Bankroll

amounts = st.integers(0, 10**9)
bankrolls = st.builds(Bankroll, amounts, amounts)


def test_a_new_player_has_a_thousand_dollars_and_two_hundred_of_them_at_the_table() -> None:
    assert (FIRST_WALLET_CENTS, FIRST_BUY_IN_CENTS) == (100_000, 20_000)


@given(bankroll=bankrolls, cents=st.integers(-(10**9), 2 * 10**9))
def test_a_rebuy_moves_what_the_wallet_holds_and_no_more(bankroll: Bankroll, cents: int) -> None:
    if 0 < cents <= bankroll.wallet_cents:
        after = bankroll.rebuy(cents)
        assert after.balance_cents == bankroll.balance_cents + cents
        assert after.wallet_cents == bankroll.wallet_cents - cents >= 0
    else:
        with pytest.raises(InputError):
            bankroll.rebuy(cents)


@given(bankroll=bankrolls, cents=st.integers(1))
def test_a_deposit_is_new_money_in_the_wallet(bankroll: Bankroll, cents: int) -> None:
    after = bankroll.deposit(cents)
    assert after == Bankroll(bankroll.wallet_cents + cents, bankroll.balance_cents)


@given(bankroll=bankrolls)
def test_cashing_out_leaves_nothing_at_the_table(bankroll: Bankroll) -> None:
    if bankroll.balance_cents:
        after = bankroll.cash_out()
        assert after == Bankroll(bankroll.wallet_cents + bankroll.balance_cents, 0)
        assert after.rebuy(bankroll.balance_cents) == bankroll
    else:
        with pytest.raises(InputError):
            bankroll.cash_out()


@given(bankroll=bankrolls, payout_cents=st.integers(-(10**6), 10**6))
def test_a_round_changes_the_balance_alone(bankroll: Bankroll, payout_cents: int) -> None:
    after = bankroll.after_round(payout_cents)
    assert after == Bankroll(bankroll.wallet_cents, bankroll.balance_cents + payout_cents)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (lambda bankroll: bankroll.rebuy(0), "$0 is no amount to move; write one above $0"),
        (lambda bankroll: bankroll.deposit(-250), "-$2.50 is no amount to move; write one above"),
        (lambda bankroll: bankroll.rebuy(5_001), "$50.01 is more than the wallet holds; it holds"),
        (lambda bankroll: bankroll.cash_out(), "the balance is $0; there is nothing to move"),
    ],
)
def test_what_is_refused_is_refused_with_the_reason_in_one_line(
    move: Callable[[Bankroll], Bankroll], reason: str
) -> None:
    with pytest.raises(InputError) as refusal:
        move(Bankroll(5_000, 0))
    assert str(refusal.value).startswith(reason)
    assert len(refusal.value.lines()) == 1
