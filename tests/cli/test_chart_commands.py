"""interface.md, ``chart show``, ``derive`` and ``check``, and golden pages that a person reads."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
from pathlib import Path

import pytest

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.files import chart_path, conventions, load_chart
from bjtrainer.charts.model import CELLS, ROWS, Code
from bjtrainer.game.actions import Action
from bjtrainer.rules.load import find_rules, shipped_games

GOLDEN = Path(__file__).parent.parent / "golden"
HEAD = (
    "Source of truth: the charts that tests/charts proves, laid out as ux.md asks. "
    "To write this page anew:\n"
    "REGENERATE=1 python -m pytest tests/cli -k golden\n"
)
SHIPPED = shipped_games()
SHOWN = ("vegas-downtown", "las-vegas-downtown", "european")
KINDS = {"hard": range(4, 21), "soft": range(12, 21), "pair": "A23456789T"}


def compared(name: str, page: str) -> None:
    """Fail unless a page is the golden one; or write it, where that is asked for."""
    path = GOLDEN / name
    if os.environ.get("REGENERATE"):
        path.write_text(f"{HEAD}\n{page}", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == f"{HEAD}\n{page}"


@pytest.mark.parametrize("columns", [80, 40, 20])
def test_a_golden_chart_in_each_width(bjtrainer_runs, columns):
    runs = bjtrainer_runs(*(f"chart show {game}" for game in SHOWN), COLUMNS=str(columns))
    assert {(run.returncode, run.stderr) for run in runs} == {(0, "")}
    pages = [run.stdout for run in runs]
    assert all(len(line) <= columns for page in pages for line in page.splitlines())
    compared(f"charts-{columns}-columns.txt", "\n".join(pages))


@pytest.mark.parametrize("columns", [80, 40])
def test_the_golden_figures_of_a_chart(bjtrainer_runs, columns):
    [run] = bjtrainer_runs("chart show las-vegas-downtown --values", COLUMNS=str(columns))
    assert all(len(line) <= columns for line in run.stdout.splitlines())
    said = f"Conventions: {conventions(find_rules('las-vegas-downtown'))}."
    assert said in " ".join(run.stdout.split())
    shown = run.stdout[run.stdout.index("\n\nhard 4") :]
    entries = load_chart(chart_path("las-vegas-downtown")).entries.values()
    assert shown.count("never") == sum(not entry.frequency for entry in entries)
    wanted = [shown[shown.index(f"\n{row}") :] for row in ("soft 18", "pair 8", "insurance")]
    pieces = [re.split(r"\n\n(?=\w)|\n(?=soft 19|pair 9)", piece)[0] for piece in wanted]
    compared(f"figures-{columns}-columns.txt", "\n".join(pieces) + "\n")


def test_a_golden_chart_in_colour(bjtrainer_runs):
    lines = ("chart show las-vegas-downtown", "chart show las-vegas-downtown --color always")
    plain, coloured = bjtrainer_runs(*lines, COLUMNS="80")
    assert "\x1b" not in plain.stdout
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured.stdout)
    assert [line.rstrip() for line in without.splitlines()] == plain.stdout.splitlines()
    row = next(line for line in coloured.stdout.splitlines() if "16 " in line)
    compared("chart-row-in-colour.txt", row.replace("\x1b", "ESC") + "\n")
    backgrounds = set(re.findall(r"48;5;\d+", coloured.stdout))
    assert len(backgrounds) == 5  # hit, stand, double, split, surrender


@pytest.mark.parametrize("game", SHOWN)
def test_json_has_the_shape_of_the_contract(bjtrainer_runs, game):
    by_format, by_option, valued = bjtrainer_runs(
        f"chart show {game} --format json", f"chart show {game} --json",
        f"chart show {game} --format json --values",
    )  # fmt: skip
    assert by_format.stdout == by_option.stdout
    report, chart = json.loads(by_format.stdout), load_chart(chart_path(game))
    assert report["schema"] == 1
    assert (report["game"], report["method"]) == (game, "whole-game")
    assert report["rules_digest"] == find_rules(game).digest
    rows = report["rows"]
    assert list(rows) == [f"{kind} {label}" for kind, of in KINDS.items() for label in of] + [
        "insurance"
    ]
    for row in ROWS:
        assert list(rows[str(row)]) == [str(upcard) for upcard in UPCARDS]
    for cell, entry in chart.entries.items():
        assert rows[str(cell.row)][str(cell.upcard)] == str(entry.code)
    assert rows["insurance"] == {"A": "N"}

    assert json.loads(valued.stdout)["conventions"] == conventions(find_rules(game))
    figures = json.loads(valued.stdout)["rows"]
    for cell, entry in chart.entries.items():
        shown = figures[str(cell.row)][str(cell.upcard)]
        assert shown["code"] == str(entry.code)
        assert shown["values"] == {str(action): value for action, value in entry.values.items()}
        assert (shown["margin"], shown["frequency"]) == (entry.margin, entry.frequency)
    insured = figures["insurance"]["A"]
    assert (insured["code"], insured["values"]["no"]) == ("N", 0.0)
    assert insured["values"]["yes"] == chart.insurance.value < 0
    assert insured["margin"] == -chart.insurance.value


def test_csv_holds_the_same_codes_and_figures(bjtrainer_runs):
    codes, figures = bjtrainer_runs(
        "chart show vegas-downtown --format csv", "chart show vegas-downtown --format csv --values"
    )
    chart = load_chart(chart_path("vegas-downtown"))
    head, *rows = csv.reader(io.StringIO(codes.stdout))
    assert head == ["row", *"23456789TA"]
    assert rows[-1] == ["insurance", *[""] * 9, "N"]
    read = {
        (row[0], upcard): code
        for row in rows
        for upcard, code in zip(head[1:], row[1:], strict=True)
    }
    for cell, entry in chart.entries.items():
        assert read[str(cell.row), str(cell.upcard)] == str(entry.code)
    head, *rows = csv.reader(io.StringIO(figures.stdout))
    assert head[:2] == ["cell", "code"]
    assert head[2:] == [*(str(action) for action in Action), "margin", "frequency"]
    assert [row[0] for row in rows] == [*map(str, CELLS), "insurance v A"]
    for row, (_, entry) in zip(rows, chart.entries.items(), strict=False):
        by_name = dict(zip(head[2:], row[2:], strict=True))
        assert by_name == {
            **{str(action): "" for action in Action},
            **{str(action): repr(value) for action, value in entry.values.items()},
            "margin": repr(entry.margin),
            "frequency": repr(entry.frequency),
        }


def test_markdown_is_one_table(bjtrainer_runs):
    [run] = bjtrainer_runs("chart show vegas-downtown --format markdown")
    lines = run.stdout.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [cell.strip() for cell in lines[0].split("|")[1:-1]] == ["row", *"23456789TA"]
    assert set(lines[1]) == set("| -")
    assert len(lines) == 2 + len(ROWS) + 1
    assert "| hard 11   | Dh | Dh |" in run.stdout


def test_yaml_is_the_file_itself(bjtrainer_runs):
    show, derive = bjtrainer_runs(
        "chart show vegas-downtown --format yaml", "chart derive vegas-downtown --explain-rules"
    )
    shipped = chart_path("vegas-downtown").read_text(encoding="utf-8")
    assert show.stdout == shipped
    figures = re.compile(r"-?\d+\.\d+")
    assert figures.sub("#", derive.stdout) == figures.sub("#", shipped)
    both = zip(figures.findall(derive.stdout), figures.findall(shipped), strict=True)
    assert all(abs(float(now) - float(then)) <= 2e-9 for now, then in both)


def test_a_chart_of_changed_rules_says_what_its_cells_hang_on(bjtrainer_runs, own_folder):
    game = "vegas-downtown --rule decks=6"
    table, csv_figures, codes = bjtrainer_runs(
        f"chart show {game}",
        f"chart show {game} --format csv --values",
        f"chart show {game} --format json",
    )
    assert {run.returncode for run in (table, csv_figures, codes)} == {0}
    assert not list((own_folder / "cache").glob("*hinges*"))  # nobody has asked for any
    shown, figures, derived = bjtrainer_runs(
        f"chart show {game} --format yaml",
        f"chart show {game} --json --values",
        f"chart derive {game} --explain-rules",
    )
    number = re.compile(r"-?\d+\.\d+")
    assert number.sub("#", shown.stdout) == number.sub("#", derived.stdout)
    assert "if: {soft_17=stand: H, hole_card=none: H}" in shown.stdout
    eleven = json.loads(figures.stdout)["rows"]["hard 11"]["A"]
    assert eleven["if"] == {"soft_17=stand": "H", "hole_card=none": "H"}


def test_the_chart_of_two_cards_and_of_other_rules(bjtrainer_runs):
    two_card, other = bjtrainer_runs(
        "chart show las-vegas-downtown --method two-card --json",
        "chart show las-vegas-downtown --rule surrender=none --json",
    )
    report = json.loads(two_card.stdout)
    assert report["method"] == "two-card"
    assert report["rows"]["hard 16"]["T"] == "Rh"
    report = json.loads(other.stdout)
    assert report["rules_digest"] != find_rules("las-vegas-downtown").digest
    codes = {code for row in report["rows"].values() for code in row.values()}
    assert codes == {"H", "S", "P", "Dh", "Ds", "N"}


def test_options_that_do_not_go_together(bjtrainer_runs):
    runs = bjtrainer_runs(
        "chart show vegas-downtown --values --format markdown",
        "chart show vegas-downtown --exceptions --format csv",
        "chart show vegas-downtown --format gif",
        "chart show nowhere",
    )
    for run in runs:
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("error: ")
        assert run.stderr.count("\n") == 1


def test_a_file_holds_what_would_be_shown(bjtrainer_runs, tmp_path):
    path = tmp_path / "chart"
    for form in ("table", "yaml", "csv", "json", "markdown", "html", "svg"):
        path.write_text("what stood here before")
        command = f"chart show vegas-downtown --format {form}"
        shown, written = bjtrainer_runs(command, f"{command} -o {path}", COLUMNS="80")
        assert path.read_text(encoding="utf-8") == shown.stdout
        assert (written.returncode, written.stdout) == (0, "")
        assert written.stderr == f"wrote {path}\n"
        assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_one_line_and_what_stood_there_stays(
    bjtrainer_runs, tmp_path
):
    folder = tmp_path / "folder"
    folder.mkdir()
    closed = tmp_path / "no folder" / "chart.yaml"
    full = Path("/dev/full")
    runs = bjtrainer_runs(
        f"chart show vegas-downtown --format yaml -o {folder}",
        f"chart show vegas-downtown --format yaml -o '{closed}'",
        f"chart show vegas-downtown --format yaml -o {full}",
    )
    reasons = ("Is a directory", "No such file or directory", "No space left on device")
    for run, path, reason in zip(runs, (folder, closed, full), reasons, strict=True):
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr == f"error: {path} could not be written: {reason}\n"


def test_a_disk_that_fills_up_leaves_what_stood_there_and_nothing_else(python, tmp_path):
    path = tmp_path / "chart.yaml"
    path.write_text("what stood here before")
    program = """
