"""The value of every action of every hand against every upcard, and the best way to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bjtrainer.analysis.chances import Chances, chances
from bjtrainer.analysis.dealer import FINALS, Numbers
from bjtrainer.analysis.evaluate import Edge, expected, lost_to_blackjack, surrender
from bjtrainer.analysis.hands import TEN, Booleans, Integers, hand_table
from bjtrainer.analysis.legality import (
    CODE,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Legality,
    legality,
)
from bjtrainer.analysis.splits import Splits, pair_splits, splits
from bjtrainer.analysis.stock import Stock, stock_of
from bjtrainer.analysis.strategy import Strategy, look_ahead
from bjtrainer.cards import Rank
from bjtrainer.errors import InputError, shown
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import HoleCard, Rules, Surrender

SPLIT_STRATEGY = "CDZ-"
"""How split hands play: the composition-dependent optimum, zero memory, resplit when allowed."""


@dataclass(frozen=True, eq=False)
class Values:
    """Exact values of one game from one shoe.

    In initial wagers, positive good for the player; given that the dealer has no blackjack where
    he has checked (see ``unconditional``). Every hand of 21 or less is answered, as dealt and as
    drawn to.
    """

    rules: Rules
    base: Chances
    legal: Legality
    splits: Splits
    joint: Numbers
    """Value times chance of each action, ``(n, 10, 5)``, see ``CODE``; dealer blackjacks that
    cost one wager and no more are left out (see ``lost_to_blackjack``)."""
    optimal: Strategy

    def of(self, situation: Situation) -> dict[Action, Fraction | float]:
        """Give the value of every legal action, in initial wagers of this hand.

        Other hands of a split are ignored, and a resplit is valued as a split of the same pair in
        a fresh game. Empty for a hand that takes no decision: a blackjack, one that is over by
        itself (see ``as_it_stands``), or one that comes after a dealer blackjack for certain.
        Raises ``InputError`` for a hand of one card, or one that the shoe cannot deal.

        >>> values = solve(Rules(name="One deck", slug="one-deck", decks=1))
        >>> situation = Situation(hand=Hand.parse("T6"), upcard=Rank.TEN)
        >>> {str(action): round(value, 4) for action, value in values.of(situation).items()}
        {'hit': -0.5069, 'stand': -0.543, 'double': -1.0139}
        """
        hand, upcard, row = situation.hand, situation.upcard, self._played_row(situation)
        actions = legal_actions(self.rules, situation)
        joint = {action: self.joint.item(row, upcard.index, CODE[action]) for action in actions}
        if situation.from_split and hand.pair and Action.SPLIT in joint:
            most = self.rules.max_ace_hands if hand.pair is Rank.ACE else self.rules.max_hands
            fewer = self.splits.with_hands_left(most + 1 - situation.split_hands, hand.pair.index)
            again = fewer.value(fewer.paths(self.optimal.later))
            joint[Action.SPLIT] = again.item(hand.pair.index, upcard.index)
        lost, chance = self._condition(situation)
        return {action: (value - lost) / chance for action, value in joint.items() if chance}

    def as_it_stands(self, situation: Situation) -> Fraction | float:
        """Give the value of a hand as it stands, in initial wagers, be it over by itself or not.

        A blackjack is worth what it pays. The condition is that of ``of``, which raises the same;
        ``InputError`` too where the dealer has a blackjack for certain.

        >>> values = solve(Rules(name="One deck", slug="one-deck", decks=1))
        >>> [
        ...     round(values.as_it_stands(Situation(hand=Hand.parse(hand), upcard=Rank.TEN)), 4)
        ...     for hand in ("AT", "777", "T6")
        ... ]
        [1.5, 0.9613, -0.543]
        """
        hand, upcard, row = situation.hand, situation.upcard, self._played_row(situation)
        if hand.ace_ten and not situation.from_split:
            pays = self.rules.blackjack_pays
            worth = pays if self.base.exact else float(pays)
            pushes = self.unconditional(situation) * self.dealer_blackjack(hand, upcard)
            return worth * (1 - pushes)
        lost, chance = self._condition(situation)
        if not chance:
            raise InputError(_certain_blackjack(situation))
        joint: Fraction | float = self.joint.item(row, upcard.index, STAND)
        return (joint - lost) / chance

    def _condition(self, situation: Situation) -> tuple[Fraction | float, Fraction | float]:
        """Give what joint values of a situation leave out, and the chance to divide them by."""
        row, column = self._row(situation.hand, situation.upcard), situation.upcard.index
        if not self.unconditional(situation):
            return 0, self.base.given.item(row, column)
        lost = lost_to_blackjack(self.base).item(row, column)
        return lost, self.base.upcard.item(row, column)

    def unconditional(self, situation: Situation) -> bool:
        """Whether the dealer may still have a blackjack when this decision is made.

        Always without a hole card; where the dealer checks, before an early surrender.
        """
        if self.rules.hole_card is not HoleCard.PEEK:
            return True
        return (
            self.rules.surrender is Surrender.EARLY
            and situation.upcard in (Rank.ACE, Rank.TEN)
            and Action.SURRENDER in legal_actions(self.rules, situation)
        )

    def dealer(self, situation: Situation) -> Mapping[str, Fraction | float]:
        """Give the chances of 17 to 21, bust and, where there may be one, blackjack, adding to 1.

        The hand's cards are gone. Given that the dealer has no blackjack where he has checked;
        raises ``InputError`` where that cannot be.
        """
        row, column = self._row(situation.hand, situation.upcard), situation.upcard.index
        outcomes = self.base.outcomes
        ends = {
            **{str(total): outcomes.finals[place] for place, total in enumerate(FINALS)},
            "bust": outcomes.bust,
        }
        if self.unconditional(situation):
            ends["blackjack"] = outcomes.blackjack
        chances = {end: joint.item(row, column) for end, joint in ends.items()}
        everything = sum(chances.values())
        if not everything:
            raise InputError(_certain_blackjack(situation))
        return {end: chance / everything for end, chance in chances.items()}

    def dealer_blackjack(self, hand: Hand, upcard: Rank) -> Fraction | float:
        """Give the chance that the dealer has blackjack, the hand and the upcard being seen."""
        row = self._row(hand, upcard)
        outcomes = self.base.outcomes
        chance: Fraction | float = outcomes.blackjack.item(
            row, upcard.index
        ) / outcomes.upcard.item(row, upcard.index)
        return chance

    def insurance(self, hand: Hand) -> Fraction | float:
        """Give the value of insurance against an ace, per unit of insurance.

        Half of it is the value in initial wagers: insurance costs half a wager.
        """
        pays = self.rules.insurance_pays
        if not self.base.exact:
            return (float(pays) + 1) * self.dealer_blackjack(hand, Rank.ACE) - 1
        return (pays + 1) * self.dealer_blackjack(hand, Rank.ACE) - 1

    def best(self, situation: Situation) -> Action | None:
        """Give the action with the highest value for the exact cards; None for no decision."""
        values = self.of(situation)
        return max(values, key=lambda action: values[action]) if values else None

    def deal_chance(self, hand: Hand, upcard: Rank) -> Fraction | float:
        """Give the chance of being dealt these two cards, in any order, and then this upcard."""
        row = self._row(hand, upcard)
        ways = 1 if hand.pair else 2
        chance: Fraction | float = (
            ways * self.base.order.item(row) * self.base.outcomes.upcard.item(row, upcard.index)
        )
        return chance

    def edge(self) -> Edge:
        """Give the player's expectation, playing every hand by its exact cards."""
        return expected(self.base, self.optimal, self.joint)

    def per_wager(self, *, first: bool) -> tuple[Numbers, Numbers]:
        """Give the value of each action ``(n, 10, 5)`` and the chance of the decision ``(n, 10)``.

        Of two starting cards (``first``) or of hands after them, as ``of`` has them; the chance is
        that of the hand's cards in one given order, the upcard, and the decision coming up.
        """
        base, asked = self.base, self.base.asked
        lost = lost_to_blackjack(base) * (self.rules.hole_card is not HoleCard.PEEK)
        if first and self.rules.surrender is Surrender.EARLY:
            before = self.legal.first[:, :, SURRENDER]
            asked = np.where(before, base.upcard, asked)
            lost = np.where(before, lost_to_blackjack(base), lost)
        value = (self.joint - lost[:, :, None]) / np.where(asked > 0, asked, 1)[:, :, None]
        return value, asked

    def _played_row(self, situation: Situation) -> int:
        hand = situation.hand
        if len(hand) < 2:
            raise InputError(f"a decision needs two cards or more; the hand is {hand or 'empty'}")
        return self._row(hand, situation.upcard)

    def _row(self, hand: Hand, upcard: Rank) -> int:
        if reason := _why_never(self.base.stock, hand):
            raise InputError(reason)
        row = self.base.table.row(hand)
        if not self.base.upcard.item(row, upcard.index):
            raise InputError(f"no {upcard} is left in the shoe to be the upcard")
        return row


