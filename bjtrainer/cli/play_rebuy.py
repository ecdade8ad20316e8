"""An amount being typed, key by key, that is to move from the wallet to the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bjtrainer.errors import InputError
from bjtrainer.game.bankroll import FIRST_BUY_IN_CENTS, FIRST_WALLET_CENTS, Bankroll
from bjtrainer.game.money import in_full
from bjtrainer.rules.money import parse_dollars

NEW_MONEY_CENTS = FIRST_WALLET_CENTS
"""The play money that a player gets at once, as often as he likes."""

_LONGEST = len("1234567.89")


@dataclass(frozen=True, slots=True)
class Rebuy:
    """What was typed so far; None, before the first key, means an amount that is proposed.

    That is the first buy-in, or what the wallet holds of it. Taken back, it leaves nothing.

    >>> rebuy = Rebuy().press("2").press("5")
    >>> rebuy.cents(Bankroll(80_000, 0), "+"), Rebuy().cents(Bankroll(5_000, 0), "+")
    (2500, 5000)
    >>> Rebuy().take_back().shown(Bankroll(80_000, 0))
    '-'
    """

    typed: str | None = None

    def press(self, digit: str) -> Rebuy:
        """Add a digit or the point."""
        return replace(self, typed=((self.typed or "") + digit)[:_LONGEST])

    def take_back(self) -> Rebuy:
        """Take the last sign back, or the amount that is proposed."""
        return replace(self, typed=(self.typed or "")[:-1])

    def cents(self, bankroll: Bankroll, deposit_key: str) -> int:
        """Give the amount. Raises ``InputError`` for an empty wallet, and where there is none.

        ``deposit_key`` is the key that fills the wallet.
        """
        if not bankroll.wallet_cents:
            raise InputError(
                f"the wallet is empty; {deposit_key} puts {in_full(NEW_MONEY_CENTS)} "
                "of play money into it"
            )
        if self.typed is None:
            return _proposed_cents(bankroll)
        if not self.typed:
            raise InputError("there is no amount; type one such as 50 or 0.50")
        return parse_dollars(self.typed)

    def shown(self, bankroll: Bankroll) -> str:
        """Give the amount as it stands there while it is typed."""
        if self.typed is None:
            return in_full(_proposed_cents(bankroll))
        return f"${self.typed}" if self.typed else "-"


def _proposed_cents(bankroll: Bankroll) -> int:
    return min(FIRST_BUY_IN_CENTS, bankroll.wallet_cents)
