"""cases/README.md, "Shoe", and what reliability.md asks of the shuffle and of seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from bjtrainer.cards import DECK, Card, Rank
from bjtrainer.game.shoe import Shoe, drill_shoe
from bjtrainer.rules.model import Decks, Rules

Order = tuple[Card, ...]


def test_a_deck_has_thirteen_faces_four_of_each_and_a_king_that_counts_ten() -> None:
    order = Shoe.shuffled(8, Random(1)).order
    assert set(Counter(card.face for card in order).values()) == {32}
    assert len(set(order)) == 52
    king = Card("K", "s")
    assert (str(king), king.rank) == ("Ks", Rank.TEN)


def test_the_composition_counts_what_is_still_to_come() -> None:
    shoe = Shoe.shuffled(2, Random(1))
    assert shoe.composition() == (8,) * 9 + (32,)
    cards, rest = shoe.take(100)
    assert sum(rest.composition()) == 4
    taken = Counter(card.rank.index for card in cards)
    assert [taken[at] + left for at, left in enumerate(rest.composition())] == [8] * 9 + [32]


def test_drawing_leaves_the_shoe_as_it_was_and_shares_its_cards() -> None:
    shoe = Shoe.shuffled(1, Random(1))
    card, rest = shoe.draw()
    assert (shoe.dealt, rest.dealt, card) == (0, 1, shoe.order[0])
    assert rest.order is shoe.order


def test_the_discards_come_again_after_the_last_card_but_no_card_on_the_table_does() -> None:
    _, almost_empty = Shoe.shuffled(1, Random(1)).take(50)
    on_table, after = almost_empty.clear_table().take(12)
    assert after.ran_out
    assert len(set(on_table)) == 12
    rest, _ = after.take(40)
    assert Counter(on_table + rest) == Counter(DECK)
    assert almost_empty.clear_table().take(12) == (on_table, after), "the same shoe deals the same"


def test_a_shoe_with_every_card_on_the_table_has_none_to_deal() -> None:
    _, on_table = Shoe.shuffled(1, Random(1)).take(52)
    with pytest.raises(LookupError, match="lies on the table"):
        on_table.draw()


def test_the_discards_shuffled_in_are_in_a_new_order_each_time() -> None:
    orders = set()
    shoe = Shoe.shuffled(1, Random(1))
    for _ in range(50):
        _, shoe = shoe.clear_table().take(51)
        orders.add(shoe.order)
    assert len(orders) == 50


@pytest.mark.parametrize(
    ("shuffle", "dealt", "must"),
    [
        (Fraction(1, 10), 41, False),
        (Fraction(1, 10), 42, True),
        (Fraction(1), 415, False),
        (Fraction(1), 416, True),
    ],
)
def test_the_cards_are_shuffled_once_the_fraction_of_them_is_used(
    shuffle: Fraction, dealt: int, must: bool
) -> None:
    rules = Rules(name="Eight decks", slug="eight-decks", decks=8, shuffle=shuffle)
    assert Shoe.shuffled(8, Random(1)).take(dealt)[1].must_shuffle(rules) is must


def test_the_cards_are_shuffled_every_round_and_after_they_ran_out(vegas_downtown: Rules) -> None:
    assert Shoe.shuffled(2, Random(1)).must_shuffle(vegas_downtown)
    deep = Rules(name="Deep", slug="deep", decks=1, shuffle=Fraction(1))
    _, shoe = Shoe.shuffled(1, Random(1)).take(50)
    _, ran_out = shoe.clear_table().take(4)
    assert ran_out.left > 40
    assert ran_out.must_shuffle(deep)


def test_an_endless_shoe_deals_on_and_on_the_same_cards_each_time() -> None:
    shoe = Shoe.shuffled(Decks.INFINITE, Random(1))
    cards, after = shoe.take(1_000)
    assert shoe.take(1_000) == (cards, after)
    one_by_one = []
    for _ in range(1_000):
        card, shoe = shoe.draw()
        one_by_one.append(card)
        shoe = shoe.clear_table()
    assert tuple(one_by_one) == cards
    assert not after.ran_out
    assert len({cards[at : at + 52] for at in range(0, 988, 52)}) == 19, "no part comes again"
    assert after.composition() == (4,) * 9 + (16,)
    assert len(shoe.order) < 200, "what is dealt and cleared away is not kept"


def test_a_card_of_an_endless_shoe_may_come_again_at_once() -> None:
    rng = Random(1)
    twice = 0
    for _ in range(5_200):
        (one, other), _ = Shoe.shuffled(Decks.INFINITE, rng).take(2)
        twice += one == other
    # One in 52: 100 expected, four standard errors are 40.
    assert 60 < twice < 140


@pytest.mark.parametrize("at", [0, 51, 52, 103, 150])
def test_every_card_is_as_likely_at_every_place_of_an_endless_shoe(at: int) -> None:
    rng = Random(2)
    counts = Counter(Shoe.shuffled(Decks.INFINITE, rng).take(at + 1)[0][at] for _ in range(5_200))
    spread = sum((counts[card] - 100) ** 2 for card in DECK) / 100
    assert spread < 77.4  # the 99 % point of chi-square with 51 degrees


def too_uneven(shuffled_deck: Callable[[Random], Order], shuffles: int = 6_000) -> bool:
    """Whether chi-square of position by card is above its 99 % point for this way to shuffle."""
    rng = Random(20_241_130)
    place = {card: at for at, card in enumerate(DECK)}
    counts = [[0] * 52 for _ in DECK]
    for _ in range(shuffles):
        for row, card in zip(counts, shuffled_deck(rng), strict=True):
            row[place[card]] += 1
    expected = shuffles / 52
    spread = sum((count - expected) ** 2 for row in counts for count in row) / expected
    # Each shuffle fills every row and every column once, not at will: the sum is then spread as
    # 52/51 times a chi-square of 51 x 51 degrees.
    degrees = 51 * 51
    wilson_hilferty = 1 - 2 / (9 * degrees) + 2.3263 * sqrt(2 / (9 * degrees))
    return spread * 51 / 52 > degrees * wilson_hilferty**3


def dealt_from_a_shuffled_shoe(rng: Random) -> Order:
    return Shoe.shuffled(1, rng).take(52)[0]


def dealt_from_the_discards(rng: Random) -> Order:
    """The order in which a spent shoe's discards come again, one card lying on the table."""
    spent = Shoe(DECK, dealt=52, discarded=52, next_seed=rng.getrandbits(64))
    return spent.take(52)[0]


