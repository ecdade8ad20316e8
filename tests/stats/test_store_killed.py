"""reliability.md's figure, kill -9 at random moments: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import random
import time

from bjtrainer.stats.store import Store

KILLS = 50
KILLS_WHILE_OPENING = 15


def acknowledged(output: str) -> list[tuple[int, int]]:
    """Read the whole lines that the killed program printed: session and number."""
    whole = output[: output.rfind("\n") + 1]
    return [(int(session), int(n)) for session, n in map(str.split, whole.splitlines())]


def assert_all_there(store: Store, answers: list[tuple[int, int]]) -> None:
    stored = [(kept.session, kept.n) for kept in store.decisions()]
    assert len(stored) == len(set(stored))
    assert set(answers) <= set(stored)
    for session in {session for session, _ in stored}:
        numbers = [n for of, n in stored if of == session]
        assert numbers == list(range(1, len(numbers) + 1))
    # At most the one decision that was being acknowledged is there without a line.
    assert len(stored) <= len(answers) + len({session for session, _ in stored})
    assert store.check() == ()


def test_every_acknowledged_decision_is_there_after_a_kill(history, writer):
    rng = random.Random("kill -9")
    answers: list[tuple[int, int]] = []
    for _ in range(KILLS):
        process = writer(history, 100_000)
        first = process.stdout.readline()
        time.sleep(rng.uniform(0, 0.02))
        process.kill()
        # communicate() would skip the lines that are buffered since readline().
        answers += acknowledged(first + process.stdout.read())
        with Store.snapshot(history) as copy:
            assert_all_there(copy, answers)
    with Store.open(history) as store:
        assert_all_there(store, answers)
        assert len(store.sessions()) == KILLS
        assert all(session.partial for session in store.sessions())


def test_a_kill_while_the_history_is_made_leaves_one_that_opens(tmp_path, writer):
    rng = random.Random("kill -9 while opening")
    for number in range(KILLS_WHILE_OPENING):
        history = tmp_path / str(number) / "history.sqlite3"
        process = writer(history, 100_000)
        deadline = time.monotonic() + 20
        while not history.parent.exists() and time.monotonic() < deadline:
            time.sleep(0.0005)
        time.sleep(rng.uniform(0, 0.01))
        process.kill()
        answers = acknowledged(process.communicate()[0])
        with Store.snapshot(history) as copy:
            assert_all_there(copy, answers)
        with Store.open(history) as store:
            assert_all_there(store, answers)
