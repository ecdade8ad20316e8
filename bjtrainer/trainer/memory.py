"""How well each cell of each game is remembered, rebuilt from the answers alone.

The library ``fsrs`` says how a memory grows and fades; this module says which answers tell of a
memory and how they are rated. One memory is kept for each cell of each game. Nothing of it is
stored: it follows from the answers, in the order in which they were stored.

**Which answers are reviews.** Those of a cell that is new or due. Before it is due, a right answer
proves little (it was just said), and leaves the memory as it is; a miss does count, as what is
missed is not known. Slips are none.

**How they are rated.**

- again: missed, or answered after a hint: it was not known;
- hard: missed by a close call (the two plays are nearly the same), or right and slow: worked out;
- good: right in the player's usual time, or in a time that was not measured;
- easy: right and quick: known by heart.

What is quick and slow is measured by the player's own times (``pace``).

**When a cell is due.** After as many whole days as nine of ten such cells are still known, at
least one and at most ``CAP_DAYS``, ``_EARLY`` subtracted; what was missed, or was hard at first
sight, minutes later, to be put right on the same day. A clock that was set back makes due what
was reviewed in its future; time that runs backwards counts as none.

**From one game to another.** A cell that is remembered in a game with the same answer does not
begin anew: its memory starts from the strongest of those, with half of its stability, from the
day of its last review there. So it is due sooner, and what is known is soon confirmed. Where the
answer is another one, nothing is carried over; so it is where a game's own chart has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

from bjtrainer.trainer.pace import Pace, Speed
from bjtrainer.trainer.past import PastAnswer

CAP_DAYS = 365
"""The longest interval: what is known is asked once a year."""

AGAIN_AFTER = timedelta(minutes=10)
"""When a missed cell is due again."""

CARRIED_OVER = 0.5
"""The part of a memory's stability with which it starts in another game."""

_DAY = timedelta(days=1)
_EARLY = timedelta(hours=8)
"""A day is over so much earlier, for who practises at nine today and at seven tomorrow."""

_LAST_REVIEW = datetime(2000, 1, 1, tzinfo=UTC)
"""When the library takes every last review to have been: our days are not quite its days."""
_MOST_DAYS = 36_500

