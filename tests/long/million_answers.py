"""Make a history of very many answers, and time what reads it.

    python tests/long/million_answers.py --answers 1000000

writes the answers of a made-up player into a new history (in a folder of its own, or in
``--folder``): sessions of a hundred answers, two a day, in cells as often as the game leads to
them; then prints the seconds and the memory that each command takes. The rows are written as the
program writes them, but in large transactions, and counted at once, as an import does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Chart
from bjtrainer.places import history_path
from bjtrainer.stats import tally
from bjtrainer.stats.database import Database
from bjtrainer.stats.record import StoredDecision, StoredSession, category
from bjtrainer.stats.table import DECISIONS, SESSIONS

GAMES = ("vegas-downtown", "las-vegas-downtown")
SESSION = 100
BETWEEN_SESSIONS = timedelta(hours=12)
COMMANDS = (("stats",), ("stats", "cells"), ("stats", "chart"))
_WORD = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}


@dataclass(frozen=True)
class Player:
    """Answers about one game's cells, as often as the game leads to them, one in ten wrong."""

    chart: Chart
    rng: Random

    def session(self, number: int, started_at: datetime) -> StoredSession:
        return StoredSession(
            id=number,
            started_at=started_at,
            ended_at=started_at + timedelta(minutes=20),
            game=self.chart.game,
            rules_digest=self.chart.rules_digest,
            drill="default" if number % 2 else "weak",
            seed=number,
            version="1.0",
            helped=False,
        )

    def decisions(self, session: StoredSession, count: int) -> list[StoredDecision]:
        led_to = {cell: entry for cell, entry in self.chart.by_name.items() if entry.frequency > 0}
        often = [entry.frequency for entry in led_to.values()]
        cells = self.rng.choices(list(led_to), often, k=count)
        return [self._decision(session, n, cell) for n, cell in enumerate(cells, 1)]

    def _decision(self, session: StoredSession, n: int, cell: str) -> StoredDecision:
        entry, rng = self.chart.by_name[cell], self.rng
        code, insurance = str(entry.code), cell.startswith("insurance")
        legal = ("yes", "no") if insurance else ("hit", "stand", "double", "split", "surrender")
        chart = {"N": "no", "Y": "yes"}[code] if insurance else _WORD[code[0]]
        phase = "insurance" if insurance else "player"
        right = rng.random() < 0.9
        margin = max(entry.margin, 0.001)
        answer = chart if right else next(word for word in legal if word != chart)
        return StoredDecision(
            session=session.id,
            n=n,
            answered_at=session.started_at + timedelta(seconds=6 * n),
            round=(n + 1) // 2,
            game=session.game,
            rules_digest=session.rules_digest,
            phase=phase,
            category=category(phase=phase, cell=cell, code=code, answer=answer, chart_action=chart),
            cell=cell,
            code=code,
            cards="10h 6s",
            hand="T6",
            upcard=cell[-1],
            split_hands=1,
            legal=legal,
            answer=answer,
            chart_action=chart,
            best_action=chart,
            right=right,
            cost=0.0 if right else margin,
            severity="none" if right else "inaccuracy",
            values=((chart, -0.1), (answer if not right else legal[0], -0.1 - margin)),
            milliseconds=rng.randrange(500, 9000),
            slip=rng.random() < 0.01,
            hinted=rng.random() < 0.02,
            natural=session.drill == "default",
            seed=session.seed,
        )


def fill(path: Path, answers: int, *, now: datetime, seed: int = 1) -> None:
    """Write so many answers into a new history, the last of them before ``now`` (UTC)."""
    rng = Random(seed)
    players = [Player(load_chart(chart_path(game)), rng) for game in GAMES]
    sessions = -(-answers // SESSION)
    database = Database.open(path)
    with database.transaction():
        for number in range(1, sessions + 1):
            player = players[number % 5 == 0]
            started_at = now - (sessions + 1 - number) * BETWEEN_SESSIONS
            session = player.session(number, started_at)
            SESSIONS.add(database, session)
            uid = f"{number:032x}"
            database.run("INSERT INTO session_uids VALUES (?, ?)", (session.id, uid))
            count = min(SESSION, answers - SESSION * (number - 1))
            for decision in player.decisions(session, count):
                DECISIONS.add(database, decision)
        tally.recount(database)
    database.close()


def timed(folder: Path, arguments: tuple[str, ...]) -> tuple[float, float]:
    """Run the program once: the seconds that it takes and its memory at most, in MB."""
    command = (sys.executable, "-m", "bjtrainer", "--data-dir", str(folder), *arguments)
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(arguments)}: exit code {code}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def main() -> int:
    """Make the history where there is none, and print what each command takes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as new:
        folder = options.folder or Path(new)
        path = history_path(folder)
        if not path.exists():
            fill(path, options.answers, now=datetime.now(UTC))
        print(f"{options.answers} answers, {path.stat().st_size >> 20} MB")
        for arguments in COMMANDS:
            runs = [timed(folder, (*arguments, "--game", GAMES[0])) for _ in range(3)]
            seconds, memory = min(runs)
            print(f"{' '.join(arguments):<16}{seconds:6.2f} s {memory:6.0f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
