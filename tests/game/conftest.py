"""Games as rules, and rounds dealt from cards written out in the order they come."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from bjtrainer.cards import Card
from bjtrainer.game.round import Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import (
    DoubleOn,
    HoleCard,
    Rules,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

DealCards = Callable[..., Round]


@pytest.fixture
def vegas_downtown() -> Rules:
    return Rules(
        name="Vegas Downtown",
        slug="vegas-downtown",
        decks=2,
        soft_17=Soft17.HIT,
        card_limit=11,
    )


@pytest.fixture
def las_vegas_downtown() -> Rules:
    return Rules(
        name="Las Vegas Downtown",
        slug="las-vegas-downtown",
        decks=8,
        soft_17=Soft17.HIT,
        surrender=Surrender.LATE,
        insurance_with_blackjack=False,
        shuffle=Fraction(1, 10),
    )


@pytest.fixture
def european() -> Rules:
    return Rules(
        name="European",
        slug="european",
        decks=2,
        hole_card=HoleCard.NONE,
        double_on=DoubleOn.NINE_TO_ELEVEN,
        double_soft=False,
        double_after_split=False,
        split_by=SplitBy.DENOMINATION,
        max_hands=2,
        split_aces_draw=SplitAcesDraw.ANY,
        card_limit=11,
    )


@pytest.fixture
def deal_cards() -> DealCards:
    """Deal from these cards and no others, in the order they come.

    Player, upcard, player and, in a game with one, the hole card; then as they fall.
    """

    def deal_them(
        rules: Rules, cards: str, *, bet_cents: int = 1_000, funds_cents: int | None = None
    ) -> Round:
        shoe = Shoe(tuple(Card.parse(text) for text in cards.split()))
        return deal(rules, bet_cents, shoe, funds_cents)

    return deal_them


@pytest.fixture
def dealt(game: Rules, deal_cards: DealCards) -> Callable[..., Round]:
    """Deal these cards in the game of a file, in the order they come; see ``deal_cards``."""

    def deal_them(cards: str, **more: int) -> Round:
        return deal_cards(game, cards, **more)

    return deal_them
