"""How the trainer says things: money, chances, cards and hands, as a dealer or player would."""

from __future__ import annotations

from bjtrainer.cards import Rank
from bjtrainer.game.actions import Action
from bjtrainer.trainer.question import Choice, Insurance

_DOING: dict[Choice, str] = {
    Action.HIT: "hitting",
    Action.STAND: "standing",
    Action.DOUBLE: "doubling",
    Action.SPLIT: "splitting",
    Action.SURRENDER: "surrendering",
    Insurance.YES: "insurance",
    Insurance.NO: "no insurance",
}

_MOST_DIGITS = 9


def doing(choice: Choice) -> str:
    """Give what one does by a choice: ``standing``, ``insurance``."""
    return _DOING[choice]


def cents(wagers: float, digits: int = 1) -> str:
    """Write a part of a wager as cents of a dollar, unsigned, with as many digits as it takes.

    >>> cents(-0.14), cents(0.00017), cents(0)
    ('14.0 ¢', '0.02 ¢', '0.0 ¢')
    """
    amount = abs(wagers) * 100
    while digits < _MOST_DIGITS and amount and not float(f"{amount:.{digits}f}"):
        digits += 1
    return f"{amount:.{digits}f} ¢"


def wins(wagers: float, digits: int = 1) -> str:
    """Say what is won or lost.

    >>> wins(0.36), wins(-0.5425)
    ('wins 36.0 ¢', 'loses 54.2 ¢')
    """
    return f"{'loses' if wagers < 0 else 'wins'} {cents(wagers, digits)}"


def digits_apart(one: float, other: float) -> int:
    """Give how many digits two parts of a wager need in cents to look as different as they are.

    >>> digits_apart(0.36, 0.22), digits_apart(0.0901, 0.0902)
    (1, 2)
    """
    digits = 1
    while digits < _MOST_DIGITS and one != other and cents(one, digits) == cents(other, digits):
        digits += 1
    return digits


def percent(chance: float, digits: int = 0) -> str:
    """Write a chance as a person says it.

    >>> percent(0.4229), percent(1 / 3, digits=1)
    ('42 %', '33.3 %')
    """
    return f"{chance * 100:.{digits}f} %"


def counted(number: int, word: str) -> str:
    """Write how many there are of something.

    >>> counted(1, "round"), counted(3, "round")
    ('1 round', '3 rounds')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def card_name(rank: Rank) -> str:
    """Give the name of a rank: ``ace``, ``ten``, ``8``."""
    return {Rank.ACE: "ace", Rank.TEN: "ten"}.get(rank, str(rank))


def a_card(rank: Rank) -> str:
    """Give a card in a sentence: ``an ace``, ``a ten``, ``an 8``."""
    return f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {card_name(rank)}"


def sentence(words: str) -> str:
    """Make a sentence of words.

    >>> sentence("the dealer busts")
    'The dealer busts.'
    """
    return f"{words[0].upper()}{words[1:]}."
