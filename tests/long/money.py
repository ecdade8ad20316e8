"""reliability.md, "money" and "cards": rounds of random legal play, each against a second opinion.

python tests/long/money.py --rounds 1000000

Half of the rounds are of the six games, half of games with rules of chance; bets of every size lie
on one to five boxes, and the balance is often too small. Every card is counted after each step, and
every cent after each round; in one round of five every answer is tried, too, also those that are
refused. It prints what it counted. The first fault ends it, with the round in which it is.
"""

from __future__ import annotations

import argparse
import runpy
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from bjtrainer.cards import DECK, Card
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.events import Decided
from bjtrainer.game.money import dollars
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Decks, Rules


def beside(name: str) -> SimpleNamespace:
    """Give what a file beside this one defines, however this one is run."""
    return SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name(name))))


Onlooker = beside("second_opinion.py").Onlooker
rules_of_chance = beside("rules_of_chance.py").rules_of_chance
ROUNDS_OF_CHANCE = 50
"""Rounds at each table whose rules are of chance."""


@dataclass
class Table:
    """A player at random at one table, an onlooker, and the money of both sides."""

    rules: Rules
    rng: Random
    counted: Counter[Any] = field(default_factory=Counter)
    bankroll: Bankroll = field(default_factory=lambda: Bankroll(0, 0))
    house_cents: int = 0
    whole: tuple[Card, ...] = ()

    def play(self, rounds: int) -> None:
        shoe = Shoe.shuffled(self.rules.decks, self.rng)
        for _ in range(rounds):
            try:
                shoe = self.play_round(shoe)
            except Exception as fault:
                fault.add_note(f"rules: {self.rules}")
                fault.add_note(f"seen: {getattr(self, 'onlooker', None)}")
                raise
            if shoe.must_shuffle(self.rules):
                shoe = Shoe.shuffled(self.rules.decks, self.rng)

    def play_round(self, shoe: Shoe) -> Shoe:
        bets = self.bets()
        self.bring_money_for(sum(bets))
        if self.rng.random() < 0.05:
            self.bet_in_vain(bets, shoe)
        funds = self.bankroll.balance_cents
        self.onlooker = Onlooker(self.rules, funds)
        self.next_box, self.last_place = 0, 0
        try_all = self.rng.random() < 0.2
        round_ = self.watched(None, deal(self.rules, bets, shoe, funds))
        assert self.onlooker.bets == bets
        while round_.phase is not Phase.DONE:
            if try_all:
                self.try_all(round_)
            round_ = self.watched(round_, self.decided(round_))
        self.settle(round_)
        return round_.shoe

    def decided(self, round_: Round) -> Round:
        if round_.phase is Phase.INSURANCE:
            return round_.insure(self.rng.random() < 0.5)
        legal = round_.legal
        if Action.SPLIT in legal and self.rng.random() < 0.8:
            return round_.act(Action.SPLIT)
        return round_.act(legal[int(self.rng.random() * len(legal))])

    def bets(self) -> list[int]:
        """Give a bet on each of some boxes: the smallest, the largest, or any other."""
        rules = self.rules
        chip = min(rules.chips)
        least, most = rules.min_bet // chip, rules.max_bet // chip
        boxes = 1 + int(self.rng.random() * rules.boxes)
        chips = [least + int(self.rng.random() * (most - least + 1)) for _ in range(boxes)]
        return [chip * (least, most, number)[int(self.rng.random() * 3)] for number in chips]

    def bring_money_for(self, staked_cents: int) -> None:
        """Have enough at the table for the bets, and as much again as may or may not do."""
        least = staked_cents * (1, 1, 2, 6)[int(self.rng.random() * 4)]
        wanted = least + int(self.rng.random() * staked_cents)
        if self.bankroll.balance_cents > 2 * wanted:
            self.bankroll = self.bankroll.cash_out()
        if (missing := wanted - self.bankroll.balance_cents) > 0:
            if (lacking := missing - self.bankroll.wallet_cents) > 0:
                self.bankroll = self.bankroll.deposit(lacking)
                self.house_cents -= lacking
            self.bankroll = self.bankroll.rebuy(missing)

    def bet_in_vain(self, bets: list[int], shoe: Shoe) -> None:
        rules, funds = self.rules, self.bankroll.balance_cents
        wrong = (
            ([], "there is no bet"),
            ([*bets[:-1], rules.min_bet - 1], "the smallest bet"),
            ([rules.max_bet + 1, *bets[1:]], "the largest bet"),
            ([rules.min_bet] * (rules.boxes + 1), "this game takes bets on"),
        )
        for refused, reason in wrong:
            self.refused(lambda refused=refused: deal(rules, refused, shoe, funds), (reason,))
        too_dear = sum(bets) - 1
        self.refused(lambda: deal(rules, bets, shoe, too_dear), ("the balance is",))

    def watched(self, before: Round | None, after: Round) -> Round:
        """Every card is on the table, to come or a discard, none is twice, and nothing is owed.

        An endless shoe has no number of cards; those dealt are those on the table there, too.
        """
        shoe, onlooker = after.shoe, self.onlooker
        steps = len(before.record) if before else 0
        onlooker.watch(after.record[steps:])
        assert not before or after.record[:steps] == before.record
        if shoe.order is not self.whole and self.rules.decks is not Decks.INFINITE:
            assert sorted(map(id, shoe.order)) == sorted(map(id, DECK * self.rules.decks))
            self.whole = shoe.order
        on_table = [card for pile in onlooker.piles for card in pile.cards]
        on_table += after.dealer_cards
        dealt = shoe.order[shoe.discarded : shoe.dealt]
        assert sorted(map(id, on_table)) == sorted(map(id, dealt))  # one object for each of 52
        assert [(pile.box, pile.cards, pile.cents) for pile in onlooker.piles] == [
            (hand.box, list(hand.cards), hand.bet_cents) for hand in after.hands
        ]
        assert after.staked_cents == onlooker.staked_cents <= onlooker.funds_cents
        self.watch_the_turn(after)
        return after

    def watch_the_turn(self, round_: Round) -> None:
        """Insurance is asked first; boxes and hands are asked from the left, none left out."""
        onlooker, boxes = self.onlooker, len(self.onlooker.bets)
        asked = round_.asked_box if round_.phase is Phase.INSURANCE else boxes
        for box in range(self.next_box, asked):
            assert onlooker.why_no_insurance(box), "a box that can be insured is left out"
        self.next_box = max(self.next_box, asked + 1)
        if round_.phase is Phase.INSURANCE:
            assert not onlooker.why_no_insurance(asked)
        elif round_.phase is Phase.PLAYER:
            assert round_.active >= self.last_place
            assert round_.asked_box == onlooker.piles[round_.active].box
            assert not onlooker.why_over(round_.active)
            self.last_place = round_.active

    def try_all(self, round_: Round) -> None:
        """What is offered is accepted; all else is refused, with a reason that is true."""
        offered: tuple[Any, ...] = ()
        for action in Action:
            why_not = ("comes first",)
            if round_.phase is Phase.PLAYER:
                why_not = self.onlooker.why_not(round_.active, action)
            if why_not:
                self.refused(lambda action=action: round_.act(action), why_not)
            else:
                offered += (action,)
                self.accepted(round_, round_.act(action))
        assert round_.legal == offered
        if round_.phase is Phase.INSURANCE:
            for yes in (True, False):
                self.accepted(round_, round_.insure(yes))
        else:
            self.refused(lambda: round_.insure(True), ("insurance", "half the bet"))

    def accepted(self, before: Round, after: Round) -> None:
        assert len(after.record) > len(before.record)
        self.counted["tried", "accepted"] += 1

    def refused(self, attempt: Callable[[], Round], reasons: tuple[str, ...]) -> None:
        try:
            attempt()
            said = "nothing"
        except InputError as refusal:
            said = str(refusal)
        assert any(reason in said for reason in reasons), f"{said} is said instead of {reasons}"
        self.counted["tried", "refused"] += 1

    def settle(self, round_: Round) -> None:
        onlooker = self.onlooker
        assert onlooker.dealers_cards_are_right()
        gains = [result.payout_cents for result in round_.results]
        gains += [result.payout_cents for result in round_.insurance_results]
        assert gains == onlooker.gains(onlooker.dealer)
        assert round_.payout_cents == sum(gains)
        assert round_.returned_cents == round_.staked_cents + sum(gains) >= 0
        self.bankroll = self.bankroll.after_round(sum(gains))
        self.house_cents -= sum(gains)
        assert self.bankroll.wallet_cents + self.bankroll.balance_cents + self.house_cents == 0
        assert min(self.bankroll.wallet_cents, self.bankroll.balance_cents) >= 0
        self.count(round_)

    def count(self, round_: Round) -> None:
        counted, onlooker = self.counted, self.onlooker
        decided = [event for event in round_.record if isinstance(event, Decided)]
        hands_of_boxes = Counter([pile.box for pile in onlooker.piles]).values()
        for what, seen in {
            "rounds": [self.rules.slug],
            "boxes bet on": [len(onlooker.bets)],
            "decisions": [event.action.value for event in decided],
            "in vain": [True for event in decided if not event.carried_out],
            "hands of a box": hands_of_boxes,
            "cards of the dealer": [len(onlooker.dealer)],
            "outcomes": [result.outcome.value for result in round_.results],
            "insured, for a gain": [result.payout_cents > 0 for result in round_.insurance_results],
            "cards ran out": [True] * round_.shoe.ran_out,
        }.items():
            for one in seen:
                counted[what, one] += 1
        counted["money", "staked"] += round_.staked_cents
        counted["money", "paid back"] += round_.returned_cents


