"""interface.md, "Errors": hands that cannot be are refused in one line that says what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.analysis.stock import Stock
from bjtrainer.analysis.values import solve, stock_without
from bjtrainer.cards import RANKS, Rank
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules

ONE_DECK = Rules(name="E", slug="e", decks=1)
HANDS = st.lists(st.sampled_from(RANKS), max_size=40).map(Hand.of)


@pytest.mark.parametrize(
    ("hand", "upcard", "message"),
    [
        ("AAAAA", "6", "the hand AAAAA needs more cards of A than the shoe's 4"),
        ("23222A2", "6", "the hand 23222A2 needs more cards of 2 than the shoe's 4"),
        ("TTT", "6", "the hand TTT is bust: 30 points; a hand has 21 or less"),
        ("A" * 32, "6", f"the hand {'A' * 32} is bust: 32 points; a hand has 21 or less"),
        ("6", "6", "a decision needs two cards or more; the hand is 6"),
        ("AAAA2", "A", "no A is left in the shoe to be the upcard"),
    ],
)
def test_hands_that_cannot_be(solved, hand, upcard, message):
    situation = Situation(hand=Hand.parse(hand), upcard=Rank(upcard))
    with pytest.raises(InputError) as refused:
        solved(ONE_DECK).of(situation)
    assert str(refused.value) == message
    for asked in (solved(ONE_DECK).best, solved(ONE_DECK).as_it_stands):
        with pytest.raises(InputError):
            asked(situation)


@settings(deadline=None, max_examples=300)
@given(hand=HANDS, upcard=st.sampled_from(RANKS))
def test_any_ranks_have_values_or_are_refused(solved, hand, upcard):
    fits = all(
        (*hand.ranks, upcard).count(rank) <= 4 * (1 + 3 * (rank is Rank.TEN)) for rank in RANKS
    )
    possible = fits and len(hand) >= 2 and not hand.bust
    situation = Situation(hand=hand, upcard=upcard)
    if possible:
        worth = solved(ONE_DECK).of(situation)
        assert bool(worth) == (hand.total < 21)
        assert -1 <= solved(ONE_DECK).as_it_stands(situation) <= 1.5
        assert all(-2 <= value <= 2 for value in worth.values())
    else:
        with pytest.raises(InputError):
            solved(ONE_DECK).of(situation)


def test_cards_gone_leave_the_counts():
    gone, seen = [Rank.ACE, Rank.ACE, Rank.TEN], [Rank.ACE, Rank.SIX]
    assert stock_without(ONE_DECK, gone, seen).counts == (2, 4, 4, 4, 4, 4, 4, 4, 4, 15)


@pytest.mark.parametrize(
    ("gone", "seen", "message"),
    [
        ("AAA", "AA", "more cards of A are named than the 4 of the whole shoe"),
        ("22222", "", "more cards of 2 are named than the 4 of the whole shoe"),
        ("TTTTTTTTTTTTTTTT9999", "", "too few cards are left in the shoe to play on"),
        ("A23456789" * 4, "", "too few cards are left in the shoe to play on"),
    ],
)
def test_cards_that_cannot_be_gone(gone, seen, message):
    with pytest.raises(InputError, match=message):
        stock_without(ONE_DECK, [Rank(rank) for rank in gone], [Rank(rank) for rank in seen])


@pytest.mark.parametrize(
    "counts",
    [
        (4, 0, 0, 0, 0, 0, 0, 0, 0, 15),  # no final hand of the dealer's holds an ace
        (0, 0, 0, 0, 0, 0, 13, 8, 0, 0),
        (0, 0, 0, 0, 40, 0, 0, 0, 0, 1),
        (100, 30, 0, 0, 0, 0, 0, 0, 0, 0),
    ],
)
def test_shoes_of_two_ranks(counts):
    rules = Rules(name="E", slug="e", decks=8, max_ace_hands=4)
    values = solve(rules, Stock(counts))
    assert abs(values.joint).max() <= 2
    first = RANKS[next(place for place, count in enumerate(counts) if count)]
    chances = values.dealer(Situation(hand=Hand((first, first)), upcard=first))
    assert sum(chances.values()) == pytest.approx(1)


@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_whatever_is_gone_a_shoe_that_is_accepted_never_runs_out(data):
    full = (4,) * 9 + (16,)
    gone = [
        rank
        for rank in RANKS
        for _ in range(data.draw(st.integers(0, full[rank.index]), label=str(rank)))
    ]
    left = [count - gone.count(rank) for count, rank in zip(full, RANKS, strict=True)]
    if sum(count * rank.points for count, rank in zip(left, RANKS, strict=True)) < 150:
        with pytest.raises(InputError, match="too few cards"):
            stock_without(ONE_DECK, gone, [])
    else:
        assert abs(solve(ONE_DECK, stock_without(ONE_DECK, gone, [])).joint).max() <= 2
