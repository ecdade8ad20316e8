"""Source of truth: the round itself, followed card by card from an endless shoe, by plain sums.

No card that is gone changes what comes, so that a whole round is a few dozen lines that share
nothing with the analysis: from the raw answers to the house edge and to each decision's share.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from bjtrainer.analysis import find_rules, solve
from bjtrainer.charts.derive import whole_game_plan
from bjtrainer.rules.load import override
from bjtrainer.stats.cost import Cost, cost_of
from bjtrainer.stats.record import StoredDecision
from bjtrainer.stats.store import Store

RULES = override(find_rules("vegas-downtown"), ["decks=infinite"])
CARDS = range(1, 11)
MOST_HANDS, CARD_LIMIT = 4, 11

Cards = tuple[int, ...]
Decision = tuple[str, tuple[str, ...]]
Way = Callable[[Decision], dict[str, float]]
"""A way to play: how often each action is taken in a decision."""


def chance(card: int) -> float:
    return 4 / 13 if card == 10 else 1 / 13


def total(cards: Cards) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def soft(cards: Cards) -> bool:
    return total(cards) != sum(cards)


@cache
def dealer(cards: Cards) -> dict[int, float]:
    """The chance of each end of the dealer's hand, 22 for bust, 0 for blackjack."""
    if len(cards) == 2 and total(cards) == 21:
        return {0: 1.0}
    points = total(cards)
    if points > 17 or (points == 17 and not soft(cards)):
        return {min(points, 22): 1.0}
    ends: dict[int, float] = defaultdict(float)
    for card in CARDS:
        for end, later in dealer((*cards, card)).items():
            ends[end] += chance(card) * later
    return ends


def letter(card: int) -> str:
    return {1: "A", 10: "T"}.get(card, str(card))


class Play:
    """One upcard, given that the dealer has no blackjack, and a way to play."""

    def __init__(self, upcard: int, way: Way) -> None:
        self.upcard, self.way = upcard, way
        self.blackjack = dealer((upcard,)).get(0, 0.0)
        self.ends = {
            end: often / (1 - self.blackjack) for end, often in dealer((upcard,)).items() if end
        }
        self.worth_of = cache(self._worth_of)

    def decision(self, cards: Cards, *, split: bool) -> Decision | None:
        """What a hand asks; None where it is over by itself."""
        if total(cards) >= 21 or len(cards) >= CARD_LIMIT:
            return None
        if split and cards[0] == 1 and len(cards) == 2:
            return None
        two = len(cards) == 2
        pair = two and cards[0] == cards[1] and not split
        kind, points = ("soft" if soft(cards) else "hard"), str(total(cards))
        row = f"pair {letter(cards[0])}" if pair else f"{kind} {points}"
        legal = ["hit", "stand", *(["double"] if two else []), *(["split"] if pair else [])]
        return f"{row} v {letter(self.upcard)}", tuple(legal)

    def stand(self, cards: Cards) -> float:
        points = total(cards)
        return sum(
            often * (1 if end == 22 or points > end else -1 if points < end else 0)
            for end, often in self.ends.items()
        )

    def _worth_of(self, cards: Cards, action: str, split: bool) -> float:
        """What an action is worth, this way to play going on from there."""
        if action == "stand":
            return self.stand(cards)
        if action == "split":
            return sum(
                number * self.worth(two, split=True)
                for two, number in hands_of_split(cards[0], 2, 2).items()
            )
        if action == "double":
            return 2 * sum(
                chance(card) * (self.stand((*cards, card)) if total((*cards, card)) < 22 else -1)
                for card in CARDS
            )
        return sum(chance(card) * self.worth((*cards, card), split=split) for card in CARDS)

    def worth(self, cards: Cards, *, split: bool = False) -> float:
        if total(cards) > 21:
            return -1.0
        asked = self.decision(cards, split=split)
        if asked is None:
            return self.stand(cards)
        return sum(
            often * self.worth_of(in_order(cards), action, split)
            for action, often in self.way(asked).items()
        )

    def reached(self, dealt: dict[Cards, float]) -> Iterator[tuple[Decision, Cards, bool, float]]:
        """Every decision that this way to play comes to, with its cards and how often."""
        held = {(in_order(cards), False): often for cards, often in dealt.items()}
        while held:
            further: dict[tuple[Cards, bool], float] = defaultdict(float)
            for (cards, split), often in held.items():
                if total(cards) > 21 or (asked := self.decision(cards, split=split)) is None:
                    continue
                yield asked, cards, split, often
                for action, share in self.way(asked).items():
                    if action == "hit":
                        for card in CARDS:
                            drawn = in_order((*cards, card))
                            further[drawn, split] += often * share * chance(card)
                    if action == "split":
                        for two, number in hands_of_split(cards[0], 2, 2).items():
                            further[two, True] += often * share * number
            held = further


def in_order(cards: Cards) -> Cards:
    """Sort a hand of three cards or more, of which the first may no more be one of split aces."""
    return cards if len(cards) == 2 else tuple(sorted(cards))


@cache
def hands_of_split(card: int, hands: int, waiting: int) -> dict[Cards, float]:
    """How many of each hand come of a split of which so many wait for a second card."""
    number: dict[Cards, float] = defaultdict(float)
    if not waiting:
        return number
    for drawn in CARDS:
        if drawn == card != 1 and hands < MOST_HANDS:
            rest = hands_of_split(card, hands + 1, waiting + 1)
        else:
            number[card, drawn] += chance(drawn)
            rest = hands_of_split(card, hands, waiting - 1)
        for two, often in rest.items():
            number[two] += chance(drawn) * often
    return number


