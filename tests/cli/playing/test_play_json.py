"""Source of truth: interface.md, ``play --json``; cases/README.md, "Legality"; reliability.md.

Programs that play the six games through the real process, and see that every cent is where the
events say.
"""

from __future__ import annotations

import json
import re

import pytest

from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Surrender
from bjtrainer.stats.store import Store

LETTERS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
ROUNDS, MOST_STEPS = 60, 1_000
WORDS = (*LETTERS, "yes", "no")
NOT_NOW = ("5", "rebet", "rebuy 5", "deposit 5", "cash out")
"""What is refused in a round: bets and money."""


@pytest.mark.parametrize("game", shipped_games())
def test_what_is_offered_is_taken_all_else_is_refused_and_no_cent_is_lost(player, own_folder, game):
    play = player(game, "--seed", "11", chance=f"any {game}")
    ask = play.read()
    taken, tried = set(), set()
    for step in range(MOST_STEPS):
        if ask["type"] == "bet":
            if play.books.settled >= ROUNDS:
                break
            ask = play.say(play.anything(ask))
            assert ask["type"] != "refused", ask
        else:
            if step % 8 == 0:
                tried |= refused(play, ask)
            word = play.anything(ask)
            taken.add(word)
            ask = play.say(LETTERS.get(word, word) if step % 2 else word)
            assert ask["type"] != "refused", ask
    summary = play.say("q")
    assert (summary["type"], summary["unfinished"], play.table.code()) == ("summary", False, 0)
    assert (summary["rounds"], summary["payout_cents"]) == (ROUNDS, play.books.payout)
    has_surrender = find_rules(game).surrender is not Surrender.NONE
    assert taken >= {"hit", "stand", "double", "split"} | (
        {"surrender"} if has_surrender else set()
    )
    assert tried >= set(NOT_NOW) | {"yes", "no", "split"}
    outcomes = {event["outcome"] for event in play.of_type("result")}
    assert outcomes >= {"win", "lose", "push", "blackjack"}
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        assert store.last_move().balance_cents == play.books.balance
        assert len(store.rounds()) == ROUNDS


def refused(play, question):
    """Try all that is not offered, and see that each is refused with a reason and does nothing."""
    tried = {word for word in (*WORDS, *NOT_NOW) if word not in question["legal"]}
    for word in sorted(tried):
        event = play.say(word)
        assert (event["type"], event["n"], event["input"]) == ("refused", question["n"], word)
        assert event["reason"]
    return tried


def test_the_same_seed_and_answers_give_the_same_bytes_but_ids_and_times(player, tmp_path):
    told = []
    for number in range(2):
        home = {"BJTRAINER_HOME": str(tmp_path / str(number)), "PYTHONHASHSEED": str(number)}
        play = player("las-vegas-downtown", "--coach", "--seed", "5", chance="same", **home)
        ask = play.read()
        for _ in range(30):
            ask = play.say(play.anything(ask))
        assert play.table.ask("l")["type"] == "log"
        while ask["type"] != "bet":
            ask = play.say(play.anything(ask))
        play.say("q")
        lines = "".join(play.table.lines)
        told.append(re.sub(r'"(ms|\w+ed_at)": ("[^"]*"|\d+)', r'"\1": 0', lines))
    assert told[0] == told[1]
    assert '"seed": 5' in told[0]


def test_without_a_seed_one_is_drawn_and_told_and_gives_the_same_shuffles_again(player, tmp_path):
    play = player("vegas-downtown")
    ask = play.read()
    for _ in range(12):
        ask = play.say(play.anything(ask))
    seed = play.events[0]["seed"]
    while ask["type"] != "bet":
        ask = play.say("stand" if "stand" in ask["legal"] else "no")
    play.table.send("l")
    seeds = [round_["shoe_seed"] for round_ in play.table.event()["rounds"]]
    assert seeds == [f"{seed}/{number}" for number in range(len(seeds), 0, -1)]
    assert len(seeds) > 2
    again, other = (
        player("vegas-downtown", *more, BJTRAINER_HOME=str(tmp_path / str(len(more))))
        for more in (("--seed", str(seed)), ())
    )
    again.read()
    again.say("5")
    assert again.of_type("round")[0]["dealer"] == play.of_type("round")[0]["dealer"]
    other.read()
    assert other.events[0]["seed"] != seed


