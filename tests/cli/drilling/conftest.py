"""A drill that is answered by another program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def client(talk: Callable[..., Any]) -> Callable[..., Any]:
    """Start ``bjtrainer drill --json`` with arguments, to be answered line by line."""

    def start(*arguments: str, **environment: str) -> Any:
        return talk("drill", *arguments, **environment)

    return start
