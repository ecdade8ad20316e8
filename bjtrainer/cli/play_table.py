"""The table as a person sees it: the dealer's cards, the hands side by side, the bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bjtrainer.cli.play_bets import Bets
from bjtrainer.cli.play_words import (
    dealer_total,
    hand_results,
    insurance_of,
    other_results,
    total_of,
)
from bjtrainer.cli.spans import BLANK, Block, Line, Pieces, Span, Style, cards, flowed, plain
from bjtrainer.game.events import DealerChecked
from bjtrainer.game.money import in_full
from bjtrainer.game.round import Phase, Round

_NAME = 10
_APART = 3
_NARROW = 60
"""Columns below which one of several hands is named by its number alone."""


def table_in_play(round_: Round, width: int) -> list[Block]:
    """Give the table in a round: several hands side by side, or stacked where that is too wide.

    The hand that is asked about is marked; a small window does without some of the others.
    """
    places = range(len(round_.hands))
    insured = Block(_insured(round_), spare=1)
    if len(places) > 1:
        columns = [_column(round_, place) for place in places]
        across = max(len(plain(line)) for column in columns for line in column) + _APART
        if len(places) * across <= width:
            rows = [*_side_by_side(columns, across)]
            return [Block([_dealer(round_)]), BLANK, Block(rows), insured]
    stacked = [
        Block([row], spare=0 if place == round_.active else 1)
        for place, row in enumerate(_stacked(round_, width))
    ]
    return [Block([_dealer(round_)]), *stacked, insured]


def table_at_the_end(round_: Round, width: int) -> list[Block]:
    """Give the table after a round: each hand with what it came to, and the money.

    A small window does without some of the hands, not without what they came to in all.
    """
    blocks = [Block([_dealer(round_)])]
    for place, result in enumerate(hand_results(round_)):
        shown = cards(round_.hands[place].cards)
        name, said = _name(round_, place, width), Span(f"   {result}", Style.TITLE)
        blocks.append(Block([[f"    {name}", *shown, said]], spare=1))
    return [*blocks, Block([f"    {line}" for line in other_results(round_)])]


def bets_on_the_table(bets: Bets, width: int) -> list[Pieces]:
    """Give what lies on each box, the chosen one marked, and all of it where there are several."""
    amounts = [in_full(cents) if cents else "-" for cents in bets.on_boxes]
    if len(amounts) == 1:
        return [["    ", Span(f"{'Bet':<{_NAME}}{amounts[0]}", Style.TITLE)]]
    items: list[Line] = [
        [Span(f"> {amount}", Style.TITLE)] if box == bets.chosen else f"  {amount}"
        for box, amount in enumerate(amounts)
    ]
    in_all = f"   in all {in_full(sum(bets.on_boxes))}"
    rows = flowed([*items, in_all], width - 2 - _NAME, indent=0)
    labels = ["Bets", *[""] * (len(rows) - 1)]
    return [[f"    {label:<{_NAME - 2}}", *row] for label, row in zip(labels, rows, strict=True)]


def _insured(round_: Round) -> list[Line]:
    """Give the insurance bets that are still on the table."""
    over = {settled.box for settled in round_.insurance_results}
    return [
        f"    {insurance_of(box, round_)}: {in_full(cents)}"
        for box, cents in enumerate(round_.insurances_cents)
        if cents and box not in over
    ]


def _dealer(round_: Round) -> Pieces:
    hidden = 1 if round_.hole_hidden else 0
    shown = cards(round_.dealer_cards[: 1 if hidden else None], hidden=hidden)
    looked = any(isinstance(event, DealerChecked) for event in round_.record)
    total = dealer_total(round_) if round_.phase is Phase.DONE else ""
    said = total or ("no blackjack" if looked else "")
    return [f"    {'Dealer':<{_NAME}}", *shown, Span(f"   {said}" if said else "", Style.DIM)]


def _stacked(round_: Round, width: int) -> Iterator[Pieces]:
    """Give each hand in one line, what is alike in them one below the other."""
    shown = [cards(player.cards) for player in round_.hands]
    totals = [total_of(player) for player in round_.hands]
    widest = max(len(plain(line)) for line in shown)
    longest = max(map(len, totals))
    for place, (line, total) in enumerate(zip(shown, totals, strict=True)):
        asked = _asked(round_, place)
        mark = ">" if asked and len(round_.hands) > 1 else " "
        room, bet = widest - len(plain(line)), in_full(round_.hands[place].bet_cents)
        rest = f"{' ' * room}   {total:<{longest}}   {bet}"
        yield [f"  {mark} {_name(round_, place, width)}", *line, Span(rest, _style(asked))]


def _column(round_: Round, place: int) -> list[Pieces]:
    """Give a hand in four lines, to stand beside others."""
    player = round_.hands[place]
    asked = _asked(round_, place)
    style = _style(asked)
    return [
        [Span(f"  {'>' if asked else ' '} Hand {place + 1}", style)],
        ["    ", *cards(player.cards)],
        [Span(f"    {total_of(player)}", style)],
        [Span(f"    {in_full(round_.hands[place].bet_cents)}", style)],
    ]


def _side_by_side(columns: Sequence[Sequence[Pieces]], across: int) -> Iterator[Pieces]:
    for lines in zip(*columns, strict=True):
        row: Pieces = []
        for line in lines:
            row += [*line, " " * (across - len(plain(line)))]
        yield row


def _name(round_: Round, place: int, width: int) -> str:
    if len(round_.hands) == 1:
        return f"{'You':<{_NAME}}"
    return f"{place + 1:<3}" if width < _NARROW else f"{f'Hand {place + 1}':<{_NAME}}"


def _asked(round_: Round, place: int) -> bool:
    return round_.phase is not Phase.DONE and place == round_.active


def _style(asked: bool) -> Style:
    return Style.TITLE if asked else Style.DIM
