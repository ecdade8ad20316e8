"""Files that a command writes because it was asked to: whole or not at all, and over none."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from bjtrainer.errors import InputError, StorageError


def keep_what_is_there(output: Path, *, force: bool) -> None:
    """Raise ``InputError`` for a file that is there, unless it may be written over."""
    if output.exists() and not force:
        raise InputError(f"{output} exists; choose another name, or write over it with --force")


def write_whole(output: Path, texts: Iterable[str]) -> None:
    """Write a file: what stood there stays until all of the new text does.

    A device, such as /dev/stdout, takes the text as it comes. Raises ``StorageError``.
    """
    try:
        if output.exists() and not output.is_file():
            with output.open("w", encoding="utf-8", newline="") as device:
                device.writelines(texts)
        else:
            _replace(output, texts)
    except OSError as error:
        raise StorageError(f"{output} could not be written: {error.strerror}") from None


def _replace(output: Path, texts: Iterable[str]) -> None:
    unfinished = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            file.writelines(texts)
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)
