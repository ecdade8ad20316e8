"""The keys of a drill file: how each is read, and what makes no sense together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar

from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.model import ROWS, Row
from bjtrainer.game.actions import Action
from bjtrainer.strict_yaml import (
    NULL,
    Fields,
    Listing,
    Value,
    boolean,
    choice,
    decimal,
    slug,
    text,
    whole,
)
from bjtrainer.trainer.order import Order
from bjtrainer.trainer.selection import KINDS, Part
from bjtrainer.trainer.spots import FALLBACKS, Decision

T = TypeVar("T")

FALLBACK_OF = {decision: action for action, decision in FALLBACKS.items()}
"""The action of the chart that is not allowed at some decisions."""

MOST_DECISIONS = 1_000_000
"""The largest number of decisions that a drill can ask for."""

MOST_DAYS = 36_500
MOST_MINUTES = 600
MOST_MISS_SECONDS = 600


class Deal(Enum):
    """Where the hands come from: whole rounds as the game deals them, or cells of the chart."""

    ROUNDS = "rounds"
    CELLS = "cells"


class Feedback(Enum):
    """When the player is told how an answer did.

    At once, and a miss stops; at once in a line, with the reasons at the end; or at the end alone.
    """

    AT_ONCE = "at_once"
    BRIEF = "brief"
    AT_END = "at_end"


def _rows(written: str) -> tuple[Row, ...]:
    """Read a row or several: ``hard 12-16``, ``pair 8``."""
    kind, _, labels = written.partition(" ")
    rows = [row for row in ROWS if row.kind == kind]
    return _span(labels, {row.label: row for row in rows})


def _upcards(written: str) -> tuple[Rank, ...]:
    """Read an upcard or several: ``2-6``, ``T``."""
    return _span(written, {rank.value: rank for rank in UPCARDS})


def _span(written: str, places: Mapping[str, T]) -> tuple[T, ...]:
    first, dash, last = written.partition("-")
    names = list(places)
    begin, end = names.index(first), names.index(last if dash else first)
    if begin > end:
        raise ValueError
    return tuple(places[name] for name in names[begin : end + 1])


def _minutes(written: str) -> float:
    minutes = decimal(0, MOST_MINUTES).parse(written)
    if not minutes:
        raise ValueError
    return float(minutes)


def _wagers(written: str) -> Decimal:
    wagers = decimal(0, 1).parse(written)
    if not wagers:
        raise ValueError
    return wagers


_ROWS = Value("a row or several, the lower first, such as hard 12-16, soft 18 or pair 8", _rows)
_UPCARDS = Value("an upcard or several, such as 2-6 or T for every ten", _upcards)

KEYS: Fields = {
    "title": text(40),
    "about": text(200, least=0),
    "deal": choice(Deal),
    "cells": choice(Part),
    "rows": Listing(_ROWS, "[hard 12-16, pair 8]", least=1),
    "upcards": Listing(_UPCARDS, "[2-6, T]", least=1),
    "actions": Listing(choice(Action), "[double, split]", least=1),
    "decisions": Listing(choice(Decision), "[first, after_hit]", least=1),
    "margin_below": Value("a part of the bet above 0, such as 0.02", _wagers) | NULL,
    "differs_from": slug | NULL,
    "beside": boolean,
    "exceptions": boolean,
    "missed": whole(1, MOST_DAYS) | NULL,
    "slow": whole(1, MOST_DAYS) | NULL,
    "due": boolean,
    "starred": boolean,
    "order": choice(Order),
    "count": whole(1, MOST_DECISIONS) | NULL,
    "minutes": Value(f"minutes above 0, {MOST_MINUTES} at most, such as 3 or 0.5", _minutes) | NULL,
    "miss_seconds": whole(0, MOST_MISS_SECONDS),
    "combo": boolean,
    "ends_at_miss": boolean,
    "feedback": choice(Feedback),
    "pass_mark": whole(1, 100) | NULL,
    "hints": boolean,
}
"""Every key of a drill file with the reader of its value."""

SELECTING = tuple(KEYS)[3:17]
"""The keys that choose among the cells, ``cells`` to ``order``."""


_CHOOSING = ("actions", "margin_below", "differs_from")
"""The keys whose cells have others beside them that are not chosen."""


def contradictions(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give what makes no sense together in what a drill file says: the keys, and what to do."""
    if values.get("deal") is not Deal.CELLS:
        for key in filter(values.get, SELECTING):
            yield (key, "deal"), f"{key} goes with deal: cells; write that too, or remove {key}"
    else:
        yield from _of_cells(values)
    yield from _in_the_end(values)


def _of_cells(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    part = values.get("cells", Part.ALL)
    decisions = values.get("decisions", (Decision.FIRST,))
    if part is Part.INSURANCE:
        for key in ("rows", "actions", "exceptions"):
            if values.get(key):
                yield ("cells", key), f"insurance has no {key}; remove {key}, or cells: insurance"
        if Decision.FIRST not in decisions:
            message = "insurance is a first decision; add first, or remove decisions"
            yield ("cells", "decisions"), message
        if values.get("upcards") and Rank.ACE not in flat(values["upcards"]):
            message = "insurance is offered against an ace; add A, or remove upcards"
            yield ("cells", "upcards"), message
    if part in KINDS and values.get("rows"):
        kind = KINDS[part]
        if not any(row.kind == kind for row in flat(values["rows"])):
            message = f"no row here is in cells: {part.value}; name one, or remove one of the two"
            yield ("cells", "rows"), message
    if part is Part.PAIRS and set(decisions) == {Decision.NO_SPLIT}:
        message = (
            "a pair that cannot be split is asked in the row of its total; remove cells: pairs"
        )
        yield ("cells", "decisions"), message
    if values.get("beside") and not any(map(values.get, _CHOOSING)):
        message = f"beside adds to chosen cells; choose some with {' or '.join(_CHOOSING)}"
        yield ("beside",), message
    needed = {FALLBACK_OF[decision] for decision in decisions if decision in FALLBACK_OF}
    only_fallbacks = len(needed) == len(decisions) and Action.SPLIT not in needed
    if values.get("actions") and only_fallbacks and needed.isdisjoint(values["actions"]):
        wanted = " or ".join(sorted(str(action) for action in needed))
        message = f"these decisions are asked where the chart says {wanted}; add that"
        yield ("actions", "decisions"), message
    if values.get("exceptions") and not {Decision.FIRST, Decision.AFTER_HIT} & {*decisions}:
        message = "exceptions are hands that are not split; add first or after_hit"
        yield ("exceptions", "decisions"), message


def _in_the_end(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    if values.get("miss_seconds") and not values.get("minutes"):
        message = "a miss takes time only where minutes limit it; write them too"
        yield ("miss_seconds", "minutes"), message
    if values.get("pass_mark") and not values.get("count"):
        message = "a pass mark is a part of so many questions; write count, too"
        yield ("pass_mark", "count"), message
    if values.get("ends_at_miss"):
        for key in ("pass_mark", "miss_seconds"):
            if values.get(key):
                message = f"the first miss ends the drill; remove {key}, or ends_at_miss"
                yield ("ends_at_miss", key), message
    if values.get("feedback") is Feedback.AT_END:
        for key in ("ends_at_miss", "combo"):
            if values.get(key):
                message = f"{key} would tell at once what was right; write feedback: brief"
                yield ("feedback", key), message


def flat(spans: tuple[tuple[T, ...], ...]) -> tuple[T, ...]:
    """Give what rows or upcards of a file name one by one, each once.

    >>> flat((("a", "b"), ("b", "c")))
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys(one for span in spans for one in span))
