"""A chart is derived once: shipped for its very rules, kept in the cache for any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bjtrainer.charts import cache
from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Method
from bjtrainer.rules.load import find_rules, override

RULES = find_rules("vegas-downtown")
CHANGED = override(RULES, ["soft_17=stand", "decks=1"])


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


def test_the_shipped_chart_serves_its_own_rules_only(folder):
    shipped = load_chart(chart_path("vegas-downtown"))
    assert chart_of(RULES, cache=folder) == shipped
    assert chart_of(replace(RULES, name="Same play, other name"), cache=folder) == shipped
    assert not folder.exists()
    assert chart_of(CHANGED, cache=folder).rules_digest == CHANGED.digest
    assert chart_of(CHANGED, cache=folder).entries != shipped.entries
    assert chart_of(RULES, Method.TWO_CARD, cache=folder).method is Method.TWO_CARD


def test_what_is_kept_is_read_and_not_derived_again(folder, monkeypatch):
    codes = {cell: entry.code for cell, entry in chart_of(CHANGED, cache=folder).entries.items()}
    monkeypatch.setattr(cache, "_derived", lambda *arguments: pytest.fail("derived again"))
    kept = chart_of(replace(CHANGED, slug="another"), cache=folder)
    assert {cell: entry.code for cell, entry in kept.entries.items()} == codes
    assert kept.game == "another"


DAMAGES = {
    "cut off": lambda text: text[: len(text) // 2],
    "one code": lambda text: text.replace("code: S", "code: H", 1),
    "empty": lambda text: "",
    "zeros": lambda text: "\0" * 100,
    "no checksum": lambda text: text.partition("\n")[2],
}


def test_what_is_damaged_is_derived_again(folder):
    derived = chart_of(CHANGED, cache=folder)
    [kept] = folder.iterdir()
    whole = kept.read_text(encoding="utf-8")
    for name, damage in DAMAGES.items():
        kept.write_text(damage(whole), encoding="utf-8")
        assert chart_of(CHANGED, cache=folder) == derived, name
        assert [path.read_text(encoding="utf-8") for path in folder.iterdir()] == [whole]


def test_a_chart_of_other_rules_under_this_name_is_derived_again(folder):
    chart_of(CHANGED, cache=folder)
    [kept] = folder.iterdir()
    other = override(RULES, ["soft_17=hit", "decks=1"])
    kept.rename(folder / kept.name.replace(CHANGED.digest, other.digest))
    assert chart_of(other, cache=folder).rules_digest == other.digest


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    (tmp_path / "file").write_text("no folder")
    chart = chart_of(CHANGED, cache=tmp_path / "file" / "cache")
    assert chart.rules_digest == CHANGED.digest
