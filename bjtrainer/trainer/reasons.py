"""Why one action is better than another, in two sentences made from this hand's figures."""

from __future__ import annotations

from collections.abc import Mapping

from bjtrainer.cards import Rank
from bjtrainer.charts.model import Row
from bjtrainer.game.actions import Action
from bjtrainer.trainer.facts import STRONG, Facts
from bjtrainer.trainer.question import Choice
from bjtrainer.trainer.wording import (
    a_card,
    card_name,
    cents,
    digits_apart,
    doing,
    percent,
    sentence,
    wins,
)

Worth = Mapping[Choice, float]
"""What each legal choice is worth, in initial wagers."""


def why(better: Choice, worse: Choice, facts: Facts, worth: Worth) -> tuple[str, str]:
    """Say what makes an action better than one that is worth less, and what each is worth."""
    pair = {better, worse}
    figures = compared(better, worse, worth)
    if Action.SURRENDER in pair:
        return _about_surrender(better, facts, worth), figures
    if Action.SPLIT in pair:
        return _about_split(better, facts), figures
    if Action.DOUBLE not in pair:
        return _hit_or_stand(better, facts), figures
    if better is Action.DOUBLE and worth[better] > 0:
        return _before_one_card(facts), _doubled(worse, facts, worth)
    return _about_one_card(facts, worth), figures


def prospects(facts: Facts) -> str:
    """Say what there is to weigh, without a capital or a stop.

    The upcard and what it hides stand before it, as in ``hard 16 against a ten``.
    """
    dealer = f"the dealer busts {_often(facts.dealer_busts)}"
    outcomes = f"wins {percent(facts.wins)} and loses {percent(facts.loses)}"
    standing = "standing wins only then" if facts.stiff else f"standing {outcomes}"
    return f"{dealer}, {standing}, and {_one_card(facts)}"


def shown_card(facts: Facts) -> str:
    """Give the dealer's card, and that no blackjack is under it where the dealer has looked."""
    return a_card(facts.upcard) + (" with no blackjack" if facts.checked else "")


def compared(better: Choice, worse: Choice, worth: Worth) -> str:
    """Say what two choices win or lose of every $1 bet.

    >>> compared(Action.HIT, Action.STAND, {Action.HIT: -0.5246, Action.STAND: -0.5425})
    'Hitting loses 52.5 ¢ of every $1, standing 54.2 ¢.'
    """
    ahead, behind = worth[better], worth[worse]
    digits = digits_apart(ahead, behind)
    alike = (ahead < 0) == (behind < 0)
    then = cents(behind, digits) if alike else wins(behind, digits)
    first = f"{doing(better).capitalize()} {wins(ahead, digits)} of every $1"
    return f"{first}, {doing(worse)} {then}."


def _about_surrender(better: Choice, facts: Facts, worth: Worth) -> str:
    if better is Action.SURRENDER:
        return _standing_and_one_card(facts)
    if worth[better] >= 0:
        return "Played on, this hand wins money; surrender throws half the bet away."
    return "Surrender gives up half the bet, and played on, this hand costs less than that."


def _about_split(better: Choice, facts: Facts) -> str:
    hand, rank = facts.hand, facts.hand.ranks[0]
    if better is Action.SPLIT:
        pair = f"As one hand two {card_name(rank)}s are a {Row.of_total(hand)}"
        if rank is Rank.ACE:
            return f"{pair}; split, each is an 11, and {percent(facts.tens)} of the cards make 21."
        dealer = f", and the dealer busts {_often(facts.dealer_busts)}" if facts.weak else ""
        return f"{pair}; split, each starts from {a_card(rank)}{dealer}."
    if not facts.stiff:
        return sentence(f"{_standing(facts)}; splitting breaks it up")
    if hand.total < 12:
        return f"One hand of {hand.total} is better than two that start from {a_card(rank)}."
    return f"Splitting makes two bets of it, on two hands that start from {a_card(rank)}."


def _before_one_card(facts: Facts) -> str:
    if facts.weak:
        return sentence(f"the dealer busts {_dealer_busts(facts)}, and {_one_card(facts)}")
    return f"Of the cards to come, {percent(facts.strong)} make {STRONG} or better."


def _single(facts: Facts, worth: Worth) -> float:
    """Give what a bet wins with one card more, dealer blackjacks included as in the values."""
    return (worth[Action.DOUBLE] - facts.spared) / 2


def _doubled(worse: Choice, facts: Facts, worth: Worth) -> str:
    doubled = worth[Action.DOUBLE]
    digits = digits_apart(doubled, worth[worse])
    if facts.spared:
        return (
            f"A single card {wins(_single(facts, worth), digits)} of every $1 on it; doubled, with "
            f"a dealer blackjack taking the first bet alone, that is {cents(doubled, digits)}, and "
            f"{doing(worse)} {wins(worth[worse], digits)}."
        )
    # One more digit where rounding would make the half look as if it were none.
    same = round(2 * round(doubled * 50, digits), digits) == round(doubled * 100, digits)
    single = cents(doubled / 2, digits if same else digits + 1)
    return (
        f"A single card wins {single} of every $1 on it; doubled, that is "
        f"{cents(doubled, digits)}, and {doing(worse)} {wins(worth[worse], digits)}."
    )


def _about_one_card(facts: Facts, worth: Worth) -> str:
    single = _single(facts, worth)
    if facts.busts:
        return sentence(f"{_one_card(facts)}, and doubling puts $2 on it")
    if single < 0:
        return f"A single card {wins(single)} of every $1 on it, and doubling puts $2 on it."
    return f"A single card {wins(single)} of every $1 on it, and twice that is still less."


def _hit_or_stand(better: Choice, facts: Facts) -> str:
    if better is Action.STAND and facts.stiff:
        return sentence(f"the dealer busts {_dealer_busts(facts)}, and {_one_card(facts)}")
    if better is Action.STAND and not facts.busts:
        improve = f"{percent(facts.improves)} of the cards better it"
        return sentence(f"{_standing(facts)}, and {improve}")
    return _standing_and_one_card(facts)


def _standing_and_one_card(facts: Facts) -> str:
    parts = (_standing(facts), _one_card(facts))
    return sentence(", and ".join(parts if facts.busts else parts[::-1]))


def _standing(facts: Facts) -> str:
    if facts.stiff:
        return f"standing wins only when the dealer busts, {_dealer_busts(facts)}"
    return (
        f"{facts.hand.total} as it stands wins {percent(facts.wins)} and loses "
        f"{_often(facts.loses)} against {shown_card(facts)}"
    )


def _one_card(facts: Facts) -> str:
    return (
        f"one card busts you {_often(facts.busts)}" if facts.busts else "no one card can bust you"
    )


def _dealer_busts(facts: Facts) -> str:
    return f"{_often(facts.dealer_busts)} from {shown_card(facts)}"


def _often(chance: float) -> str:
    return f"{percent(chance)} of the time"
