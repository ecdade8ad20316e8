"""A hand with money on it, and what the player's decisions do to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bjtrainer.cards import Card
from bjtrainer.game.actions import Action
from bjtrainer.game.events import CardDealt, Event, HandOver
from bjtrainer.game.hand import Hand
from bjtrainer.game.shoe import Shoe


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """The cards of one of the player's hands and the money on it.

    ``box`` is the place of the starting hand that it comes from, from 0. ``bet_cents`` is all the
    money on it: twice the first bet once ``doubled``.

    >>> hand = PlayerHand((Card("A", "s"), Card("K", "h")), 500)
    >>> str(hand.hand), hand.blackjack
    ('AT', True)
    """

    cards: tuple[Card, ...]
    bet_cents: int
    box: int = 0
    from_split: bool = False
    doubled: bool = False
    surrendered: bool = False
    hand: Hand = field(init=False, repr=False, compare=False)
    """The hand as it plays, made from the cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", Hand(tuple([card.rank for card in self.cards])))

    @property
    def one_denomination(self) -> bool:
        """Whether the first two cards have the same face (K and K, not K and J)."""
        return self.cards[0].face == self.cards[1].face

    @property
    def blackjack(self) -> bool:
        """Whether it is an ace and a ten that do not come from a split."""
        return not self.from_split and self.hand.ace_ten

    def hit(self, card: Card) -> PlayerHand:
        """Give the hand with one more card."""
        return PlayerHand((*self.cards, card), self.bet_cents, self.box, self.from_split)

    def double(self, card: Card) -> PlayerHand:
        """Give the hand with one more card and twice the bet."""
        return PlayerHand(
            (*self.cards, card), 2 * self.bet_cents, self.box, self.from_split, doubled=True
        )

    def split(self, one: Card, other: Card) -> tuple[PlayerHand, PlayerHand]:
        """Give the two hands of its two cards, each with a second card and a bet of its own."""
        left, right = self.cards
        return (
            PlayerHand((left, one), self.bet_cents, self.box, from_split=True),
            PlayerHand((right, other), self.bet_cents, self.box, from_split=True),
        )

    def surrender(self) -> PlayerHand:
        """Give the hand as given up."""
        return replace(self, surrendered=True)


def carried_out(
    player: PlayerHand, place: int, action: Action, shoe: Shoe
) -> tuple[tuple[PlayerHand, ...], Shoe, tuple[Event, ...]]:
    """Carry out a decision about the hand at a place: what it becomes, the shoe, what happened.

    >>> shoe = Shoe((Card("9", "s"), Card("A", "h")))
    >>> pair = PlayerHand((Card("8", "s"), Card("8", "h")), 500)
    >>> hands, shoe, events = carried_out(pair, 0, Action.SPLIT, shoe)
    >>> [str(hand.hand) for hand in hands], shoe.left, len(events)
    (['89', '8A'], 0, 2)
    """
    match action:
        case Action.STAND:
            return (player,), shoe, (HandOver(place, "the player stands"),)
        case Action.HIT | Action.DOUBLE:
            card, shoe = shoe.draw()
            after = player.hit(card) if action is Action.HIT else player.double(card)
            return (after,), shoe, (CardDealt(place, card),)
        case Action.SPLIT:
            (one, other), shoe = shoe.take(2)
            dealt = (CardDealt(place, one), CardDealt(place + 1, other))
            return player.split(one, other), shoe, dealt
        case Action.SURRENDER:
            return (player.surrender(),), shoe, ()
