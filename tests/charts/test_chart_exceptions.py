"""``chart show --exceptions``: where the values of the exact cards want something else.

Every hand that there is gets asked for its values one by one, as ``ev`` asks, and for the answer of
its chart. The hands are put together here from ranks: all of two cards, and all of three and more
that are 16 against a ten or 12 against a four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

import pytest

from bjtrainer.analysis.values import Values
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.exceptions import CardException, exceptions
from bjtrainer.charts.model import TIE, Cell, Method, Row
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, override
from bjtrainer.rules.model import Rules

GAMES = [
    ("vegas-downtown", "decks=1", Method.WHOLE_GAME),
    ("vegas-downtown", "decks=2", Method.WHOLE_GAME),
    ("vegas-downtown", "decks=2", Method.TWO_CARD),
    ("las-vegas-downtown", "decks=8", Method.WHOLE_GAME),
    ("vegas-downtown", "card_limit=3", Method.WHOLE_GAME),
]


def hands_of(points: int, most: Rank = Rank.TEN) -> Iterator[tuple[Rank, ...]]:
    """Every hand whose cards come to so many points, aces counting one."""
    if points == 0:
        yield ()
    for rank in RANKS[: most.index + 1]:
        if rank.index < points:
            for others in hands_of(points - rank.index - 1, rank):
                yield (*others, rank)


def asked_about(rules: Rules) -> Iterator[tuple[Hand, Rank]]:
    """The hands that are looked at and can be dealt, in the order of the list."""
    two = [(hand, up) for hand in combinations_with_replacement(RANKS, 2) for up in RANKS]
    of_totals = [
        (hand, up)
        for points, up in ((16, Rank.TEN), (12, Rank("4")))
        for hand in hands_of(points)
        if len(hand) > 2
    ]
    more = sorted(
        of_totals, key=lambda each: (len(each[0]), [rank.index for rank in each[0]], each[1].index)
    )
    for ranks, upcard in (*two, *more):
        seen = (*ranks, upcard)
        if all(seen.count(rank) <= rules.decks * (16 if rank is Rank.TEN else 4) for rank in seen):
            yield Hand(ranks), upcard


@pytest.fixture(
    scope="module", params=GAMES, ids=lambda game: f"{game[0]}, {game[1]}, {game[2].value}"
)
def found(
    request, solved: Callable[[Rules], Values]
) -> tuple[Values, Method, tuple[CardException, ...]]:
    slug, change, method = request.param
    values = solved(override(find_rules(slug), [change]))
    return values, method, exceptions(values, derive_plan(values, method))


def test_every_hand_whose_values_disagree_with_its_chart_and_no_other(found):
    values, method, listed = found
    codes = derive_plan(values, method).codes()
    wanted = []
    for hand, upcard in asked_about(values.rules):
        situation = Situation(hand=hand, upcard=upcard)
        legal = legal_actions(values.rules, situation)
        if not legal or (hand.ace_ten and len(hand) == 2):
            continue
        row = Row.of_pair(hand.pair) if Action.SPLIT in legal else Row.of_total(hand)
        said = codes[Cell(row, upcard)].answer(legal)
        worth = {action: float(value) for action, value in values.of(situation).items()}
        best = max(worth, key=worth.__getitem__)
        if worth[best] - worth[said] > TIE:
            wanted.append((hand, upcard, said, best, worth[best] - worth[said]))
    assert [(one.hand, one.upcard, one.chart, one.best) for one in listed] == [
        each[:4] for each in wanted
    ]
    assert [one.gain for one in listed] == pytest.approx([each[4] for each in wanted], abs=1e-12)


def told(listed: tuple[CardException, ...]) -> dict[str, tuple[str, str]]:
    return {f"{one.hand} v {one.upcard}": (str(one.chart), str(one.best)) for one in listed}


def test_known_exceptions_with_one_and_two_decks(solved):
    """As in print for one deck: T2 v 4 and 62 v 6 hit, 77 v T stands, and so does 754 v T."""
    one, two = (
        told(exceptions(values, derive_plan(values, Method.WHOLE_GAME)))
        for values in (
            solved(override(find_rules("vegas-downtown"), [f"decks={decks}"])) for decks in (1, 2)
        )
    )
    assert one["2T v 4"] == two["2T v 4"] == ("stand", "hit")
    assert one["26 v 6"] == ("double", "hit")
    assert one["77 v T"] == ("hit", "stand")
    assert one["457 v T"] == two["457 v T"] == ("hit", "stand")
    assert "26 v 6" not in two
    assert "77 v T" not in two
