"""Drill files: what they may say, where they are found, and every fault at its place."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from bjtrainer.cards import Rank
from bjtrainer.charts.model import Row
from bjtrainer.errors import FileFaults, InputError
from bjtrainer.game.actions import Action
from bjtrainer.places import shipped
from bjtrainer.trainer.drill import Drill, Kind, find_drill, load_drill, own_drills, shipped_drills
from bjtrainer.trainer.drill_keys import KEYS, Feedback
from bjtrainer.trainer.order import Order
from bjtrainer.trainer.selection import Part, Selection
from bjtrainer.trainer.spots import Decision

SHIPPED = {
    "default": Kind.ROUNDS,
    "cells": Kind.CELLS,
    "close-calls": Kind.CELLS,
    "doubles": Kind.CELLS,
    "due": Kind.HISTORY,
    "exam": Kind.CONTEST,
    "exceptions": Kind.CELLS,
    "fallbacks": Kind.CELLS,
    "first-decisions": Kind.CELLS,
    "hard": Kind.CELLS,
    "insurance": Kind.CELLS,
    "misses": Kind.HISTORY,
    "pairs": Kind.CELLS,
    "slow": Kind.HISTORY,
    "soft": Kind.CELLS,
    "storm": Kind.CONTEST,
    "streak": Kind.CONTEST,
    "surrender": Kind.CELLS,
    "transfer": Kind.CELLS,
    "weak": Kind.HISTORY,
}
PARTS = {
    "first-decisions": Part.ALL,
    "hard": Part.HARD,
    "pairs": Part.PAIRS,
    "soft": Part.SOFT,
    "surrender": Part.SURRENDER,
    "insurance": Part.INSURANCE,
}


def drill_file(folder: Path, text: str, name: str = "mine") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return path


def faults_of(path: Path) -> list[str]:
    with pytest.raises(FileFaults) as caught:
        load_drill(path)
    return [line.removeprefix(f"{path}:") for line in caught.value.lines()]


@pytest.mark.parametrize("name", SHIPPED)
def test_each_shipped_drill_is_of_its_kind(name):
    drill = find_drill(name)
    assert (drill.name, drill.kind) == (name, SHIPPED[name])
    assert drill.title
    assert drill.about
    assert drill.natural is (name == "default")
    assert name not in PARTS or drill.selection == Selection(part=PARTS[name])


def test_no_other_drill_is_shipped():
    assert shipped_drills() == tuple(sorted(SHIPPED))


@pytest.mark.parametrize("name", shipped_drills())
def test_each_key_of_a_shipped_file_stands_below_its_explanation(name):
    lines = (shipped("drills") / f"{name}.yaml").read_text().splitlines()
    keys = {line.split(":")[0]: place for place, line in enumerate(lines) if line[:1].isalpha()}
    assert keys.keys() >= {"title", "about", "deal"}
    assert all(lines[place - 1].startswith("# ") for place in keys.values())


def test_the_default_drill_names_every_key_there_is():
    text = (shipped("drills") / "default.yaml").read_text()
    assert all(f"\n{key}: " in text or f"\n# {key}: " in text for key in KEYS)


def test_what_a_file_leaves_out_has_its_default(tmp_path):
    path = drill_file(tmp_path, "about: ''\n", "deep-water")
    assert load_drill(path) == Drill(name="deep-water", title="deep water")


@pytest.mark.parametrize(
    ("written", "count"),
    [("20", 20), ("null", None), ("none", None), ("~", None), ("1000000", 10**6)],
)
def test_a_count_is_a_number_or_none(tmp_path, written, count):
    assert load_drill(drill_file(tmp_path, f"count: {written}\n")).count == count


def test_cells_are_first_decisions_all_over_the_chart_unless_a_file_says_more(tmp_path):
    drill = load_drill(drill_file(tmp_path, "deal: cells\n"))
    assert (drill.selection, drill.order) == (Selection(), Order.EVEN)


WRITTEN = """\
title: mine
about: what I say
deal: cells
cells: hard
rows: [hard 12-14, hard 16]
upcards: [2-4, T, A]
actions: [hit, stand]
decisions: [first, after_hit]
margin_below: 0.02
differs_from: european
beside: yes
exceptions: yes
missed: 7
slow: 8
due: yes
starred: yes
order: weakest
count: 12
minutes: 1.5
miss_seconds: 5
combo: yes
ends_at_miss: no
feedback: brief
pass_mark: 90
hints: no
"""


def test_every_key_says_what_it_says(tmp_path):
    """The keys of the README, each with a value that is not its default."""
    drill = load_drill(drill_file(tmp_path, WRITTEN))
    assert drill == Drill(
        name="mine",
        title="mine",
        about="what I say",
        selection=Selection(
            part=Part.HARD,
            rows=tuple(Row.parse(f"hard {total}") for total in (12, 13, 14, 16)),
            upcards=tuple(map(Rank.parse, "234TA")),
            actions=(Action.HIT, Action.STAND),
            decisions=(Decision.FIRST, Decision.AFTER_HIT),
            margin_below=Decimal("0.02"),
            differs_from="european",
            beside=True,
            exceptions=True,
            missed=7,
            slow=8,
            due=True,
            starred=True,
        ),
        order=Order.WEAKEST,
        count=12,
        minutes=1.5,
        miss_seconds=5,
        combo=True,
        ends_at_miss=False,
        feedback=Feedback.BRIEF,
        pass_mark=90,
        hints=False,
    )
    assert [line.split(":")[0] for line in WRITTEN.splitlines()] == list(KEYS)


def test_the_default_drill_says_nothing_but_defaults():
    plain = Drill(name="default", title="whole rounds", about=find_drill("default").about)
    assert find_drill("default") == plain


@pytest.mark.parametrize(
    ("written", "rows"),
    [
        ("hard 4-6", "hard 4, hard 5, hard 6"),
        ("soft 12-20", ", ".join(f"soft {total}" for total in range(12, 21))),
        ("pair A-3", "pair A, pair 2, pair 3"),
        ("pair T", "pair T"),
    ],
)
def test_a_span_of_rows_is_each_of_them(tmp_path, written, rows):
    drill = load_drill(drill_file(tmp_path, f"deal: cells\nrows: [{written}]\n"))
    assert ", ".join(map(str, drill.selection.rows)) == rows


@pytest.mark.parametrize(
    "line",
    [
        *("rows: [hard 3]", "rows: [hard 16-12]", "rows: [hard]", "rows: []", "rows: hard 12"),
        *("rows: [soft 21]", "rows: [pair 1]", "rows: [hard 12-]", "rows: [hard 12, hard 12]"),
        *("upcards: [1]", "upcards: [A-2]", "upcards: [K]", "upcards: [2, 2]", "upcards: 2"),
        *("actions: [insure]", "decisions: [second]", "decisions: []", "cells: pair"),
        *("margin_below: 0", "margin_below: -1", "margin_below: 2 cents", "margin_below: 1.5"),
        *("differs_from: ../x", "beside: maybe", "missed: 0", "missed: 1.5", "slow: -1"),
        *(
            "due: today",
            "starred: 3",
            "order: random",
            "minutes: 0",
            "minutes: 601",
            "minutes: 1e3",
        ),
        *("miss_seconds: -1", "miss_seconds: 1000", "combo: 5", "feedback: later"),
        *("pass_mark: 0", "pass_mark: 101", "pass_mark: 95%", "hints: few", "ends_at_miss: first"),
    ],
)
def test_no_other_value_is_taken(tmp_path, line):
    faults = faults_of(drill_file(tmp_path, f"deal: cells\ncount: 3\n{line}\n"))
    assert len(faults) == 1
    key = line.split(":")[0]
    assert re.match(rf"3:\d+: {key}\b.*; (write|remove)|3:\d+: {key}, value \d", faults[0])


CONTRADICTIONS = {
    "cells: soft": "cells goes with deal: cells; write that too, or remove cells",
    "order: due": "order goes with deal: cells; write that too, or remove order",
    "deal: cells\ncells: insurance\nrows: [hard 16]": "insurance has no rows; remove rows, or",
    "deal: cells\ncells: insurance\nactions: [hit]": "insurance has no actions; remove actions, or",
    "deal: cells\ncells: insurance\nexceptions: yes": "insurance has no exceptions; remove exc",
    "deal: cells\ncells: insurance\ndecisions: [after_hit]": "insurance is a first decision; add",
    "deal: cells\ncells: insurance\nupcards: [2-T]": "insurance is offered against an ace; add A",
    "deal: cells\ncells: hard\nrows: [soft 18]": "no row here is in cells: hard; name one, or",
    "deal: cells\ncells: pairs\ndecisions: [no_split]": "a pair that cannot be split is asked in",
    "deal: cells\nactions: [hit]\ndecisions: [no_double]": "these decisions are asked where the",
    "deal: cells\nexceptions: yes\ndecisions: [after_split]": "exceptions are hands that are not",
    "deal: cells\nbeside: yes": "beside adds to chosen cells; choose some with actions or margin",
    "miss_seconds: 5": "a miss takes time only where minutes limit it; write them too",
    "pass_mark: 90": "a pass mark is a part of so many questions; write count, too",
    "count: 9\npass_mark: 90\nends_at_miss: yes": "the first miss ends the drill; remove pass_mark",
    "minutes: 1\nmiss_seconds: 9\nends_at_miss: yes": "the first miss ends the drill; remove miss",
    "ends_at_miss: yes\nfeedback: at_end": "ends_at_miss would tell at once what was right; write",
    "combo: yes\nfeedback: at_end": "combo would tell at once what was right; write feedback",
}


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_what_makes_no_sense_together_is_refused_at_the_later_key(tmp_path, text):
    (fault,) = faults_of(drill_file(tmp_path, f"{text}\n"))
    last = len(text.splitlines())
    column = len(text.splitlines()[-1].split(":")[0]) + 3
    assert fault.startswith(f"{last}:{column}: {CONTRADICTIONS[text]}")


def test_what_says_no_goes_with_whole_rounds(tmp_path):
    text = "exceptions: no\nmissed: null\ndue: no\nbeside: no\nmargin_below: null\n"
    assert load_drill(drill_file(tmp_path, text)).natural


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\n  # a: b\n"])
def test_a_file_without_keys_has_every_default(tmp_path, text):
    drill = load_drill(drill_file(tmp_path, text))
    assert drill == load_drill(drill_file(tmp_path, "deal: rounds\n"))


def test_every_fault_is_told_at_once_with_its_place(tmp_path):
    path = drill_file(
        tmp_path,
        "title: ''\ndeal: round\ncells: sofft\ncount: 0\ncuont: 3\ncount: 4\n",
    )
    assert faults_of(path) == [
        "1:8: title is empty; write text of 1 to 40 characters",
        "2:7: deal is 'round'; write rounds or cells (did you mean rounds?)",
        "3:8: cells is 'sofft'; write all, hard, soft, pairs, surrender or insurance "
        "(did you mean soft?)",
        "4:8: count is '0'; write a whole number from 1 to 1000000, or null",
        "5:1: 'cuont' is not a key here (did you mean count?)",
        "6:1: count stands on line 4 already; keep one",
    ]


@pytest.mark.parametrize("count", ["1.5", "1e3", "010", "-1", "1000001", "six", "yes"])
def test_no_other_count_is_taken(tmp_path, count):
    (fault,) = faults_of(drill_file(tmp_path, f"count: {count}\n"))
    assert fault.startswith("1:8: count is ")


def test_a_file_with_no_name_for_a_drill_is_refused(tmp_path):
    path = drill_file(tmp_path, "deal: rounds\n", "My Drill")
    with pytest.raises(InputError, match="is no name for a drill; rename the file"):
        load_drill(path)


def test_a_drill_of_the_players_own_is_found_by_name_and_by_path(own_folder):
    path = drill_file(
        own_folder / "drills", "title: mine\ndeal: cells\ncells: pairs\n", "late-night"
    )
    assert own_drills(own_folder) == ("late-night",)
    assert find_drill("late-night", own_folder) == find_drill(str(path))
    with pytest.raises(InputError, match="there is no drill 'late-night'"):
        find_drill("late-night")


def test_a_drill_of_the_program_cannot_be_shadowed(own_folder):
    drill_file(own_folder / "drills", "deal: rounds\n", "soft")
    with pytest.raises(InputError, match="has the name of a drill of the program; rename the file"):
        find_drill("soft", own_folder)


def test_an_unknown_drill_is_told_with_the_nearest(own_folder):
    drill_file(own_folder / "drills", "deal: rounds\n", "late-night")
    with pytest.raises(InputError) as caught:
        find_drill("sofft", own_folder)
    assert str(caught.value) == (
        "there is no drill 'sofft' (did you mean soft?); write a path, or one of "
        f"{', '.join(sorted(SHIPPED))}, late-night"
    )


@pytest.mark.parametrize("name", ["../soft", "/nowhere/at/all.yaml", "soft.yaml", "a\x00b.yaml"])
def test_a_path_to_nothing_is_told(name):
    with pytest.raises(InputError):
        find_drill(name)


PIECES = (
    *("*a", "&a ", "!!int ", "<<: ", "- ", ": ", "[", "]", "{", "}", "|\n", "---\n", "'", '"'),
    *("\\", "#", "\t", "\n", "\0", "\x1b[31m", "\u202e", "\ud800", "[" * 500, "null", "no", "010"),
    *("1e999", "9" * 5000, "-1", "cells: all\n", "deal: cells\n", "count: 3\n"),
)


def test_a_thousand_mutated_files_give_a_drill_or_faults_in_their_places(tmp_path):
    """Reliability figures, "bad YAML"."""
    rng = Random(23)
    originals = [path.read_text() for path in shipped("drills").glob("*.yaml")]
    refused, path = 0, tmp_path / "mutated.yaml"
    for _ in range(1000):
        text = rng.choice(originals)
        lines = [line for line in text.splitlines(keepends=True) if line[:1] not in "#\n"]
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(lines))
            cut = rng.randrange(len(lines[place]) + 1)
            end = cut + rng.choice((0, 0, 2, 30))
            lines[place] = lines[place][:cut] + rng.choice(PIECES) + lines[place][end:]
        path.write_text("".join(lines), encoding="utf-8", errors="surrogatepass")
        lines = ()
        try:
            drill = load_drill(path)
        except FileFaults as error:
            refused, lines = refused + 1, error.lines()
        else:
            assert (drill.title + drill.about).isprintable()
            assert drill.count is None or 1 <= drill.count <= 10**6
        assert all(line.isprintable() for line in lines)
        assert all(re.match(r".*:[1-9]\d*:[1-9]\d*: .", line) for line in lines)
    assert 500 < refused < 1000  # else the mutations are too mild or too wild to say anything
