"""Where a drill's rounds come from: a fresh shoe, or one stacked for what is to be asked."""

from __future__ import annotations

from random import Random

from bjtrainer.game.arrange import arrange, arrange_insurance
from bjtrainer.game.round import Round, deal
from bjtrainer.game.shoe import drill_shoe
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.spots import Spot
from bjtrainer.trainer.ways import Ways, chosen, insured_hand


def whole_round(rules: Rules, seed: int, number: int) -> Round:
    """Deal the round of this number, from 1, as the game does from a fresh shoe.

    It may be over at once. Raises ``InputError`` for rules that the table cannot play.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> whole_round(rules, seed=7, number=3) == whole_round(rules, seed=7, number=3)
    True
    """
    return deal(rules, rules.min_bet, drill_shoe(rules.decks, seed, number))


def round_at(plays: Plays, spot: Spot, rng: Random) -> Round:
    """Deal a round that asks about a spot, with cards as the game and its chart lead there.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.charts.model import Cell
    >>> from bjtrainer.rules.load import find_rules
    >>> from bjtrainer.trainer.spots import Decision
    >>> game = "vegas-downtown"
    >>> plays = Plays(find_rules(game), load_chart(chart_path(game)))
    >>> spot = Spot(Cell.parse("hard 16 v T"), frozenset({Decision.AFTER_HIT}))
    >>> round_ = round_at(plays, spot, Random(1))
    >>> f"{round_.situation.hand} v {round_.upcard}"
    'A69 v T'
    """
    rules = plays.rules
    if spot.cell is None:
        return arrange_insurance(rules, insured_hand(rules, rng), rng)
    upcard = spot.cell.upcard
    if spot.hands and rng.random() < 0.5:
        exact = chosen([hand for hand, _ in spot.hands], [often for _, often in spot.hands], rng)
        in_order = plays.against(upcard).in_order(exact, rng)
        assert in_order is not None, "the play comes to every hand of a spot"
        hand, split_hands = in_order, 1
    else:
        hand, split_hands = Ways(plays, spot).draw(rng)
    return arrange(rules, hand, upcard, rng, split_hands=split_hands)
