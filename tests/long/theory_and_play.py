"""reliability.md, "theory and play agree": rounds at the real table against the exact values.

    python tests/long/theory_and_play.py --rounds 1000000

plays every shipped game, each round from a fresh shoe, by its chart and by the exact cards
(``optimal``, splits CDZ-), insurance declined, and prints how far each mean is from the exact
value, in standard errors. Both play the same shoes, so that what one is worth more than the other
is held to its exact value too, and far more sharply. Exit code 1 when one is four or more away.
``tests/charts/test_every_game_played.py`` is the short form, with controls that must fail.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt
from random import Random

from bjtrainer.analysis.values import Values, solve
from bjtrainer.cards import DECK, Card
from bjtrainer.charts.cache import shipped_chart
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.round import Phase, deal
from bjtrainer.game.shoe import Shoe
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules

SEED = 2026
"""Chosen before the first run; ``--seed`` deals other shoes."""
ALLOWED = 4
"""A mean that is this many standard errors from the exact value is a failure."""
STRATEGIES = ("chart", "optimal")
DIFFERENCE = "optimal - chart"

_CHUNK = 25_000  # rounds that a process plays at a time, from a seed of their own
_FEW = 10  # cards that are enough for nearly every round

Decide = Callable[[Situation, Sequence[Action]], Action]
"""Decides about a hand, from the situation and the legal actions."""


@dataclass(frozen=True)
class Strategy:
    """A way to play a game, and its exact value in initial wagers a round."""

    decide: Decide
    exact: float


def by_chart(rules: Rules) -> Strategy:
    """Play as the chart that ships with a game says, valued as its file does."""
    chart = shipped_chart(rules)
    assert chart is not None, f"no chart ships with {rules.slug}"
    return Strategy(chart.answer, chart.edges.chart)


def by_exact_cards(values: Values) -> Strategy:
    """Play every hand by its very cards; the hands of a split too, as ``SPLIT_STRATEGY`` says."""

    def decide(situation: Situation, legal: Sequence[Action]) -> Action:
        if situation.from_split and Action.SPLIT in legal:
            return Action.SPLIT
        best = values.best(situation)
        assert best in legal, f"{best} of {situation}, where {legal} are legal"
        return best

    return Strategy(decide, float(values.edge().total))


@dataclass(frozen=True)
class Measured:
    """A mean result of a round with its standard error, in initial wagers."""

    rounds: int
    mean: float
    standard_error: float

    @classmethod
    def of(cls, results: Counter[int], bet_cents: int) -> Measured:
        """Measure results in cents, with the number of rounds that each came up in."""
        rounds = results.total()
        mean = sum(cents * times for cents, times in results.items()) / rounds
        squares = sum(cents * cents * times for cents, times in results.items()) / rounds
        error = sqrt((squares - mean * mean) / rounds)
        return cls(rounds, mean / bet_cents, error / bet_cents)

    def deviation(self, exact: float) -> float:
        """How far the mean is from the exact value, in standard errors."""
        off = self.mean - exact
        return off / self.standard_error if self.standard_error else inf * bool(off)


class FreshShoes:
    """Gives the first cards of one shuffled shoe after another, as many as are asked for."""

    def __init__(self, decks: int, rng: Random) -> None:
        self._cards, self._random = list(DECK * decks), rng.random
        self._drawn = 0

    def first(self, count: int) -> tuple[Card, ...]:
        """Shuffle anew, as far as the first cards go (Fisher and Yates, from the top)."""
        self._drawn = 0
        return self.more(count)

    def more(self, count: int) -> tuple[Card, ...]:
        """Give the same shuffled shoe with so many more cards of it."""
        cards, random, size = self._cards, self._random, len(self._cards)
        until = min(self._drawn + count, size)
        for place in range(self._drawn, until):
            chosen = place + int(random() * (size - place))
            cards[place], cards[chosen] = cards[chosen], cards[place]
        self._drawn = until
        return tuple(cards[:until])


class Player:
    """Plays rounds by a strategy, insurance declined; each kind of situation is decided once."""

    def __init__(self, rules: Rules, decide: Decide) -> None:
        self.rules, self._decide = rules, decide
        self._known: dict[tuple[int, str, tuple[str, ...]], Action] = {}

    def result(self, cards: Sequence[Card]) -> int:
        """Play one round from these cards: what it pays, in cents.

        Raises ``LookupError`` when it needs more of them.
        """
        known = self._known
        round_ = deal(self.rules, self.rules.min_bet, Shoe(tuple(cards)))
        if round_.phase is Phase.INSURANCE:
            round_ = round_.insure(False)
        while round_.phase is Phase.PLAYER:
            hands = round_.hands
            faces = tuple([card.face for card in hands[round_.active].cards])
            key = (len(hands), round_.dealer_cards[0].face, faces)
            if key not in known:
                known[key] = self._decide(round_.situation, round_.legal)
            round_ = round_.act(known[key])
        return round_.payout_cents


def played(players: Sequence[Player], shoes: FreshShoes, rounds: int) -> Counter[tuple[int, ...]]:
    """Play so many rounds, each by every player from the same shoe: how often they paid what."""
    results: Counter[tuple[int, ...]] = Counter()
    for _ in range(rounds):
        cards = shoes.first(_FEW)
        while True:
            try:
                results[tuple([player.result(cards) for player in players])] += 1
                break
            except LookupError:  # many cards: the same round again, from more of the shoe
                cards = shoes.more(len(cards))
    return results


def alone(results: Counter[tuple[int, ...]], player: int) -> Counter[int]:
    """Give the results of one player."""
    paid: Counter[int] = Counter()
    for cents, times in results.items():
        paid[cents[player]] += times
    return paid


def differences(results: Counter[tuple[int, ...]]) -> Counter[int]:
    """Give what the second player won more than the first, round by round."""
    more: Counter[int] = Counter()
    for (first, second), times in results.items():
        more[second - first] += times
    return more


def strategy_of(slug: str, name: str) -> Strategy:
    """Give a strategy of a shipped game by its name."""
    rules = find_rules(slug)
    return by_chart(rules) if name == "chart" else by_exact_cards(solve(rules))


@cache
def _player(slug: str, name: str) -> Player:
    return Player(find_rules(slug), strategy_of(slug, name).decide)


def _chunk(task: tuple[str, tuple[str, ...], int, str]) -> Counter[tuple[int, ...]]:
    slug, names, rounds, seed = task
    decks = find_rules(slug).decks
    assert isinstance(decks, int)
    players = [_player(slug, name) for name in names]
    return played(players, FreshShoes(decks, Random(seed)), rounds)


def _tasks(
    slug: str, names: tuple[str, ...], rounds: int, seed: int
) -> Iterator[tuple[str, tuple[str, ...], int, str]]:
    for begin in range(0, rounds, _CHUNK):
        yield slug, names, min(_CHUNK, rounds - begin), f"{seed}/{slug}/{begin}"


def _reported(slug: str, names: tuple[str, ...], results: Counter[tuple[int, ...]]) -> bool:
    """Print a game's rows, and say whether every mean is near enough."""
    exact = {name: strategy_of(slug, name).exact for name in names}
    paid = {name: alone(results, place) for place, name in enumerate(names)}
    if len(names) == 2:
        paid[DIFFERENCE] = differences(results)
        exact[DIFFERENCE] = exact["optimal"] - exact["chart"]
    near = True
    for name, cents in paid.items():
        measured = Measured.of(cents, find_rules(slug).min_bet)
        off = measured.deviation(exact[name])
        near &= abs(off) < ALLOWED
        print(
            f"{slug:<20}{name:<17}{measured.rounds:>12,}{measured.mean:>+11.4%}"
            f"{measured.standard_error:>11.4%}{exact[name]:>+11.4%}{off:>+8.2f}",
            flush=True,
        )
    return near


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Hold played rounds to their exact value.")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds of each game")
    parser.add_argument("--game", action="append", choices=shipped_games(), help="else every game")
    parser.add_argument("--strategy", choices=STRATEGIES, help="else both, on the same shoes")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    """Play, print the table, and give the exit code."""
    said = _arguments()
    names = (said.strategy,) if said.strategy else STRATEGIES
    print(
        f"{'game':<20}{'strategy':<17}{'rounds':>12}{'mean':>11}{'std error':>11}{'exact':>11}"
        f"{'off by':>8}"
    )
    near = True
    with ProcessPoolExecutor(said.processes) as processes:
        for slug in said.game or shipped_games():
            results: Counter[tuple[int, ...]] = Counter()
            for part in processes.map(_chunk, _tasks(slug, names, said.rounds, said.seed)):
                results.update(part)
                print(f"{slug}: {results.total():,} of {said.rounds:,}", file=sys.stderr)
            near &= _reported(slug, names, results)
    return 0 if near else 1


if __name__ == "__main__":
    sys.exit(main())
