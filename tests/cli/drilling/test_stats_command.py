"""Source of truth: the verdicts of the drills that were answered, and interface.md, ``stats``."""

from __future__ import annotations

import json
import re
import shlex
from collections import defaultdict

import pytest

CATEGORIES = ["hard", "soft", "pair", "surrender", "insurance"]


def any_legal(question):
    return question["legal"][question["n"] % len(question["legal"])]


def drilled(client, game, seed, count, drill="default"):
    """The questions of a drill with their verdicts, the third answer taken back as a slip."""
    program = client(drill, "--game", game, "--seed", str(seed), "--count", str(count))
    pairs, asked = [], None
    while (event := program.event())["type"] != "end":
        if event["type"] == "question":
            asked = event
            if event["n"] == 4:
                assert program.ask("u")["type"] == "slip"
            program.send(any_legal(event))
        elif event["type"] == "verdict":
            pairs.append((asked, event))
    assert program.code() == 0
    return [pair for pair in pairs if pair[0]["n"] != 3]


def category(question, verdict):
    if question["phase"] == "insurance":
        return "insurance"
    if question["code"][0] == "R" or "surrender" in (verdict["action"], verdict["chart"]):
        return "surrender"
    return question["cell"].split()[0]


def figures(pairs):
    costs = [verdict["cost"] for _, verdict in pairs]
    right = sum(verdict["right"] for _, verdict in pairs)
    return {
        "decisions": len(pairs),
        "right": right,
        "accuracy": right / len(pairs) if pairs else None,
        "cost_per_100": pytest.approx(100 * sum(costs) / len(pairs)) if pairs else None,
    }


def worst_cells(pairs):
    """Each cell with a wrong answer and what it cost, the dearest first."""
    costs = defaultdict(float)
    for question, verdict in pairs:
        if not verdict["right"]:
            costs[question["cell"]] += verdict["cost"]
    return sorted(costs.items(), key=lambda item: (-item[1], item[0]))


def report(bjtrainer, *options):
    run = bjtrainer("stats", "--json", *options)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("\n") == 1
    return json.loads(run.stdout)


def test_every_figure_is_that_of_the_verdicts(bjtrainer, client):
    pairs = drilled(client, "las-vegas-downtown", 4, 80)
    pairs += drilled(client, "las-vegas-downtown", 5, 20, drill="surrender")
    found = report(bjtrainer)
    assert {key: found[key] for key in figures(pairs)} == figures(pairs)
    assert (found["schema"], found["sessions"], found["slips"], found["partial"]) == (1, 2, 2, 0)
    for name in CATEGORIES:
        of_category = [pair for pair in pairs if category(*pair) == name]
        assert of_category, name
        assert found["by_category"][name] == figures(of_category)
    assert list(found["by_category"]) == CATEGORIES
    cells = [(cell["cell"], pytest.approx(cell["total_cost"])) for cell in found["worst_cells"]]
    assert worst_cells(pairs) == cells
    natural = [pair for pair in pairs if pair in pairs[:79]]
    assert found["as_dealt"] == figures(natural)
    assert found["chosen"] == figures([pair for pair in pairs if pair not in natural])
    text = bjtrainer("stats").stdout
    shown = dict(re.findall(r"^(all|as dealt) +(\d+) ", text, re.MULTILINE))
    assert shown == {"all": str(len(pairs)), "as dealt": str(len(natural))}
    rounds = {question["round"] for question, _ in natural}
    cost = sum(verdict["cost"] for _, verdict in natural)
    assert found["cost_per_100_hands"] == pytest.approx(100 * cost / len(rounds))


def test_games_are_never_mixed(bjtrainer, client):
    first = drilled(client, "las-vegas-downtown", 4, 20)
    second = drilled(client, "vegas-downtown", 4, 10)
    assert report(bjtrainer)["decisions"] == len(second)
    assert [game["game"] for game in report(bjtrainer)["games"]] == ["vegas-downtown"]
    chosen = report(bjtrainer, "--game", "las-vegas-downtown")
    assert chosen["cost_per_100"] == figures(first)["cost_per_100"]
    assert [game["game"] for game in chosen["games"]] == ["las-vegas-downtown"]
    joined = report(bjtrainer, "--all-games")
    assert joined["decisions"] == len(first) + len(second)
    assert [(game["game"], game["decisions"]) for game in joined["games"]] == [
        ("las-vegas-downtown", len(first)),
        ("vegas-downtown", len(second)),
    ]
    shown = bjtrainer("stats").stdout
    assert shown.startswith(f"vegas-downtown  {len(second)} decisions")
    assert shown.endswith("Not counted here: las-vegas-downtown; see --game and --all-games.\n")
    every = bjtrainer("stats", "--all-games").stdout
    assert "las-vegas-downtown  19 decisions" in every
    assert "Not counted here" not in every


