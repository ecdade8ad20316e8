"""One flipped byte is found by a check, and no stored text can harm a terminal."""

from __future__ import annotations

import random
import sqlite3

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.store import Store


def everything(store):
    steps = [store.steps(round_.id) for round_ in store.rounds()]
    answers = store.decisions(), store.sessions(), store.last_game()
    stars = store.stars("0123456789ab")
    cards = [store.cards(round_.id) for round_ in store.rounds()]
    return answers, store.rounds(), steps, cards, store.moves(), store.unfinished_round(), stars


def test_one_flipped_byte_is_found_or_changes_nothing(written):
    content = written.read_bytes()
    with Store.snapshot(written) as store:
        sound = everything(store)
    rng = random.Random("one flipped byte")
    found = 0
    for place in [*range(0, 100, 3), *rng.sample(range(len(content)), 450)]:
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        written.write_bytes(flipped)
        try:
            with Store.snapshot(written) as store:
                problems = store.check()
                if not problems:
                    assert everything(store) == sound
        except StorageError as error:
            problems = (str(error),)
        assert all(line.isprintable() for line in problems)
        found += bool(problems)
    assert found > 150


def test_every_flipped_byte_of_an_answer_is_found_and_not_counted(written):
    content = written.read_bytes()
    for text in (b"stand", b"hard 16 v T", b"vegas-downtown", b"everything", b"0.5241"):
        start = content.rindex(text)
        for place in range(start, start + len(text)):
            flipped = bytearray(content)
            flipped[place] ^= 1
            written.write_bytes(flipped)
            with Store.snapshot(written) as store:
                assert any("its checksum does not match" in line for line in store.check())
                with pytest.raises(StorageError, match="is damaged") as told:
                    everything(store)
                assert str(told.value).isprintable()


def test_hostile_text_that_was_stored_is_cleaned_when_read(history, decision, session_start):
    hostile = "\x1b[2J\u202eowned\r\n"
    with Store.open(history) as store:
        session = store.start_session(**session_start | {"drill": hostile})
        store.add_decision(decision(session=session.id, cell=hostile, legal=(hostile,)))
        (kept,), (start,) = store.decisions(), store.sessions()
    assert kept.cell == start.drill == kept.legal[0] == "?[2J?owned??"


def test_hostile_text_in_a_damaged_file_reaches_no_message(written):
    with sqlite3.connect(written) as other:
        other.execute(
            "UPDATE decisions SET session = ?, cell = ? WHERE stored = 1", ("\x1b[2J", "\x1b")
        )
        other.execute("ALTER TABLE decisions ADD COLUMN note TEXT")
    other.close()
    with Store.snapshot(written) as store:
        problems = store.check()
        assert any("the tables are not those of this version" in line for line in problems)
        assert any("?[2J is damaged" in line for line in problems)
        assert all(line.isprintable() for line in problems)
        with pytest.raises(StorageError) as told:
            store.decisions()
        assert str(told.value).isprintable()
