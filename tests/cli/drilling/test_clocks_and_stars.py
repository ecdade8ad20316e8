"""Source of truth: the README on drills: clocks, stars, games of before, and nothing to ask."""

from __future__ import annotations

import json
import re
import time

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.stats.store import Store

GAME = ("--game", "vegas-downtown", "--seed", "3")
QUICK = "deal: cells\nminutes: 0.02\n"  # 1.2 seconds


def own_drill(own_folder, text, name="mine"):
    folder = own_folder / "drills"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text)


def stored(own_folder):
    with Store.snapshot(history_path(own_folder)) as store:
        return store.decisions(), store.sessions()


def test_the_time_runs_out_before_a_question_that_nobody_answers(window, own_folder):
    own_drill(own_folder, QUICK)
    view = window("drill", "mine", *GAME)
    view.until("0:02 left", "q quit")
    view.until("0:01 left")
    assert view.code() == 0
    assert "The time is up." in view.text()
    assert "No decision counted." in view.text()
    assert view.modes() == view.modes_before
    assert stored(own_folder)[0] == ()


def test_only_thinking_takes_time(window, own_folder):
    own_drill(own_folder, QUICK)
    view = window("drill", "mine", *GAME)
    view.until("0:02 left", "q quit")
    view.press("h")
    view.until("Enter next")
    time.sleep(1.5)  # more than there is time to think
    view.press("\r")
    view.until("left", "2 · ")
    assert view.code() == 0
    assert "1 decision" in view.text()
    assert "The time is up." in view.text()


@pytest.mark.parametrize("terminal", ["dumb", "xterm-256color"])
def test_the_clock_is_shown_as_it_runs_where_it_can_be_painted_over(window, own_folder, terminal):
    own_drill(own_folder, "deal: cells\nminutes: 0.035\n")
    view = window("drill", "mine", *GAME, TERM=terminal)
    view.until("0:03 left", "q quit")
    assert view.code() == 0
    shown = set(re.findall(r"0:0\d left", "\n".join(view.rows_written())))
    later = set() if terminal == "dumb" else {"0:02 left", "0:01 left"}
    assert shown == {"0:03 left"} | later


def test_through_a_pipe_a_late_answer_is_not_judged(client, own_folder):
    own_drill(own_folder, QUICK)
    drill = client("mine", *GAME)
    assert drill.event()["type"] == "session"
    question = drill.event()
    assert drill.ask(question["legal"][0])["type"] == "verdict"
    assert drill.event()["type"] == "question"
    time.sleep(1.5)
    summary = drill.ask(question["legal"][0])
    assert (summary["type"], summary["asked"], summary["ended_by"]) == ("summary", 1, "time")
    assert drill.code() == 0
    decisions, (session,) = stored(own_folder)
    assert len(decisions) == 1
    assert not session.partial


def test_a_miss_takes_its_time_through_a_pipe_too(bjtrainer):
    run = bjtrainer("drill", "storm", "--json", *GAME, sent="s\n" * 40)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    missed = [event["n"] for event in events if event["type"] == "verdict" and not event["right"]]
    assert len(missed) == 18  # of ten seconds each, in three minutes
    assert events[-1]["ended_by"] == "time"
    assert events[-1]["score"] == events[-1]["right"]


def test_a_contest_says_how_it_compares_with_the_best_before(bjtrainer):
    def reached(drill, sent, *game):
        run = bjtrainer("drill", drill, *(game or GAME), sent=sent)
        return re.findall(r"^(?:Score \d|\d+ right).*$", run.stdout, re.MULTILINE)[0]

    assert reached("streak", "h\ns\n") == "1 right."
    assert reached("streak", "s\n") == "0 right; your best is 1."
    assert reached("streak", "h\nd\n") == "2 right: your best so far; it was 1."
    assert reached("streak", "h\nu\n") == "0 right; your best is 2."  # a slip is not right
    assert reached("streak", "s\n", "--game", "european", "--seed", "3") == "0 right."
    assert reached("storm", "h\nd\ns\n") == "Score 3."
    assert reached("storm", "h\n") == "Score 1; your best is 3."


