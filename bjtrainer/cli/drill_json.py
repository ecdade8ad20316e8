"""A drill as JSON: one event a line on standard output."""

from __future__ import annotations

from bjtrainer.cli.door import Door
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.question import Question
from bjtrainer.trainer.session import Session
from bjtrainer.trainer.summary import Answered, Summary


class JsonFace:
    """Reports every event of a drill, each line as soon as it happens."""

    waits = False
    ticks = False
    in_view = True

    def __init__(self, door: Door) -> None:
        self._door = door

    def begin(self, session: Session, session_id: int) -> None:
        """Report the session with its seed and id."""
        self._event(
            "session",
            schema=1,
            seed=session.seed,
            game=session.rules.slug,
            rules_digest=session.rules.digest,
            drill=session.drill.name,
            id=session_id,
        )

    def question(self, session: Session) -> None:
        """Report the question."""
        question = session.question
        assert question is not None
        self._event("question", **question_figures(question))

    def refused(self, session: Session, written: str, reason: str) -> None:
        """Report an answer that was not taken, and why."""
        assert session.question is not None
        self._event("refused", n=session.question.n, input=written, reason=reason)

    def hint(self, session: Session) -> None:
        """Report the hint."""
        assert session.question is not None
        self._event("hint", n=session.question.n, hint=session.hint_shown)

    def taken(self, session: Session) -> None:
        """Report that an answer was taken; its verdict comes at the end."""
        last = session.last
        assert last is not None
        answer, milliseconds = str(last.verdict.answer), last.milliseconds
        self._event("answer", n=last.question.n, action=answer, ms=milliseconds)

    def verdict(self, session: Session) -> None:
        """Report the verdict."""
        last = session.last
        assert last is not None
        self._event("verdict", **verdict_figures(last))

    def tick(self, session: Session, waited: int) -> None:
        """Nothing to report."""

    def starred(self, session: Session, cell: str, *, starred: bool) -> None:  # noqa: ARG002
        """Report that a cell has a star now, or none."""
        self._event("star", cell=cell, starred=starred)

    def slip(self, session: Session) -> None:
        """Report that an answer was taken back."""
        assert session.last is not None
        self._event("slip", n=session.last.question.n)

    def end(self, session: Session) -> None:
        """Report the verdicts that were kept back, and the summary."""
        if session.drill.feedback is Feedback.AT_END:
            for answered in session.answers:
                self._event("verdict", **verdict_figures(answered))
        ending = None if session.ending is None else session.ending.value
        self._door.report(
            summary_event(
                session.summary(),
                ended_by=ending,
                score=session.score,
                passed=session.passed,
                best=session.best,
            )
        )

    def _event(self, kind: str, **figures: object) -> None:
        self._door.report({"type": kind, **figures})


def summary_event(
    summary: Summary,
    *,
    ended_by: str | None = None,
    score: int | None = None,
    passed: bool | None = None,
    best: int | None = None,
) -> dict[str, object]:
    """Give the summary event; ``ended_by`` is None where the player left.

    ``best`` is the most that was reached in this contest before: points, or right answers.
    """
    return {
        "type": "summary",
        "asked": summary.asked,
        "right": summary.right,
        "accuracy": summary.accuracy,
        "cost_per_100": summary.cost_per_100,
        "slips": summary.slips,
        "best_streak": summary.best_streak,
        "ended_by": ended_by,
        "score": score,
        "passed": passed,
        "best": best,
    }


def question_figures(question: Question) -> dict[str, object]:
    """Give what a question event says: the cards by rank, and what is legal."""
    return {
        "n": question.n,
        "round": question.round_number,
        "phase": question.phase.value,
        "cell": question.cell,
        "code": question.code,
        "hand": [rank.value for rank in question.hand],
        "cards": [str(card) for card in question.cards],
        "upcard": question.upcard.rank.value,
        "split_hands": question.split_hands,
        "legal": [str(choice) for choice in question.legal],
    }


def verdict_figures(answered: Answered) -> dict[str, object]:
    """Give what a verdict event says, with the values of the legal answers in initial wagers."""
    verdict = answered.verdict
    return {
        "n": answered.question.n,
        "action": str(verdict.answer),
        "right": verdict.right,
        "chart": str(verdict.chart),
        "best": str(verdict.best),
        "cost": verdict.cost,
        "severity": str(verdict.severity),
        "beats_chart": verdict.beats_chart,
        "values": {str(choice): value for choice, value in verdict.values.items()},
        "ms": answered.milliseconds,
    }
