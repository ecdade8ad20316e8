"""Export, reset and import: the same history row by row; another's comes in once, or not at all."""

from __future__ import annotations

import json
import sqlite3
import zlib
from datetime import timedelta
from random import Random

import pytest

from bjtrainer.errors import InputError
from bjtrainer.stats.exported import COLUMNS, as_csv, as_lines
from bjtrainer.stats.imported import items
from bjtrainer.stats.record import Selection
from bjtrainer.stats.store import Store

TABLES = ("sessions", "session_uids", "decisions", "stars", "tallies", "times", "rounds", "moves")


def rows(history):
    """Everything that is stored, table by table."""
    database = sqlite3.connect(f"file:{history}?mode=ro", uri=True)
    found = {table: sorted(database.execute(f"SELECT * FROM {table}")) for table in TABLES}
    database.close()
    return found


def exported(history, path, form="jsonl"):
    def write(store):
        texts = (
            as_lines(store, Selection(), "1.0") if form == "jsonl" else as_csv(store, Selection())
        )
        path.write_text("".join(texts), encoding="utf-8")

    Store.read(history, write)
    return path


def merged(history, path):
    with Store.open(history) as store:
        for _ in items(path):
            pass
        return store.merge(items(path))


def without_tally_traces(found):
    """Sums of many costs differ in their last digit by the order of adding."""
    found["tallies"] = [
        tuple(round(value, 9) if isinstance(value, float) else value for value in row)
        for row in found["tallies"]
    ]
    return found


@pytest.fixture
def played_and_drilled(written, decision, session_start):
    """Two sessions with rounds, and one that was drilled alone, with slips and a hint."""
    with Store.open(written) as store:
        start = session_start["now"] + timedelta(days=1)
        session = store.start_session(**session_start | {"now": start, "drill": "pairs"})
        for n in range(1, 9):
            store.add_decision(
                decision(
                    session=session.id,
                    n=n,
                    hinted=n == 3,
                    milliseconds=None if n == 4 else 900 + n,
                    answered_at=start + timedelta(seconds=n),
                )
            )
        store.mark_slip(session.id, 5)
        store.end_session(session.id, now=start + timedelta(hours=1))
    return written


def test_export_reset_and_import_give_the_same_rows(played_and_drilled, tmp_path):
    before = without_tally_traces(rows(played_and_drilled))
    path = exported(played_and_drilled, tmp_path / "all.jsonl")
    with Store.open(played_and_drilled) as store:
        removed, backup = store.reset()
        assert (removed.answers, removed.sessions, removed.kept_sessions) == (68, 1, 2)
        assert store.decisions() == ()
        assert store.check() == ()
    assert without_tally_traces(rows(backup)) == before
    come_in = merged(played_and_drilled, path)
    assert (come_in.answers, come_in.sessions, come_in.stars, come_in.known) == (68, 1, 2, 0)
    assert without_tally_traces(rows(played_and_drilled)) == before
    again = merged(played_and_drilled, path)
    assert (again.answers, again.sessions, again.stars, again.known) == (0, 0, 0, 68)
    assert without_tally_traces(rows(played_and_drilled)) == before
    with Store.open(played_and_drilled) as store:
        assert store.check() == ()


def test_a_seed_of_any_size_comes_back(written, session_start, decision, tmp_path):
    seed = 10**25 + 7
    with Store.open(written) as store:
        start = session_start["now"] + timedelta(days=3)
        session = store.start_session(**session_start | {"seed": seed, "now": start})
        store.add_decision(decision(session=session.id, seed=seed))
    for form in ("jsonl", "csv"):
        new = tmp_path / form / "history.sqlite3"
        merged(new, exported(written, tmp_path / f"all.{form}", form))
        with Store.open(new) as store:
            assert [one.seed for one in store.decisions()][-1] == seed


def test_csv_gives_the_same_answers(played_and_drilled, tmp_path):
    before = rows(played_and_drilled)
    path = exported(played_and_drilled, tmp_path / "all.csv", "csv")
    new = tmp_path / "new" / "history.sqlite3"
    come_in = merged(new, path)
    assert (come_in.answers, come_in.stars) == (68, 0)
    after = rows(new)
    for table in ("sessions", "session_uids", "decisions"):
        assert after[table] == before[table]
    head, first = path.read_text(encoding="utf-8").splitlines()[:2]
    assert tuple(head.split(",")) == COLUMNS
    assert first.count(",") >= len(COLUMNS) - 1


