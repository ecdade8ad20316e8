"""A game played by its chart: where that leads, and at which decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from random import Random

from bjtrainer.cards import RANKS, UPCARDS, Rank
from bjtrainer.charts.model import CELLS, Cell, Chart
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.game.shoe import shuffled
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.spots import ONLY_FIRST, Decision, decisions_at
from bjtrainer.trainer.unseen import ENDLESS, starting_ways, unseen

Start = tuple[Hand, int]
"""A hand of two cards, and how many hands its bet has become: 1 when nothing was split."""

DEALT: tuple[Hand, ...] = tuple(
    hand for hand in map(Hand, combinations_with_replacement(RANKS, 2)) if not hand.ace_ten
)
"""The starting hands that are asked about."""


@dataclass(eq=False, slots=True)
class Turn:
    """A hand whose turn it is, by a chart: its cell, at which decisions it is, and what to do.

    All are None or empty for a hand that takes no decision.
    """

    hand: Hand
    split_hands: int
    cell: Cell | None = None
    decisions: frozenset[Decision] = frozenset()
    answer: Action | None = None
    drawn: tuple[Turn, ...] = ()
    """Where it goes on with each rank, in the order of ``RANKS``; filled in by ``after``."""


class ByTheChart:
    """A game played by its chart against one upcard, as far as it was looked at.

    Hands that are asked the same and go on the same are one turn, whatever their cards.
    """

    def __init__(self, rules: Rules, chart: Chart, upcard: Rank) -> None:
        self.rules = rules
        self.chart = chart
        self.upcard = upcard
        self._counts_cards = rules.card_limit is not None or rules.charlie is not None
        self._turns: dict[tuple[object, ...], Turn] = {}
        self._counted: dict[tuple[int, ...], int] = {}

    def turn(self, hand: Hand, split_hands: int) -> Turn:
        """Give the turn of a hand of two cards or more."""
        if len(hand) == 2:
            first, second = hand.ranks
            splits = split_hands if first is second else split_hands > 1
            key: tuple[object, ...] = (first, second, splits)
        else:
            cards = len(hand) if self._counts_cards else 3
            key = (hand.total, hand.soft, cards, split_hands > 1)
        if (turn := self._turns.get(key)) is None:
            turn = self._turns[key] = self._looked_up(hand, split_hands)
        return turn

    def after(self, turn: Turn) -> tuple[Turn, ...]:
        """Give the turns after another card, by its rank; none where the chart takes no card."""
        if turn.answer is Action.HIT and not turn.drawn:
            hand, split_hands = turn.hand, turn.split_hands
            turn.drawn = tuple([self.turn(hand + rank, split_hands) for rank in RANKS])
        return turn.drawn

    @cached_property
    def dealt(self) -> dict[Start, float]:
        """The starting hands that are asked about, each with the ways to deal it."""
        return {(hand, 1): starting_ways(self.rules, hand, self.upcard) for hand in DEALT}

    @cached_property
    def starts(self) -> dict[Start, float]:
        """All hands of two cards that the play comes to, each weighed like those dealt.

        To them come the hands of splits; those that a small shoe cannot deal are left out.
        """
        starts = dict(self.dealt)
        for hand, split_hands in self._possible_splits():
            rank, second = hand
            dealt = starts[Hand((rank, rank)), 1]
            split_again = ENDLESS[rank.index] ** (split_hands - 2)
            starts[hand, split_hands] = dealt * split_again * split_hands * ENDLESS[second.index]
        return starts

    def _possible_splits(self) -> Iterator[Start]:
        """Give the first hands of the splits that the chart makes and the shoe has cards for."""
        left = unseen(self.rules, Hand(()), self.upcard)
        for hand, split_hands in self._of_splits():
            rank, second = hand
            if left[rank] >= split_hands + (second is rank) and left[second]:
                yield hand, split_hands

    def _of_splits(self) -> Iterator[Start]:
        """Give the first hands of the splits that the chart makes, with cards without end."""
        for rank in RANKS:
            split_hands, pair = 1, Hand((rank, rank))
            while self.turn(pair, split_hands).answer is Action.SPLIT:
                split_hands += 1
                for second in RANKS:
                    yield Hand((rank, second)), split_hands

    def reached(self, *, on: bool) -> Iterator[Turn]:
        """Give a turn of every kind that the play comes to, or of those dealt where not ``on``.

        Of hands that differ in the number of their cards alone, the one with the fewest: it leads
        wherever the others do.
        """
        yield from (dealt := [self.turn(hand, 1) for hand in DEALT])
        if not on:
            return
        of_splits = {self.turn(*start): None for start in self._possible_splits()}
        yield from of_splits
        now, seen = [*dealt, *of_splits], set()
        while now:
            later = []
            for turn in (after for before in now for after in self.after(before)):
                key = (turn.hand.total, turn.hand.soft, turn.split_hands > 1)
                if key not in seen:
                    seen.add(key)
                    later.append(turn)
            yield from later
            now = later

    def in_order(self, hand: Hand, rng: Random | None = None) -> Hand | None:
        """Give a hand's cards in an order in which the play comes to it; None if there is none.

        With ``rng`` it is an order of chance, otherwise the first.
        """

        def gone_on(so_far: Hand, left: tuple[Rank, ...]) -> Hand | None:
            if not left:
                return so_far
            if len(so_far) >= 2 and self.turn(so_far, 1).answer is not Action.HIT:
                return None
            ranks = dict.fromkeys(left if rng is None else shuffled(left, rng))
            for rank in ranks:
                rest = list(left)
                rest.remove(rank)
                if found := gone_on(so_far + rank, tuple(rest)):
                    return found
            return None

        return gone_on(Hand(()), hand.ranks)

    def chance(self, hand: Hand) -> float:
        """Give the chance that the play comes to a hand, nothing split, before the dealer looks."""
        left = unseen(self.rules, Hand(()), self.upcard)
        cards, chance = sum(left.values()), float(self._orders(hand))
        for drawn, rank in enumerate(hand.ranks):
            chance *= left[rank] / (cards - drawn)
            left[rank] -= 1
        return chance

    def _orders(self, hand: Hand) -> int:
        """Count the orders of a hand's ranks in which the play comes to it."""
        if len(hand) == 2:
            return 1 if hand.pair else 2
        key = tuple(sorted(rank.index for rank in hand.ranks))
        if key not in self._counted:
            before = (Hand(_without(hand.ranks, rank)) for rank in dict.fromkeys(hand.ranks))
            self._counted[key] = sum(
                self._orders(one) for one in before if self.turn(one, 1).answer is Action.HIT
            )
        return self._counted[key]

    def _looked_up(self, hand: Hand, split_hands: int) -> Turn:
        situation = Situation(hand=hand, upcard=self.upcard, split_hands=split_hands)
        legal = legal_actions(self.rules, situation)
        if not legal:
            return Turn(hand, split_hands)
        return Turn(
            hand,
            split_hands,
            cell=self.chart.cell(situation, legal),
            decisions=decisions_at(self.chart, situation, legal),
            answer=self.chart.answer(situation, legal),
        )


