"""``bjtrainer ev``: the exact value of every action for a hand, or for all starting hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Cell, Chart, Code
from bjtrainer.cli.door import Door
from bjtrainer.cli.options import Game, RuleChanges, chosen_rules
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.spans import Span, Style, bars
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action, Situation, legal_actions, why_no_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.rules.describe import odds
from bjtrainer.rules.model import HoleCard, Rules

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
        _every_hand(door, rules, removed)
        return
    if hand is None or upcard is None:
        raise InputError("HAND and UPCARD are missing; write them as in T6 9, or use --all")
    _one_hand(door, rules, _hand(hand), _upcard(upcard), removed)


def _hand(written: str) -> Hand:
    hand = Hand.parse(written)
    if len(hand) < 2:
        raise InputError(f"hand '{hand}' has one card; write two or more, as in T6")
    if hand.bust:
        raise InputError(f"hand '{hand}' is bust with {hand.total}; write one of 21 or less")
    return hand


def _upcard(written: str) -> Rank:
    try:
        return Rank.parse(written)
    except InputError as error:
        raise InputError(f"upcard {error}") from None


def _one_hand(door: Door, rules: Rules, hand: Hand, upcard: Rank, removed: str) -> None:
    from bjtrainer.analysis.values import solve, stock_without  # noqa: PLC0415  loads numpy

    gone = Hand.parse(removed) if removed else Hand(())
    values = solve(rules, stock_without(rules, gone, seen=(*hand, upcard)))
    situation = Situation(hand=hand, upcard=upcard)
    chart = chart_of(rules, cache=door.cache)
    if door.json:
        door.report(_as_dict(values, situation, chart, gone))
    else:
        _show(door.screen(), values, situation, chart)


def _as_dict(values: Values, situation: Situation, chart: Chart, gone: Hand) -> dict[str, object]:
    rules, hand, upcard = values.rules, situation.hand, situation.upcard
    report: dict[str, object] = {
        **_head(rules),
        "hand": [rank.value for rank in hand],
        "upcard": upcard.value,
        "condition": _condition(rules),
        **_valued(values, situation),
        "chart": None,
        "dealer": dict(values.dealer(situation)),
        "p_dealer_blackjack": values.dealer_blackjack(hand, upcard),
    }
    if gone.ranks:
        report["removed"] = [rank.value for rank in gone]
    if (answer := _chart_answer(chart, rules, situation)) is not None:
        cell, code, action = answer
        report["chart"] = {"row": str(cell.row), "code": str(code), "action": str(action)}
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


def _condition(rules: Rules) -> str:
    return "none" if rules.hole_card is HoleCard.NONE else "dealer has no blackjack"


def _chart_answer(
    chart: Chart, rules: Rules, situation: Situation
) -> tuple[Cell, Code, Action] | None:
    """Give the chart's cell, its code and the action; None where there is no decision."""
    legal = legal_actions(rules, situation)
    if not legal or situation.hand.ace_ten:
        return None
    cell = chart.cell(situation, legal)
    return cell, chart.entries[cell].code, chart.answer(situation, legal)


def _show(screen: Screen, values: Values, situation: Situation, chart: Chart) -> None:
    rules, hand, upcard = values.rules, situation.hand, situation.upcard
    kind = "soft " if hand.soft else "hard "
    total = "blackjack" if hand.ace_ten else f"{kind}{hand.total}"
    screen.show([Span(f"{hand} v {upcard}", Style.TITLE), f"  {total}, {rules.name}"], "")
    of_actions = {action: float(value) for action, value in values.of(situation).items()}
    ranked = sorted(of_actions.items(), key=lambda item: -item[1])
    drawn = bars([value for _, value in ranked], width=max(4, min(30, screen.width - 24)))
    for (action, value), bar in zip(ranked, drawn, strict=True):
        screen.show(f"  {action!s:<10}{value:+.6f}  {bar}")
    if answer := _chart_answer(chart, rules, situation):
        screen.show("", *_comparison(ranked, *answer))
    elif hand.ace_ten:
        odds_of_blackjack = odds(rules.blackjack_pays)
        screen.show(f"A blackjack is no decision: it pays {odds_of_blackjack}, or pushes.")
    else:
        screen.show("", "A hand of 21 stands by itself.")
    dealer = "  ".join(f"{end} {chance:.2%}" for end, chance in values.dealer(situation).items())
    screen.show("", f"Dealer: {dealer}")
    if blackjack := values.dealer_blackjack(hand, upcard):
        screen.show(f"Dealer blackjack: {blackjack:.2%}")
    if why_no_insurance(rules, hand, upcard) is None:
        screen.show(f"Insurance: {values.insurance(hand):+.6f} per unit of insurance")
    screen.show(f"In initial wagers; {_CONDITIONS[_condition(rules)]}; splits CDZ-.")


def _comparison(
    ranked: list[tuple[Action, float]], cell: Cell, code: Code, action: Action
) -> Iterator[str]:
    best, value = ranked[0]
    chart_value = dict(ranked)[action]
    yield f"Chart: {cell} is {code}: {action}"
    if chart_value == value:
        if len(ranked) > 1:
            yield f"Margin to {ranked[1][0]}: {value - ranked[1][1]:.6f}"
    else:
        yield f"These very cards beat the chart: {best} is better by {value - chart_value:.6f}"


def _every_hand(door: Door, rules: Rules, removed: str) -> None:
    from bjtrainer.analysis.values import solve, stock_without  # noqa: PLC0415  loads numpy

    gone = Hand.parse(removed) if removed else Hand(())
    values = solve(rules, stock_without(rules, gone, seen=()))
    hands = [Hand((one, other)) for one in RANKS for other in RANKS[one.index :]]
    situations = [Situation(hand=hand, upcard=upcard) for hand in hands for upcard in RANKS]
    if door.json:
        rows = [_starting_hand(values, situation) for situation in situations]
        door.report({**_head(rules), "condition": _condition(rules), "hands": rows})
        return
    names = [str(action) for action in Action]
    table = []
    for situation in situations:
        of_actions = {str(action): value for action, value in values.of(situation).items()}
        figures = (f"{of_actions[name]:+.4f}" if name in of_actions else "-" for name in names)
        best = values.best(situation)
        hand = f"{situation.hand} v {situation.upcard}"
        table.append((hand, str(best) if best else "-", *figures))
    door.screen().table(("hand", "best", *names), table)


def _starting_hand(values: Values, situation: Situation) -> dict[str, object]:
    hand, upcard = situation.hand, situation.upcard
    row: dict[str, object] = {
        "hand": [rank.value for rank in hand],
        "upcard": upcard.value,
        "p_deal": values.deal_chance(hand, upcard),
        "p_dealer_blackjack": values.dealer_blackjack(hand, upcard),
        **_valued(values, situation),
    }
    if why_no_insurance(values.rules, hand, upcard) is None:
        row["insurance"] = values.insurance(hand)
    return row


_CONDITIONS = {
    "none": "unconditional",
    "dealer has no blackjack": "given that the dealer has no blackjack",
}
