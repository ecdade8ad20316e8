"""What a file holds, as text with its place, and the faults found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bjtrainer.errors import Fault, FileFaults, shown

MOST_FAULTS = 50
"""Reading ends when a file has this many faults: it is no file that a person is mending."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value or key as it is written, at its line and column from 1."""

    text: str
    line: int
    column: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values in the order of the file; no key stands twice."""

    entries: dict[str, tuple[Scalar, Node]]
    line: int
    column: int

    def __getitem__(self, key: str) -> Node:
        return self.entries[key][1]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A place whose content was refused already, so that it is not refused twice."""

    line: int
    column: int


Node: TypeAlias = Scalar | Sequence | Mapping | Unreadable


class Faults:
    """Everything wrong in one file: gathered while it is read, raised once.

    >>> faults = Faults("my.yaml")
    >>> faults.add(Scalar("0", line=3, column=8), "decks is '0'; write 1 or more")
    >>> print(faults.error())
    my.yaml:3:8: decks is '0'; write 1 or more
    """

    def __init__(self, file: str) -> None:
        self.file = shown(file, most=500)
        self.found: list[Fault] = []
        self.cut_short = False
        """Whether the end of the file was not read: what seems missing may stand there."""

    def add(self, at: Node, message: str) -> None:
        """Note a fault; raise ``FileFaults`` when there are too many to go on."""
        self.found.append(
            Fault(file=self.file, line=at.line, column=at.column, message=message),
        )
        if len(self.found) == MOST_FAULTS:
            raise self.error()

    def end(self, at: Node, message: str) -> None:
        """Note a fault after which nothing more can be read."""
        self.cut_short = True
        self.add(at, message)

    def error(self) -> FileFaults:
        """Give all faults found so far as one error."""
        return FileFaults(self.found)

    def raise_if_any(self) -> None:
        """Raise ``FileFaults`` with every fault found, if there is one."""
        if self.found:
            raise self.error()