END = ("result", "round", "balance", "bet")


def test_each_event_says_what_the_table_shows(player):
    play = player("vegas-downtown", "--seed", "7")
    assert play.read()["chips"] == [100, 500, 2_500, 10_000]
    session, bet = play.events
    assert (session["game"], session["coach"], session["id"]) == ("vegas-downtown", False, 1)
    assert (bet["balance_cents"], bet["wallet_cents"]) == (20_000, 80_000)
    assert (bet["min_cents"], bet["max_cents"], bet["boxes"], bet["last_cents"]) == (
        100,
        20_000,
        1,
        [],
    )
    question = play.say("5")
    assert [event["type"] for event in play.events[2:]] == [
        *("card", "dealer", "card", "dealer"),
        "round",
        "question",
    ]
    assert [event.get("card") for event in play.events[2:6]] == ["2h", "3h", "As", None]
    table = play.of_type("round")[-1]
    assert table["hands"] == [
        {"box": 0, "cards": ["2h", "As"], "total": 13, "soft": True, "bet_cents": 500}
    ]
    assert (table["dealer"], table["phase"], table["active"]) == (["3h", None], "player", 0)
    assert table["legal"] == question["legal"] == ["hit", "stand", "double"]
    assert (question["n"], question["round"], question["cell"]) == (1, 1, "soft 13 v 3")
    play.say("stand")
    told = [event["type"] for event in play.events[8:]]
    assert told == ["decision", "over", "turn", *["dealer"] * told.count("dealer"), *END]
    result = play.of_type("result")[-1]
    assert (result["outcome"], result["payout_cents"], result["box"]) == ("win", 500, 0)
    assert play.of_type("round")[-1]["phase"] == "done"
    assert play.events[-1]["last_cents"] == [500]


REFUSED = {
    "5000": "the bet is $5,000; the largest bet in this game is $200",
    "0.50": "the bet is $0.50; the smallest bet in this game is $1",
    "12.50": "the bet is $12.50; bets in this game are multiples of $1",
    "5 5": "there are 2 bets; this game takes bets on one hand at most",
    "rebet": "there are no bets to repeat yet; place them first",
    "rebuy": "how much is not said; write an amount such as rebuy 100",
    "rebuy 900": "$900 is more than the wallet holds; it holds $800",
    "rebuy 0": "$0 is no amount to move; write one above $0",
    "rebuy -5": "'-5' is no amount; write dollars such as 1 or 0.50",
    "deposit 1e3": "'1e3' is no amount; write dollars such as 1 or 0.50",
    "5 x": "'5 x' is no bet; write dollars such as 5, or rebet, rebuy 100, deposit 1000, "
    "cash out, i, l, v or q",
    "stand": "no round is being played; place a bet first",
}


def test_errors_of_money_and_bets_are_one_line_and_change_nothing(player, own_folder):
    play = player("vegas-downtown")
    play.read()
    for line, reason in REFUSED.items():
        event = play.say(line)
        assert (event["type"], event["input"], event["reason"]) == ("refused", line, reason)
    summary = play.say("q")
    assert (summary["balance_cents"], summary["wallet_cents"]) == (20_000, 80_000)
    with Store.snapshot(history_path(own_folder)) as store:
        assert [move.kind.value for move in store.moves()] == ["start"]
        assert store.rounds() == ()


def test_money_moves_between_wallet_and_table_and_there_is_always_more(player):
    play = player("vegas-downtown")
    play.read()
    for line in ("rebuy 100", "deposit 1000.50", "cash out", "rebuy 0.75"):
        assert play.say(line)["type"] == "bet"
    told = [event for event in play.events if event["type"] in ("rebuy", "deposit", "cash_out")]
    assert [(event["type"], event["amount_cents"]) for event in told] == [
        ("rebuy", 10_000),
        ("deposit", 100_050),
        ("cash_out", 30_000),
        ("rebuy", 75),
    ]
    assert play.say("cash out")["balance_cents"] == 0
    assert play.say("cash out")["reason"].startswith("the balance is $0")
    assert play.say("5")["reason"] == "the bet is $5; the balance is $0; rebuy first"


