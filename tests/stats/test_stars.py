"""Stars are kept for each game, once, in the order in which they were given."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.store import Store

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


def test_stars_stay_with_their_game_until_they_are_taken(history):
    with Store.open(history) as store:
        store.star("one", "soft 18 v 2", now=NOW)
        store.star("one", "insurance v A", now=NOW - timedelta(days=1))
        store.star("other", "soft 18 v 2", now=NOW)
        store.unstar("other", "soft 18 v 2")
        store.unstar("other", "pair 9 v 7")
    with Store.open(history) as store:
        assert store.stars("one") == ("soft 18 v 2", "insurance v A")
        assert store.stars("other") == ()
        assert store.check() == ()
        store.unstar("one", "soft 18 v 2")
        assert store.stars("one") == ("insurance v A",)


def test_a_second_star_changes_nothing(history):
    with Store.open(history) as store:
        store.star("one", "soft 18 v 2", now=NOW)
        store.star("one", "hard 16 v T", now=NOW)
        store.star("one", "soft 18 v 2", now=NOW + timedelta(days=1))
        assert store.stars("one") == ("soft 18 v 2", "hard 16 v T")
        assert store.check() == ()


def test_hostile_text_in_a_star_is_cleaned_and_can_be_taken_away(history):
    hostile = "\x1b[2J\u202e"
    with Store.open(history) as store:
        store.star(hostile, hostile, now=NOW)
        store.star(hostile, hostile, now=NOW)
        assert store.stars("?[2J?") == ("?[2J?",)
        store.unstar(hostile, hostile)
        assert store.stars("?[2J?") == ()


def test_a_changed_star_is_told(history):
    with Store.open(history) as store:
        store.star("one", "soft 18 v 2", now=NOW)
    with sqlite3.connect(history) as other:
        other.execute("UPDATE stars SET cell = 'soft 18 v 3'")
    other.close()
    with Store.snapshot(history) as store:
        assert store.check() == ("star soft 18 v 3 is damaged: its checksum does not match",)
        with pytest.raises(StorageError, match="star soft 18 v 3 is damaged"):
            store.stars("one")
