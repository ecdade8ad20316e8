"""The chances that a player's reasons are made of, for one hand against one upcard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bjtrainer.cards import Rank
from bjtrainer.game.actions import Situation
from bjtrainer.game.dealer import dealer_checks
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import HoleCard
from bjtrainer.trainer.unseen import next_card

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

STRONG = 19
"""The total from which a doubled hand is a good one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """Chances from 0 to 1 for the exact cards from a fresh shoe.

    In a peek game given that the dealer has no blackjack, which was ``checked`` under an ace or
    a ten. ``dealer_busts``; standing ``wins`` or ``loses``; and that the next card ``busts`` the
    hand, ``improves`` its total, makes it ``strong``, or is one of the ``tens``. ``spared`` is the
    chance of a dealer blackjack that would take the first bet alone and not a doubled one.
    """

    hand: Hand
    upcard: Rank
    checked: bool
    dealer_busts: float
    wins: float
    loses: float
    busts: float
    improves: float
    strong: float
    tens: float
    spared: float

    @classmethod
    def of(cls, situation: Situation, values: Values) -> Facts:
        """Work out the chances about a hand, by the solved game of its rules."""
        hand, upcard = situation.hand, situation.upcard
        looked = not values.unconditional(situation)
        dealer = {end: float(chance) for end, chance in values.dealer(situation).items()}
        dealer_busts = dealer.pop("bust")
        beaten = sum(dealer.get(str(total), 0.0) for total in range(17, hand.total))
        tied = dealer.get(str(hand.total), 0.0)
        draws = next_card(values.rules, hand, upcard, looked=looked)
        after = [(hand + rank, chance) for rank, chance in draws.items()]
        return cls(
            hand=hand,
            upcard=upcard,
            checked=dealer_checks(upcard) and looked,
            dealer_busts=dealer_busts,
            wins=dealer_busts + beaten,
            loses=sum(dealer.values()) - beaten - tied,
            busts=sum(chance for drawn, chance in after if drawn.bust),
            improves=sum(chance for drawn, chance in after if hand.total < drawn.total <= 21),
            strong=sum(chance for drawn, chance in after if STRONG <= drawn.total <= 21),
            tens=draws[Rank.TEN],
            spared=0.0
            if looked or values.rules.hole_card is HoleCard.NONE
            else float(values.dealer_blackjack(hand, upcard)),
        )

    @property
    def stiff(self) -> bool:
        """Whether the hand can win as it stands only when the dealer busts."""
        return self.hand.total < 17

    @property
    def weak(self) -> bool:
        """Whether the dealer shows 2 to 6, from which hands bust most."""
        return 2 <= self.upcard.points <= 6
