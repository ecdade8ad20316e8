"""How one line of the ledger follows from the line before: no cent comes or goes unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bjtrainer.stats.played import MoveKind, StoredMove, StoredRound


def why_not_next(
    before: StoredMove | None, move: StoredMove, round_: StoredRound | None = None
) -> str | None:
    """Say why a line cannot follow the line before it; None when it does.

    ``before`` is None for the first line. ``round_`` is the settled round of a line of its kind.

    >>> from datetime import UTC, datetime
    >>> from dataclasses import replace
    >>> start = StoredMove(id=1, at=datetime(2025, 3, 1, tzinfo=UTC), kind=MoveKind.START,
    ...                    round=None, wallet_cents=80_000, balance_cents=20_000)
    >>> rebuy = replace(start, id=2, kind=MoveKind.REBUY, wallet_cents=70_000, balance_cents=30_000)
    >>> why_not_next(start, rebuy)
    >>> why_not_next(start, replace(rebuy, balance_cents=40_000))
    'a rebuy moves money from the wallet to the table'
    """
    if before is None or move.kind is MoveKind.START:
        first = before is None and move.kind is MoveKind.START and move.id == 1
        return None if first else "the ledger begins with a start, and has one"
    if move.id != before.id + 1:
        return f"it follows line {before.id}"
    wallet = move.wallet_cents - before.wallet_cents
    balance = move.balance_cents - before.balance_cents
    match move.kind:
        case MoveKind.DEPOSIT:
            return None if wallet > 0 == balance else "a deposit adds to the wallet alone"
        case MoveKind.REBUY:
            moved = balance > 0 == wallet + balance
            return None if moved else "a rebuy moves money from the wallet to the table"
        case MoveKind.CASH_OUT:
            emptied = wallet > 0 == move.balance_cents == wallet + balance
            return None if emptied else "a cash out moves all from the table to the wallet"
        case MoveKind.ROUND:
            return _why_not_settled(before, move, round_)


def _why_not_settled(
    before: StoredMove, move: StoredMove, round_: StoredRound | None
) -> str | None:
    if round_ is None or round_.payout_cents is None:
        return f"round {move.round} is not settled"
    if round_.balance_cents != before.balance_cents:
        return f"round {round_.id} began with another balance"
    if move.wallet_cents != before.wallet_cents:
        return "a round leaves the wallet as it is"
    if move.balance_cents != before.balance_cents + round_.payout_cents:
        return f"round {round_.id} paid another amount"
    return None


def ledger_faults(moves: Iterable[StoredMove], rounds: Mapping[int, StoredRound]) -> Iterator[str]:
    """Give everything wrong with a ledger and the rounds in it, a line each."""
    before: StoredMove | None = None
    settled: set[int] = set()
    for move in moves:
        round_ = None if move.round is None else rounds.get(move.round)
        if reason := why_not_next(before, move, round_):
            yield f"line {move.id} of the ledger does not follow: {reason}"
        if round_ is not None:
            settled.add(round_.id)
        before = move
    for round_ in rounds.values():
        if round_.unfinished:
            if before is None or round_.balance_cents != before.balance_cents:
                yield f"round {round_.id}, unfinished, began with another balance than the last"
        elif round_.id not in settled:
            yield f"round {round_.id} is settled and stands in no line of the ledger"
