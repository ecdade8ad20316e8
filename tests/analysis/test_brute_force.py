"""Source of truth: every sequence of cards from a small shoe, followed one card at a time.

The tree below is plain recursion over dealt cards in Fractions, by the words of the conventions
(analysis.md) and of the rules. It shares no code with the analysis: it has its own points, dealer,
legality and play, and its splits grow card by card to the limit of hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, perm
from typing import Any

import numpy as np
import pytest

from bjtrainer.analysis.stock import Stock, stock_of, stock_without
from bjtrainer.analysis.values import Values, solve
from bjtrainer.cards import RANKS, Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import (
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

Cards = tuple[int, ...]
"""Cards of a hand by their points, an ace 1; 11, 12 and 13 are tens of other denominations."""

ACE = 1
CHARLIE = 99
"""The points of a hand that has won by its number of cards."""


def hard_total(cards: Cards) -> int:
    return sum(min(card, 10) for card in cards)


def soft(cards: Cards) -> bool:
    return ACE in cards and hard_total(cards) <= 11


def total(cards: Cards) -> int:
    return hard_total(cards) + 10 if soft(cards) else hard_total(cards)


@dataclass
class Tree:
    """The whole game from one shoe against one upcard. Values are times the chance that counts.

    What counts is everything in a game without a hole card, and no dealer blackjack elsewhere:
    where there is one, the round counts nothing, and ``given`` is the chance of the rest.
    """

    rules: Rules
    shoe: tuple[int, ...]
    upcard: int
    _dealer: dict[tuple[tuple[int, ...], Cards], dict[str | int, Fraction]] = field(
        default_factory=dict
    )
    _worth: dict[Cards, dict[str, Fraction]] = field(default_factory=dict)
    _split: dict[object, Fraction] = field(default_factory=dict)

    @property
    def peeks(self) -> bool:
        return self.rules.hole_card is HoleCard.PEEK

    @property
    def surrenders(self) -> bool:
        """Whether a hand can be surrendered against the upcard."""
        excepted = [rank.points for rank in self.rules.surrender_except]
        return self.rules.surrender is not Surrender.NONE and self.upcard not in excepted

    @property
    def early(self) -> bool:
        """Whether the first decision comes before the dealer's look at a blackjack."""
        early = self.surrenders and self.rules.surrender is Surrender.EARLY
        return self.peeks and early and self.upcard in (ACE, 10)

    def doubles(self, cards: Cards) -> bool:
        """Whether two cards can be doubled, as they were dealt."""
        if soft(cards):
            return self.rules.double_soft
        least = {DoubleOn.ANY: 0, DoubleOn.NINE_TO_ELEVEN: 9, DoubleOn.TEN_ELEVEN: 10}
        named = self.rules.double_on
        return named is DoubleOn.ANY or least[named] <= total(cards) <= 11

    def points(self, cards: Cards) -> int:
        """What a finished hand counts against the dealer's."""
        charlie = self.rules.charlie
        won = charlie is not None and len(cards) >= charlie and total(cards) <= 21
        return CHARLIE if won else total(cards)

    def without(self, *cards: int) -> tuple[int, ...]:
        left = list(self.shoe)
        for card in (self.upcard, *cards):
            left[card - 1] -= 1
        assert min(left) >= 0
        return tuple(left)

    def draws(self, shoe: tuple[int, ...]) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
        size = sum(shoe)
        assert size, "the shoe ran out: choose a larger one"
        for place, count in enumerate(shoe):
            if count:
                rest = (*shoe[:place], count - 1, *shoe[place + 1 :])
                yield place + 1, Fraction(count, size), rest

    def dealer(self, shoe: tuple[int, ...], cards: Cards) -> dict[str | int, Fraction]:
        """The chance of each end of the dealer's hand."""
        if len(cards) == 2 and total(cards) == 21:
            return {"blackjack": Fraction(1)}
        points = total(cards)
        hits_17 = self.rules.soft_17 is Soft17.HIT
        if points > 21:
            return {"bust": Fraction(1)}
        if points > 17 or (points == 17 and not (soft(cards) and hits_17)):
            return {points: Fraction(1)}
        key = (shoe, tuple(sorted(cards)) if len(cards) > 1 else cards)
        if key not in self._dealer:
            ends: dict[str | int, Fraction] = {}
            for card, chance, rest in self.draws(shoe):
                for end, later in self.dealer(rest, (*cards, card)).items():
                    ends[end] = ends.get(end, Fraction(0)) + chance * later
            self._dealer[key] = ends
        return self._dealer[key]

    def settled(self, shoe: tuple[int, ...], hands: tuple[tuple[int, int], ...]) -> Fraction:
        """What finished hands, as (points, wagers), come to: the dealer plays the rest."""
        result = Fraction(0)
        for end, chance in self.dealer(shoe, (self.upcard,)).items():
            if end == "blackjack" and self.peeks:
                continue
            if end == "blackjack" and self.rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY:
                result -= chance
                continue
            for points, wagers in hands:
                if points == CHARLIE:
                    result += chance * wagers
                elif points > 21 or end == "blackjack":
                    result -= chance * wagers
                elif end == "bust" or points > int(end):
                    result += chance * wagers
                elif points < int(end):
                    result -= chance * wagers
        return result

    def blackjack(self, *cards: int) -> Fraction:
        ends = self.dealer(self.without(*cards), (self.upcard,))
        return ends.get("blackjack", Fraction(0))

    def given(self, *cards: int) -> Fraction:
        return 1 - self.blackjack(*cards) if self.peeks else Fraction(1)

    def worth(self, cards: Cards) -> dict[str, Fraction]:
        """What hit, stand and double are worth for a hand that was never split."""
        cards = tuple(sorted(cards))
        if cards not in self._worth:
            shoe = self.without(*cards)
            ways = {"stand": self.settled(shoe, ((self.points(cards), 1),))}
            full = self.rules.card_limit is not None and len(cards) >= self.rules.card_limit
            if self.points(cards) < 21 and not full:
                ways["hit"] = sum(
                    (
                        chance * max(self.worth((*cards, card)).values())
                        for card, chance, _ in self.draws(shoe)
                    ),
                    start=Fraction(0),
                )
                if len(cards) == 2 and self.doubles(cards):
                    ways["double"] = sum(
                        (
                            chance * self.settled(rest, ((self.points((*cards, card)), 2),))
                            for card, chance, rest in self.draws(shoe)
                        ),
                        start=Fraction(0),
                    )
            self._worth[cards] = ways
        return self._worth[cards]

    def surrender(self, cards: Cards) -> Fraction:
        """Half the wager, all of it to a blackjack that comes to light afterwards."""
        if self.rules.surrender is Surrender.EARLY:
            return Fraction(-1, 2)
        blackjack = self.blackjack(*cards)
        return -(1 - blackjack) / 2 - (0 if self.peeks else blackjack)

    def split(self, pair: int, most: int) -> Fraction:
        """Split a pair into at most so many hands, each of which plays as if it were the only one.

        Hands wait with one card each; the first gets its second card and is split again, or played
        to its end, before the next.
        """
        return self._grown(self.without(pair, pair), pair, most, waiting=2, hands=2, done=())

    def _grown(
        self,
        shoe: tuple[int, ...],
        pair: int,
        most: int,
        *,
        waiting: int,
        hands: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        if not waiting:
            return self.settled(shoe, done)
        key = (shoe, pair, most, waiting, hands, done)
        if key not in self._split:
            result = Fraction(0)
            for card, chance, rest in self.draws(shoe):
                if card == pair and hands < most:
                    result += chance * self._grown(
                        rest, pair, most, waiting=waiting + 1, hands=hands + 1, done=done
                    )
                else:
                    result += chance * self._played(
                        rest, (pair, card), pair, most, waiting=waiting - 1, hands=hands, done=done
                    )
            self._split[key] = result
        return self._split[key]

    def _played(
        self,
        shoe: tuple[int, ...],
        cards: Cards,
        pair: int,
        most: int,
        *,
        waiting: int,
        hands: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        key = (shoe, tuple(sorted(cards)), pair, most, waiting, hands, done)
        if key not in self._split:
            self._split[key] = self._led_to(
                shoe, cards, pair, most, waiting=waiting, hands=hands, done=done
            )
        return self._split[key]

    def _led_to(
        self,
        shoe: tuple[int, ...],
        cards: Cards,
        pair: int,
        most: int,
        *,
        waiting: int,
        hands: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        def finished(left: tuple[int, ...], points: int, wagers: int) -> Fraction:
            hand = (min(points, 22) if points != CHARLIE else CHARLIE, wagers)
            return self._grown(
                left,
                pair,
                most,
                waiting=waiting,
                hands=hands,
                done=tuple(sorted((*done, hand))),
            )

        way = self._way_after_split(cards, pair)
        if way == "stand":
            return finished(shoe, self.points(cards), 1)
        result = Fraction(0)
        for card, chance, rest in self.draws(shoe):
            more = (*cards, card)
            if way == "double" or self.points(more) >= 21:
                end = finished(rest, self.points(more), 2 if way == "double" else 1)
            else:
                end = self._played(rest, more, pair, most, waiting=waiting, hands=hands, done=done)
            result += chance * end
        return result

    def _way_after_split(self, cards: Cards, pair: int) -> str:
        rules = self.rules
        if pair == ACE and rules.split_aces_draw is SplitAcesDraw.ONE:
            return "stand"
        ways = dict(self.worth(cards))
        if not rules.double_after_split:
            ways.pop("double", None)
        assert len(set(ways.values())) == len(ways), "a tie: choose a shoe with one best way"
        return max(ways, key=lambda way: ways[way])


def rules_with(**changes: object) -> Rules:
    return Rules(name="E", slug="e", decks=1, **changes)  # type: ignore[arg-type]


# Four ranks, so that the tree stays small, and enough cards that no hand ever finds it empty.
SHOE = (5, 0, 4, 0, 0, 0, 0, 5, 0, 12)
DENOMINATIONS = (5, 0, 4, 0, 0, 0, 0, 5, 0, 3, 3, 3, 3)
NO_HOLE_CARD = HoleCard.NONE
ORIGINAL_ONLY = HoleCard.NONE_ORIGINAL_ONLY
LATE, EARLY = Surrender.LATE, Surrender.EARLY
DRAW = SplitAcesDraw.ANY
CASES = {
    "two hands": (rules_with(max_hands=2), (8,)),
    "three hands, soft 17 hit, surrender": (
        rules_with(max_hands=3, soft_17=Soft17.HIT, surrender=LATE),
        (1, 10),
    ),
    "four hands, aces too": (rules_with(max_ace_hands=4), (10,)),
    "four hands, no double after split": (rules_with(double_after_split=False), (3,)),
    "four hands, aces draw": (
        rules_with(max_ace_hands=4, split_aces_draw=DRAW),
        (8,),
    ),
    "hands of three cards stand": (rules_with(card_limit=3), (1,)),
    "two hands, no hole card, surrender": (
        rules_with(max_hands=2, hole_card=NO_HOLE_CARD, surrender=LATE),
        (10,),
    ),
    "four hands, no hole card, soft 17 hit": (
        rules_with(hole_card=NO_HOLE_CARD, soft_17=Soft17.HIT),
        (1,),
    ),
    "three hands, original bets only": (
        rules_with(max_hands=3, hole_card=ORIGINAL_ONLY, surrender=LATE),
        (10,),
    ),
    "three hands, early surrender": (rules_with(max_hands=3, surrender=EARLY), (1,)),
    "four hands, a charlie of four": (rules_with(charlie=4, soft_17=Soft17.HIT), (10,)),
    "no hole card, a charlie of three": (
        rules_with(max_hands=2, charlie=3, hole_card=NO_HOLE_CARD),
        (1,),
    ),
    "three hands, tens by denomination": (
        rules_with(max_hands=3, split_by=SplitBy.DENOMINATION),
        (1,),
    ),
    "two hands, no hole card, tens by denomination, early surrender": (
        rules_with(
            max_hands=2, hole_card=NO_HOLE_CARD, split_by=SplitBy.DENOMINATION, surrender=EARLY
        ),
        (10,),
    ),
    "three hands, no hole card, aces draw, a limit of four": (
        rules_with(
            max_hands=3, max_ace_hands=3, hole_card=NO_HOLE_CARD, split_aces_draw=DRAW, card_limit=4
        ),
        (1,),
    ),
    "original bets only, aces draw, early surrender, soft 17 hit": (
        rules_with(
            max_hands=2,
            hole_card=ORIGINAL_ONLY,
            split_aces_draw=DRAW,
            surrender=EARLY,
            soft_17=Soft17.HIT,
        ),
        (1, 10),
    ),
    "original bets only, doubles on hard 9 to 11, not after a split": (
        rules_with(
            max_hands=2,
            hole_card=ORIGINAL_ONLY,
            double_on=DoubleOn.NINE_TO_ELEVEN,
            double_soft=False,
            double_after_split=False,
            blackjack_pays=Fraction(6, 5),
        ),
        (10,),
    ),
    "early surrender, but not against tens": (
        rules_with(max_hands=2, surrender=EARLY, surrender_except=(RANKS[9],)),
        (1, 10),
    ),
    "a charlie of three, aces draw, no soft doubles": (
        rules_with(max_hands=2, charlie=3, split_aces_draw=DRAW, double_soft=False),
        (3,),
    ),
}
HANDS = tuple(combinations_with_replacement((1, 3, 8, 10), 2))
LATER = ((1, 1, 3), (3, 8, 1), (3, 3, 8), (1, 3, 10), (1, 1, 3, 3))


@dataclass(frozen=True)
class Case:
    """A game against one upcard, as the analysis has it and as the tree has it."""

    values: Values
    tree: Tree
    plain: Tree
    """The same with all tens alike, which is as good where no tens are split."""

    def situation(self, cards: Cards, split_hands: int = 1) -> Situation:
        return Situation(
            hand=Hand.of(RANKS[min(card, 10) - 1] for card in cards),
            upcard=RANKS[self.tree.upcard - 1],
            split_hands=split_hands,
        )

    def most(self, card: int) -> int:
        rules = self.tree.rules
        return rules.max_ace_hands if card == ACE else rules.max_hands

    def first_decision(self, cards: Cards) -> dict[str, Fraction]:
        """What each way to go on with two cards is worth, times the chance that counts."""
        ways = dict(self.tree.worth(cards))
        if cards[0] == cards[1]:
            tree = self.tree if cards[0] >= 10 else self.plain
            ways["split"] = tree.split(cards[0], self.most(cards[0]))
        if self.tree.early:
            ways = {name: value - self.tree.blackjack(*cards) for name, value in ways.items()}
        if self.tree.surrenders:
            ways["surrender"] = self.tree.surrender(cards)
        return ways


@pytest.fixture(
    scope="module",
    params=[(name, upcard) for name, (_, upcards) in CASES.items() for upcard in upcards],
    ids=lambda param: f"{param[0]} v {RANKS[param[1] - 1]}",
)
def case(request) -> Case:
    name, upcard = request.param
    rules, _ = CASES[name]
    plain = Tree(rules, SHOE, upcard)
    tree = plain
    if rules.split_by is SplitBy.DENOMINATION:
        tree = Tree(rules, DENOMINATIONS, upcard)
    return Case(solve(rules, Stock(SHOE)), tree, plain)


def actions(wanted: dict[str, Fraction]) -> dict[Action, float]:
    return {Action(name): float(value) for name, value in wanted.items()}


def close(value: Any) -> Any:
    return pytest.approx(value, abs=1e-12, rel=0)


def test_every_way_to_go_on_from_two_cards(case):
    for cards in HANDS:
        given = 1 if case.tree.early else case.tree.given(*cards)
        ways = case.first_decision(cards)
        wanted = {name: value / given for name, value in ways.items() if total(cards) < 21}
        assert case.values.of(case.situation(cards)) == close(actions(wanted))


def test_every_way_to_go_on_from_more_cards(case):
    for cards in LATER:
        given = case.tree.given(*cards)
        ways = {name: value / given for name, value in case.tree.worth(cards).items()}
        limits = (case.tree.rules.card_limit, case.tree.rules.charlie)
        decided = all(limit is None or len(cards) < limit for limit in limits)
        assert ("hit" in ways) == decided
        assert case.values.of(case.situation(cards)) == close(actions(ways) if decided else {})
        assert case.values.as_it_stands(case.situation(cards)) == close(float(ways["stand"]))


def test_a_pair_of_a_split_is_split_again_into_the_hands_still_allowed(case):
    again = 0
    for card in (1, 3, 8, 10):
        for split_hands in range(2, case.most(card)):
            hands_left = case.most(card) + 1 - split_hands
            wanted = case.tree.split(card, hands_left) / case.tree.given(card, card)
            situation = case.situation((card, card), split_hands)
            assert case.values.of(situation)[Action.SPLIT] == close(float(wanted))
            again += 1
    assert again or case.tree.rules.max_hands == 2


def test_what_the_dealer_ends_with(case):
    for cards in HANDS:
        situation = case.situation(cards)
        ends = dict(case.tree.dealer(case.tree.without(*cards), (case.tree.upcard,)))
        blackjack = float(ends.get("blackjack", 0))
        assert case.values.dealer_blackjack(situation.hand, situation.upcard) == close(blackjack)
        if case.tree.peeks and not (case.tree.early and total(cards) < 21):
            ends.pop("blackjack", None)
        given = sum(ends.values())
        wanted = {str(end): float(chance / given) for end, chance in ends.items()}
        named = case.values.dealer(situation)
        assert {end: chance for end, chance in named.items() if chance} == close(wanted)


def test_the_expectation_against_the_upcard(case):
    tree, left = case.tree, case.tree.without()
    expected = Fraction(0)
    for one, other in product(range(1, len(left) + 1), repeat=2):
        chance = Fraction(left[one - 1], sum(left))
        chance *= Fraction(left[other - 1] - (one == other), sum(left) - 1)
        if not chance:
            continue
        cards = (min(one, other), max(one, other))
        dealer_blackjack = tree.blackjack(*cards)
        if total(cards) == 21:
            value = tree.rules.blackjack_pays * (1 - dealer_blackjack)
        else:
            value = max(case.first_decision(cards).values())
            value -= dealer_blackjack if tree.peeks and not tree.early else 0
        expected += chance * value
    upcard = RANKS[tree.upcard - 1]
    assert case.values.edge().by_upcard[upcard] == close(float(expected))


def split_of_tens(rules: Rules, tens: int, upcard: int) -> Fraction:
    """What splitting two alike tens is worth when so many of sixteen are left, whichever.

    Of the pair's own denomination there may be 2 to 4, each number with its chance.
    """
    worth = given = Fraction(0)
    for alike in range(2, min(4, tens) + 1):
        left = Fraction(comb(4, alike) * comb(12, tens - alike), comb(16, tens)) * perm(alike, 2)
        shown = {upcard: Fraction(1)}
        if upcard == 10:
            shown = {10: Fraction(alike - 2, tens - 2), 11: Fraction(tens - alike, tens - 2)}
        for card, chance in shown.items():
            if chance:
                tree = Tree(rules, (4, 0, 4, 0, 0, 0, 0, 4, 0, alike, tens - alike), card)
                worth += left * chance * tree.split(10, rules.max_hands)
                given += left * chance * tree.given(10, 10)
    return worth / given


@pytest.mark.parametrize(
    ("max_hands", "hole_card", "tens_gone", "upcard"),
    [
        (3, HoleCard.PEEK, 4, 8),
        (3, HoleCard.PEEK, 9, 10),
        (2, HoleCard.NONE, 4, 10),
        (2, HoleCard.NONE_ORIGINAL_ONLY, 10, 1),
    ],
)
def test_splitting_tens_when_tens_of_any_denomination_are_gone(
    max_hands, hole_card, tens_gone, upcard
):
    denomination = SplitBy.DENOMINATION
    rules = rules_with(max_hands=max_hands, hole_card=hole_card, split_by=denomination)
    gone = [rank for rank in RANKS[:9] if rank.points not in {1, 3, 8} for _ in range(4)]
    stock = stock_without(rules, [*gone, *[Rank.TEN] * tens_gone], seen=[])
    situation = Situation(hand=Hand.parse("TT"), upcard=RANKS[upcard - 1])
    found = solve(rules, stock, exact=True).of(situation)[Action.SPLIT]
    assert found == split_of_tens(rules, 16 - tens_gone, upcard)


@pytest.mark.parametrize("tens_gone", [0, 1, 11, 12, 13, 14, 15, 16])
def test_any_number_of_tens_of_any_denomination_can_be_gone(tens_gone):
    rules = rules_with(split_by=SplitBy.DENOMINATION)
    stock = stock_without(rules, [Rank.TEN] * tens_gone, seen=[])
    assert (stock == stock_of(rules)) == (not tens_gone)
    values = solve(rules, stock)
    assert np.isfinite(values.joint).all()
    assert values.base.tens_alike == pytest.approx(3 / 15)
