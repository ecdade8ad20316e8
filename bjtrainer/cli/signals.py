"""Being told to stop: SIGINT, SIGTERM and SIGHUP end the program through its ``with`` blocks."""

from __future__ import annotations

import signal
from types import FrameType


class Stopped(BaseException):
    """The program was told to stop by SIGTERM or SIGHUP."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.exit_code = 128 + signal_number


def stop_on_signals() -> None:
    """Raise ``KeyboardInterrupt`` or ``Stopped`` in the main thread on the first stop signal.

    Further ones are ignored while the program tidies up. A signal that the parent process has
    had ignored (``nohup``) stays ignored.
    """
    for signal_number in _stop_signals():
        if signal.getsignal(signal_number) is not signal.SIG_IGN:
            signal.signal(signal_number, _stop)


def _stop(signal_number: int, _frame: FrameType | None) -> None:
    for other in _stop_signals():
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt if signal_number == signal.SIGINT else Stopped(signal_number)


def _stop_signals() -> tuple[signal.Signals, ...]:
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))
