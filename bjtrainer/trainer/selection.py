"""Which of everything that can be asked in a game a drill asks about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from bjtrainer.cards import Rank
from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart, Entry, Row
from bjtrainer.errors import InputError
from bjtrainer.game.actions import Action, Situation, legal_actions
from bjtrainer.game.hand import Hand
from bjtrainer.rules.model import Rules, Surrender
from bjtrainer.trainer import answered
from bjtrainer.trainer.judge import Solve
from bjtrainer.trainer.plays import Plays, Turn
from bjtrainer.trainer.spots import ONLY_FIRST, Decision, Spot, neighbours_in

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
    cell's code. ``named`` are cells by their names, insurance too. ``margin_below`` is in initial
    wagers: by how much the right answer may win. ``differs_from`` is the slug of another game, or
    ``LAST_GAME``. ``beside``: and the cells beside those in the chart, so that the answer is not
    always the same. ``exceptions``: where exact cards beat the chart. ``missed`` and ``slow`` are
    in days back from now.
    """

    part: Part = Part.ALL
    rows: tuple[Row, ...] = ()
    upcards: tuple[Rank, ...] = ()
    named: tuple[str, ...] = ()
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
    turns = plays.turns(frozenset(selection.decisions))
    cells = list(_of_part(selection, plays.chart, turns))
    narrowed = {cell: _narrowed(selection, plays, other, cell, turns[cell]) for cell in cells}
    wanted = {cell for cell, spot in narrowed.items() if spot is not None}
    if selection.beside:
        neighbours = neighbours_in(cells)
        wanted |= {one for cell in wanted for one in neighbours(cell)}.intersection(cells)
    chosen = [cell for cell in cells if cell in wanted]
    spots = [narrowed[cell] or _spot(selection, cell, turns[cell]) for cell in chosen]
    if selection.exceptions:
        spots = list(_with_exceptions(spots, plays, solve))
    if _has_insurance(selection, plays) and _insurance_fits(selection, plays.chart, other):
        spots.append(Spot(None, ONLY_FIRST))
    return tuple(spots)


def _spot(
    selection: Selection,
    cell: Cell,
    turns: Iterable[Turn],
    only: Callable[[Turn], bool] | None = None,
) -> Spot:
    decisions = frozenset[Decision]().union(*(turn.decisions for turn in turns))
    return Spot(cell, decisions.intersection(selection.decisions), only=only)


def _narrowed(
    selection: Selection, plays: Plays, other: Chart | None, cell: Cell, turns: Sequence[Turn]
) -> Spot | None:
    """Give the spot of a cell with those hands alone that are asked for; None where none are."""
    entry, below = plays.chart.entries[cell], selection.margin_below
    if selection.actions and entry.code.actions[0] not in selection.actions:
        return None
    if below is None and other is None:
        return _spot(selection, cell, turns)

    def asked_for(turn: Turn) -> bool:
        close = below is None or _margin(entry, turn.answer) < below
        return close and (other is None or _changes(turn, cell.upcard, plays.rules, other))

    fitting = [turn for turn in turns if asked_for(turn)]
    return _spot(selection, cell, fitting, asked_for) if fitting else None


def _margin(entry: Entry, answer: Action | None) -> float:
    """Give by how much an answer wins in a cell: the first choice, or its fallback."""
    if answer is entry.code.actions[0] or entry.fallback_margin is None:
        return entry.margin
    return entry.fallback_margin


def _changes(turn: Turn, upcard: Rank, rules: Rules, other: Chart) -> bool:
    """Whether another chart says something else of a hand, as far as it is allowed here."""
    situation = Situation(hand=turn.hand, upcard=upcard, split_hands=turn.split_hands)
    return other.answer(situation, legal_actions(rules, situation)) is not turn.answer


