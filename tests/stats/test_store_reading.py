"""Reading makes nothing, changes nothing and damages nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.record import Selection
from bjtrainer.stats.store import Store


def look(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_reading_where_nothing_is_gives_no_decisions_and_makes_nothing(tmp_path, history):
    with Store.snapshot(history) as store:
        assert store.decisions() == ()
        assert store.sessions() == ()
        assert store.last_game() is None
        assert store.check() == ()
    assert list(tmp_path.iterdir()) == []


def test_reading_a_closed_history_leaves_its_folder_as_it_was(history, decision, session_start):
    with Store.open(history) as store:
        store.add_decision(decision(session=store.start_session(**session_start).id))
    before = look(history.parent)
    with Store.snapshot(history) as store:
        assert len(store.decisions()) == 1
        assert store.check() == ()
        assert look(history.parent) == before
    assert look(history.parent) == before


def test_reading_after_a_kill_keeps_the_log_for_the_next_writer(history, writer):
    process = writer(history, 100_000)
    session, n = map(int, process.stdout.readline().split())
    process.kill()
    process.wait()
    before = look(history.parent)
    for _ in range(2):
        with Store.snapshot(history) as store:
            assert (session, n) in {(kept.session, kept.n) for kept in store.decisions()}
    after = look(history.parent)
    index = history.name + "-shm"  # a cache of the log that SQLite rebuilds
    before.pop(index), after.pop(index)
    assert after == before


def test_a_snapshot_is_a_moment_and_what_is_added_to_it_is_not_kept(
    history, decision, session_start
):
    with Store.open(history) as store:
        session = store.start_session(**session_start).id
        store.add_decision(decision(session=session, n=1))
        with Store.snapshot(history) as copy:
            store.add_decision(decision(session=session, n=2))
            copy.add_decision(decision(session=session, n=2, answer="double"))
            assert [kept.answer for kept in copy.decisions()] == ["stand", "double"]
        assert [kept.answer for kept in store.decisions()] == ["stand", "stand"]


def test_answers_of_one_drill_are_not_those_of_another(history, decision, session_start):
    with Store.snapshot(history) as store:
        for drill in ("pairs", "soft"):
            session = store.start_session(**session_start | {"drill": drill})
            store.add_decision(decision(session=session.id))
        (pairs,) = store.decisions(Selection(drill="pairs"))
        (soft,) = store.decisions(Selection(drill="soft"))
        assert soft == replace(pairs, session=2)


def test_a_path_may_hold_any_sign(tmp_path, decision, session_start):
    history = tmp_path / "50% ?a=b&c#d é" / "history.sqlite3"
    with Store.open(history) as store:
        store.add_decision(decision(session=store.start_session(**session_start).id))
    with Store.snapshot(history) as store:
        assert len(store.decisions()) == 1
    assert history.is_file()


def test_work_reads_where_the_file_lies_and_leaves_its_folder_as_it_was(written):
    before = look(written.parent)
    with Store.snapshot(written) as copy:
        assert Store.read(written, lambda store: store.tallies()) == copy.tallies()
        assert Store.read(written, lambda store: store.decisions()) == copy.decisions()
    assert look(written.parent) == before


def test_work_is_done_again_when_another_program_writes_to_a_file_that_nobody_had_open(
    written, decision
):
    seen = []

    def work(store):
        if not seen:
            with Store.open(written) as other:
                other.add_decision(decision(session=1, n=99))
        seen.append(len(store.decisions()))
        return seen[-1]

    assert Store.read(written, work) == 61
    assert len(seen) == 2


def test_work_on_an_open_history_sees_one_moment(written, decision):
    with Store.open(written) as other:
        other.add_decision(decision(session=1, n=98))  # there is a log now

        def work(store):
            before = len(store.decisions())
            other.add_decision(decision(session=1, n=99))
            return before, len(store.decisions())

        assert Store.read(written, work) == (61, 61)
        assert len(other.decisions()) == 62


def test_work_on_nothing_and_on_a_cut_off_file(tmp_path, written):
    assert Store.read(tmp_path / "none.sqlite3", lambda store: store.decisions()) == ()
    assert not (tmp_path / "none.sqlite3").exists()
    written.write_bytes(written.read_bytes()[:-100])
    with pytest.raises(StorageError, match="damaged"):
        Store.read(written, lambda store: store.tallies())
