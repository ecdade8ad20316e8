"""Judged answers as they are stored, whether they were drilled or played."""

from __future__ import annotations

from datetime import UTC, datetime

from bjtrainer.stats.record import StoredDecision, StoredSession, category
from bjtrainer.trainer.summary import Answered


def stored_decision(answered: Answered, session: StoredSession, *, natural: bool) -> StoredDecision:
    """Give an answer of a session as it is stored, answered now.

    ``natural``: the round was dealt as the game deals it, not chosen for its cell.
    """
    question, verdict = answered.question, answered.verdict
    rules = question.round.rules
    answer, chart_action = str(verdict.answer), str(verdict.chart)
    return StoredDecision(
        session=session.id,
        n=question.n,
        answered_at=datetime.now(UTC),
        round=question.round_number,
        game=rules.slug,
        rules_digest=rules.digest,
        phase=question.phase.value,
        category=category(
            phase=question.phase.value,
            cell=question.cell,
            code=question.code,
            answer=answer,
            chart_action=chart_action,
        ),
        cell=question.cell,
        code=question.code,
        cards=" ".join(str(card) for card in question.cards),
        hand=str(question.hand),
        upcard=str(question.upcard.rank),
        split_hands=question.split_hands,
        legal=tuple(str(choice) for choice in question.legal),
        answer=answer,
        chart_action=chart_action,
        best_action=str(verdict.best),
        right=verdict.right,
        cost=verdict.cost,
        severity=str(verdict.severity),
        values=tuple((str(choice), value) for choice, value in verdict.values.items()),
        milliseconds=answered.milliseconds,
        slip=answered.slip,
        hinted=answered.hinted,
        natural=natural,
        seed=session.seed,
    )
