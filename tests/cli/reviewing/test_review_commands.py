"""Source of truth: the README on stats; figures are worked out again from the stored answers."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.store import Store

GAME = "las-vegas-downtown"
START = datetime(2025, 3, 1, 9, tzinfo=UTC)
CELLS = {
    "hard 16 v T": ("Rs", "T6", "surrender"),
    "hard 11 v A": ("Dh", "65", "double"),
    "soft 18 v 3": ("Ds", "A7", "double"),
    "pair 8 v A": ("Rp", "88", "surrender"),
    "insurance v A": ("N", "T9", "no"),
}


def answered(stored_answer, session, n, cell, *, day=0, right=True, milliseconds=2000, **changes):
    code, hand, chart = CELLS[cell]
    given = chart if right else ("yes" if cell.startswith("insurance") else "hit")
    return stored_answer(
        session,
        n,
        at=START + timedelta(days=day, seconds=10 * n),
        game=GAME,
        asked=(cell, code, hand),
        answer=given,
        chart=chart,
        values={chart: -0.5, given: -0.5 if right else -0.6},
        cost=0.0 if right else 0.1,
        severity="none" if right else "mistake",
        milliseconds=milliseconds,
        natural=session == 1,
        **changes,
    )


@pytest.fixture
def stored(own_folder, stored_answer):
    """Two sessions: the first in whole rounds, the second a day later, in chosen cells."""
    cells, answer = list(CELLS), partial(answered, stored_answer)
    first = [answer(1, n, cells[n % 5], right=n % 4 != 0) for n in range(1, 21)]
    second = [
        answer(2, n, cells[n % 3], day=1, right=n % 6 != 0, milliseconds=1000 * (1 + n % 3 * 4))
        for n in range(1, 13)
    ]
    second[3] = answer(2, 4, cells[1], day=1, slip=True)
    second[4] = answer(2, 5, cells[2], day=1, hinted=True)
    with Store.open(history_path(own_folder)) as store:
        for number, made in enumerate((first, second)):
            session = store.start_session(
                now=START + timedelta(days=number),
                game=GAME,
                rules_digest=find_rules(GAME).digest,
                drill=("default", "weak")[number],
                seed=7,
                version="1.0",
                helped=False,
            )
            for one in made:
                store.add_decision(one)
            store.end_session(session.id, now=START + timedelta(days=number, hours=1))
    return [one for one in (*first, *second) if not one.slip]


@pytest.fixture
def report(bjtrainer):
    def run(*arguments, **environment):
        done = bjtrainer("stats", *arguments, "--json", **{"TZ": "UTC", **environment})
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)

    return run


def figures(answers):
    count, right = len(answers), sum(one.right for one in answers)
    return {
        "decisions": count,
        "right": right,
        "accuracy": right / count if count else None,
        "cost_per_100": pytest.approx(100 * sum(one.cost for one in answers) / count)
        if count
        else None,
    }


def with_figures(found, answers):
    return {name: found[name] for name in figures(answers)} == figures(answers)


@pytest.mark.parametrize("sort", ["cost", "misses", "time", "seen"])
def test_cells_are_sorted_by_what_was_asked_for(report, stored, sort):
    found = report("cells", "--sort", sort)["cells"]
    assert {cell["cell"] for cell in found} == {one.cell for one in stored}
    for cell in found:
        there = [one for one in stored if one.cell == cell["cell"]]
        assert with_figures(cell, there)
        assert cell["mean_ms"] == sum(one.milliseconds for one in there) / len(there)
        assert cell["interval"][0] <= cell["accuracy"] <= cell["interval"][1]
    keys = {
        "cost": lambda cell: cell["total_cost"],
        "misses": lambda cell: cell["decisions"] - cell["right"],
        "time": lambda cell: cell["mean_ms"],
        "seen": lambda cell: cell["decisions"],
    }
    order = [keys[sort](cell) for cell in found]
    assert order == sorted(order, reverse=True)


FILTERS = {
    ("--drill", "weak"): lambda one: one.session == 2,
    ("--since", "2025-03-02"): lambda one: one.session == 2,
    ("--until", "2025-03-01"): lambda one: one.session == 1,
    ("--since", "2025-03-01T09:01:00+00:00"): lambda one: one.session == 2 or one.n >= 6,
    ("--category", "surrender"): lambda one: one.category == "surrender",
    ("--helped",): lambda one: one.hinted,
    ("--unhelped",): lambda one: not one.hinted,
    ("--drilled",): lambda one: True,
    ("--played",): lambda one: False,
    ("--since", "7d"): lambda one: False,
    ("--all-games",): lambda one: True,
}


@pytest.mark.parametrize("options", FILTERS, ids=" ".join)
def test_every_command_takes_every_filter(report, stored, options):
    wanted = [one for one in stored if FILTERS[options](one)]
    assert with_figures(report(*options), wanted)
    assert sum(cell["decisions"] for cell in report("cells", *options)["cells"]) == len(wanted)


def test_days_sessions_and_drills_have_their_own_figures(report, stored):
    parts = [[one for one in stored if one.session == session] for session in (1, 2)]
    by_day = report("trend")["trend"]
    assert [day["day"] for day in by_day] == ["2025-03-01", "2025-03-02"]
    by_session = report("trend", "--by", "session")["trend"]
    listed = report("sessions")["sessions"]
    drills = report("drills")["drills"]
    assert [one["drill"] for one in drills] == ["default", "weak"]
    for rows in (by_day, by_session, listed, drills):
        assert all(with_figures(row, part) for row, part in zip(rows, parts, strict=True))
    eastern = report("trend", TZ="Pacific/Auckland")["trend"]
    assert [day["day"] for day in eastern] == ["2025-03-01", "2025-03-02"]


def test_the_heat_map_tells_right_slow_missed_and_never_seen(report, bjtrainer, stored):
    cells = report("chart")["cells"]
    assert set(cells) == set(load_chart(chart_path(GAME)).by_name)
    went = {name: cell["went"] for name, cell in cells.items() if cell["went"] != "never seen"}
    assert set(went) == set(CELLS)
    for name, word in went.items():
        there = [one for one in stored if one.cell == name]
        missed = sum(not one.right for one in there) > 0.05 * len(there)
        assert (word == "missed") is missed
    page = bjtrainer("stats", "chart").stdout
    assert re.search(r"^16 .* [!~rR·] ", page, re.MULTILINE)
    assert "right" in page
    assert max(map(len, bjtrainer("stats", "chart", COLUMNS="40").stdout.splitlines())) <= 40


def test_groups_share_out_all_answers(report, stored):
    groups = report("groups")["groups"]
    assert sum(group["decisions"] for group in groups) == len(stored)
    assert sum(group["right"] for group in groups) == sum(one.right for one in stored)


def test_a_session_is_shown_again_decision_by_decision(report, bjtrainer, stored):
    found = report("session", "2")
    assert [one["n"] for one in found["decisions"]] == list(range(1, 13))
    assert found["decisions"][3]["slip"]
    page = bjtrainer("stats", "session", "1").stdout
    missed = [one for one in stored if one.session == 1 and not one.right]
    assert page.count("✗") == len(missed)
    assert page.count("% of the time") >= len(missed) // 2  # each miss with its reason
    gone = bjtrainer("stats", "session", "9")
    assert (gone.returncode, gone.stdout) == (2, "")
    assert "there is no session 9; bjtrainer stats sessions lists them" in gone.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--since", "soon"), "--since 'soon' is no day; write one such as 2026-11-30"),
        (("--category", "hart"), "there is no category 'hart' (did you mean hard?)"),
        (("chart", "--all-games"), "a chart is that of one game; leave out --all-games"),
        (("--since", "7d", "cells"), "write the options after the command: bjtrainer stats cells"),
        (("cells", "--sort", "luck"), "luck"),
    ],
)
def test_what_makes_no_sense_is_one_line(bjtrainer, arguments, said):
    run = bjtrainer("stats", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["", "cells", "chart", "groups", "trend", "sessions", "drills"])
def test_without_answers_it_is_said_what_to_do(bjtrainer, command):
    run = bjtrainer("stats", *command.split())
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "No answers yet. Begin with: bjtrainer drill\n"


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("command", ["", "cells", "groups", "trend", "sessions", "drills"])
def test_pages_fit_the_window(bjtrainer, stored, command, columns):
    page = bjtrainer("stats", *command.split(), COLUMNS=str(columns)).stdout
    assert max(map(len, page.splitlines())) <= columns
    assert "\x1b" not in page


def test_the_screens_load_neither_numbers_nor_memories(python, stored):
    code = (
        "import sys\n"
        "from bjtrainer.cli.dispatch import dispatch\n"
        "for words in (['stats'], ['stats', 'cells'], ['stats', 'chart']):\n"
        "    dispatch(words)\n"
        "print(sorted({'numpy', 'fsrs'} & set(sys.modules)))\n"
    )
    assert python("-c", code).stdout.splitlines()[-1] == "[]"
