"""The log of one round: every card, question, answer and bet in order, with the money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from bjtrainer.cards import Card
from bjtrainer.game.actions import Action
from bjtrainer.game.events import Decided, Event, HandOver, HandSettled, Outcome
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import dollars
from bjtrainer.game.round import Phase, Round
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.seat.log import positions, rules_of
from bjtrainer.seat.telling import as_json, in_words, totals
from bjtrainer.stats.played import StoredRound, StoredStep
from bjtrainer.trainer.question import Choice, Insurance


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """A question as it stood: about which hand, what was offered, and the money at that moment.

    ``hand`` and ``box`` count from 0, from the left. ``wagers_cents`` is what lay on each hand,
    ``insurances_cents`` the insurance of each box, and ``balance_cents`` what was not on the
    table. ``at`` is when it was answered, None for the question that still waits.
    """

    phase: Phase
    box: int
    hand: int
    cards: tuple[Card, ...]
    offered: tuple[Choice, ...]
    wagers_cents: tuple[int, ...]
    insurances_cents: tuple[int, ...]
    balance_cents: int
    at: datetime | None

    @classmethod
    def of(cls, round_: Round, balance_cents: int, at: datetime | None) -> Offer:
        """Give what a round asks, of a player who had so much before the bets."""
        asked = round_.hands[round_.active]
        return cls(
            phase=round_.phase,
            box=asked.box,
            hand=round_.active,
            cards=asked.cards,
            offered=tuple(Insurance) if round_.phase is Phase.INSURANCE else round_.legal,
            wagers_cents=tuple([hand.bet_cents for hand in round_.hands]),
            insurances_cents=round_.insurances_cents,
            balance_cents=balance_cents - round_.staked_cents,
            at=at,
        )


Listing: TypeAlias = tuple[Event | Offer, ...]


def listing(stored: StoredRound, steps: Sequence[StoredStep]) -> Listing:
    """Give all of a round in order: what happened, and each question before its answer.

    Raises ``StorageError`` where this version of the program makes another round of it.
    """
    return _entries(stored, steps, positions(stored, steps))


def _entries(stored: StoredRound, steps: Sequence[StoredStep], reached: Sequence[Round]) -> Listing:
    entries: list[Event | Offer] = []
    seen = 0
    answered = [step.at for step in steps]
    for round_, at in zip(reached, [*answered, None], strict=True):
        entries += round_.record[seen:]
        seen = len(round_.record)
        if round_.phase is not Phase.DONE:
            entries.append(Offer.of(round_, stored.balance_cents, at))
    return tuple(entries)


def as_lines(stored: StoredRound, steps: Sequence[StoredStep]) -> Iterator[str]:
    """Write a round out for a person, a line for each thing. Raises as ``listing`` does.

    >>> from pathlib import Path
    >>> from bjtrainer.rules.load import find_rules
    >>> from bjtrainer.seat.seat import sit
    >>> from bjtrainer.stats.store import Store
    >>> store = Store.snapshot(Path("nowhere") / "history.sqlite3")
    >>> _ = sit(store, find_rules("vegas-downtown"), seed=1).bet(500)
    >>> (stored,) = store.rounds()
    >>> for line in list(as_lines(stored, store.steps(stored.id)))[3:6]:
    ...     print(line)
      bet $5
      your hand gets 3d
      dealer gets 5s
    >>> store.close()
    """
    reached = positions(stored, steps)
    yield (
        f"Round {stored.id}, {rules_of(stored).name}, "
        f"{stored.started_at:%Y-%m-%d %H:%M} UTC, bjtrainer {stored.version}"
    )
    yield f"Shoe {stored.shoe_seed}, {stored.shoe_dealt} cards dealt before"
    yield f"Balance before: {dollars(stored.balance_cents)}"
    hands = boxes = len(stored.bets)
    before: Event | Offer | None = None
    for entry in _entries(stored, steps, reached):
        match entry:
            case Offer():
                yield _offer_in_words(entry)
            case HandOver() if isinstance(before, Decided):
                pass  # the decision says so
            case HandSettled(hand, outcome) if outcome is not Outcome.SURRENDER:
                said = in_words(entry, hands=hands, boxes=boxes)
                yield f"  {said}: {totals(reached[-1], hand)}"
            case _:
                yield f"  {in_words(entry, hands=hands, boxes=boxes)}"
        if isinstance(entry, Decided) and entry.action is Action.SPLIT and entry.carried_out:
            hands += 1
        before = entry
    yield _end(stored)


def as_dict(stored: StoredRound, steps: Sequence[StoredStep]) -> dict[str, object]:
    """Give a round as it stands in JSON; money in cents, moments in UTC. Raises as ``listing``."""
    entries = listing(stored, steps)
    balance_after = None
    if stored.payout_cents is not None:
        balance_after = stored.balance_cents + stored.payout_cents
    return {
        "id": stored.id,
        "session": stored.session,
        "game": stored.game,
        "rules_digest": stored.rules_digest,
        "version": stored.version,
        "started_at": stored.started_at.isoformat(),
        "ended_at": None if stored.ended_at is None else stored.ended_at.isoformat(),
        "coached": stored.coached,
        "shoe_seed": stored.shoe_seed,
        "shoe_dealt": stored.shoe_dealt,
        "bets_cents": list(stored.bets),
        "balance_before_cents": stored.balance_cents,
        "payout_cents": stored.payout_cents,
        "balance_after_cents": balance_after,
        "steps": [
            _offer_as_json(entry) if isinstance(entry, Offer) else as_json(entry)
            for entry in entries
        ],
        "rules": rules_as_dict(rules_of(stored)),
    }


def _offer_in_words(offer: Offer) -> str:
    hand = Hand(tuple([card.rank for card in offer.cards]))
    cards = " ".join(str(card) for card in offer.cards)
    whose = "Your hand" if len(offer.wagers_cents) == 1 else f"Hand {offer.hand + 1}"
    asked = "insurance: " if offer.phase is Phase.INSURANCE else ""
    offered = ", ".join(str(choice) for choice in offer.offered)
    wager = dollars(offer.wagers_cents[offer.hand])
    return (
        f"{whose} {cards} ({hand.total}), {wager} on it, balance {dollars(offer.balance_cents)}; "
        f"{asked}{offered}?"
    )


def _offer_as_json(offer: Offer) -> dict[str, object]:
    return {
        "type": "question",
        "phase": offer.phase.value,
        "box": offer.box,
        "hand": offer.hand,
        "cards": [str(card) for card in offer.cards],
        "legal": [str(choice) for choice in offer.offered],
        "wagers_cents": list(offer.wagers_cents),
        "insurances_cents": list(offer.insurances_cents),
        "balance_cents": offer.balance_cents,
        "answered_at": None if offer.at is None else offer.at.isoformat(),
    }


def _end(stored: StoredRound) -> str:
    if stored.payout_cents is None:
        return "The round is not over; it comes first at the table."
    after = f"Balance after: {dollars(stored.balance_cents + stored.payout_cents)}"
    if not stored.payout_cents:
        return f"{after}; nothing won or lost"
    won = "lost" if stored.payout_cents < 0 else "won"
    return f"{after}; {won} {dollars(abs(stored.payout_cents))}"
