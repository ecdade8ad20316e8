"""A drill in plain lines, for pipes: no prompts, no escape sequences, nothing painted over."""

from __future__ import annotations

from bjtrainer.cli.drill_words import result_lines, summary_lines
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import Line, cards, plain
from bjtrainer.cli.streams import tell
from bjtrainer.errors import clean
from bjtrainer.game.round import Phase
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.session import Session


class LinesFace:
    """Writes questions and verdicts to standard output, and messages to standard error."""

    waits = False
    in_view = True

    def __init__(self, reasons: Reasons, again: str) -> None:
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

    def verdict(self, session: Session) -> None:
        """Write how the answer did, and of a miss the reason."""
        last = session.last
        assert last is not None
        sign = "✓" if last.verdict.right else "✗"
        _write(f"   {sign} {headline(last.question, last.verdict)}")
        if not last.verdict.right:
            _write(f"     {self._reasons(last.question, last.verdict)}")
        for round_ in session.finished:
            for line in result_lines(round_):
                _write(["   ", *line])

    def slip(self, session: Session) -> None:
        """Write that the last answer is taken back."""
        assert session.last is not None
        _write(f"   answer {session.last.question.n} is taken back as a slip; it does not count")

    def end(self, session: Session) -> None:
        """Write how it went."""
        for line in summary_lines(session, self._again):
            _write(line)


def _write(line: Line) -> None:
    print(clean(plain(line)), flush=True)
