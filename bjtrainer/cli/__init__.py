"""The door: everything that a person types, sees and presses."""

from bjtrainer import __version__

VERSION_LINE = f"bjtrainer {__version__}"
"""What ``--version`` prints."""
