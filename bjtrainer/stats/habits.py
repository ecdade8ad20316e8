"""What a person answers where, counted: the habits that the stored answers show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bjtrainer.stats.database import Database
from bjtrainer.stats.record import Selection
from bjtrainer.stats.rows import plain
from bjtrainer.stats.tally import where_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Habit:
    """How often each answer was given in one cell, as long as the same was allowed.

    ``legal`` are the words that were allowed, so that a first decision is one thing and a later one
    in the same cell another: ``hit stand double surrender``, ``hit stand``. ``answers`` counts
    those that were given, without slips. ``again``: about a pair that came of a split itself.
    """

    cell: str
    legal: frozenset[str]
    again: bool
    answers: Mapping[str, int]

    @property
    def times(self) -> int:
        """How many answers they are."""
        return sum(self.answers.values())


def habits(database: Database, selection: Selection) -> tuple[Habit, ...]:
    """Count the selected answers, by cell and by what was allowed."""
    where, parameters = where_of(selection)
    chosen = f"AND stored IN (SELECT stored FROM facts {where})" if where else ""
    rows = database.run(
        f"""
        SELECT cell, legal, split_hands > 1 AND cell LIKE 'pair %', answer, count(*)
        FROM decisions WHERE NOT slip {chosen} GROUP BY 1, 2, 3, 4
        """,
        parameters,
    )
    counted: dict[tuple[str, frozenset[str], bool], dict[str, int]] = {}
    for cell, legal, again, answer, times in rows:
        asked = plain(str(cell)), frozenset(re.findall("[a-z]+", str(legal))), bool(again)
        answers, given = counted.setdefault(asked, {}), plain(str(answer))
        answers[given] = answers.get(given, 0) + int(times or 0)
    return tuple(
        Habit(cell=cell, legal=legal, again=again, answers=answers)
        for (cell, legal, again), answers in counted.items()
    )
