"""Source of truth: the chart itself, key by key of a drill file, and what was answered before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import CELLS, INSURANCE_CELL, Cell, Code, Row
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.trainer.answered import NothingToAsk
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.progress import progress_of
from bjtrainer.trainer.selection import Part, Selection, select
from bjtrainer.trainer.spots import Decision

EVERYWHERE = (Decision.FIRST, Decision.AFTER_HIT, Decision.AFTER_SPLIT)
NOW = datetime(2024, 5, 10, 12, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Past:
    """One answer of the past, as it matters here."""

    rules_digest: str
    cell: str
    code: str
    right: bool = True
    milliseconds: int = 2000
    answered_at: datetime = NOW - timedelta(days=20)
    phase: str = "player"
    hand: str = ""
    split_hands: int = 1
    cost: float = 0.1
    severity: str = "mistake"
    slip: bool = False
    hinted: bool = False
    natural: bool = False


def asked(plays, **selection):
    return select(Selection(**selection), plays, solve=NotImplemented)


def names(spots):
    return [str(spot) for spot in spots]


def test_rows_and_upcards_are_those_and_no_other(plays):
    rows = tuple(Row.parse(f"hard {total}") for total in (12, 13))
    upcards = (Rank.TWO, Rank.TEN)
    spots = asked(plays, rows=rows, upcards=upcards)
    assert names(spots) == ["hard 12 v 2", "hard 12 v T", "hard 13 v 2", "hard 13 v T"]


def test_actions_are_what_the_chart_says_first(plays):
    codes = {cell: str(code) for cell, code in plays.chart.codes.items()}
    for action in (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT):
        spots = asked(plays, actions=(action,), decisions=EVERYWHERE)
        letter = {Action.SPLIT: "P"}.get(action, action.value[0].upper())
        played = {cell for cell in CELLS if plays.chart.entries[cell].frequency > 0}
        assert {spot.cell for spot in spots} == {
            cell for cell in played if codes[cell][0] == letter
        }


def test_close_calls_are_the_cells_with_a_small_margin(plays):
    spots = asked(plays, margin_below=Decimal("0.03"), decisions=EVERYWHERE)
    entries = plays.chart.entries
    first = {cell for cell in CELLS if entries[cell].frequency > 0 and entries[cell].margin < 0.03}
    fallback = {
        cell
        for cell in CELLS
        if entries[cell].frequency > 0 and (entries[cell].fallback_margin or 1) < 0.03
    }
    found = {spot.cell: spot.decisions for spot in spots if spot.cell}
    assert first <= set(found) <= first | fallback
    assert all(
        found[cell] <= {Decision.AFTER_HIT, Decision.AFTER_SPLIT} for cell in fallback - first
    )


def test_the_margin_of_a_fallback_is_that_of_the_fallback(load_game):
    game = load_game("las-vegas-downtown")
    close = {"margin_below": Decimal("0.02"), "decisions": (Decision.NO_SURRENDER,)}
    spots = asked(Plays(game.rules, game.chart), **close)
    entries = game.chart.entries
    assert "hard 16 v T" in names(spots)
    assert all(entries[spot.cell].fallback_margin < 0.02 for spot in spots)


def test_cells_beside_are_next_to_one_that_was_asked_for(plays):
    doubles = {spot.cell for spot in asked(plays, actions=(Action.DOUBLE,))}
    spots = asked(plays, actions=(Action.DOUBLE,), beside=True)
    assert doubles < {spot.cell for spot in spots}
    codes = plays.chart.codes
    assert {codes[spot.cell].actions[0] for spot in spots} >= {Action.DOUBLE, Action.HIT}
    for spot in spots:
        if spot.cell not in doubles:
            row, at = spot.cell.row, UPCARDS.index(spot.cell.upcard)
            beside = {Cell(row, upcard) for upcard in UPCARDS[max(0, at - 1) : at + 2]}
            rows = [each.row for each in CELLS if each.upcard is Rank.TWO]
            place = rows.index(row)
            beside |= {Cell(each, spot.cell.upcard) for each in rows[max(0, place - 2) : place + 3]}
            assert beside & doubles


@pytest.mark.parametrize("other", ["european", "las-vegas-downtown"])
def test_what_changes_is_where_the_charts_say_something_else(plays, other):
    there = load_chart(chart_path(other))
    played = [cell for cell in CELLS if plays.chart.entries[cell].frequency > 0]
    codes = {cell: (plays.chart.codes[cell], there.codes[cell]) for cell in played}
    changed = {cell for cell, (here, other_code) in codes.items() if here is not other_code}
    selection = Selection(differs_from=other, decisions=EVERYWHERE)
    if not changed:
        with pytest.raises(InputError, match=r"says the same in every cell .* --from GAME"):
            select(selection, plays, solve=NotImplemented, other=there)
        return
    found = {spot.cell for spot in select(selection, plays, solve=NotImplemented, other=there)}
    assert found <= changed
    # Left out are those alone in which what the other chart says is not allowed here.
    for here, other_code in (codes[cell] for cell in changed - found):
        assert other_code.actions[0] in {Action.SURRENDER, Action.DOUBLE}
        assert here in {Code.H, Code.S, Code.P}


def test_exceptions_are_hands_that_the_exact_cards_play_otherwise(vegas_downtown):
    """Against the values: in each, another action is worth more than the chart's."""
    plays = Plays(vegas_downtown.rules, vegas_downtown.chart)
    selection = Selection(exceptions=True, decisions=(Decision.FIRST, Decision.AFTER_HIT))
    spots = select(selection, plays, solve=vegas_downtown.solve)
    assert names(spots) == ["hard 12 v 3", "hard 12 v 4", "hard 16 v T", "soft 17 v 2"]
    for spot in spots:
        for hand, _ in spot.hands:
            cards = plays.against(spot.cell.upcard).in_order(hand)
            question = vegas_downtown.question(str(cards), str(spot.cell.upcard))
            values = vegas_downtown.values.of(question.situation)
            assert max(values.values()) > values[question.chart]
    assert Hand.parse("2T") in [hand for hand, _ in spots[1].hands]


