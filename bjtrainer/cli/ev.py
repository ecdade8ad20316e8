"""``bjtrainer ev``: the exact value of every action for a hand, or for all starting hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.cache import chart_of
from bjtrainer.cli.door import Door
from bjtrainer.cli.ev_lines import (
    Answer,
    chart_answer,
    condition,
    every_hand_lines,
    hand_lines,
    why_no_decision,
)
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules
from bjtrainer.errors import InputError, shown
from bjtrainer.game.actions import Situation, why_no_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values


def ev(  # noqa: PLR0913, PLR0917  one parameter for each option
    context: typer.Context,
    game: Game,
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND", help="Two cards or more: T6, A,7 or 8 8.")
    ] = None,
    upcard: Annotated[
        str | None, typer.Argument(metavar="UPCARD", help="The dealer's card: A, 2 to 9 or T.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every starting hand against every upcard.")
    ] = False,
    removed: Annotated[
        str, typer.Option("--removed", metavar="CARDS", help="Further cards known to be gone.")
    ] = "",
    rule: RuleChanges = None,
) -> None:
    """Give the exact value of every action for a hand.

    Values are in initial wagers, from a fresh shoe less the cards seen.
    """
    door = Door.of(context)
    rules = chosen_rules(door, game, rule)
    if every:
        if hand is not None:
            raise InputError("--all is for every hand; leave out HAND and UPCARD, or --all")
        _every_hand(door, rules, _gone(removed))
        return
    if hand is None or upcard is None:
        what = "UPCARD is missing" if hand else "HAND and UPCARD are missing"
        raise InputError(f"{what}; write them as in T6 9, or use --all")
    situation = Situation(
        hand=_hand(hand), upcard=_upcard(upcard), one_denomination=_one_denomination(hand)
    )
    _one_hand(door, rules, situation, _gone(removed))


def _hand(written: str) -> Hand:
    hand = Hand.parse(written)
    if len(hand) < 2:
        raise InputError(f"hand '{hand}' has one card; write two or more, as in T6")
    if hand.bust:
        total = hand.total
        raise InputError(f"hand '{shown(str(hand))}' is bust with {total}; write one of 21 or less")
    return hand


def _one_denomination(written: str) -> bool:
    """Whether the tens of a hand have no two faces, as K and Q; a T can have any."""
    return len(set(re.findall(r"10|[JQK]", written.upper()))) <= 1


def _upcard(written: str) -> Rank:
    try:
        return Rank.parse(written)
    except InputError as error:
        raise InputError(f"upcard {error}") from None


def _gone(removed: str) -> Hand:
    if not removed:
        return Hand(())
    try:
        return Hand.parse(removed)
    except InputError as error:
        raise InputError(f"--removed: {error}") from None


def _one_hand(door: Door, rules: Rules, situation: Situation, gone: Hand) -> None:
    from bjtrainer.analysis.stock import stock_without  # noqa: PLC0415  loads numpy
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

    values = solve(rules, stock_without(rules, gone, seen=(*situation.hand, situation.upcard)))
    answer = chart_answer(chart_of(rules, cache=door.cache), rules, situation)
    if door.json:
        door.report(_as_dict(values, situation, answer, gone))
    else:
        screen = door.screen()
        screen.show(*hand_lines(values, situation, answer, gone, screen.width))


def _as_dict(
    values: Values, situation: Situation, answer: Answer | None, gone: Hand
) -> dict[str, object]:
    rules, hand, upcard = values.rules, situation.hand, situation.upcard
    report: dict[str, object] = {
        **_head(rules),
        "hand": [rank.value for rank in hand],
        "upcard": upcard.value,
        "condition": condition(values, [situation]),
        **_valued(values, situation),
        "chart": None,
        "dealer": dict(values.dealer(situation)),
        "p_dealer_blackjack": values.dealer_blackjack(hand, upcard),
    }
    if reason := why_no_decision(rules, situation):
        report["no_decision"] = {"reason": reason, "value": values.as_it_stands(situation)}
    if gone.ranks:
        report["removed"] = [rank.value for rank in gone]
    if answer is not None:
        row, code, action = str(answer.cell.row), str(answer.code), str(answer.action)
        report["chart"] = {"row": row, "code": code, "action": action}
    if why_no_insurance(rules, hand, upcard) is None:
        report["insurance"] = values.insurance(hand)
    return report


def _head(rules: Rules) -> dict[str, object]:
    return {"schema": 1, "game": rules.slug, "rules_digest": rules.digest}


def _valued(values: Values, situation: Situation) -> dict[str, object]:
    best = values.best(situation)
    return {
        "values": {str(action): value for action, value in values.of(situation).items()},
        "best": str(best) if best else None,
    }


def _every_hand(door: Door, rules: Rules, gone: Hand) -> None:
    from bjtrainer.analysis.stock import stock_without  # noqa: PLC0415  loads numpy
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

    values = solve(rules, stock_without(rules, gone, seen=()))
    situations = list(_dealt(values))
    if door.json:
        rows = [_starting_hand(values, situation) for situation in situations]
        door.report({**_head(rules), "condition": condition(values, situations), "hands": rows})
        return
    screen = door.screen()
    screen.show(*every_hand_lines(values, situations, gone, screen.width))


def _dealt(values: Values) -> Iterator[Situation]:
    """Give every starting hand and upcard that the shoe holds."""
    limits = values.base.stock.limits
    for one in RANKS:
        for other in RANKS[one.index :]:
            for upcard in RANKS:
                cards = (one, other, upcard)
                if all(cards.count(rank) <= limits[rank.index] for rank in cards):
                    yield Situation(hand=Hand((one, other)), upcard=upcard)


def _starting_hand(values: Values, situation: Situation) -> dict[str, object]:
    hand, upcard = situation.hand, situation.upcard
    row: dict[str, object] = {
        "hand": [rank.value for rank in hand],
        "upcard": upcard.value,
        "p_deal": values.deal_chance(hand, upcard),
        "p_dealer_blackjack": values.dealer_blackjack(hand, upcard),
        "condition": condition(values, [situation]),
        **_valued(values, situation),
    }
    if why_no_insurance(values.rules, hand, upcard) is None:
        row["insurance"] = values.insurance(hand)
    return row
