"""Rules that contradict each other, though each alone is well written."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from bjtrainer.rules.model import DoubleOn, Rules, Surrender
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
    yield from _of_bets(rules)
    yield from _of_payouts(rules)


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
    if rules.surrender_except and rules.surrender is Surrender.NONE:
        yield (
            ("surrender", "surrender_except"),
            "surrender_except names upcards where there is no surrender; "
            "write surrender: late, or leave it out",
        )
    if rules.card_limit is not None and rules.charlie is not None:
        yield (
            ("card_limit", "charlie"),
            f"charlie {rules.charlie} and card_limit {rules.card_limit} exclude each other, as "
            "only the smaller is ever reached; write null for one of them",
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
