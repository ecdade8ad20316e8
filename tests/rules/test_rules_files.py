"""Rules files as people write them, by the interface ("Rules keys") and the cases ("Files")."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from bjtrainer.cards import Rank
from bjtrainer.errors import FileFaults
from bjtrainer.rules.checks import contradictions
from bjtrainer.rules.load import load_rules
from bjtrainer.rules.model import (
    Decks,
    DoubleOn,
    HoleCard,
    Rules,
    Shuffle,
    Soft17,
    SplitAcesDraw,
    SplitBy,
    Surrender,
)

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a rules file and give its path."""

    def save(content: str) -> Path:
        path = tmp_path / "my-game.yaml"
        path.write_text(content, encoding="utf-8")
        return path

    return save


def faults_of(path: Path) -> list[str]:
    """Give the faults of a rules file, without its name."""
    with pytest.raises(FileFaults) as caught:
        load_rules(path)
    return [line.removeprefix(f"{path}:") for line in caught.value.lines()]


def test_defaults(write: Write) -> None:
    assert load_rules(write("decks: 6\n")) == Rules(
        name="My Game",
        slug="my-game",
        source="",
        decks=6,
        soft_17=Soft17.STAND,
        hole_card=HoleCard.PEEK,
        blackjack_pays=Fraction(3, 2),
        double_on=DoubleOn.ANY,
        double_soft=True,
        double_after_split=True,
        split_by=SplitBy.VALUE,
        max_hands=4,
        max_ace_hands=2,
        split_aces_draw=SplitAcesDraw.ONE,
        surrender=Surrender.NONE,
        surrender_except=(),
        insurance=True,
        insurance_pays=Fraction(2),
        insurance_with_blackjack=True,
        card_limit=None,
        charlie=None,
        shuffle=Shuffle.EVERY_ROUND,
        min_bet=100,
        max_bet=20_000,
        chips=(100, 500, 2_500, 10_000),
        boxes=1,
    )


@pytest.mark.parametrize(
    ("file_name", "slug", "name"),
    [
        ("my_game.yaml", "my_game", "My Game"),
        ("Joe's Game!.yml", "joe-s-game", "Joe S Game"),
        ("---.yaml", "game", "Game"),
    ],
)
def test_a_game_without_a_name_is_called_as_its_file(
    tmp_path: Path, file_name: str, slug: str, name: str
) -> None:
    (tmp_path / file_name).write_text("decks: 2")
    rules = load_rules(tmp_path / file_name)
    assert (rules.slug, rules.name) == (slug, name)


