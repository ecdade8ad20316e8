"""The two games with their shipped charts, their solved values and their reference values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bjtrainer.analysis.values import Values, solve
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Chart
from bjtrainer.game.arrange import arrange, arrange_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.drill import Drill, find_drill
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.question import Question, ask
from bjtrainer.trainer.session import Session, start

GAMES = ("vegas-downtown", "las-vegas-downtown")
_REFERENCE = Path(__file__).parent.parent / "reference"

solve_once = cache(solve)


@dataclass(frozen=True)
class Game:
    """One game with all that a session needs."""

    rules: Rules
    chart: Chart
    reference: dict[str, Any]

    @property
    def values(self) -> Values:
        return solve_once(self.rules)

    @property
    def solve(self) -> Callable[[Rules], Values]:
        return solve_once

    def question(self, hand: str, upcard: str, *, split_hands: int = 1) -> Question:
        """The question about a hand, at the table."""
        round_ = arrange(
            self.rules, Hand.parse(hand), Rank.parse(upcard), Random(1), split_hands=split_hands
        )
        return ask(round_, self.chart, n=1, round_number=1)

    def insurance_question(self, hand: str) -> Question:
        """The question about insuring a starting hand."""
        round_ = arrange_insurance(self.rules, Hand.parse(hand), Random(1))
        return ask(round_, self.chart, n=1, round_number=1)

    def first_questions(self) -> Iterator[Question]:
        """The question about each starting hand and upcard."""
        for one, other in combinations_with_replacement(RANKS, 2):
            if {one, other} != {Rank.ACE, Rank.TEN}:
                for upcard in RANKS:
                    yield self.question(f"{one}{other}", str(upcard))

    def insurance_questions(self) -> Iterator[Question]:
        """The question about insuring each starting hand to which it is offered."""
        for one, other in combinations_with_replacement(RANKS, 2):
            if self.rules.insurance_with_blackjack or {one, other} != {Rank.ACE, Rank.TEN}:
                yield self.insurance_question(f"{one}{other}")

    def start(self, drill: str | Drill, *, seed: int = 1, count: int | None = None) -> Session:
        """A session of a drill in this game."""
        chosen = find_drill(drill) if isinstance(drill, str) else drill
        return start(chosen, self.rules, self.chart, seed=seed, solve=solve_once, count=count)


@cache
def load(slug: str) -> Game:
    """Read a shipped game; not of each there are reference values."""
    reference = _REFERENCE / f"{slug.replace('-', '_')}.json"
    values = json.loads(reference.read_text()) if reference.is_file() else {}
    return Game(find_rules(slug), load_chart(chart_path(slug)), values)


@pytest.fixture(params=GAMES, scope="session")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture(params=shipped_games(), scope="session")
def plays(request: pytest.FixtureRequest) -> Plays:
    """Each of all shipped games, played by its chart."""
    return Plays(find_rules(request.param), load_chart(chart_path(request.param)))


@pytest.fixture(scope="session")
def vegas_downtown() -> Game:
    return load("vegas-downtown")


@pytest.fixture(scope="session")
def las_vegas_downtown() -> Game:
    return load("las-vegas-downtown")


@pytest.fixture(scope="session")
def load_game() -> Callable[[str], Game]:
    """Any of the games by its slug."""
    return load


Answer = Callable[[Session, Random], Session]


@pytest.fixture(scope="session")
def answer_at_random() -> Answer:
    """Answer the session's question with any legal choice."""

    def answered(session: Session, rng: Random) -> Session:
        assert session.question is not None
        return session.answer(rng.choice(session.question.legal), 1000)

    return answered
