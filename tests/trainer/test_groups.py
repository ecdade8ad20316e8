"""The rules of thumb are the chart: read back word by word, they give the codes of their cells."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_rules import games

from bjtrainer.analysis.values import solve
from bjtrainer.cards import UPCARDS
from bjtrainer.charts.figures import derive_chart
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import CELLS, INSURANCE_CELL, ROWS, Cell, Chart, Code
from bjtrainer.rules.load import shipped_games
from bjtrainer.trainer.groups import groups_of, rule_of

ROW_NAMES = {kind: [row.label for row in ROWS if row.kind == kind] for kind in ("hard", "soft")}
ROW_NAMES["pair"] = ROW_NAMES["pairs"] = [row.label for row in ROWS if row.kind == "pair"]
UPCARD_NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "ten", "ace"]
SHIPPED = [load_chart(chart_path(game)) for game in ("european", "las-vegas-downtown")]
WORDS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


def listed(text: str, names: list[str]) -> list[str]:
    """Read a list such as ``2 to 6, 8 and 9``."""
    found = []
    for part in re.split(r", | and ", text):
        first, _, last = part.partition(" to ")
        found += names[names.index(first) : names.index(last or first) + 1]
    return found


def read_back(line: str, cells: tuple[str, ...]) -> dict[str, str]:
    """What the line of a group says to do in each of its cells."""
    said: dict[str, str] = {}
    for rule in line.split("; "):
        about, _, play = rule.partition(": ")
        if about == "insurance":
            said[INSURANCE_CELL] = {"never take it": "N", "always take it": "Y"}[play]
            continue
        kind, _, labels = about.partition(" ")
        rows = [f"{kind.removesuffix('s')} {one}" for one in listed(labels, ROW_NAMES[kind])]
        kept = play.removesuffix(" (surrender apart)")
        for one in re.split(rf", (?={'|'.join(WORDS)})", kept):
            found = re.fullmatch(rf"({'|'.join(WORDS)})(?: \(else (\w+)\))? against (.*)", one)
            assert found, one
            code = WORDS[found[1]] + (WORDS[found[2]].lower() if found[2] else "")
            against = re.sub(r"^an? ", "", found[3])
            rest = against in ("the rest", "everything")
            for row in rows:
                for name in UPCARD_NAMES if rest else listed(against, UPCARD_NAMES):
                    cell = f"{row} v {UPCARDS[UPCARD_NAMES.index(name)]}"
                    if cell in cells and not (rest and cell in said):
                        assert cell not in said
                        said[cell] = code
    return said


def check(chart: Chart) -> None:
    groups = groups_of(chart)
    assert len(groups) <= 12
    cells = [cell for group in groups for cell in group.cells]
    insured = [INSURANCE_CELL] if chart.insurance is not None else []
    assert sorted(cells) == sorted([*map(str, CELLS), *insured])
    assert len({group.title for group in groups}) == len(groups)
    for group in groups:
        assert "\n" not in group.line
        said = read_back(group.line, group.cells)
        for cell in group.cells:
            if cell == INSURANCE_CELL:
                assert said[cell] == chart.insurance.code
            else:
                assert said[cell] == str(chart.entries[Cell.parse(cell)].code), (cell, group.line)
    for rule in (rule for group in groups for rule in group.rules):
        assert read_back(str(rule), rule.cells).keys() == set(rule.cells)
        apart = rule.play.endswith(" (surrender apart)")
        rows = {cell.partition(" v ")[0] for cell in rule.cells}
        surrenders = any(
            chart.entries[cell].code.value[0] == "R"
            for cell in CELLS
            if str(cell.row) in rows and str(cell) not in rule.cells
        )
        assert apart == (surrenders and "surrender (" not in rule.play)


@pytest.mark.parametrize("game", shipped_games())
def test_each_cell_of_a_game_is_in_one_group_and_its_line_gives_its_codes(game):
    check(load_chart(chart_path(game)))


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    """A shipped chart with other codes put in here and there, whole rows of them too."""
    chart = draw(st.sampled_from(SHIPPED))
    entries = dict(chart.entries)
    codes = {
        "pair": st.sampled_from(list(Code)),
        "other": st.sampled_from([code for code in Code if code not in (Code.P, Code.RP)]),
    }
    for row in draw(st.lists(st.sampled_from(ROWS), max_size=8, unique=True)):
        legal = codes["pair" if row.kind == "pair" else "other"]
        few = st.sampled_from(draw(st.lists(legal, min_size=1, max_size=3)))
        for upcard in UPCARDS:
            cell = Cell(row, upcard)
            entries[cell] = replace(entries[cell], code=draw(few))
    insurance = draw(st.sampled_from((None, chart.insurance, replace(chart.insurance, take=True))))
    return replace(chart, entries=entries, insurance=insurance)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chart=charts())
def test_each_cell_of_any_chart_is_in_one_group_and_its_line_gives_its_codes(chart):
    check(chart)


@settings(
    max_examples=5,
    derandomize=True,  # the same few games each time, as each takes a second
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(rules=games())
def test_the_chart_of_rules_drawn_at_random_is_told_by_its_groups(rules):
    check(derive_chart(solve(rules)))


def test_rules_that_players_know_are_told_as_players_say_them(vegas_downtown, las_vegas_downtown):
    lines = [str(rule) for group in groups_of(vegas_downtown.chart) for rule in group.rules]
    assert "hard 13 to 16: stand against 2 to 6, hit against the rest" in lines
    assert "hard 12: stand against 4 to 6, hit against the rest" in lines
    assert "pairs A and 8: split against everything" in lines
    assert "insurance: never take it" in lines
    groups = groups_of(las_vegas_downtown.chart)
    assert str(rule_of(groups, "hard 16 v T")) == (
        "hard 16: surrender (else hit) against 9 and ace, surrender (else stand) against a ten"
    )


def test_what_is_sure_is_learnt_first_and_insurance_last(plays):
    titles = [group.title for group in groups_of(plays.chart)]
    assert titles[:3] == ["hard 4 to 8 and 17 to 20", "hard 13 to 16", "hard 12"]
    kinds = [title.split(" ")[0].removesuffix("s") for title in titles]
    assert list(dict.fromkeys(kinds)) == [
        one for one in ("hard", "soft", "pair", "surrender", "insurance") if one in kinds
    ]
