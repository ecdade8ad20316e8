"""The readers of single values: numbers, words, names, yes and no."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from bjtrainer.strict_yaml.readers import Value

E = TypeVar("E", bound=Enum)


def whole(low: int, high: int) -> Value[int]:
    """Give a reader of whole numbers in digits alone: ``10``, not ``010``, ``1e1`` or ``10.0``."""

    def parse(text: str) -> int:
        if re.fullmatch(r"0|-?[1-9][0-9]{0,17}", text) and low <= int(text) <= high:
            return int(text)
        raise ValueError

    return Value(f"a whole number from {low} to {high}", parse)


def decimal(low: int, high: int) -> Value[Decimal]:
    """Give a reader of exact decimals such as ``-0.125``."""

    def parse(text: str) -> Decimal:
        if re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,30})?", text) and low <= Decimal(text) <= high:
            return Decimal(text)
        raise ValueError

    return Value(f"a number from {low} to {high}", parse)


def text(most: int, *, least: int = 1) -> Value[str]:
    """Give a reader of text in one line, of at least and at most so many characters."""

    def parse(written: str) -> str:
        if least <= len(written.strip()) <= len(written) <= most:
            return written
        raise ValueError

    return Value(f"text of {least} to {most} characters", parse)


def word(exact: str) -> Value[str]:
    """Give a reader of one word and no other."""

    def parse(written: str) -> str:
        if written == exact:
            return exact
        raise ValueError

    return Value(exact, parse, (exact,))


def choice(kind: type[E]) -> Value[E]:
    """Give a reader of one of the values of an enum, which are its words."""
    words = tuple(str(member.value) for member in kind)
    return Value(_one_of(words), kind, words)


def is_slug(written: str) -> bool:
    """Say whether a text is the name of a game or drill, which is safe as the name of a file.

    >>> is_slug("vegas-downtown"), is_slug("../vegas")
    (True, False)
    """
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", written) is not None


def _slug(written: str) -> str:
    if is_slug(written):
        return written
    raise ValueError


def _boolean(written: str) -> bool:
    value = _YES_NO.get(written.lower())
    if value is None:
        raise ValueError
    return value


_YES_NO = {
    **dict.fromkeys(("true", "yes", "on", "y"), True),
    **dict.fromkeys(("false", "no", "off", "n"), False),
}


def _ratio(written: str) -> Fraction:
    found = _RATIO.fullmatch(written.strip())
    if found is None:
        raise ValueError
    first, second = Fraction(found[1]), Fraction(found[2] or 1)
    if not 0 < first <= 100 * second or (first / second).denominator > 10**6:
        raise ValueError
    return first / second


_NUMBER = r"((?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,20})?)"
_RATIO = re.compile(rf"{_NUMBER}(?:\s*(?::|/|to)\s*{_NUMBER})?")


def _null(written: str) -> None:
    if written not in ("null", "~", "none", ""):
        raise ValueError


slug = Value("a name of a to z, 0 to 9, - and _, 64 at most", _slug)
"""Reads the name of a game or drill."""

boolean = Value("yes or no", _boolean)
"""Reads yes and no in the words of YAML: true, yes, on, y and their opposites, in any case."""

ratio = Value("a ratio such as 3:2 or 1.5", _ratio)
"""Reads a ratio above 0, at most 100, exactly: ``3:2``, ``3/2``, ``3 to 2`` and ``1.5`` alike."""

NULL = Value("null", _null, ("null",))
"""Reads that there is nothing: null, ~, none, or no value at all."""


def _one_of(words: tuple[str, ...]) -> str:
    """Join words for a person.

    >>> _one_of(("none", "late", "early"))
    'none, late or early'
    """
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
