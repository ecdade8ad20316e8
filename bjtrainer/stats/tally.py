"""Answers added up by everything that a figure asks for, so that no figure has to read them all.

Answers are added up in two ways that give the same. All of them, or those of one game, stand added
up in a small table that each answer is counted into as it is stored, so that a million answers take
no longer than a thousand. Any other choice is added up when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime

from bjtrainer.stats.database import Database
from bjtrainer.stats.record import Selection, StoredDecision
from bjtrainer.stats.rows import Column, moment, plain
from bjtrainer.stats.schema import COUNT_ALL, TALLY
from bjtrainer.stats.table import DECISIONS


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """Answers that have in common what stands first here, added up in what follows.

    ``played`` at the table, not drilled; ``natural``: dealt as the game deals, not chosen for the
    cell; ``helped``: after a hint, or with the answers in view; ``retained``: a day or more after
    the answer before it to the same cell under the same rules, so that it shows what was kept.

    ``cost`` is in initial wagers; ``milliseconds`` adds up the ``timed`` answers. Answers taken
    back are in ``slips`` alone. ``rounds`` counts the rounds dealt as the game deals whose first
    decision is here. ``latest`` numbers the last of these answers among all that are stored.
    """

    game: str
    rules_digest: str
    cell: str
    category: str
    played: bool
    natural: bool
    helped: bool
    retained: bool
    decisions: int
    right: int
    cost: float
    timed: int
    milliseconds: int
    slips: int
    rounds: int
    latest: int


_NAMES = tuple(field.name for field in fields(Tally))
_SHARED = _NAMES[: _NAMES.index("decisions")]

_BY = ", ".join(f'"{name}"' for name in _SHARED)
_ALL = ", ".join(f'"{name}"' for name in _NAMES)

# A sum that loses what it was given may keep a trace of it: where nothing was missed it is 0.
_COUNT = f"""
INSERT INTO tallies ({_ALL})
SELECT {_BY}, {{sign}} * (NOT slip), {{sign}} * (NOT slip AND "right"),
    {{sign}} * (NOT slip) * cost, {{sign}} * (NOT slip AND milliseconds IS NOT NULL),
    {{sign}} * (NOT slip) * coalesce(milliseconds, 0), {{sign}} * slip, {{sign}} * opens, stored
FROM facts WHERE session = ? AND n = ?
ON CONFLICT ({_BY}) DO UPDATE SET
    cost = CASE WHEN decisions + excluded.decisions = "right" + excluded."right" THEN 0.0
        ELSE cost + excluded.cost END,
    decisions = decisions + excluded.decisions, "right" = "right" + excluded."right",
    timed = timed + excluded.timed, milliseconds = milliseconds + excluded.milliseconds,
    slips = slips + excluded.slips, rounds = rounds + excluded.rounds,
    latest = max(latest, excluded.latest)
