"""What a place in a file may hold, in words, and how it is read.

A reader takes a node and its name for messages. It gives the value, or writes into the faults
what is wrong and raises ``Refused``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bjtrainer.errors import InputError, shown
from bjtrainer.strict_yaml.nodes import Faults, Mapping, Node, Scalar, Sequence, Unreadable

T = TypeVar("T")
U = TypeVar("U")
K = TypeVar("K")
T_co = TypeVar("T_co", covariant=True)


class Refused(Exception):
    """A reader found no value that it can give; the faults say why."""


class Reader(Protocol[T_co]):
    """Gives what a node holds, or adds to the faults and raises ``Refused``."""

    def __call__(self, node: Node, name: str, faults: Faults) -> T_co: ...


Fields: TypeAlias = dict[str, Reader[Any]]
"""The keys of a mapping, each with the reader of its value."""


@dataclass(frozen=True, slots=True)
class Value(Generic[T]):
    """Reads one value: what is expected, in words, and how its text is read.

    ``parse`` raises ``ValueError`` or ``InputError`` for a text that is not that; ``words`` are
    those of which the nearest is offered then. Join two with ``|`` where either will do.

    >>> number = Value("a number", int)
    >>> number(Scalar("6", line=1, column=8), "decks", Faults("my.yaml"))
    6
    >>> (number | Value("hex", bytes.fromhex)).expected
    'a number, or hex'
    """

    expected: str
    parse: Callable[[str], T]
    words: tuple[str, ...] = ()

    def __call__(self, node: Node, name: str, faults: Faults) -> T:
        if not isinstance(node, Scalar):
            raise _refused(node, name, self.expected, faults)
        if not node.text.isprintable():
            message = f"{name} has a character that cannot be printed in {_quoted(node.text)}"
            faults.add(node, f"{message}; write {self.expected}")
            raise Refused
        try:
            return self.parse(node.text)
        except (ValueError, InputError):
            nearest = did_you_mean(node.text, self.words)
            raise _refused(node, name, self.expected + nearest, faults) from None

    def __or__(self, other: Value[U]) -> Value[T | U]:
        def either(text: str) -> T | U:
            try:
                return self.parse(text)
            except (ValueError, InputError):
                return other.parse(text)

        return Value(f"{self.expected}, or {other.expected}", either, self.words + other.words)


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """Reads a list in which no value stands twice; ``example`` shows one as it is written."""

    item: Reader[T]
    example: str
    least: int = 0
    most: int = 100

    def __call__(self, node: Node, name: str, faults: Faults) -> tuple[T, ...]:
        if not isinstance(node, Sequence):
            raise _refused(node, name, f"a list such as {self.example}", faults)
        if not self.least <= len(node.items) <= self.most:
            count = f"{name} has {len(node.items)} values"
            faults.add(node, f"{count}; write {self.least} to {self.most}, as in {self.example}")
            raise Refused
        values: list[T] = []
        for number, item in enumerate(node.items, start=1):
            try:
                value = self.item(item, f"{name}, value {number},", faults)
            except Refused:
                continue
            if value in values:
                faults.add(item, f"{name}, value {number}, stands in the list already; remove it")
            values.append(value)
        if len(values) < len(node.items):
            raise Refused
        return tuple(values)


def read_fields(
    node: Node,
    name: str,
    readers: Fields,
    faults: Faults,
    required: Collection[str] = (),
) -> dict[str, Any]:
    """Read a mapping with known keys: every value that its reader gives, by key.

    A key that is unknown, refused or missing though required adds a fault and is left out.
    Raises ``Refused`` where there is no mapping.
    """
    if not isinstance(node, Mapping):
        raise _refused(node, name, f"keys and values: {', '.join(readers)}", faults)
    values: dict[str, Any] = {}
    for key, (written, value) in node.entries.items():
        reader = readers.get(key)
        if reader is None:
            hint = did_you_mean(key, readers) or f"; write one of {', '.join(readers)}"
            faults.add(written, f"{_quoted(key)} is not a key here{hint}")
            continue
        try:
            values[key] = reader(value, key, faults)
        except Refused:
            continue
    if not faults.cut_short:
        for key in required:
            if key not in node.entries:
                faults.add(node, f"{key} is missing in {name}; add it")
    return values


def record(build: Callable[..., T], readers: Fields, required: Collection[str] = ()) -> Reader[T]:
    """Give a reader of a mapping with known keys, for ``build(**values)``."""

    def read(node: Node, name: str, faults: Faults) -> T:
        values = read_fields(node, name, readers, faults, required)
        written = node.entries.keys() if isinstance(node, Mapping) else ()
        if not values.keys() >= {*written, *required}:
            raise Refused
        return build(**values)

    return read


def table(key: Value[K], value: Reader[T]) -> Reader[dict[K, T]]:
    """Give a reader of a mapping whose keys are themselves values, each read with ``key``."""

    def read(node: Node, name: str, faults: Faults) -> dict[K, T]:
        if not isinstance(node, Mapping):
            raise _refused(node, name, f"keys and values, each key {key.expected}", faults)
        values: dict[K, T] = {}
        for text, (written, held) in node.entries.items():
            read_value: tuple[T, ...] = ()
            with suppress(Refused):  # so that a fault in the value shows with one in the key
                read_value = (value(held, shown(text), faults),)
            with suppress(Refused):
                read_key = key(written, f"the key in {name}", faults)
                if read_key in values:
                    faults.add(written, f"{text} stands here already in other words; keep one")
                values.update((read_key, one) for one in read_value)
        if len(values) < len(node.entries):
            raise Refused
        return values

    return read


def did_you_mean(written: str, words: Iterable[str]) -> str:
    """Give the nearest of some words as a hint to end a message with; empty when none is near.

    >>> did_you_mean("soft17", ("soft_17", "surrender"))
    ' (did you mean soft_17?)'
    """
    near = difflib.get_close_matches(written[:40].lower(), words, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _refused(node: Node, name: str, expected: str, faults: Faults) -> Refused:
    """Note that a node does not hold what is expected, unless its place was refused already."""
    if not isinstance(node, Unreadable):
        faults.add(node, f"{name} is {_what(node)}; write {expected}")
    return Refused()


def _what(node: Node) -> str:
    if isinstance(node, Scalar):
        return _quoted(node.text) if node.text else "empty"
    return "a list" if isinstance(node, Sequence) else "a group of keys"


def _quoted(text: str) -> str:
    return f"'{shown(text)}'"
