"""Rules as values, by the interface: every key, written and read back, and the digest."""

from __future__ import annotations

import ast
import inspect
import json
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.cards import RANKS, Rank
from bjtrainer.errors import InputError
from bjtrainer.rules import model
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.rules.keys import KEYS
from bjtrainer.rules.load import load_rules
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)
from bjtrainer.rules.text import rules_as_text, rules_from_text

INTERFACE_KEYS = [
    "name", "slug", "source", "decks", "soft_17", "hole_card", "blackjack_pays", "double_on",
    "double_soft", "double_after_split", "split_by", "max_hands", "max_ace_hands",
    "split_aces_draw", "surrender", "surrender_except", "insurance", "insurance_pays",
    "insurance_with_blackjack", "card_limit", "charlie", "shuffle", "min_bet", "max_bet", "chips",
    "boxes",
]  # fmt: skip


def test_keys_are_those_of_the_interface() -> None:
    assert list(KEYS) == INTERFACE_KEYS
    assert [field.name for field in fields(Rules)] == INTERFACE_KEYS


def test_every_field_is_explained() -> None:
    (body,) = (
        node.body
        for node in ast.parse(inspect.getsource(model)).body
        if isinstance(node, ast.ClassDef) and node.name == "Rules"
    )
    explained = [
        before.target.id
        for before, after in pairwise(body)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
    ]
    assert explained == INTERFACE_KEYS


CENTS = st.integers(1, 500).map(lambda dollar: dollar * 100)


@st.composite
def some_rules(draw: st.DrawFn) -> Rules:
    """Draw rules that go together, all on chips of whole dollars."""
    decks = draw(st.integers(1, 100) | st.just(Decks.INFINITE))
    double_on = draw(st.sampled_from(DoubleOn))
    max_hands = draw(st.integers(1, 4))
    max_ace_hands = draw(st.integers(1, max_hands))
    surrender = draw(st.sampled_from(Surrender))
    upcards = st.lists(st.sampled_from(RANKS), unique=True, max_size=9)
    insurance = draw(st.booleans())
    charlie = draw(st.none() | st.integers(3, 20))
    part = st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=10**6)
    min_bet = draw(CENTS)
    plain = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=80)
    return Rules(
        name=draw(plain),
        slug=draw(st.from_regex(r"[a-z0-9][a-z0-9_-]{0,63}", fullmatch=True)),
        source=draw(plain | st.just("")),
        decks=decks,
        soft_17=draw(st.sampled_from(Soft17)),
        hole_card=draw(
            st.sampled_from([HoleCard.PEEK, HoleCard.NONE] if charlie else list(HoleCard))
        ),
        blackjack_pays=draw(st.sampled_from([Fraction(3, 2), Fraction(6, 5), Fraction(1)])),
        double_on=double_on,
        double_soft=draw(st.booleans()) if double_on is DoubleOn.ANY else False,
        double_after_split=draw(st.booleans()),
        split_by=draw(st.sampled_from(SplitBy)) if max_hands > 1 else SplitBy.VALUE,
        max_hands=max_hands,
        max_ace_hands=max_ace_hands,
        split_aces_draw=draw(st.sampled_from(SplitAcesDraw))
        if max_ace_hands > 1
        else SplitAcesDraw.ONE,
        surrender=surrender,
        surrender_except=tuple(sorted(draw(upcards), key=lambda rank: rank.index))
        if surrender is not Surrender.NONE
        else (),
        insurance=insurance,
        insurance_pays=draw(st.sampled_from([Fraction(2), Fraction(5, 2)]))
        if insurance
        else Fraction(2),
        insurance_with_blackjack=draw(st.booleans()),
        card_limit=draw(st.none() | st.integers((charlie or 2) + 1, 21)),
        charlie=charlie,
        shuffle=Shuffle.EVERY_ROUND
        if decks is Decks.INFINITE
        else draw(st.just(Shuffle.EVERY_ROUND) | part),
        min_bet=min_bet,
        max_bet=min_bet + draw(CENTS),
        chips=tuple(sorted(draw(st.sets(CENTS, max_size=8)) | {100})),
        boxes=1 if decks == 1 or surrender is Surrender.EARLY else draw(st.integers(1, 5)),
    )