"""
_COUNT_TIME = """
INSERT INTO times (game, rules_digest, milliseconds, answers)
SELECT game, rules_digest, milliseconds, {sign} FROM facts
WHERE session = ? AND n = ? AND milliseconds IS NOT NULL AND NOT slip
ON CONFLICT (game, rules_digest, milliseconds) DO UPDATE SET answers = answers + excluded.answers
"""


def add(database: Database, decision: StoredDecision) -> None:
    """Store a decision and count it; inside a transaction."""
    DECISIONS.add(database, decision)
    count(database, decision.session, decision.n)


def count(database: Database, session: int, n: int, *, sign: int = 1) -> None:
    """Count a stored answer into the tallies, or with -1 out of them; inside a transaction."""
    for statement in (_COUNT, _COUNT_TIME):
        database.run(statement.format(sign=sign), (session, n))
    if sign < 0:
        database.run("DELETE FROM times WHERE answers = 0")


def recount(database: Database) -> None:
    """Count all answers anew; inside a transaction."""
    for statement in ("DELETE FROM tallies", "DELETE FROM times", *COUNT_ALL):
        database.run(statement)


def tallies(database: Database, selection: Selection) -> tuple[Tally, ...]:
    """Give the selected answers added up, by game, cell and the rest in the order of the names."""
    if is_counted(selection):
        where, parameters = where_of(selection)
        rows = database.run(f"SELECT {_ALL} FROM tallies {where} ORDER BY {_BY}", parameters)
    else:
        rows = counted_now(database, selection)
    return _tallied(rows)


def counted_now(database: Database, selection: Selection) -> list[tuple[Column, ...]]:
    """Add up the selected answers themselves."""
    where, parameters = where_of(selection)
    select = f"SELECT {TALLY} FROM facts {where} GROUP BY {_BY} ORDER BY {_BY}"
    return database.run(select, parameters)


def times(database: Database, selection: Selection) -> tuple[tuple[int, int], ...]:
    """Give how many answers took each number of milliseconds, the quickest first."""
    games = replace(selection, game=None, rules_digest=None)
    where, parameters = where_of(selection)
    if games == Selection():
        select = f"SELECT milliseconds, sum(answers) FROM times {where}"
    else:
        timed = "milliseconds IS NOT NULL AND NOT slip"
        where = f"{where} AND {timed}"
        select = f"SELECT milliseconds, count(*) FROM facts {where}"
    rows = database.run(f"{select} GROUP BY milliseconds ORDER BY milliseconds", parameters)
    return tuple((int(taken or 0), int(answers or 0)) for taken, answers in rows if answers)


def is_sound(database: Database) -> bool:
    """Whether what stands added up is what the answers add up to."""
    everything = Selection()
    stored, again = tallies(database, everything), _tallied(counted_now(database, everything))
    answers = "SELECT milliseconds, count(*) FROM decisions WHERE milliseconds IS NOT NULL"
    by_time = database.run(f"{answers} AND NOT slip GROUP BY milliseconds ORDER BY milliseconds")
    return (
        len(stored) == len(again)
        and all(map(_same, stored, again))
        and tuple(by_time) == times(database, everything)
    )


def is_counted(selection: Selection) -> bool:
    """Whether the tallies of a selection stand added up: it asks for nothing else than they do."""
    return replace(selection, drill=None, since=None, until=None, session=None) == selection


_CLAUSES = {
    "game": "game = ?",
    "rules_digest": "+rules_digest = ?",  # with + no index is used: it would lead to most answers
    "drill": "session IN (SELECT id FROM sessions WHERE drill = ?)",
    "session": "session = ?",
    # By session first: an index leads to the answers of those that ended since.
    "since": (
        "session IN (SELECT id FROM sessions WHERE coalesce(ended_at, '9') >= ?)"
        " AND answered_at >= ?"
    ),
    "until": "answered_at < ?",
    "category": "category = ?",
    "played": "played = ?",
    "helped": "helped = ?",
}


def where_of(selection: Selection) -> tuple[str, tuple[Column, ...]]:
    """Give the WHERE of a selection over ``facts``, empty where all is selected, and its values."""
    chosen = {
        field.name: value
        for field in fields(selection)
        if (value := getattr(selection, field.name)) is not None
    }
    if not chosen:
        return "", ()
    values: list[Column] = []
    for name, value in chosen.items():
        column = moment(value) if isinstance(value, datetime) else value
        values += [column] * _CLAUSES[name].count("?")
    return "WHERE " + " AND ".join(_CLAUSES[name] for name in chosen), tuple(values)


def _tallied(rows: Sequence[Sequence[Column]]) -> tuple[Tally, ...]:
    """Make tallies of rows; where an answer was counted out again, nothing may be left."""
    return tuple(one for one in map(_tally, rows) if one.decisions or one.slips)


def _tally(row: Sequence[Column]) -> Tally:
    texts = [plain(str(text)) for text in row[:4]]
    flags = [bool(flag) for flag in row[4:8]]
    decisions, right, cost, timed, milliseconds, slips, rounds, latest = row[8:]
    game, rules_digest, cell, category = texts
    played, natural, helped, retained = flags
    return Tally(
        game=game,
        rules_digest=rules_digest,
        cell=cell,
        category=category,
        played=played,
        natural=natural,
        helped=helped,
        retained=retained,
        decisions=int(decisions or 0),
        right=int(right or 0),
        cost=float(cost or 0),
        timed=int(timed or 0),
        milliseconds=int(milliseconds or 0),
        slips=int(slips or 0),
        rounds=int(rounds or 0),
        latest=int(latest or 0),
    )


def _same(one: Tally, other: Tally) -> bool:
    near = abs(one.cost - other.cost) <= 1e-9 * max(1.0, one.decisions)
    return near and replace(one, cost=0.0, latest=0) == replace(other, cost=0.0, latest=0)
