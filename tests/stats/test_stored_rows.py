"""Rows: every record survives them, every change in one is noticed, no row can harm a screen."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.stats.played import MoveKind, StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import (
    CATEGORIES,
    PHASES,
    SEVERITIES,
    StoredDecision,
    StoredSession,
    StoredStar,
    category,
)
from bjtrainer.stats.rows import (
    DECISION_COLUMNS,
    DamagedRow,
    checksum,
    decision_from,
    moment,
    move_from,
    plain,
    round_from,
    star_from,
    step_from,
    to_row,
)
from bjtrainer.stats.store import Store

MOMENTS = st.datetimes(
    datetime(1970, 1, 2),  # noqa: DTZ001
    datetime(2200, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)
WORDS = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1).map(plain)
COSTS = st.floats(0, 4)
CHOICES = ("yes", "no", "hit", "stand", "double", "split", "surrender")

SESSIONS = st.builds(
    StoredSession,
    id=st.integers(1, 2**62),
    started_at=MOMENTS,
    ended_at=st.none() | MOMENTS,
    game=WORDS,
    rules_digest=WORDS,
    drill=WORDS,
    seed=st.integers(),
    version=WORDS,
    helped=st.booleans(),
)
DECISIONS = st.builds(
    StoredDecision,
    **dict.fromkeys(DECISION_COLUMNS, WORDS)
    | dict.fromkeys(("session", "n", "round", "split_hands"), st.integers(1, 2**62))
    | dict.fromkeys(("right", "slip", "hinted", "natural"), st.booleans())
    | {
        "answered_at": MOMENTS,
        "phase": st.sampled_from(PHASES),
        "category": st.sampled_from(CATEGORIES),
        "severity": st.sampled_from(SEVERITIES),
        "legal": st.lists(WORDS).map(tuple),
        "cost": COSTS,
        "values": st.lists(st.tuples(WORDS, st.floats(-8, 8))).map(tuple),
        "milliseconds": st.none() | st.integers(0, 2**40),
        "seed": st.integers(),
    },
)
ROUNDS = st.builds(
    StoredRound,
    **dict.fromkeys(("game", "rules", "rules_digest", "version", "shoe_seed"), WORDS)
    | dict.fromkeys(("id", "session", "balance_cents"), st.integers(1, 2**62))
    | {
        "started_at": MOMENTS,
        "ended_at": st.none() | MOMENTS,
        "shoe_dealt": st.integers(0, 5_200),
        "bets": st.lists(st.integers(1, 2**40), min_size=1, max_size=5).map(tuple),
        "payout_cents": st.none() | st.integers(-(2**40), 2**40),
        "coached": st.booleans(),
    },
)
STEPS = st.builds(
    StoredStep, round=st.integers(1), n=st.integers(1), at=MOMENTS, choice=st.sampled_from(CHOICES)
)
MOVES = st.builds(
    StoredMove,
    **dict.fromkeys(("wallet_cents", "balance_cents"), st.integers(0, 2**62))
    | {
        "id": st.integers(1, 2**62),
        "at": MOMENTS,
        "kind": st.sampled_from(MoveKind),
        "round": st.none() | st.integers(1, 2**62),
    },
)
STARS = st.builds(StoredStar, rules_digest=WORDS, cell=WORDS, at=MOMENTS)
PLAYED = (
    ROUNDS.map(lambda record: (record, round_from))
    | STEPS.map(lambda record: (record, step_from))
    | MOVES.map(lambda record: (record, move_from))
    | STARS.map(lambda record: (record, star_from))
)


@settings(deadline=None)
@given(PLAYED)
def test_every_record_of_play_survives_as_a_row(played):
    record, record_from = played
    assert record_from(to_row(record)) == record


@settings(deadline=None)
@given(PLAYED, st.data())
def test_a_change_of_any_column_of_play_is_noticed(played, data):
    record, record_from = played
    row = list(to_row(record))
    place = data.draw(st.integers(0, len(row) - 1))
    row[place] = data.draw(
        st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.binary()).filter(
            lambda value: (value, type(value)) != (row[place], type(row[place]))
        )
    )
    with pytest.raises(DamagedRow, match="is damaged"):
        record_from(row)


@settings(max_examples=50, deadline=None)
@given(SESSIONS, DECISIONS)
def test_every_record_survives_the_database(session, written):
    with Store.snapshot(Path("no history here")) as store:
        values = {field.name: getattr(session, field.name) for field in fields(session)}
        del values["id"], values["ended_at"]
        kept = store.start_session(now=values.pop("started_at"), **values)
        if session.ended_at:
            store.end_session(kept.id, now=session.ended_at)
        store.add_decision(replace(written, session=kept.id))
        assert store.decisions() == (replace(written, session=kept.id),)
        assert store.sessions() == (replace(session, id=kept.id),)
        assert store.check() == ()


@pytest.mark.parametrize("cost", [0, -0.0, 5e-324, 1, 0.1 + 0.2])
def test_a_cost_of_any_form_keeps_its_checksum(decision, session_start, cost):
    with Store.snapshot(Path("no history here")) as store:
        store.start_session(**session_start)
        store.add_decision(decision(cost=cost))
        assert store.decisions()[0].cost == cost


@settings(deadline=None)
@given(DECISIONS, st.data())
def test_a_change_of_any_column_is_noticed(written, data):
    row = list(to_row(written))
    place = data.draw(st.integers(0, len(row) - 1))
    row[place] = data.draw(
        st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.binary()).filter(
            lambda value: (value, type(value)) != (row[place], type(row[place]))
        )
    )
    with pytest.raises(DamagedRow, match="is damaged"):
        decision_from(row)


@pytest.mark.parametrize("value", [None, 7, 1.5, "yesterday", '{"a": 1}', "[" * 100_000, b"\xff"])
@pytest.mark.parametrize("name", ["answered_at", "session", "legal", "values", "seed", "cell"])
def test_a_row_forged_with_a_right_checksum_is_read_or_refused(decision, name, value):
    columns = list(to_row(decision()))[:-1]
    columns[DECISION_COLUMNS.index(name)] = value
    seal = checksum(columns) if not isinstance(value, bytes) else 0
    read: object
    try:
        read = decision_from([*columns, seal])
    except DamagedRow as damaged:
        read = damaged
    assert repr(read).isprintable()


def test_the_checksum_of_a_stored_row_never_changes(decision):
    # CRC-32 of the columns as compact JSON; other values would damage every history there is.
    assert checksum(["hard 16 v T", 1, 0.0179, None]) == 3026389310
    assert checksum([]) == 223132457
    assert to_row(decision())[-1] == 2095483696


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b]0;owned\x07", "?]0;owned?"),
        ("\x9b31m", "?31m"),
        ("a\r\nb\tc\x00", "a??b?c?"),
        ("safe\u202egnol\u2066\u200f", "safe?gnol??"),
        ("\u2028\ud800\ufeff", "???"),
        ("A♠ é 10h", "A♠ é 10h"),
    ],
)
def test_no_control_or_direction_character_is_left(hostile, shown):
    assert plain(hostile) == shown


def test_moments_sort_as_text_whatever_their_zone():
    zones = [UTC, None]
    early = datetime(2025, 3, 1, 12, tzinfo=zones[0])
    assert moment(early) < moment(early + timedelta(microseconds=1))
    with pytest.raises(ValueError, match="no time zone"):
        moment(early.replace(tzinfo=zones[1]))


@pytest.mark.parametrize(
    ("decided", "expected"),
    [
        (("player", "hard 16 v T", "H", "stand", "hit"), "hard"),
        (("player", "soft 18 v 6", "Ds", "double", "double"), "soft"),
        (("player", "pair 8 v T", "P", "split", "split"), "pair"),
        (("player", "pair 8 v A", "Rp", "split", "split"), "surrender"),
        (("player", "hard 15 v T", "Rh", "hit", "hit"), "surrender"),
        (("player", "hard 14 v T", "H", "surrender", "hit"), "surrender"),
        (("player", "hard 14 v T", "H", "hit", "surrender"), "surrender"),
        (("insurance", "insurance v A", "N", "yes", "no"), "insurance"),
    ],
)
def test_category_by_the_rule_insurance_then_surrender_then_row(decided, expected):
    names = ("phase", "cell", "code", "answer", "chart_action")
    assert category(**dict(zip(names, decided, strict=True))) == expected
