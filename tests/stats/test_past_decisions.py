"""Past decisions, as learning takes them, say the same as the decisions that were stored."""

from __future__ import annotations

import sqlite3

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.record import PastDecision
from bjtrainer.stats.store import Store


def test_past_decisions_are_those_of_all_games_in_their_order(history, decision, session_start):
    with Store.open(history) as store:
        for digest in ("one", "other"):
            store.start_session(**session_start | {"rules_digest": digest})
        changes = (
            {"session": 2, "n": 5, "rules_digest": "other", "milliseconds": None},
            {"session": 1, "n": 2, "right": True, "cost": 0.0, "severity": "none", "slip": True},
            {"session": 1, "n": 1, "hinted": True, "natural": False, "split_hands": 3},
        )
        for change in changes:
            store.add_decision(decision(**change))
        past = store.past_decisions()
        assert [answer.rules_digest for answer in past] == ["other", "0123456789ab", "0123456789ab"]
        for answer, stored in zip(past, store.decisions(), strict=True):
            for name in PastDecision._fields:
                kept, wanted = getattr(answer, name), getattr(stored, name)
                assert (name, type(kept), kept) == (name, type(wanted), wanted)


@pytest.mark.parametrize("column", ["answered_at", "cell", "split_hands", "cost", "milliseconds"])
def test_a_column_that_cannot_be_read_is_told(written, column):
    with sqlite3.connect(written) as other:
        other.execute(f"UPDATE decisions SET {column} = x'00ff' WHERE stored = 7")
    other.close()
    with (
        Store.snapshot(written) as store,
        pytest.raises(StorageError, match="a decision is damaged") as told,
    ):
        store.past_decisions()
    assert str(told.value).isprintable()


def test_hostile_text_is_cleaned(history, decision, session_start):
    with Store.open(history) as store:
        store.start_session(**session_start)
        store.add_decision(decision())
    with sqlite3.connect(history) as other:
        other.execute("UPDATE decisions SET cell = ?, code = ?", ("\x1b[2J", "\u202e"))
    other.close()
    with Store.snapshot(history) as store:
        (past,) = store.past_decisions()
    assert (past.cell, past.code) == ("?[2J", "?")