import resource, signal, sys
from bjtrainer.cli.dispatch import dispatch
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
sys.exit(dispatch(["chart", "show", "vegas-downtown", "--format", "yaml", "-o", sys.argv[1]]))
"""
    run = python("-c", program, str(path))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"error: {path} could not be written: File too large\n"
    assert path.read_text() == "what stood here before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(bjtrainer_runs, tmp_path):
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    path = tmp_path / "chart.yaml"
    [run] = bjtrainer_runs(f"chart show vegas-downtown --format yaml -o {path}")
    tmp_path.chmod(stat.S_IRWXU)
    assert run.returncode == 1
    assert run.stderr == f"error: {path} could not be written: Permission denied\n"
    assert list(tmp_path.iterdir()) == []


def test_every_shipped_chart_is_checked_where_none_is_named(python):
    program = """
import sys
from bjtrainer.charts import check
from bjtrainer.cli.dispatch import dispatch
check.differences = lambda chart, rules: ()  # tests/charts has the real ones
sys.exit(dispatch(["chart", "check"]) or dispatch(["chart", "check", "--json"]))
"""
    run = python("-c", program)
    assert (run.returncode, run.stderr) == (0, "")
    paths = [str(chart_path(game)) for game in SHIPPED]
    *told, report = run.stdout.splitlines()
    assert told == [f"{path}: no differences" for path in paths]
    assert json.loads(report) == {
        "schema": 1,
        "charts": [
            {"file": path, "game": game, "differences": []}
            for path, game in zip(paths, SHIPPED, strict=True)
        ],
    }


def test_a_changed_chart_is_named_by_its_cell_and_exit_code_1(bjtrainer_runs, tmp_path):
    text = re.sub(r", if: {.*?}", "", chart_path("vegas-downtown").read_text(encoding="utf-8"))
    start = text.index("  hard 16:")
    changes = {
        "code": text[:start] + text[start:].replace("code: S", "code: H", 1),
        "figure": text[:start] + re.sub(r"hit: -0\.\d", "hit: -0.9", text[start:], count=1),
        "edge": text.replace("  chart: -0.0039", "  chart: -0.0038"),
        "illegal": text[:start] + text[start:].replace("code: S", "code: Rh", 1),
        "pair": text[:start] + text[start:].replace("code: S", "code: P", 1),
    }
    lines = []
    for name, changed in changes.items():
        assert changed != text
        (tmp_path / f"{name}.yaml").write_text(changed, encoding="utf-8")
        lines.append(f"chart check {tmp_path / name}.yaml")
    runs = dict(zip(changes, bjtrainer_runs(*lines), strict=True))
    assert {run.returncode for run in runs.values()} == {1}
    for name, begins in {
        "code": "hard 16 v 2: code is H, the rules derive S",
        "figure": "hard 16 v 2: hit is -0.9",
        "edge": "edges: chart is -0.0038",
        "illegal": "hard 16 v 2: code is Rh, but there is no surrender in this game",
        "pair": "hard 16 v 2: code is P, but only pairs can be split",
    }.items():
        first, second, *_ = runs[name].stdout.splitlines()
        assert re.fullmatch(rf".*{name}\.yaml: \d+ differences?", first)
        assert second.startswith(f"  {begins}"), runs[name].stdout


def test_a_broken_chart_file_is_exit_code_2_with_its_places(bjtrainer_runs, tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("game: vegas-downtown\nmethod: half\ncells: {hard 4: {2: {code: X}}}\n")
    missing = tmp_path / "missing.yaml"
    broken, none = bjtrainer_runs(f"chart check {path}", f"chart check {missing}")
    assert (broken.returncode, broken.stdout) == (2, "")
    for line in broken.stderr.splitlines():
        assert re.match(rf"error: {re.escape(str(path))}:\d+:\d+: .", line)
    assert "code is 'X'; write H, S, P, Dh, Ds, Rh, Rs or Rp" in broken.stderr
    assert (none.returncode, none.stderr) == (
        2,
        f"error: {missing} does not exist; name a file that does\n",
    )


def test_a_game_of_ones_own_from_rules_to_a_checked_chart(bjtrainer_runs, own_folder):
    games = own_folder / "games"
    games.mkdir(parents=True)
    rules, chart = games / "mine.yaml", own_folder / "mine-chart.yaml"
    rules.write_text("decks: 1\nsoft_17: stand\nmax_hands: 2\n")
    derived, checked, by_path = bjtrainer_runs(
        f"chart derive {rules} -o {chart}", f"chart check {chart}", f"chart show {rules} --json"
    )
    assert (derived.returncode, derived.stderr) == (0, f"wrote {chart}\n")
    assert (checked.returncode, checked.stdout) == (0, f"{chart}: no differences\n")
    rows = json.loads(by_path.stdout)["rows"]
    codes = {str(cell): entry.code for cell, entry in load_chart(chart).entries.items()}
    assert codes == {
        f"{row} v {upcard}": Code(code)
        for row, cells in rows.items()
        if row != "insurance"
        for upcard, code in cells.items()
    }


def test_a_chart_is_checked_by_the_rules_that_are_named(bjtrainer_runs, tmp_path):
    rules, chart, changed = tmp_path / "mine.yaml", tmp_path / "chart.yaml", tmp_path / "six.yaml"
    rules.write_text("decks: 1\nsoft_17: stand\nmax_hands: 2\n")
    bjtrainer_runs(
        f"chart derive {rules} -o {chart}", f"chart derive {rules} --rule decks=6 -o {changed}"
    )
    unnamed, named, with_rule, all_by_one, other = bjtrainer_runs(
        f"chart check {chart}",
        f"chart check {chart} --game {rules}",
        f"chart check {changed} --game {rules} --rule decks=6",
        f"chart check {chart} {changed} --game {rules}",
        f"chart check {chart} --game european",
    )
    assert (unnamed.returncode, unnamed.stdout) == (2, "")
    assert unnamed.stderr == (
        f"error: {chart} is for mine, and there is no such game; name its rules with --game\n"
    )
    assert (named.returncode, named.stdout) == (0, f"{chart}: no differences\n")
    assert (with_rule.returncode, with_rule.stdout) == (0, f"{changed}: no differences\n")
    assert all_by_one.returncode == 1
    first, second, third = all_by_one.stdout.splitlines()
    assert (first, second) == (f"{chart}: no differences", f"{changed}: 1 difference")
    digests = [load_chart(path).rules_digest for path in (changed, chart)]
    assert third == (
        f"  the chart is for the rules {digests[0]}, mine has {digests[1]}; "
        "name the chart's own with --game or --rule"
    )
    assert other.returncode == 1
    assert f"for the rules {digests[1]}, european has" in other.stdout


def test_a_chart_of_a_game_with_changed_rules_is_checked_by_the_same_changes(
    bjtrainer_runs, tmp_path
):
    chart = tmp_path / "chart.yaml"
    changes = "--rule decks=1 --rule max_hands=2"
    _, checked, unchanged = bjtrainer_runs(
        f"chart derive vegas-downtown {changes} -o {chart}",
        f"chart check {chart} {changes} --json",
        f"chart check {chart}",
    )
    [result] = json.loads(checked.stdout)["charts"]
    assert result == {"file": str(chart), "game": "vegas-downtown", "differences": []}
    assert unchanged.returncode == 1
    assert "vegas-downtown has 027b2cea350a; name" in unchanged.stdout


def test_rules_without_a_chart_to_check_are_refused(bjtrainer_runs):
    for run in bjtrainer_runs("chart check --game european", "chart check --rule decks=6"):
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == (
            "error: --game and --rule say which rules a FILE is for; name the FILE too\n"
        )


def test_the_shipped_charts_are_checked_by_the_shipped_games(python, own_folder):
    (own_folder / "games").mkdir(parents=True)
    (own_folder / "games" / "european.yaml").write_text("decks: 1\n")
    program = """
import sys
from bjtrainer.charts import check
from bjtrainer.cli.dispatch import dispatch
check.differences = lambda chart, rules: () if chart.rules_digest == rules.digest else ("other",)
sys.exit(dispatch(["chart", "check"]))
"""
    run = python("-c", program)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count(": no differences\n") == len(SHIPPED)
