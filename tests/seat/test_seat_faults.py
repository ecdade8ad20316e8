"""The disk in the middle of a round, and two programs at once: one line, and nothing is lost."""

from __future__ import annotations

import json
import resource

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.game.actions import Action
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.rules.load import find_rules
from bjtrainer.seat.seat import sit
from bjtrainer.stats.played import MoveKind
from bjtrainer.stats.store import Store

GAME = find_rules("vegas-strip")


@pytest.fixture
def seat(history):
    """A seat in the middle of a round that asks about a hand of two cards."""
    with Store.open(history) as store, sit(store, GAME, seed=2) as seat:
        seat.bet(500)
        assert seat.playing
        assert Action.HIT in seat.round.legal
        yield seat


def one_line(told):
    line = str(told.value)
    assert line.isprintable()
    assert "history.sqlite3" in line
    return line


def filled_up(store):
    """Let no page be added any more, and use up what is free in those that are there."""
    ((pages,),) = store._database.run("PRAGMA page_count")
    store._database.run(f"PRAGMA max_page_count = {pages}")


def read_only(store):
    store._database.run("PRAGMA query_only = ON")


def writable(store):
    store._database.run("PRAGMA query_only = OFF")
    store._database.run("PRAGMA max_page_count = 100000")


def decide_all(seat):
    while seat.playing:
        seat.decide(Action.STAND if Action.STAND in seat.round.legal else seat.round.legal[0])


def play_until_it_fails(seat):
    for _ in range(1000):
        if seat.playing:
            seat.decide(Action.STAND)
        else:
            seat.bet(100)


@pytest.mark.parametrize("fault", [filled_up, read_only])
def test_what_the_disk_refuses_did_not_happen_and_can_be_done_again(
    seat, killed, player, tmp_path, fault
):
    store = seat._store
    history = store._database.path
    fault(store)
    with pytest.raises(StorageError, match=r"the disk is full|cannot be written") as told:
        play_until_it_fails(seat)
    one_line(told)
    before = player.state(seat)
    writable(store)
    assert store.check() == ()
    with Store.open(killed(history, tmp_path / "killed")) as left, sit(left, GAME) as again:
        assert player.state(again) == before
    if seat.playing:
        decide_all(seat)
    seat.bet(500)
    assert store.check() == ()


def test_each_step_of_a_round_can_fail_and_comes_back(history, killed, player, tmp_path):
    """The bet, a decision, the last decision, a rebuy, a deposit and a cash out, each refused."""
    with Store.open(history) as store, sit(store, GAME, seed=2) as seat:

        def refused(attempt):
            before = player.state(seat), seat.last_bets
            read_only(store)
            with pytest.raises(StorageError, match="cannot be written"):
                attempt()
            writable(store)
            assert (player.state(seat), seat.last_bets) == before
            number = len(list(tmp_path.iterdir()))
            with Store.open(killed(history, tmp_path / str(number))) as left:
                with sit(left, GAME) as again:
                    assert player.state(again) == before[0]
                assert left.check() == ()

        for attempt in (lambda: seat.rebuy(100), lambda: seat.deposit(100), seat.cash_out):
            refused(attempt)
            attempt()
        seat.rebuy(20_000)
        refused(lambda: seat.bet(500))
        seat.bet(500)
        assert seat.round_id == 1
        assert store.rounds()[0].shoe_seed == "2/1"
        refused(lambda: seat.decide(Action.HIT))
        refused(lambda: seat.decide(Action.STAND))
        decide_all(seat)
        assert [step.n for step in store.steps(1)] == [1]
        assert store.check() == ()


def test_a_round_that_is_over_at_once_is_known_without_asking_the_disk_again(history, monkeypatch):
    def unreadable(*_, **__):
        raise StorageError("the disk could not be read")

    with Store.open(history) as store, sit(store, GAME, seed=2) as seat:
        while True:
            with monkeypatch.context() as broken:
                broken.setattr(store, "moves", unreadable)
                round_ = seat.bet(500)
            if not seat.playing:
                break
            decide_all(seat)
        assert len(store.steps(seat.round_id)) == 0
        assert seat.bankroll.balance_cents == store.last_move().balance_cents
        assert round_.payout_cents == store.rounds(last=1)[0].payout_cents


def test_a_file_that_may_not_grow_ends_a_program_with_one_line_and_the_round_waits(
    history, program, player
):
    def allow_little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    process = program(history, "full", preexec_fn=allow_little)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors.startswith("error: ")
    assert errors.count("\n") == 1
    assert "the disk" in errors
    said = json.loads(output.splitlines()[-1])["state"]
    with Store.open(history) as store:
        assert store.check() == ()
        with sit(store, GAME) as seat:
            assert player.state(seat) == said | {"rules": seat.rules.digest}


def test_more_money_than_can_be_stored_is_one_line_and_no_money(history):
    with Store.open(history) as store, sit(store, GAME) as seat:
        before = seat.bankroll
        with pytest.raises(StorageError, match="too large") as told:
            seat.deposit(10**30)
        one_line(told)
        assert seat.bankroll == store.last_move().bankroll == before


def test_two_programs_do_not_sit_at_once_and_a_killed_one_sits_no_more(history, program):
    first = program(history, "two programs")
    assert first.stdout.readline()
    with Store.open(history) as store:
        for _ in range(2):
            with pytest.raises(StorageError, match="another bjtrainer is at the table") as told:
                sit(store, GAME)
            one_line(told)
        assert len(store._database.run("SELECT id FROM sessions")) == 1
        first.kill()
        first.wait()
        with sit(store, GAME) as seat:
            assert not seat.playing or seat.resumed


def test_who_leaves_makes_room(history):
    with Store.open(history) as store, Store.open(history) as other:
        with sit(store, GAME) as seat:
            with pytest.raises(StorageError, match="another bjtrainer"):
                sit(other, GAME)
            seat.leave()
            sit(other, GAME).leave()
        with sit(store, GAME), pytest.raises(StorageError, match="another bjtrainer"):
            sit(other, GAME)


def test_drills_go_on_beside_a_player(history):
    with Store.open(history) as store, sit(store, GAME), Store.open(history) as other:
        session = other.start_session(
            now=store.moves()[0].at,
            game="vegas-strip",
            rules_digest=GAME.digest,
            drill="default",
            seed=1,
            version="1",
            helped=False,
        )
        assert session.id == 2
        assert not session.played
        assert other.last_game() == "vegas-strip"


def test_a_seat_in_a_home_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "home").write_text("a file, not a folder")
    with pytest.raises(StorageError, match="check the folder"):
        Store.open(tmp_path / "home" / "history.sqlite3")


def test_what_another_program_did_to_the_money_is_told_and_not_undone(history):
    """Only a program that ignores the lock can do so; no cent is lost even then."""
    with Store.open(history) as store, sit(store, GAME, seed=1) as seat:
        now = store.moves()[0].at
        store.add_move(MoveKind.REBUY, lambda bankroll: bankroll.rebuy(1_000), now=now)
        with pytest.raises(StorageError, match="changed by another program") as told:
            seat.bet(500)
        one_line(told)
        assert store.rounds() == ()
        assert seat.deposit(100) == Bankroll(79_100, 21_000)
        seat.bet(500)
        assert store.check() == ()
