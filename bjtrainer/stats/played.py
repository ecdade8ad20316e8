"""What is remembered of play: rounds, the decisions in them, and every move of the money.

A round is stored when it is dealt, each decision when it is made, and the money moves once, when
the round is settled. So a round that was cut off lies there as it stood, with its bets on the
table, and follows from its shoe, its bets and its steps alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from bjtrainer.game.bankroll import Bankroll


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredRound:
    """One round at the table, as it was dealt; its steps are beside it. Money is in cents.

    ``ended_at`` and ``payout_cents`` are None until the round is settled; the payout is what the
    player gained or lost by it. ``game`` is the slug and ``rules`` the text of every rule, which
    ``rules_from_text`` reads; ``version`` is that of the program and ``session`` the sitting.

    The cards are those of the shoe shuffled by the text ``shoe_seed``, after its first
    ``shoe_dealt``. ``bets`` holds one for each box, from the left, and ``balance_cents`` what lay
    at the table before they were taken from it. ``coached``: each decision was judged at once.
    """

    id: int
    started_at: datetime
    ended_at: datetime | None
    game: str
    rules: str
    rules_digest: str
    version: str
    session: int
    shoe_seed: str
    shoe_dealt: int
    bets: tuple[int, ...]
    balance_cents: int
    payout_cents: int | None
    coached: bool

    @property
    def unfinished(self) -> bool:
        """Whether the round waits for its end: it was cut off, or it is being played."""
        return self.ended_at is None


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredStep:
    """One decision in a round: ``yes no hit stand double split surrender``, numbered from 1."""

    round: int
    n: int
    at: datetime
    choice: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredCards:
    """The cards of a settled round in the order in which they fell (``9h``, ``Ts``)."""

    round: int
    cards: tuple[str, ...]


class RoundEnd(NamedTuple):
    """How a round ended: what the player gained or lost by it, and its cards as they fell."""

    payout_cents: int
    cards: tuple[str, ...]


class MoveKind(Enum):
    """Why money moved; the value is the word that is stored."""

    START = "start"
    DEPOSIT = "deposit"
    REBUY = "rebuy"
    CASH_OUT = "cash out"
    ROUND = "round"


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredMove:
    """One line of the ledger: what the wallet and the balance at the table held after a move.

    ``round`` is the round that was settled, None for the player's own moves. The last line is
    what the player has.
    """

    id: int
    at: datetime
    kind: MoveKind
    round: int | None
    wallet_cents: int
    balance_cents: int

    @property
    def bankroll(self) -> Bankroll:
        """What the player has after it."""
        return Bankroll(self.wallet_cents, self.balance_cents)