def _without(ranks: tuple[Rank, ...], rank: Rank) -> tuple[Rank, ...]:
    place = ranks.index(rank)
    return (*ranks[:place], *ranks[place + 1 :])


class Plays:
    """A game played by its chart against every upcard; each is looked at once.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.rules.load import find_rules
    >>> game = "vegas-downtown"
    >>> plays = Plays(find_rules(game), load_chart(chart_path(game)))
    >>> cells = plays.reached(frozenset({Decision.NO_SPLIT}))
    >>> [str(cell) for cell in cells if cell.upcard is Rank.SEVEN]
    ['hard 4 v 7', 'hard 6 v 7', 'hard 12 v 7', 'hard 14 v 7', 'hard 16 v 7']
    """

    def __init__(self, rules: Rules, chart: Chart) -> None:
        self.rules = rules
        self.chart = chart
        self._against: dict[Rank, ByTheChart] = {}

    def against(self, upcard: Rank) -> ByTheChart:
        """Give the play against an upcard."""
        if upcard not in self._against:
            self._against[upcard] = ByTheChart(self.rules, self.chart, upcard)
        return self._against[upcard]

    def reached(self, wanted: frozenset[Decision]) -> dict[Cell, frozenset[Decision]]:
        """Give the cells that the play leads to at one of the wanted decisions, with those.

        In the order of the chart; insurance is not among them.
        """
        return {
            cell: frozenset().union(*(turn.decisions for turn in turns)) & wanted
            for cell, turns in self.turns(wanted).items()
        }

    def turns(self, wanted: frozenset[Decision]) -> dict[Cell, tuple[Turn, ...]]:
        """Give the turns at one of the wanted decisions in each cell that the play leads to.

        Where the first decision alone is wanted, nothing is played on, which takes a tenth of the
        time.
        """
        found: dict[Cell, list[Turn]] = {cell: [] for cell in CELLS}
        for upcard in UPCARDS:
            for turn in self.against(upcard).reached(on=wanted != ONLY_FIRST):
                if turn.cell is not None and turn.decisions & wanted:
                    found[turn.cell].append(turn)
        return {cell: tuple(turns) for cell, turns in found.items() if turns}
