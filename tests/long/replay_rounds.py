"""reliability.md, "recall": every stored round is dealt again event for event.

    python tests/long/replay_rounds.py --rounds 10000

plays so many rounds at random in each of seven games, running shoes, five boxes and an endless shoe
among them, deals every stored round again, and compares. Exit code 1 when one differs.
``tests/seat/test_seat_replayed.py`` is the short form.
"""

from __future__ import annotations

import argparse
import runpy
import sys
from pathlib import Path
from random import Random

from bjtrainer.rules.model import Rules
from bjtrainer.seat.log import replayed
from bjtrainer.seat.seat import sit
from bjtrainer.stats.store import Store

PLAYER = runpy.run_path(str(Path(__file__).parent.parent / "seat" / "play_at_random.py"))


def differing(game: Rules, rounds: int) -> int:
    """Play rounds of a game and deal them again; how many are not the same."""
    with Store.snapshot(Path("no history here")) as store, sit(store, game) as seat:
        played = PLAYER["rounds_at_random"](seat, Random(f"recall {game.slug}"), rounds)
        stored = store.rounds()
        wrong = sum(replayed(one, store.steps(one.id)) != played[one.id] for one in stored)
        wrong += len(played) - len(stored)
        faults = store.check()
        running = sum(one.shoe_dealt > 0 for one in stored)
        print(
            f"{game.slug}: {len(stored)} rounds, {running} from a running shoe, "
            f"{wrong} dealt otherwise, {len(faults)} faults",
            flush=True,
        )
        return wrong + len(faults)


def main() -> int:
    """Play, deal again and compare, game by game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds of each game")
    rounds = parser.parse_args().rounds
    return int(sum(differing(game, rounds) for game in PLAYER["games"]()) > 0)


if __name__ == "__main__":
    sys.exit(main())
