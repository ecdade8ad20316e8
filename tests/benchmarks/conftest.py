"""Benchmarks are run when they are asked for: ``python -m pytest tests/benchmarks -n 0``."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is in this folder, unless an argument names it or something in it."""
    asked = [Path(argument.partition("::")[0]).absolute() for argument in config.args]
    return None if any(path.is_relative_to(FOLDER) for path in asked) else True