def test_a_game_under_other_rules_is_another_game(bjtrainer):
    changed = ("--rule", "decks=3")
    bjtrainer("drill", "hard", "--game", "vegas-downtown", *changed, sent="s\ns\ns\n")
    bjtrainer("drill", "hard", "--game", "vegas-downtown", sent="s\n")
    assert report(bjtrainer)["decisions"] == 1
    assert report(bjtrainer, "--game", "vegas-downtown")["decisions"] == 1
    assert report(bjtrainer, "--all-games")["decisions"] == 4
    assert "Not counted here: vegas-downtown under other rules" in bjtrainer("stats").stdout


def test_the_answers_to_a_game_that_is_gone_can_still_be_seen(bjtrainer, tmp_path):
    path = tmp_path / "elsewhere.yaml"
    path.write_text("decks: 6\n")
    bjtrainer("drill", "hard", "--game", str(path), sent="s\ns\n")
    path.unlink()
    assert report(bjtrainer)["decisions"] == 2
    assert report(bjtrainer, "--game", "elsewhere")["decisions"] == 2


def test_a_drill_left_at_once_hides_no_answers(bjtrainer):
    bjtrainer("drill", "--game", "vegas-downtown", "--seed", "7", sent="h\n")
    bjtrainer("drill", "--game", "las-vegas-downtown")
    assert report(bjtrainer)["decisions"] == 1


def test_without_answers_nothing_is_divided(bjtrainer, client):
    nothing = {"decisions": 0, "right": 0, "accuracy": None, "cost_per_100": None}
    for _ in range(2):
        found = report(bjtrainer)
        assert {key: found[key] for key in nothing} == nothing
        assert found["by_category"] == dict.fromkeys(CATEGORIES, nothing)
        assert (found["sessions"], found["worst_cells"]) == (0, [])
        assert bjtrainer("stats").stdout.startswith("No answers yet.")
        bjtrainer("drill")  # left at once


def test_answers_that_were_all_taken_back_are_no_answers(bjtrainer):
    bjtrainer("drill", "--game", "vegas-downtown", "--seed", "7", sent="s\nu\n")
    found = report(bjtrainer)
    assert (found["decisions"], found["accuracy"], found["slips"]) == (0, None, 1)
    run = bjtrainer("stats")
    assert (run.returncode, run.stderr) == (0, "")
    assert "1 answer taken back" in run.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "vegas-downtwn"], "did you mean vegas-downtown?"),
        (["--game", "vegas-downtown", "--all-games"], "exclude each other"),
        (["extra"], "no such command 'extra'"),
    ],
)
def test_what_cannot_be_reported_is_one_line(bjtrainer, options, said):
    run = bjtrainer("stats", *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
    assert run.stderr.count("\n") == 1


def test_it_can_be_read_in_wide_and_narrow_windows(bjtrainer, client):
    drilled(client, "las-vegas-downtown", 4, 60)
    wide, narrow = (bjtrainer("stats", COLUMNS=str(columns)).stdout for columns in (80, 40))
    for page, columns in ((wide, 80), (narrow, 40)):
        assert max(map(len, page.splitlines())) <= columns
        words = " ".join(page.split())
        assert "las-vegas-downtown 59 decisions" in words
        assert "in 1 session" in words
        assert "1 answer taken back; " in words
        assert "as dealt median " in words.replace(";", "")
        assert re.search(r"All \d+ with a miss: bjtrainer stats cells", words)
    interval = r"\d+\.\d to \d+\.\d %"
    assert re.search(rf"^all +59 +\d+\.\d % +{interval} +\d+\.\d\d$", wide, re.MULTILINE)
    assert re.search(r"^all +59 +\d+\.\d % +\d+\.\d\d$", narrow, re.MULTILINE)


def test_the_drill_at_the_end_asks_for_what_cost_most(bjtrainer, client):
    drilled(client, "las-vegas-downtown", 4, 60)
    found = report(bjtrainer)
    assert found["drill"] in bjtrainer("stats").stdout.splitlines()
    worst = {cell["cell"] for cell in found["worst_cells"][:5]}
    program, *words = shlex.split(found["drill"])
    assert program == "bjtrainer"
    events = bjtrainer(*words, "--json", sent="s\n" * 30).stdout.splitlines()
    asked = [json.loads(line) for line in events if '"question"' in line]
    assert {question["cell"] for question in asked} == worst
    assert report(bjtrainer, "--all-games")["drill"] is None


def test_a_game_without_surrender_has_no_line_for_it(bjtrainer, client):
    drilled(client, "vegas-downtown", 4, 40)
    for options in ((), ("--all-games",)):
        assert "surrender" not in bjtrainer("stats", *options).stdout.lower()
    assert report(bjtrainer)["by_category"]["surrender"]["decisions"] == 0
    text = bjtrainer("drill", "--game", "vegas-downtown", "--seed", "7", sent="s\n?\ns\nn\n")
    assert "surrender" not in (text.stdout + text.stderr).lower()
