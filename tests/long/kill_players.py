"""reliability.md, kill -9 in play: the same round comes back, and no cent is lost or doubled.

    python tests/long/kill_players.py --kills 200

kills so many programs that play at random, one after the other in the history that the last one
left, and says in which phases they were. ``tests/seat/test_seat_killed.py`` is the short form.
"""

from __future__ import annotations

import argparse
import runpy
import secrets
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

SEAT = Path(__file__).parent.parent / "seat"
PLAYER = SimpleNamespace(**runpy.run_path(str(SEAT / "play_at_random.py")))
KILLING = runpy.run_path(str(SEAT / "kill_players.py"))


def main() -> None:
    """Kill programs; an AssertionError tells what was lost or doubled."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", default=str(secrets.randbelow(10**9)))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory() as home:
        history = Path(home) / "history.sqlite3"
        met = KILLING["kill_players"](
            history, asked.kills, PLAYER, asked.seed, lambda line: print(line, flush=True)
        )
    missing = PLAYER.PHASES - met.keys()
    print(f"{met.total()} killed; phases without a kill: {', '.join(sorted(missing)) or 'none'}")


if __name__ == "__main__":
    sys.exit(main())