@pytest.mark.parametrize("drill", ["exam", "exceptions"])
def test_the_same_seed_gives_the_same_bytes(bjtrainer, drill):
    arguments = ("drill", drill, "--json", "--game", "las-vegas-downtown", "--seed", "5")
    runs = [
        bjtrainer(*arguments, "--count", "15", sent="h\ns\nd\n" * 20, PYTHONHASHSEED=hash_seed)
        for hash_seed in ("1", "2")
    ]
    first, second = (re.sub(r'"(id|ms)": \d+', "", run.stdout) for run in runs)
    assert first == second
    assert first.count('"question"') == 15


def test_a_star_is_kept_by_game_and_can_be_drilled(bjtrainer, own_folder):
    own_drill(own_folder, "deal: cells\nstarred: yes\ncount: 2\n", "stars")
    nothing = bjtrainer("drill", "stars", *GAME)
    assert (nothing.returncode, nothing.stderr) == (0, "")
    assert nothing.stdout == (
        "no cell of this drill is starred in Vegas Downtown Blackjack; "
        "press * in any drill to star one\n"
    )
    run = bjtrainer("drill", "hard", *GAME, sent="*\nstand\nstar\n*\n*\n")
    told = re.findall(r"^   (hard \S+ v \S+): (.*)$", run.stdout, re.MULTILINE)
    assert [said for _, said in told] == ["starred", "starred", "no star any more", "starred"]
    cells = [told[0][0], told[1][0]]
    with Store.snapshot(history_path(own_folder)) as store:
        assert list(store.stars(find_rules("vegas-downtown").digest)) == cells
        assert store.stars(find_rules("european").digest) == ()
    asked = bjtrainer("drill", "stars", "--json", *GAME, sent="h\nh\n").stdout
    questions = [json.loads(line) for line in asked.splitlines() if '"question"' in line]
    assert sorted(question["cell"] for question in questions) == sorted(cells)


def test_a_star_is_an_event_and_no_answer(client, own_folder):
    drill = client("hard", *GAME)
    drill.event()
    cell = drill.event()["cell"]
    assert drill.ask("*") == {"type": "star", "cell": cell, "starred": True}
    assert drill.ask("star") == {"type": "star", "cell": cell, "starred": False}
    assert drill.ask("q")["asked"] == 0


@pytest.mark.parametrize("drill", ["due", "misses", "slow"])
def test_a_drill_with_nothing_to_ask_says_so_and_what_to_do(bjtrainer, own_folder, drill):
    run = bjtrainer("drill", drill, *GAME)
    assert (run.returncode, run.stderr, run.stdout.count("\n")) == (0, "", 1)
    assert "bjtrainer drill" in run.stdout
    report = bjtrainer("drill", drill, "--json", *GAME).stdout.splitlines()
    nothing, summary = map(json.loads, report)
    assert nothing == {"type": "nothing", "reason": run.stdout.strip()}
    assert (summary["type"], summary["asked"], summary["accuracy"]) == ("summary", 0, None)
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.last_game() is None


def test_what_was_missed_a_moment_ago_can_be_drilled_and_falls_due(bjtrainer):
    bjtrainer("drill", "soft", *GAME, "--count", "4", sent="s\ns\ns\ns\n")
    again = bjtrainer("drill", "misses", *GAME, sent="q\n").stdout
    assert "1. " in again
    assert "The same hands again" not in again
    due = bjtrainer("drill", "due", *GAME).stdout
    assert re.fullmatch(r"nothing is due in .* for \d+ minutes; .*bjtrainer drill weak\n", due)
    listed = bjtrainer("drills").stdout.splitlines()[-1]
    assert re.fullmatch(r"(Due|Nothing is due) in vegas-downtown.*", listed)
    report = json.loads(bjtrainer("drills", "--json").stdout)
    assert report["due"]["game"] == "vegas-downtown"
    assert report["due"]["now"] == 0


def test_where_one_comes_from_is_the_game_drilled_before_or_the_one_named(bjtrainer):
    def title(*arguments):
        run = bjtrainer("drill", "transfer", "--game", "vegas-strip", "--seed", "1", *arguments)
        assert run.stderr == ""
        return run.stdout.splitlines()[0], run.stdout.splitlines()[-1]

    first, again = title()
    assert first == "Vegas Strip Blackjack: what changes from Vegas Downtown Blackjack, seed 1"
    assert again.endswith("--game vegas-strip --from vegas-downtown --seed 1")
    bjtrainer("drill", "--game", "european")
    bjtrainer("drill", "--game", "vegas-strip")
    assert "what changes from European Blackjack" in title()[0]
    assert "what changes from Atlantic City" in title("--from", "atlantic-city")[0]


