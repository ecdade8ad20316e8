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
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

GAMES = (
    Rules(name="Shallow", slug="shallow", decks=8, soft_17=Soft17.HIT, surrender=Surrender.LATE,
          insurance_with_blackjack=False, shuffle=Fraction(1, 10)),
    Rules(name="Fresh", slug="fresh", decks=2, soft_17=Soft17.HIT, card_limit=11),
    Rules(name="Deep", slug="deep", decks=1, max_ace_hands=4, shuffle=Fraction(1),
          surrender=Surrender.LATE),
    Rules(name="Deeper", slug="deeper", decks=1, max_ace_hands=4, shuffle=Fraction(99, 100),
          split_aces_draw=SplitAcesDraw.ANY, insurance_pays=Fraction(3), card_limit=5,
          blackjack_pays=Fraction(6, 5)),
    Rules(name="European", slug="european", decks=2, hole_card=HoleCard.NONE,
          double_on=DoubleOn.NINE_TO_ELEVEN, double_soft=False, double_after_split=False,
          split_by=SplitBy.DENOMINATION, max_hands=2, split_aces_draw=SplitAcesDraw.ANY,
          card_limit=11),
    Rules(name="Lenient", slug="lenient", decks=1, hole_card=HoleCard.NONE_ORIGINAL_ONLY,
          split_by=SplitBy.DENOMINATION, max_ace_hands=4, split_aces_draw=SplitAcesDraw.ANY,
          surrender=Surrender.LATE, charlie=4, shuffle=Fraction(99, 100)),
    Rules(name="Early", slug="early", decks=6, surrender=Surrender.EARLY, charlie=3, max_hands=3,
          shuffle=Fraction(3, 4)),
    Rules(name="Endless", slug="endless", decks=Decks.INFINITE, hole_card=HoleCard.NONE,
          surrender=Surrender.EARLY, charlie=5, max_ace_hands=4),
)  # fmt: skip
ROUNDS_OF_EACH = 12_500
FACE_POINTS = {"A": 11, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}


def points(cards: tuple[Card, ...]) -> int:
    total = sum([FACE_POINTS[card.face] for card in cards])
    aces = sum([card.face == "A" for card in cards])
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def natural(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and points(cards) == 21


def many_cards(rules: Rules, hand: PlayerHand) -> bool:
    return rules.charlie is not None and len(hand.cards) >= rules.charlie


def opinion_on_hand(
    rules: Rules, hand: PlayerHand, dealer: tuple[Card, ...], original_cents: int
) -> Fraction | int:
    """What the player gains by a hand with so much of the original bet on it, in cents."""
    mine, theirs, all_lost = points(hand.cards), points(dealer), -hand.bet_cents
    if natural(dealer) and rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY:
        all_lost = -original_cents
    if hand.surrendered:
        late = rules.surrender is Surrender.LATE
        return all_lost if late and natural(dealer) else -hand.bet_cents // 2
    if natural(hand.cards) and not hand.from_split:
        return 0 if natural(dealer) else hand.bet_cents * rules.blackjack_pays
    if mine > 21:
        return all_lost
    if many_cards(rules, hand):
        return hand.bet_cents
    if natural(dealer) or mine < theirs <= 21:
        return all_lost
    return 0 if mine == theirs else hand.bet_cents


def opinions(round_: Round, bet_cents: int, dealer: tuple[Card, ...]) -> tuple[Fraction | int, ...]:
    """What the player gains by each hand and by insurance, in cents."""
    rules = round_.rules
    gains = [
        opinion_on_hand(rules, hand, dealer, 0 if place else bet_cents)
        for place, hand in enumerate(round_.hands)
    ]
    if sum(round_.insurances_cents):
        won = points(dealer[:2]) == 21
        gains.append(bet_cents // 2 * (rules.insurance_pays if won else -1))
    return tuple(gains)


def check_what_the_dealer_drew(round_: Round, bet_cents: int) -> None:
    """Cards beyond the second come for hands in play alone; a second card not dealt, or not
    missing, is one that could not, or could, have changed what the round comes to."""
    rules, dealer = round_.rules, round_.dealer_cards
    in_play = any(
        not (hand.surrendered or many_cards(rules, hand) or points(hand.cards) > 21)
        and (hand.from_split or not natural(hand.cards))
        for hand in round_.hands
    )
    if in_play:
        assert points(dealer) >= 17
    elif rules.hole_card is HoleCard.PEEK:
        assert len(dealer) == 2
    else:
        seconds = (Card("A", "s"), Card("K", "s"), Card("5", "s"))
        ends = {opinions(round_, bet_cents, (dealer[0], second)) for second in seconds}
        assert len(dealer) == (1 if len(ends) == 1 else 2)


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
        """Every card of the shoe is on the table, still to come or a discard, and none is twice.

        An endless shoe has no number of cards; those dealt are those on the table there, too.
        """
        shoe = round_.shoe
        if shoe.order is not self.whole and self.rules.decks is not Decks.INFINITE:
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
        payout = sum(opinions(round_, bet_cents, round_.dealer_cards))
        assert round_.payout_cents == payout
        assert round_.returned_cents == round_.staked_cents + payout >= 0
        self.purse += round_.returned_cents - round_.staked_cents
        self.bank -= int(payout)
        assert self.purse + self.bank == 0
        assert self.purse >= 0
        check_what_the_dealer_drew(round_, bet_cents)
        self.seen.update(type(event) for event in round_.record)
        decided = [event for event in round_.record if isinstance(event, Decided)]
        self.seen.update(event.action for event in decided)
        self.seen["in vain"] += sum(not event.carried_out for event in decided)
        self.seen.update(result.outcome for result in round_.results)
        self.seen[len(round_.hands)] += 1
        self.seen[f"dealer {len(round_.dealer_cards)}"] += 1


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_no_card_and_no_cent_is_lost_in_random_rounds(rules: Rules) -> None:
    table = Table(rules, Random(f"random rounds of {rules.slug}"))
    table.play(ROUNDS_OF_EACH)
    expected = {*Phase, *Outcome, *Action, *range(1, rules.max_hands + 1), HandOver, "dealer 2"}
    peek = rules.hole_card is HoleCard.PEEK
    expected |= {DealerChecked} if peek else {"dealer 1"}
    if rules.surrender is Surrender.NONE:
        expected -= {Outcome.SURRENDER, Action.SURRENDER}
    assert expected <= set(table.seen)
    assert (table.seen["in vain"] > 100) is (peek and rules.surrender is Surrender.EARLY)
    assert (table.ran_out > 250) is (rules.decks == 1), "one deck runs out in the middle of rounds"
