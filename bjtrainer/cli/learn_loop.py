"""Lesson after lesson, however they are shown: how far the player is, the rule, the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bjtrainer.cli.drill_loop import Face, Keeper, Sitting
from bjtrainer.cli.keys import KeySource
from bjtrainer.cli.settings import Settings
from bjtrainer.stats.store import Store
from bjtrainer.trainer.groups import Group
from bjtrainer.trainer.judge import Solve
from bjtrainer.trainer.learning import Way, way_of
from bjtrainer.trainer.lesson import Lesson, lesson_of, lesson_session
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.session import Session


class LearnFace(Protocol):
    """How learning looks: on a screen, in lines, as JSON."""

    def way(self, way: Way, before: Way | None) -> bool:
        """Show how far the player is, and what has changed; False when he leaves."""

    def lesson(self, way: Way, lesson: Lesson) -> bool:
        """Show what a lesson is about; False when the player leaves."""

    def questions(self) -> Face:
        """Give the face of a lesson's questions."""

    def asked(self, session: Session) -> None:
        """Say how a lesson went that is over, or that the player left."""


class Learning:
    """A player who learns one game, as far as he comes in one go."""

    def __init__(  # noqa: PLR0913  what lessons hang on
        self,
        store: Store,
        plays: Plays,
        groups: Sequence[Group],
        codes: Mapping[str, str],
        *,
        solve: Solve,
        seed: int,
        count: int | None,
    ) -> None:
        self._store = store
        self._plays = plays
        self._groups = groups
        self._codes = codes
        self._solve = solve
        self._seed = seed
        self._count = count

    def run(self, face: LearnFace, keys: KeySource, settings: Settings) -> Way:
        """Give lessons until all is learnt, enough is answered, or the player leaves.

        Each lesson is made of all answers stored before it, and has the seed after the last one's.
        Gives how far the player is then.
        """
        seed, before, left = self._seed, None, self._count
        while True:
            way = self.way()
            lesson = lesson_of(way, self._codes, seed=seed)
            if not face.way(way, before) or lesson is None or not face.lesson(way, lesson):
                return way
            session = lesson_session(lesson, self._plays, seed=seed, solve=self._solve, count=left)
            keeper = Keeper.begin(self._store, session)
            sitting = Sitting(session, keeper, face.questions(), settings)
            session = sitting.run(keys, seen=lambda: None)
            face.asked(session)
            left = None if left is None else left - len(session.answers)
            if session.question is not None or left == 0:
                return self.way()
            seed, before = seed + 1, way

    def way(self) -> Way:
        """Give how far the player is, by all that is stored now."""
        answers = self._store.past_decisions()
        return way_of(self._groups, self._codes, answers, self._plays.rules.digest)
