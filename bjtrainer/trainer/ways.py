"""The ways in which a spot's hands come up, and hands drawn as often as they do."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.model import Cell
from bjtrainer.game.actions import why_no_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.plays import DEALT, Plays, Start, Turn
from bjtrainer.trainer.spots import ONLY_FIRST, Spot
from bjtrainer.trainer.unseen import ENDLESS, next_card, orders

T = TypeVar("T")

_BLACKJACK = Hand((Rank.ACE, Rank.TEN))


class Ways:
    """The hands of one spot that the chart's play comes to, each as often as it does.

    Two cards are weighed exactly: from a fresh shoe against the upcard and together with a hole
    card, in a peek game without those that give the dealer a blackjack. What is drawn to them is
    weighed by the cards not seen, and what can still come of it as if the decks were endless,
    which is near enough.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.charts.model import Cell
    >>> from bjtrainer.rules.load import find_rules
    >>> from bjtrainer.trainer.spots import Decision
    >>> game = "vegas-downtown"
    >>> plays = Plays(find_rules(game), load_chart(chart_path(game)))
    >>> spot = Spot(Cell.parse("hard 11 v 6"), frozenset([Decision.NO_DOUBLE]))
    >>> ways, rng = Ways(plays, spot), Random(2)
    >>> [f"{hand} of {hands}" for hand, hands in (ways.draw(rng) for _ in range(4))]
    ['353 of 2', '326 of 1', '344 of 1', '344 of 1']
    """

    def __init__(self, plays: Plays, spot: Spot) -> None:
        assert spot.cell is not None, "insurance has its own ways"
        self._rules = plays.rules
        self._cell = spot.cell
        self._upcard = spot.cell.upcard
        self._decisions = spot.decisions
        self._only = spot.only
        self._play = plays.against(self._upcard)
        self._most = _most_points(self._cell)
        self._chances: dict[Turn, float] = {}
        starts = self._play.dealt if spot.decisions == ONLY_FIRST else self._play.starts
        weighed = (
            (start, weight * self._chance(self._play.turn(*start)))
            for start, weight in starts.items()
        )
        self.starts = {start: weight for start, weight in weighed if weight}
        """The two cards to begin with, weighed by how often they come and lead to the spot."""

    def draw(self, rng: Random) -> Start:
        """Draw a hand in the order in which its cards come, and how many hands there are then."""
        while (drawn := self._drawn(rng)) is None:
            continue  # the cards of a small shoe ran out on the way
        return drawn

    def _drawn(self, rng: Random) -> Start | None:
        hand, split_hands = chosen(self.starts, list(self.starts.values()), rng)
        if split_hands == 1:
            hand = _in_either_order(hand, rng)
        turn = self._play.turn(hand, split_hands)
        while not self._fits(turn):
            after = self._play.after(turn)
            seen = Hand(hand.ranks[:1] * (split_hands - 1) + hand.ranks)
            cards = next_card(self._rules, seen, self._upcard)
            weights = [cards[rank] * self._chance(after[rank.index]) for rank in RANKS]
            if not any(weights):
                return None
            rank = chosen(RANKS, weights, rng)
            hand, turn = hand + rank, after[rank.index]
        return hand, split_hands

    def _fits(self, turn: Turn) -> bool:
        if turn.cell != self._cell or self._decisions.isdisjoint(turn.decisions):
            return False
        return self._only is None or self._only(turn)

    def _chance(self, turn: Turn) -> float:
        """Give the chance that the chart's play comes to the spot from here."""
        if turn.hand.hard_total > self._most:
            return 0.0
        if (chance := self._chances.get(turn)) is None:
            if self._fits(turn):
                chance = 1.0
            elif self._decisions == ONLY_FIRST:
                chance = 0.0
            else:
                after = zip(ENDLESS, self._play.after(turn), strict=False)
                chance = sum([share * self._chance(later) for share, later in after])
            self._chances[turn] = chance
        return chance


def _most_points(cell: Cell) -> int:
    """Give the points, aces counted as 1, beyond which no hand comes to a cell any more."""
    if cell.row.kind == "pair":
        return 2 * Rank(cell.row.label).points
    return int(cell.row.label) - 10 * (cell.row.kind == "soft")


def insured_hand(rules: Rules, rng: Random) -> Hand:
    """Draw a starting hand to which insurance is offered, as often as it is dealt."""
    hands = list(DEALT)
    if why_no_insurance(rules, _BLACKJACK, Rank.ACE) is None:
        hands.append(_BLACKJACK)
    hand = chosen(hands, [orders(rules, hand, Rank.ACE) for hand in hands], rng)
    return _in_either_order(hand, rng)


def _in_either_order(hand: Hand, rng: Random) -> Hand:
    return Hand(hand.ranks[::-1]) if rng.random() < 0.5 else hand


def chosen(things: Iterable[T], weights: Sequence[float], rng: Random) -> T:
    """Draw one of some things, each as often as it weighs."""
    up_to = list(accumulate(weights))
    place = bisect(up_to, rng.random() * up_to[-1])
    return list(things)[min(place, len(up_to) - 1)]
