"""reliability.md, "money" and "cards", over rounds of random legal play, against a second opinion.

The second opinion on each round is written here from the rule texts alone and shares no code with
the table: it counts points, settles hands and adds up money in its own way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest

from bjtrainer.cards import DECK, Card
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerChecked, Decided, HandOver, Outcome
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules, Soft17, SplitAcesDraw, Surrender

GAMES = (
    Rules(name="Shallow", slug="shallow", decks=8, soft_17=Soft17.HIT, surrender=Surrender.LATE,
          insurance_with_blackjack=False, shuffle=Fraction(1, 10)),
    Rules(name="Fresh", slug="fresh", decks=2, soft_17=Soft17.HIT, card_limit=11),
    Rules(name="Deep", slug="deep", decks=1, max_ace_hands=4, shuffle=Fraction(1),
          surrender=Surrender.LATE),
    Rules(name="Deeper", slug="deeper", decks=1, max_ace_hands=4, shuffle=Fraction(99, 100),
          split_aces_draw=SplitAcesDraw.ANY, insurance_pays=Fraction(3), card_limit=5,
          blackjack_pays=Fraction(6, 5)),
)  # fmt: skip
ROUNDS_OF_EACH = 25_000
FACE_POINTS = {"A": 11, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}


def points(cards: tuple[Card, ...]) -> int:
    total = sum([FACE_POINTS[card.face] for card in cards])
    aces = sum([card.face == "A" for card in cards])
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def opinion_on_hand(rules: Rules, hand: PlayerHand, dealer: tuple[Card, ...]) -> Fraction:
    """What the player gains by a hand, in cents."""
    mine, theirs = points(hand.cards), points(dealer)
    natural = mine == 21 and len(hand.cards) == 2 and not hand.from_split
    dealer_natural = theirs == 21 and len(dealer) == 2
    if hand.surrendered:
        return Fraction(-hand.bet_cents, 2)
    if natural and not dealer_natural:
        return hand.bet_cents * rules.blackjack_pays
    if mine > 21 or (dealer_natural and not natural) or mine < theirs <= 21:
        return Fraction(-hand.bet_cents)
    return Fraction(0 if mine == theirs else hand.bet_cents)


def opinion_on_round(round_: Round, bet_cents: int) -> Fraction:
    dealer = round_.dealer_cards
    total = sum(opinion_on_hand(round_.rules, hand, dealer) for hand in round_.hands)
    if round_.insurance_cents:
        natural = points(dealer[:2]) == 21
        total += Fraction(bet_cents, 2) * (round_.rules.insurance_pays if natural else -1)
    return Fraction(total)


@dataclass
class Table:
    """A player at random, with an eye on every card and cent."""

    rules: Rules
    rng: Random
    purse: int = 0
    bank: int = 0
    ran_out: int = 0
    whole: tuple[Card, ...] = ()
    seen: Counter[object] = field(default_factory=Counter)

    def play(self, rounds: int) -> None:
        shoe = Shoe.shuffled(self.rules.decks, self.rng)
        for _ in range(rounds):
            if self.purse < 100:
                self.purse, self.bank = self.purse + 2_000, self.bank - 2_000
            bet_cents = 100 * (1 + int(self.rng.random() * min(10, self.purse // 100)))
            round_ = self.watched(deal(self.rules, bet_cents, shoe, self.purse))
            while round_.phase is not Phase.DONE:
                round_ = self.watched(self.decide(round_))
            self.settle(round_, bet_cents)
            self.ran_out += round_.shoe.ran_out
            shoe = round_.shoe
            if shoe.must_shuffle(self.rules):
                shoe = Shoe.shuffled(self.rules.decks, self.rng)

    def decide(self, round_: Round) -> Round:
        if round_.phase is Phase.INSURANCE:
            return round_.insure(self.rng.random() < 0.5)
        legal = round_.legal
        if Action.SPLIT in legal and self.rng.random() < 0.8:
            return round_.act(Action.SPLIT)
        return round_.act(legal[int(self.rng.random() * len(legal))])

    def watched(self, round_: Round) -> Round:
        """Every card of the shoe is on the table, still to come or a discard, and none is twice."""
        shoe = round_.shoe
        if shoe.order is not self.whole:
            assert sorted(map(id, shoe.order)) == sorted(map(id, DECK * self.rules.decks))
            self.whole = shoe.order
        on_table = [card for hand in round_.hands for card in hand.cards]
        on_table += round_.dealer_cards
        dealt = shoe.order[shoe.discarded : shoe.dealt]
        assert sorted(map(id, on_table)) == sorted(map(id, dealt))  # one object for each of 52
        assert round_.staked_cents <= self.purse
        self.seen[round_.phase] += 1
        return round_

    def settle(self, round_: Round, bet_cents: int) -> None:
        payout = opinion_on_round(round_, bet_cents)
        assert round_.payout_cents == payout
        assert round_.returned_cents == round_.staked_cents + payout >= 0
        self.purse += round_.returned_cents - round_.staked_cents
        self.bank -= int(payout)
        assert self.purse + self.bank == 0
        assert self.purse >= 0
        self.seen.update(type(event) for event in round_.record)
        self.seen.update(event.action for event in round_.record if isinstance(event, Decided))
        self.seen.update(result.outcome for result in round_.results)
        self.seen[len(round_.hands)] += 1


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_no_card_and_no_cent_is_lost_in_random_rounds(rules: Rules) -> None:
    table = Table(rules, Random(f"random rounds of {rules.slug}"))
    table.play(ROUNDS_OF_EACH)
    expected = {*Phase, *Outcome, *Action, 1, 2, 3, 4, DealerChecked, HandOver}
    if rules.surrender is Surrender.NONE:
        expected -= {Outcome.SURRENDER, Action.SURRENDER}
    assert expected <= set(table.seen)
    assert (table.ran_out > 500) is (rules.decks == 1), "one deck runs out in the middle of rounds"
