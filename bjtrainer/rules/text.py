"""Rules as one line of text, for keeping: what is read back is the same value exactly.

A stored round is played and shown by the rules that it was dealt by, whatever became of their
file since.
"""

from __future__ import annotations

import json
from typing import Any

from bjtrainer.errors import InputError
from bjtrainer.rules.describe import rules_as_dict
from bjtrainer.rules.keys import KEYS
from bjtrainer.rules.model import Rules
from bjtrainer.strict_yaml import Faults, Node, Refused, Scalar, Sequence

_AS_IT_IS = ("name", "source")
"""What is text itself; a name that tells of changed rules can be longer than one in a file."""


def rules_as_text(rules: Rules) -> str:
    """Write every key of a game's rules as JSON on one line, in ASCII.

    >>> rules_as_text(Rules(name="Example", slug="example"))[:51]
    '{"name": "Example", "slug": "example", "source": ""'
    """
    return json.dumps(rules_as_dict(rules))


def rules_from_text(text: str) -> Rules:
    """Read back what ``rules_as_text`` wrote; a key that is not there has its default.

    Raises ``InputError`` for anything else.

    >>> rules = Rules(name="Example", slug="example", decks=2)
    >>> rules_from_text(rules_as_text(rules)) == rules
    True
    """
    faults = Faults("stored rules")
    try:
        rules = Rules(
            **{
                key: _text(value) if key in _AS_IT_IS else KEYS[key](_node(value), key, faults)
                for key, value in json.loads(text).items()
            }
        )
    except KeyError as unknown:
        raise _unreadable(f"{unknown} is no rule that it has") from None
    except Refused:
        raise _unreadable("; ".join(fault.message for fault in faults.found)) from None
    except (AttributeError, RecursionError, TypeError, ValueError):
        raise _unreadable("they are no text of rules") from None
    if faults.found:
        raise _unreadable("; ".join(fault.message for fault in faults.found))
    return rules


def _unreadable(why: str) -> InputError:
    return InputError(f"this version cannot read the stored rules: {why}")


def _text(value: Any) -> Any:
    if not isinstance(value, str):
        raise TypeError
    return value


def _node(value: Any) -> Node:
    """Give a value of JSON as a file would hold it."""
    if isinstance(value, list):
        return Sequence(tuple([_node(item) for item in value]), 1, 1)
    return Scalar(value if isinstance(value, str) else json.dumps(value), 1, 1)
