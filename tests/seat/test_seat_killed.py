"""reliability.md, kill -9 in play: the same round comes back, and no cent is lost or doubled.

``tests/long/kill_players.py`` is the long form.
"""

from __future__ import annotations

import runpy
from pathlib import Path

KILLS = 20
_KILLING = runpy.run_path(str(Path(__file__).with_name("kill_players.py")))


def test_a_killed_player_finds_the_same_round_and_every_cent(history, player):
    said: list[str] = []
    met = _KILLING["kill_players"](history, KILLS, player, "kill -9", said.append)
    assert len(said) == met.total() == KILLS
    assert 0 < met["between rounds"] < KILLS
