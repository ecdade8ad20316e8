"""``bjtrainer chart show --exceptions``: where the exact cards beat the chart, by decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from bjtrainer.cards import Rank
from bjtrainer.cli.door import Door
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.wording import cents

if TYPE_CHECKING:
    from bjtrainer.charts.exceptions import CardException

DECKS = range(1, 9)
# What the table has room for; the report has it all.
_DECKS_SHOWN = (1, 2, 4, 6, 8)
_MOST_CARDS = 3

_Key = tuple[Hand, Rank, Action, Action]


def show_exceptions(door: Door, rules: Rules) -> None:
    """Show the exceptions of a game with one to eight decks, each against its own chart."""
    found = dict(_by_decks(rules))
    if door.json:
        door.report(
            {
                "schema": 1,
                "game": rules.slug,
                "rules_digest": rules.digest,
                "decks": {
                    str(decks): [_as_dict(one) for one in all_found]
                    for decks, all_found in found.items()
                },
            }
        )
        return
    gains = _by_hand({decks: found[decks] for decks in _DECKS_SHOWN})
    screen = door.screen()
    screen.show(f"{rules.name}: where the exact cards beat the chart, by decks", "")
    screen.table(
        ("hand", "chart", "better", *(str(decks) for decks in _DECKS_SHOWN)),
        [
            (f"{hand} v {upcard}", str(chart), str(best), *_row(of_decks))
            for (hand, upcard, chart, best), of_decks in gains.items()
        ],
    )
    screen.show("", "What the better play gains, in cents of every $1; each by its own chart.")


def _by_decks(rules: Rules) -> Iterator[tuple[int, tuple[CardException, ...]]]:
    from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.derive import whole_game_plan  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.exceptions import exceptions  # noqa: PLC0415  loads numpy

    for decks in DECKS:
        values = solve(replace(rules, decks=decks))
        yield decks, exceptions(values, whole_game_plan(values))


def _by_hand(found: Mapping[int, Iterable[CardException]]) -> dict[_Key, dict[int, float]]:
    """Give the gains by decks of each hand that a row has room for, in the order of the hands."""
    from bjtrainer.charts.exceptions import place  # noqa: PLC0415  loads numpy

    few = [
        (place(one), decks, one)
        for decks, of_decks in found.items()
        for one in of_decks
        if len(one.hand) <= _MOST_CARDS
    ]
    gains: dict[_Key, dict[int, float]] = {}
    for _, decks, one in sorted(few, key=lambda each: each[:2]):
        gains.setdefault((one.hand, one.upcard, one.chart, one.best), {})[decks] = one.gain
    return gains


def _row(gains: dict[int, float]) -> Iterator[str]:
    for decks in _DECKS_SHOWN:
        yield cents(gains[decks], digits=2).removesuffix(" ¢") if decks in gains else "-"


def _as_dict(found: CardException) -> dict[str, object]:
    return {
        "hand": [rank.value for rank in found.hand],
        "upcard": found.upcard.value,
        "chart": str(found.chart),
        "best": str(found.best),
        "gain": found.gain,
    }