def rounds_of(counted: Counter[Any]) -> int:
    return sum([number for (what, _), number in counted.items() if what == "rounds"])


def play(rounds: int, seed: str) -> Counter[Any]:
    """Play so many rounds at tables of every kind, and give what was counted."""
    counted: Counter[Any] = Counter()
    games = shipped_games()
    for number, slug in enumerate(games):
        part = rounds // 2 // len(games) + (number < rounds // 2 % len(games))
        Table(find_rules(slug), Random(f"{seed}/{slug}"), counted).play(part)
    rng = Random(f"{seed}/chance")
    while (left := rounds - rounds_of(counted)) > 0:
        Table(rules_of_chance(rng), rng, counted).play(min(ROUNDS_OF_CHANCE, left))
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    started = time.monotonic()
    counted = play(asked.rounds, asked.seed)
    for what in dict.fromkeys(what for what, _ in counted):
        seen = sorted((one, number) for (of, one), number in counted.items() if of == what)
        write = dollars if what == "money" else "{:,}".format
        print(f"{what}: " + ", ".join(f"{one} {write(number)}" for one, number in seen))
    seconds = time.monotonic() - started
    print(f"no fault in {rounds_of(counted):,} rounds, in {seconds:.0f} seconds")


if __name__ == "__main__":
    main()