def starting_hands() -> dict[int, dict[Cards, float]]:
    """The chance of each two cards in their order and an upcard, by upcard."""
    return {
        upcard: {
            (one, other): chance(one) * chance(other) * chance(upcard)
            for one in CARDS
            for other in CARDS
        }
        for upcard in CARDS
    }


def edge(way: Way) -> float:
    worth = 0.0
    for upcard, dealt in starting_hands().items():
        play = Play(upcard, way)
        for cards, often in dealt.items():
            if total(cards) == 21:
                worth += often * 1.5 * (1 - play.blackjack)
            else:
                worth += often * (play.worth(cards) * (1 - play.blackjack) - play.blackjack)
    return worth


def insured(share: float) -> float:
    """What insurance is worth in initial wagers a round, taken so often."""
    return share * chance(1) * (3 * chance(10) - 1) / 2


@pytest.fixture(scope="module")
def stored(
    tmp_path_factory: pytest.TempPathFactory,
    decision: Callable[..., StoredDecision],
    session_start: dict[str, Any],
) -> tuple[Sequence[StoredDecision], Cost, Way]:
    """Answers at random to two thirds of all decisions, what they cost, and the chart."""
    values = solve(RULES)
    plan = whole_game_plan(values)
    codes = {str(cell): code for cell, code in plan.codes().items()}

    def by_chart(asked: Decision) -> dict[str, float]:
        cell, legal = asked
        words = ("hit", "stand", "double", "split")
        by_letter = {word[0] if word != "split" else "p": word for word in words}
        wanted = [by_letter[sign.lower()] for sign in codes[cell].value]
        return {next(word for word in wanted if word in legal): 1.0}

    every: set[Decision] = set()
    for upcard, dealt in starting_hands().items():
        every.update(asked for asked, *_ in Play(upcard, by_chart).reached(dealt))
    chance_of = Random(3)
    history = tmp_path_factory.mktemp("home") / "history.sqlite3"
    with Store.open(history) as store:
        store.start_session(**session_start)
        n = 0
        for cell, legal in sorted(every):
            if chance_of.random() < 1 / 3:
                continue
            best = next(iter(by_chart((cell, legal))))
            for _ in range(chance_of.randint(1, 2)):
                n += 1
                answer = best if chance_of.random() < 0.7 else chance_of.choice(legal)
                slip = chance_of.random() < 0.1
                store.add_decision(decision(n=n, cell=cell, legal=legal, answer=answer, slip=slip))
        for offset, answer in enumerate(("yes", "no", "no")):
            store.add_decision(
                decision(
                    n=n + 1 + offset,
                    phase="insurance",
                    cell="insurance v A",
                    legal=("yes", "no"),
                    answer=answer,
                )
            )
        return store.decisions(), cost_of(values, plan, store.habits()), by_chart


def own_way(answers: Sequence[StoredDecision], otherwise: Way) -> Way:
    given: dict[Decision, Counter[str]] = defaultdict(Counter)
    for answer in answers:
        if not answer.slip:
            given[answer.cell, answer.legal][answer.answer] += 1

    def way(asked: Decision) -> dict[str, float]:
        if asked not in given:
            return otherwise(asked)
        counted = given[asked]
        return {word: times / counted.total() for word, times in counted.items()}

    return way


def test_the_edges_are_those_of_the_round_followed_card_by_card(
    stored: tuple[Sequence[StoredDecision], Cost, Way],
) -> None:
    answers, cost, chart = stored
    own = own_way(answers, chart)
    assert cost.chart_edge == pytest.approx(edge(chart), abs=1e-9)
    assert cost.own_edge == pytest.approx(edge(own) + insured(1 / 3), abs=1e-9)
    assert cost.cost > 5


def test_the_shares_are_what_each_decision_loses_where_the_player_comes_to_it(
    stored: tuple[Sequence[StoredDecision], Cost, Way],
) -> None:
    answers, cost, chart = stored
    own = own_way(answers, chart)
    lost: dict[Decision, float] = defaultdict(float)
    comes_up: dict[Decision, float] = defaultdict(float)
    for upcard, dealt in starting_hands().items():
        by_chart, by_player = Play(upcard, chart), Play(upcard, own)
        played = {cards: often * (1 - by_chart.blackjack) for cards, often in dealt.items()}
        for asked, cards, split, often in by_player.reached(played):
            comes_up[asked] += often
            (best,) = chart(asked)
            of_chart = by_chart.worth_of(cards, best, split)
            lost[asked] += often * sum(
                share * (of_chart - by_chart.worth_of(cards, action, split))
                for action, share in own(asked).items()
            )
    shares = {(share.cell, share.legal): share for share in cost.shares}
    insurance = shares.pop(("insurance v A", ("yes", "no")))
    assert insurance.cost == pytest.approx(-100 * insured(1 / 3), abs=1e-9)
    assert len(shares) > 200
    for asked, share in shares.items():
        assert share.cost == pytest.approx(100 * lost[asked], abs=1e-9), asked
        assert share.frequency == pytest.approx(100 * comes_up[asked], abs=1e-9), asked
    offered = chance(1)
    all_of_it = sum(comes_up.values()) + offered
    answered = sum(comes_up[asked] for asked in shares) + offered
    assert cost.covered == pytest.approx(answered / all_of_it, abs=1e-9)
