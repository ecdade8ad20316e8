"""Where a drill's rounds come from: each depends on the seed and its number, on no answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bjtrainer.charts.model import Cell
from bjtrainer.game.arrange import arrange
from bjtrainer.game.round import Round, deal
from bjtrainer.game.shoe import drill_rng, drill_shoe, shuffled
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.cells import starting_hand


def whole_round(rules: Rules, seed: int, number: int) -> Round:
    """Deal the round of this number, from 1, as the game does from a fresh shoe.

    It may be over at once. Raises ``InputError`` for rules that the table cannot play.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> whole_round(rules, seed=7, number=3) == whole_round(rules, seed=7, number=3)
    True
    """
    return deal(rules, rules.min_bet, drill_shoe(rules.decks, seed, number))


def first_decision(rules: Rules, cells: Sequence[Cell], seed: int, number: int) -> Round:
    """Deal the round of this number, from 1, into one of the cells.

    All cells come once in an order of chance, then all again in another. The two cards and the
    upcard are as likely as in a fresh shoe, in which the dealer has no blackjack.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> cells = [Cell.parse("hard 16 v T"), Cell.parse("soft 18 v 9")]
    >>> rounds = [first_decision(rules, cells, seed=1, number=number) for number in (1, 2, 3, 4)]
    >>> [f"{round_.situation.hand} v {round_.upcard}" for round_ in rounds]
    ['A7 v 9', '6T v T', '7A v 9', 'T6 v T']
    """
    passed, place = divmod(number - 1, len(cells))
    cell = shuffled(cells, Random(f"{seed}/pass/{passed}"))[place]
    rng = drill_rng(seed, number)
    return arrange(rules, starting_hand(rules, cell, rng), cell.upcard, rng)
