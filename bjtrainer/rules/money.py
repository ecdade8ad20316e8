"""Amounts of money as a person writes and reads them: dollars outside, whole cents inside."""

from __future__ import annotations

import re

from bjtrainer.errors import InputError, shown


def dollars(cents: int) -> str:
    """Write an amount of cents in dollars.

    >>> dollars(100), dollars(20_050)
    ('$1.00', '$200.50')
    """
    return f"${cents // 100}.{cents % 100:02}"


def parse_dollars(text: str) -> int:
    """Read dollars as cents: ``1``, ``0.50``, ``$5``, ten million at most.

    >>> parse_dollars("0.50"), parse_dollars("$5")
    (50, 500)
    """
    found = re.fullmatch(r"\$?([0-9]{1,7})?(?:\.([0-9]{1,2}))?", text)
    if found is None or not any(found.groups()):
        raise InputError(f"'{shown(text)}' is no amount; write dollars such as 1 or 0.50")
    return int(found[1] or 0) * 100 + int((found[2] or "").ljust(2, "0"))
