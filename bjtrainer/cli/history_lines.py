"""Rounds that were played and moves of the money, a line for each, as a person sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.money import dollars, gained, in_full
from bjtrainer.stats.played import StoredMove, StoredRound

NO_ROUNDS = "No rounds yet. Begin with: bjtrainer play"
_GAP = "  "
_WHEN = f"{'when (UTC)':<16}"


def round_lines(rounds: Iterable[StoredRound], width: int) -> Iterator[Line]:
    """Give a head and a line for each round in its order; in a narrow window two lines for each.

    A round that is not over has no result yet, and no balance after it.
    """
    head = ("round", _WHEN, "game", "bets", "result", "balance")
    rows = [_round(stored) for stored in rounds]
    if not _fits(head, rows, width):
        for number, when, game, bets, result, balance in rows:
            yield f"{number}{_GAP}{when}{_GAP}{game}"
            yield f"{_GAP}{bets}: {result}" + (f", balance {balance}" if balance else "")
        return
    yield from _columns(head, rows, left=(_WHEN, "game"))


def move_lines(moves: Iterable[StoredMove], had: Bankroll, width: int) -> Iterator[Line]:
    """Give a head and a line for each move in its order; in a narrow window two lines for each.

    ``had`` is what the player had before the first of them. The amount is what was gained or
    lost, or what went from one place to the other.
    """
    head = (_WHEN, "move", "amount", "wallet", "balance")
    rows: list[tuple[str, ...]] = []
    for move in moves:
        rows.append(_move(had, move))
        had = move.bankroll
    if not _fits(head, rows, width):
        for when, what, amount, wallet, balance in rows:
            yield f"{when}{_GAP}{what}{_GAP}{amount}"
            yield f"{_GAP}wallet {wallet}, balance {balance}"
        return
    yield from _columns(head, rows, left=(_WHEN, "move"))


def _round(stored: StoredRound) -> tuple[str, ...]:
    result, balance = "not over", ""
    if stored.payout_cents is not None:
        result = gained(stored.payout_cents)
        balance = in_full(stored.balance_cents + stored.payout_cents)
    bets = ", ".join(dollars(cents) for cents in stored.bets)
    when = f"{stored.started_at:%Y-%m-%d %H:%M}"
    return (str(stored.id), when, stored.game, bets, result, balance)


def _move(had: Bankroll, move: StoredMove) -> tuple[str, ...]:
    to_wallet = move.wallet_cents - had.wallet_cents
    to_table = move.balance_cents - had.balance_cents
    within = to_wallet == -to_table
    return (
        f"{move.at:%Y-%m-%d %H:%M}",
        move.kind.value if move.round is None else f"{move.kind.value} {move.round}",
        in_full(abs(to_table)) if within else gained(to_wallet + to_table),
        in_full(move.wallet_cents),
        in_full(move.balance_cents),
    )


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(head, *rows, strict=True)]


def _fits(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    return len(_GAP.join("#" * column for column in _widths(head, rows))) <= width


def _columns(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[str]
) -> Iterator[Line]:
    """Give the lines of a table; the columns of these titles are text, the others figures."""
    widths = _widths(head, rows)
    for number, cells in enumerate((head, *rows)):
        aligned = (
            cell.ljust(column) if title in left else cell.rjust(column)
            for title, cell, column in zip(head, cells, widths, strict=True)
        )
        line = _GAP.join(aligned).rstrip()
        yield line if number else [Span(line, Style.TITLE)]
