"""Which of everything that can be asked in a game a drill asks about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from bjtrainer.cards import Rank
from bjtrainer.charts.model import Cell, Chart, Row
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules
from bjtrainer.trainer import answered
from bjtrainer.trainer.judge import Solve
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.spots import FALLBACKS, ONLY_FIRST, Decision, Spot, neighbours

if TYPE_CHECKING:
    from bjtrainer.trainer.progress import Progress

T = TypeVar("T")


class Part(Enum):
    """A part of the chart; surrender: the cells that say so, and those beside them."""

    ALL = "all"
    HARD = "hard"
    SOFT = "soft"
    PAIRS = "pairs"
    SURRENDER = "surrender"
    INSURANCE = "insurance"


KINDS = {Part.HARD: "hard", Part.SOFT: "soft", Part.PAIRS: "pair"}
"""The kind of row of the parts that have one kind alone."""


LAST_GAME = "last"
"""In place of the other game's slug: the one drilled before this one."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a drill asks about: all that each of these lets through.

    No ``rows``, ``upcards`` or ``actions`` are all of them; an action is the first choice of a
    cell's code. ``margin_below`` is in initial wagers: by how much the right answer may win.
    ``differs_from`` is the slug of another game, or ``LAST_GAME``. ``beside``: and the cells beside
    those in the chart, so that the answer is not always the same. ``exceptions``: where exact cards
    beat the chart. ``missed`` and ``slow`` are in days back from now.
    """

    part: Part = Part.ALL
    rows: tuple[Row, ...] = ()
    upcards: tuple[Rank, ...] = ()
    actions: tuple[Action, ...] = ()
    decisions: tuple[Decision, ...] = (Decision.FIRST,)
    margin_below: Decimal | None = None
    differs_from: str | None = None
    beside: bool = False
    exceptions: bool = False
    missed: int | None = None
    slow: int | None = None
    due: bool = False
    starred: bool = False

    @property
    def by_history(self) -> bool:
        """Whether it hangs on what the player answered before."""
        return self.missed is not None or self.slow is not None or self.due or self.starred

    @property
    def by_row(self) -> bool:
        """Whether it asks for something that insurance has not."""
        return bool(self.rows or self.actions or self.exceptions)


def select(
    selection: Selection,
    plays: Plays,
    *,
    solve: Solve,
    other: Chart | None = None,
    progress: Progress | None = None,
) -> tuple[Spot, ...]:
    """Give what is asked about in the game of ``plays``, in the order of its chart.

    ``other`` is the chart that ``differs_from`` names, ``progress`` what the player has answered;
    either is needed where the selection hangs on it. ``solve`` is called for ``exceptions`` alone.
    Raises ``InputError`` where the game has nothing of it, ``NothingToAsk`` where the player has
    answered nothing of it.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> from bjtrainer.rules.load import find_rules
    >>> game = "las-vegas-downtown"
    >>> plays = Plays(find_rules(game), load_chart(chart_path(game)))
    >>> close = Selection(part=Part.HARD, margin_below=Decimal("0.01"))
    >>> [str(spot) for spot in select(close, plays, solve=NotImplemented)]
    ['hard 9 v 2', 'hard 11 v A', 'hard 12 v 4', 'hard 15 v T', 'hard 15 v A', 'hard 16 v 9']
    """
    spots = _in_the_game(selection, plays, solve, other)
    if not spots:
        raise InputError(_why_none(selection, plays.rules))
    if selection.by_history:
        assert progress is not None, "what hangs on the history needs it"
        spots = _by_history(selection, spots, progress, plays.rules.name)
    return spots


def _in_the_game(
    selection: Selection, plays: Plays, solve: Solve, other: Chart | None
) -> tuple[Spot, ...]:
    spots = [Spot(cell, decisions) for cell, decisions in _of_part(selection, plays)]
    wanted = [spot for spot in spots if _cell_fits(selection, plays.chart, spot, other)]
    if selection.beside:
        cells = [spot.cell for spot in spots if spot.cell is not None]
        beside = {one for spot in wanted if spot.cell for one in neighbours(spot.cell, cells)}
        wanted = [spot for spot in spots if spot in wanted or spot.cell in beside]
    if selection.exceptions:
        wanted = list(_with_exceptions(wanted, plays, solve))
    insurance = Spot(None, ONLY_FIRST)
    if _has_insurance(selection, plays) and _cell_fits(selection, plays.chart, insurance, other):
        wanted.append(insurance)
    return tuple(wanted)


def _cell_fits(selection: Selection, chart: Chart, spot: Spot, other: Chart | None) -> bool:
    """Whether what the charts say of a cell is what is asked for."""
    first = chart.entries[spot.cell].code.actions[0] if spot.cell is not None else None
    if selection.actions and first not in selection.actions:
        return False
    if selection.margin_below is not None and _margin(chart, spot) >= selection.margin_below:
        return False
    if selection.differs_from is None:
        return True
    assert other is not None, "a difference is one between two charts"
    return _code(chart, spot) != _code(other, spot)


def _of_part(selection: Selection, plays: Plays) -> Iterator[tuple[Cell, frozenset[Decision]]]:
    cells = plays.reached(frozenset(selection.decisions))
    wanted = set(cells)
    if selection.part is Part.INSURANCE:
        wanted = set()
    elif selection.part is Part.SURRENDER:
        surrendered = {cell for cell in cells if plays.chart.entries[cell].code.value[0] == "R"}
        wanted = surrendered.union(*(neighbours(cell, cells) for cell in surrendered))
    elif selection.part in KINDS:
        wanted = {cell for cell in cells if cell.row.kind == KINDS[selection.part]}
    for cell, decisions in cells.items():
        in_rows = not selection.rows or cell.row in selection.rows
        if cell in wanted and in_rows and _upcard_fits(selection, cell.upcard):
            yield cell, decisions


def _has_insurance(selection: Selection, plays: Plays) -> bool:
    return (
        plays.chart.insurance is not None
        and plays.rules.insurance
        and selection.part in (Part.ALL, Part.INSURANCE)
        and Decision.FIRST in selection.decisions
        and not selection.by_row
        and _upcard_fits(selection, Rank.ACE)
    )


def _upcard_fits(selection: Selection, upcard: Rank) -> bool:
    return not selection.upcards or upcard in selection.upcards


def _margin(chart: Chart, spot: Spot) -> float:
    """Give by how much the right answer wins: that of the fallback where one is asked for."""
    if spot.cell is None:
        assert chart.insurance is not None, "insurance is asked about where it is offered"
        return chart.insurance.margin
    entry = chart.entries[spot.cell]
    if entry.fallback_margin is not None and spot.decisions <= set(FALLBACKS.values()):
        return entry.fallback_margin
    return entry.margin


def _code(chart: Chart, spot: Spot) -> str | None:
    if spot.cell is None:
        return None if chart.insurance is None else chart.insurance.code
    return str(chart.entries[spot.cell].code)


def _with_exceptions(spots: Sequence[Spot], plays: Plays, solve: Solve) -> Iterator[Spot]:
    """Give the spots in which exact cards beat the chart, with the hands that do."""
    from bjtrainer.charts.exceptions import exceptions  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.plan import plan_of  # noqa: PLC0415  loads numpy

    by_cell: dict[Cell | None, list[Hand]] = {}
    for one in exceptions(solve(plays.rules), plan_of(plays.chart.codes)):
        play = plays.against(one.upcard)
        turn = play.turn(one.hand, 1)
        if play.in_order(one.hand) is not None:
            by_cell.setdefault(turn.cell, []).append(one.hand)
    for spot in spots:
        hands = tuple(
            hand
            for hand in by_cell.get(spot.cell, ())
            if (Decision.FIRST if len(hand) == 2 else Decision.AFTER_HIT) in spot.decisions
        )
        if hands:
            yield replace(spot, hands=hands)


def _why_none(selection: Selection, rules: Rules) -> str:
    what = f"the chart of {rules.name} has no cell that this drill asks about"
    if selection.differs_from is not None:
        what = f"the chart of {rules.name} says the same in every cell that this drill asks about"
        return f"{what}; name another game that you come from: --from GAME"
    if selection.exceptions:
        what = f"no hand of this drill beats the chart of {rules.name} by its exact cards"
    elif selection.part is Part.SURRENDER:
        what = f"the chart of {rules.name} surrenders no hand"
    elif selection.part is Part.PAIRS:
        what = f"the chart of {rules.name} splits no pair"
    elif selection.part is Part.INSURANCE:
        what = f"there is no insurance in {rules.name}"
    return f"{what}; choose another drill, or another game for this one"


def _by_history(
    selection: Selection, spots: tuple[Spot, ...], progress: Progress, game: str
) -> tuple[Spot, ...]:
    if selection.missed is not None:
        spots = answered.missed(spots, progress, game, selection.missed)
    if selection.slow is not None:
        spots = answered.slow(spots, progress, game, selection.slow)
    if selection.starred:
        spots = answered.starred(spots, progress, game)
    return answered.due(spots, progress, game) if selection.due else spots
