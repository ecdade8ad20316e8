"""Stored rounds dealt again: the same shoe, bets and decisions give the same round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from random import Random

from bjtrainer.errors import IllegalAction, InputError, StorageError
from bjtrainer.game.money import dollars
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import Rules
from bjtrainer.rules.text import rules_from_text
from bjtrainer.stats.played import RoundEnd, StoredRound, StoredStep
from bjtrainer.trainer.question import Choice, Insurance, choice_of

_rules_from_text = lru_cache(maxsize=16)(rules_from_text)


def rules_of(stored: StoredRound) -> Rules:
    """Give the rules that a round was dealt by, whatever their file says now.

    Raises ``StorageError`` where this version cannot read them.
    """
    try:
        return _rules_from_text(stored.rules)
    except InputError as error:
        raise _lost(stored, str(error)) from error


def shoe_of(stored: StoredRound) -> Shoe:
    """Give the shoe as it lay there before a round, with an empty table.

    Raises ``StorageError`` where the shoe has not so many cards.
    """
    shoe = Shoe.shuffled(rules_of(stored).decks, Random(stored.shoe_seed))
    try:
        _, rest = shoe.take(stored.shoe_dealt)
    except LookupError as error:
        raise _lost(stored, f"its shoe has no {stored.shoe_dealt} cards") from error
    return rest.clear_table()


def end_of(round_: Round) -> RoundEnd:
    """Give how a round ended, as it is stored: its payout, and its cards as they fell."""
    shoe = round_.shoe
    fallen = shoe.order[shoe.discarded : shoe.dealt]
    return RoundEnd(round_.payout_cents, tuple(str(card) for card in fallen))


def replayed(stored: StoredRound, steps: Iterable[StoredStep]) -> Round:
    """Deal a round again and decide as it was decided: the round where it stands, or at its end.

    Raises ``StorageError`` where this version of the program makes another round of it.

    >>> from pathlib import Path
    >>> from bjtrainer.rules.load import find_rules
    >>> from bjtrainer.seat.seat import sit
    >>> from bjtrainer.stats.store import Store
    >>> store = Store.snapshot(Path("nowhere") / "history.sqlite3")
    >>> seat = sit(store, find_rules("vegas-downtown"), seed=1)
    >>> round_ = seat.bet(500)
    >>> (stored,) = store.rounds()
    >>> replayed(stored, store.steps(stored.id)) == round_
    True
    >>> store.close()
    """
    return positions(stored, steps)[-1]


def positions(stored: StoredRound, steps: Iterable[StoredStep]) -> tuple[Round, ...]:
    """Give the round as it was dealt and after each of its steps. Raises as ``replayed`` does.

    The error names the first thing that is otherwise: a step that is not allowed now, another end
    or another result.
    """
    try:
        reached = [deal(rules_of(stored), stored.bets, shoe_of(stored), stored.balance_cents)]
    except InputError as error:
        raise _lost(stored, str(error)) from error
    for step in steps:
        try:
            reached.append(decided(reached[-1], choice_of(step.choice)))
        except InputError as error:
            raise _lost(stored, f"step {step.n}, {step.choice}: {error}") from error
    if reason := _why_another_end(stored, reached[-1]):
        raise _lost(stored, reason)
    return tuple(reached)


def _why_another_end(stored: StoredRound, round_: Round) -> str | None:
    over = round_.phase is Phase.DONE
    if over is stored.unfinished:
        return "it is over and was not" if over else "it is not over and was"
    if over and round_.payout_cents != stored.payout_cents:
        pays, paid = (dollars(cents or 0) for cents in (round_.payout_cents, stored.payout_cents))
        return f"it pays {pays} and paid {paid}"
    return None


def why_other_cards(round_: Round, fell: Sequence[str]) -> str | None:
    """Say which is the first card of a settled round that is not the one that fell; None: all are.

    >>> from bjtrainer.cards import DECK
    >>> round_ = deal(Rules(name="E", slug="e"), 500, Shoe(DECK[8:0:-1]))
    >>> why_other_cards(round_, ("9s", "8s", "6s"))
    'card 3 is 7s and was 6s'
    """
    for place, (now, then) in enumerate(zip_longest(end_of(round_).cards, fell), start=1):
        if now != then:
            return f"card {place} is {now or 'missing'} and was {then or 'not there'}"
    return None


def decided(round_: Round, choice: Choice | None) -> Round:
    """Give a round as it goes on after a choice; raises ``IllegalAction`` as ``Round`` does."""
    if choice is None:
        raise IllegalAction("a step of it is no choice")
    if isinstance(choice, Insurance):
        return round_.insure(choice is Insurance.YES)
    return round_.act(choice)


def _lost(stored: StoredRound, why: str) -> StorageError:
    return StorageError(
        f"round {stored.id} cannot be dealt again as it was by bjtrainer {stored.version}: {why}; "
        "use that version"
    )