def test_an_option_that_the_balance_does_not_hold_is_not_offered(player):
    play = player("vegas-downtown", "--seed", "7")
    play.read()
    play.say("cash out")
    play.say("rebuy 9")
    question = play.say("5")
    assert question["legal"] == ["hit", "stand"]
    reason = "the balance does not hold another bet to double with"
    assert play.say("double")["reason"] == reason


def test_several_boxes_have_a_bet_each_and_are_played_in_turn(player):
    play = player("multi-hand", "--seed", "22")
    assert play.read()["boxes"] == 5
    question = play.say("5 10 25 1 5")
    assert (question["phase"], question["box"]) == ("insurance", 0)
    for box, answer in enumerate(("yes", "no", "no", "yes", "no")):
        assert (question["phase"], question["box"], question["legal"]) == (
            "insurance",
            box,
            ["yes", "no"],
        )
        question = play.say(answer)
    assert play.of_type("round")[-1]["insurances_cents"] == [250, 0, 0, 50, 0]
    asked = []
    while question["type"] == "question":
        asked.append(question["box"])
        question = play.say("stand")
    assert asked == [0, 1, 2, 3, 4]
    assert [event["box"] for event in play.of_type("result")] == asked
    assert [event["box"] for event in play.of_type("insurance_result")] == [0, 3]
    again = play.say("rebet")
    assert [hand["bet_cents"] for hand in play.of_type("round")[-1]["hands"]] == [
        *(500, 1_000, 2_500),
        *(100, 500),
    ]
    assert again["type"] == "question"


@pytest.mark.parametrize("ending", ["q\n", ""])
def test_a_round_that_is_left_comes_first_with_the_same_table(bjtrainer, player, ending):
    run = bjtrainer(
        "play", "las-vegas-downtown", "--json", "--seed", "12", sent=f"10\nsplit\n{ending}"
    )
    assert run.returncode == 0
    assert run.stderr.startswith("The round is not over; it comes first when you play again")
    *_, table, question, summary = [json.loads(line) for line in run.stdout.splitlines()]
    assert (table["type"], summary["type"], summary["unfinished"]) == ("round", "summary", True)
    play = player("european", "--seed", "1")
    asked = play.read()
    session, resumed, same, _ = play.events
    assert (session["game"], resumed["type"], resumed["game"]) == (
        "european",
        "resumed",
        "las-vegas-downtown",
    )
    assert same == table
    assert {**asked, "n": 0, "round": 0} == {**question, "n": 0, "round": 0}
    assert asked["n"] == 1
    while asked["type"] == "question":
        asked = play.say("stand")
    assert (asked["type"], asked["game"], asked["last_cents"]) == ("bet", "european", [])


def test_rules_log_version_and_keys_can_be_read_at_any_time_and_change_nothing(player):
    play = player("vegas-downtown", "--seed", "7")
    play.read()
    pages = {"i": "rules", "l": "log", "v": "version", "?": "keys"}
    for page, kind in pages.items():
        assert play.table.ask(page)["type"] == kind
    question = play.say("5")
    for page, kind in pages.items():
        assert play.table.ask(page)["type"] == kind
    assert play.say("split")["n"] == question["n"] == 1


def test_the_game_played_last_is_played_without_a_name(bjtrainer):
    def game(*arguments, sent="q\n"):
        run = bjtrainer("play", "--json", *arguments, sent=sent)
        return json.loads(run.stdout.splitlines()[0])["game"]

    assert game() == "vegas-downtown"
    assert game("vegas-strip") == "vegas-strip"
    assert game() == "vegas-downtown"
    assert game("european", sent="5\nstand\nno\nstand\n") == "european"
    assert game() == "european"
