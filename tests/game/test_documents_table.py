"""The table of the six games, row by row: what each one does at its own table.

``tests/games_documents.md`` says which row each test proves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from bjtrainer.cards import DECK, Card
from bjtrainer.errors import IllegalAction, InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.events import DealerCardDealt, DealerChecked, HandOver, InsuranceSettled
from bjtrainer.game.round import Phase, Round, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules

HIT, STAND, DOUBLE, SPLIT, SURRENDER = Action

GAMES = (
    "las-vegas-downtown", "vegas-downtown", "vegas-strip", "atlantic-city", "european",
    "multi-hand",
)  # fmt: skip
PEEK = GAMES[:4]
NO_HOLE_CARD = GAMES[4:]
DECKS = dict(zip(GAMES, (8, 2, 4, 8, 2, 5), strict=True))
HITS_SOFT_17 = ("las-vegas-downtown", "vegas-downtown")
SURRENDERS = ("las-vegas-downtown", "atlantic-city")
ELEVEN_CARDS = ("vegas-downtown", "atlantic-city", "european")

DealIn = Callable[..., Round]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Rules:
    return find_rules(request.param)


@pytest.fixture
def dealt(game: Rules) -> DealIn:
    """Deal these cards: player, upcard, player, the hole card where there is one, the rest.

    The hole card stands in brackets; without one it is left out.
    """

    def deal_them(cards: str, *, bet_cents: int = 1_000) -> Round:
        words = cards.split()
        if game.slug in NO_HOLE_CARD:
            words = [word for word in words if not word.startswith("[")]
        shoe = Shoe(tuple(Card.parse(word.strip("[]")) for word in words))
        return deal(game, bet_cents, shoe)

    return deal_them


def past_insurance(round_: Round) -> Round:
    return round_.insure(False) if round_.phase is Phase.INSURANCE else round_


def payouts(round_: Round) -> list[int]:
    assert round_.phase is Phase.DONE
    return [result.payout_cents for result in round_.results]


def test_the_games_are_these_six() -> None:
    assert set(shipped_games()) == set(GAMES)


def test_decks(game: Rules) -> None:
    order = Shoe.shuffled(game.decks, Random(1)).order
    assert Counter(order) == Counter(DECK * DECKS[game.slug])


def test_dealer_on_soft_17(game: Rules, dealt: DealIn) -> None:
    second = "Ad" if game.slug in NO_HOLE_CARD else "[Ad]"
    round_ = dealt(f"10s 6h 8c {second} 5s 10c").act(STAND)
    assert str(round_.dealer_hand) == ("6A5T" if game.slug in HITS_SOFT_17 else "6A")


def test_hole_card(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("10s Kh 8c [7d] 7d")
    peeks = game.slug in PEEK
    assert len(round_.dealer_cards) == (2 if peeks else 1)
    assert (DealerCardDealt(None) in round_.record) is peeks
    assert (DealerChecked(False) in round_.record) is peeks
    assert len(round_.act(STAND).dealer_cards) == 2


@pytest.mark.parametrize("cards", ["6s Kh 5c [Ad] 9d Ad", "6s Ah 5c [Kd] 9d Kd"])
def test_a_dealer_blackjack(game: Rules, dealt: DealIn, cards: str) -> None:
    round_ = past_insurance(dealt(cards))
    if game.slug in PEEK:
        assert payouts(round_) == [-1_000], "at once, before anything is doubled"
    else:
        assert payouts(round_.act(DOUBLE)) == [-2_000], "with all that was doubled"


def test_a_dealer_blackjack_after_a_split(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("8s Kh 8c [Ad] 9d 10d Ad")
    if game.slug in PEEK:
        assert payouts(round_) == [-1_000]
    else:
        assert payouts(round_.act(SPLIT).act(STAND).act(STAND)) == [-1_000, -1_000]


@pytest.mark.parametrize(
    ("hand", "everywhere"),
    [("5s 4c", True), ("6s 4c", True), ("6s 5c", True), ("5s 3c", False), ("As 7c", False),
     ("10s 2c", False), ("As 8c", False), ("9s 9c", False)],
)  # fmt: skip
def test_what_can_be_doubled(game: Rules, dealt: DealIn, hand: str, everywhere: bool) -> None:
    first, second = hand.split()
    round_ = dealt(f"{first} 6h {second} [10d]")
    assert (DOUBLE in round_.legal) is (everywhere or game.slug in PEEK)


def test_doubling_after_a_split(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("8s 6h 8c [10d] 3h 2d").act(SPLIT)
    assert round_.situation.hand.total == 11
    assert (DOUBLE in round_.legal) is (game.slug in PEEK)


@pytest.mark.parametrize(
    ("pair", "everywhere"), [("Ks Kc", True), ("7s 7c", True), ("As Ac", True), ("Ks Jc", False)]
)
def test_what_can_be_split(game: Rules, dealt: DealIn, pair: str, everywhere: bool) -> None:
    first, second = pair.split()
    round_ = dealt(f"{first} 6h {second} [10d]")
    assert (SPLIT in round_.legal) is (everywhere or game.slug in PEEK)


def test_how_often_a_pair_can_be_split(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("8s 6h 8c [10d] 8h 8d 8s 8c 8h 8d")
    while SPLIT in round_.legal:
        round_ = round_.act(SPLIT)
    assert len(round_.hands) == (4 if game.slug in PEEK else 2)


def test_how_often_aces_can_be_split_and_whether_they_draw(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("As 6h Ac [10d] Ad 5s 3h 4h 10c").act(SPLIT)
    assert len(round_.hands) == 2
    if game.slug in PEEK:
        assert round_.phase is Phase.DONE
        assert HandOver(0, "split aces get one card each") in round_.record
    else:
        assert round_.legal == (HIT, STAND)
        assert str(round_.act(HIT).hands[0].hand) == "AA3"


@pytest.mark.parametrize("cards", ["As 6h Ac [10d] Ks 9d 10c 10s", "Ks 6h Kc [10d] As 9d 10c 10s"])
def test_an_ace_and_a_ten_after_a_split(game: Rules, dealt: DealIn, cards: str) -> None:
    round_ = dealt(cards).act(SPLIT)
    while round_.phase is Phase.PLAYER:
        round_ = round_.act(STAND)
    assert (round_.hands[0].hand.total, round_.dealer_hand.total) == (21, 26)
    assert payouts(round_)[0] == 1_000, "21 and no blackjack"


def test_surrender(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("10s Kh 6c [7d]")
    if game.slug in SURRENDERS:
        assert DealerChecked(False) in round_.record
        assert payouts(round_.act(SURRENDER)) == [-500]
    else:
        assert SURRENDER not in round_.legal
        with pytest.raises(IllegalAction, match="there is no surrender in this game"):
            round_.act(SURRENDER)


def test_what_a_blackjack_pays(dealt: DealIn) -> None:
    assert payouts(dealt("As 9h Kc [10d]")) == [1_500]


@pytest.mark.parametrize(("second", "insurance"), [("Kd", 1_000), ("7d", -500)])
def test_insurance(game: Rules, dealt: DealIn, second: str, insurance: int) -> None:
    asked = dealt(f"10s Ah 9c [{second}] {second}")
    assert asked.phase is Phase.INSURANCE
    insured = asked.insure(True)
    assert insured.staked_cents == 1_500
    settled = InsuranceSettled(insurance) in insured.record
    assert settled is (game.slug in PEEK), "at once or at the end"
    over = insured if insured.phase is Phase.DONE else insured.act(STAND)
    assert over.insurance_payout_cents == insurance


def test_insurance_with_a_blackjack(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("As Ah Kc [7d] 7d")
    asked = round_.phase is Phase.INSURANCE
    assert asked is (game.slug != "las-vegas-downtown")
    if asked:
        assert round_.insure(True).payout_cents == 1_000


def test_eleven_cards(game: Rules, dealt: DealIn) -> None:
    round_ = dealt("As 6h Ac [10d] Ad Ah As Ac Ad Ah 2s 2c 2d 10h 10c 9c")
    for _ in range(9):
        assert round_.phase is Phase.PLAYER
        round_ = round_.act(HIT)
    stands = HandOver(0, "a hand of 11 cards stands by itself") in round_.record
    assert stands is (game.slug in ELEVEN_CARDS)
    assert (HIT in round_.legal) is not stands


def test_a_hand_of_21_stands_by_itself(dealt: DealIn) -> None:
    round_ = dealt("10s 6h 5c [10d] 6s 10c 10h").act(HIT)
    assert HandOver(0, "a hand of 21 stands by itself") in round_.record
    assert round_.phase is Phase.DONE


def test_when_the_cards_are_shuffled(game: Rules) -> None:
    shoe = Shoe.shuffled(game.decks, Random(1))
    after_a_round, after_a_tenth = (shoe.take(count)[1] for count in (5, 42))
    if game.slug == "las-vegas-downtown":
        assert game.shuffle == Fraction(1, 10)
        assert not after_a_round.must_shuffle(game)
        assert after_a_tenth.must_shuffle(game), "42 of 416"
        assert not shoe.take(41)[1].must_shuffle(game)
    else:
        assert after_a_round.must_shuffle(game)


def test_how_many_hands_can_be_bet_on(game: Rules) -> None:
    most = 5 if game.slug == "multi-hand" else 1
    shoe = Shoe.shuffled(game.decks, Random(1))
    round_ = deal(game, [500] * most, shoe)
    assert [hand.box for hand in round_.hands] == list(range(most))
    with pytest.raises(InputError, match="this game takes bets on"):
        deal(game, [500] * (most + 1), shoe)


@pytest.mark.parametrize(
    ("bet_cents", "taken"),
    [(100, True), (20_000, True), (3_100, True), (0, False), (50, False), (20_100, False),
     (150, False)],
)  # fmt: skip
def test_bet_limits_and_chips(game: Rules, dealt: DealIn, bet_cents: int, taken: bool) -> None:
    assert game.chips == (100, 500, 2_500, 10_000)
    if taken:
        assert dealt("10s 9h 8c [10d]", bet_cents=bet_cents).staked_cents == bet_cents
    else:
        with pytest.raises(InputError, match="in this game"):
            dealt("10s 9h 8c [10d]", bet_cents=bet_cents)
