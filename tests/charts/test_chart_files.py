"""interface.md, "Errors", and cases/README.md, "Files": chart files are read strictly."""

from __future__ import annotations

import random
import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from bjtrainer.charts.check import differences
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.files import chart_path, chart_yaml, load_chart
from bjtrainer.charts.model import CELLS, Chart, Code, Entry, Method
from bjtrainer.errors import FileFaults, InputError
from bjtrainer.rules.load import find_rules, override, shipped_games

SHIPPED = {slug: chart_path(slug).read_text(encoding="utf-8") for slug in shipped_games()}
TEXT = SHIPPED["vegas-downtown"]
LINES = TEXT.splitlines()
ROW = LINES.index("  hard 16:")
CELL = LINES[ROW + 1]
FREQUENCY = re.search(r"frequency: (.*?)}", CELL)[1]
MUTATIONS = Path(__file__).parent.parent / "rules" / "test_mutated_rules_files.py"
mutated = runpy.run_path(str(MUTATIONS))["mutated"]


def rounded(chart: Chart) -> Chart:
    """A chart with its figures as a file has them: nine decimals, 15 of the edges."""

    def to_file(entry: Entry) -> Entry:
        fallback = entry.fallback_margin
        return replace(
            entry,
            values={action: round(value, 9) for action, value in entry.values.items()},
            margin=round(entry.margin, 9),
            frequency=round(entry.frequency, 9),
            fallback_margin=None if fallback is None else round(fallback, 9),
        )

    edges, insurance = chart.edges, chart.insurance
    return replace(
        chart,
        edges=replace(
            edges,
            optimal=round(edges.optimal, 15),
            chart=round(edges.chart, 15),
            two_card_chart=round(edges.two_card_chart, 15),
        ),
        entries={cell: to_file(entry) for cell, entry in chart.entries.items()},
        insurance=insurance
        and replace(
            insurance, value=round(insurance.value, 9), frequency=round(insurance.frequency, 9)
        ),
    )


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_chart_is_what_its_rules_derive_today(slug):
    chart = load_chart(chart_path(slug))
    assert any(entry.hinges for entry in chart.entries.values())
    # Seven more games to solve each, and in test_chart_check for one of them:
    entries = {cell: replace(entry, hinges={}) for cell, entry in chart.entries.items()}
    assert differences(replace(chart, entries=entries), find_rules(slug)) == ()


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_file_is_written_again_to_the_byte(slug):
    assert chart_yaml(load_chart(chart_path(slug)), find_rules(slug)) == SHIPPED[slug]


def test_a_derived_chart_comes_back_from_its_file(game, tmp_path):
    first, second = CELLS[:2]
    hinged = {first: {"soft_17=stand": Code.DH, "decks=8": Code.RP}, second: {"decks=1": Code.S}}
    entries = {
        cell: replace(entry, hinges=hinged.get(cell, {}))
        for cell, entry in game.chart.entries.items()
    }
    chart = replace(game.chart, entries=entries)
    (tmp_path / "chart.yaml").write_text(chart_yaml(chart, game.rules), encoding="utf-8")
    back = load_chart(tmp_path / "chart.yaml")
    assert back == rounded(chart)
    assert list(back.entries) == list(CELLS)


def test_a_two_card_chart_without_insurance_comes_back_too(solved, tmp_path):
    rules = override(find_rules("las-vegas-downtown"), ["insurance=no", "surrender=none"])
    chart = derive_chart(solved(rules), Method.TWO_CARD)
    assert chart.insurance is None
    assert {entry.two_card for entry in chart.entries.values()} == {None}
    (tmp_path / "chart.yaml").write_text(chart_yaml(chart, rules), encoding="utf-8")
    assert load_chart(tmp_path / "chart.yaml") == rounded(chart)


def lines_with(*changed: str, drop: int = 0) -> str:
    """The file with other lines after the row's name, in place of the first so many of it."""
    return "\n".join([*LINES[: ROW + 1], *changed, *LINES[ROW + 1 + drop :], ""])


def cell_with(old: str, new: str) -> str:
    assert old in CELL
    return lines_with(CELL.replace(old, new), drop=1)


