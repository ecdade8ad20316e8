"""A second opinion on every round, from the rule texts alone: it shares no code with the table.

It reads what happened (which card fell where, what was decided) and counts points, money and
options in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bjtrainer.cards import Card, Rank
from bjtrainer.game.actions import Action
from bjtrainer.game.events import (
    BetPlaced,
    CardDealt,
    DealerCardDealt,
    Decided,
    Event,
    HoleCardTurned,
    InsuranceAnswered,
)
from bjtrainer.rules.model import (
    DoubleOn,
    HoleCard,
    Rules,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

FACE_POINTS = {"A": 11, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}
DOUBLED_TOTALS = {
    DoubleOn.ANY: range(2, 22),
    DoubleOn.NINE_TO_ELEVEN: (9, 10, 11),
    DoubleOn.TEN_ELEVEN: (10, 11),
}

Cards = Sequence[Card]
Reasons = tuple[str, ...]
"""Parts of the reasons with which something may be refused; none where it is allowed."""


def points(cards: Cards) -> int:
    total = sum([FACE_POINTS[card.face] for card in cards])
    aces = sum([card.face == "A" for card in cards])
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def soft(cards: Cards) -> bool:
    low = sum([1 if card.face == "A" else FACE_POINTS[card.face] for card in cards])
    return points(cards) != low


def natural(cards: Cards) -> bool:
    return len(cards) == 2 and points(cards) == 21


@dataclass
class Pile:
    """One of the player's hands: its cards, and all the money on it."""

    box: int
    cents: int
    cards: list[Card]
    split: bool = False
    doubled: bool = False
    given_up: bool = False

    @property
    def blackjack(self) -> bool:
        return natural(self.cards) and not self.split


