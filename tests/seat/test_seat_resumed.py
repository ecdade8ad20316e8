"""reliability.md, "an interrupted round": it comes back as it was, and cannot be dealt anew."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bjtrainer.errors import IllegalAction, StorageError
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Phase
from bjtrainer.rules.load import find_rules, load_rules
from bjtrainer.seat.seat import sit
from bjtrainer.stats.played import StoredStep
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Insurance

OF_EACH = 3
"""How often a program is cut off in each phase of each game that has it."""
STEPS = 800


def test_a_round_comes_back_in_every_phase_of_every_game(killed, player, tmp_path):
    cut_off = Counter()
    number = 0
    for game in player.games():
        history = tmp_path / game.slug / "history.sqlite3"
        rng = Random(f"cut off in {game.slug}")
        of_game = Counter()
        with Store.open(history) as store, sit(store, game) as seat:
            store._database.run("PRAGMA synchronous = OFF")  # a copy of files needs no disk
            for _ in range(STEPS):
                player.step(seat, rng)
                phase = player.phase_of(seat)
                if of_game[phase] == OF_EACH:
                    continue
                of_game[phase] += 1
                number += 1
                left = killed(history, tmp_path / f"killed-{number}")
                other = player.games()[number % len(player.games())]
                with Store.open(left) as after, sit(after, other) as again:
                    before = player.state(seat)
                    if not seat.playing:
                        before["rules"] = other.digest
                    assert player.state(again) == before
                    assert again.resumed is seat.playing
                    assert again.round == (seat.round if seat.playing else None)
                    # It goes on as it would have gone on, and not otherwise.
                    if seat.playing:
                        choice = player.offered(seat.round)[-1]
                        assert again.decide(choice).record == resumed_record(seat, choice)
                    if of_game[phase] == OF_EACH:
                        assert after.check() == ()
            while seat.playing:
                player.step(seat, rng)
            seat.leave()
        cut_off += of_game
    assert cut_off.keys() == player.PHASES, cut_off
    assert min(cut_off.values()) >= OF_EACH


def resumed_record(seat, choice):
    if isinstance(choice, Insurance):
        return seat.round.insure(choice is Insurance.YES).record
    return seat.round.act(choice).record


def dealt_to_a_decision(seat):
    """Deal until the round asks for something."""
    while not seat.playing:
        seat.bet(500)


def test_a_round_of_another_game_comes_first_and_then_the_chosen_one(history):
    with Store.open(history) as store, sit(store, find_rules("las-vegas-downtown")) as seat:
        dealt_to_a_decision(seat)
        seat.leave()
        with sit(store, find_rules("european"), seed=5) as again:
            assert again.resumed
            assert again.rules == find_rules("las-vegas-downtown")
            assert again.last_bets == ()
            stand(again)
            assert again.round.rules.slug == "las-vegas-downtown"
            assert again.rules == find_rules("european")
            assert again.bet(500).rules == find_rules("european")
            first, second = store.rounds()[-2:]
            assert (first.game, second.game) == ("las-vegas-downtown", "european")
            assert (second.shoe_seed, second.shoe_dealt) == ("5/1", 0)


def test_the_shoe_of_another_game_is_left_with_it(history, player):
    deep, las_vegas = player.games()[-1], player.games()[0]
    with Store.open(history) as store, sit(store, deep, seed=3) as seat:
        dealt_to_a_decision(seat)
        seat.leave()
        with sit(store, las_vegas, seed=9) as again:
            stand(again)
            again.bet(500)
            assert len(again.round.shoe.order) == 8 * 52
            assert store.rounds()[-1].shoe_seed == "9/1"


def stand(seat):
    """Stand until the round is over."""
    while seat.playing:
        seat.decide(Insurance.NO if seat.round.phase is Phase.INSURANCE else Action.STAND)


@pytest.mark.parametrize("became", ["gone", "changed", "no rules at all"])
def test_a_round_goes_on_by_its_own_rules_whatever_became_of_their_file(history, tmp_path, became):
    path = tmp_path / "my-game.yaml"
    path.write_text("decks: 1\nsurrender: late\nsource: 'a \"source\": with # signs'\n")
    rules = load_rules(path)
    with Store.open(history) as store, sit(store, rules, seed=4) as seat:
        dealt_to_a_decision(seat)
        before = seat.round
        seat.leave()
    if became == "gone":
        path.unlink()
    else:
        path.write_text("decks: 8\n" if became == "changed" else "\x00")
    with Store.open(history) as store, sit(store, find_rules("vegas-strip")) as seat:
        assert seat.round == before
        assert seat.rules == rules


def test_the_shoe_of_a_resumed_round_goes_on_as_if_nothing_had_been(history, killed, tmp_path):
    game = find_rules("las-vegas-downtown")
    with Store.open(history) as store, sit(store, game, seed=8) as seat:
        for _ in range(3):
            seat.bet(500)
            stand(seat)
        dealt_to_a_decision(seat)
        with Store.open(killed(history, tmp_path / "killed")) as left, sit(left, game) as again:
            for one in (seat, again):
                stand(one)
                assert one.last_bets == (500,)
                one.bet(500)
            assert again.round == seat.round
            assert left.rounds()[-1].shoe_dealt == store.rounds()[-1].shoe_dealt > 0


def test_a_round_that_this_version_would_deal_otherwise_is_told_and_left_as_it_is(history):
    with Store.open(history) as store, sit(store, find_rules("vegas-downtown"), seed=1) as seat:
        dealt_to_a_decision(seat)
        round_id, at = seat.round_id, store.rounds()[-1].started_at
        seat.leave()
        store.add_step(StoredStep(round=round_id, n=1, at=at, choice="yes"))
        before = store.rounds(), store.steps(round_id), store.moves()
        with pytest.raises(StorageError, match="cannot be dealt again as it was by") as told:
            sit(store, find_rules("vegas-downtown"))
        assert "use that version" in str(told.value)
        assert "\n" not in str(told.value)
        assert (store.rounds(), store.steps(round_id), store.moves()) == before
        sit_again = pytest.raises(StorageError, match="cannot be dealt again")
        with sit_again:  # and not "another bjtrainer is at the table"
            sit(store, find_rules("vegas-downtown"))


def test_rules_of_a_key_that_this_version_does_not_know_are_told(history):
    game = find_rules("vegas-downtown")
    with Store.open(history) as store, sit(store, game) as seat:
        stored, _ = store.open_round(
            now=seat.session.started_at,
            game=game.slug,
            rules='{"name": "E", "slug": "e", "burn_cards": 5}',
            rules_digest=game.digest,
            version="9.9",
            session=seat.session.id,
            shoe_seed="1",
            shoe_dealt=0,
            bets=(500,),
            balance_cents=20_000,
            coached=False,
        )
        seat.leave()
        with pytest.raises(StorageError, match=r"bjtrainer 9\.9: .* 'burn_cards' is no rule"):
            sit(store, game)
        assert store.unfinished_round() == replace(stored)


def test_nothing_else_can_be_done_while_a_round_waits(history):
    with Store.open(history) as store, sit(store, find_rules("vegas-downtown")) as seat:
        dealt_to_a_decision(seat)
        seat.leave()
        with sit(store, find_rules("vegas-downtown")) as again:
            for attempt in (
                lambda: again.bet(500),
                lambda: again.rebuy(500),
                lambda: again.deposit(500),
                again.cash_out,
            ):
                with pytest.raises(IllegalAction, match="round"):
                    attempt()
            assert len(store.rounds()) == 1 + sum(not one.unfinished for one in store.rounds())