def test_two_histories_come_to_the_same_in_either_order(tmp_path, decision, session_start):
    paths = []
    for name, hours in (("one", 0), ("two", 5)):
        history = tmp_path / name / "history.sqlite3"
        with Store.open(history) as store:
            for day in range(3):
                start = session_start["now"] + timedelta(days=day, hours=hours)
                session = store.start_session(**session_start | {"now": start}).id
                for n in range(1, 4):
                    at = start + timedelta(minutes=n)
                    store.add_decision(decision(session=session, n=n, answered_at=at))
        paths.append(exported(history, tmp_path / f"{name}.jsonl"))
    told = []
    for order in (paths, paths[::-1]):
        history = tmp_path / "".join(path.stem for path in order) / "history.sqlite3"
        for path in order:
            merged(history, path)
        with Store.open(history) as store:
            assert store.check() == ()
            found = store.decisions()
            assert [one.answered_at for one in found] == sorted(one.answered_at for one in found)
            told.append([(one.answered_at, one.n, one.cell) for one in found])
            (counted,) = store.tallies(Selection(helped=False))[:1]
            assert counted.decisions
    assert told[0] == told[1]
    assert len(told[0]) == 18


def test_an_answer_that_is_another_here_is_refused_and_nothing_comes_in(
    played_and_drilled, tmp_path
):
    path = exported(played_and_drilled, tmp_path / "all.jsonl")
    with Store.open(played_and_drilled) as store:
        store.reset()
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = [line.replace('"milliseconds": 901', '"milliseconds": 902') for line in lines]
    changed[-1] = resealed(changed[:-1], lines[-1])
    other = tmp_path / "other.jsonl"
    other.write_text("".join(changed), encoding="utf-8")
    merged(played_and_drilled, other)
    before = rows(played_and_drilled)
    with pytest.raises(InputError, match="is stored here in another way"):
        merged(played_and_drilled, path)
    assert rows(played_and_drilled) == before


def resealed(lines, end):
    """The last line of an export, as it would stand after these lines."""
    told = json.loads(end)
    told["crc32"] = f"{zlib.crc32(''.join(lines).encode()):08x}"
    return json.dumps(told) + "\n"


FAULTS = {
    "no type": ({"type": "thing"}, "there are no lines of type 'thing'"),
    "cost": ({"cost": -1.0}, "cost is not a number of bets"),
    "infinite": ({"cost": 1e999}, "Infinity is no number"),
    "phase": ({"phase": "bonus"}, "phase or category is none"),
    "severity": ({"severity": "sad"}, "severity is none"),
    "answer": ({"answer": "fold"}, "answer, chart, best and values are not of what was legal"),
    "n": ({"n": 7_000}, "id, n and stored do not go together"),
    "id": ({"id": "x-1"}, "id is not one of an answer"),
    "hostile": ({"cell": "\x1b[2J"}, "cell cannot be"),
    "long": ({"cell": "x" * 300}, "cell cannot be"),
    "bool": ({"right": 1}, "right cannot be 1"),
    "time": ({"milliseconds": (1 << 63) - 1}, "milliseconds cannot be"),
    "place": ({"stored": (1 << 63) - 1}, "it cannot be read"),
    "whole": ({"round": 1.5}, "round cannot be 1.5"),
    "naive": ({"answered_at": "2025-03-01T12:00:00"}, "answered_at cannot be"),
    "extra": ({"luck": 1}, "luck is missing, or has no place here"),
    "game": ({"game": "another"}, "the answer is of another game than its session"),
}


@pytest.mark.parametrize(("change", "said"), FAULTS.values(), ids=FAULTS)
def test_each_fault_of_a_line_is_told_with_its_place(played_and_drilled, tmp_path, change, said):
    path = exported(played_and_drilled, tmp_path / "all.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(at for at, line in enumerate(lines) if '"type": "answer"' in line)
    lines[place] = json.dumps(json.loads(lines[place]) | change) + "\n"
    lines[-1] = resealed(lines[:-1], lines[-1])
    path.write_text("".join(lines), encoding="utf-8")
    before = rows(played_and_drilled)
    with pytest.raises(InputError) as told:
        merged(played_and_drilled, path)
    assert str(told.value).startswith(f"{path}:{place + 1}: {said}")
    assert str(told.value).isprintable()
    assert rows(played_and_drilled) == before


def test_a_file_that_was_cut_or_changed_is_refused_whole(played_and_drilled, tmp_path):
    path = exported(played_and_drilled, tmp_path / "all.jsonl")
    whole = path.read_bytes()
    rng, new = Random("damage"), tmp_path / "new" / "history.sqlite3"
    Store.open(new).close()
    empty = rows(new)
    refused = 0
    for number in range(120):
        damaged = bytearray(whole)
        if number % 3 == 0:
            damaged = damaged[: rng.randrange(len(whole))]
        elif number % 3 == 1:
            damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        else:
            lines = bytes(whole).splitlines(keepends=True)
            lines.pop(rng.randrange(len(lines)))
            damaged = bytearray(b"".join(lines))
        path.write_bytes(damaged)
        with pytest.raises(InputError) as told:
            merged(new, path)
        refused += 1
        assert str(told.value).isprintable()
        assert rows(new) == empty
    assert refused == 120
