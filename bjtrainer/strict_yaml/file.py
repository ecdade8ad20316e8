"""From a file's bytes to its tree of nodes."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import TypeVar

from bjtrainer.errors import InputError, shown
from bjtrainer.strict_yaml.nodes import Faults, Mapping, Unreadable
from bjtrainer.strict_yaml.readers import Reader, Refused

MOST_BYTES = 1 << 20
"""The size of the largest file that is read; a chart with every value is a tenth of it."""

T = TypeVar("T")

# Control characters, and those that turn the direction of text or cannot be seen.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def load(path: Path, reader: Reader[T]) -> T:
    """Read a whole file with one reader.

    Raises ``FileFaults`` with every fault, ``InputError`` where there is no file to read.
    """
    root, faults = read_file(path)
    try:
        value = reader(root, "the file", faults)
    except Refused:
        raise faults.error() from None
    faults.raise_if_any()
    return value


def read_file(path: Path, *, may_be_empty: bool = False) -> tuple[Mapping, Faults]:
    """Read a file's keys and values, with the faults found so far, for the caller to add to.

    A file that ``may_be_empty`` may hold comments alone, or nothing: it then has no keys.

    Raises ``InputError`` where there is no file to read, ``FileFaults`` where nothing in it can
    be read.
    """
    faults = Faults(str(path))
    content = _bytes(path, faults.file)
    if len(content) > MOST_BYTES:
        faults.end(_START, f"the file is larger than {MOST_BYTES >> 10} KiB; write less")
        raise faults.error()
    text = _decoded(content, faults)
    if may_be_empty and not re.sub("#.*", "", text).strip():
        return Mapping({}, 1, 1), faults
    return read_text(text, faults), faults


def read_text(text: str, faults: Faults) -> Mapping:
    """Read the keys and values of a text; what is wrong in it goes into ``faults``.

    >>> root = read_text("decks: 010", Faults("my.yaml"))
    >>> root["decks"]
    Scalar(text='010', line=1, column=8, quoted=False)
    """
    from bjtrainer.strict_yaml.tree import Tree  # noqa: PLC0415  yaml loads when it is needed

    root = Tree(_without_unwanted(text, faults), faults).root()
    if isinstance(root, Mapping):
        return root
    if not isinstance(root, Unreadable):
        faults.add(root, "the file is no list of keys; write lines such as `key: value`")
    raise faults.error()


_START = Unreadable(1, 1)


def _bytes(path: Path, name: str) -> bytes:
    """Give the content of a file, or one byte more than the most."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{name} is a folder; name a file in it")
        if not stat.S_ISREG(mode):
            raise InputError(f"{name} is not a file; name a YAML file")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{name} does not exist; name a file that does") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{name} cannot be read: {reason}; name a file that can") from None


def _decoded(content: bytes, faults: Faults) -> str:
    """Give the text with each line end as ``\\n``."""
    if content.startswith(_UTF_16):
        faults.end(_START, "the file is in UTF-16; save it as UTF-8")
        raise faults.error()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig")
        byte = content[error.start]
        faults.end(_place(before), f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8")
        raise faults.error() from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _without_unwanted(text: str, faults: Faults) -> str:
    for match in _UNWANTED.finditer(text):
        faults.add(
            _place(text[: match.start()]),
            f"the character {shown(match[0])} has no place in the file; remove it",
        )
    return _UNWANTED.sub("_", text)


def _place(before: str) -> Unreadable:
    """Give the place that follows a text."""
    return Unreadable(before.count("\n") + 1, len(before) - before.rfind("\n"))
