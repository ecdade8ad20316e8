"""A player who does anything that is allowed; as a program, one that says what is stored.

python play_at_random.py HISTORY SEED

prints a line of JSON for every step that is stored, and plays until it is killed.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bjtrainer.errors import StorageError
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.load import find_rules, override
from bjtrainer.rules.model import Rules
from bjtrainer.seat.seat import Seat, sit
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Choice, Insurance

MOST_BET_CENTS = 2_000


@cache
def games() -> tuple[Rules, ...]:
    """Give games of every kind: running shoes, no hole card, five boxes, an early look."""
    names = ("las-vegas-downtown", "vegas-downtown", "european", "multi-hand")
    early = override(find_rules("atlantic-city"), ["surrender=early", "slug=early"])
    endless = override(find_rules("vegas-strip"), ["decks=infinite", "slug=endless"])
    deep = override(find_rules("vegas-strip"), ["decks=1", "shuffle=0.95", "slug=deep"])
    return (*map(find_rules, names), early, endless, deep)


def offered(round_: Round) -> tuple[Choice, ...]:
    """Give what the player may answer now."""
    return tuple(Insurance) if round_.phase is Phase.INSURANCE else round_.legal


def step_in_round(seat: Seat, rng: Random) -> None:
    """Decide something; pairs are split more often than not, so that there are many hands."""
    assert seat.round is not None
    choices = offered(seat.round)
    if Action.SPLIT in choices and rng.random() < 0.7:
        seat.decide(Action.SPLIT)
    else:
        seat.decide(choices[int(rng.random() * len(choices))])


def step_between_rounds(seat: Seat, rng: Random) -> None:
    """Move money now and then, where there is none to bet always; otherwise bet and deal."""
    bankroll, least = seat.bankroll, seat.rules.min_bet
    if bankroll.balance_cents < least:
        if bankroll.wallet_cents < least:
            seat.deposit(1 + int(rng.random() * 50_000))
        else:
            seat.rebuy(1 + int(rng.random() * bankroll.wallet_cents))
    elif (whim := rng.random()) < 0.05:
        seat.deposit(1 + int(rng.random() * 10_000))
    elif whim < 0.1 and bankroll.wallet_cents:
        seat.rebuy(1 + int(rng.random() * bankroll.wallet_cents))
    elif whim < 0.12:
        seat.cash_out()
    else:
        seat.bet(bets(seat, rng))


def bets(seat: Seat, rng: Random) -> list[int]:
    """Give bets on some boxes that the balance holds."""
    rules, left = seat.rules, seat.bankroll.balance_cents
    chip = min(rules.chips)
    chosen: list[int] = []
    for _ in range(1 + int(rng.random() * rules.boxes)):
        most = min(left, rules.max_bet, MOST_BET_CENTS) // chip
        if most * chip < rules.min_bet:
            break
        least = -(-rules.min_bet // chip)
        chosen.append(chip * (least + int(rng.random() * (most - least + 1))))
        left -= chosen[-1]
    return chosen


def step(seat: Seat, rng: Random) -> None:
    """Do one thing that is stored."""
    (step_in_round if seat.playing else step_between_rounds)(seat, rng)


def rounds_at_random(seat: Seat, rng: Random, count: int) -> dict[int, Round]:
    """Play so many rounds, money moves between them included: each round as it ended, by id."""
    played: dict[int, Round] = {}
    while len(played) < count:
        step(seat, rng)
        if seat.round is not None and seat.round_id is not None and not seat.playing:
            played[seat.round_id] = seat.round
    return played


def state(seat: Seat) -> dict[str, Any]:
    """Describe all that the player would see: the round, what is offered, and the money."""
    bankroll, round_ = seat.bankroll, seat.round if seat.playing else None
    return {
        "wallet": bankroll.wallet_cents,
        "balance": bankroll.balance_cents,
        "table": round_.staked_cents if round_ else 0,
        "round": seat.round_id if round_ else None,
        "record": [repr(event) for event in round_.record] if round_ else [],
        "offered": [str(choice) for choice in offered(round_)] if round_ else [],
        "rules": seat.rules.digest,
    }


def phase_of(seat: Seat) -> str:
    """Name the moment that a seat is in."""
    round_ = seat.round
    if round_ is None or not seat.playing:
        return "between rounds"
    if round_.phase is Phase.INSURANCE:
        return "insurance of a later box" if round_.asked_box else "insurance"
    if round_._check_waits:
        return "the dealer's look waits"
    hand, later_box = round_.hands[round_.active], round_.hands[round_.active].box > 0
    if hand.from_split:
        first = round_.hands.index(hand) == 0
        return "first split hand" if first else "later split hand"
    if len(hand.cards) > 2:
        return "after a hit"
    return "first decision in a later box" if later_box else "first decision"


PHASES = {
    "between rounds",
    "insurance",
    "insurance of a later box",
    "the dealer's look waits",
    "first decision",
    "first decision in a later box",
    "after a hit",
    "first split hand",
    "later split hand",
}
"""Every moment in which a program can be cut off."""


def main(path: Path, seed: str) -> int:
    """Play until nothing more can be stored (1), or until killed.

    Each line is printed when what it says is stored, after so many steps.
    """
    rng = Random(seed)
    chosen = games()
    try:
        with Store.open(path) as store, sit(store, chosen[int(rng.random() * len(chosen))]) as seat:
            for done in count():
                print(json.dumps({"done": done, "state": state(seat)}), flush=True)
                step(seat, rng)
    except StorageError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
