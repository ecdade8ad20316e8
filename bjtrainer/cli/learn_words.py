"""What ``bjtrainer learn`` says and draws: the way through a chart, and the part of a lesson."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.model import INSURANCE_CELL, ROWS
from bjtrainer.charts.render import short_name
from bjtrainer.cli.chart_of_signs import chart_of_signs
from bjtrainer.cli.chart_table import code_span
from bjtrainer.cli.spans import Line, Pieces, Span, Style
from bjtrainer.trainer.groups import Rule
from bjtrainer.trainer.learning import Standing, Step, Way
from bjtrainer.trainer.lesson import Lesson
from bjtrainer.trainer.wording import counted

WORDS = {
    Standing.LEARNT: "learnt",
    Standing.AGAIN: "missed",
    Standing.OPEN: "now",
    Standing.LOCKED: "later",
}
"""How far a player is with a group, in a word."""

_SIGNS = {Standing.LEARNT: "✓", Standing.AGAIN: "!", Standing.OPEN: ">", Standing.LOCKED: "·"}
_STYLES = {
    Standing.LEARNT: Style.RIGHT,
    Standing.AGAIN: Style.MISTAKE,
    Standing.OPEN: Style.TITLE,
    Standing.LOCKED: Style.DIM,
}
_NAME = 5
_LEGEND = ("? now  ! missed", "· later")


def group_lines(way: Way) -> list[Line]:
    """Give every group with a sign for how far the player is with it."""
    return [
        [Span(f"{_SIGNS[step.standing]} {step.group.title}", _STYLES[step.standing])]
        for step in way.steps
    ]


def way_chart(way: Way, codes: Mapping[str, str], *, spaced: bool) -> list[Line]:
    """Draw the chart as far as it is filled in: hard totals on the left, the others on the right.

    Each cell that can be asked is the first letter of its code once it was answered well, and a
    sign until then; the others are left out. What signs mean stands below. ``spaced``: with room
    between the cells, and between the parts.
    """
    signs = {cell: _sign(step, cell, codes[cell]) for step in way.steps for cell in step.cells}
    return chart_of_signs(signs, _LEGEND, spaced=spaced)


def part_lines(rules: Sequence[Rule], codes: Mapping[str, str]) -> list[Line]:
    """Draw the part of the chart that rules are about; what belongs to other rules is a dot."""
    cells = {cell for rule in rules for cell in rule.cells if cell != INSURANCE_CELL}
    rows = [row for row in reversed(ROWS) if any(f"{row} v {one}" in cells for one in UPCARDS)]
    if not rows:
        return []
    lines: list[Line] = [" " * _NAME + "".join(f" {upcard.value:<2}" for upcard in UPCARDS)]
    for row in rows:
        line: Pieces = [Span(f"{short_name(row):<{_NAME}}", Style.TITLE)]
        for upcard in UPCARDS:
            cell = f"{row} v {upcard}"
            line.append(code_span(codes[cell]) if cell in cells else Span(" · ", Style.DIM))
        lines.append(line)
    return lines


def lesson_rules(lesson: Lesson) -> tuple[Rule, ...]:
    """Give the rules that a lesson teaches; where it teaches none, those of what was missed."""
    if lesson.new is not None:
        return lesson.new.rules
    return tuple(
        rule
        for step in lesson.back
        for rule in step.rules
        if not step.missed or any(cell in rule.cells for cell in step.missed)
    )


def goal(lesson: Lesson) -> Iterator[str]:
    """Say what a lesson takes, and what comes back in it."""
    if lesson.new is not None:
        more = "more good answer" if lesson.new.good else "good answer"
        left = counted(lesson.new.left, more)
        yield f"Learnt after {left} without a miss; slow ones do not count."
        if lesson.back:
            missed = ", ".join(step.group.title for step in lesson.back)
            yield f"Back among the questions, as they were missed: {missed}."
    else:
        yield "Missed since it was learnt; the next group opens when this is right again."


def learnt_line(way: Way) -> str:
    """Say how many of the groups are learnt."""
    groups = counted(len(way.steps), "group")
    return f"all {groups} learnt" if way.ended else f"{way.learnt} of {groups} learnt"


def next_line(way: Way) -> str:
    """Say what comes next; nothing where all is learnt."""
    if way.now is not None:
        begun = bool(way.now.good)
        left = f", {counted(way.now.left, 'good answer')} to go" if begun else ""
        return f"Now: {way.now.group.title}{left}."
    return f"Back: {_titles(way.back)}." if way.back else ""


def changes(before: Way, after: Way) -> Iterator[str]:
    """Say what a lesson changed."""
    known = {step.group.title for step in before.steps if step.standing is Standing.LEARNT}
    learnt = [step for step in after.steps if step.standing is Standing.LEARNT]
    if new := [step for step in learnt if step.group.title not in known]:
        yield f"Learnt: {_titles(new)}."
    if lost := [step for step in after.back if step.group.title in known]:
        yield f"Missed, and so back: {_titles(lost)}."


def _titles(steps: Sequence[Step]) -> str:
    return ", ".join(step.group.title for step in steps)


def _sign(step: Step, cell: str, code: str) -> Span:
    if cell in step.missed:
        return Span(_SIGNS[Standing.AGAIN], Style.MISTAKE)
    if step.standing in (Standing.LEARNT, Standing.AGAIN) or step.good.get(cell):
        return code_span(code, 1) if code != "N" else Span(code, Style.TITLE)
    if step.standing is Standing.OPEN:
        return Span("?", Style.KEY)
    return Span(_SIGNS[Standing.LOCKED], Style.DIM)
