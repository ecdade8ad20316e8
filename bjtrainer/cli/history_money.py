"""``bjtrainer history money``: every move of the money, and that the sums agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.history import LISTED, Last
from bjtrainer.cli.history_lines import move_lines
from bjtrainer.cli.streams import tell
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.money import gained, in_full
from bjtrainer.places import history_path
from bjtrainer.stats.ledger import ledger_faults
from bjtrainer.stats.played import MoveKind, StoredMove, StoredRound
from bjtrainer.stats.store import Store

_BROUGHT = (MoveKind.START, MoveKind.DEPOSIT)


def money(context: typer.Context, last: Last = None) -> int:
    """Show every move of the money, and that the sums agree.

    What the wallet and the balance at the table held after each move. Exit code 1 where a move
    does not follow from the one before it, or from its round.
    """
    door = Door.of(context)
    with Store.snapshot(history_path(door.folder)) as store:
        moves, rounds = store.moves(), store.rounds()
    faults = tuple(ledger_faults(moves, {stored.id: stored for stored in rounds}))
    if door.json:
        door.report(_as_dict(moves, rounds, faults, last))
    else:
        _show(door, moves, rounds, faults, last or LISTED)
    return 1 if faults else 0


def _as_dict(
    moves: Sequence[StoredMove],
    rounds: Iterable[StoredRound],
    faults: Sequence[str],
    last: int | None,
) -> dict[str, object]:
    has = _held(moves)
    return {
        "schema": 1,
        "moves": [
            {
                "id": move.id,
                "at": move.at.isoformat(),
                "kind": move.kind.value,
                "round": move.round,
                "wallet_cents": move.wallet_cents,
                "balance_cents": move.balance_cents,
            }
            for move in moves[-(last or len(moves)) :]
        ],
        "brought_cents": _brought_cents(moves),
        "won_cents": _won_cents(rounds),
        "wallet_cents": has.wallet_cents,
        "balance_cents": has.balance_cents,
        "agree": not faults,
        "faults": list(faults),
    }


def _show(
    door: Door,
    moves: Sequence[StoredMove],
    rounds: Sequence[StoredRound],
    faults: Sequence[str],
    most: int,
) -> None:
    screen = door.screen()
    if not moves:
        screen.show("No money has moved yet. Begin with: bjtrainer play")
        return
    had = _held(moves[:-most])
    screen.show(*move_lines(moves[-most:], had, screen.width), "")
    if len(moves) > most:
        screen.show(f"The last {most} of {len(moves)} moves; --last N shows more.")
    if rounds and rounds[-1].unfinished:
        screen.show(f"Round {rounds[-1].id} is not over; its bets are still in the balance.")
    tell(f"error: {fault}" for fault in faults)
    has = _held(moves)
    screen.show(
        f"Brought {in_full(_brought_cents(moves))}, rounds {gained(_won_cents(rounds))}; "
        f"wallet and balance {in_full(has.wallet_cents + has.balance_cents)}: "
        f"the sums {'do not agree' if faults else 'agree'}."
    )


def _held(moves: Sequence[StoredMove]) -> Bankroll:
    """Give what the player has after these moves."""
    return moves[-1].bankroll if moves else Bankroll(0, 0)


def _brought_cents(moves: Sequence[StoredMove]) -> int:
    """Give the money that came from outside: the first, and what was added to the wallet."""
    held = [0, *(move.wallet_cents + move.balance_cents for move in moves)]
    changes = (after - before for before, after in pairwise(held))
    return sum(change for move, change in zip(moves, changes, strict=True) if move.kind in _BROUGHT)


def _won_cents(rounds: Iterable[StoredRound]) -> int:
    """Give what all rounds that are over won or lost together."""
    return sum(stored.payout_cents or 0 for stored in rounds)
