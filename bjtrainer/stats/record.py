"""What is remembered: sessions and decisions, as they are stored and read back.

A decision holds everything that was judged at the time it was judged. Every figure and every
memory can be rebuilt from decisions alone, in the order in which they were stored, and a later
change of rules or charts rewrites none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

PHASES = ("player", "insurance")
CATEGORIES = ("hard", "soft", "pair", "surrender", "insurance")
PLAY = "(play)"
"""The ``drill`` of a session at the table; no drill can have this name."""

SEVERITIES = ("none", "close call", "inaccuracy", "mistake", "blunder")


def category(*, phase: str, cell: str, code: str, answer: str, chart_action: str) -> str:
    """Give the one category of ``CATEGORIES`` in which a decision counts.

    Insurance is its own; then everything that has to do with surrender, by the cell's code, by
    the answer or by the chart's action; then the kind of the row.

    >>> category(phase="player", cell="hard 16 v T", code="H", answer="hit", chart_action="hit")
    'hard'
    >>> category(phase="player", cell="hard 16 v T", code="Rh", answer="hit", chart_action="hit")
    'surrender'
    """
    if phase == "insurance":
        return "insurance"
    if code.startswith("R") or "surrender" in (answer, chart_action):
        return "surrender"
    return cell.split(" ", 1)[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredSession:
    """One sitting: which game and drill, from when to when (UTC).

    ``ended_at`` is None while the session runs and for one that was cut off. ``seed`` gives the
    same session again; ``version`` is that of the program. ``helped`` says that the answers were
    in view, so that the session shows less of what its player knows.

    ``drill`` is ``PLAY`` for a sitting at the table. Its ``seed`` is 0 where each shuffle had a
    seed of its own; the rounds hold those that were used.
    """

    id: int
    started_at: datetime
    ended_at: datetime | None
    game: str
    rules_digest: str
    drill: str
    seed: int
    version: str
    helped: bool

    @property
    def partial(self) -> bool:
        """Whether the session has no end: it was cut off, or it is still running."""
        return self.ended_at is None

    @property
    def played(self) -> bool:
        """Whether it was a sitting at the table, not a drill."""
        return self.drill == PLAY


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredDecision:
    """One judged decision: what was asked, what was answered, and the verdict.

    ``n`` numbers the judged decisions of a session, ``round`` its rounds, both from 1; at a table
    where several hands are bet on, ``round`` numbers these, each box of a round as one.
    ``phase`` is one of ``PHASES``, ``category`` of ``CATEGORIES``, ``severity`` of
    ``SEVERITIES``; ``cell`` is the chart's cell (``hard 16 v T``) and ``code`` what stood in it
    (``Rh``). ``cards`` are the player's as they lay on the table (``10h 6s``), ``hand`` and
    ``upcard`` as they play (``T6``, ``T``); ``split_hands`` is 1 when nothing was split.

    ``answer``, ``chart_action`` and ``best_action`` are words of ``legal``. ``cost`` and
    ``values``, one for each legal action, are in initial wagers. ``milliseconds`` is None where
    time was not measured. ``slip``: taken back by the player, kept and not counted. ``hinted``:
    answered after a hint. ``natural``: the round was dealt as the game deals it, not chosen for
    its cell. ``seed`` is that of the session.
    """

    session: int
    n: int
    answered_at: datetime
    round: int
    game: str
    rules_digest: str
    phase: str
    category: str
    cell: str
    code: str
    cards: str
    hand: str
    upcard: str
    split_hands: int
    legal: tuple[str, ...]
    answer: str
    chart_action: str
    best_action: str
    right: bool
    cost: float
    severity: str
    values: tuple[tuple[str, float], ...]
    milliseconds: int | None
    slip: bool
    hinted: bool
    natural: bool
    seed: int


class PastDecision(NamedTuple):
    """What learning takes from a ``StoredDecision``, read many times as fast; no checksum is."""

    answered_at: datetime
    rules_digest: str
    phase: str
    cell: str
    code: str
    hand: str
    split_hands: int
    right: bool
    cost: float
    severity: str
    milliseconds: int | None
    slip: bool
    hinted: bool
    natural: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredStar:
    """A cell of one game's chart that the player marked, to drill it."""

    rules_digest: str
    cell: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Selection:
    """Which decisions to read; whatever is None selects all.

    ``since`` and ``until`` are moments with a time zone: from the first, before the second.
    ``played``: at the table, or drilled. ``helped``: after a hint or with the answers in view, or
    without. ``session`` is a session's id.
    """

    game: str | None = None
    rules_digest: str | None = None
    drill: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    category: str | None = None
    played: bool | None = None
    helped: bool | None = None
    session: int | None = None
