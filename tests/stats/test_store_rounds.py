"""Rounds, steps and the ledger as they are stored, and that a check proves every cent."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bjtrainer.errors import InputError, StorageError
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.stats.played import MoveKind, RoundEnd, StoredMove, StoredRound, StoredStep
from bjtrainer.stats.record import PLAY, StoredDecision
from bjtrainer.stats.rows import to_row
from bjtrainer.stats.store import Store
from bjtrainer.strict_yaml import is_slug

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
START = Bankroll(80_000, 20_000)


@pytest.fixture
def store(session_start):
    """A history in memory of a player who sat down."""
    with Store.snapshot(Path("no history here")) as store:
        store.start_session(**session_start | {"drill": PLAY})
        store.add_move(MoveKind.START, lambda _: START, now=session_start["now"])
        yield store


@pytest.fixture
def now(session_start):
    return session_start["now"]


@pytest.fixture
def opened(store, round_start, now):
    """Open a round with so many steps."""

    def open_it(*choices: str, **changes: object) -> StoredRound:
        balance_cents = store.last_move().balance_cents
        fields = {"session": 1, "now": now, "balance_cents": balance_cents} | round_start | changes
        round_, move = store.open_round(**fields)
        assert move == (None if round_.unfinished else store.last_move())
        for n, choice in enumerate(choices, start=1):
            store.add_step(StoredStep(round=round_.id, n=n, at=now, choice=choice))
        return round_

    return open_it


def test_a_round_is_unfinished_until_it_is_settled(store, opened, now):
    round_ = opened("no", "hit")
    assert store.unfinished_round() == store.round(round_.id) == round_
    assert round_.unfinished
    assert store.last_move().bankroll == START
    later = now + timedelta(seconds=9)
    last = StoredStep(round=round_.id, n=3, at=later, choice="stand")
    move = store.finish_round(round_.id, end=RoundEnd(-750, ()), now=later, step=last)
    assert move == StoredMove(
        id=2, at=later, kind=MoveKind.ROUND, round=1, wallet_cents=80_000, balance_cents=19_250
    )
    assert store.last_move() == move
    assert store.unfinished_round() is None
    assert store.round(1) == replace(round_, ended_at=later, payout_cents=-750)
    assert [step.choice for step in store.steps(1)] == ["no", "hit", "stand"]
    assert store.check() == ()


def test_a_round_that_asks_nothing_is_stored_and_settled_at_once(store, opened, now):
    round_ = opened(end=RoundEnd(750, ()))
    assert round_.ended_at == now
    assert store.rounds() == (round_,)
    assert store.last_move().bankroll == Bankroll(80_000, 20_750)
    assert store.steps(round_.id) == ()
    assert store.check() == ()


def test_there_is_never_more_than_one_unfinished_round(store, opened):
    opened()
    with pytest.raises(StorageError, match="round 1 is unfinished, and comes first"):
        opened()
    with pytest.raises(StorageError, match="one_unfinished_round"), store._database.transaction():
        store._database.run(
            "INSERT INTO rounds SELECT id + 1, started_at, ended_at, game, rules, rules_digest,"
            " version, session, shoe_seed, shoe_dealt, bets, balance_cents, payout_cents, coached,"
            " checksum FROM rounds"
        )
    assert len(store.rounds()) == 1


@pytest.mark.parametrize(
    ("n", "choice"), [(1, "hit"), (3, "hit"), (0, "hit"), (2, "insure"), (2, "")]
)
def test_only_the_next_step_is_taken_and_none_twice(store, opened, now, n, choice):
    opened("hit")
    step = StoredStep(round=1, n=n, at=now, choice=choice)
    for attempt in (
        lambda: store.add_step(step),
        lambda: store.finish_round(1, end=RoundEnd(0, ()), now=now, step=step),
    ):
        with pytest.raises(StorageError):
            attempt()
    assert [step.n for step in store.steps(1)] == [1]
    assert store.unfinished_round() is not None
    assert len(store.moves()) == 1


@pytest.mark.parametrize("last", [False, True])
def test_a_verdict_is_stored_with_its_step_or_neither_is(store, opened, now, decision, last):
    opened()

    def take(n: int, judged: StoredDecision) -> None:
        step = StoredStep(round=1, n=n, at=now, choice="stand")
        if last:
            store.finish_round(1, end=RoundEnd(500, ()), now=now, step=step, judged=judged)
        else:
            store.add_step(step, judged)

    for n, judged in ((2, decision(n=1)), (1, decision(session=99)), (1, decision(phase="none"))):
        with pytest.raises(StorageError):
            take(n, judged)
        assert store.decisions() == store.steps(1) == ()
        assert store.unfinished_round() is not None
        assert len(store.moves()) == 1
    take(1, decision(n=1))
    assert store.decisions() == (decision(n=1),)
    assert len(store.steps(1)) == 1
    assert (store.unfinished_round() is None) is last


def test_a_settled_round_takes_no_step_and_no_second_payout(store, opened, now):
    opened("hit")
    store.finish_round(1, end=RoundEnd(500, ()), now=now)
    for attempt in (
        lambda: store.add_step(StoredStep(round=1, n=2, at=now, choice="hit")),
        lambda: store.finish_round(1, end=RoundEnd(500, ()), now=now),
        lambda: store.finish_round(7, end=RoundEnd(500, ()), now=now),
    ):
        with pytest.raises(StorageError, match="is not being played"):
            attempt()
    assert store.last_move().balance_cents == 20_500


def test_a_payout_below_the_balance_is_refused(store, opened, now):
    opened()
    with pytest.raises(StorageError):
        store.finish_round(1, end=RoundEnd(-20_001, ()), now=now)
    assert store.unfinished_round() is not None


def test_a_round_needs_the_balance_that_the_ledger_has(store, opened):
    with pytest.raises(StorageError, match="changed by another program"):
        opened(balance_cents=20_001)
    assert store.rounds() == ()


def test_money_moves_by_its_kinds_and_no_other_way(store, now):
    for kind, change in (
        (MoveKind.REBUY, lambda bankroll: bankroll.rebuy(5_000)),
        (MoveKind.DEPOSIT, lambda bankroll: bankroll.deposit(1)),
        (MoveKind.CASH_OUT, Bankroll.cash_out),
    ):
        store.add_move(kind, change, now=now)
    assert [(move.kind.value, move.bankroll) for move in store.moves()] == [
        ("start", START),
        ("rebuy", Bankroll(75_000, 25_000)),
        ("deposit", Bankroll(75_001, 25_000)),
        ("cash out", Bankroll(100_001, 0)),
    ]
    assert store.check() == ()


@pytest.mark.parametrize(
    ("kind", "after"),
    [
        (MoveKind.START, START),
        (MoveKind.REBUY, Bankroll(80_000, 20_000)),
        (MoveKind.REBUY, Bankroll(79_000, 20_000)),
        (MoveKind.REBUY, Bankroll(81_000, 19_000)),
        (MoveKind.REBUY, Bankroll(79_000, 21_001)),
        (MoveKind.DEPOSIT, Bankroll(80_000, 20_000)),
        (MoveKind.DEPOSIT, Bankroll(79_999, 20_000)),
        (MoveKind.DEPOSIT, Bankroll(80_001, 20_001)),
        (MoveKind.CASH_OUT, Bankroll(99_000, 1_000)),
        (MoveKind.CASH_OUT, Bankroll(100_001, 0)),
        (MoveKind.ROUND, Bankroll(80_000, 20_500)),
    ],
)
def test_a_move_that_is_none_of_its_kind_is_refused(store, now, kind, after):
    with pytest.raises(StorageError, match="a move of the money does not follow"):
        store.add_move(kind, lambda _: after, now=now)
    assert len(store.moves()) == 1


def test_the_ledger_begins_with_a_start(now):
    with Store.snapshot(Path("no history here")) as store:
        assert store.last_move() is None
        with pytest.raises(StorageError, match="begins with a start"):
            store.add_move(MoveKind.DEPOSIT, lambda nothing: nothing.deposit(5), now=now)
        assert store.moves() == ()


def test_a_refused_move_and_one_in_a_round_store_nothing(store, opened, now):
    with pytest.raises(InputError, match="more than the wallet holds"):
        store.add_move(MoveKind.REBUY, lambda bankroll: bankroll.rebuy(80_001), now=now)
    opened()
    with pytest.raises(StorageError, match="round 1 is unfinished"):
        store.add_move(MoveKind.REBUY, lambda bankroll: bankroll.rebuy(1), now=now)
    assert len(store.moves()) == 1


def test_rounds_are_chosen_by_number_game_and_time(store, opened, now):
    for n in range(6):
        game = "european" if n % 2 else "vegas-strip"
        opened(end=RoundEnd(100, ()), now=now + timedelta(hours=n), game=game)
    ids = lambda rounds: [round_.id for round_ in rounds]  # noqa: E731
    assert ids(store.rounds()) == [1, 2, 3, 4, 5, 6]
    assert ids(store.rounds(2)) == [5, 6]
    assert ids(store.rounds(last=99)) == [1, 2, 3, 4, 5, 6]
    assert ids(store.rounds(last=0)) == []
    assert ids(store.rounds(game="european")) == [2, 4, 6]
    assert ids(store.rounds(2, game="european")) == [4, 6]
    assert ids(store.rounds(since=now + timedelta(hours=2))) == [3, 4, 5, 6]
    assert ids(store.rounds(until=now + timedelta(hours=2))) == [1, 2]
    assert [move.id for move in store.moves(3)] == [5, 6, 7]
    assert store.round(7) is None


def test_no_drill_can_be_taken_for_play(store, session_start):
    assert not is_slug(PLAY)
    drilled = store.start_session(**session_start | {"game": "european"})
    played = store.start_session(**session_start | {"drill": PLAY, "game": "multi-hand"})
    assert (drilled.played, played.played) == (False, True)
    assert store.last_game() == "european"


# --- What a check finds, though every row has its right checksum ---


def forged(store, record, table):
    """Put a record in the place of the one with its id, with a right checksum."""
    row = to_row(record)
    store._database.run("PRAGMA ignore_check_constraints = ON")
    store._database.run(f"DELETE FROM {table} WHERE id = ?", row[:1])
    store._database.run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    store._database.run("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def played(store, opened, now):
    """Three settled rounds with a rebuy between them, and one unfinished."""
    opened("hit")
    store.finish_round(1, end=RoundEnd(-500, ()), now=now)
    store.add_move(MoveKind.REBUY, lambda bankroll: bankroll.rebuy(1_000), now=now)
    opened(end=RoundEnd(750, ()))
    opened(end=RoundEnd(0, ()))
    opened("no", "stand")
    assert store.check() == ()
    return store


def assert_found(store, found):
    assert any(re.search(found, problem) for problem in store.check()), store.check()


@pytest.mark.parametrize(
    ("line", "changes", "found"),
    [
        (2, {"balance_cents": 19_501}, "line 2 .* round 1 paid another amount"),
        (2, {"wallet_cents": 80_001}, "line 2 .* leaves the wallet"),
        (3, {"kind": MoveKind.DEPOSIT}, "line 3 .* a deposit adds"),
        (3, {"balance_cents": 20_501}, "line 3 .* a rebuy moves"),
        (5, {"balance_cents": 99}, "round 4, unfinished, began with another balance"),
        (5, {"kind": MoveKind.REBUY, "round": None}, "round 3 is settled and stands in no line"),
        (5, {"round": 4}, "line 5 .* round 4 is not settled"),
        (1, {"kind": MoveKind.REBUY}, "line 1 .* begins with a start"),
        (1, {"wallet_cents": 79_999}, "line 2 "),
    ],
)
def test_a_forged_line_of_the_ledger_is_found(played, line, changes, found):
    forged(played, replace(played.moves()[line - 1], **changes), "moves")
    assert_found(played, found)


@pytest.mark.parametrize(
    ("round_id", "changes", "found"),
    [
        (1, {"payout_cents": -499}, "round 1 paid another amount"),
        (1, {"balance_cents": 20_001}, "round 1 began with another balance"),
        (4, {"balance_cents": 1}, "round 4, unfinished, began with another balance"),
        (4, {"payout_cents": 0, "ended_at": NOON}, "round 4 is settled and stands in no line"),
    ],
)
def test_a_forged_round_is_found(played, round_id, changes, found):
    played._database.run("PRAGMA foreign_keys = OFF")
    forged(played, replace(played.round(round_id), **changes), "rounds")
    assert_found(played, found)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_lost_line_of_the_ledger_is_found(played, n):
    played._database.run("DELETE FROM moves WHERE id = ?", (n,))
    assert played.check()


def test_a_lost_step_is_found(played):
    played._database.run("DELETE FROM steps WHERE round = 4 AND n = 1")
    assert played.check() == ("a step of round 4 is missing",)


def test_lost_cards_are_found(played):
    played._database.run("DELETE FROM cards WHERE round = 3")
    assert played.check() == ("the cards of round 3 are missing",)


def test_a_lost_round_is_found(played):
    played._database.run("PRAGMA foreign_keys = OFF")
    played._database.run("DELETE FROM rounds WHERE id = 2")
    assert_found(played, "belongs to no row of rounds")


def test_a_lost_deposit_is_found_though_the_next_one_hides_it(store, now):
    for _ in range(2):
        store.add_move(MoveKind.DEPOSIT, lambda bankroll: bankroll.deposit(500), now=now)
    store._database.run("DELETE FROM moves WHERE id = 2")
    assert store.check() == ("line 3 of the ledger does not follow: it follows line 1",)
