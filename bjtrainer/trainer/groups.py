"""What is learnt together: rows of a chart that share a rule, and that rule in words.

Every cell of a chart is in one rule and every rule in one group. What to do is all in the words:
the codes of a rule's cells can be read back from its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from bjtrainer.cards import UPCARDS, Rank
from bjtrainer.charts.model import INSURANCE_CELL, ROWS, Cell, Chart, Code, Row
from bjtrainer.game.actions import Action
from bjtrainer.trainer.wording import a_card, card_name

Codes = Mapping[Rank, Code]
"""The codes of a row, by the upcard."""

_SAID_FIRST = (Code.RH, Code.RS, Code.RP, Code.P, Code.DH, Code.DS, Code.S, Code.H)
"""In which order a rule says what to do."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb: what it is about, and what to do.

    ``cells`` are named as in the chart, and in its order: ``hard 16 v T``, ``insurance v A``.

    >>> str(Rule("hard 12", "stand against 4 to 6, hit against the rest", ("hard 12 v 2",)))
    'hard 12: stand against 4 to 6, hit against the rest'
    """

    about: str
    play: str
    cells: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The rule as a sentence of an explanation."""
        return f"The rule for {self}."

    def __str__(self) -> str:
        return f"{self.about}: {self.play}"


@dataclass(frozen=True, slots=True)
class Group:
    """What is learnt together: one rule, or a few that are best learnt side by side."""

    title: str
    rules: tuple[Rule, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of all its rules."""
        return tuple(cell for rule in self.rules for cell in rule.cells)

    @property
    def line(self) -> str:
        """What to do in all of them, in one line."""
        return "; ".join(str(rule) for rule in self.rules)


class Topic(Enum):
    """What a group is about, in the order in which one learns: what is sure comes first."""

    HARD_SURE = auto()
    """Hard totals with one answer: those that stand and those that hit."""
    HARD_STIFF = auto()
    """Hard totals that stand against some upcards and hit against others."""
    HARD_DOUBLED = auto()
    SOFT_STANDING = auto()
    """Soft totals that never hit."""
    SOFT_HIT = auto()
    """Soft totals that never stand."""
    SOFT_MIXED = auto()
    PAIR_SURE = auto()
    """Pairs that are always split, and those that never are."""
    PAIR_MIXED = auto()
    SURRENDER = auto()
    """All cells that surrender, whatever their rows."""

    @classmethod
    def of(cls, row: Row, codes: Codes) -> Topic:
        """Give the topic of a row, by its codes without those that surrender."""
        actions = {action for code in codes.values() for action in code.actions}
        if row.kind == "pair":
            split = {code is Code.P for code in codes.values()}
            return cls.PAIR_SURE if len(split) == 1 else cls.PAIR_MIXED
        if row.kind == "soft":
            if Action.HIT not in actions:
                return cls.SOFT_STANDING
            return cls.SOFT_MIXED if Action.STAND in actions else cls.SOFT_HIT
        if Action.DOUBLE in actions:
            return cls.HARD_DOUBLED
        return cls.HARD_SURE if len(actions) == 1 else cls.HARD_STIFF


_SURRENDERING = (Code.RH, Code.RS, Code.RP)

_MAIN_RULE_FIRST = (Topic.HARD_STIFF, Topic.PAIR_MIXED)
"""Topics of which the rule with the most rows is learnt before the others."""


def groups_of(chart: Chart) -> tuple[Group, ...]:
    """Put the cells of a chart into groups, a dozen at most, in the order to learn them.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> for group in groups_of(load_chart(chart_path("vegas-downtown")))[:3]:
    ...     print(group.line)
    hard 4 to 8: hit against everything; hard 17 to 20: stand against everything
    hard 13 to 16: stand against 2 to 6, hit against the rest
    hard 12: stand against 4 to 6, hit against the rest
    """
    played, surrendered = _by_row(chart)
    topics: dict[Topic, list[Row]] = {topic: [] for topic in Topic}
    for row, codes in played.items():
        topics[Topic.of(row, codes)].append(row)
    groups: list[Group] = []
    for topic, rows in topics.items():
        shared = _sharing(rows, played)
        for part in _main_first(shared) if topic in _MAIN_RULE_FIRST else [shared]:
            if part:
                rules = tuple(_rule(same, played, surrendered) for same in part)
                groups.append(Group(_rows_named([row for same in part for row in same]), rules))
    if surrendered:
        rules = tuple(_surrender_rules(surrendered))
        groups.append(Group("surrender", rules))
    if chart.insurance is not None:
        play = "always take it" if chart.insurance.take else "never take it"
        groups.append(Group("insurance", (Rule("insurance", play, (INSURANCE_CELL,)),)))
    return tuple(groups)


def rule_of(groups: Iterable[Group], cell: str) -> Rule:
    """Give the rule of thumb that a cell of the chart belongs to.

    >>> from bjtrainer.charts.files import chart_path, load_chart
    >>> groups = groups_of(load_chart(chart_path("las-vegas-downtown")))
    >>> rule_of(groups, "hard 12 v 9").sentence
    'The rule for hard 12: stand against 4 to 6, hit against the rest.'
    """
    rules = (rule for group in groups for rule in group.rules)
    return next(rule for rule in rules if cell in rule.cells)


def _by_row(chart: Chart) -> tuple[dict[Row, Codes], dict[Row, Codes]]:
    """Give the codes of each row that has some: those that play on, and those that surrender."""
    played: dict[Row, dict[Rank, Code]] = {}
    surrendered: dict[Row, dict[Rank, Code]] = {}
    for row in ROWS:
        for upcard in UPCARDS:
            code = chart.entries[Cell(row, upcard)].code
            rows = surrendered if code in _SURRENDERING else played
            rows.setdefault(row, {})[upcard] = code
    return {**played}, {**surrendered}


def _sharing(rows: Sequence[Row], codes: Mapping[Row, Codes]) -> list[list[Row]]:
    """Put rows together that one rule can tell: the same wherever they have a code."""
    shared: list[tuple[dict[Rank, Code], list[Row]]] = []
    for row in rows:
        for pattern, same in shared:
            if same[0].kind == row.kind and all(
                pattern.get(upcard, code) is code for upcard, code in codes[row].items()
            ):
                pattern.update(codes[row])
                same.append(row)
                break
        else:
            shared.append((dict(codes[row]), [row]))
    return [same for _, same in shared]


def _main_first(shared: list[list[Row]]) -> list[list[list[Row]]]:
    """Part the rule with the most rows from the others, where it has more than one."""
    main = max(shared, key=len, default=[])
    if len(main) < 2:
        return [shared]
    return [[main], [same for same in shared if same is not main]]


def _rule(rows: Sequence[Row], played: Mapping[Row, Codes], apart: Mapping[Row, Codes]) -> Rule:
    pattern = {upcard: code for row in rows for upcard, code in played[row].items()}
    play = ", ".join(_plays({upcard: pattern[upcard] for upcard in UPCARDS if upcard in pattern}))
    if any(row in apart for row in rows):
        play += " (surrender apart)"
    return Rule(_rows_named(rows), play, _cells(rows, played))


def _plays(pattern: Codes) -> Iterator[str]:
    """Say what to do against which upcards; the longest list of them is called the rest."""
    upcards = {code: [one for one in pattern if pattern[one] is code] for code in _SAID_FIRST}
    said = {code: against for code, against in upcards.items() if against}
    if len(said) == 1:
        yield f"{_doing(next(iter(said)))} against everything"
        return
    rest = max(said, key=lambda code: (_pieces(pattern, code), _SAID_FIRST.index(code)))
    for code, against in said.items():
        if code is not rest:
            yield f"{_doing(code)} against {_upcards_named(against)}"
    left = _upcards_named(said[rest]) if len(said[rest]) == 1 else "the rest"
    yield f"{_doing(rest)} against {left}"


def _pieces(pattern: Codes, code: Code) -> int:
    """Count the runs of upcards against which a code stands in a row."""
    row = [None, *pattern.values()]
    return sum(one is code and last is not code for last, one in pairwise(row))


def _surrender_rules(surrendered: Mapping[Row, Codes]) -> Iterator[Rule]:
    """Give the rules of the cells that surrender: all the others of their rows are elsewhere."""
    alike: dict[tuple[str, tuple[tuple[Rank, Code], ...]], list[Row]] = {}
    for row, codes in surrendered.items():
        alike.setdefault((row.kind, tuple(codes.items())), []).append(row)
    for (_, pattern), rows in alike.items():
        upcards = {code: [one for one, its in pattern if its is code] for code in _SAID_FIRST}
        play = ", ".join(
            f"{_doing(code)} against {_upcards_named(against)}"
            for code, against in upcards.items()
            if against
        )
        yield Rule(_rows_named(rows), play, _cells(rows, surrendered))


def _cells(rows: Sequence[Row], codes: Mapping[Row, Codes]) -> tuple[str, ...]:
    return tuple(str(Cell(row, upcard)) for row in rows for upcard in codes[row])


def _doing(code: Code) -> str:
    """Say what a code wants, and what else where that is not allowed: ``double (else hit)``."""
    first, *otherwise = code.actions
    return f"{first} (else {otherwise[0]})" if otherwise else str(first)


def _rows_named(rows: Sequence[Row]) -> str:
    """Name rows of one kind: ``hard 13 to 16``, ``pairs 2, 3 and 7``."""
    kind = rows[0].kind
    labels = [row.label for row in ROWS if row.kind == kind]
    name = "pairs" if kind == "pair" and len(rows) > 1 else kind
    return f"{name} {_listed([row.label for row in rows], labels)}"


def _upcards_named(upcards: Sequence[Rank]) -> str:
    if len(upcards) == 1:
        return a_card(upcards[0])
    return _listed([card_name(one) for one in upcards], [card_name(one) for one in UPCARDS])


def _listed(names: Sequence[str], line: Sequence[str]) -> str:
    """List names that stand in a line, three and more neighbours as a span.

    >>> _listed(["2", "3", "4", "6", "7"], ["2", "3", "4", "5", "6", "7"])
    '2 to 4, 6 and 7'
    """
    runs: list[list[str]] = []
    for name in sorted(names, key=line.index):
        if runs and line.index(runs[-1][-1]) + 1 == line.index(name):
            runs[-1].append(name)
        else:
            runs.append([name])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
