"""Kill programs that play at random, and see what they left: the same round, and every cent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import bjtrainer
from bjtrainer.seat.log import replayed
from bjtrainer.seat.seat import sit
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store

PROGRAM = Path(__file__).with_name("play_at_random.py")
MOST_SECONDS = 0.15
WHILE_SITTING_DOWN = 0.2
"""The share of programs that are killed before they said anything, or soon after."""
SECONDS_TO_SIT_DOWN = 0.4


def start(history: Path, seed: str, **more: Any) -> subprocess.Popen[str]:
    """Start a program that plays at random and says what is stored."""
    checkout = str(Path(bjtrainer.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), str(history), seed],
        env=os.environ | {"PYTHONPATH": checkout},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def stored_steps(history: Path) -> int:
    """Count the steps that are stored: rounds, decisions in them, and moves of the player's own."""
    with Store.snapshot(history) as store:
        own = [move for move in store.moves() if move.kind not in (MoveKind.ROUND, MoveKind.START)]
        rounds = store.rounds()
        return len(own) + len(rounds) + sum(len(store.steps(one.id)) for one in rounds)


def kill_one(history: Path, rng: Random) -> dict[str, Any] | None:
    """Let a program play and kill it: what it said last, None where it was killed before that."""
    with start(history, str(rng.random())) as process:
        assert process.stdout is not None
        first = ""
        if rng.random() < WHILE_SITTING_DOWN:
            time.sleep(rng.random() * SECONDS_TO_SIT_DOWN)
        else:
            first = process.stdout.readline()
            assert first, process.communicate()[1]
            time.sleep(rng.random() * MOST_SECONDS)
        process.kill()
        output = first + process.stdout.read()  # communicate() would skip what is buffered
    whole = output[: output.rfind("\n") + 1].splitlines()
    said: dict[str, Any] | None = json.loads(whole[-1]) if whole else None
    return said


def kill_players(
    history: Path, kills: int, player: SimpleNamespace, seed: str, told: Callable[[str], object]
) -> Counter[str]:
    """Kill so many programs one after the other, each in the history that the last one left.

    Gives how often each phase was met. An AssertionError tells what was lost or doubled.
    """
    rng = Random(seed)
    met: Counter[str] = Counter()
    found: dict[str, Any] = {}
    for number in range(1, kills + 1):
        before = stored_steps(history)
        said = kill_one(history, rng) or {"done": 0, "state": found}
        late = stored_steps(history) - before - said["done"]
        assert late in (0, 1), f"{late}: what was said is stored, and at most the step after it"
        games = player.games()
        with Store.open(history) as store:
            assert store.check() == ()
            with sit(store, games[number % len(games)]) as seat:
                found = player.state(seat)
                if said["state"]:
                    compare(found, said["state"], store, late)
                met[player.phase_of(seat)] += 1
        told(f"{number} killed, {dict(met)}")
    with Store.open(history) as store:
        for stored in store.rounds():
            replayed(stored, store.steps(stored.id))
        assert in_all(store) == brought(store) + sum(
            stored.payout_cents or 0 for stored in store.rounds()
        )
    return met


def compare(found: dict[str, Any], said: dict[str, Any], store: Store, late: int) -> None:
    """See that what a killed program left is what it had said, or the step after it."""
    if not late:
        if said["round"] is None:
            said = {**said, "rules": found["rules"]}
        assert found == said
    elif said["round"] is not None:
        stored = store.round(said["round"])
        assert stored is not None
        record = [repr(event) for event in replayed(stored, store.steps(stored.id)).record]
        assert record[: len(said["record"])] == said["record"]
        assert len(record) > len(said["record"])
        assert found["round"] in (None, said["round"])
    elif found["round"] is not None:
        assert store.steps(found["round"]) == ()
        money = ("wallet", "balance", "table")
        assert sum(found[name] for name in money) == sum(said[name] for name in money)


def in_all(store: Store) -> int:
    """What the player has, with what an unfinished round holds."""
    move = store.last_move()
    assert move is not None
    return move.wallet_cents + move.balance_cents


def brought(store: Store) -> int:
    """What the player was given at the start and brought later."""
    start, *moves = store.moves()
    cents, wallet = start.wallet_cents + start.balance_cents, start.wallet_cents
    for move in moves:
        if move.kind is MoveKind.DEPOSIT:
            cents += move.wallet_cents - wallet
        wallet = move.wallet_cents
    return cents