VALUES = [
    ("decks: 1", "decks", 1),
    ("decks: 8", "decks", 8),
    ("decks: 100", "decks", 100),
    ("decks: infinite", "decks", Decks.INFINITE),
    ("decks: infinite\nshuffle: every_round", "shuffle", Shuffle.EVERY_ROUND),
    ("hole_card: none", "hole_card", HoleCard.NONE),
    ("hole_card: none_original_only", "hole_card", HoleCard.NONE_ORIGINAL_ONLY),
    ("hole_card: none\nsurrender: early", "surrender", Surrender.EARLY),
    ("hole_card: none\nsurrender: late", "surrender", Surrender.LATE),
    ("split_by: denomination", "split_by", SplitBy.DENOMINATION),
    ("surrender: early\nsurrender_except: [A]", "surrender_except", (Rank.ACE,)),
    ("charlie: 3", "charlie", 3),
    ("charlie: 5\ncard_limit: 7", "charlie", 5),
    ("soft_17: hit", "soft_17", Soft17.HIT),
    ("double_on: 9-11\ndouble_soft: no", "double_on", DoubleOn.NINE_TO_ELEVEN),
    ("double_on: 10-11\ndouble_soft: no", "double_on", DoubleOn.TEN_ELEVEN),
    ("double_soft: n", "double_soft", False),
    ("double_after_split: Off", "double_after_split", False),
    ('insurance: "no"', "insurance", False),
    ("insurance_with_blackjack: FALSE", "insurance_with_blackjack", False),
    ("max_hands: 1", "max_hands", 1),
    ("max_hands: 1", "max_ace_hands", 1),
    ("max_hands: 3", "max_ace_hands", 2),
    ("max_ace_hands: 4", "max_ace_hands", 4),
    ("split_aces_draw: any", "split_aces_draw", SplitAcesDraw.ANY),
    ("surrender: late", "surrender", Surrender.LATE),
    (
        'surrender: late\nsurrender_except: [10, "A"]',
        "surrender_except",
        (Rank.ACE, Rank.TEN),
    ),
    ("surrender: late\nsurrender_except: ['10']", "surrender_except", (Rank.TEN,)),
    *[
        (f"blackjack_pays: {written}", "blackjack_pays", Fraction(3, 2))
        for written in ('"3:2"', "3:2", "3/2", "1.5")
    ],
    ("blackjack_pays: 6:5", "blackjack_pays", Fraction(6, 5)),
    ("insurance_pays: 3", "insurance_pays", Fraction(3)),
    ("card_limit: 7", "card_limit", 7),
    ("card_limit: null", "card_limit", None),
    ("card_limit:", "card_limit", None),
    ("shuffle: 0.75", "shuffle", Fraction(3, 4)),
    ("shuffle: 0.0010625", "shuffle", Fraction(17, 16_000)),
    ("shuffle: 1/3", "shuffle", Fraction(1, 3)),
    ("chips: [5, 1, 0.50]", "chips", (50, 100, 500)),
    ("chips: [0.50]\nmin_bet: 0.5", "min_bet", 50),
    ("max_bet: $1000", "max_bet", 100_000),
]


@pytest.mark.parametrize(("content", "key", "value"), VALUES)
def test_values(write: Write, content: str, key: str, value: object) -> None:
    assert getattr(load_rules(write(content)), key) == value


FAULTS = [
    ("decks: 0", "1:8: decks is '0'; write a whole number from 1 to 100, or infinite"),
    ("decks: 3.5", "1:8: decks is '3.5'; write a whole number from 1 to 100, or infinite"),
    ("decks: 1e9", "1:8: decks is '1e9'; write a whole number from 1 to 100, or infinite"),
    ("decks: six", "1:8: decks is 'six'; write a whole number from 1 to 100, or infinite"),
    ("decks: 101", "1:8: decks is '101'; write a whole number from 1 to 100, or infinite"),
    ("decks: 6\ndecks: 6", "2:1: decks stands on line 1 already; keep one"),
    ("max_hands: 99", "1:12: max_hands is '99'; write a whole number from 1 to 4"),
    ("deck: 6", "1:1: 'deck' is not a key here (did you mean decks?)"),
    ("soft_17: hits", "1:10: soft_17 is 'hits'; write hit or stand (did you mean hit?)"),
    ("surrender: no", "1:12: surrender is 'no'; write none, late or early (did you mean none?)"),
    ("card_limit: 2", "1:13: card_limit is '2'; write a whole number from 3 to 21, or null"),
    (
        "shuffle: 1",
        "1:10: shuffle is '1'; write every_round, "
        "or the part of the cards used before it, from 0.001, such as 0.75",
    ),
    (
        "shuffle: 0.0009",
        "1:10: shuffle is '0.0009'; write every_round, "
        "or the part of the cards used before it, from 0.001, such as 0.75",
    ),
    ("min_bet: 0", "1:10: min_bet is '0'; write dollars above 0 such as 1 or 0.50"),
    ("min_bet: 0.505", "1:10: min_bet is '0.505'; write dollars above 0 such as 1 or 0.50"),
    ("chips: []", "1:8: chips has 0 values; write 1 to 9, as in [1, 5, 25, 100]"),
    ("chips: [5, 5]\nmin_bet: 5", "1:12: chips, value 2, stands in the list already; remove it"),
    (
        'surrender: late\nsurrender_except: [10, "T"]',
        "2:24: surrender_except, value 2, stands in the list already; remove it",
    ),
    (
        "surrender: late\nsurrender_except: [11]",
        "2:20: surrender_except, value 1, is '11'; write an upcard: A 2 3 4 5 6 7 8 9 or T",
    ),
    (
        "slug: ../../x",
        "1:7: slug is '../../x'; write a name of a to z, 0 to 9, - and _, 64 at most",
    ),
    (f"name: {'x' * 81}", f"1:7: name is '{'x' * 60}...'; write text of 1 to 80 characters"),
]


