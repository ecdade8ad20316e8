"""Source of truth: the values of the other game, hand by hand, and its rules on what it asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bjtrainer.analysis import Hand, Rank, Situation, Values, find_rules, solve
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Chart
from bjtrainer.errors import StorageError
from bjtrainer.rules.load import override
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.regrade import Regraded, regraded
from bjtrainer.stats.store import Store

Keep = Callable[..., Regraded]


@pytest.fixture(scope="module")
def vegas() -> tuple[Values, Chart]:
    return solve(find_rules("vegas-downtown")), load_chart(chart_path("vegas-downtown"))


@pytest.fixture
def keep(
    history: Path,
    decision: Callable[..., StoredDecision],
    session_start: dict[str, Any],
    vegas: tuple[Values, Chart],
) -> Keep:
    """Store answers as hand, upcard, answer and changes, and judge them by Vegas Downtown."""

    def kept(*answers: tuple[str, str, str, dict[str, Any]], **other: str) -> Regraded:
        values, chart = vegas
        if other:
            values = solve(override(values.rules, [f"{key}={rule}" for key, rule in other.items()]))
        with Store.open(history) as store:
            session = store.start_session(**session_start).id
            for n, (hand, upcard, answer, changes) in enumerate(answers, start=1):
                given = {"hand": hand, "upcard": upcard, "answer": answer} | changes
                store.add_decision(decision(session=session, n=n, **given))
            return regraded(store.answered_hands(), values.rules, chart, values)

    return kept


def worth(values: Values, hand: str, upcard: str, **more: Any) -> dict[str, float]:
    situation = Situation(hand=Hand.parse(hand), upcard=Rank.parse(upcard), **more)
    return {str(action): float(value) for action, value in values.of(situation).items()}


def test_a_hand_is_worth_what_its_exact_cards_are_worth_there(
    keep: Keep, vegas: tuple[Values, Chart]
) -> None:
    found = keep(
        ("T6", "T", "stand", {}),
        ("T6", "T", "stand", {"slip": True}),
        ("T24", "T", "hit", {}),
        ("56", "6", "hit", {}),
        ("7A", "3", "double", {"split_hands": 2, "right": True, "cost": 0.0}),
    )
    sixteen = worth(vegas[0], "T6", "T")
    three = worth(vegas[0], "T24", "T")
    eleven = worth(vegas[0], "56", "6")
    assert found.cells["hard 16 v T"].there.decisions == 2
    assert found.cells["hard 16 v T"].there.total_cost == pytest.approx(
        sixteen["hit"] - sixteen["stand"]
    )
    assert three["stand"] > three["hit"], "the chart's hit is right all the same"
    assert found.cells["hard 11 v 6"].there.total_cost == pytest.approx(
        eleven["double"] - eleven["hit"]
    )
    assert next(iter(found.cells)) == "hard 11 v 6"
    assert found.cells["soft 18 v 3"].there.right == 1
    assert (found.whole.there.decisions, found.whole.then.right) == (4, 1)
    assert found.whole.then.total_cost == pytest.approx(3 * 0.0179)
    assert not found.without


def test_insurance_is_judged_by_what_it_is_worth_there(
    keep: Keep, vegas: tuple[Values, Chart]
) -> None:
    insurance = {"phase": "insurance", "cell": "insurance v A", "legal": ("yes", "no")}
    found = keep(("T6", "A", "yes", insurance), ("99", "A", "no", insurance))
    lost = -float(vegas[0].insurance(Hand.parse("T6"))) / 2
    assert found.cells["insurance v A"].there.total_cost == pytest.approx(lost)
    assert found.cells["insurance v A"].there.right == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (("T6", "T", "surrender", {}), "there is no surrender in this game"),
        (("A7", "6", "hit", {"split_hands": 5}), "aces can be split to 2 hands at most"),
        (("87", "6", "hit", {"split_hands": 5}), "pairs can be split to 4 hands at most"),
        (("A5", "6", "hit", {"split_hands": 2}), "split aces get one card each"),
        (("3333333", "6", "hit", {}), "a hand of 21 stands by itself"),
        (("22222222", "6", "hit", {}), None),
        (("222222222", "6", "hit", {}), "the shoe never deals this hand"),
    ],
)
def test_what_the_other_game_would_not_ask_has_no_counterpart(
    keep: Keep, answer: tuple[str, str, str, dict[str, Any]], reason: str | None
) -> None:
    found = keep(answer, ("T6", "T", "hit", {}))
    assert found.whole.there.decisions == (2 if reason is None else 1)
    assert [why.startswith(reason or "") for why in found.without] == [True] * (reason is not None)


def test_tens_of_two_faces_are_a_pair_where_the_rules_say_so(keep: Keep) -> None:
    unlike = ("TT", "6", "split", {"cards": "Kh Qs"})
    assert not keep(unlike).without
    denied = keep(unlike, split_by="denomination").without
    assert list(denied) == ["only two cards of the same denomination can be split in this game"]


def test_an_answer_that_is_none_is_damage_and_no_crash(keep: Keep) -> None:
    with pytest.raises(StorageError, match="an answer to T6 v T is damaged: 'fold' is none"):
        keep(("T6", "T", "fold", {}))
