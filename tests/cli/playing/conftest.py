"""A player at the table who does anything that is allowed, and keeps books of every cent."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

Event = dict[str, Any]


class Books:
    """What the events say of the money, added up a second time. Amounts are in cents.

    ``balance`` and ``wallet`` are None until an event has said what they are.
    """

    def __init__(self) -> None:
        self.balance: int | None = None
        self.wallet: int | None = None
        self.payout = 0
        self.settled = 0
        self.round: Event | None = None
        """The table as it stands in a round; None between rounds."""
        self._before = 0
        self._paid = 0

    def enter(self, event: Event) -> None:
        """Take note of an event, and see that its money follows from what came before."""
        kind = event["type"]
        if kind in ("result", "insurance_result"):
            self._paid += event["payout_cents"]
        elif kind == "round":
            self._on_the_table(event)
        elif kind in ("rebuy", "deposit", "cash_out"):
            self._move(kind, event["amount_cents"])
        if kind in ("bet", "balance", "rebuy", "deposit", "cash_out", "summary"):
            self._agree(event)

    def _on_the_table(self, round_: Event) -> None:
        staked = sum(hand["bet_cents"] for hand in round_["hands"])
        staked += sum(round_["insurances_cents"])
        if self.balance is None:  # a round that was cut off
            self.balance = round_["balance_cents"] + staked
        if self.round is None:
            self._before = self.balance
        if round_["phase"] != "done":
            assert round_["balance_cents"] == self._before - staked
            assert round_["balance_cents"] >= 0
            self.balance, self.round = round_["balance_cents"], round_
            return
        assert round_["balance_cents"] == self._before + self._paid
        assert -staked <= self._paid
        self.balance, self.round = round_["balance_cents"], None
        self.payout += self._paid
        self.settled += 1
        self._paid = 0

    def _move(self, kind: str, amount: int) -> None:
        assert amount > 0
        assert self.round is None
        assert self.balance is not None
        assert self.wallet is not None
        if kind == "rebuy":
            self.wallet -= amount
            self.balance += amount
        else:
            self.wallet += amount
        if kind == "cash_out":
            assert amount == self.balance
            self.balance = 0

    def _agree(self, event: Event) -> None:
        if self.balance is None:
            self.balance = event["balance_cents"]
        if self.wallet is None:
            self.wallet = event["wallet_cents"]
        assert (event["balance_cents"], event["wallet_cents"]) == (self.balance, self.wallet)


class Player:
    """A program that plays by the events of ``play --json`` and keeps books of them."""

    def __init__(self, table: Any, rng: Random) -> None:
        self.table = table
        self.books = Books()
        self.events: list[Event] = []
        self._rng = rng

    def read(self) -> Event:
        """Read events up to the next that asks, or the end, and give the last one."""
        while True:
            event = self.table.event()
            self.books.enter(event)
            self.events.append(event)
            if event["type"] in ("bet", "question", "summary", "refused", "end"):
                return event

    def say(self, answer: str) -> Event:
        """Send a line, and read as far as ``read`` does."""
        self.table.send(answer)
        return self.read()

    def anything(self, ask: Event) -> str:
        """Choose anything that is allowed; split more often than not."""
        if ask["type"] == "bet":
            return between_rounds(ask, self._rng)
        if "split" in ask["legal"] and self._rng.random() < 0.7:
            return "split"
        return str(self._rng.choice(ask["legal"]))

    def of_type(self, kind: str) -> list[Event]:
        """Give the events of a type so far."""
        return [event for event in self.events if event["type"] == kind]


@pytest.fixture
def player(talk: Callable[..., Any]) -> Callable[..., Player]:
    """Start ``bjtrainer play --json`` with arguments, and a player of this seed at the table."""

    def start(*arguments: str, chance: str = "any", **environment: str) -> Player:
        return Player(talk("play", *arguments, **environment), Random(chance))

    return start


def between_rounds(ask: Event, rng: Random) -> str:
    """Say something that is allowed between rounds; where there is no money, get some."""
    balance, wallet = ask["balance_cents"], ask["wallet_cents"]
    if balance < ask["min_cents"]:
        return f"rebuy {wallet // 200 + 1}" if wallet >= 1_000 else "deposit 750.50"
    whim = rng.random()
    if whim < 0.04:
        return f"deposit {rng.randrange(1, 300)}.{rng.randrange(100):02}"
    if whim < 0.08 and wallet >= 100:
        return f"rebuy {rng.randrange(1, wallet // 100 + 1)}"
    if whim < 0.1:
        return "cash out"
    if whim < 0.3 and ask["last_cents"] and sum(ask["last_cents"]) <= balance:
        return "rebet"
    chip = ask["chips"][0]
    bets = []
    for _ in range(rng.randrange(ask["boxes"]) + 1):
        most = min(balance - sum(bets), ask["max_cents"], 60 * chip) // chip
        if most * chip < ask["min_cents"]:
            break
        bets.append(chip * rng.randrange(max(1, ask["min_cents"] // chip), most + 1))
    return " ".join(f"{cents // 100}.{cents % 100:02}" for cents in bets)
