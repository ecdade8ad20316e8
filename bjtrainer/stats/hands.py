"""The hands that answers were given to, counted, so that each has to be valued but once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bjtrainer.cards import Rank
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.stats.database import Database
from bjtrainer.stats.record import Selection
from bjtrainer.stats.rows import Column, DamagedRow, plain
from bjtrainer.stats.table import records_of
from bjtrainer.stats.tally import where_of


@dataclass(frozen=True, kw_only=True, slots=True)
class AnsweredHand:
    """One answer to one hand against one upcard, given so many ``times``.

    ``right`` of them were judged right, and together they lost ``cost`` initial wagers. The others
    as in ``StoredDecision``; ``one_denomination`` is False for two tens of different faces.
    """

    game: str
    rules_digest: str
    phase: str
    hand: str
    upcard: str
    split_hands: int
    one_denomination: bool
    answer: str
    times: int
    right: int
    cost: float


def answered_hands(database: Database, selection: Selection) -> tuple[AnsweredHand, ...]:
    """Count the selected answers, without slips, by hand, upcard and answer."""
    where, parameters = where_of(selection)
    chosen = f"AND stored IN (SELECT stored FROM facts {where})" if where else ""
    rows = database.run(
        f"""
        SELECT game, rules_digest, phase, hand, upcard, answer,
            CASE hand WHEN 'TT' THEN cards ELSE '' END, split_hands,
            count(*), sum("right"), sum(cost)
        FROM decisions WHERE NOT slip {chosen} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
        """,
        parameters,
    )
    return records_of(rows, _hand_from, database)


def _hand_from(row: Sequence[Column]) -> AnsweredHand:
    game, rules_digest, phase, hand, upcard, answer, cards = (plain(str(text)) for text in row[:7])
    split_hands, times, right, cost = row[7:]
    try:
        Hand.parse(hand), Rank.parse(upcard)
    except InputError as error:
        raise DamagedRow(f"an answer to {hand} v {upcard} is damaged: {error}") from error
    if answer not in _ANSWERS[phase == "insurance"]:
        raise DamagedRow(f"an answer to {hand} v {upcard} is damaged: {answer!r} is none")
    return AnsweredHand(
        game=game,
        rules_digest=rules_digest,
        phase=phase,
        hand=hand,
        upcard=upcard,
        split_hands=int(split_hands or 1),
        one_denomination=len({card[:-1] for card in cards.split()}) <= 1,
        answer=answer,
        times=int(times or 0),
        right=int(right or 0),
        cost=float(cost or 0),
    )


_ANSWERS = (tuple(map(str, Action)), ("yes", "no"))