FAULTS = {
    "no such cell": (
        lines_with(drop=1),
        f"{ROW + 2}:5: hard 16 has no cell for 2; derive the chart again",
    ),
    "no such row": (
        "\n".join([*LINES[:ROW], *LINES[ROW + 11 :]]),
        f"{LINES.index('  hard 4:') + 1}:3: rows are missing: hard 16; derive the chart again",
    ),
    "unknown code": (
        cell_with("code: S", "code: Dx"),
        f"{ROW + 2}:15: code is 'Dx'; write H, S, P, Dh, Ds, Rh, Rs or Rp",
    ),
    "row twice": (
        "\n".join([*LINES[: ROW + 11], *LINES[ROW : ROW + 11], *LINES[ROW + 11 :]]),
        f"{ROW + 12}:3: hard 16 stands on line {ROW + 1} already; keep one",
    ),
    "cell twice": (
        lines_with(CELL),
        f"{ROW + 3}:5: 2 stands on line {ROW + 2} already; keep one",
    ),
    "wrong upcard": (
        cell_with("    2:", "    1:"),
        f"{ROW + 2}:5: the key in hard 16 is '1'; write an upcard: 2 to 9, T or A",
    ),
    "wrong row": (
        TEXT.replace("  hard 16:", "  hard 21:"),
        f"{ROW + 1}:3: the key in cells is 'hard 21'; write a row such as hard 16",
    ),
    "letters for a number": (
        cell_with(f"frequency: {FREQUENCY}", "frequency: often"),
        f"{ROW + 2}:{CELL.index(FREQUENCY) + 1}: frequency is 'often'; "
        "write a number from 0 to 1000",
    ),
    "too large a number": (
        cell_with(f"frequency: {FREQUENCY}", "frequency: 1000.5"),
        f"{ROW + 2}:{CELL.index(FREQUENCY) + 1}: frequency is '1000.5'; "
        "write a number from 0 to 1000",
    ),
    "unknown action": (
        cell_with("hit:", "hits:"),
        f"{ROW + 2}:{CELL.index('hit') + 1}: 'hits' is not a key here (did you mean hit?)",
    ),
    "no code": (cell_with("code: S, ", ""), f"{ROW + 2}:8: code is missing in 2; add it"),
    "insurance maybe": (
        TEXT.replace("insurance: {code: N", "insurance: {code: M"),
        f"{LINES.index('cells:')}:19: code is 'M'; write Y, or N",
    ),
    "a name that leads elsewhere": (
        TEXT.replace("game: vegas-downtown", "game: ../../etc"),
        "5:7: game is '../../etc'; write a name of a to z, 0 to 9, - and _, 64 at most",
    ),
    "no cells": (TEXT[: TEXT.index("cells:")], "5:1: cells is missing in the file; add it"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_place(tmp_path, fault):
    content, message = FAULTS[fault]
    path = tmp_path / "chart.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FileFaults) as refused:
        load_chart(path)
    assert refused.value.lines() == (f"{path}:{message}",)


def test_all_faults_are_told_at_once(tmp_path):
    path = tmp_path / "chart.yaml"
    path.write_text(
        TEXT.replace("code: Dh", "code: Dx", 1).replace("method: whole-game", "method: half"),
        encoding="utf-8",
    )
    with pytest.raises(FileFaults) as refused:
        load_chart(path)
    assert [line.split(":")[1] for line in refused.value.lines()] == ["7", str(dx_line())]


def dx_line() -> int:
    return next(number for number, line in enumerate(LINES, start=1) if "code: Dh" in line)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        load_chart(tmp_path / "none.yaml")


def read(path: Path, content: bytes) -> bool:
    """Read a file; fail unless it gives a whole chart or faults, each in its place. True: whole."""
    path.write_bytes(content)
    lines: tuple[str, ...] = ()
    try:
        chart = load_chart(path)
    except FileFaults as error:
        lines = error.lines()
    else:
        assert set(chart.entries) == set(CELLS)
        assert all(-10 <= entry.margin <= 10 for entry in chart.entries.values())
    for line in lines:
        assert line.isprintable()
        assert re.match(rf"{re.escape(str(path))}:[1-9]\d*:[1-9]\d*: .", line)
        assert len(line) < 1000
    assert len(lines) <= 50
    return not lines


def test_a_thousand_mutated_files(tmp_path):
    rng = random.Random(17)
    whole = [text.encode() for text in SHIPPED.values()]
    small = [b"\n".join(text.splitlines()[: ROW // 2]) for text in whole]  # quick, never complete
    path = tmp_path / "mutated.yaml"
    assert sum(read(path, mutated(rng, small)) for _ in range(950)) == 0
    assert 0 < sum(read(path, mutated(rng, whole)) for _ in range(50)) < 50
