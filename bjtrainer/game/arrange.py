"""Rounds dealt on purpose: one hand against one upcard, with cards as a real shoe gives them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bjtrainer.cards import DECK, FACES, RANKS, Card, Rank
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.dealer import check_waits
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe, shuffled
from bjtrainer.rules.model import Decks, HoleCard, Rules, SplitBy

_Faces = tuple[str, ...]
"""The faces of which one is wanted at a place in the shoe."""

_FACES_OF = {rank: tuple(face for face in FACES if Rank.parse(face) is rank) for rank in RANKS}


def arrange(rules: Rules, hand: Hand, upcard: Rank, rng: Random, *, split_hands: int = 1) -> Round:
    """Give a round that asks for a decision about this hand against this upcard.

    It is played at the table from a stacked shoe: the ranks of the hand come in their order, by
    hits from the third on. With more ``split_hands`` than one the first rank was split until there
    are so many, and the hand is the first of them. Two cards of one rank are of one denomination
    where that makes a pair. Insurance was declined, and the bet is the smallest.

    Faces, suits and all other cards are as likely as in a real shoe; where the dealer has looked
    for a blackjack by the time the decision is asked for, there is none. Raises ``InputError``
    where the hand cannot come up or takes no decision.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> round_ = arrange(rules, Hand.parse("83"), Rank.ACE, Random(1), split_hands=3)
    >>> str(round_.situation.hand), str(round_.upcard), round_.situation.split_hands
    ('83', 'A', 3)
    """
    if len(hand) < 2:
        raise _never(hand, upcard, "a hand has two cards or more")
    first, second, *more = hand
    splits = split_hands - 1
    alike = _alike(rules, first, rng)
    seconds = [alike if rank is first else _FACES_OF[rank] for rank in [first] * splits + [second]]
    wanted = [alike, _FACES_OF[upcard], seconds[0]]
    if rules.hole_card is HoleCard.PEEK:
        before_the_look = check_waits(rules, upcard) and not (splits or more)
        wanted.append(FACES if before_the_look else _no_blackjack_with(upcard))
    for next_second in seconds[1:]:
        wanted += [next_second, FACES]  # a split deals to both hands
    wanted += [_FACES_OF[rank] for rank in more]
    decisions = [Action.SPLIT] * splits + [Action.HIT] * len(more)
    round_ = deal(rules, rules.min_bet, _stacked(rules, wanted, rng))
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

    The dealer's second card is as likely as in a real shoe, so that it may make a blackjack.
    Raises ``InputError`` where insurance is not offered.

    >>> rules = Rules(name="Two decks", slug="two-decks", decks=2)
    >>> arrange_insurance(rules, Hand.parse("T6"), Random(1)).phase
    <Phase.INSURANCE: 'insurance'>
    """
    if len(hand) != 2:
        raise _never(hand, Rank.ACE, "insurance is asked about two cards")
    first, second = hand
    alike = _alike(rules, first, rng)
    wanted = [alike, _FACES_OF[Rank.ACE], alike if second is first else _FACES_OF[second]]
    round_ = deal(rules, rules.min_bet, _stacked(rules, wanted, rng))
    if round_.phase is not Phase.INSURANCE:
        raise _never(hand, Rank.ACE, "insurance is not offered")
    return round_


def _alike(rules: Rules, rank: Rank, rng: Random) -> _Faces:
    """The faces of a rank any two of which make a pair: one of them by denomination."""
    faces = _FACES_OF[rank]
    if rules.split_by is SplitBy.VALUE or len(faces) == 1:
        return faces
    return (faces[int(rng.random() * len(faces))],)


def _no_blackjack_with(upcard: Rank) -> _Faces:
    barred = [rank for rank in RANKS if Hand((upcard, rank)).ace_ten]
    return tuple(face for face in FACES if Rank.parse(face) not in barred)


def _stacked(rules: Rules, wanted: Sequence[_Faces], rng: Random) -> Shoe:
    """A full shoe whose first cards have the wanted faces, the others in any order."""
    if rules.decks is Decks.INFINITE:
        decks = [[card for card in DECK if card.face in faces] for faces in wanted]
        drawn = [cards[int(rng.random() * len(cards))] for cards in decks]
        return Shoe(tuple(drawn), next_seed=rng.getrandbits(64), endless=True)
    rest = list(shuffled(DECK * rules.decks, rng))
    first: dict[int, Card] = {}
    # Few faces come before many, which would else take their last cards.
    for place in sorted(range(len(wanted)), key=lambda place: len(wanted[place])):
        faces = wanted[place]
        fitting = [at for at, card in enumerate(rest) if card.face in faces]
        if not fitting:
            named = " ".join(faces)
            raise InputError(f"the {rules.decks}-deck shoe does not hold so many cards of {named}")
        first[place] = rest.pop(fitting[int(rng.random() * len(fitting))])
    order = [first[place] for place in range(len(wanted))] + rest
    return Shoe(tuple(order), next_seed=rng.getrandbits(64))


def _never(hand: Hand, upcard: Rank, reason: str) -> InputError:
    return InputError(f"{hand} v {upcard} cannot be asked in this game: {reason}")
