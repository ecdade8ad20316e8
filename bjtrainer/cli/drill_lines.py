"""A drill in plain lines, for pipes: no prompts, no escape sequences, nothing painted over."""

from __future__ import annotations

from bjtrainer.cli.drill_words import result_lines, summary_lines
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import Line, cards, plain
from bjtrainer.cli.streams import tell
from bjtrainer.errors import clean
from bjtrainer.game.round import Phase
from bjtrainer.trainer.drill_keys import Feedback
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.session import Session


class LinesFace:
    """Writes questions and verdicts to standard output, and messages to standard error."""

    waits = False
    ticks = False
    in_view = True

    def __init__(self, reasons: Reasons, again: str | None) -> None:
        self._reasons = reasons
        self._again = again

    def begin(self, session: Session, session_id: int) -> None:  # noqa: ARG002
        """Write what is drilled, and the seed that deals it again."""
        _write(f"{session.rules.name}: {session.drill.title}, seed {session.seed}")

    def question(self, session: Session) -> None:
        """Write the cards and the legal answers in one line."""
        question = session.question
        assert question is not None
        what = "insurance?" if question.phase is Phase.INSURANCE else "?"
        hand, upcard = plain(cards(question.cards)), plain(cards([question.upcard]))
        split = f" (hand {question.round.active + 1} of {question.split_hands})"
        legal = " ".join(str(choice) for choice in question.legal)
        which = split if question.split_hands > 1 else ""
        _write(f"{question.n}. {hand} v {upcard}{which} {what} {legal}")

    def refused(self, session: Session, written: str, reason: str) -> None:  # noqa: ARG002
        """Say on standard error why an answer was not taken."""
        tell([f"{written}: {reason}"])

    def hint(self, session: Session) -> None:
        """Write the hint."""
        _write(f"   {session.hint_shown}")

    def taken(self, session: Session) -> None:
        """Write how the rounds ended that the answer ended."""
        _write_results(session)

    def verdict(self, session: Session) -> None:
        """Write how the answer did, and of a miss the reason, unless that comes at the end."""
        last = session.last
        assert last is not None
        sign = "✓" if last.verdict.right else "✗"
        _write(f"   {sign} {headline(last.question, last.verdict)}")
        if not last.verdict.right and session.drill.feedback is Feedback.AT_ONCE:
            _write(f"     {self._reasons(last.question, last.verdict)}")
            _write(f"     {self._reasons.rule(last.question)}")
        _write_results(session)

    def tick(self, session: Session, waited: int) -> None:
        """Nothing to write: the time is told when it is up."""

    def starred(self, session: Session, cell: str, *, starred: bool) -> None:  # noqa: ARG002
        """Write that a cell has a star now, or none."""
        _write(f"   {cell}: {'starred' if starred else 'no star any more'}")

    def slip(self, session: Session) -> None:
        """Write that the last answer is taken back."""
        assert session.last is not None
        _write(f"   answer {session.last.question.n} is taken back as a slip; it does not count")

    def end(self, session: Session) -> None:
        """Write how it went."""
        for line in summary_lines(session, self._reasons, self._again):
            _write(line)


def _write_results(session: Session) -> None:
    for round_ in session.finished:
        for line in result_lines(round_):
            _write(["   ", *line])


def _write(line: Line) -> None:
    print(clean(plain(line)), flush=True)
