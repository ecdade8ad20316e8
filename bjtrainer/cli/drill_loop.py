"""Questions and answers, whoever asks and however they are shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from bjtrainer import __version__
from bjtrainer.cli.after_answer import paused, ring_at_a_miss
from bjtrainer.cli.keeping import stored_decision
from bjtrainer.cli.keys import ENTER, End, Key, KeySource, Resize, Waited
from bjtrainer.cli.own_keys import Keys
from bjtrainer.cli.settings import UNSET, Settings
from bjtrainer.errors import IllegalAction
from bjtrainer.stats.record import StoredSession
from bjtrainer.stats.store import Store
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.question import Question, choice_of
from bjtrainer.trainer.session import Session

HINT, UNDO, STAR = ("?", "hint"), ("u", "undo"), ("*", "star")
_TICK = 1.0  # seconds between two looks at the clock


class Face(Protocol):
    """How a drill looks: on a screen, in lines, as JSON."""

    waits: bool
    """Whether a miss is shown until the player goes on."""
    ticks: bool
    """Whether the time left is shown as it runs."""
    in_view: bool
    """Whether the question can be seen: a window can be too small for it."""

    def begin(self, session: Session, session_id: int) -> None:
        """Say what is drilled, before the first question."""

    def question(self, session: Session) -> None:
        """Show the question that waits, once more after a change of the window."""

    def refused(self, session: Session, written: str, reason: str) -> None:
        """Say why an answer was not taken; it was counted nowhere."""

    def hint(self, session: Session) -> None:
        """Show the hint of the question that waits."""

    def taken(self, session: Session) -> None:
        """Say that the answer judged last is stored, and not how it did."""

    def verdict(self, session: Session) -> None:
        """Show the verdict on the answer judged last, which is stored by now."""

    def slip(self, session: Session) -> None:
        """Say that the answer judged last is taken back."""

    def tick(self, session: Session, waited: int) -> None:
        """Show how much time is left, so many milliseconds after the question was shown."""

    def starred(self, session: Session, cell: str, *, starred: bool) -> None:
        """Say that a cell has a star now, or none any more."""

    def end(self, session: Session) -> None:
        """Say how it went, after the last answer."""


@dataclass(frozen=True)
class Keeper:
    """Stores a session and its answers."""

    store: Store
    stored: StoredSession

    @classmethod
    def begin(cls, store: Store, session: Session) -> Keeper:
        """Store that a session begins."""
        stored = store.start_session(
            now=datetime.now(UTC),
            game=session.rules.slug,
            rules_digest=session.rules.digest,
            drill=session.drill.name,
            seed=session.seed,
            version=__version__,
            helped=False,
        )
        return cls(store, stored)

    def keep(self, session: Session) -> None:
        """Store the answer judged last; it is on the disk when this returns."""
        assert session.last is not None
        natural = session.drill.natural
        self.store.add_decision(stored_decision(session.last, self.stored, natural=natural))

    def take_back(self, session: Session) -> None:
        """Store that the answer judged last was a slip."""
        assert session.last is not None
        self.store.mark_slip(self.stored.id, session.last.question.n)

    def star(self, cell: str) -> bool:
        """Star a cell of the game, or take its star; say whether it has one now."""
        digest = self.stored.rules_digest
        if cell in self.store.stars(digest):
            self.store.unstar(digest, cell)
            return False
        self.store.star(digest, cell, now=datetime.now(UTC))
        return True

    def end(self) -> None:
        """Store that the session came to its end."""
        self.store.end_session(self.stored.id, now=datetime.now(UTC))


class Sitting:
    """A session in front of its player, from the first question to the last."""

    def __init__(
        self,
        session: Session,
        keeper: Keeper,
        face: Face,
        settings: Settings = UNSET,
    ) -> None:
        self.session = session
        self.face = face
        self._keeper = keeper
        self._settings = settings

    def run(self, keys: KeySource, seen: Callable[[], None]) -> Session:
        """Ask until the session is over or its player leaves, and give it as it is then.

        ``seen`` is called once the first question is shown.
        """
        self._keys = keys
        self.face.begin(self.session, self._keeper.stored.id)
        self._keys.show(self._show_question)
        seen()
        while self._answered() and self._gone_on() and self.session.question is not None:
            self._keys.show(self._show_question)
        self._keeper.end()
        return self.session

    def _show_question(self) -> None:
        self.face.question(self.session)

    def _show_verdict(self) -> None:
        if self.session.drill.feedback is Feedback.AT_END:
            self.face.taken(self.session)
        else:
            self.face.verdict(self.session)

    def _answered(self) -> bool:
        """Wait for an answer and judge it; False when the player leaves, or the time is up."""
        waited = 0
        while True:
            match self._keys.read(self._seconds_to_wait(waited)):
                case Resize():
                    self._show_question()
                case End() | Key(text="q" | "quit"):
                    return False
                case Waited(waited) | Key(milliseconds=waited) if self._out_of_time(waited):
                    return False
                case Waited(waited):
                    self.face.tick(self.session, waited)
                case Key(text=written, milliseconds=waited) if written != ENTER:
                    # Nobody answers what they do not see.
                    if self.face.in_view and self._judged(written, waited):
                        return True

    def _seconds_to_wait(self, waited: int) -> float | None:
        """Give how long to wait for a key: until the time is up, or to its next whole second."""
        left = self.session.milliseconds_left
        if left is None:
            return None
        seconds = max(0, left - waited) / 1000
        return min(seconds, seconds % _TICK or _TICK) if self.face.ticks else seconds

    def _out_of_time(self, milliseconds: int) -> bool:
        """Whether an answer after so long comes too late; the session is over then."""
        if not self.session.late(milliseconds):
            return False
        self.session = self.session.out_of_time()
        return True

    def _judged(self, written: str, milliseconds: int) -> bool:
        try:
            if written in HINT:
                self.session = self.session.with_hint()
                self.face.hint(self.session)
            elif written in UNDO:
                self._take_back()
            elif written in STAR:
                self._star(self.session.question)
            elif (choice := choice_of(written)) is None:
                reason = _not_an_answer(self.session.question, self._settings.keys)
                self.face.refused(self.session, written, reason)
            else:
                self.session = self.session.answer(choice, milliseconds)
                self._keeper.keep(self.session)
                self._keys.show(self._show_verdict)
                if self.session.drill.feedback is not Feedback.AT_END:
                    assert self.session.last is not None
                    ring_at_a_miss(self._settings, right=self.session.last.verdict.right)
                return True
        except IllegalAction as illegal:
            self.face.refused(self.session, written, str(illegal))
        return False

    def _take_back(self) -> None:
        session = self.session.slip()
        self._keeper.take_back(session)
        self.session = session
        self.face.slip(session)

    def _star(self, question: Question | None) -> None:
        assert question is not None
        starred = self._keeper.star(question.cell)
        self.face.starred(self.session, question.cell, starred=starred)

    def _gone_on(self) -> bool:
        """Wait at a miss until the player goes on; False when he leaves.

        After a right answer, wait as long as he has set.
        """
        last, at_once = self.session.last, self.session.drill.feedback is Feedback.AT_ONCE
        if last is None or not (self.face.waits and at_once):
            return True
        if last.verdict.right:
            return paused(self._settings, self._keys, self._show_verdict)
        while True:
            match self._keys.read():
                case Resize():
                    self._show_verdict()
                case End() | Key(text="q"):
                    return False
                case Key(text=key) if key in (ENTER, " "):
                    return True
                case Key(text="u"):
                    with suppress(IllegalAction):  # taken back already
                        self._take_back()
                case Key(text="*"):
                    self._star(last.question)


def _not_an_answer(question: Question | None, keys: Keys) -> str:
    legal = question.legal if question else ()
    answers = ", ".join(f"{keys[str(choice)]} {choice}" for choice in legal)
    others = keys.worded("{hint} hint, {undo} undo, {star} star or {quit} quit")
    return f"that is no answer here; choose {answers}, {others}"