@pytest.mark.parametrize(("content", "fault"), FAULTS)
def test_faults(write: Write, content: str, fault: str) -> None:
    assert faults_of(write(content)) == [fault]


CONTRADICTIONS = [
    (
        "max_hands: 2\nmax_ace_hands: 3",
        "2:16: max_ace_hands is 3, above max_hands 2; write 2 or less",
    ),
    ("max_bet: 0.50", "1:10: min_bet is $1.00, above max_bet $0.50; write $0.50 or less"),
    ("min_bet: 300", "1:10: min_bet is $300.00, above max_bet $200.00; write $200.00 or less"),
    (
        "min_bet: 1.50",
        "1:10: min_bet is $1.50, which chips of $1.00 cannot make; write a multiple of $1.00",
    ),
    (
        "chips: [25, 5]",
        "1:8: min_bet is $1.00, which chips of $5.00 cannot make; write a multiple of $5.00",
    ),
    (
        "chips: [1, 2.50]",
        "1:8: chips of $2.50 are no multiples of the smallest, $1.00; write chips that are",
    ),
    (
        "blackjack_pays: 7:6",
        "1:17: a blackjack on the smallest chip, $1.00, comes to 116.7 cents; "
        "write blackjack_pays or chips so that it is whole cents",
    ),
    (
        "insurance_pays: 1.99",
        "1:17: won insurance on the smallest chip, $1.00, comes to 99.5 cents; "
        "write insurance_pays or chips so that it is whole cents",
    ),
    (
        "blackjack_pays: 2\nchips: [0.05]",
        "2:8: insurance on the smallest chip, $0.05, comes to 2.5 cents; "
        "write insurance or chips so that it is whole cents",
    ),
    (
        "blackjack_pays: 2\nchips: [0.05]\ninsurance: no\nsurrender: late",
        "4:12: surrender on the smallest chip, $0.05, comes to 2.5 cents; "
        "write surrender or chips so that it is whole cents",
    ),
    (
        "double_on: 9-11",
        "1:12: double_on 9-11 is ambiguous where soft hands can be doubled; "
        "write double_soft: no, or double_on: any",
    ),
    (
        "double_on: 10-11\ndouble_soft: yes",
        "1:12: double_on 10-11 is ambiguous where soft hands can be doubled; "
        "write double_soft: no, or double_on: any",
    ),
    (
        "surrender_except: [A]",
        "1:19: surrender_except names upcards where there is no surrender; "
        "write surrender: late, or leave it out",
    ),
    (
        "surrender: early\nsurrender_except: [A, 2, 3, 4, 5, 6, 7, 8, 9, T]",
        "2:19: surrender_except names every upcard; write surrender: none, or fewer upcards",
    ),
    (
        "max_hands: 1\nsplit_by: denomination",
        "2:11: split_by says which pairs can be split where none can; "
        "write max_hands: 2 or more, or leave it out",
    ),
    (
        "split_aces_draw: any\nmax_hands: 1",
        "1:18: split_aces_draw is about split aces where aces cannot be split; "
        "write max_ace_hands: 2 or more, or leave it out",
    ),
    (
        "insurance: no\ninsurance_pays: 3",
        "2:17: insurance_pays is about insurance where there is none; "
        "write insurance: yes, or leave it out",
    ),
    (
        "shuffle: 0.5\ndecks: infinite",
        "1:10: shuffle names a part of the cards, but infinite decks are never used up; "
        "write shuffle: every_round, or a number of decks",
    ),
    (
        "charlie: 5\nhole_card: none_original_only\n",
        "2:12: charlie with hole_card none_original_only leaves open whether a dealer "
        "blackjack takes the bet of a hand that has won; "
        "write charlie: null, or hole_card: none",
    ),
    (
        "decks: 1\nboxes: 3",
        "2:8: boxes 3 with max_hands 4 are up to 12 hands, for which one deck may not have the "
        "cards; write decks: 2 or more, or boxes: 2 or less",
    ),
    (
        "surrender: early\nsurrender_except: [A]\nboxes: 2",
        "3:8: boxes 2 with surrender early leave open for whose first decision the dealer's check "
        "for a blackjack waits; write boxes: 1, or surrender: late",
    ),
    *[
        (
            f"charlie: 5\ncard_limit: {limit}",
            f"1:10: charlie 5 is never reached, as a hand of {limit} cards stands by itself; "
            f"write card_limit: null, or a charlie of fewer than {limit} cards",
        )
        for limit in (4, 5)
    ],
]


