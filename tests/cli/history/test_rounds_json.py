"""interface.md, "--json", and reliability.md, "money": what the export alone says, and proves."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from bjtrainer.game.round import Phase
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.seat.seat import sit
from bjtrainer.stats.store import Store

ROUNDS_OF_EACH = 25
ROUND = {
    "id": int, "session": int, "game": str, "rules_digest": str, "version": str,
    "started_at": str, "ended_at": str, "coached": bool, "shoe_seed": str, "shoe_dealt": int,
    "bets_cents": list, "balance_before_cents": int, "payout_cents": int,
    "balance_after_cents": int, "steps": list, "rules": dict,
}  # fmt: skip
STEPS = {
    "bet": {"box", "bet_cents"},
    "card": {"hand", "card"},
    "dealer": {"card"},
    "look": {"blackjack"},
    "question": {
        "phase", "box", "hand", "cards", "legal", "wagers_cents", "insurances_cents",
        "balance_cents", "answered_at",
    },
    "insurance": {"box", "choice"},
    "insurance_result": {"box", "payout_cents"},
    "decision": {"hand", "choice", "carried_out"},
    "over": {"hand", "reason"},
    "turn": {"card"},
    "result": {"hand", "outcome", "payout_cents", "returned_cents"},
}  # fmt: skip
MOVES = {"id", "at", "kind", "round", "wallet_cents", "balance_cents"}
OUTCOMES = {"win", "lose", "push", "blackjack", "surrender"}


@pytest.fixture
def exported(bjtrainer_runs, history, player):
    """The exports of many rounds of all games, with moves of money between them."""
    with Store.open(history) as store:
        store._database.run("PRAGMA synchronous = OFF")  # nothing is cut off here
        for slug in shipped_games():
            with sit(store, find_rules(slug), seed=2026) as seat:
                player.rounds_at_random(seat, Random(f"export {slug}"), ROUNDS_OF_EACH)
                seat.deposit(5_000)  # each kind of move for certain
                seat.rebuy(5_000)
                seat.cash_out()
                seat.leave()
    runs = bjtrainer_runs("history --json", "history money --json")
    for run in runs:
        assert (run.returncode, run.stderr) == (0, "")
    return tuple(json.loads(run.stdout) for run in runs)


def money_on_the_table(exported_round):
    """Follow a round's money step by step: what the balance is at the end of it."""
    balance = exported_round["balance_before_cents"]
    hands: list[int] = []
    bets: dict[int, int] = {}
    insured: dict[int, int] = {}
    for step in exported_round["steps"]:
        match step:
            case {"type": "bet", "box": box, "bet_cents": cents}:
                bets[box] = cents
                hands.append(cents)
                balance -= cents
            case {"type": "insurance", "box": box, "choice": "yes"}:
                insured[box] = bets[box] // 2
                balance -= insured[box]
            case {"type": "decision", "hand": hand, "choice": "double", "carried_out": True}:
                balance -= hands[hand]
                hands[hand] *= 2
            case {"type": "decision", "hand": hand, "choice": "split", "carried_out": True}:
                balance -= hands[hand]
                hands.insert(hand, hands[hand])
            case {"type": "question"}:
                assert step["balance_cents"] == balance >= 0
                assert step["wagers_cents"] == hands
            case {"type": "insurance_result", "box": box, "payout_cents": cents}:
                balance += insured[box] + cents
            case {"type": "result", "hand": hand, "payout_cents": cents, "returned_cents": back}:
                assert back == hands[hand] + cents
                balance += back
    return balance


