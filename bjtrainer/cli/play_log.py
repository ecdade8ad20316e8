"""The log of the rounds played last, from what is stored of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from bjtrainer.cli.history_lines import NO_ROUNDS
from bjtrainer.errors import StorageError
from bjtrainer.seat.listing import as_dict, as_lines
from bjtrainer.stats.store import Store

LOGGED = 10
"""How many of the last rounds the log at the table shows."""


def logged(store: Store) -> Iterator[dict[str, object]]:
    """Give the rounds played last as JSON, the newest first, without their rules.

    One that this version cannot deal again is left out.
    """
    for stored in store.rounds(LOGGED)[::-1]:
        with suppress(StorageError):
            figures = as_dict(stored, store.steps(stored.id))
            yield {key: value for key, value in figures.items() if key != "rules"}


def log_lines(store: Store) -> Iterator[str]:
    """Give the rounds played last step by step, the newest first, an empty line between them."""
    rounds = store.rounds(LOGGED)
    if not rounds:
        yield NO_ROUNDS
    for stored in rounds[::-1]:
        try:
            yield from as_lines(stored, store.steps(stored.id))
        except StorageError as error:
            yield str(error)
        yield ""
    if rounds and (more := rounds[0].id - 1):
        yield f"{more} more before them: bjtrainer history --last {more + LOGGED}"