_SCHEDULER = Scheduler(
    learning_steps=(AGAIN_AFTER,),
    relearning_steps=(AGAIN_AFTER,),
    maximum_interval=CAP_DAYS,
    enable_fuzzing=False,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Memory:
    """How well one cell of one game is remembered.

    ``code`` is the answer that was learnt. ``stability`` is the number of days after which nine of
    ten such cells are still known, ``difficulty`` goes from 1 to 10. ``reviews`` are the answers
    that told of memory, ``lapses`` those of them that were missed; both are 0 for a memory that
    was carried over from another game. Moments are in UTC. ``state`` is that of ``fsrs``:
    ``Review`` where the cell is remembered, else it waits to be put right.
    """

    code: str
    due: datetime
    stability: float
    difficulty: float
    reviews: int
    lapses: int
    last_review: datetime
    state: State

    def is_due(self, now: datetime) -> bool:
        """Whether it is time to ask; also where the clock was set back since the last review."""
        return self.due <= now or _days(self.last_review, now) < 0


class Step(NamedTuple):
    """What one answer did: the memory of its cell afterwards, and how quick it was."""

    answer: PastAnswer
    memory: Memory
    speed: Speed


def steps(answers: Iterable[PastAnswer]) -> Iterator[Step]:
    """Go through the answers of all games in the order in which they were stored, without slips."""
    games: dict[str, _Game] = {}
    for answer in answers:
        if (game := games.get(answer.rules_digest)) is None:
            game = games[answer.rules_digest] = _Game()
        speed = game.pace.speed(answer.milliseconds)
        rated = rating(answer, speed)
        if rated is None:
            continue
        if answer.right and not answer.hinted and answer.milliseconds is not None:
            game.pace.add(answer.milliseconds)
        cell, code, at = answer.cell, answer.code, answer.answered_at
        before = game.memories.get(cell)
        if before is None or before.code != code:
            before = carried_over((other.memories.get(cell) for other in games.values()), code)
        memory = after(before, rated, at, code)
        game.memories[cell] = memory
        yield Step(answer, memory, speed)


class _Game:
    """What is known of one game while its answers are gone through."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.memories: dict[str, Memory] = {}


def rating(answer: PastAnswer, speed: Speed) -> Rating | None:
    """Rate an answer for the memory of its cell; None for a slip, which tells nothing."""
    if answer.slip:
        return None
    if answer.hinted:
        return Rating.Again
    if not answer.right:
        return Rating.Hard if answer.severity == "close call" else Rating.Again
    return _RATING_OF_SPEED[speed]


_RATING_OF_SPEED = {Speed.SLOW: Rating.Hard, Speed.USUAL: Rating.Good, Speed.QUICK: Rating.Easy}


def after(memory: Memory | None, rated: Rating, at: datetime, code: str) -> Memory:
    """Give a cell's memory after an answer at a moment (UTC); ``memory`` is None for a new cell.

    >>> at = datetime(2025, 3, 1, 9, tzinfo=UTC)
    >>> [str(after(None, rated, at, "H").due - at) for rated in Rating]
    ['0:10:00', '0:15:00', '1 day, 16:00:00', '7 days, 16:00:00']
    """
    if memory is None or memory.is_due(at):
        return _reviewed(memory, rated, at, code)
    if rated is Rating.Again and memory.state is State.Review:
        missed = _reviewed(memory, rated, at, code)
        return replace(missed, due=min(missed.due, memory.due))
    return memory


def carried_over(elsewhere: Iterable[Memory | None], code: str) -> Memory | None:
    """Give the memory that a cell starts with, of those from other games; None for a new cell."""
    known = [
        memory
        for memory in elsewhere
        if memory is not None and memory.code == code and memory.state is State.Review
    ]
    if not known:
        return None
    best = max(known, key=lambda memory: memory.stability)
    stability = best.stability * CARRIED_OVER
    days = min(max(round(stability), 1), CAP_DAYS)
    return replace(
        best,
        stability=stability,
        due=_later(best.last_review, days * _DAY),
        reviews=0,
        lapses=0,
    )


def _reviewed(memory: Memory | None, rated: Rating, at: datetime, code: str) -> Memory:
    card, days = Card(card_id=0, due=_LAST_REVIEW), 0
    if memory is not None:
        card, days = _card(memory), min(max(_days(memory.last_review, at), 0), _MOST_DAYS)
    reviewed_at = _LAST_REVIEW + days * _DAY
    card, _ = _SCHEDULER.review_card(card, rated, reviewed_at)
    assert card.stability is not None, "a reviewed card has a stability"
    assert card.difficulty is not None, "a reviewed card has a difficulty"
    return Memory(
        code=code,
        due=_later(at, card.due - reviewed_at),
        stability=card.stability,
        difficulty=card.difficulty,
        reviews=1 + (memory.reviews if memory else 0),
        lapses=(rated is Rating.Again) + (memory.lapses if memory else 0),
        last_review=at,
        state=card.state,
    )


def _card(memory: Memory) -> Card:
    return Card(
        card_id=0,  # without one the library waits a millisecond
        state=memory.state,
        step=None if memory.state is State.Review else 0,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_LAST_REVIEW,
        last_review=_LAST_REVIEW,
    )


def _days(since: datetime, at: datetime) -> int:
    """Count whole days, each over a little early; below 0 where the clock went back."""
    return (at - since + _EARLY).days


def _later(at: datetime, interval: timedelta) -> datetime:
    try:
        return at + (interval - _EARLY if interval >= _DAY else interval)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
