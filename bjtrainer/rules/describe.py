"""A game's rules as a person reads them, and as a script does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)
from bjtrainer.rules.money import dollars


def describe(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Give a game's rules as pairs of a label and a sentence, which cover every key.

    >>> dict(describe(Rules(name="Example", slug="example")))["Dealer"]
    'Stands on soft 17; checks for blackjack under a ten or an ace.'
    """
    source = (("Source", f"{rules.source}."),) if rules.source else ()
    return (
        ("Game", f"{rules.name} ({rules.slug})."),
        *source,
        ("Cards", _cards(rules)),
        ("Dealer", f"{_SOFT_17[rules.soft_17]}; {_HOLE_CARD[rules.hole_card]}."),
        ("Blackjack", f"Pays {odds(rules.blackjack_pays)}; a push if the dealer has one too."),
        ("Doubling", _doubling(rules)),
        ("Splitting", _splitting(rules)),
        ("Aces", _aces(rules)),
        ("Surrender", _surrender(rules)),
        ("Insurance", _insurance(rules)),
        ("Many cards", _many_cards(rules)),
        ("Bets", _bets(rules)),
    )


def rules_as_dict(rules: Rules) -> dict[str, object]:
    """Give every key of a rules file with its value, ready for JSON.

    Money is in dollars, ratios are text; a rules file of these values gives the same rules.

    >>> example = rules_as_dict(Rules(name="Example", slug="example", min_bet=50))
    >>> example["blackjack_pays"], example["min_bet"], example["shuffle"]
    ('3:2', 0.5, 'every_round')
    """
    return {
        "name": rules.name,
        "slug": rules.slug,
        "source": rules.source,
        "decks": rules.decks.value if isinstance(rules.decks, Decks) else rules.decks,
        "soft_17": rules.soft_17.value,
        "hole_card": rules.hole_card.value,
        "blackjack_pays": odds(rules.blackjack_pays),
        "double_on": rules.double_on.value,
        "double_soft": rules.double_soft,
        "double_after_split": rules.double_after_split,
        "split_by": rules.split_by.value,
        "max_hands": rules.max_hands,
        "max_ace_hands": rules.max_ace_hands,
        "split_aces_draw": rules.split_aces_draw.value,
        "surrender": rules.surrender.value,
        "surrender_except": [rank.value for rank in rules.surrender_except],
        "insurance": rules.insurance,
        "insurance_pays": odds(rules.insurance_pays),
        "insurance_with_blackjack": rules.insurance_with_blackjack,
        "card_limit": rules.card_limit,
        "charlie": rules.charlie,
        "shuffle": _shuffle(rules.shuffle),
        "min_bet": _number_of_dollars(rules.min_bet),
        "max_bet": _number_of_dollars(rules.max_bet),
        "chips": [_number_of_dollars(chip) for chip in rules.chips],
        "boxes": rules.boxes,
    }


def odds(ratio: Fraction) -> str:
    """Write a ratio as a payout.

    >>> odds(Fraction(3, 2)), odds(Fraction(2))
    ('3:2', '2:1')
    """
    return f"{ratio.numerator}:{ratio.denominator}"


_SOFT_17 = {Soft17.HIT: "Hits soft 17", Soft17.STAND: "Stands on soft 17"}

_HOLE_CARD = {
    HoleCard.PEEK: "checks for blackjack under a ten or an ace",
    HoleCard.NONE: (
        "takes the second card after the players; a blackjack then takes every bet, "
        "doubled and split ones too"
    ),
    HoleCard.NONE_ORIGINAL_ONLY: (
        "takes the second card after the players; a blackjack then takes the original bets only, "
        "and what was doubled or split goes back"
    ),
}

_SURRENDER = {
    (Surrender.LATE, True): "after the dealer has checked for blackjack",
    (Surrender.EARLY, True): "before the dealer checks for blackjack",
    (Surrender.LATE, False): "unless a dealer blackjack then takes all of it",
    (Surrender.EARLY, False): "whatever the dealer then has",
}
"""By kind, and by whether there is a hole card to be checked."""


