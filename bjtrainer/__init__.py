"""bjtrainer: drill blackjack decisions on charts derived exactly from a game's rules."""

__version__ = "0.1.0"
