"""reliability.md, "recall": a stored round is dealt again event for event, in every game.

``tests/long/replay_rounds.py`` is the long form.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bjtrainer.errors import InputError, StorageError
from bjtrainer.game.events import CardDealt, DealerCardDealt
from bjtrainer.game.shoe import Shoe
from bjtrainer.seat.log import positions, replayed, rules_of, shoe_of, why_other_cards
from bjtrainer.seat.seat import sit
from bjtrainer.stats.store import Store

ROUNDS_OF_EACH = 170


def cards_of(round_):
    """The cards of a settled round from its record alone, the hole card where it was dealt."""
    cards = []
    for event in round_.record:
        match event:
            case DealerCardDealt(None):
                cards.append(str(round_.dealer_cards[1]))
            case CardDealt(card=card) | DealerCardDealt(card):
                cards.append(str(card))
    return cards


def test_a_thousand_stored_rounds_are_dealt_again_event_for_event(player):
    rounds = running = 0
    for game in player.games():
        with Store.snapshot(Path("no history here")) as store, sit(store, game) as seat:
            played = player.rounds_at_random(seat, Random(f"recall {game.slug}"), ROUNDS_OF_EACH)
            for stored in store.rounds():
                assert replayed(stored, store.steps(stored.id)) == played[stored.id]
                assert rules_of(stored) == game
                fell = store.cards(stored.id)
                assert why_other_cards(played[stored.id], fell) is None
                assert list(fell) == cards_of(played[stored.id])
                rounds += 1
                running += stored.shoe_dealt > 0
    assert rounds >= 1000
    assert running > 100, "many rounds come from a shoe that others were dealt from"


def test_a_card_that_is_not_the_one_that_fell_is_told(player):
    with Store.snapshot(Path("no history here")) as store, sit(store, player.games()[1]) as seat:
        played = player.rounds_at_random(seat, Random("forged"), 30)
        for number, round_ in played.items():
            fell = store.cards(number)
            assert why_other_cards(round_, ("2c" if fell[0] != "2c" else "3c", *fell[1:]))
            assert why_other_cards(round_, fell[:-1]).endswith("was not there")
            assert "is missing" in why_other_cards(round_, (*fell, "2c"))


def test_each_step_of_a_stored_round_is_as_it_was_played(player):
    with Store.snapshot(Path("no history here")) as store, sit(store, player.games()[3]) as seat:
        rng = Random("step by step")
        for _ in range(50):
            while not seat.playing:
                player.step_between_rounds(seat, rng)
            seen = [seat.round]
            while seat.playing:
                player.step_in_round(seat, rng)
                seen.append(seat.round)
            stored = store.round(seat.round_id)
            assert positions(stored, store.steps(stored.id)) == tuple(seen)


def test_another_seed_or_card_makes_another_round(player):
    with Store.snapshot(Path("no history here")) as store, sit(store, player.games()[0]) as seat:
        player.rounds_at_random(seat, Random("differs"), 5)
        stored = store.rounds()[-1]
        assert stored.shoe_dealt > 0
        assert shoe_of(stored).dealt == shoe_of(stored).discarded == stored.shoe_dealt
        assert shoe_of(replace(stored, shoe_seed="another")) != shoe_of(stored)
        assert shoe_of(stored).order == Shoe.shuffled(8, Random(stored.shoe_seed)).order


@pytest.mark.parametrize(
    "changes",
    [
        {"payout_cents": 123},
        {"bets": (10_000_000,)},
        {"bets": ()},
        {"balance_cents": 100},
        {"ended_at": None},
        {"rules": "[]"},
        {"rules": "{}"},
        {"rules": '{"name": "E", "slug": "e", "decks": "many"}'},
        {"rules": '{"name": "E", "slug": "e", "decks": []}'},
        {"rules": '{"name": "E", "slug": "e", "chips": [1, "x"]}'},
    ],
)
def test_a_round_that_comes_out_otherwise_is_told_in_one_line(player, changes):
    with Store.snapshot(Path("no history here")) as store, sit(store, player.games()[0]) as seat:
        while seat.playing or not store.rounds() or not store.steps(seat.round_id):
            player.step(seat, Random(1))
        stored, steps = store.rounds()[-1], store.steps(seat.round_id)
        assert replayed(stored, steps) == seat.round
        with pytest.raises(StorageError, match="cannot be dealt again") as told:
            replayed(replace(stored, **changes), steps)
        assert str(told.value).isprintable()


def test_every_shuffle_of_a_sitting_follows_from_its_seed_given_or_drawn(player):
    game = player.games()[0]
    seeds = []
    for given in (5, 5, 6, None, None):
        with Store.snapshot(Path("no history here")) as store, sit(store, game, seed=given) as seat:
            player.rounds_at_random(seat, Random("shuffles"), 40)
            seeds.append([stored.shoe_seed for stored in store.rounds()])
            seed = seat.session.seed
            assert given in (None, seed)
        shuffles = list(dict.fromkeys(seeds[-1]))
        assert shuffles == [f"{seed}/{k}" for k in range(1, len(shuffles) + 1)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) > 2
    assert len({seed for sitting in seeds[1:] for seed in set(sitting)}) == sum(
        len(set(sitting)) for sitting in seeds[1:]
    )


def test_a_refused_bet_shuffles_nothing(player):
    with (
        Store.snapshot(Path("no history here")) as store,
        sit(store, player.games()[1], seed=3) as seat,
    ):
        for bet in (1, 50_000_000):
            with pytest.raises(InputError, match="the bet is"):
                seat.bet(bet)
        seat.bet(500)
        assert store.rounds()[0].shoe_seed == "3/1"