@pytest.mark.parametrize(("content", "fault"), CONTRADICTIONS)
def test_contradictions(write: Write, content: str, fault: str) -> None:
    assert faults_of(write(content)) == [fault]


def test_payouts_that_are_not_made_need_not_be_whole(write: Write) -> None:
    rules = load_rules(write("chips: [0.05]\ninsurance: no\nblackjack_pays: 2\n"))
    assert rules.chips == (5,)


@pytest.mark.parametrize("boxes", range(1, 6))
def test_one_to_five_boxes(write: Write, boxes: int) -> None:
    assert load_rules(write(f"boxes: {boxes}")).boxes == boxes


@pytest.mark.parametrize(
    "content",
    [
        "boxes: 2\nmax_hands: 4\ndecks: 2",
        "boxes: 5\nmax_hands: 2\ndecks: 1",
        "boxes: 5\nmax_hands: 4\ndecks: infinite",
        "boxes: 5\nsurrender: early\nhole_card: none",
        "boxes: 5\nsurrender: early\nsurrender_except: [A, T]",
    ],
)
def test_boxes_that_can_be_played(write: Write, content: str) -> None:
    assert load_rules(write(content)).boxes > 1


@pytest.mark.parametrize(
    "without",
    [
        "max_hands: 1\ndouble_after_split: no",
        "max_ace_hands: 1\nsplit_aces_draw: one",
        "surrender: none\nsurrender_except: []",
        "insurance: no\ninsurance_pays: 2:1\ninsurance_with_blackjack: no",
    ],
)
def test_every_key_can_be_written_out_in_a_game_without_what_it_is_about(
    write: Write, without: str
) -> None:
    assert list(contradictions(load_rules(write(without)))) == []


def test_all_faults_of_a_file_at_once(write: Write) -> None:
    content = (
        "name: [x]\n"
        "decks: six\n"
        "decks: 6\n"
        "soft_17: *s\n"
        "boxes: 6\n"
        "double_on: 9-11\n"
        "max_ace_hands: 4\n"
        "max_hands: 2\n"
        "min_bet: many\n"
        "max_bet: 0.50\n"
        "colour: red\n"
    )
    assert [fault.split(";")[0] for fault in faults_of(write(content))] == [
        "1:7: name is a list",
        "2:8: decks is 'six'",
        "3:1: decks stands on line 2 already",
        "4:10: *s repeats a value",
        "5:8: boxes is '6'",
        "6:12: double_on 9-11 is ambiguous where soft hands can be doubled",
        "7:16: max_ace_hands is 4, above max_hands 2",
        "9:10: min_bet is 'many'",
        "11:1: 'colour' is not a key here",
    ]


def test_defaults_do_not_contradict_each_other() -> None:
    assert list(contradictions(Rules(name="E", slug="e"))) == []


def test_a_faulty_file_cut_short_is_not_charged_with_what_is_below(write: Write) -> None:
    assert len(faults_of(write("min_bet: 300\n- x\nmax_bet: 500\n"))) == 1
