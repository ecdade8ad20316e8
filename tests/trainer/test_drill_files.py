"""Drill files: what they may say, where they are found, and every fault at its place."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from bjtrainer.errors import FileFaults, InputError
from bjtrainer.places import shipped
from bjtrainer.trainer.drill import (
    KEYS,
    Drill,
    Part,
    find_drill,
    load_drill,
    own_drills,
    shipped_drills,
)


def drill_file(folder: Path, text: str, name: str = "mine") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return path


def faults_of(path: Path) -> list[str]:
    with pytest.raises(FileFaults) as caught:
        load_drill(path)
    return [line.removeprefix(f"{path}:") for line in caught.value.lines()]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("default", None),
        ("first-decisions", Part.ALL),
        ("hard", Part.HARD),
        ("pairs", Part.PAIRS),
        ("soft", Part.SOFT),
        ("surrender", Part.SURRENDER),
    ],
)
def test_each_shipped_drill_asks_about_its_part(name, part):
    drill = find_drill(name)
    assert (drill.name, drill.part, drill.natural) == (name, part, part is None)
    assert drill.title
    assert drill.about


def test_no_other_drill_is_shipped():
    assert shipped_drills() == (
        "default",
        "first-decisions",
        "hard",
        "pairs",
        "soft",
        "surrender",
    )


@pytest.mark.parametrize("name", shipped_drills())
def test_each_key_of_a_shipped_file_stands_below_its_explanation(name):
    lines = (shipped("drills") / f"{name}.yaml").read_text().splitlines()
    keys = {line.split(":")[0]: place for place, line in enumerate(lines) if line[:1].isalpha()}
    assert keys.keys() >= {"title", "about", "deal", "count"}
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


def test_cells_are_all_unless_a_part_is_named(tmp_path):
    assert load_drill(drill_file(tmp_path, "deal: cells\n")).part is Part.ALL


def test_every_fault_is_told_at_once_with_its_place(tmp_path):
    path = drill_file(
        tmp_path,
        "title: ''\ndeal: round\ncells: sofft\ncount: 0\ncuont: 3\ncount: 4\n",
    )
    assert faults_of(path) == [
        "1:8: title is empty; write text of 1 to 40 characters",
        "2:7: deal is 'round'; write rounds or cells (did you mean rounds?)",
        "3:8: cells is 'sofft'; write all, hard, soft, pairs or surrender (did you mean soft?)",
        "4:8: count is '0'; write a whole number from 1 to 1000000, or null",
        "5:1: 'cuont' is not a key here (did you mean count?)",
        "6:1: count stands on line 4 already; keep one",
    ]


@pytest.mark.parametrize("count", ["1.5", "1e3", "010", "-1", "1000001", "six", "yes"])
def test_no_other_count_is_taken(tmp_path, count):
    (fault,) = faults_of(drill_file(tmp_path, f"count: {count}\n"))
    assert fault.startswith("1:8: count is ")


@pytest.mark.parametrize("text", ["cells: soft\n", "deal: rounds\ncells: soft\n"])
def test_cells_without_deal_cells_are_a_fault(tmp_path, text):
    (fault,) = faults_of(drill_file(tmp_path, text))
    assert fault.endswith("cells belong to deal: cells; write that too, or remove cells")


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
        "there is no drill 'sofft' (did you mean soft?); write a path, or one of default, "
        "first-decisions, hard, pairs, soft, surrender, late-night"
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
