"""Source of truth: tables printed by the Wizard of Odds (appendices 1, 2 and 9), to their digits.

``tests/published/wizard_of_odds.json`` holds them, each with its address and its rules. Left out
are its tables' sums over all upcards, and the split values of appendix 9, which are approximate.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bjtrainer.analysis.legality import DOUBLE, HIT, STAND
from bjtrainer.analysis.values import Values
from bjtrainer.cards import Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Decks, Rules, Soft17

PUBLISHED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "published" / "wizard_of_odds.json").read_text()
)
LAST_DIGIT = 1e-6  # of a table printed with six decimals; half a unit and its rounding
KINDS = {"EV_stand": STAND, "EV_hit": HIT, "EV_double": DOUBLE}


def published(source: str, *quantities: str) -> list[dict[str, Any]]:
    """The entries of one source, those over all upcards left out."""
    return [
        entry
        for entry in PUBLISHED
        if entry["source"].startswith(source)
        and entry["quantity"].startswith(quantities)
        and entry["upcard"] != "All"
    ]


def a_hand(name: str) -> Hand:
    """A hand of a total as appendix 1 names it (``16``, ``S18``, ``0-16``)."""
    if name == "0-16":
        return Hand.parse("T2")
    total = int(name.removeprefix("S"))
    if name.startswith("S"):
        return Hand((Rank.ACE, Rank("TA23456789"[total - 11] if total < 21 else "T")))
    return Hand.parse(
        "777" if total == 21 else f"{min(total - 2, 10)},{total - min(total - 2, 10)}"
    )


def value(values: Values, hand: Hand, upcard: str, kind: int) -> float:
    """The value of an action, whether it is allowed or not."""
    row, column = values.base.table.row(hand), Rank.parse(upcard).index
    joint: float = values.joint.item(row, column, kind)
    return joint / values.base.given.item(row, column)


@pytest.fixture(scope="module")
def infinite(solved) -> Values:
    values: Values = solved(Rules(name="Infinite", slug="infinite", decks=Decks.INFINITE))
    return values


def test_appendix_1_stand_hit_and_double_with_infinite_decks(infinite):
    entries = published("Wizard of Odds, Blackjack appendix 1", *KINDS)
    assert len(entries) == 600
    for entry in entries:
        kind = KINDS[entry["quantity"]]
        found = value(infinite, a_hand(entry["hand"]), entry["upcard"], kind)
        assert found == pytest.approx(entry["value"], abs=LAST_DIGIT, rel=0), entry


def test_appendix_1_splits_with_infinite_decks(infinite):
    entries = published("Wizard of Odds, Blackjack appendix 1", "EV_split")
    assert len(entries) == 100
    for entry in entries:
        situation = Situation(hand=Hand.parse(entry["hand"]), upcard=Rank.parse(entry["upcard"]))
        found = infinite.of(situation)[Action.SPLIT]
        assert found == pytest.approx(entry["value"], abs=LAST_DIGIT, rel=0), entry


def test_appendix_1_the_edge_with_infinite_decks(infinite):
    (entry,) = published("Wizard of Odds, Blackjack appendix 1", "game_EV")
    assert infinite.edge().total == pytest.approx(entry["value"], abs=5e-9, rel=0)


@pytest.mark.parametrize("source", ["Wizard of Odds App.2/2A", "Wizard of Odds App.2B"])
def test_appendix_2_what_the_dealer_ends_with(solved, source):
    entries = published(source, "dealer_P")
    assert len(entries) > 90
    for entry in entries:
        decks, rule = re.match(r"(\d) deck\(s\), ([SH])17", entry["rules"]).groups()
        soft_17 = Soft17.HIT if rule == "H" else Soft17.STAND
        values = solved(Rules(name="D", slug="d", decks=int(decks), soft_17=soft_17))
        outcomes, column = values.base.outcomes, Rank.parse(entry["upcard"]).index
        end = entry["quantity"].removeprefix("dealer_P")
        joint = {
            "BJ": outcomes.blackjack,
            "bust": outcomes.bust,
            **{str(total): outcomes.finals[total - 17] for total in range(17, 22)},
        }[end].item(0, column)
        chance = outcomes.upcard.item(0, column)
        if "after dealer peek" in entry["rules"]:
            chance -= outcomes.blackjack.item(0, column)
        assert joint / chance == pytest.approx(entry["value"], abs=LAST_DIGIT, rel=0), entry


GAMES = {
    "Wizard of Odds App.9 2dh17": {"decks": 2, "soft_17": Soft17.HIT},
    "Wizard of Odds App.9 1ds17": {"decks": 1},
}


@pytest.mark.parametrize("source", GAMES)
def test_appendix_9_the_exact_cards_against_an_ace(solved, source):
    values = solved(Rules(name="N", slug="n", **GAMES[source]))
    entries = published(source, *KINDS)
    assert len(entries) == 48
    for entry in entries:
        found = value(values, Hand.parse(entry["hand"]), entry["upcard"], KINDS[entry["quantity"]])
        assert found == pytest.approx(entry["value"], abs=LAST_DIGIT, rel=0), entry


@pytest.mark.parametrize("source", GAMES)
def test_appendix_9_the_chance_of_the_deal(solved, source):
    values = solved(Rules(name="N", slug="n", **GAMES[source]))
    for entry in published(source, "probability"):
        hand, upcard = Hand.parse(entry["hand"]), Rank.parse(entry["upcard"])
        no_blackjack = 1 - values.dealer_blackjack(hand, upcard)
        found = values.deal_chance(hand, upcard) * no_blackjack
        assert found == pytest.approx(entry["value"], abs=1e-8, rel=0), entry


@pytest.mark.parametrize("source", GAMES)
def test_appendix_9_the_edge(solved, source):
    """Printed with six decimals, for play after a split that may know of the other hands."""
    for entry in PUBLISHED:
        if entry["source"] == source and entry["quantity"] == "game_EV":
            after_split = not entry["rules"].endswith("no DAS")
            rules = Rules(name="N", slug="n", double_after_split=after_split, **GAMES[source])
            known_to_gain = 2.5e-5 if rules.decks == 1 else 1e-5
            found = solved(rules).edge().total
            assert entry["value"] - known_to_gain < found < entry["value"] + LAST_DIGIT, entry
