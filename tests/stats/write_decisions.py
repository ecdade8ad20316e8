"""Child program of the tests: add decisions, and print a line for each one that is stored.

python write_decisions.py HISTORY COUNT
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bjtrainer.errors import StorageError
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.store import Store

START = datetime(2025, 3, 1, 12, tzinfo=UTC)
SESSION = {
    "now": START,
    "game": "vegas-downtown",
    "rules_digest": "0123456789ab",
    "drill": "everything",
    "seed": 7,
    "version": "1.0",
    "helped": False,
}


def example_decision(**changes: Any) -> StoredDecision:
    """Give a decision as a drill stores it, with some of its fields changed."""
    fields: dict[str, Any] = {
        "session": 1,
        "n": 1,
        "answered_at": START + timedelta(seconds=changes.get("n", 1)),
        "round": changes.get("n", 1),
        "game": "vegas-downtown",
        "rules_digest": "0123456789ab",
        "phase": "player",
        "category": "hard",
        "cell": "hard 16 v T",
        "code": "H",
        "cards": "10h 6s",
        "hand": "T6",
        "upcard": "T",
        "split_hands": 1,
        "legal": ("hit", "stand", "double"),
        "answer": "stand",
        "chart_action": "hit",
        "best_action": "hit",
        "right": False,
        "cost": 0.0179,
        "severity": "inaccuracy",
        "values": (("hit", -0.5241), ("stand", -0.542), ("double", -1.0482)),
        "milliseconds": 1400,
        "slip": False,
        "hinted": False,
        "natural": True,
        "seed": 7,
    }
    return StoredDecision(**(fields | changes))


def main(path: Path, count: int) -> int:
    """Store decisions until all are stored (0) or storing fails (1)."""
    try:
        with Store.open(path) as store:
            session = store.start_session(**SESSION).id
            for n in range(1, count + 1):
                store.add_decision(example_decision(session=session, n=n))
                print(session, n, flush=True)
            store.end_session(session, now=START + timedelta(hours=1))
    except StorageError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
