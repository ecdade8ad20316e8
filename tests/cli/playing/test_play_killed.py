"""Source of truth: reliability.md, "kill -9 at random moments in play" and "an interrupted round".

The real program is killed while it plays; ``tests/long/kill_players.py`` kills the seat alone, more
often.
"""

from __future__ import annotations

import signal
import time
from random import Random

from bjtrainer.places import history_path
from bjtrainer.seat.log import replayed
from bjtrainer.stats.store import Store
from bjtrainer.trainer.question import offered

KILLS = 5
GAMES = ("multi-hand", "las-vegas-downtown", "vegas-downtown", "european", "atlantic-city")


def test_a_killed_program_loses_no_cent_and_the_same_round_comes_back(player, own_folder):
    rng = Random("kill -9")
    left: list[dict[str, object]] = []
    for kill in range(KILLS):
        play = player(GAMES[kill], "--coach", chance=f"life {kill}")
        ask = play.read()
        if left:
            assert what_comes_first(play) == left[-1]
        for _ in range(rng.randrange(6, 24)):
            ask = play.say(play.anything(ask))
        while kill % 2 and ask["type"] == "bet":
            ask = play.say(play.anything(ask))
        if kill != 1:  # that one waits in a round for certain
            play.table.send(play.anything(ask))
        time.sleep(rng.uniform(0, 0.02))
        play.table.process.send_signal(signal.SIGKILL)
        play.table.process.wait()
        left.append(stored(own_folder, play))
    assert any(table["table"] for table in left)


def what_comes_first(play):
    """What a new program shows before anything is said."""
    table = next(iter(play.of_type("round")), None)
    money = table or play.events[-1]
    return {"table": table and seen(table), "balance": money["balance_cents"]}


def seen(table):
    return {
        "hands": [(hand["cards"], hand["bet_cents"], hand["box"]) for hand in table["hands"]],
        "dealer": table["dealer"],
        "insurances": table["insurances_cents"],
        "legal": table["legal"],
        "active": table["active"],
    }


def stored(own_folder, play):
    """What a killed program has left; all that was told is there, and nothing is doubled."""
    told = len(play.of_type("verdict"))
    with Store.snapshot(history_path(own_folder)) as store:
        assert store.check() == ()
        steps = sum(len(store.steps(round_.id)) for round_ in store.rounds())
        decisions = store.decisions()
        assert len(decisions) == steps
        numbers = [kept.n for kept in decisions if kept.session == play.events[0]["id"]]
        assert numbers == list(range(1, len(numbers) + 1))
        assert told <= len(numbers) <= told + 1
        balance = store.last_move().balance_cents
        round_ = store.unfinished_round()
        if round_ is None:
            return {"table": None, "balance": balance}
        table = replayed(round_, store.steps(round_.id))
    dealer = [str(card) for card in table.dealer_cards]
    return {
        "table": {
            "hands": [
                ([str(card) for card in hand.cards], hand.bet_cents, hand.box)
                for hand in table.hands
            ],
            "dealer": [dealer[0], None] if table.hole_hidden else dealer,
            "insurances": list(table.insurances_cents),
            "legal": [str(choice) for choice in offered(table)],
            "active": table.active,
        },
        "balance": balance - table.staked_cents,
    }
