"""A player for test_every_drill: has a past in each game, then answers every drill by its chart.

``python drill_by_the_chart.py HOME COUNT`` prints a line of JSON for each game and drill: the game,
the drill, the exit code and the events.
"""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path

from bjtrainer.analysis import values
from bjtrainer.charts import cache as charts
from bjtrainer.charts.files import chart_path
from bjtrainer.cli.dispatch import dispatch
from bjtrainer.cli.keeping import stored_decision
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.stats.store import Store
from bjtrainer.trainer.drill import find_drill, shipped_drills
from bjtrainer.trainer.session import start

ACTIONS = {"H": "hit", "S": "stand", "P": "split", "D": "double", "R": "surrender"}
ANSWERS = {**ACTIONS, "N": "no", "Y": "yes"}
PAST = "first-decisions"

values.solve = cache(values.solve)
charts.load_chart = cache(charts.load_chart)


class BothEnds(io.StringIO):
    """Both ends of the pipe: what the drill writes is read, and answered by the chart."""

    def readline(self, *_: object) -> str:
        asked = json.loads(self.getvalue().splitlines()[-1])
        answers = (ANSWERS[letter.upper()] for letter in asked["code"])
        return next((one for one in answers if one in asked["legal"]), "stand") + "\n"


def store_a_past(store: Store, game: str) -> None:
    """Store a drill of twenty days ago: a third missed, a third slow, a third right."""
    rules, chart = find_rules(game), charts.load_chart(chart_path(game))
    then = datetime.now(UTC) - timedelta(days=20)
    session = start(find_drill(PAST), rules, chart, seed=1, solve=values.solve, count=30)
    stored = store.start_session(
        now=then,
        game=game,
        rules_digest=rules.digest,
        drill=PAST,
        seed=1,
        version="0",
        helped=False,
    )
    while question := session.question:
        wrong = next(choice for choice in question.legal if choice is not question.chart)
        miss, slow = question.n % 3 == 0, question.n % 3 == 1
        session = session.answer(wrong if miss else question.chart, 20_000 if slow else 1000)
        assert session.last is not None
        decision = stored_decision(session.last, stored, natural=False)
        store.add_decision(replace(decision, answered_at=then))


def main(home: str, count: str) -> None:
    """Give each game its past, then go through all drills."""
    with Store.open(history_path(Path(home))) as store:
        for game in shipped_games():
            store_a_past(store, game)
    for game, name in product(shipped_games(), shipped_drills()):
        options = ("--game", game, "--seed", "4", "--count", count, "--data-dir", home)
        sys.stdin = sys.stdout = pipe = BothEnds()
        try:
            code = dispatch(["drill", name, "--json", *options])
        finally:
            sys.stdout = sys.__stdout__
        events = [json.loads(line) for line in pipe.getvalue().splitlines()]
        print(json.dumps([game, name, code, events]))


if __name__ == "__main__":
    main(*sys.argv[1:])
