"""What can go wrong, by cause. Each message is one line for a person; a bug is none of these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class BjtrainerError(Exception):
    """An operation failed (database, disk) for a reason that a person can act on."""

    exit_code = 1

    def lines(self) -> tuple[str, ...]:
        """Give the message lines to print after ``error:``, one for each fault.

        >>> BjtrainerError("the database is locked").lines()
        ('the database is locked',)
        """
        return (str(self),)


class InputError(BjtrainerError):
    """What a person typed or wrote cannot be used: says what is wrong and what would be right."""

    exit_code = 2


class IllegalAction(InputError):
    """An action that the rules do not allow now; the message is the reason, ready to show."""


class StorageError(BjtrainerError):
    """The player's database could not be read or written; what is stored is as it was."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One thing wrong in a file, at a place that an editor can jump to (line and column from 1).

    >>> str(Fault(file="my.yaml", line=3, column=8, message="decks is 0; write 1 or more"))
    'my.yaml:3:8: decks is 0; write 1 or more'
    """

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class FileFaults(InputError):
    """All faults found in one file, so that they can be mended in one go."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))
        super().__init__("; ".join(str(fault) for fault in self.faults))

    def lines(self) -> tuple[str, ...]:
        """Give one line for each fault, in the order of the file."""
        return tuple(str(fault) for fault in self.faults)


def clean(text: str) -> str:
    r"""Give text of unknown origin safe to print, on one line, with nothing unprintable in it.

    Control, escape, bidirectional, invisible and undecodable characters are spelled out.

    >>> print(clean("\x1b[31mred\u202e\n"))
    \x1b[31mred\u202e\n
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def shown(text: str, most: int = 60) -> str:
    """Give text of unknown origin as it can stand in a message: clean, and cut when long.

    >>> shown("a" * 100, most=3)
    'aaa...'
    """
    return clean(text if len(text) <= most else text[:most] + "...")
