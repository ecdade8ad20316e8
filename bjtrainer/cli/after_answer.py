"""What follows a verdict where the player has set it so: a bell on a miss, a pause when right."""

from __future__ import annotations

import time
from collections.abc import Callable

from bjtrainer.cli.keys import End, Key, KeySource, Resize, Waited
from bjtrainer.cli.settings import Settings, Sound


def ring_at_a_miss(settings: Settings, *, right: bool) -> None:
    """Ring the terminal's bell where that is set and the answer was wrong."""
    if settings.sound is Sound.BELL and not right:
        print("\a", end="", flush=True)


def paused(settings: Settings, keys: KeySource, show: Callable[[], None]) -> bool:
    """Wait as long as a right answer is to stay, or until a key; False when the player leaves.

    ``show`` paints the same again after a change of the window.
    """
    until = time.monotonic() + settings.pause_after_right
    while (left := until - time.monotonic()) > 0:
        match keys.read(left):
            case Resize():
                show()
            case End() | Key(text="q"):
                return False
            case Key() | Waited():
                return True
    return True
