"""What stands added up is what the stored answers add up to, whatever was stored in which order."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.stats import tally
from bjtrainer.stats.record import Selection
from bjtrainer.stats.store import Store

ANSWERS = st.lists(
    st.fixed_dictionaries(
        {
            "session": st.integers(1, 3),
            "cell": st.sampled_from(("hard 16 v T", "soft 18 v 6")),
            "cost": st.sampled_from((0.0, 0.01, 0.3)),
            "milliseconds": st.none() | st.integers(0, 3),
            "hinted": st.booleans(),
            "hours": st.integers(-40, 40),  # since the answer before, or back
        }
    ),
    max_size=20,
)


def key(one):
    return tuple(getattr(one, name) for name in ("cell", "natural", "helped", "retained", "played"))


@settings(max_examples=50, deadline=None)
@given(answers=ANSWERS, slips=st.sets(st.integers(1, 20)))
def test_tallies_are_what_the_answers_add_up_to(decision, session_start, answers, slips):
    with Store.snapshot(Path("no history here")) as store:
        for drill in ("hard", "(play)", "soft"):
            store.start_session(**session_start | {"drill": drill, "helped": drill == "soft"})
        at, rows, last = decision().answered_at, [], {}
        for n, answer in enumerate(answers, 1):
            at += timedelta(hours=answer.pop("hours"))
            made = decision(
                n=n,
                answered_at=at,
                right=not answer["cost"],
                natural=answer["session"] < 3,
                **answer,
            )
            store.add_decision(made)
            before = last.get(made.cell)
            rows.append((made, before is not None and at - before >= timedelta(days=1)))
            last[made.cell] = at
        for n in slips:
            if n <= len(rows):
                store.mark_slip(rows[n - 1][0].session, n)
        expected = {}
        for made, retained in rows:
            helped = made.hinted or made.session == 3
            shared = (made.cell, made.natural, helped, retained, made.session == 2)
            decisions, right, cost, taken_back = expected.get(shared, (0, 0, 0.0, 0))
            if made.n in slips:
                taken_back += 1
            else:
                decisions, right, cost = decisions + 1, right + made.right, cost + made.cost
            expected[shared] = (decisions, right, cost, taken_back)
        found = {
            key(one): (one.decisions, one.right, one.cost, one.slips) for one in store.tallies()
        }
        assert found.keys() == expected.keys()
        for shared, figures in expected.items():
            assert found[shared] == pytest.approx(figures)
            assert figures[0] != figures[1] or found[shared][2] == 0
        times = [made.milliseconds for made, _ in rows if made.n not in slips]
        counted = [one for one, answers in store.times() for _ in range(answers)]
        assert counted == sorted(one for one in times if one is not None)
        assert store.check() == ()


SELECTIONS = {
    "game": Selection(game="vegas-downtown"),
    "category": Selection(category="hard"),
    "drilled": Selection(played=False),
    "unhelped": Selection(helped=False),
}


@pytest.mark.parametrize("selection", SELECTIONS.values(), ids=SELECTIONS)
def test_what_stands_added_up_is_what_is_added_up_when_asked(written, decision, selection):
    with Store.open(written) as store:
        store.add_decision(decision(session=1, n=99, hinted=True, category="soft"))
        store.mark_slip(1, 5)
        assert tally.is_counted(selection)
        database = store._database
        now = tally._tallied(tally.counted_now(database, selection))
        assert [*map(tally._same, store.tallies(selection), now)] == [True] * len(now)
        assert now


def test_a_check_finds_tallies_that_are_not_those_of_the_answers(written):
    for change in (
        "UPDATE tallies SET decisions = decisions + 1",
        "DELETE FROM tallies",
        "UPDATE tallies SET cost = cost + 0.01",
        "UPDATE times SET answers = answers - 1",
    ):
        with Store.open(written) as store:
            assert store.check() == ()
        other = sqlite3.connect(written, isolation_level=None)
        other.execute("BEGIN")
        other.execute(change)
        other.execute("COMMIT")
        other.close()
        with Store.open(written) as store:
            assert store.check() == ("what the answers add up to is not what was added up",)
            with store._database.transaction():
                tally.recount(store._database)
            assert store.check() == ()


def test_answers_since_a_moment_are_found_by_their_sessions(written, decision, session_start):
    with Store.open(written) as store:
        begun = session_start["now"] + timedelta(days=9)
        late = store.start_session(**session_start | {"now": begun}).id
        for n in range(1, 4):
            store.add_decision(decision(session=late, n=n, answered_at=begun + timedelta(hours=n)))
        store.end_session(late, now=begun + timedelta(hours=4))
        for hours, count in ((0, 3), (2, 2), (3, 1), (5, 0)):
            since = Selection(since=begun + timedelta(hours=hours))
            assert sum(one.decisions for one in store.tallies(since)) == count
            assert len(store.decisions(since)) == count
