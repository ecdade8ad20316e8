"""Learning on a terminal: a page with the chart that fills in, and one with the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from bjtrainer.cli.answer_keys import key
from bjtrainer.cli.drill_loop import Face
from bjtrainer.cli.drill_screen import ScreenFace
from bjtrainer.cli.drill_words import summary_lines
from bjtrainer.cli.keys import ENTER, End, Key, KeySource, Resize
from bjtrainer.cli.learn_words import (
    changes,
    goal,
    group_lines,
    learnt_line,
    lesson_rules,
    next_line,
    part_lines,
    way_chart,
)
from bjtrainer.cli.screen import Screen
from bjtrainer.cli.settings import Settings
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import (
    Block,
    Line,
    Span,
    Style,
    apart,
    flowed,
    head,
    pieces_of,
    plain,
    side_by_side,
)
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.learning import Way
from bjtrainer.trainer.lesson import NAME, Lesson
from bjtrainer.trainer.session import Session


class ScreenLearning:
    """Paints pages over what was there before, and waits at each of them."""

    def __init__(  # noqa: PLR0913, PLR0917  what pages hang on
        self,
        screen: Screen,
        keys: KeySource,
        settings: Settings,
        rules: Rules,
        codes: Mapping[str, str],
        reasons: Reasons,
    ) -> None:
        self._screen = screen
        self._keys = keys
        self._settings = settings
        self._rules = rules
        self._codes = codes
        self._reasons = reasons
        self._last: Session | None = None
        self._begun = False

    def way(self, way: Way, before: Way | None) -> bool:
        """Paint the groups and the chart, above them how the last lesson went."""
        said = [] if self._last is None else [_score(self._last)]
        said += [] if before is None else changes(before, way)
        said.append(f"{learnt_line(way).capitalize()}.")
        note = " ".join((*said, next_line(way)))

        def paint() -> None:
            blocks = (
                Block(self._head(())),
                Block([f" {note}"]),
                _drawn(way, self._codes, self._screen.width),
                Block(self._on("go on")),
            )
            self._screen.paint(*apart(blocks))

        return self._gone_on(paint)

    def lesson(self, way: Way, lesson: Lesson) -> bool:
        """Paint the rules of a lesson and their part of the chart."""
        rules = lesson_rules(lesson)
        part: list[Line] = [[" ", *pieces_of(line)] for line in part_lines(rules, self._codes)]
        which = "back" if lesson.new is None else f"group {way.steps.index(lesson.new) + 1}"
        explained = any("(else" in rule.play for rule in rules)

        def paint() -> None:
            blocks = (
                Block(self._head((f"{which} of {len(way.steps)}" if lesson.new else which,))),
                Block([[f" {rule.about}: ", Span(rule.play, Style.TITLE)] for rule in rules]),
                Block(part, spare=1, whole=True),
                Block([_ELSE] if explained else [], spare=3),
                Block([f" {line}" for line in goal(lesson)], spare=2),
                Block(self._on("practise")),
            )
            self._screen.paint(*apart(blocks))

        return self._gone_on(paint)

    def questions(self) -> Face:
        """Give the drill's face."""
        return ScreenFace(self._screen, self._reasons, None, self._settings)

    def asked(self, session: Session) -> None:
        """Keep how a lesson went, for the next page."""
        self._last = session

    def left_early(self) -> Iterator[Line]:
        """Say how the last lesson went where the player left it before its end."""
        if self._last is not None and self._last.question is not None and self._last.answers:
            yield from summary_lines(self._last, self._reasons, None)

    def _head(self, beside: tuple[str, ...]) -> list[Line]:
        room = len(" · ".join(beside)) + 3
        return [*head((self._rules.name, NAME), beside, self._screen.width, room=room)]

    def _on(self, what: str) -> list[Line]:
        keys = [key("Enter", what), key(self._settings.keys["quit"], "quit")]
        return [*flowed(keys, self._screen.width, between="   ")]

    def _gone_on(self, paint: Callable[[], None]) -> bool:
        """Show a page until the player goes on; False when he leaves."""
        self._keys.show(paint)
        if not self._begun:
            self._begun = True
            self._reasons.begin()
        while True:
            match self._keys.read():
                case Resize():
                    paint()
                case End() | Key(text="q"):
                    return False
                case Key(text=pressed) if pressed in (ENTER, " "):
                    return True


_ELSE = [Span(" (else …): where the rules do not allow the first, as with three cards.", Style.DIM)]


def _score(session: Session) -> str:
    summary = session.summary()
    return f"{summary.right} of {summary.asked} right."


def _drawn(way: Way, codes: Mapping[str, str], width: int) -> Block:
    """Give the groups and the chart, side by side; where that is too wide, the chart alone.

    Where even that is too wide, the groups.
    """
    groups: list[Line] = [[" ", *pieces_of(line)] for line in group_lines(way)]
    beside = _widest(groups) + 1
    for spaced in (True, False):
        chart = way_chart(way, codes, spaced=spaced)
        if beside + _widest(chart) <= width:
            rows = zip_longest(groups, chart, fillvalue="")
            return Block([side_by_side(one, other, beside) for one, other in rows], 1, whole=True)
    alone: list[Line] = [[" ", *pieces_of(line)] for line in chart]
    return Block(alone, 1, whole=True) if _widest(alone) <= width else Block(groups, 1)


def _widest(lines: Sequence[Line]) -> int:
    return max(len(plain(line)) for line in lines)
