"""The player's money between rounds: a wallet outside, and a balance at the table."""

from __future__ import annotations

from dataclasses import dataclass

from bjtrainer.errors import InputError
from bjtrainer.game.money import dollars

FIRST_WALLET_CENTS = 100_000
"""The play money of a new player."""

FIRST_BUY_IN_CENTS = 20_000
"""What of it lies on the table when the player sits down for the first time."""


@dataclass(frozen=True, slots=True)
class Bankroll:
    """What the player has in the wallet and at the table, in whole cents, none of it in a bet.

    Each method gives the bankroll after a move. One that cannot be made raises ``InputError`` with
    the reason and changes nothing.

    >>> new = Bankroll(FIRST_WALLET_CENTS, 0).rebuy(FIRST_BUY_IN_CENTS)
    >>> new
    Bankroll(wallet_cents=80000, balance_cents=20000)
    >>> new.after_round(-500).cash_out()
    Bankroll(wallet_cents=99500, balance_cents=0)
    """

    wallet_cents: int
    balance_cents: int

    def rebuy(self, cents: int) -> Bankroll:
        """Move money from the wallet to the table.

        >>> Bankroll(5_000, 0).rebuy(6_000)
        Traceback (most recent call last):
        bjtrainer.errors.InputError: $60 is more than the wallet holds; it holds $50
        """
        _check_amount(cents)
        if cents > self.wallet_cents:
            raise InputError(
                f"{dollars(cents)} is more than the wallet holds; "
                f"it holds {dollars(self.wallet_cents)}"
            )
        return Bankroll(self.wallet_cents - cents, self.balance_cents + cents)

    def deposit(self, cents: int) -> Bankroll:
        """Put new play money into the wallet, as much as one likes."""
        _check_amount(cents)
        return Bankroll(self.wallet_cents + cents, self.balance_cents)

    def cash_out(self) -> Bankroll:
        """Move all that is at the table to the wallet."""
        if not self.balance_cents:
            raise InputError("the balance is $0; there is nothing to move to the wallet")
        return Bankroll(self.wallet_cents + self.balance_cents, 0)

    def after_round(self, payout_cents: int) -> Bankroll:
        """Add what a round gained, or take what it lost; no round loses more than the balance."""
        return Bankroll(self.wallet_cents, self.balance_cents + payout_cents)


def _check_amount(cents: int) -> None:
    if cents <= 0:
        raise InputError(f"{dollars(cents)} is no amount to move; write one above $0")
