"""Charts of games that do not ship with one: derived once, kept in the player's cache folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bjtrainer import __version__
from bjtrainer.charts.files import chart_path, chart_yaml, load_chart
from bjtrainer.charts.model import Chart, Method
from bjtrainer.errors import InputError
from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values

Solve = Callable[[Rules], "Values"]
"""Gives the solved game of any rules, as ``bjtrainer.analysis.solve`` does."""

_CHECKSUM = "# sha256: "
_HEAD = 1000  # characters of a chart file within which its rules are named


def chart_of(
    rules: Rules,
    method: Method = Method.WHOLE_GAME,
    *,
    cache: Path,
    hinges: bool = False,
    solve: Solve | None = None,
) -> Chart:
    """Give the chart of a game: shipped for these very rules, from the cache, or derived now.

    Deriving takes about half a second. With ``hinges``, which shipped charts always have, each cell
    says what other rules would put there: a second and a half more, so only for who asks. A cache
    entry that is damaged, or was written by another version or for other rules, is derived again; a
    cache that cannot be written is done without. ``solve`` is for who keeps solved games, or may
    want no more of them: what it raises leaves the cache as it was.
    """
    if method is Method.WHOLE_GAME and (chart := shipped_chart(rules)) is not None:
        return chart
    with_what = f"{method.value}-hinges" if hinges else method.value
    kept = cache / f"chart-{rules.digest}-{with_what}-{__version__}.yaml"
    if (chart := _read(kept, rules, method)) is None:
        derived = _derived(rules, method, cache, hinges, solve)
        _keep(derived, rules, kept)
        chart = _read(kept, rules, method) or derived  # the same figures now as from now on
    return replace(chart, game=rules.slug)


def shipped_chart(rules: Rules) -> Chart | None:
    """Give the chart that ships with a game; None unless it is for these very rules."""
    path = chart_path(rules.slug)
    if not path.is_file():
        return None
    with path.open(encoding="utf-8") as file:  # its head tells at once whose rules it is for
        if rules.digest not in file.read(_HEAD):
            return None
    chart = load_chart(path)
    return chart if chart.rules_digest == rules.digest else None


def _read(path: Path, rules: Rules, method: Method) -> Chart | None:
    with suppress(OSError, UnicodeDecodeError, InputError):
        first, _, text = path.read_text(encoding="utf-8").partition("\n")
        if first == _checksum(text):
            chart = load_chart(path)
            if (chart.rules_digest, chart.method) == (rules.digest, method):
                return chart
    return None


def _derived(rules: Rules, method: Method, cache: Path, hinges: bool, solve: Solve | None) -> Chart:
    from bjtrainer.analysis import values  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.figures import derive_chart  # noqa: PLC0415  loads numpy
    from bjtrainer.charts.hinges import with_hinges  # noqa: PLC0415  loads numpy

    solve = solve or values.solve
    if not hinges:
        return derive_chart(solve(rules), method)
    return with_hinges(chart_of(rules, method, cache=cache, solve=solve), rules, solve)


def _keep(chart: Chart, rules: Rules, path: Path) -> None:
    """Write a chart where it is looked for from now on, whole or not at all."""
    text = chart_yaml(chart, rules)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        unfinished.write_text(f"{_checksum(text)}\n{text}", encoding="utf-8")
        unfinished.replace(path)


def _checksum(text: str) -> str:
    return _CHECKSUM + hashlib.sha256(text.encode()).hexdigest()