def test_no_cent_comes_or_goes_unseen_by_the_export_alone(exported):
    export, ledger = exported
    settled = {found["id"]: found for found in export["rounds"]}
    assert len(settled) == ROUNDS_OF_EACH * len(shipped_games())
    assert {step["type"] for found in settled.values() for step in found["steps"]} == STEPS.keys()
    for found in settled.values():
        assert money_on_the_table(found) == found["balance_after_cents"]
        paid = [step["payout_cents"] for step in found["steps"] if "payout_cents" in step]
        assert sum(paid) == found["payout_cents"]
    start, *_ = ledger["moves"]
    assert (start["kind"], start["wallet_cents"], start["balance_cents"]) == ("start", 80000, 20000)
    brought = start["wallet_cents"] + start["balance_cents"]
    for before, move in pairwise(ledger["moves"]):
        wallet = move["wallet_cents"] - before["wallet_cents"]
        balance = move["balance_cents"] - before["balance_cents"]
        match move["kind"]:
            case "round":
                found = settled[move["round"]]
                assert found["balance_before_cents"] == before["balance_cents"]
                assert (wallet, balance) == (0, found["payout_cents"])
            case "rebuy" | "cash out":
                assert wallet == -balance != 0
            case kind:
                assert kind == "deposit"
                assert wallet > balance == 0
                brought += wallet
    assert {move["kind"] for move in ledger["moves"]} == {
        "start",
        "deposit",
        "rebuy",
        "cash out",
        "round",
    }
    won = sum(found["payout_cents"] for found in settled.values())
    assert (ledger["brought_cents"], ledger["won_cents"]) == (brought, won)
    assert brought + won == ledger["wallet_cents"] + ledger["balance_cents"]
    assert (ledger["agree"], ledger["faults"]) == (True, [])


def test_every_round_has_its_keys_and_every_step_those_of_its_kind(exported):
    export, ledger = exported
    assert list(export) == ["schema", "rounds"]
    assert export["schema"] == ledger["schema"] == 1
    for found in export["rounds"]:
        assert {key: type(value) for key, value in found.items()} == ROUND
        rules = find_rules(found["game"])
        assert found["rules_digest"] == rules.digest
        assert found["rules"]["slug"] == found["game"]
        assert sum(found["bets_cents"]) <= found["balance_before_cents"]
        for step in found["steps"]:
            assert step.keys() == {"type"} | STEPS[step["type"]]
        outcomes = [step["outcome"] for step in found["steps"] if step["type"] == "result"]
        assert outcomes
        assert OUTCOMES.issuperset(outcomes)
    assert all(move.keys() == MOVES for move in ledger["moves"])


def test_every_question_was_answered_by_what_it_offered(exported):
    export, _ = exported
    for found in export["rounds"]:
        for question, answer in pairwise(found["steps"]):
            if question["type"] == "question":
                assert answer["choice"] in question["legal"]
                assert answer["type"] == (
                    "insurance" if question["phase"] == Phase.INSURANCE.value else "decision"
                )
                asked = "box" if answer["type"] == "insurance" else "hand"
                assert answer[asked] == question[asked]
        answers = [step for step in found["steps"] if "choice" in step]
        assert len(answers) == sum(step["type"] == "question" for step in found["steps"])


def test_a_round_that_is_not_over_has_no_end_yet(bjtrainer_runs, played):
    export, shown = bjtrainer_runs("history --json --last 1", "history show --json")
    (found,) = json.loads(export.stdout)["rounds"]
    assert json.loads(shown.stdout)["rounds"] == [found]
    assert (found["ended_at"], found["payout_cents"], found["balance_after_cents"]) == (None,) * 3
    assert found["steps"][-1]["type"] == "question"
    assert found["steps"][-1]["answered_at"] is None
    assert {"type": "dealer", "card": None} in found["steps"], "the hole card stays face down"


def test_rounds_are_chosen_by_number_game_and_id(bjtrainer_runs, played):
    def ids(run):
        assert run.returncode == 0
        return [found["id"] for found in json.loads(run.stdout)["rounds"]]

    runs = bjtrainer_runs(
        "history --json",
        "history --json --last 2",
        "history --json --last 99999999999999999999999",
        "history --game las-vegas-downtown --json",
        "history --game european --json",
        "history show 3 1 --json",
        "--json history replay 3 1",
    )
    expected = [[1, 2, 3, 4], [3, 4], [1, 2, 3, 4], [1, 2], [], [3, 1], [3, 1]]
    assert [ids(run) for run in runs] == expected
    (run,) = bjtrainer_runs("history money --json --last 2")
    ledger = json.loads(run.stdout)
    assert [move["id"] for move in ledger["moves"]] == [3, 4]
    assert (ledger["won_cents"], ledger["balance_cents"]) == (-5_750, 14_250)
