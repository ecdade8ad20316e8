"""Real runs of the program, as a shell would start it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def python() -> Run:
    """Run Python with arguments, and an environment changed as given."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            env=os.environ | environment,
            capture_output=True,
            check=False,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=30,
        )

    return run


@pytest.fixture
def bjtrainer(python: Run) -> Run:
    """Run ``bjtrainer`` with arguments, and an environment changed as given."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return python("-m", "bjtrainer", *arguments, **environment)

    return run