@dataclass
class Onlooker:
    """Someone who watches a round from its start and knows the rules."""

    rules: Rules
    funds_cents: int
    bets: list[int] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)
    dealer: list[Card] = field(default_factory=list)
    insured: dict[int, int] = field(default_factory=dict)

    def watch(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case BetPlaced(cents, box):
                    assert box == len(self.bets), "bets lie from the left"
                    self.bets.append(cents)
                    self.piles.append(Pile(box, cents, []))
                case CardDealt(place, card):
                    self.piles[place].cards.append(card)
                case DealerCardDealt(Card() as card) | HoleCardTurned(card):
                    self.dealer.append(card)
                case InsuranceAnswered(True, box):
                    self.insured[box] = self.bets[box] // 2
                case Decided(place, action, carried_out=True):
                    self.carry_out(place, action)
                case _:
                    continue

    def carry_out(self, place: int, action: Action) -> None:
        pile = self.piles[place]
        if action is Action.DOUBLE:
            pile.cents, pile.doubled = 2 * pile.cents, True
        elif action is Action.SPLIT:
            pile.split = True
            other = Pile(pile.box, pile.cents, [pile.cards.pop()], split=True)
            self.piles.insert(place + 1, other)
        elif action is Action.SURRENDER:
            pile.given_up = True

    @property
    def staked_cents(self) -> int:
        return sum([pile.cents for pile in self.piles]) + sum(self.insured.values())

    def why_no_insurance(self, box: int) -> Reasons:
        pile, left = self.piles[box], self.funds_cents - self.staked_cents
        return tuple(
            reason
            for reason, true in (
                ("there is no insurance", not self.rules.insurance),
                ("against an ace only", self.dealer[0].face != "A"),
                (
                    "no insurance with a blackjack",
                    pile.blackjack and not self.rules.insurance_with_blackjack,
                ),
                ("does not hold half the bet", Fraction(pile.cents, 2) > left),
            )
            if true
        )

    def why_over(self, place: int) -> Reasons:
        """Why a hand that is not the player's to decide about any more is so, whoever asks."""
        rules, pile = self.rules, self.piles[place]
        total, number = points(pile.cards), len(pile.cards)
        return tuple(
            reason
            for reason, true in (
                ("bust", total > 21),
                ("21 stands by itself", total == 21),
                ("wins at once", self.charlie(pile)),
                ("cards stands by itself", rules.card_limit and number >= rules.card_limit),
                ("surrendered", pile.given_up),
                ("doubled hand gets one card", pile.doubled),
                ("one card each", self.one_card(pile) and self.why_no_split(place)),
            )
            if true
        )

    def why_not(self, place: int, action: Action) -> Reasons:
        """Every reason against an action about a hand that is not over."""
        pile = self.piles[place]
        match action:
            case Action.HIT:
                return ("one card each",) if self.one_card(pile) else ()
            case Action.STAND:
                return ()
            case Action.DOUBLE:
                return self.why_no_double(place)
            case Action.SPLIT:
                return self.why_no_split(place)
            case Action.SURRENDER:
                return self.why_no_surrender(place)

    def why_no_double(self, place: int) -> Reasons:
        rules, pile = self.rules, self.piles[place]
        totals = DOUBLED_TOTALS[rules.double_on]
        return tuple(
            reason
            for reason, true in (
                ("only the first two cards", len(pile.cards) != 2),
                ("one card each", self.one_card(pile)),
                ("no doubling after a split", pile.split and not rules.double_after_split),
                ("soft hands cannot be doubled", soft(pile.cards) and not rules.double_soft),
                ("only totals of", points(pile.cards) not in totals),
                ("balance does not hold another bet", self.too_dear(pile)),
            )
            if true
        )

    def why_no_split(self, place: int) -> Reasons:
        rules, pile = self.rules, self.piles[place]
        first, last = pile.cards[0], pile.cards[-1]
        limit = rules.max_ace_hands if first.face == "A" else rules.max_hands
        of_box = sum([other.box == pile.box for other in self.piles])
        faces_differ = rules.split_by is SplitBy.DENOMINATION and first.face != last.face
        return tuple(
            reason
            for reason, true in (
                ("only the first two cards", len(pile.cards) != 2),
                ("the same value", FACE_POINTS[first.face] != FACE_POINTS[last.face]),
                ("the same denomination", faces_differ),
                ("cannot be split in this game", limit == 1),
                ("hands at most", of_box >= limit),
                ("balance does not hold another bet", self.too_dear(pile)),
            )
            if true
        )

    def why_no_surrender(self, place: int) -> Reasons:
        rules, pile = self.rules, self.piles[place]
        upcard = Rank.parse(self.dealer[0].face)
        return tuple(
            reason
            for reason, true in (
                ("there is no surrender", rules.surrender is Surrender.NONE),
                ("no surrender against", upcard in rules.surrender_except),
                ("no surrender after a split", pile.split),
                ("only the first two cards", len(pile.cards) != 2),
            )
            if true
        )

    def too_dear(self, pile: Pile) -> bool:
        return pile.cents > self.funds_cents - self.staked_cents

    def one_card(self, pile: Pile) -> bool:
        one = self.rules.split_aces_draw is SplitAcesDraw.ONE
        return one and pile.split and pile.cards[0].face == "A"

    def charlie(self, pile: Pile) -> bool:
        enough = self.rules.charlie is not None and len(pile.cards) >= self.rules.charlie
        return enough and points(pile.cards) <= 21

    def gains(self, dealer: Cards) -> list[Fraction | int]:
        """What the player gains by each hand, then by each insurance, in cents."""
        gains: list[Fraction | int] = []
        for place, pile in enumerate(self.piles):
            first = place == 0 or self.piles[place - 1].box != pile.box
            gains.append(self.gain(pile, dealer, self.bets[pile.box] if first else 0))
        odds = self.rules.insurance_pays if natural(dealer[:2]) else -1
        return gains + [cents * odds for _, cents in sorted(self.insured.items())]

    def gain(self, pile: Pile, dealer: Cards, original_cents: int) -> Fraction | int:
        """What the player gains by a hand with so much of its box's first bet on it, in cents."""
        rules = self.rules
        mine, theirs, all_lost = points(pile.cards), points(dealer), -pile.cents
        if natural(dealer) and rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY:
            all_lost = -original_cents
        if pile.given_up:
            late = rules.surrender is Surrender.LATE
            return all_lost if late and natural(dealer) else Fraction(-pile.cents, 2)
        if pile.blackjack:
            return 0 if natural(dealer) else pile.cents * rules.blackjack_pays
        if mine > 21:
            return all_lost
        if self.charlie(pile):
            return pile.cents
        if natural(dealer) or mine < theirs <= 21:
            return all_lost
        return 0 if mine == theirs else pile.cents

    def dealers_cards_are_right(self) -> bool:
        """Whether the dealer drew for hands in play alone, and not a card more than that.

        A second card not dealt, or not missing, is one that could not, or could, have changed what
        the round comes to.
        """
        hits_soft_17 = self.rules.soft_17.value == "hit"

        def done(cards: Cards) -> bool:
            total = points(cards)
            return total > 17 or (total == 17 and not (soft(cards) and hits_soft_17))

        if any(
            not (pile.given_up or pile.blackjack or self.charlie(pile) or points(pile.cards) > 21)
            for pile in self.piles
        ):
            return done(self.dealer) and not done(self.dealer[:-1])
        if self.rules.hole_card is HoleCard.PEEK:
            return len(self.dealer) == 2
        seconds = (Card("A", "s"), Card("K", "s"), Card("5", "s"))
        ends = {tuple(self.gains([self.dealer[0], second])) for second in seconds}
        return len(self.dealer) == (1 if len(ends) == 1 else 2)
