"""reliability.md, "an interrupted round" and "money", as a machine that looks for trouble itself.

A crash is what ``kill -9`` leaves: the files as they are at that moment, opened again elsewhere.
"""

from __future__ import annotations

import runpy
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bjtrainer.errors import IllegalAction, InputError, StorageError
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Round
from bjtrainer.rules.model import Rules
from bjtrainer.seat.log import replayed
from bjtrainer.seat.seat import sit
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import Insurance

PLAYER = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("play_at_random.py"))))
GAMES: tuple[Rules, ...] = PLAYER.games()
CENTS = st.integers(-100, 30_000)
FIRST_MONEY = 100_000
MOST_STEPS_TO_A_PHASE = 40

crashes: Counter[str] = Counter()


@cache
def fresh_history() -> bytes:
    """A history in which nothing happened yet; making one waits for the disk again and again."""
    with tempfile.TemporaryDirectory(prefix="seat-") as home:
        history = Path(home) / "history.sqlite3"
        Store.open(history).close()
        return history.read_bytes()


class SeatMachine(RuleBasedStateMachine):
    """One player, any games, and a program that is cut off at any moment."""

    @initialize(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
    def sit_down(self, game: Rules, seed: int) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="seat-"))
        self.rng = Random(seed)
        self.brought = FIRST_MONEY
        self.finished: dict[int, Round] = {}
        self.crashed = 0
        (self.home / "0").mkdir()
        (self.home / "0" / "history.sqlite3").write_bytes(fresh_history())
        self.open(game)

    def open(self, game: Rules) -> None:
        self.history = self.home / str(self.crashed) / "history.sqlite3"
        self.store = Store.open(self.history)
        self.store._database.run("PRAGMA synchronous = OFF")  # a copy of files needs no disk
        self.seat = sit(self.store, game, seed=self.rng.getrandbits(32))
        self.game = game

    @rule(count=st.integers(1, 6))
    def play_on(self, count: int) -> None:
        for _ in range(count):
            self.step()

    def step(self) -> None:
        if self.seat.playing:
            PLAYER.step_in_round(self.seat, self.rng)
        elif self.seat.bankroll.balance_cents >= self.seat.rules.min_bet:
            self.seat.bet(PLAYER.bets(self.seat, self.rng))
        else:
            self.seat.deposit(5_000)
            self.seat.rebuy(5_000)
            self.brought += 5_000
        self.note_a_finished_round()

    def note_a_finished_round(self) -> None:
        if self.seat.round is not None and not self.seat.playing:
            assert self.seat.round_id is not None
            self.finished[self.seat.round_id] = self.seat.round

    @precondition(lambda self: not self.seat.playing)
    @rule(bets=st.lists(st.integers(-100, 25_000) | st.sampled_from([100, 500]), max_size=6))
    def bet_anything(self, bets: list[int]) -> None:
        before, rules = self.seat.bankroll, self.seat.rules
        takes = (
            1 <= len(bets) <= rules.boxes
            and sum(bets) <= before.balance_cents
            and all(rules.min_bet <= bet <= rules.max_bet and bet % 100 == 0 for bet in bets)
        )
        if takes:
            self.seat.bet(bets)
            assert self.seat.last_bets == tuple(bets)
            self.note_a_finished_round()
        else:
            self.refused(lambda: self.seat.bet(bets))

    @rule(cents=CENTS)
    def deposit(self, cents: int) -> None:
        if cents > 0 and not self.seat.playing:
            self.brought += cents
            assert self.seat.deposit(cents) == self.seat.bankroll
        else:
            self.refused(lambda: self.seat.deposit(cents))

    @rule(cents=CENTS)
    def rebuy(self, cents: int) -> None:
        before = self.seat.bankroll
        if 0 < cents <= before.wallet_cents and not self.seat.playing:
            after = self.seat.rebuy(cents)
            assert after == self.seat.bankroll
            assert after.balance_cents == before.balance_cents + cents
        else:
            self.refused(lambda: self.seat.rebuy(cents))

    @rule()
    def cash_out(self) -> None:
        if self.seat.bankroll.balance_cents and not self.seat.playing:
            assert self.seat.cash_out().balance_cents == 0
        else:
            self.refused(self.seat.cash_out)

    @rule()
    def try_what_is_not_offered(self) -> None:
        offered = PLAYER.offered(self.seat.round) if self.seat.playing else ()
        for choice in (*Action, *Insurance):
            if choice not in offered:
                self.refused(lambda choice=choice: self.seat.decide(choice), IllegalAction)
        if self.seat.playing:
            self.refused(lambda: self.seat.bet(self.seat.rules.min_bet), IllegalAction)

    def refused(self, attempt: Callable[[], object], why: type[InputError] = InputError) -> None:
        before = PLAYER.state(self.seat), self.store.moves(), self.store.rounds()
        with pytest.raises(why) as refusal:
            attempt()
        assert str(refusal.value)
        assert (PLAYER.state(self.seat), self.store.moves(), self.store.rounds()) == before

    @rule(
        cuts=st.lists(
            st.tuples(st.sampled_from(sorted(PLAYER.PHASES)), st.sampled_from(GAMES)),
            min_size=1,
            max_size=5,
        )
    )
    def play_on_and_crash(self, cuts: list[tuple[str, Rules]]) -> None:
        for phase, next_game in cuts:
            for _ in range(MOST_STEPS_TO_A_PHASE):
                if PLAYER.phase_of(self.seat) == phase:
                    break
                self.step()
            self.crash(next_game)

    def crash(self, game: Rules) -> None:
        crashes[PLAYER.phase_of(self.seat)] += 1
        before, left_store, left = PLAYER.state(self.seat), self.store, self.seat
        self.crashed += 1
        (self.home / str(self.crashed)).mkdir()
        for part in ("", "-wal"):
            shutil.copyfile(
                self.history.with_name(self.history.name + part),
                self.home / str(self.crashed) / (self.history.name + part),
            )
        self.open(game)
        self.is_as_it_was(before, game)
        left.leave()
        left_store.close()

    @rule(game=st.sampled_from(GAMES))
    def leave_and_come_back(self, game: Rules) -> None:
        before = PLAYER.state(self.seat)
        self.seat.leave()
        self.store.close()
        self.open(game)
        self.is_as_it_was(before, game)

    def is_as_it_was(self, before: dict[str, object], game: Rules) -> None:
        assert self.seat.resumed is self.seat.playing is (before["round"] is not None)
        if not self.seat.playing:
            before["rules"] = game.digest
        assert PLAYER.state(self.seat) == before
        assert self.store.check() == ()

    @rule()
    def sit_down_twice(self) -> None:
        with Store.open(self.history) as other:
            with pytest.raises(StorageError, match="another bjtrainer is at the table"):
                sit(other, self.game)
            assert other.moves() == self.store.moves()

    @invariant()
    def no_cent_is_lost_or_doubled(self) -> None:
        bankroll, round_ = self.seat.bankroll, self.seat.round
        on_table = round_.staked_cents if round_ is not None and self.seat.playing else 0
        paid = sum(
            result.payout_cents
            for finished in self.finished.values()
            for result in (*finished.results, *finished.insurance_results)
        )
        assert min(bankroll.wallet_cents, bankroll.balance_cents) >= 0
        assert bankroll.wallet_cents + bankroll.balance_cents + on_table == self.brought + paid

    def teardown(self) -> None:
        if not hasattr(self, "store"):
            return
        assert self.store.check() == ()
        for stored in self.store.rounds():
            again = replayed(stored, self.store.steps(stored.id))
            assert again == self.finished.get(stored.id, self.seat.round)
        self.seat.leave()
        self.store.close()
        shutil.rmtree(self.home)


class TestSeat(SeatMachine.TestCase):
    """The machine, and that it was cut off in most phases; test_seat_resumed.py has all."""

    settings = settings(max_examples=40, stateful_step_count=25, deadline=None, derandomize=True)

    def runTest(self) -> None:
        crashes.clear()
        super().runTest()
        rare = {
            "insurance of a later box",
            "the dealer's look waits",
            "first decision in a later box",
        }
        assert crashes.keys() >= PLAYER.PHASES - rare, crashes
