"""Which rules GAME and --rule stand for, by the interface ("Everywhere")."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from bjtrainer.cards import Rank
from bjtrainer.errors import FileFaults, InputError
from bjtrainer.rules.checks import contradictions
from bjtrainer.rules.load import find_rules, load_rules, override, own_games, shipped_games
from bjtrainer.rules.model import Decks, HoleCard, Rules, Soft17

RULES = Rules(name="Example", slug="example", decks=8, max_ace_hands=2)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Give a player's folder with one game of their own."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "kitchen-table.yaml").write_text("decks: 1\n")
    return tmp_path


def test_shipped_game() -> None:
    assert find_rules("vegas-downtown").slug == "vegas-downtown"
    assert find_rules("vegas-downtown", Path("/nowhere")) == find_rules("vegas-downtown")


def test_own_game(own: Path) -> None:
    assert own_games(own) == ("kitchen-table",)
    assert find_rules("kitchen-table", own).decks == 1


def test_no_own_games(tmp_path: Path) -> None:
    assert own_games(tmp_path) == ()


@pytest.mark.parametrize("name", ["a.yaml", "a.YML", "sub/a.yaml"])
def test_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text("decks: 3")
    assert find_rules(name).decks == 3
    assert find_rules(f"./{name}").decks == 3
    assert find_rules(str(tmp_path / name)).decks == 3


def test_path_without_a_file() -> None:
    with pytest.raises(InputError, match=r"^gone\.yaml does not exist"):
        find_rules("gone.yaml")
    with pytest.raises(InputError, match=r" is a folder; name a file in it$"):
        find_rules("./")


def test_unknown_game(own: Path) -> None:
    with pytest.raises(InputError) as caught:
        find_rules("vegas-dowtown", own)
    assert str(caught.value) == (
        "there is no game 'vegas-dowtown' (did you mean vegas-downtown?); write a path, or one of "
        f"{', '.join(shipped_games())}, kitchen-table"
    )


@pytest.mark.parametrize("game", ["", "\x1b[31m", "a" * 10_000, "..", "\u202e", "VEGAS\0"])
def test_hostile_game(own: Path, game: str) -> None:
    with pytest.raises(InputError) as caught:
        find_rules(game, own)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_own_game_with_the_name_of_a_shipped_one(own: Path) -> None:
    (own / "games" / "vegas-downtown.yaml").write_text("decks: 1")
    with pytest.raises(InputError, match="has the name of a game of the program; rename the file"):
        find_rules("vegas-downtown", own)


def test_own_game_with_another_slug_than_its_file(own: Path) -> None:
    (own / "games" / "mine.yaml").write_text("slug: vegas-downtown")
    with pytest.raises(InputError, match=r"mine\.yaml says slug: vegas-downtown; write slug: mine"):
        find_rules("mine", own)


def test_faults_of_an_own_game(own: Path) -> None:
    (own / "games" / "kitchen-table.yaml").write_text("decks: no")
    with pytest.raises(FileFaults, match=r"kitchen-table\.yaml:1:8: decks is 'no'"):
        find_rules("kitchen-table", own)


# --rule KEY=VALUE


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        (["decks=6"], "decks", 6),
        (["decks = 6"], "decks", 6),
        (["decks=6", "soft_17=hit"], "soft_17", Soft17.HIT),
        (["blackjack_pays=6:5"], "blackjack_pays", Fraction(6, 5)),
        (["double_soft=N", "double_on=9-11"], "double_soft", False),
        (["card_limit=null"], "card_limit", None),
        (["shuffle=0.5"], "shuffle", Fraction(1, 2)),
        (["chips=1,5,25"], "chips", (100, 500, 2500)),
        (["chips=[5, 1]"], "chips", (100, 500)),
        (["surrender=late", "surrender_except=T,a"], "surrender_except", (Rank.ACE, Rank.TEN)),
        (["surrender_except="], "surrender_except", ()),
        (["max_hands=1"], "max_ace_hands", 1),
        (["max_ace_hands=4"], "max_ace_hands", 4),
        (["decks=infinite"], "decks", Decks.INFINITE),
        (["hole_card=none"], "hole_card", HoleCard.NONE),
        (["charlie=6"], "charlie", 6),
        (["source=a=b"], "source", "a=b"),
        ([], "decks", 8),
    ],
)
def test_override(options: list[str], key: str, value: object) -> None:
    assert getattr(override(RULES, options), key) == value


def test_override_changes_nothing_else() -> None:
    assert override(RULES, ["decks=8"]) == RULES


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["decks=six"],
            "--rule decks=six: decks is 'six'; write a whole number from 1 to 100, or infinite",
        ),
        (["decks"], "--rule decks: no value; write KEY=VALUE such as decks=6"),
        (["decks=6", "decks=8"], "--rule decks=8: decks is given twice; write it once"),
        (["boxes=6"], "--rule boxes=6: boxes is '6'; write a whole number from 1 to 5"),
        (
            ["insurance=no", "insurance_pays=3"],
            "--rule insurance_pays=3: insurance_pays is about insurance where there is none; "
            "write insurance: yes, or leave it out",
        ),
        (
            ["max_hands=2", "max_ace_hands=3"],
            "--rule max_ace_hands=3: max_ace_hands is 3, above max_hands 2; write 2 or less",
        ),
        (
            ["double_on=9-11"],
            "--rule double_on=9-11: double_on 9-11 is ambiguous where soft hands can be doubled; "
            "write double_soft: no, or double_on: any",
        ),
        (
            ["chips=x,1,1"],
            "--rule chips=x,1,1: chips, value 1, is 'x'; write dollars above 0 such as 1 or 0.50; "
            "chips, value 3, stands in the list already; remove it",
        ),
        *(
            (
                ["surrender=late", f"surrender_except={written}"],
                f"--rule surrender_except={written}: surrender_except is '{written}'; "
                "write a list such as [A, T]",
            )
            for written in ("[A", "A]", "[", "A,[T", "]A[")
        ),
        (
            ["surrender=late", "surrender_except=[[A]]"],
            "--rule surrender_except=[[A]]: surrender_except, value 1, is '[A]'; "
            "write an upcard: A 2 3 4 5 6 7 8 9 or T",
        ),
    ],
)
def test_wrong_option(options: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        override(RULES, options)
    assert str(caught.value) == message


def test_unknown_rule() -> None:
    with pytest.raises(
        InputError, match=r"^--rule deck=6: unknown rule \(did you mean decks\?\); "
    ):
        override(RULES, ["deck=6"])


def test_a_contradiction_with_the_game_names_the_option() -> None:
    rules = override(RULES, ["card_limit=7"])
    with pytest.raises(InputError, match=r"^--rule charlie=8: charlie 8 is never reached"):
        override(rules, ["charlie=8"])
    assert override(rules, ["charlie=8", "card_limit=null"]).charlie == 8


GAME = override(
    RULES,
    ["surrender=early", "surrender_except=A", "insurance_pays=3", "shuffle=0.5", "max_ace_hands=4",
     "split_by=denomination", "split_aces_draw=any", "double_after_split=no"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("option", "same_as"),
    [
        ("surrender=none", ["surrender_except="]),
        ("insurance=no", ["insurance_pays=2"]),
        ("decks=infinite", ["shuffle=every_round"]),
        ("max_ace_hands=1", ["split_aces_draw=one"]),
        ("max_hands=1", ["max_ace_hands=1", "split_aces_draw=one", "split_by=value"]),
    ],
)
def test_what_a_game_no_longer_has_takes_its_details_with_it(
    option: str, same_as: list[str]
) -> None:
    assert override(GAME, [option]) == override(GAME, [option, *same_as]) != GAME


@pytest.mark.parametrize("slug", shipped_games())
@pytest.mark.parametrize(
    "option",
    ["decks=infinite", "decks=1", "soft_17=stand", "hole_card=none", "hole_card=none_original_only",
     "blackjack_pays=6:5", "double_after_split=no", "split_by=denomination", "max_hands=1",
     "max_ace_hands=1", "split_aces_draw=any", "surrender=none", "surrender=early", "insurance=no",
     "insurance_pays=3", "card_limit=null", "charlie=5", "shuffle=0.5"],
)  # fmt: skip
def test_each_rule_of_each_game_can_be_changed_alone(slug: str, option: str) -> None:
    rules = override(find_rules(slug), [option])
    assert list(contradictions(rules)) == []


@pytest.mark.parametrize(
    "option", ["\x1b[31m=1", "name=\x1b[31m", "decks=\u202e6", "name=" + "x" * 9999]
)
def test_hostile_option(option: str) -> None:
    with pytest.raises(InputError) as caught:
        override(RULES, [option])
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_an_option_and_a_file_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    path.write_text("decks: 2\nsoft_17: hit\nchips: [1, 5]\n")
    written = load_rules(path)
    options = ["decks=2", "soft_17=hit", "chips=1,5"]
    assert override(Rules(name="Example", slug="example"), options) == written
