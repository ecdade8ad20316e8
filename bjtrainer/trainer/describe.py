"""A drill as a person reads it, and as a script does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import ROWS
from bjtrainer.trainer.drill import Drill
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.order import Order
from bjtrainer.trainer.selection import LAST_GAME, Part, Selection
from bjtrainer.trainer.spots import Decision, Spot
from bjtrainer.trainer.wording import cents, counted

_PARTS = {
    Part.ALL: "the whole chart",
    Part.HARD: "hard totals",
    Part.SOFT: "soft totals",
    Part.PAIRS: "pairs",
    Part.SURRENDER: "cells that surrender, and those beside them",
    Part.INSURANCE: "insurance",
}
_DECISIONS = {
    Decision.FIRST: "the first two cards",
    Decision.AFTER_HIT: "three cards or more",
    Decision.AFTER_SPLIT: "split hands",
    Decision.NO_DOUBLE: "hands that cannot be doubled",
    Decision.NO_SPLIT: "pairs that cannot be split",
    Decision.NO_SURRENDER: "hands that cannot be surrendered",
}
_ORDERS = {
    Order.EVEN: "Each cell as often as any other, in an order of chance.",
    Order.NATURAL: "Each cell as often as the game leads to it.",
    Order.DUE: "Each cell once: the most overdue first, then what is due next.",
    Order.WEAKEST: "The weakest fifty, by frequency, the chance that you miss them and the cost.",
}
_FEEDBACK = {
    Feedback.AT_ONCE: "At once; a miss stops and is explained.",
    Feedback.BRIEF: "At once in a line; misses are explained at the end.",
    Feedback.AT_END: "At the end, with every miss explained.",
}


def describe(drill: Drill) -> tuple[tuple[str, str], ...]:
    """Give a drill as pairs of a label and a sentence, which cover every key.

    >>> from bjtrainer.trainer.drill import find_drill
    >>> for label, words in describe(find_drill("streak")):
    ...     print(f"{label}: {words}")
    Drill: streak (streak).
    Hands: The whole chart; the first two cards, three cards or more, split hands.
    Order: Each cell as often as any other, in an order of chance.
    End: With the first miss.
    Told: At once; a miss stops and is explained.
    Hints: None.
    """
    pairs = [("Drill", f"{drill.title} ({drill.name}).")]
    if drill.selection is None:
        pairs.append(("Hands", "Whole rounds as the game deals them, insurance too."))
    else:
        pairs += [("Hands", _hands(drill.selection)), ("Order", _ORDERS[drill.order])]
    pairs += [("End", _end(drill)), ("Told", _FEEDBACK[drill.feedback])]
    if drill.combo:
        pairs.append(("Score", "A point for each right answer, more for more in a row."))
    if drill.pass_mark is not None:
        pairs.append(("Mark", f"{drill.pass_mark} % must be right to pass."))
    if not drill.hints:
        pairs.append(("Hints", "None."))
    return tuple(pairs)


def _hands(selection: Selection) -> str:
    said = [_PARTS[selection.part]]
    if selection.rows:
        said = [", ".join(_spans([str(row) for row in selection.rows], [str(row) for row in ROWS]))]
    if selection.upcards:
        upcards = [rank.value for rank in selection.upcards]
        said.append(f"against {', '.join(_spans(upcards, [rank.value for rank in UPCARDS]))}")
    if selection.actions:
        said.append(f"where the chart says {' or '.join(map(str, selection.actions))}")
    if selection.part is not Part.INSURANCE:
        said.append(", ".join(_DECISIONS[decision] for decision in selection.decisions))
    words = "; ".join([*said, *_only(selection)])
    return f"{words[0].upper()}{words[1:]}."


def _only(selection: Selection) -> Iterator[str]:
    """Say to which of the cells the selection is narrowed, or by which it is widened."""
    if selection.margin_below is not None:
        yield f"where right wins by less than {cents(float(selection.margin_below))} on $1"
    if selection.differs_from is not None:
        last = selection.differs_from == LAST_GAME
        game = "the game drilled before" if last else selection.differs_from
        yield f"where the chart is another than in {game}"
    if selection.beside:
        yield "and the cells beside those"
    if selection.exceptions:
        yield "where some exact cards beat the chart, half of them such hands"
    if selection.missed is not None:
        yield f"missed in the last {counted(selection.missed, 'day')}"
    if selection.slow is not None:
        yield f"answered slowly in the last {counted(selection.slow, 'day')}"
    if selection.due:
        yield "due now"
    if selection.starred:
        yield "starred"


def _spans(names: Sequence[str], line: Sequence[str]) -> list[str]:
    """Join what stands side by side: 2, 3, 4 are 2-4."""
    places = sorted(line.index(name) for name in names)
    spans = []
    for _, run in groupby(enumerate(places), lambda item: item[1] - item[0]):
        found = [line[place] for _, place in run]
        spans.append(found[0] if len(found) == 1 else f"{found[0]}-{found[-1].split()[-1]}")
    return spans


def _end(drill: Drill) -> str:
    ends = []
    if drill.count is not None:
        ends.append(f"after {counted(drill.count, 'decision')}")
    if drill.minutes is not None:
        thought = f"after {drill.minutes:g} min of thinking time"
        takes = f", of which a miss takes {drill.miss_seconds} s" if drill.miss_seconds else ""
        ends.append(f"{thought}{takes}")
    if drill.ends_at_miss:
        ends.append("with the first miss")
    if drill.order is Order.DUE:
        ends.append("when each cell was asked")
    words = " or ".join(ends or ["when you leave"])
    return f"{words[0].upper()}{words[1:]}."


def cells_by_row(spots: Iterable[Spot]) -> list[tuple[str, str]]:
    """Give the cells of spots row by row: the row, and the upcards in it.

    >>> from bjtrainer.charts.model import Cell, Row
    >>> cells = [Cell(Row.parse("hard 16"), upcard) for upcard in UPCARDS[5:]]
    >>> cells_by_row([Spot(cell, frozenset()) for cell in cells] + [Spot(None, frozenset())])
    [('hard 16', '7-A'), ('insurance', 'A')]
    """
    upcards: dict[str, list[str]] = {}
    for spot in spots:
        row, _, upcard = str(spot).partition(" v ")
        upcards.setdefault(row, []).append(upcard)
    line = [rank.value for rank in UPCARDS]
    return [(row, " ".join(_spans(names, line))) for row, names in upcards.items()]


def drill_as_dict(drill: Drill) -> dict[str, object]:
    """Give every key of a drill file with its value, ready for JSON.

    >>> from bjtrainer.trainer.drill import find_drill
    >>> said = drill_as_dict(find_drill("close-calls"))
    >>> said["deal"], said["cells"], said["margin_below"], said["decisions"]
    ('cells', 'all', 0.03, ['first', 'after_hit', 'after_split'])
    """
    selection, margin = drill.selection, None
    if selection is not None and selection.margin_below is not None:
        margin = float(selection.margin_below)
    chosen: dict[str, object] = {"cells": None}
    if selection is not None:
        chosen = {
            "cells": selection.part.value,
            "rows": [str(row) for row in selection.rows] or None,
            "upcards": [rank.value for rank in selection.upcards] or None,
            "actions": [str(action) for action in selection.actions] or None,
            "decisions": [decision.value for decision in selection.decisions],
            "margin_below": margin,
            "differs_from": selection.differs_from,
            "beside": selection.beside,
            "exceptions": selection.exceptions,
            "missed": selection.missed,
            "slow": selection.slow,
            "due": selection.due,
            "starred": selection.starred,
            "order": drill.order.value,
        }
    return {
        "drill": drill.name,
        "kind": drill.kind.value,
        "title": drill.title,
        "about": drill.about,
        "deal": "rounds" if drill.natural else "cells",
        **chosen,
        "count": drill.count,
        "minutes": drill.minutes,
        "miss_seconds": drill.miss_seconds,
        "combo": drill.combo,
        "ends_at_miss": drill.ends_at_miss,
        "feedback": drill.feedback.value,
        "pass_mark": drill.pass_mark,
        "hints": drill.hints,
    }