def test_a_miss_that_is_right_in_the_game_one_comes_from_says_so(bjtrainer):
    changed = ("--game", "las-vegas-downtown", "--from", "vegas-downtown", "--seed", "1")
    run = bjtrainer("drill", "transfer", *changed, "--json", sent="h\n" * 40)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    hits = {e["n"] for e in events if e["type"] == "verdict" and not e["right"]}
    cells = [e["cell"] for e in events if e["type"] == "question" and e["n"] in hits]
    said = bjtrainer("drill", "transfer", *changed, sent="h\n" * 40).stdout
    told = re.findall(
        r"Hit is the answer of Vegas Downtown Black\w+, where the chart says (\w+)\.", said
    )
    hit_there = {"hard 15 v T", "hard 15 v A", "hard 16 v 9", "hard 16 v T", "hard 16 v A"}
    assert len(told) == sum(cell in hit_there for cell in cells) > 0
    assert set(told) == {"H"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("drill", "transfer", "--from", "vegas-strip", "--game", "vegas-strip"),
            "says the same in",
        ),
        (
            ("drill", "soft", "--from", "european"),
            "--from european: soft does not differ from game",
        ),
        (("drill", "transfer", "--from", "nowhere"), "there is no game 'nowhere'"),
        (("drills", "show"), "missing argument 'DRILL'"),
        (("drills", "show", "surrender", "--game", "european"), "surrenders no hand"),
        (("drills", "new", "Mine!"), "'Mine!' is no name for a drill; write a to z"),
        (("drills", "new", "soft"), "'soft' is a drill of the program; choose another name"),
        (("drills", "nwe"), "no such command 'nwe' (did you mean new?)"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(bjtrainer, arguments, said):
    run = bjtrainer(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1
    assert said in run.stderr


def test_a_new_drill_is_a_file_that_can_be_drilled_and_is_never_written_over(bjtrainer, own_folder):
    run = bjtrainer("drills", "new", "late-night")
    path = own_folder / "drills" / "late-night.yaml"
    assert (run.returncode, run.stdout) == (0, f"{path}\n")
    text = path.read_text()
    assert text.startswith("# late-night: a drill of your own.\n")
    assert "\n# margin_below: 0.02\n" in text
    assert "late night, seed 3" in bjtrainer("drill", "late-night", *GAME).stdout
    path.write_text(re.sub(r"^# (?=(rows|margin_below|beside): )", "", text, flags=re.MULTILINE))
    shown = " ".join(bjtrainer("drills", "show", "late-night", *GAME[:2]).stdout.split())
    assert "Hard 12-16; the first two cards; where right wins by less than 2.0 ¢ on $1" in shown
    again = bjtrainer("drills", "new", "late-night")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "rows: [hard 12-16]" in path.read_text()
    report = json.loads(bjtrainer("drills", "new", "other", "--json").stdout)
    assert report == {"schema": 1, "drill": "other", "path": str(path.with_name("other.yaml"))}


def test_a_folder_that_cannot_be_written_to_is_told(bjtrainer, own_folder):
    own_folder.mkdir(parents=True)
    (own_folder / "drills").write_text("no folder")
    run = bjtrainer("drills", "new", "mine")
    assert (run.returncode, run.stdout) == (1, "")
    assert "mine.yaml cannot be written: " in run.stderr


def test_show_says_how_many_cells_a_drill_covers(bjtrainer):
    shown = bjtrainer("drills", "show", "close-calls", *GAME[:2]).stdout
    report = json.loads(bjtrainer("drills", "show", "close-calls", "--json", *GAME[:2]).stdout)
    cells = report["covers"]["cells"]
    assert f"{len(cells)} cells of Vegas Downtown Blackjack." in shown
    assert (report["drill"], report["margin_below"]) == ("close-calls", 0.03)
    assert report["covers"]["nothing"] is None
    nothing = json.loads(bjtrainer("drills", "show", "misses", "--json").stdout)["covers"]
    assert nothing["cells"] == []
    assert nothing["nothing"].startswith("no cell of this drill was missed")