def _of_part(selection: Selection, chart: Chart, turns: Mapping[Cell, object]) -> Iterator[Cell]:
    wanted = set(turns)
    if selection.part is Part.INSURANCE:
        wanted = set()
    elif selection.part is Part.SURRENDER:
        surrendered = {cell for cell in turns if chart.entries[cell].code.value[0] == "R"}
        wanted = surrendered.union(*map(neighbours_in(turns), surrendered))
    elif selection.part in KINDS:
        wanted = {cell for cell in turns if cell.row.kind == KINDS[selection.part]}
    for cell in turns:
        in_rows = not selection.rows or cell.row in selection.rows
        fits = in_rows and _upcard_fits(selection, cell.upcard)
        if cell in wanted and fits and _name_fits(selection, str(cell)):
            yield cell


def _has_insurance(selection: Selection, plays: Plays) -> bool:
    return (
        plays.chart.insurance is not None
        and plays.rules.insurance
        and selection.part in (Part.ALL, Part.INSURANCE)
        and Decision.FIRST in selection.decisions
        and not selection.by_row
        and _upcard_fits(selection, Rank.ACE)
        and _name_fits(selection, INSURANCE_CELL)
    )


def _upcard_fits(selection: Selection, upcard: Rank) -> bool:
    return not selection.upcards or upcard in selection.upcards


def _name_fits(selection: Selection, name: str) -> bool:
    return not selection.named or name in selection.named


def _insurance_fits(selection: Selection, chart: Chart, other: Chart | None) -> bool:
    """Whether what is asked for holds of insurance."""
    mine, below = chart.insurance, selection.margin_below
    if mine is None or (below is not None and mine.margin >= below):
        return False
    if other is None:
        return True
    theirs = other.insurance
    return theirs is not None and theirs.code != mine.code


def _with_exceptions(spots: Sequence[Spot], plays: Plays, solve: Solve) -> Iterator[Spot]:
    """Give the spots in which exact cards beat the chart, with the hands that do.

    Each hand comes as often as the play leads to it.
    """
    from bjtrainer.charts.exceptions import exceptions  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.plan import plan_of  # noqa: PLC0415  loads numpy

    by_cell: dict[Cell | None, list[tuple[Hand, float]]] = {}
    for one in exceptions(solve(plays.rules), plan_of(plays.chart.codes)):
        play = plays.against(one.upcard)
        if often := play.chance(one.hand):
            by_cell.setdefault(play.turn(one.hand, 1).cell, []).append((one.hand, often))
    for spot in spots:
        hands = tuple(
            (hand, often)
            for hand, often in by_cell.get(spot.cell, ())
            if (Decision.FIRST if len(hand) == 2 else Decision.AFTER_HIT) in spot.decisions
        )
        if hands:
            yield replace(spot, hands=hands)


def _why_none(selection: Selection, rules: Rules) -> str:
    if selection.named:
        names = ", ".join(selection.named)
        return f"this drill asks for none of {names} in {rules.name}; choose other cells"
    what = f"the chart of {rules.name} has no cell that this drill asks about"
    if selection.differs_from is not None:
        what = f"the chart of {rules.name} says the same in every cell that this drill asks about"
        return f"{what}; name another game that you come from: --from GAME"
    if selection.exceptions:
        what = f"no hand of this drill beats the chart of {rules.name} by its exact cards"
    elif selection.part is Part.SURRENDER:
        what = f"the chart of {rules.name} surrenders no hand"
    elif selection.part is Part.PAIRS and rules.max_hands == 1:
        what = f"no pair can be split in {rules.name}"
    elif selection.part is Part.INSURANCE:
        what = f"there is no insurance in {rules.name}"
    elif set(selection.decisions) == {Decision.NO_SURRENDER} and rules.surrender is Surrender.NONE:
        what = f"there is no surrender in {rules.name}"
    elif len(keys := _narrowing(selection)) > 1:
        what = f"no cell of the chart of {rules.name} fits {' and '.join(keys)} of this drill"
        return f"{what}; change one of them, or remove it"
    return f"{what}; choose another drill, or another game for this one"


def _narrowing(selection: Selection) -> list[str]:
    """Give the keys of a drill file that leave out cells."""
    keys = ("rows", "upcards", "actions", "margin_below")
    named = [key for key in keys if getattr(selection, key)]
    if selection.part is not Part.ALL:
        named.insert(0, "cells")
    return named if selection.decisions == (Decision.FIRST,) else [*named, "decisions"]


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
