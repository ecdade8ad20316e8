"""How the commands of ``bjtrainer stats`` say things: shares, times, amounts, and nothing."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.cli.stats_filters import Chosen
from bjtrainer.game.money import in_full
from bjtrainer.stats.figures import Figures
from bjtrainer.stats.record import Selection
from bjtrainer.trainer.wording import cents, percent


def share(figures: Figures, digits: int = 1) -> str:
    """Write an accuracy; from few decisions it is unclear, and ``-`` without any.

    >>> share(Figures(0, 0, 0.0)), share(Figures(2, 2, 0.0)), share(Figures(200, 150, 1.0))
    ('-', 'unclear', '75.0 %')
    """
    if figures.accuracy is None:
        return "-"
    return percent(figures.accuracy, digits) if figures.clear else "unclear"


def within(figures: Figures) -> str:
    """Write the limits between which the accuracy lies.

    >>> within(Figures(2, 2, 0.0)), within(Figures(0, 0, 0.0))
    ('34.2 to 100.0 %', '-')
    """
    if figures.interval is None:
        return "-"
    low, high = figures.interval
    return f"{100 * low:.1f} to {percent(high, 1)}"


def per_100(figures: Figures) -> str:
    """Write what 100 such decisions give away, in bets; unclear and ``-`` as for ``share``.

    >>> per_100(Figures(200, 150, 1.0)), per_100(Figures(2, 1, 0.1))
    ('0.50', 'unclear')
    """
    if figures.cost_per_100 is None:
        return "-"
    return f"{figures.cost_per_100:.2f}" if figures.clear else "unclear"


def lost(figures: Figures) -> str:
    """Write what decisions gave away in all on bets of a dollar; ``-`` without any.

    >>> lost(Figures(9, 8, 0.304)), lost(Figures(9, 2, 3.69)), lost(Figures(0, 0, 0.0))
    ('30.4 ¢', '$3.69', '-')
    """
    if not figures.decisions:
        return "-"
    whole = round(100 * figures.total_cost)
    return in_full(whole) if whole >= 100 else cents(figures.total_cost)


def seconds(milliseconds: float | None) -> str:
    """Write the time of an answer.

    >>> seconds(1840), seconds(None)
    ('1.8 s', '-')
    """
    return "-" if milliseconds is None else f"{milliseconds / 1000:.1f} s"


def nothing_yet(asked: Chosen) -> Iterator[Line]:
    """Say that there are no such answers, and which there are."""
    game = Selection(game=asked.selection.game, rules_digest=asked.selection.rules_digest)
    what = "answers yet" if asked.selection == game else "such answers"
    yield f"No {what}. Begin with: bjtrainer drill"
    yield from not_shown(asked)


def not_shown(asked: Chosen) -> Iterator[Line]:
    """Name the games that have answers too, so that nobody takes them for lost."""
    if asked.others:
        others = ", ".join(asked.others)
        yield [Span(f"Not counted here: {others}; see --game and --all-games.", Style.DIM)]
