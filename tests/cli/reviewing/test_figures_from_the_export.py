"""Every figure of the review once more, from the lines of `stats export` alone and in plain sums.

Nothing of the program is used but its output: an export, and the chart as `chart show` prints it.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta
from math import sqrt
from statistics import median

import pytest

GAME = "las-vegas-downtown"
LETTERS = "hsdprhshsyn"


@pytest.fixture
def answered(bjtrainer, own_folder):
    """Drills and a sitting at the table, some of the answers moved into the days before."""
    for seed, drill in enumerate(("default", "weak", "exam", "default", "hard"), 1):
        keys = "".join(f"{LETTERS[(seed * at) % len(LETTERS)]}\n" for at in range(120))
        keys = keys.replace("p\n", "p\nu\n", 2).replace("s\n", "?\ns\n", 2)
        bjtrainer("drill", drill, "--game", GAME, "--seed", str(seed), "--count", "45", sent=keys)
    bjtrainer("play", GAME, "--seed", "4", sent="10\ns\ns\ns\nn\n" * 8)
    with sqlite3.connect(own_folder / "history.sqlite3") as other:
        sessions = [number for (number,) in other.execute("SELECT id FROM sessions")]
    other.close()
    assert len(sessions) > 4
    text = bjtrainer("stats", "export").stdout
    return shifted(bjtrainer, own_folder, text, {sessions[0]: 30, sessions[1]: 3})


def shifted(bjtrainer, own_folder, text, days):
    """Put some sessions back by days, through an import into a new history."""
    import zlib  # noqa: PLC0415  to seal the changed lines again

    lines, moved = [], {}
    for line in text.splitlines():
        told = json.loads(line)
        if told["type"] == "session" and told["id"] in days:
            moved[told["uid"]] = timedelta(days=days[told["id"]])
            for name in ("started_at", "ended_at"):
                told[name] = earlier(told[name], moved[told["uid"]])
        if told["type"] == "answer" and (back := moved.get(told["id"].split("-")[0])):
            told["answered_at"] = earlier(told["answered_at"], back)
        if told["type"] == "end":
            crc = zlib.crc32("".join(f"{one}\n" for one in lines).encode())
            told["crc32"] = f"{crc:08x}"
        lines.append(json.dumps(told, ensure_ascii=False))
    for path in own_folder.glob("history.sqlite3*"):
        path.unlink()
    path = own_folder / "moved.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    run = bjtrainer("stats", "import", str(path))
    assert (run.returncode, run.stderr) == (0, "")
    told = [json.loads(line) for line in bjtrainer("stats", "export").stdout.splitlines()]
    sessions = {one["uid"]: one for one in told if one["type"] == "session"}
    answers = [one | {"in": sessions[one["id"].split("-")[0]]} for one in told if "answer" in one]
    return sorted(answers, key=lambda one: one["stored"])


def earlier(text, back):
    return (datetime.fromisoformat(text) - back).isoformat(timespec="microseconds")


def figures(answers):
    count, right = len(answers), sum(one["right"] for one in answers)
    cost = sum(one["cost"] for one in answers)
    return {
        "decisions": count,
        "right": right,
        "accuracy": right / count if count else None,
        "cost_per_100": 100 * cost / count if count else None,
    }


def ends_of(answers):
    """Where the observed share is just 1.96 standard errors away: roots of a square."""
    n, z = len(answers), 1.959963984540054
    share = sum(one["right"] for one in answers) / n
    a, b, c = 1 + z * z / n, -(2 * share + z * z / n), share * share
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def alike(found, expected):
    assert {name: found[name] for name in expected} == {
        name: pytest.approx(value, abs=1e-9) if isinstance(value, float) else value
        for name, value in expected.items()
    }


def report(bjtrainer, *arguments):
    run = bjtrainer("stats", *arguments, "--json", "--game", GAME, TZ="UTC")
    assert (run.returncode, run.stderr) == (0, "")
    return json.loads(run.stdout)


def check_the_report(bjtrainer, answered):
    counted = [one for one in answered if not one["slip"]]
    assert len(counted) < len(answered)
    found = report(bjtrainer)
    alike(found, figures(counted))
    assert found["interval"] == pytest.approx(ends_of(counted), abs=1e-9)
    alike(found["as_dealt"], figures([one for one in counted if one["natural"]]))
    alike(found["chosen"], figures([one for one in counted if not one["natural"]]))
    last, retained = {}, []
    for one in answered:
        at = datetime.fromisoformat(one["answered_at"])
        before = last.get(one["cell"])
        if before is not None and at - before >= timedelta(days=1) and not one["slip"]:
            retained.append(one)
        last[one["cell"]] = at
    assert retained
    alike(found["retained"], figures(retained))
    alike(found["rehearsed"], figures([one for one in counted if one not in retained]))
    for name, part in found["by_category"].items():
        alike(part, figures([one for one in counted if one["category"] == name]))
    natural = [one for one in counted if one["natural"]]
    rounds = {(one["in"]["uid"], one["round"]) for one in natural}
    per_hands = 100 * sum(one["cost"] for one in natural) / len(rounds)
    assert found["cost_per_100_hands"] == pytest.approx(per_hands, abs=1e-9)
    times = [one["milliseconds"] for one in counted if one["milliseconds"] is not None]
    assert found["median_ms"] == median(times)
    in_a_row = 0
    for one in reversed(counted):
        if not one["right"]:
            break
        in_a_row += 1
    assert found["right_in_a_row"] == in_a_row
    assert found["slips"] == len(answered) - len(counted)
    assert found["sessions"] == len({one["in"]["uid"] for one in answered})
    week = [one for one in counted if one["in"]["id"] != answered[0]["in"]["id"]]
    alike(found["last_week"], figures(week))
    assert found["days_in_a_row"] == 1


def check_the_error_rate(bjtrainer, answered):
    chart = json.loads(bjtrainer("chart", "show", GAME, "--format", "json", "--values").stdout)[
        "rows"
    ]
    margins = {
        f"{row} v {upcard}": cell["margin"]
        for row, cells in chart.items()
        for upcard, cell in cells.items()
    }
    judged = [one for one in answered if not one["slip"] and margins[one["cell"]] < 0.2]
    rate = 1000 * sum(one["cost"] for one in judged) / len(judged)
    assert report(bjtrainer)["error_rate"] == pytest.approx(rate, abs=1e-6)


def check_the_parts(bjtrainer, answered):
    counted = [one for one in answered if not one["slip"]]
    for cell in report(bjtrainer, "cells")["cells"]:
        there = [one for one in counted if one["cell"] == cell["cell"]]
        alike(cell, figures(there))
        assert cell["total_cost"] == pytest.approx(sum(one["cost"] for one in there), abs=1e-9)
        assert cell["interval"] == pytest.approx(ends_of(there), abs=1e-9)
    for day in report(bjtrainer, "trend")["trend"]:
        alike(day, figures([one for one in counted if one["answered_at"][:10] == day["day"]]))
    for one in report(bjtrainer, "sessions")["sessions"]:
        alike(one, figures([other for other in counted if other["in"]["id"] == one["id"]]))
    for one in report(bjtrainer, "drills")["drills"]:
        alike(one, figures([other for other in counted if other["in"]["drill"] == one["drill"]]))
    groups = report(bjtrainer, "groups")["groups"]
    assert sum(one["decisions"] for one in groups) == len(counted)


def test_every_figure_equals_the_sums_over_the_export(bjtrainer, answered):
    check_the_report(bjtrainer, answered)
    check_the_error_rate(bjtrainer, answered)
    check_the_parts(bjtrainer, answered)
