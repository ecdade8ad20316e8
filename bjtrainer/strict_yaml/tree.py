"""From YAML text to nodes, on the events of PyYAML's parser; loaded only when a file is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import yaml

from bjtrainer.errors import shown
from bjtrainer.strict_yaml.nodes import Faults, Mapping, Node, Scalar, Sequence, Unreadable

if TYPE_CHECKING:
    from yaml._yaml import Mark as _CMark

    _Mark = yaml.Mark | _CMark

MOST_LEVELS = 10
MOST_EVENTS = 20_000
"""A chart with every value has about 6,000."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# What the parser calls the faults that people make most, in words that say what to do.
_PLAINER = {
    "mapping values are not allowed in this context": (
        "a second `: ` stands here; put the value in quotes, or mend the indentation"
    ),
    "found character that cannot start any token": (
        "no value starts with this character; indent with spaces, or put the value in quotes"
    ),
    "found a tab character that violates indentation": "a tab; indent with spaces",
    "found unexpected end of stream": "the file ends inside quotes; close them",
    "could not find expected ':'": "a key without its `: `; write `key: value` in the line above",
    "did not find expected key": (
        "no `key: value` as in the lines above; mend the line, or its indentation"
    ),
    "did not find expected node content": "no value stands here; write it, or close the bracket",
    "did not find expected ',' or ']'": "a `,` or the closing `]` is missing; write it",
    "did not find expected ',' or '}'": "a `,` or the closing `}` is missing; write it",
    "did not find expected alphabetic or numeric character": (
        "* and & have a meaning of their own here; put the value in quotes"
    ),
    "mapping keys are not allowed in this context": (
        "? alone begins a key here; put the sign in quotes, as in '?'"
    ),
    "block sequence entries are not allowed in this context": (
        "- alone begins a list here; put the sign in quotes, as in '-'"
    ),
    "exceeded maximum nesting depth": f"too many levels; nest {MOST_LEVELS} at most",
}
_MEND = "the indentation, quotes or brackets here or above"


class Tree:
    """The nodes of one text; what is not allowed in it goes into ``faults``."""

    def __init__(self, text: str, faults: Faults) -> None:
        self._faults = faults
        self._events = self._until_cut_short(text)

    def root(self) -> Node:
        """Give the one value that a file holds, as far as it can be read."""
        root: Node | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if event.version or event.tags:
                    self._refused(event, "a line that starts with % has no place here; remove it")
                if root is not None:
                    self._end(event, "a second document starts here; keep one in a file")
            elif isinstance(event, yaml.NodeEvent):
                root = self._node(event, level=1)
        if root is None:
            root = Unreadable(1, 1)
            if not self._faults.cut_short:
                self._faults.end(root, "the file is empty; write lines such as `key: value`")
        return root

    def _until_cut_short(self, text: str) -> Iterator[yaml.Event]:
        """Give the events up to the first fault after which nothing more can be read."""
        try:
            for number, event in enumerate(yaml.parse(text, Loader=_LOADER)):
                if number == MOST_EVENTS:
                    self._end(event, "the file holds too much; write less")
                if self._faults.cut_short:
                    return
                yield event
        except yaml.MarkedYAMLError as error:
            problem = error.problem or "this is no YAML"
            message = _PLAINER.get(problem, f"{shown(problem)}; mend {_MEND}")
            line, column = _line_and_column(error.problem_mark)
            start, _ = _line_and_column(error.context_mark)
            if error.context and start != line:
                message += f" (it belongs to what starts on line {start})"
            self._faults.end(Unreadable(line, column), message)

    def _node(self, event: yaml.Event, level: int) -> Node:
        """Give the node that an event starts."""
        match event:
            case yaml.ScalarEvent():
                self._check_plain(event)
                return self._scalar(event)
            case yaml.CollectionStartEvent():
                self._check_plain(event)
                if level > MOST_LEVELS:
                    return self._end(event, f"too many levels; nest {MOST_LEVELS} at most")
                if isinstance(event, yaml.SequenceStartEvent):
                    return self._sequence(event, level)
                return self._mapping(event, level)
            case yaml.AliasEvent(anchor=name):
                return self._refused(event, f"*{shown(name or '')} repeats a value; write it out")
        raise AssertionError(f"{event} starts no node")

    def _check_plain(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self._refused(event, f"&{shown(event.anchor)} names a value for repeating; remove it")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._refused(event, f"the tag {shown(tag)} has no place here; remove it")

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar | Unreadable:
        if event.style in ("|", ">"):
            return self._refused(
                event, f"a block of text ({event.style}) starts here; write it in one line"
            )
        line, column = _line_and_column(event.start_mark)
        return Scalar(event.value, line, column, quoted=event.style in ("'", '"'))

    def _sequence(self, start: yaml.Event, level: int) -> Sequence:
        items = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, level + 1))
        return Sequence(tuple(items), *_line_and_column(start.start_mark))

    def _mapping(self, start: yaml.Event, level: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._node(event, level + 1)
            value_event = next(self._events, None)
            if value_event is None:
                break
            value = self._node(value_event, level + 1)
            if isinstance(key, Scalar):
                first, _ = entries.setdefault(key.text, (key, value))
                if first is not key:
                    self._faults.add(
                        key, f"{shown(key.text)} stands on line {first.line} already; keep one"
                    )
            elif not isinstance(key, Unreadable):
                self._faults.add(key, "a list or group of keys is no key; write a plain word")
        return Mapping(entries, *_line_and_column(start.start_mark))

    def _refused(self, event: yaml.Event, message: str) -> Unreadable:
        place = Unreadable(*_line_and_column(event.start_mark))
        self._faults.add(place, message)
        return place

    def _end(self, event: yaml.Event, message: str) -> Unreadable:
        place = Unreadable(*_line_and_column(event.start_mark))
        self._faults.end(place, message)
        return place


def _line_and_column(mark: _Mark | None) -> tuple[int, int]:
    """Give the line and column of a mark, from 1; the start of the file where there is none."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)
