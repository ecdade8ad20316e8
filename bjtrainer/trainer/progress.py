"""How far a player is in one game: what is due, what is weak, and what was missed or slow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bjtrainer.charts.model import Chart
from bjtrainer.trainer.memory import Memory, carried_over, steps
from bjtrainer.trainer.pace import Speed
from bjtrainer.trainer.past import PastAnswer
from bjtrainer.trainer.weakness import weights_of


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a player is in one game; made by ``progress_of``. Nothing in it changes any more.

    Cells are named as in the chart (``hard 16 v T``, ``insurance v A``), and are those that the
    chart leads to. ``memories`` holds every cell that was ever answered, or is known from another
    game; ``due`` those of them to ask ``now``, the most overdue first; ``new`` the others, the
    most frequent first. ``weights`` says of each cell how much is to be gained by asking it
    (``weakness``), in initial wagers per 100 rounds. ``starred`` are the player's own choice.

    ``missed`` and ``slow`` hold the moment (UTC) of a cell's last miss and last slow answer.
    """

    now: datetime
    memories: Mapping[str, Memory]
    due: tuple[str, ...]
    new: tuple[str, ...]
    weights: Mapping[str, float]
    starred: tuple[str, ...]
    missed: Mapping[str, datetime]
    slow: Mapping[str, datetime]

    @property
    def weakest(self) -> tuple[str, ...]:
        """All cells that the chart leads to, the one with the highest weight first."""
        return tuple(sorted(self.weights, key=lambda cell: -self.weights[cell]))

    def due_by(self, moment: datetime) -> tuple[str, ...]:
        """Give the cells that are due by a moment, the most overdue first."""
        return _due(self.memories, moment)

    def missed_since(self, days: int) -> tuple[str, ...]:
        """Give the cells missed in the last so many days, the latest first."""
        return _since(self.missed, self.now - timedelta(days=days))

    def slow_since(self, days: int) -> tuple[str, ...]:
        """Give the cells answered slowly in the last so many days, the latest first."""
        return _since(self.slow, self.now - timedelta(days=days))


def progress_of(
    answers: Iterable[PastAnswer],
    chart: Chart,
    *,
    now: datetime,
    stars: Collection[str] = (),
) -> Progress:
    """Work out from all answers, of every game and as they were stored, how far a player is.

    ``now`` is in UTC; ``stars`` are the cells that the player starred in the chart's game.
    """
    games: dict[str, dict[str, Memory]] = {chart.rules_digest: {}}
    given: dict[str, list[PastAnswer]] = {}
    missed: dict[str, datetime] = {}
    slow: dict[str, datetime] = {}
    for answer, memory, speed in steps(answers):
        cell = answer.cell
        games.setdefault(answer.rules_digest, {})[cell] = memory
        if answer.rules_digest != chart.rules_digest:
            continue
        given.setdefault(cell, []).append(answer)
        if not answer.right:
            missed[cell] = answer.answered_at
        elif speed is Speed.SLOW:
            slow[cell] = answer.answered_at
    weights = weights_of(chart, given, now)
    memories = _memories(chart, games, weights)
    return Progress(
        now=now,
        memories=memories,
        due=_due(memories, now),
        new=tuple(
            sorted(
                (cell for cell in weights if cell not in memories),
                key=lambda cell: -chart.by_name[cell].frequency,
            )
        ),
        weights=weights,
        starred=tuple(cell for cell in weights if cell in stars),
        missed=missed,
        slow=slow,
    )


def _memories(
    chart: Chart, games: Mapping[str, Mapping[str, Memory]], cells: Iterable[str]
) -> dict[str, Memory]:
    """Give the memory of each cell that has one here, or a start from another game."""
    here = games[chart.rules_digest]
    memories = {}
    for cell in cells:
        code, memory = str(chart.by_name[cell].code), here.get(cell)
        if memory is None or memory.code != code:
            memory = carried_over((game.get(cell) for game in games.values()), code)
        if memory is not None:
            memories[cell] = memory
    return memories


def _due(memories: Mapping[str, Memory], now: datetime) -> tuple[str, ...]:
    due = [cell for cell, memory in memories.items() if memory.is_due(now)]
    return tuple(sorted(due, key=lambda cell: memories[cell].due))


def _since(moments: Mapping[str, datetime], since: datetime) -> tuple[str, ...]:
    chosen = [cell for cell, moment in moments.items() if moment >= since]
    return tuple(sorted(chosen, key=lambda cell: moments[cell], reverse=True))