def _certain_blackjack(situation: Situation) -> str:
    hand, upcard = situation.hand, situation.upcard
    certain = "with these cards gone the dealer has a blackjack for certain"
    return f"{hand} v {upcard}: {certain}; name fewer to be gone"


def _why_never(stock: Stock, hand: Hand) -> str | None:
    """Say why a shoe never deals a hand of 21 or less like this; None when it can."""
    if hand.bust:
        return f"the hand {shown(str(hand))} is bust: {hand.total} points; a hand has 21 or less"
    for rank in hand:
        if hand.ranks.count(rank) > (held := stock.limits[rank.index]):
            return f"the hand {hand} needs more cards of {rank} than the shoe's {held}"
    return None


def solve(rules: Rules, stock: Stock | None = None, *, exact: bool = False) -> Values:
    """Solve a game from a fresh shoe, or from any stock: every hand, upcard and action.

    ``exact`` computes in Fractions, for small shoes that prove the floats.

    >>> solve(Rules(name="One deck", slug="one-deck", decks=1, max_hands=2)).joint.shape
    (2019, 10, 5)
    """
    stock = stock or stock_of(rules)
    legal = legality(rules, hand_table(stock.limits))
    base = chances(rules, stock, pair_splits(rules, stock, legal), exact=exact)
    split = splits(base, legal)
    draws = legal.draws[:, None]
    ahead = look_ahead(
        base.table,
        base.stand,
        base.given,
        hits=lambda level, hit: draws[level] & (hit > base.stand[level]),
    )
    joint = np.zeros((*base.given.shape, 5), dtype=base.given.dtype)
    joint[:, :, HIT], joint[:, :, STAND], joint[:, :, DOUBLE] = ahead.hit, ahead.stand, ahead.double
    joint[:, :, SURRENDER] = surrender(base)
    later = _best(joint, legal.later)
    pairs = np.array([base.table.pair_row(rank) for rank in range(10)])
    joint[pairs[pairs >= 0], :, SPLIT] = split.value(split.paths(later))[pairs >= 0]
    whole = legal.first.copy()
    whole[:, :, SPLIT] = False
    unlike_tens = _best(joint, whole)[base.table.pair_row(TEN)]
    return Values(
        rules=rules,
        base=base,
        legal=legal,
        splits=split,
        joint=joint,
        optimal=Strategy(_best(joint, legal.first), later, unlike_tens),
    )


def _best(joint: Numbers, allowed: Booleans) -> Integers:
    """Give the code of the best allowed action; stand where nothing is allowed."""
    ranked = np.where(allowed, joint, -np.inf)
    return np.where(allowed.any(axis=2), ranked.argmax(axis=2), STAND)
