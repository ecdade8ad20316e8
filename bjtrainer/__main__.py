"""The way in: the console script ``bjtrainer`` and ``python -m bjtrainer``."""

from __future__ import annotations

import sys

from bjtrainer.cli.main import run


def main() -> int:
    """Run the command line of this process and give its exit code."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
