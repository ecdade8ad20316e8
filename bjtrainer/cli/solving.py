"""Solved games, kept; the first is worked out while the player looks at the first question."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from bjtrainer.rules.model import Rules

if TYPE_CHECKING:
    from bjtrainer.analysis.values import Values


class SolvedGames:
    """Gives the values of games; each game is solved once.

    >>> games = SolvedGames()
    >>> rules = Rules(name="One deck", slug="one-deck", decks=1, max_hands=2)
    >>> games.begin(rules)
    >>> games(rules) is games(rules)
    True
    """

    def __init__(self) -> None:
        self._values: dict[str, Values] = {}
        self._solving = threading.Lock()

    def __call__(self, rules: Rules) -> Values:
        """Give the values of a game, waiting until they are there."""
        with self._solving:
            if rules.digest not in self._values:
                from bjtrainer.analysis.values import solve  # noqa: PLC0415  loads numpy

                self._values[rules.digest] = solve(rules)
            return self._values[rules.digest]

    def begin(self, rules: Rules) -> None:
        """Begin to solve a game, and go on without waiting."""
        threading.Thread(target=self, args=(rules,)).start()
