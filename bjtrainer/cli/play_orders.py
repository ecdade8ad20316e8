"""What a player says at the table besides the decisions: bets, moves of money, questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bjtrainer.errors import InputError, shown
from bjtrainer.rules.money import parse_dollars
from bjtrainer.stats.played import MoveKind
from bjtrainer.trainer.question import choice_of


@dataclass(frozen=True, slots=True)
class Deal:
    """Bets in cents, one for each box from the left, and the wish that they be dealt to."""

    bets_cents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveMoney:
    """Money to be moved; ``cents`` is 0 where the kind says how much (a cash out is of all)."""

    kind: MoveKind
    cents: int = 0


class Page(Enum):
    """Something to read at any time; the value is the word for it."""

    RULES = "rules"
    LOG = "log"
    VERSION = "version"
    KEYS = "keys"


class Word(Enum):
    """An order of one word: deal the bets of the round before, or leave the table."""

    REBET = "rebet"
    LEAVE = "quit"


Order = Deal | MoveMoney | Page | Word

_WORDS: dict[str, Order] = {
    "rebet": Word.REBET,
    "r": Word.REBET,
    "quit": Word.LEAVE,
    "q": Word.LEAVE,
    "rules": Page.RULES,
    "i": Page.RULES,
    "log": Page.LOG,
    "l": Page.LOG,
    "version": Page.VERSION,
    "v": Page.VERSION,
    "keys": Page.KEYS,
    "?": Page.KEYS,
    "cash out": MoveMoney(MoveKind.CASH_OUT),
}
_MOVES = {"rebuy": MoveKind.REBUY, "deposit": MoveKind.DEPOSIT}

SAYABLE = (
    ("5, or 5 10 5", "bet so many dollars, on one hand or on several, and deal"),
    ("rebet", "the bets of the round before once more"),
    ("rebuy 100", "move money from the wallet to the table"),
    ("deposit 1000", "put new play money into the wallet"),
    ("cash out", "move all money from the table to the wallet"),
    ("h s d p r", "hit, stand, double, split, surrender"),
    ("y n", "insurance: yes, no"),
    ("i", "the rules of the game"),
    ("l", "the rounds played last, step by step"),
    ("v", "the version"),
    ("q", "leave; a round that is not over waits"),
)
"""What can be said in a line, and what it does."""

PRESSABLE = (
    ("1 2 3 4", "add a chip to the bet, from the smallest chip on"),
    ("{take_back} Backspace", "take the last chip back"),
    ("{clear}", "clear all bets"),
    ("{next_hand}", "the next chip goes to the next hand, in games of several"),
    ("Enter {deal}", "deal"),
    ("{rebet}", "repeat the bets of the round before, and deal"),
    ("{rebuy}", "rebuy: move money between the wallet and the table, or get more"),
    (
        "{hit} {stand} {double} {split} {surrender}",
        "in a round: hit, stand, double, split, surrender",
    ),
    ("{yes} {no}", "insurance: yes, no"),
    ("{rules}", "the rules of the game"),
    ("{log}", "the rounds played last, step by step"),
    ("{version}", "the version"),
    ("{quit}", "leave; a round that is not over waits for you"),
)
"""What can be pressed on a screen, the keys by their names in braces, and what it does."""

COACH_JUDGES = (
    "The coach judges each hand as if it lay alone on the table: the cards of other hands, "
    "split ones too, are not counted."
)
"""What a player with a coach is told beside the keys."""


def word_of(text: str) -> Order | None:
    """Read an order that takes no amount: its word or its key; None for anything else."""
    return _WORDS.get(" ".join(text.split()))


def order_of(text: str) -> Order:
    """Read what a player says, in lower case. Raises ``InputError`` for what is no order.

    >>> order_of("5 10 5"), order_of("rebuy 100")
    (Deal(bets_cents=(500, 1000, 500)), MoveMoney(kind=<MoveKind.REBUY: 'rebuy'>, cents=10000))
    """
    if order := word_of(text):
        return order
    words = text.split()
    if words and (kind := _MOVES.get(words[0])):
        if len(words) != 2:
            raise InputError(f"how much is not said; write an amount such as {kind.value} 100")
        return MoveMoney(kind, parse_dollars(words[1]))
    if choice_of(text):
        raise InputError("no round is being played; place a bet first")
    if not words or not all(word.strip("$")[:1] in set("0123456789.") for word in words):
        raise InputError(
            f"'{shown(text)}' is no bet; write dollars such as 5, or rebet, rebuy 100, "
            "deposit 1000, cash out, i, l, v or q"
        )
    return Deal(tuple([parse_dollars(word) for word in words]))
