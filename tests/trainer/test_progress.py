"""Progress: what is due, new, missed, slow and starred follows from the answers alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bjtrainer.charts.model import INSURANCE_CELL, Cell
from bjtrainer.stats.record import PastDecision, StoredDecision
from bjtrainer.stats.store import Store
from bjtrainer.trainer.memory import carried_over, steps
from bjtrainer.trainer.pace import Speed
from bjtrainer.trainer.progress import progress_of

NINE = datetime(2025, 3, 1, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def chart(vegas_downtown):
    return vegas_downtown.chart


@pytest.fixture
def answer(chart):
    """Make answers to questions about the chart, right in three seconds."""
    codes = {str(cell): str(entry.code) for cell, entry in chart.entries.items()}
    codes[INSURANCE_CELL] = chart.insurance.code

    def made(cell, at=NINE, **changes):
        given = {
            "answered_at": at,
            "rules_digest": chart.rules_digest,
            "phase": "insurance" if cell == INSURANCE_CELL else "player",
            "cell": cell,
            "code": codes[cell],
            "hand": "",
            "split_hands": 1,
            "right": True,
            "cost": 0.0,
            "severity": "none",
            "milliseconds": 3000,
            "slip": False,
            "hinted": False,
            "natural": True,
        }
        if changes.get("right") is False:
            given |= {"cost": 0.05, "severity": "mistake"}
        return PastDecision(**(given | changes))

    return made


def test_without_answers_all_is_new_the_most_frequent_first(chart):
    progress = progress_of((), chart, now=NINE)
    assert progress.due == progress.starred == progress.missed_since(99) == ()
    assert progress.memories == {}
    frequency = {str(cell): entry.frequency for cell, entry in chart.entries.items()}
    frequency[INSURANCE_CELL] = chart.insurance.frequency
    assert set(progress.new) == {cell for cell, often in frequency.items() if often}
    assert progress.new[0] == INSURANCE_CELL
    often = [frequency[cell] for cell in progress.new]
    assert often == sorted(often, reverse=True)
    assert set(progress.weights) == set(progress.weakest) == set(progress.new)
    weights = [progress.weights[cell] for cell in progress.weakest]
    assert weights == sorted(weights, reverse=True)


def test_what_is_due_comes_with_the_most_overdue_first(chart, answer):
    answers = [
        answer("hard 12 v 3", NINE + HOUR),
        answer(INSURANCE_CELL, NINE),
        answer("soft 18 v 2", NINE, milliseconds=100),
        answer("pair 9 v 7", NINE + DAY, right=False),
    ]
    now = NINE + 3 * DAY
    progress = progress_of(answers, chart, now=now)
    assert progress.due == ("pair 9 v 7", INSURANCE_CELL, "hard 12 v 3")
    eight_days = NINE + 8 * DAY - 8 * HOUR
    assert progress.memories["soft 18 v 2"].due == eight_days
    assert progress.due_by(eight_days - HOUR) == progress.due
    assert progress.due_by(eight_days) == (*progress.due, "soft 18 v 2")
    assert len(progress.new) == len(progress.weights) - 4
    assert not set(progress.new) & set(progress.memories)
    assert progress_of(answers, chart, now=NINE + DAY).due == ()


def test_misses_and_slow_answers_of_the_last_days_come_with_the_latest_first(chart, answer):
    now = NINE + 10 * DAY
    answers = [
        answer("hard 12 v 3", now - 8 * DAY, right=False),
        answer("soft 18 v 2", now - 2 * DAY, right=False),
        answer("soft 18 v 2", now - 1 * DAY),
        answer("pair 9 v 7", now - 3 * DAY, right=False),
        answer("hard 16 v T", now - 3 * DAY, right=False, slip=True),
        answer("hard 13 v 2", now - 3 * DAY, hinted=True),
        answer("hard 14 v 2", now - 3 * DAY, milliseconds=60_000),
        answer("hard 15 v 2", now - 2 * DAY, milliseconds=60_000),
        answer("hard 15 v T", now - 36 * HOUR, milliseconds=60_000, right=False),
        answer("hard 15 v 9", now - 2 * DAY, rules_digest="another game", right=False),
    ]
    progress = progress_of(answers, chart, now=now)
    assert progress.missed_since(3) == ("hard 15 v T", "soft 18 v 2", "pair 9 v 7")
    assert progress.missed_since(8)[-1] == "hard 12 v 3"
    assert progress.missed_since(1) == ()
    assert progress.slow_since(3) == ("hard 15 v 2", "hard 14 v 2")
    assert progress.slow_since(2) == ("hard 15 v 2",)


def test_starred_cells_are_those_of_the_chart_in_its_order(chart):
    stars = ("insurance v A", "soft 18 v 2", "hard 12 v 3", "hard 99 v 3")
    progress = progress_of((), chart, now=NINE, stars=stars)
    assert progress.starred == ("hard 12 v 3", "soft 18 v 2", "insurance v A")


def test_a_cell_with_the_same_answer_in_another_game_is_known_at_the_start(
    vegas_downtown, las_vegas_downtown, answer
):
    here, there = las_vegas_downtown.chart, vegas_downtown.chart
    same, other = "hard 12 v 3", "hard 16 v T"
    assert here.codes[Cell.parse(same)] is there.codes[Cell.parse(same)]
    assert here.codes[Cell.parse(other)] is not there.codes[Cell.parse(other)]
    answers = [answer(same), answer(other), answer(INSURANCE_CELL)]
    progress = progress_of(answers, here, now=NINE + 2 * DAY)
    assert set(progress.memories) == {same, INSURANCE_CELL}
    known = next(iter(steps(answers))).memory
    assert progress.memories[same] == carried_over([known], known.code)
    assert progress.due == (same, INSURANCE_CELL)
    assert same not in progress.new
    assert other in progress.new
    assert progress.weights == progress_of((), here, now=NINE).weights


def test_a_cell_whose_answer_changed_in_the_chart_is_new(chart, answer):
    progress = progress_of([answer("hard 12 v 3", code="S?")], chart, now=NINE + 9 * DAY)
    assert progress.memories == {}
    assert "hard 12 v 3" in progress.new


def test_stored_decisions_and_what_is_read_of_them_quickly_come_to_the_same(
    chart, answer, tmp_path
):
    rng = Random("a history")
    cells = [str(cell) for cell, entry in chart.entries.items() if entry.frequency > 1]
    with Store.open(tmp_path / "history.sqlite3") as store:
        store.start_session(
            now=NINE,
            game=chart.game,
            rules_digest=chart.rules_digest,
            drill="hard",
            seed=1,
            version="1",
            helped=False,
        )
        for n in range(1, 120):
            at = NINE + n * HOUR * rng.randrange(12)
            past = answer(rng.choice(cells), at, right=rng.random() < 0.7)
            store.add_decision(_stored(n, past, slip=rng.random() < 0.1))
        read, quickly = store.decisions(), store.past_decisions()
    now = NINE + 30 * DAY
    assert progress_of(read, chart, now=now) == progress_of(quickly, chart, now=now)
    assert {step.speed for step in steps(read)} == {Speed.USUAL}


def _stored(n, past, slip):
    fields = past._asdict() | {"slip": slip, "hand": "T2"}
    return StoredDecision(
        session=1,
        n=n,
        round=n,
        game="vegas-downtown",
        category="hard",
        cards="10h 2s",
        upcard="T",
        legal=("hit", "stand"),
        answer="hit",
        chart_action="hit",
        best_action="hit",
        values=(("hit", 0.1), ("stand", 0.0)),
        seed=1,
        **fields,
    )
