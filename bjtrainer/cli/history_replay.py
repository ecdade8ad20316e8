"""``bjtrainer history replay``: stored rounds dealt again, and whether they are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.history import Ids, chosen_rounds
from bjtrainer.cli.history_lines import NO_ROUNDS
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError, StorageError
from bjtrainer.game.money import gained
from bjtrainer.places import history_path
from bjtrainer.seat.log import replayed, rules_of, why_other_cards
from bjtrainer.stats.played import StoredRound
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted


@dataclass(frozen=True, slots=True)
class _Again:
    """A round dealt again: how much happened in it, or what was the first thing to differ."""

    stored: StoredRound
    decisions: int
    events: int = 0
    difference: str | None = None


def replay(
    context: typer.Context,
    ids: Ids = None,
    every: Annotated[bool, typer.Option("--all", help="Every round there is.")] = False,
) -> int:
    """Deal a round again and compare it with what is stored.

    From its shoe, its bets and its rules as they were, decided as it was decided: each decision
    has to be one that is offered, every card the one that fell, and the round has to end where it
    ended, with the same result.
    Exit code 1 where anything is otherwise, with the first thing that is.
    """
    door = Door.of(context)
    if ids and every:
        raise InputError("--all is for every round; leave out the numbers, or --all")
    with Store.snapshot(history_path(door.folder)) as store:
        rounds = store.rounds() if every else chosen_rounds(store, ids)
        again = [_dealt_again(store, stored) for stored in rounds]
    differing = [one for one in again if one.difference is not None]
    if door.json:
        rows = [_as_dict(one) for one in again]
        door.report({"schema": 1, "same": not differing, "rounds": rows})
    else:
        _show(door, again, each=not every)
    return 1 if differing else 0


def _dealt_again(store: Store, stored: StoredRound) -> _Again:
    steps = store.steps(stored.id)
    try:
        digest, round_ = rules_of(stored).digest, replayed(stored, steps)
    except StorageError as error:
        return _Again(stored, len(steps), difference=str(error))
    difference = None
    fell = store.cards(stored.id)
    if digest != stored.rules_digest:
        difference = f"round {stored.id}: its rules are {digest}, and were {stored.rules_digest}"
    elif fell is not None and (other := why_other_cards(round_, fell)):
        difference = f"round {stored.id}: {other}"
    return _Again(stored, len(steps), len(round_.record), difference)


def _as_dict(again: _Again) -> dict[str, object]:
    return {
        "id": again.stored.id,
        "game": again.stored.game,
        "same": again.difference is None,
        "events": again.events,
        "decisions": again.decisions,
        "payout_cents": again.stored.payout_cents,
        "difference": again.difference,
    }


def _show(door: Door, again: Sequence[_Again], *, each: bool) -> None:
    screen = door.screen()
    if not again:
        screen.show(NO_ROUNDS)
        return
    for one in again:
        if one.difference is not None:
            tell([f"error: {one.difference}"])
        elif each:
            screen.show(_line(one))
    if not each:
        same = sum(one.difference is None for one in again)
        screen.show(f"{counted(len(again), 'round')} dealt again; {same} came out the same.")


def _line(again: _Again) -> str:
    payout = again.stored.payout_cents
    end = "not over" if payout is None else gained(payout)
    happened = f"{counted(again.events, 'event')}, {counted(again.decisions, 'decision')}, {end}"
    return f"Round {again.stored.id} dealt again came out the same: {happened}"
