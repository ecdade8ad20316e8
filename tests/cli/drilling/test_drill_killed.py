"""Source of truth: reliability.md, "kill -9 at random moments in drill"."""

from __future__ import annotations

from pathlib import Path

from bjtrainer.places import history_path
from bjtrainer.stats.store import Store

KILLS = 50


def test_every_answer_whose_feedback_was_seen_is_stored_once(python, own_folder, tmp_path):
    answers = tmp_path / "answers"
    answers.write_text("stand\nno\n" * 100_000)  # one of them is legal at every question
    child = Path(__file__).with_name("drill_and_kill.py")
    run = python(str(child), str(KILLS), str(answers))
    seen = [int(line) for line in run.stdout.split()]
    assert len(seen) == KILLS, run.stderr
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        sessions, kept = store.sessions(), store.decisions()
    assert [session.id for session in sessions] == list(range(1, KILLS + 1))
    assert all(session.partial for session in sessions)
    for session, verdicts in zip(sessions, seen, strict=True):
        numbers = [decision.n for decision in kept if decision.session == session.id]
        assert numbers == list(range(1, len(numbers) + 1))
        # The last answer may be stored while its feedback is still to be written.
        assert verdicts <= len(numbers) <= verdicts + 1