def swapped_with_any_card(rng: Random) -> Order:
    """The well-known fault: each card is swapped with any other, not with one not yet placed."""
    order = list(DECK)
    for at in range(52):
        other = int(rng.random() * 52)
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def never_left_in_place(rng: Random) -> Order:
    """The other well-known fault, one too few: no card can stay where it was."""
    order = list(DECK)
    for last in range(51, 0, -1):
        other = int(rng.random() * last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@pytest.mark.parametrize("shuffle", [dealt_from_a_shuffled_shoe, dealt_from_the_discards])
def test_every_card_is_as_likely_in_every_position(shuffle: Callable[[Random], Order]) -> None:
    assert not too_uneven(shuffle)


@pytest.mark.parametrize("shuffle", [swapped_with_any_card, never_left_in_place])
def test_the_same_test_finds_a_biased_shuffle(shuffle: Callable[[Random], Order]) -> None:
    assert too_uneven(shuffle)


def test_a_drills_shoe_is_the_same_in_every_version_of_this_program() -> None:
    """Stored seeds are replayed: with a change here they would give other cards."""
    shoe = drill_shoe(2, seed=7, round_number=3)
    assert " ".join(str(card) for card in shoe.order[:8]) == "8s Qs 8h Jc Ac Kh 2s Ah"
    assert shoe != drill_shoe(2, seed=7, round_number=4)
    assert shoe != drill_shoe(2, seed=73, round_number=3)


def test_a_drills_shoe_is_the_same_whatever_the_hash_seed() -> None:
    program = (
        "from bjtrainer.game.shoe import drill_shoe;"
        "print(*(card for number in range(20) for card in drill_shoe(2, 5, number).order))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4294967295")
    }
    assert len(printed) == 1
    assert len(printed.pop().split()) == 20 * 104
