"""Source of truth: ux.md and the README: the review at 80 and 40 columns, on one screen.

The pages in golden/review_screens.txt were read by eye.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.store import Store
from bjtrainer.trainer.judge import Severity

GOLDEN = Path(__file__).parents[2] / "golden" / "review_screens.txt"
HEAD = """\
Source of truth: ux.md; read by eye at 80 and 40 columns, through a pipe. To write it anew:
REGENERATE=1 python -m pytest tests/cli/reviewing/test_review_screens.py -k pages
"""
PAGES = (
    "stats",
    "stats --category insurance",
    "stats cells --last 6",
    "stats chart",
    "stats groups",
    "stats trend",
    "stats trend --by session",
    "stats sessions",
    "stats drills",
    "stats session 2 --misses",
)
GAME, OTHER = "las-vegas-downtown", "european"
LONG_AGO = datetime(2025, 3, 1, 9, tzinfo=UTC)

# A cell and what stands in it, a hand of it, the right answer and a wrong one with its cost; those
# without a cost are never missed.
ASKED = (
    ("hard 16 v T", "Rs", "T6", "surrender", "hit", 0.04),
    ("hard 12 v 4", "S", "T2", "stand", "hit", 0.0),
    ("hard 17 v 9", "S", "T7", "stand", "hit", 0.0),
    ("hard 11 v 6", "Dh", "65", "double", "hit", 0.33),
    ("hard 13 v 2", "S", "T3", "stand", "hit", 0.019),
    ("soft 18 v 9", "H", "A7", "hit", "stand", 0.09),
    ("soft 19 v 6", "Ds", "A8", "double", "stand", 0.005),
    ("pair 9 v 7", "S", "99", "stand", "split", 0.04),
    ("pair 8 v T", "P", "88", "split", "hit", 0.05),
    ("insurance v A", "N", "T9", "no", "yes", 0.04),
    ("soft 17 v 3", "Dh", "A6", "double", "hit", 0.0),
    ("pair A v 5", "P", "AA", "split", "hit", 0.0),
)
RARE = 2
"""So many of them, the last, are seldom asked."""


def answers(stored_answer, session, count, *, start, game=GAME, slow=1, natural=True):
    """Answers of one session, every fifth of them wrong, and one taken back."""
    rng = Random(session)
    for n in range(1, count + 1):
        asked = ASKED if n % 12 == 1 else ASKED[:-RARE]
        cell, code, hand, chart, wrong, cost = rng.choice(asked)
        right = n % 5 != 0 or not cost
        yield stored_answer(
            session,
            n,
            at=start + timedelta(seconds=9 * n),
            game=game,
            asked=(cell, code, hand),
            answer=chart if right else wrong,
            chart=chart,
            values={chart: -0.5, wrong: -0.5 - cost},
            cost=0.0 if right else cost,
            severity="none" if right else str(Severity.of(cost)),
            milliseconds=(4000 if cell == "hard 12 v 4" else 1100) * slow,
            slip=n == 7,
            hinted=n == 9,
            natural=natural,
        )


@pytest.fixture
def history(own_folder, stored_answer):
    """Write sessions: when each began, its drill, game and number of answers."""

    def write(*sessions):
        with Store.open(history_path(own_folder)) as store:
            for start, drill, game, count in sessions:
                held = store.start_session(
                    now=start,
                    game=game,
                    rules_digest=find_rules(game).digest,
                    drill=drill,
                    seed=7,
                    version="1.0",
                    helped=False,
                )
                chosen = drill != "default"
                for one in answers(
                    stored_answer, held.id, count, start=start, game=game, natural=not chosen
                ):
                    store.add_decision(one)
                if drill != "storm":
                    store.end_session(held.id, now=start + timedelta(minutes=10))

    return write


@pytest.fixture
def played(history):
    """Four days of two games, long ago: figures that hang on today stay as they are."""
    day = timedelta(days=1)
    history(
        (LONG_AGO, "default", OTHER, 12),
        (LONG_AGO + day, "default", GAME, 60),
        (LONG_AGO + 2 * day, "weak", GAME, 40),
        (LONG_AGO + 4 * day, "storm", GAME, 8),
        (LONG_AGO + 4 * day + timedelta(hours=1), "default", GAME, 30),
    )


def test_the_pages_are_as_they_were_read(bjtrainer_runs, played):
    text = HEAD
    for columns in (80, 40):
        for page, run in zip(
            PAGES, bjtrainer_runs(*PAGES, COLUMNS=str(columns), TZ="UTC"), strict=True
        ):
            assert (run.returncode, run.stderr) == (0, ""), run.stderr
            pictures = "\n".join(f"|{row}" for row in run.stdout.splitlines())
            text += f"\n\nbjtrainer {page}, {columns} columns\n\n{pictures}\n"
            assert max(map(len, run.stdout.splitlines())) <= columns
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_the_review_and_the_heat_map_stand_in_one_window(window, history):
    """With all that the review can say, and the prompt of the shell below it."""
    now = datetime.now(UTC)
    history(
        (now - timedelta(days=40), "default", OTHER, 12),
        (now - timedelta(days=30), "default", GAME, 60),
        (now - timedelta(days=20), "weak", GAME, 40),
        (now - timedelta(days=2), "storm", GAME, 40),
    )
    said = (
        ((), f"{GAME}  ", "the last 7 days: no clear change", "bjtrainer drill --cells "),
        (("chart",), "Las Vegas Downtown Blackjack", "never seen", "AA  "),
    )
    for arguments, first, *others in said:
        view = window("stats", *arguments)
        assert view.code() == 0
        rows = view.screen()
        assert rows[0].startswith(first), "the top was scrolled away"
        assert [row for row in rows if row][-1].startswith(f"Not counted here: {OTHER}")
        for words in others:
            assert any(words in row for row in rows), words


def test_a_locale_without_other_signs_gets_ascii(bjtrainer, played):
    for page in ("", "chart", "trend", "session"):
        run = bjtrainer("stats", *page.split(), LC_ALL="C", PYTHONUTF8="0", COLUMNS="80")
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.isascii()
        assert "?" not in run.stdout