def _cards(rules: Rules) -> str:
    if rules.decks is Decks.INFINITE:
        return "An infinite shoe: each card comes from a full deck, whatever came before."
    decks = f"{rules.decks} {'deck' if rules.decks == 1 else 'decks'} of 52"
    if isinstance(rules.shuffle, Shuffle):
        return f"{decks}, shuffled before every round."
    used = f"{float(rules.shuffle * 100):.4g} % of the cards"
    return f"{decks}, shuffled after the round in which {used} are used."


def _doubling(rules: Rules) -> str:
    if rules.double_on is DoubleOn.ANY:
        which = "any two cards" if rules.double_soft else "any two cards that are no soft hand"
    else:
        totals = {DoubleOn.NINE_TO_ELEVEN: "9, 10 or 11", DoubleOn.TEN_ELEVEN: "10 or 11"}
        which = f"two cards with a hard total of {totals[rules.double_on]}"
    after_split = "also" if rules.double_after_split else "not"
    return f"On {which}; {after_split} after a split."


def _splitting(rules: Rules) -> str:
    if rules.max_hands == 1:
        return "Not in this game."
    alike = {
        SplitBy.VALUE: "Two cards of the same value, such as K and J",
        SplitBy.DENOMINATION: "Two cards of the same denomination: K and K, but not K and J",
    }
    return f"{alike[rules.split_by]}; {_as_often(rules.max_hands)}."


def _aces(rules: Rules) -> str:
    if rules.max_ace_hands == 1:
        return "Cannot be split."
    draw = {
        SplitAcesDraw.ONE: "each gets one card and stands",
        SplitAcesDraw.ANY: "each can draw on",
    }
    return (
        f"Split {_as_often(rules.max_ace_hands)}; {draw[rules.split_aces_draw]}. "
        "An ace and a ten after a split are 21, not a blackjack."
    )


def _as_often(hands: int) -> str:
    return "once, to 2 hands" if hands == 2 else f"up to {hands - 1} times, to {hands} hands"


def _surrender(rules: Rules) -> str:
    if rules.surrender is Surrender.NONE:
        return "Not in this game."
    when = _SURRENDER[rules.surrender, rules.hole_card is HoleCard.PEEK]
    upcards = [rank.value for rank in rules.surrender_except]
    against = f", and not against {_joined(upcards, 'or')}" if upcards else ""
    return f"Gives half the bet back, on the first two cards, {when}; not after a split{against}."


def _insurance(rules: Rules) -> str:
    if not rules.insurance:
        return "Not in this game."
    blackjack = "also" if rules.insurance_with_blackjack else "not"
    when = "" if rules.hole_card is HoleCard.PEEK else ", at the end of the round"
    return (
        f"Offered against an ace, for half the bet, {blackjack} to a player with a blackjack; "
        f"pays {odds(rules.insurance_pays)} if the dealer has a blackjack{when}."
    )


def _many_cards(rules: Rules) -> str:
    limit = f"A hand of {rules.card_limit} cards stands by itself."
    charlie = (
        f"A hand of {rules.charlie} cards that is not bust wins at once, whatever the dealer has."
    )
    parts = [
        *([limit] if rules.card_limit is not None else []),
        *([charlie] if rules.charlie is not None else []),
    ]
    return " ".join(parts) or "No limit."


def _bets(rules: Rules) -> str:
    chips = [dollars(chip) for chip in rules.chips]
    several = f"up to {rules.boxes} hands at a time, each with its own bet, played from the left"
    hands = "one hand at a time" if rules.boxes == 1 else several
    return (
        f"{dollars(rules.min_bet)} to {dollars(rules.max_bet)}, in chips of "
        f"{_joined(chips, 'and')}; {hands}."
    )


def _joined(words: Sequence[str], last: str) -> str:
    """Join words for a person.

    >>> _joined(["A"], "or"), _joined(["2", "T", "A"], "or")
    ('A', '2, T or A')
    """
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def _shuffle(shuffle: Shuffle | Fraction) -> str | float:
    """Give a share of the cards as a number where its digits say it exactly, else as a ratio."""
    if isinstance(shuffle, Shuffle):
        return shuffle.value
    number = float(shuffle)
    return number if Fraction(str(number)) == shuffle else odds(shuffle)


def _number_of_dollars(cents: int) -> int | float:
    return cents / 100 if cents % 100 else cents // 100
