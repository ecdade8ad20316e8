"""reliability.md, "cards" and "money", as a state machine that looks for trouble by itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bjtrainer.cards import DECK, RANKS, Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.checks import contradictions, idle_details
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

any_rules = st.builds(
    Rules,
    name=st.just("Any"),
    slug=st.just("any"),
    decks=st.sampled_from([1, 2, 8, 20, Decks.INFINITE]),
    soft_17=st.sampled_from(Soft17),
    hole_card=st.sampled_from(HoleCard),
    double_on=st.sampled_from(DoubleOn),
    double_after_split=st.booleans(),
    split_by=st.sampled_from(SplitBy),
    max_hands=st.integers(1, 4),
    max_ace_hands=st.integers(1, 4),
    split_aces_draw=st.sampled_from(SplitAcesDraw),
    surrender=st.sampled_from(Surrender),
    surrender_except=st.sampled_from([(), (Rank.ACE,), (Rank.TEN,), (Rank.ACE, Rank.TEN)]),
    insurance_with_blackjack=st.booleans(),
    card_limit=st.sampled_from([None, 3, 11]),
    charlie=st.sampled_from([None, 3, 5]),
    shuffle=st.sampled_from([Fraction(1, 10), Fraction(9, 10), Fraction(1)]),
    insurance=st.booleans(),
    boxes=st.integers(1, 5),
)


def going_together(rules: Rules) -> Rules:
    """Give the rules with those changed that contradict others."""
    early = rules.surrender is Surrender.EARLY and rules.hole_card is HoleCard.PEEK
    most_boxes = 1 if early else 10 // rules.max_hands if rules.decks == 1 else 5
    original_only = rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY
    charlie = None if original_only else rules.charlie
    rules = replace(
        rules,
        double_soft=rules.double_on is DoubleOn.ANY,
        max_ace_hands=min(rules.max_hands, rules.max_ace_hands),
        charlie=charlie,
        card_limit=None if charlie else rules.card_limit,
        boxes=min(rules.boxes, most_boxes),
    )
    rules = replace(rules, **idle_details(rules))
    assert not [*contradictions(rules)]
    return rules


rules_of_any_game = any_rules.map(going_together)
bets_of_any_size = st.lists(st.integers(1, 200).map(lambda chips: 100 * chips), min_size=5)


class TableMachine(RuleBasedStateMachine):
    """Rounds one after the other from one running shoe, with a balance that may run out."""

    @initialize(rules=rules_of_any_game, seed=st.integers(0, 2**32), cents=st.integers(0, 10**6))
    def sit_down(self, rules: Rules, seed: int, cents: int) -> None:
        self.rules = rules
        self.rng = Random(seed)
        self.shoe = Shoe.shuffled(rules.decks, self.rng)
        self.balance = cents
        self.table = -self.balance
        self.round: Round | None = None

    @precondition(lambda self: self.round is None or self.round.phase is Phase.DONE)
    @rule(bets=bets_of_any_size, boxes=st.integers(1, 5), rebuy=st.integers(0, 10**5))
    def deal_a_round(self, bets: list[int], boxes: int, rebuy: int) -> None:
        if self.round is not None and self.shoe.must_shuffle(self.rules):
            self.shoe = Shoe.shuffled(self.rules.decks, self.rng)
        bets = bets[: min(boxes, self.rules.boxes)]
        if (missing := sum(bets) - self.balance) > 0:
            with pytest.raises(InputError, match="the balance is"):
                deal(self.rules, bets, self.shoe, self.balance)
            missing += rebuy
            self.balance, self.table = self.balance + missing, self.table - missing
        self.take(deal(self.rules, bets, self.shoe, self.balance))
        event(f"boxes {len(bets)}")

    @precondition(lambda self: self.round and self.round.phase is Phase.INSURANCE)
    @rule(yes=st.booleans())
    def answer_insurance(self, yes: bool) -> None:
        assert self.round is not None
        box = self.round.asked_box
        for action in Action:
            self.refused(lambda action=action: self.round.act(action))
        self.take(self.round.insure(yes))
        insured = self.round.insurances_cents[box]
        assert insured == (self.round.hands[box].bet_cents // 2 if yes else 0)

    @precondition(lambda self: self.round and self.round.phase is Phase.PLAYER)
    @rule(data=st.data())
    def try_every_action_and_take_a_legal_one(self, data: st.DataObject) -> None:
        assert self.round is not None
        legal = self.round.legal
        assert legal, "who is asked can answer"
        for action in Action:
            if action not in legal:
                self.refused(lambda action=action: self.round.act(action))
        for action in legal:
            assert self.round.act(action).record[len(self.round.record)].action is action
        self.refused(lambda: self.round.insure(True))
        self.take(self.round.act(data.draw(st.sampled_from(legal))))

    @precondition(lambda self: self.round and self.round.phase is Phase.DONE)
    @rule(action=st.sampled_from(Action), yes=st.booleans())
    def ask_for_more_when_the_round_is_over(self, action: Action, yes: bool) -> None:
        assert self.round is not None
        assert self.round.legal == ()
        self.refused(lambda: self.round.act(action))
        self.refused(lambda: self.round.insure(yes))

    @invariant()
    def no_card_is_lost_or_dealt_twice(self) -> None:
        if self.round is None or self.rules.decks is Decks.INFINITE:
            return
        counts = list(self.round.shoe.composition())
        discards = self.round.shoe.order[: self.round.shoe.discarded]
        on_table = [card for hand in self.round.hands for card in hand.cards]
        for card in (*discards, *on_table, *self.round.dealer_cards):
            counts[card.rank.index] += 1
        assert counts == [
            sum(card.rank is rank for card in DECK) * self.rules.decks for rank in RANKS
        ]

    @invariant()
    def no_money_is_lost_and_none_is_owed(self) -> None:
        if self.round is None:
            return
        assert 0 <= self.round.staked_cents <= self.funds
        assert self.balance >= 0
        assert self.balance + self.table == 0

    def take(self, after: Round) -> None:
        before = self.round
        self.round, self.shoe = after, after.shoe
        self.funds = after.funds_cents or 0
        if before is not None and before.phase is not Phase.DONE:
            assert after.record[: len(before.record)] == before.record
        event(f"phase {after.phase.value}")
        if after.phase is Phase.DONE:
            self.balance += after.returned_cents - after.staked_cents
            self.table -= sum(result.payout_cents for result in after.results)
            self.table -= after.insurance_payout_cents

    def refused(self, attempt: object) -> None:
        before = repr(self.round)
        with pytest.raises(IllegalAction) as refusal:
            attempt()  # type: ignore[operator]
        assert str(refusal.value)
        assert repr(self.round) == before


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
