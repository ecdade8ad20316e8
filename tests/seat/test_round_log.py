"""reliability.md, "recall": what is listed of a round is what its player saw, step by step.

golden/stored-rounds.txt lists the rounds that version 2 of the database held, dealt again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from random import Random

import pytest

from bjtrainer.game.events import DealerCardDealt
from bjtrainer.game.round import Phase
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.seat.listing import Offer, as_dict, as_lines, listing
from bjtrainer.seat.seat import sit
from bjtrainer.seat.telling import as_json, in_words
from bjtrainer.stats.store import Store

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden" / "stored-rounds.txt"
ROUNDS = 40
SOURCE = (
    "Source of truth: the shuffles, bets and answers in tests/stats/versions/version_2.sql, and\n"
    "each game's rules; read by people who know the game. To write it anew:\n"
    "REGENERATE=1 python -m pytest tests/seat -k golden\n"
)


def test_rounds_of_an_older_version_are_listed_as_on_the_golden_page(history):
    history.parent.mkdir()
    old = sqlite3.connect(history)
    old.executescript((TESTS / "stats" / "versions" / "version_2.sql").read_text())
    old.close()
    with Store.snapshot(history) as store:
        assert store.check() == ()
        rounds = ["\n".join(as_lines(stored, store.steps(stored.id))) for stored in store.rounds()]
    page = "\n\n".join([SOURCE, *rounds]) + "\n"
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(page, encoding="utf-8")
    assert page == GOLDEN.read_text(encoding="utf-8")


@pytest.fixture(params=range(7))
def watched(request, player):
    """Rounds of each game as they were played: stored, with what was seen at each question."""
    game = player.games()[request.param]
    with Store.snapshot(Path("no history here")) as store, sit(store, game, coached=True) as seat:
        yield tuple(watch(player, seat, store, Random(f"watched {game.slug}")))


def watch(player, seat, store, rng):
    while len(store.rounds()) < ROUNDS:
        before = seat.round_id
        player.step_between_rounds(seat, rng)
        if seat.round_id == before:
            continue  # only money moved
        seen = []
        while seat.playing:
            seen.append((seat.round, seat.bankroll.balance_cents))
            player.step_in_round(seat, rng)
        yield store.round(seat.round_id), store.steps(seat.round_id), seen, seat.round


def test_each_question_is_listed_with_what_was_offered_and_the_money(watched, player):
    for stored, steps, seen, end in watched:
        entries = listing(stored, steps)
        assert tuple(entry for entry in entries if not isinstance(entry, Offer)) == end.record
        offers = [entry for entry in entries if isinstance(entry, Offer)]
        assert len(offers) == len(seen) == len(steps)
        for offer, (round_, balance_cents), step in zip(offers, seen, steps, strict=True):
            assert offer.offered == player.offered(round_)
            assert step.choice in [str(choice) for choice in offer.offered]
            assert offer.balance_cents == balance_cents
            assert offer.cards == round_.hands[offer.hand].cards
            assert offer.box == round_.asked_box
            assert offer.at == step.at
            assert sum(offer.wagers_cents) + sum(offer.insurances_cents) == round_.staked_cents
            assert entries.index(offer) == len(round_.record) + offers.index(offer)
    assert sum(len(steps) for _, steps, _, _ in watched) > ROUNDS


def test_json_says_all_of_it_and_can_be_written(watched):
    for stored, steps, seen, end in watched:
        told = json.loads(json.dumps(as_dict(stored, steps)))
        assert told["balance_after_cents"] == told["balance_before_cents"] + end.payout_cents
        assert told["bets_cents"] == list(stored.bets)
        assert told["coached"] is True
        assert told["rules"] == json.loads(json.dumps(rules_as_dict(end.rules)))
        by_type = [step["type"] for step in told["steps"]]
        assert by_type.count("question") == len(seen)
        assert by_type.count("result") == len(end.results)
        paid = [step["payout_cents"] for step in told["steps"] if "payout_cents" in step]
        assert sum(paid) == end.payout_cents
        cards = [step["card"] for step in told["steps"] if step["type"] in ("card", "dealer")]
        assert len(cards) == sum(len(hand.cards) for hand in end.hands) + len(end.dealer_cards)


def test_a_round_that_waits_ends_with_its_question(player):
    with Store.snapshot(Path("no history here")) as store, sit(store, player.games()[0]) as seat:
        while not seat.playing:
            player.step_between_rounds(seat, Random(1))
        stored, steps = store.unfinished_round(), store.steps(seat.round_id)
        *_, waits = listing(stored, steps)
        assert isinstance(waits, Offer)
        assert waits.at is None
        assert waits.phase in (Phase.PLAYER, Phase.INSURANCE)
        *_, asked, end = as_lines(stored, steps)
        assert asked.endswith("?")
        assert end == "The round is not over; it comes first at the table."
        told = as_dict(stored, steps)
        assert told["steps"][-1]["answered_at"] is None
        assert told["ended_at"] is told["payout_cents"] is told["balance_after_cents"] is None


def test_a_hidden_card_is_not_told():
    assert in_words(DealerCardDealt(None)) == "dealer gets a card face down"
    assert as_json(DealerCardDealt(None)) == {"type": "dealer", "card": None}
