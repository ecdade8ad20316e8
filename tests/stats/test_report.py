"""interface.md's shape of `stats --json`, and every figure worked out again from the rows."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.errors import InputError
from bjtrainer.stats.record import CATEGORIES
from bjtrainer.stats.report import report
from bjtrainer.stats.store import EVERYTHING, Store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

NO_FIGURES = {"decisions": 0, "right": 0, "accuracy": None, "cost_per_100": None}


def reported(store, selection=EVERYTHING, **how):
    return report(store, selection, now=NOW, zone=UTC, **how).as_json()


def reported_of(session_start, decisions, **how):
    """The report of decisions in a history of their own."""
    with Store.snapshot(Path("no history here")) as store:
        for _ in range(max((one.session for one in decisions), default=0)):
            store.start_session(**session_start)
        for one in decisions:
            store.add_decision(one)
        return reported(store, **how)


def test_no_answers_divide_by_nothing(session_start):
    assert reported_of(session_start, []) == {
        "schema": 1,
        "games": [],
        **NO_FIGURES,
        "interval": None,
        "as_dealt": NO_FIGURES,
        "chosen": NO_FIGURES,
        "retained": NO_FIGURES,
        "rehearsed": NO_FIGURES,
        "cost_per_100_hands": None,
        "error_rate": None,
        "band": None,
        "by_category": dict.fromkeys(CATEGORIES, NO_FIGURES),
        "median_ms": None,
        "slips": 0,
        "sessions": 0,
        "partial": 0,
        "right_in_a_row": 0,
        "days_in_a_row": 0,
        "most_days_in_a_row": 0,
        "last_week": NO_FIGURES,
        "before": NO_FIGURES,
        "change": None,
        "worst_cells": [],
    }


def test_figures_of_a_small_history_worked_out_by_hand(decision, session_start):
    with Store.snapshot(Path("no history here")) as store:
        ended = store.start_session(**session_start).id
        cut_off = store.start_session(**session_start).id
        right = {"right": True, "cost": 0.0, "answer": "hit", "severity": "none"}
        for made in (
            decision(session=ended, n=1, round=1, cost=0.02, milliseconds=1000),
            decision(session=ended, n=2, round=1, **right, milliseconds=2000),
            decision(session=ended, n=3, round=4, cost=0.5, slip=True, milliseconds=9000),
            decision(session=cut_off, n=1, round=1, cost=0.04, code="Rh", category="surrender"),
            decision(session=cut_off, n=2, round=9, cost=0.30, natural=False, cell="soft 18 v 6",
                     category="soft", milliseconds=None),
        ):  # fmt: skip
            store.add_decision(made)
        store.end_session(ended, now=session_start["now"] + timedelta(minutes=1))
        found = reported(store)
    assert found["decisions"] == 4
    assert found["right"] == 1
    assert found["accuracy"] == 0.25
    assert found["cost_per_100"] == pytest.approx(9.0, abs=1e-12)
    assert [found[kind]["decisions"] for kind in ("as_dealt", "chosen")] == [3, 1]
    assert found["chosen"]["cost_per_100"] == pytest.approx(30.0, abs=1e-12)
    # Round 1 of each session was dealt as the game deals; round 4 held only a slip.
    assert found["cost_per_100_hands"] == pytest.approx(3.0, abs=1e-12)
    assert found["by_category"]["pair"] == NO_FIGURES
    assert found["by_category"]["hard"] == {
        "decisions": 2,
        "right": 1,
        "accuracy": 0.5,
        "cost_per_100": pytest.approx(1.0, abs=1e-12),
    }
    assert found["median_ms"] == 1400
    assert (found["slips"], found["sessions"], found["partial"]) == (1, 2, 1)
    assert [(cell["cell"], cell["code"], cell["decisions"]) for cell in found["worst_cells"]] == [
        ("soft 18 v 6", "H", 1),
        ("hard 16 v T", "Rh", 3),
    ]
    assert found["worst_cells"][1]["total_cost"] == pytest.approx(0.06, abs=1e-12)


def test_answers_after_a_day_are_parted_from_those_before(decision, session_start):
    first = decision().answered_at
    right = {"right": True, "cost": 0.0, "answer": "hit", "severity": "none"}
    found = reported_of(
        session_start,
        [
            decision(n=1, answered_at=first),
            decision(n=2, answered_at=first + timedelta(minutes=1), **right),
            decision(n=3, answered_at=first + timedelta(hours=24), slip=True),
            decision(n=4, answered_at=first + timedelta(hours=25), **right),
            decision(n=5, answered_at=first + timedelta(hours=49), cost=0.02),
            decision(n=6, answered_at=first + timedelta(hours=49), cell="hard 12 v 3", **right),
            decision(n=7, answered_at=first + timedelta(hours=1), **right),  # the clock went back
        ],
    )
    assert (found["retained"]["decisions"], found["retained"]["right"]) == (1, 0)
    assert found["retained"]["cost_per_100"] == pytest.approx(2.0)
    assert (found["rehearsed"]["decisions"], found["rehearsed"]["right"]) == (5, 4)


def test_games_and_rules_are_never_mixed_unless_joined_on_purpose(decision, session_start):
    one = decision(n=1)
    other_rules = decision(n=2, rules_digest="ba9876543210")
    other_game = decision(n=3, game="vegas-strip")
    for mixed in ((one, other_rules), (one, other_game)):
        with pytest.raises(InputError, match=r"vegas-downtown \(0123456789ab\), vegas-"):
            reported_of(session_start, mixed)
    joined = reported_of(session_start, (one, other_rules, other_game), join_games=True)
    assert joined["games"] == [
        {"game": "vegas-downtown", "rules_digest": "0123456789ab", "decisions": 1},
        {"game": "vegas-downtown", "rules_digest": "ba9876543210", "decisions": 1},
        {"game": "vegas-strip", "rules_digest": "0123456789ab", "decisions": 1},
    ]
    # The same cell under other rules is another cell.
    assert [cell["decisions"] for cell in joined["worst_cells"]] == [1, 1, 1]


CELLS = ("hard 16 v T", "soft 18 v 6", "pair 8 v A")
ANSWERS = st.fixed_dictionaries(
    {
        "session": st.integers(1, 3),
        "round": st.integers(1, 4),
        "category": st.sampled_from(CATEGORIES),
        "cell": st.sampled_from(CELLS),
        "code": st.sampled_from(("H", "Rh")),
        "cost": st.sampled_from((0.0, 0.01, 0.3, 1e-9)),
        "milliseconds": st.none() | st.integers(0, 5000),
        "slip": st.booleans(),
    }
)


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else None


def wilson_again(rows):
    """The two shares at which so many right ones are just 1.96 standard errors away."""
    if not rows:
        return None
    count, right = len(rows), len([row for row in rows if row["cost"] == 0])
    ends = []
    for sign in (-1, 1):
        low, high = sorted((right / count, (1 + sign) / 2))
        for _ in range(80):
            middle = (low + high) / 2
            away = abs(right / count - middle) > 1.959963984540054 * sqrt(
                middle * (1 - middle) / count
            )
            low, high = (low, middle) if away == (sign > 0) else (middle, high)
        ends.append(low)
    return ends


def figures_again(rows):
    cost = mean([row["cost"] for row in rows])
    return {
        "decisions": len(rows),
        "right": len([row for row in rows if row["cost"] == 0]),
        "accuracy": mean([int(row["cost"] == 0) for row in rows]),
        "cost_per_100": None if cost is None else 100 * cost,
    }


def report_again(rows, ended):
    """The report once more, from plain rows and in the plainest way."""
    counted = [row for row in rows if not row["slip"]]
    by_round = {}
    for row in counted:
        if row["natural"]:
            by_round.setdefault((row["session"], row["round"]), []).append(row["cost"])
    per_round = mean([sum(costs) for costs in by_round.values()])
    times = sorted(row["milliseconds"] for row in counted if row["milliseconds"] is not None)
    middle = times[(len(times) - 1) // 2 : len(times) // 2 + 1]
    cells = []
    for cell in CELLS:
        there = [row for row in counted if row["cell"] == cell]
        if any(row["cost"] for row in there):
            cells.append(
                {
                    "game": "vegas-downtown",
                    "rules_digest": "0123456789ab",
                    "cell": cell,
                    "code": [row for row in rows if row["cell"] == cell][-1]["code"],
                    **figures_again(there),
                    "interval": wilson_again(there),
                    "total_cost": sum(row["cost"] for row in there),
                    "mean_ms": mean(
                        [row["milliseconds"] for row in there if row["milliseconds"] is not None]
                    ),
                }
            )
    sessions = {row["session"] for row in rows}
    game = {"game": "vegas-downtown", "rules_digest": "0123456789ab", "decisions": len(counted)}
    return {
        "schema": 1,
        "games": [game] if rows else [],
        **figures_again(counted),
        "interval": wilson_again(counted),
        "as_dealt": figures_again([row for row in counted if row["natural"]]),
        "chosen": figures_again([row for row in counted if not row["natural"]]),
        "retained": NO_FIGURES,  # all was answered within some minutes
        "rehearsed": figures_again(counted),
        "cost_per_100_hands": None if per_round is None else 100 * per_round,
        "error_rate": None,
        "band": None,
        "by_category": {
            name: figures_again([row for row in counted if row["category"] == name])
            for name in CATEGORIES
        },
        "median_ms": mean(middle),
        "slips": len(rows) - len(counted),
        "sessions": len(sessions),
        "partial": len(sessions - ended),
        "right_in_a_row": len(list(takewhile(lambda row: not row["cost"], reversed(counted)))),
        "days_in_a_row": 0,
        "most_days_in_a_row": int(bool(rows)),
        "last_week": NO_FIGURES,
        "before": figures_again(counted),
        "change": None,
        "worst_cells": cells,
    }


def near(value):
    """The same value, its floats compared to 1e-9."""
    if isinstance(value, dict):
        return {key: near(part) for key, part in value.items()}
    if isinstance(value, list):
        return [near(part) for part in value]
    return pytest.approx(value, abs=1e-9) if isinstance(value, float) else value


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(ANSWERS, max_size=25), ended=st.sets(st.integers(1, 3)))
def test_every_figure_rebuilt_from_the_stored_rows_equals_the_report(
    decision, session_start, rows, ended
):
    rows = [row | {"natural": row["session"] != 3} for row in rows]
    rows.sort(key=lambda row: (row["session"], row["round"]))
    with Store.snapshot(Path("no history here")) as store:
        for _ in range(3):
            session = store.start_session(**session_start)
            if session.id in ended:
                store.end_session(session.id, now=session.started_at)
        for n, row in enumerate(rows, start=1):
            store.add_decision(decision(n=n, right=row["cost"] == 0, **row))
        found = json.loads(json.dumps(reported(store)))
    again = report_again(rows, ended)
    cells, cells_again = found.pop("worst_cells"), again.pop("worst_cells")
    assert found == near(again)
    assert sorted(cells, key=lambda cell: cell["cell"]) == near(
        sorted(cells_again, key=lambda cell: cell["cell"])
    )
    costs = [cell["total_cost"] for cell in cells]
    assert costs == sorted(costs, reverse=True)
