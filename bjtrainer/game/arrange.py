"""Rounds dealt on purpose: one hand against one upcard, with cards as a real shoe gives them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random

from bjtrainer.cards import DECK, RANKS, Card, Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe, shuffled
from bjtrainer.rules.model import Rules

_ANY: Set[Rank] = frozenset(RANKS)


def arrange(rules: Rules, hand: Hand, upcard: Rank, rng: Random, *, split_hands: int = 1) -> Round:
    """Give a round that asks for a decision about this hand against this upcard.

    It is played at the table from a stacked shoe: the ranks of the hand come in their order, by
    hits from the third on. With more ``split_hands`` than one the first rank was split until there
    are so many, and the hand is the first of them. The dealer has no blackjack, insurance was
    declined, and the bet is the smallest. Faces, suits and all other cards are as likely as in a
    real shoe. Raises ``InputError`` where the hand cannot come up or takes no decision.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> round_ = arrange(rules, Hand.parse("83"), Rank.ACE, Random(1), split_hands=3)
    >>> str(round_.situation.hand), str(round_.upcard), round_.situation.split_hands
    ('83', 'A', 3)
    """
    if len(hand) < 2:
        raise _never(hand, upcard, "a hand has two cards or more")
    first, second, *more = hand
    splits = split_hands - 1
    seconds = [first] * splits + [second]
    wanted: list[Set[Rank]] = [{first}, {upcard}, {seconds[0]}, _no_blackjack_with(upcard)]
    for next_second in seconds[1:]:
        wanted += [{next_second}, _ANY]  # a split deals to both hands
    wanted += [{rank} for rank in more]
    shoe = _stacked(rules, wanted, rng)
    decisions = [Action.SPLIT] * splits + [Action.HIT] * len(more)
    round_ = deal(rules, rules.min_bet, shoe)
    if round_.phase is Phase.INSURANCE:
        round_ = round_.insure(False)
    try:
        for action in decisions:
            round_ = round_.act(action)
    except IllegalAction as reason:
        raise _never(hand, upcard, str(reason)) from None
    if round_.phase is not Phase.PLAYER or round_.active:
        raise _never(hand, upcard, "it takes no decision")
    return round_


def arrange_insurance(rules: Rules, hand: Hand, rng: Random) -> Round:
    """Give a round that asks whether to insure this starting hand.

    The hole card is as likely as in a real shoe, so that the dealer may have a blackjack. Raises
    ``InputError`` where insurance is not offered.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> arrange_insurance(rules, Hand.parse("T6"), Random(1)).phase
    <Phase.INSURANCE: 'insurance'>
    """
    if len(hand) != 2:
        raise _never(hand, Rank.ACE, "insurance is asked about two cards")
    first, second = hand
    round_ = deal(rules, rules.min_bet, _stacked(rules, [{first}, {Rank.ACE}, {second}], rng))
    if round_.phase is not Phase.INSURANCE:
        raise _never(hand, Rank.ACE, "insurance is not offered")
    return round_


def _no_blackjack_with(upcard: Rank) -> Set[Rank]:
    return {rank for rank in RANKS if not Hand((upcard, rank)).ace_ten}


def _stacked(rules: Rules, wanted: Sequence[Set[Rank]], rng: Random) -> Shoe:
    """A full shoe whose first cards are of the wanted ranks, the others in any order."""
    rest = list(shuffled(DECK * rules.decks, rng))
    first: dict[int, Card] = {}
    # Single ranks come before a choice of ranks, which would else take their last cards.
    for place in sorted(range(len(wanted)), key=lambda place: len(wanted[place])):
        fitting = [at for at, card in enumerate(rest) if card.rank in wanted[place]]
        if not fitting:
            ranks = "".join(str(rank) for rank in RANKS if rank in wanted[place])
            raise InputError(f"the {rules.decks}-deck shoe does not hold so many cards of {ranks}")
        first[place] = rest.pop(fitting[int(rng.random() * len(fitting))])
    order = [first[place] for place in range(len(wanted))] + rest
    return Shoe(tuple(order), next_seed=rng.getrandbits(64))


def _never(hand: Hand, upcard: Rank, reason: str) -> InputError:
    return InputError(f"{hand} v {upcard} cannot be asked in this game: {reason}")
