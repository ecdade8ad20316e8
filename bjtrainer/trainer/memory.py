"""How well each cell of each game is remembered, rebuilt from the answers alone.

The library ``fsrs`` says how memory grows and fades; this module says which answers tell of
memory, and how they are rated. One memory is kept for each cell of each game.
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

_DAY = timedelta(days=1)
_EARLY = timedelta(hours=8)
"""A day is over so much earlier, for who practises at nine today and at seven tomorrow."""

_CARRIED = 0.5
"""The part of a memory's stability that is carried over to another game."""

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
    was carried over from another game. Moments are in UTC.
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
    """What one answer did: its memory afterwards, and what kind of answer it was.

    ``retained``: the cell was due, or a day had passed since its last answer, so that the answer
    shows what was kept, not what was just said. A cell's first answer in a game is not.
    """

    answer: PastAnswer
    memory: Memory
    speed: Speed
    retained: bool


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
        if rated is not Rating.Again and answer.right and answer.milliseconds is not None:
            game.pace.add(answer.milliseconds)
        cell, at = answer.cell, answer.answered_at
        before = game.memories.get(cell)
        if before is not None and before.code == answer.code:
            retained = before.is_due(at) or _days(game.answered[cell], at) != 0
        else:
            retained = False
            before = carried_over(
                (other.memories.get(cell) for other in games.values()), answer.code
            )
        memory = after(before, rated, at, answer.code)
        game.memories[cell] = memory
        game.answered[cell] = at
        yield Step(answer, memory, speed, retained)


class _Game:
    """What is known of one game while its answers are gone through."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.memories: dict[str, Memory] = {}
        self.answered: dict[str, datetime] = {}


def after(memory: Memory | None, rated: Rating, at: datetime, code: str) -> Memory:
    """Give a cell's memory after an answer; ``memory`` is None for a cell that is new."""
    if memory is None:
        card = Card(card_id=0, due=at)
    elif memory.is_due(at):
        card = _card(memory)
    elif rated is Rating.Again and memory.state is State.Review:
        missed = _reviewed(memory, _card(memory), rated, at, code)
        return replace(missed, due=min(missed.due, memory.due))
    else:
        return memory
    return _reviewed(memory, card, rated, at, code)


def carried_over(elsewhere: Iterable[Memory | None], code: str) -> Memory | None:
    """Give the memory with which a cell starts that is known from other games, if it is."""
    known = [
        memory
        for memory in elsewhere
        if memory is not None and memory.code == code and memory.state is State.Review
    ]
    if not known:
        return None
    best = max(known, key=lambda memory: memory.stability)
    stability = best.stability * _CARRIED
    return replace(
        best,
        stability=stability,
        due=_interval_after(
            best.last_review, timedelta(days=min(max(round(stability), 1), CAP_DAYS))
        ),
        reviews=0,
        lapses=0,
    )


def _reviewed(memory: Memory | None, card: Card, rated: Rating, at: datetime, code: str) -> Memory:
    # The library counts whole days from its last review; ours begin a little earlier.
    then = card.last_review or at
    reviewed_at = then + max(_days(then, at), 0) * _DAY
    card, _ = _SCHEDULER.review_card(card, rated, reviewed_at)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(
        code=code,
        due=_interval_after(at, card.due - reviewed_at),
        stability=card.stability,
        difficulty=card.difficulty,
        reviews=1 + (memory.reviews if memory else 0),
        lapses=(rated is Rating.Again) + (memory.lapses if memory else 0),
        last_review=at,
        state=card.state,
    )


def _card(memory: Memory) -> Card:
    return Card(
        card_id=0,
        state=memory.state,
        step=None if memory.state is State.Review else 0,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due,
        last_review=memory.last_review,
    )


def _days(since: datetime, at: datetime) -> int:
    """Count whole days, each over a little early; below 0 where the clock went back."""
    return (at - since + _EARLY).days


def _interval_after(at: datetime, interval: timedelta) -> datetime:
    try:
        return at + (interval - _EARLY if interval >= _DAY else interval)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
