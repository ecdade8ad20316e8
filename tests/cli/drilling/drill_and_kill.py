"""Child program of test_drill_killed: drill at full speed, and kill -9 while it does, many times.

python drill_and_kill.py KILLS ANSWERS, with ANSWERS a file of lines to answer with. Prints for
each killed drill how many verdicts had been read. The drills are forks of this program, which has
solved the game beforehand: what is tried here is what they store, not how they start.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from bjtrainer.analysis import values
from bjtrainer.cli import drill as _loaded_once  # noqa: F401
from bjtrainer.cli.main import run
from bjtrainer.rules.load import find_rules

GAME = "vegas-downtown"


def drill(answers: str, output: int, arguments: list[str]) -> None:
    """Become a drill that reads a file and writes to a pipe."""
    os.dup2(os.open(answers, os.O_RDONLY), 0)
    os.dup2(output, 1)
    code = 70
    try:
        code = run(arguments)
    finally:
        os._exit(code)


def verdicts(output: str) -> int:
    """Count the whole lines that acknowledge an answer, in JSON or in words."""
    whole = output[: output.rfind("\n") + 1]
    return sum(
        line.startswith(('{"type": "verdict"', "   ✓", "   ✗")) for line in whole.splitlines()
    )


def acknowledged_before_a_kill(process: int, output: int, rng: random.Random) -> int:
    """Kill the drill soon after one of its first verdicts, and count those that came."""
    wanted, came = rng.randrange(1, 9), b""
    while verdicts(came.decode(errors="ignore")) < wanted:
        more = os.read(output, rng.choice((1, 64, 4096)))
        assert more, f"the drill ended by itself: {came!r}"
        came += more
    time.sleep(rng.uniform(0, 0.004))
    os.kill(process, signal.SIGKILL)
    while more := os.read(output, 65536):
        came += more
    assert os.waitpid(process, 0)[1] == signal.SIGKILL
    return verdicts(came.decode(errors="ignore"))


def main(kills: int, answers: str) -> None:
    solved = values.solve(find_rules(GAME))
    values.solve = lambda rules: solved
    rng = random.Random("kill -9")
    for seed in range(kills):
        face = ["--json"] if seed % 2 else []
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            drill(answers, writing, ["drill", *face, "--game", GAME, "--seed", str(seed)])
        os.close(writing)
        print(acknowledged_before_a_kill(process, reading, rng), flush=True)
        os.close(reading)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
