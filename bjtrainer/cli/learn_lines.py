"""Learning through a pipe: in plain lines, or as JSON, one event a line."""

from __future__ import annotations

from collections.abc import Mapping

from bjtrainer.cli.door import Door
from bjtrainer.cli.drill_json import JsonFace
from bjtrainer.cli.drill_lines import LinesFace
from bjtrainer.cli.drill_loop import Face
from bjtrainer.cli.learn_words import (
    WORDS,
    changes,
    goal,
    learnt_line,
    lesson_rules,
    next_line,
    way_chart,
)
from bjtrainer.cli.solving import Reasons
from bjtrainer.cli.spans import Line, plain
from bjtrainer.errors import clean
from bjtrainer.rules.model import Rules
from bjtrainer.trainer.learning import Step, Way
from bjtrainer.trainer.lesson import Lesson
from bjtrainer.trainer.session import Session


class LinesLearning:
    """Writes the way and each lesson's rules to standard output, append only."""

    def __init__(self, rules: Rules, codes: Mapping[str, str], reasons: Reasons) -> None:
        self._rules = rules
        self._codes = codes
        self._reasons = reasons

    def way(self, way: Way, before: Way | None) -> bool:
        """Write every group and the chart at first, later what has changed."""
        if before is None:
            _write(f"{self._rules.name}: {learnt_line(way)}")
            for step in way.steps:
                _write(f"  {WORDS[step.standing]:<6}  {step.group.title}")
            for line in way_chart(way, self._codes, spaced=True):
                _write(line)
        else:
            for line in changes(before, way):
                _write(line)
        if said := next_line(way):
            _write(said)
        return True

    def lesson(self, way: Way, lesson: Lesson) -> bool:  # noqa: ARG002
        """Write the rules, and what it takes."""
        for rule in lesson_rules(lesson):
            _write(f"  {rule}")
        for line in goal(lesson):
            _write(line)
        return True

    def questions(self) -> Face:
        """Give the drill's face."""
        return LinesFace(self._reasons, None)

    def asked(self, session: Session) -> None:
        """Write how it went."""
        self.questions().end(session)


class JsonLearning:
    """Reports the way and each lesson, and in it every event of the drill."""

    def __init__(self, door: Door, rules: Rules) -> None:
        self._door = door
        self._rules = rules

    def way(self, way: Way, before: Way | None) -> bool:  # noqa: ARG002
        """Report how far the player is with each group."""
        self._door.report(
            {
                "type": "way",
                "schema": 1,
                "game": self._rules.slug,
                "rules_digest": self._rules.digest,
                "learnt": way.learnt,
                "groups": [_group(n, step) for n, step in enumerate(way.steps, 1)],
            }
        )
        return True

    def lesson(self, way: Way, lesson: Lesson) -> bool:
        """Report what is taught, by the number of its group, and what comes back."""
        self._door.report(
            {
                "type": "lesson",
                "group": lesson.new and way.steps.index(lesson.new) + 1,
                "back": [way.steps.index(step) + 1 for step in lesson.back],
                "rules": [str(rule) for rule in lesson_rules(lesson)],
                "questions": len(lesson.cells),
            }
        )
        return True

    def questions(self) -> Face:
        """Give the drill's face."""
        return JsonFace(self._door)

    def asked(self, session: Session) -> None:
        """Report the summary."""
        self.questions().end(session)


def _group(n: int, step: Step) -> dict[str, object]:
    return {
        "n": n,
        "title": step.group.title,
        "rule": step.group.line,
        "standing": step.standing.value,
        "cells": len(step.cells),
        "good": sum(1 for cell in step.cells if step.good.get(cell)),
        "left": step.left,
        "missed": list(step.missed),
    }


def _write(line: Line) -> None:
    print(clean(plain(line)).rstrip(), flush=True)