@settings(max_examples=150, deadline=None)
@given(rules=some_rules())
def test_rules_written_out_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, rules: Rules
) -> None:
    path = tmp_path_factory.getbasetemp() / "written.yaml"
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in rules_as_dict(rules).items()
    ]
    path.write_text("".join(lines), encoding="utf-8")
    assert load_rules(path) == rules


@settings(max_examples=150, deadline=None)
@given(rules=some_rules(), name=st.text(min_size=1), source=st.text())
def test_rules_kept_as_text_are_the_same_rules_whatever_their_name(
    rules: Rules, name: str, source: str
) -> None:
    named = replace(rules, name=name, source=source)
    text = rules_as_text(named)
    assert rules_from_text(text) == named
    assert text.isascii()
    assert text.isprintable(), "it stands on one line of a database, and can be shown"


def test_rules_kept_as_text_without_a_key_have_its_default() -> None:
    assert rules_from_text('{"name": "E", "slug": "e"}') == Rules(name="E", slug="e")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "they are no text of rules"),
        ("[]", "they are no text of rules"),
        ('{"name": "E"}', "they are no text of rules"),
        ('{"name": 5, "slug": "e"}', "they are no text of rules"),
        ('{"name": "E", "slug": "e", "source": []}', "they are no text of rules"),
        ("[" * 100_000, "they are no text of rules"),
        ('{"name": "E", "slug": "e", "burn": 1}', "'burn' is no rule"),
        ('{"name": "E", "slug": "e", "decks": 0}', "decks is '0'"),
        ('{"name": "E", "slug": "e", "decks": [1]}', "decks is a list"),
        ('{"name": "E", "slug": "e", "chips": [1, 1]}', "stands in the list already"),
    ],
)
def test_text_that_is_none_of_rules_is_told(text: str, why: str) -> None:
    with pytest.raises(InputError, match="cannot read the stored rules") as told:
        rules_from_text(text)
    assert why in str(told.value)
    assert str(told.value).isprintable()


def test_digest_covers_what_affects_play_and_nothing_else() -> None:
    rules = Rules(name="E", slug="e")
    changes = {
        "name": "F", "slug": "f", "source": "s", "decks": 2, "soft_17": Soft17.HIT,
        "hole_card": HoleCard.NONE, "blackjack_pays": Fraction(6, 5),
        "double_on": DoubleOn.TEN_ELEVEN, "double_soft": False, "double_after_split": False,
        "split_by": SplitBy.DENOMINATION, "max_hands": 3, "max_ace_hands": 3,
        "split_aces_draw": SplitAcesDraw.ANY, "surrender": Surrender.LATE,
        "surrender_except": (Rank.ACE,), "insurance": False, "insurance_pays": Fraction(3),
        "insurance_with_blackjack": False, "card_limit": 11, "charlie": 5,
        "shuffle": Fraction(1, 10), "min_bet": 200, "max_bet": 300, "chips": (100,), "boxes": 2,
    }  # fmt: skip
    assert list(changes) == INTERFACE_KEYS
    same = [
        key
        for key, value in changes.items()
        if Rules(**{"name": "E", "slug": "e"} | {key: value}).digest == rules.digest
    ]
    assert same == ["name", "slug", "source", "min_bet", "max_bet", "chips"]


def test_infinite_decks_are_no_number_of_decks() -> None:
    infinite = Rules(name="E", slug="e", decks=Decks.INFINITE)
    assert infinite == Rules(name="E", slug="e", decks=Decks.INFINITE)
    assert hash(infinite) == hash(Rules(name="E", slug="e", decks=Decks.INFINITE))
    assert str(infinite.decks) == "infinite"
    assert all(Rules(name="E", slug="e", decks=n).digest != infinite.digest for n in range(1, 101))


def test_digest_does_not_depend_on_the_order_of_the_file(tmp_path: Path) -> None:
    lines = ["decks: 2\n", "surrender: late\n", "surrender_except: [T, A]\n", "soft_17: hit\n"]
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text("".join(lines))
    other.write_text("".join(reversed(lines)).replace("[T, A]", "[A, 10]"))
    assert load_rules(one).digest == load_rules(other).digest


def test_digest_does_not_depend_on_the_order_of_upcards() -> None:
    upcards = (Rank.TEN, Rank.ACE)
    one = Rules(name="E", slug="e", surrender_except=upcards)
    other = Rules(name="E", slug="e", surrender_except=upcards[::-1])
    assert one.digest == other.digest
