"""interface.md, "Errors": hands that cannot be are refused in one line that says what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.analysis.stock import Stock, most_points_dealt, stock_without
from bjtrainer.analysis.values import solve
from bjtrainer.cards import DECK, RANKS, Card, Rank
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.model import HoleCard, Rules, Soft17

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
        ("T" * 16 + "999988", "", "too few cards are left in the shoe to play on"),
        ("A234569T" * 4 + "7" * 2 + "T" * 12, "", "too few cards are left in the shoe to play on"),
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


def no_splits(hands: int, **changes: object) -> Rules:
    return Rules(
        name="E", slug="e", decks=1, max_hands=hands, max_ace_hands=min(hands, 2), **changes
    )  # type: ignore[arg-type]


def gone_but(left: Sequence[Rank]) -> list[Rank]:
    """The cards of one deck that are gone when these are left."""
    gone = [card.rank for card in DECK]
    for rank in left:
        gone.remove(rank)
    return gone


def draw_to_the_end(rules: Rules, cards: Iterable[Card]) -> None:
    """Play one round from these cards as no one would: split, then hit whatever can be hit."""
    round_ = deal(rules, rules.min_bet, Shoe(tuple(cards)))
    while round_.phase is not Phase.DONE:
        if round_.phase is Phase.INSURANCE:
            round_ = round_.insure(True)
        else:
            wanted = (Action.SPLIT, Action.HIT, Action.STAND)
            round_ = round_.act(next(action for action in wanted if action in round_.legal))


TENS = [card for card in DECK if card.rank is Rank.TEN]
ONE_ACE = next(card for card in DECK if card.rank is Rank.ACE)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
@pytest.mark.parametrize("hole_card", HoleCard)
def test_a_shoe_of_as_few_points_as_are_refused_can_run_out_and_of_one_more_cannot(
    hands, hole_card
):
    """Source of truth: a round at the table whose player hits every hand of 20."""
    rules = no_splits(hands, hole_card=hole_card)
    tens = TENS[: 3 * hands + 1]
    with pytest.raises(InputError, match="too few cards"):
        stock_without(rules, gone_but([card.rank for card in tens]), [])
    if hole_card is HoleCard.PEEK:  # elsewhere the dealer may not want a second card any more
        with pytest.raises(LookupError):
            draw_to_the_end(rules, tens)
    assert stock_without(rules, gone_but([card.rank for card in (*tens, ONE_ACE)]), [])
    draw_to_the_end(rules, (*tens, ONE_ACE))


@settings(deadline=None, max_examples=150)
@given(data=st.data(), hands=st.integers(1, 4), hole_card=st.sampled_from(HoleCard))
def test_no_round_from_a_shoe_that_is_accepted_runs_out_however_it_is_played(
    data, hands, hole_card
):
    rules = no_splits(hands, hole_card=hole_card)
    cards = data.draw(st.permutations(DECK), label="the order of a deck")
    few = next(
        cards[:number]
        for number in range(1, 53)
        if sum(card.rank.points for card in cards[:number]) > most_points_dealt(rules)
    )
    stock_without(rules, gone_but([card.rank for card in few]), [])
    round_ = deal(rules, rules.min_bet, Shoe(tuple(few)))
    while round_.phase is not Phase.DONE:
        if round_.phase is Phase.INSURANCE:
            round_ = round_.insure(data.draw(st.booleans()))
        else:
            hits = [action for action in round_.legal if action is not Action.STAND]
            round_ = round_.act(data.draw(st.sampled_from(hits or list(round_.legal))))


def test_a_shoe_with_fewer_cards_left_than_the_dealer_can_draw_is_solved():
    """Nineteen cards: a player can hold nine of them, and eleven make a hand of the dealer's."""
    values = solve(no_splits(1, soft_17=Soft17.HIT), Stock((4, 4, 0, 1, 4, 0, 2, 2, 2, 0)))
    assert abs(values.joint).max() <= 2
    many = Situation(hand=Hand.parse("AAA222254"), upcard=Rank.ACE)
    ends = values.dealer(many)
    assert ends["bust"] >= 0
    assert sum(ends.values()) == pytest.approx(1)


@pytest.mark.parametrize("hands", [1, 2, 4])
@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_whatever_is_gone_a_shoe_is_solved_or_refused(data, hands):
    rules = no_splits(hands)
    full = (4,) * 9 + (16,)
    gone = [
        rank
        for rank in RANKS
        for _ in range(data.draw(st.integers(0, full[rank.index]), label=str(rank)))
    ]
    left = [count - gone.count(rank) for count, rank in zip(full, RANKS, strict=True)]
    points = sum(count * rank.points for count, rank in zip(left, RANKS, strict=True))
    if points <= most_points_dealt(rules):
        with pytest.raises(InputError, match="too few cards"):
            stock_without(rules, gone, [])
    else:
        assert abs(solve(rules, stock_without(rules, gone, [])).joint).max() <= 2


ALWAYS_BUST = ("8" * 20, "8" * 20 + "77", "8" * 20 + "6")


@pytest.mark.parametrize("left", ALWAYS_BUST)
def test_a_shoe_from_which_every_dealer_busts_is_refused(left):
    rules = Rules(name="E", slug="e", decks=8)
    whole = [rank for rank in RANKS for _ in range(128 if rank is Rank.TEN else 32)]
    for rank in left:
        whole.remove(Rank(rank))
    with pytest.raises(InputError, match="too few cards"):
        stock_without(rules, whole, [])
    whole.remove(Rank.NINE)
    stock = stock_without(rules, whole, [])
    assert solve(rules, stock).dealer(Situation(hand=Hand.parse("88"), upcard=Rank.EIGHT))["17"] > 0


def test_a_hand_after_a_certain_dealer_blackjack_takes_no_decision():
    """One ace and tens alone: the dealer who shows the ace has a blackjack."""
    values = solve(ONE_DECK, Stock((1, 0, 0, 0, 0, 0, 0, 0, 0, 16)))
    certain = Situation(hand=Hand.parse("TT"), upcard=Rank.ACE)
    assert values.dealer_blackjack(certain.hand, certain.upcard) == 1
    assert (values.of(certain), values.best(certain)) == ({}, None)
    for asked in (values.as_it_stands, values.dealer):
        with pytest.raises(InputError, match="TT v A: with these cards gone the dealer has a bl"):
            asked(certain)
    assert values.of(Situation(hand=Hand.parse("TT"), upcard=Rank.TEN))


@pytest.mark.parametrize("counts", [(0, 8, 8, 8, 8, 8, 8, 8, 8, 8), (8, 8, 8, 8, 8, 8, 8, 8, 8, 0)])
def test_a_shoe_without_blackjacks_has_an_expectation(counts):
    values = solve(ONE_DECK, Stock(counts))
    dealt = [
        Situation(hand=Hand((one, other)), upcard=upcard)
        for one in RANKS
        for other in RANKS[one.index :]
        for upcard in RANKS
        if all(counts[rank.index] for rank in (one, other, upcard))
    ]
    expected = sum(
        values.deal_chance(one.hand, one.upcard) * max(values.of(one).values()) for one in dealt
    )
    assert values.edge().total == pytest.approx(expected, abs=1e-12)