def test_the_cards_of_an_exception_come_as_play_by_the_chart_brings_them(vegas_downtown):
    session = vegas_downtown.start("exceptions", seed=3, count=60)
    better = many = 0
    while question := session.question:
        hand = question.hand
        for cards in range(2, len(hand)):
            before = vegas_downtown.question(str(hand)[:cards], str(question.upcard.rank))
            assert before.chart is Action.HIT
        session = session.answer(question.chart)
        best = session.last.verdict.best
        better += best is not session.last.verdict.chart
        many += len(hand) > 2
    assert 20 <= better <= 50
    assert many > 10


@pytest.mark.parametrize(
    ("selection", "included"),
    [
        ({}, True),
        ({"part": Part.INSURANCE}, True),
        ({"upcards": (Rank.ACE,)}, True),
        ({"upcards": (Rank.TEN,)}, False),
        ({"decisions": (Decision.AFTER_HIT,)}, False),
        ({"rows": (Row.parse("hard 16"),)}, False),
        ({"actions": (Action.HIT,)}, False),
        ({"part": Part.HARD}, False),
        ({"margin_below": Decimal("0.01")}, False),
        ({"margin_below": Decimal("0.2")}, True),
    ],
)
def test_insurance_is_asked_where_nothing_asks_for_what_it_has_not(plays, selection, included):
    assert (INSURANCE_CELL in names(asked(plays, **selection))) is included


def test_a_game_without_insurance_says_so(vegas_downtown):
    chart = replace(vegas_downtown.chart, insurance=None)
    plays = Plays(replace(vegas_downtown.rules, insurance=False), chart)
    assert INSURANCE_CELL not in names(asked(plays))
    with pytest.raises(InputError, match="there is no insurance in Vegas Downtown Blackjack; c"):
        asked(plays, part=Part.INSURANCE)


def test_what_no_chart_has_is_told(load_game):
    game = load_game("vegas-downtown")
    plays = Plays(game.rules, game.chart)
    nothing = {"rows": (Row.parse("hard 20"),), "actions": (Action.SPLIT,)}
    with pytest.raises(InputError) as caught:
        asked(plays, **nothing, decisions=EVERYWHERE)
    assert not isinstance(caught.value, NothingToAsk)
    assert str(caught.value) == (
        "no cell of the chart of Vegas Downtown Blackjack fits rows and actions and decisions of "
        "this drill; change one of them, or remove it"
    )


@pytest.fixture
def answered(vegas_downtown):
    """What is asked after some answers: one missed, one slow, one right just now, one a slip."""
    game, chart = vegas_downtown.rules, vegas_downtown.chart

    def past(cell, **how):
        code = str(chart.entries[Cell.parse(cell)].code)
        return Past(rules_digest=game.digest, cell=cell, code=code, **how)

    answers = [
        past("hard 16 v T", right=False),
        past("soft 18 v 9", milliseconds=30_000),
        past("pair 8 v T", answered_at=NOW),
        past("hard 12 v 3", right=False, slip=True),
    ]
    progress = progress_of(answers, chart, now=NOW, stars=("hard 11 v A", INSURANCE_CELL))
    plays = Plays(game, chart)

    def asked_after(**selection):
        chosen = Selection(decisions=EVERYWHERE, **selection)
        return names(select(chosen, plays, solve=NotImplemented, progress=progress))

    return asked_after


def test_history_chooses_what_was_missed_slow_due_and_starred(answered):
    assert answered(missed=30) == ["hard 16 v T"]
    assert answered(slow=30) == ["soft 18 v 9"]
    assert answered(due=True) == ["hard 16 v T", "soft 18 v 9"]
    assert answered(due=True, missed=30) == ["hard 16 v T"]
    assert answered(starred=True) == ["hard 11 v A", INSURANCE_CELL]


@pytest.mark.parametrize(
    ("selection", "said"),
    [
        (
            {"missed": 5},
            "no cell of this drill was missed in .* in the last 5 days; drill some",
        ),
        ({"slow": 1}, "answered slowly in .* in the last 1 day; drill some more first: bjtrainer"),
        (
            {"due": True, "part": Part.PAIRS},
            "nothing is due in .* for .*; meanwhile, the cells",
        ),
        ({"due": True, "upcards": (Rank.TWO,)}, "nothing is due in .*: a cell falls due some time"),
        ({"starred": True, "part": Part.PAIRS}, r"is starred in .*; press \* in any drill to star"),
        ({"missed": 30, "slow": 30}, "no cell of this drill was answered slowly"),
    ],
)
def test_nothing_to_ask_says_why_and_what_to_do(answered, selection, said):
    with pytest.raises(NothingToAsk, match=said):
        answered(**selection)
