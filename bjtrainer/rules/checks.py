"""Rules that contradict each other, though each alone is well written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from bjtrainer.cards import RANKS, Rank
from bjtrainer.rules.model import Decks, DoubleOn, HoleCard, Rules, Surrender
from bjtrainer.rules.money import dollars

Contradiction: TypeAlias = tuple[tuple[str, ...], str]
"""The keys that do not go together, and what is wrong with what would be right."""


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Give every contradiction in a game's rules.

    >>> rules = Rules(name="Example", slug="example", max_hands=2, max_ace_hands=3)
    >>> [message for _, message in contradictions(rules)]
    ['max_ace_hands is 3, above max_hands 2; write 2 or less']
    """
    yield from _of_play(rules)
    yield from _of_boxes(rules)
    yield from _of_details(rules)
    yield from _of_bets(rules)
    yield from _of_payouts(rules)


class _Detail(NamedTuple):
    """What a key says more about: the key of that, whether a game is without, the contradiction."""

    of: str
    absent: Callable[[Rules], bool]
    contradiction: str


_DETAILS = {
    "split_by": _Detail(
        "max_hands",
        lambda rules: rules.max_hands == 1,
        "split_by says which pairs can be split where none can; "
        "write max_hands: 2 or more, or leave it out",
    ),
    "split_aces_draw": _Detail(
        "max_ace_hands",
        lambda rules: rules.max_ace_hands == 1,
        "split_aces_draw is about split aces where aces cannot be split; "
        "write max_ace_hands: 2 or more, or leave it out",
    ),
    "surrender_except": _Detail(
        "surrender",
        lambda rules: rules.surrender is Surrender.NONE,
        "surrender_except names upcards where there is no surrender; "
        "write surrender: late, or leave it out",
    ),
    "insurance_pays": _Detail(
        "insurance",
        lambda rules: not rules.insurance,
        "insurance_pays is about insurance where there is none; "
        "write insurance: yes, or leave it out",
    ),
    "shuffle": _Detail(
        "decks",
        lambda rules: rules.decks is Decks.INFINITE,
        "shuffle names a part of the cards, but infinite decks are never used up; "
        "write shuffle: every_round, or a number of decks",
    ),
}
"""The keys that say more about something that a game may be without."""

_DEFAULTS = {field.name: field.default for field in fields(Rules)}


def idle_details(rules: Rules) -> dict[str, Any]:
    """Give the keys that say more about something that a game does not have, with their defaults.

    >>> idle_details(Rules(name="E", slug="e", surrender=Surrender.LATE, insurance=False))
    {'insurance_pays': Fraction(2, 1)}
    """
    return {key: _DEFAULTS[key] for key, detail in _DETAILS.items() if detail.absent(rules)}


def _of_details(rules: Rules) -> Iterator[Contradiction]:
    for key, default in idle_details(rules).items():
        if getattr(rules, key) != default:
            yield (_DETAILS[key].of, key), _DETAILS[key].contradiction


def _of_play(rules: Rules) -> Iterator[Contradiction]:
    if rules.max_ace_hands > rules.max_hands:
        yield (
            ("max_hands", "max_ace_hands"),
            f"max_ace_hands is {rules.max_ace_hands}, above max_hands {rules.max_hands}; "
            f"write {rules.max_hands} or less",
        )
    if rules.double_on is not DoubleOn.ANY and rules.double_soft:
        yield (
            ("double_soft", "double_on"),
            f"double_on {rules.double_on.value} is ambiguous where soft hands can be doubled; "
            "write double_soft: no, or double_on: any",
        )
    if len(rules.surrender_except) == len(RANKS):
        yield (
            ("surrender_except",),
            "surrender_except names every upcard; write surrender: none, or fewer upcards",
        )
    if (limit := rules.card_limit) and rules.charlie and limit <= rules.charlie:
        yield (
            ("card_limit", "charlie"),
            f"charlie {rules.charlie} is never reached, as a hand of {limit} cards stands by "
            f"itself; write card_limit: null, or a charlie of fewer than {limit} cards",
        )
    if rules.charlie and rules.hole_card is HoleCard.NONE_ORIGINAL_ONLY:
        yield (
            ("charlie", "hole_card"),
            "charlie with hole_card none_original_only leaves open whether a dealer blackjack "
            "takes the bet of a hand that has won; write charlie: null, or hole_card: none",
        )


_MOST_HANDS_OF_A_DECK = 10
"""Its 340 points, aces as 1, outlast so many hands of 30 (20 and a ten) and a dealer's of 26."""


def _of_boxes(rules: Rules) -> Iterator[Contradiction]:
    if rules.boxes * rules.max_hands > _MOST_HANDS_OF_A_DECK and rules.decks == 1:
        yield (
            ("decks", "max_hands", "boxes"),
            f"boxes {rules.boxes} with max_hands {rules.max_hands} are up to "
            f"{rules.boxes * rules.max_hands} hands, for which one deck may not have the cards; "
            f"write decks: 2 or more, or boxes: {_MOST_HANDS_OF_A_DECK // rules.max_hands} or less",
        )
    early_look = {Rank.ACE, Rank.TEN} <= set(rules.surrender_except)
    if (
        rules.boxes > 1
        and rules.surrender is Surrender.EARLY
        and rules.hole_card is HoleCard.PEEK
        and not early_look
    ):
        yield (
            ("surrender", "boxes"),
            f"boxes {rules.boxes} with surrender early leave open for whose first decision the "
            "dealer's check for a blackjack waits; write boxes: 1, or surrender: late",
        )


def _of_bets(rules: Rules) -> Iterator[Contradiction]:
    chip = min(rules.chips)
    if odd := [dollars(other) for other in rules.chips if other % chip]:
        yield (
            ("chips",),
            f"chips of {', '.join(odd)} are no multiples of the smallest, {dollars(chip)}; "
            "write chips that are",
        )
    if rules.min_bet % chip:
        yield (
            ("chips", "min_bet"),
            f"min_bet is {dollars(rules.min_bet)}, which chips of {dollars(chip)} cannot make; "
            f"write a multiple of {dollars(chip)}",
        )
    if rules.min_bet > rules.max_bet:
        yield (
            ("max_bet", "min_bet"),
            f"min_bet is {dollars(rules.min_bet)}, above max_bet {dollars(rules.max_bet)}; "
            f"write {dollars(rules.max_bet)} or less",
        )


def _of_payouts(rules: Rules) -> Iterator[Contradiction]:
    """Find what is not paid in whole cents on the smallest chip, of which bets are multiples."""
    chip = Fraction(min(rules.chips))
    payouts = [("blackjack_pays", "a blackjack", chip * rules.blackjack_pays)]
    if rules.insurance:
        payouts.append(("insurance", "insurance", chip / 2))
        payouts.append(("insurance_pays", "won insurance", chip / 2 * rules.insurance_pays))
    if rules.surrender is not Surrender.NONE:
        payouts.append(("surrender", "surrender", chip / 2))
    for key, what, cents in payouts:
        if cents.denominator != 1:
            yield (
                ("chips", key),
                f"{what} on the smallest chip, {dollars(int(chip))}, comes to "
                f"{float(cents):.4g} cents; write {key} or chips so that it is whole cents",
            )
