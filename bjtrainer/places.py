"""Where shipped data and the player's own folder are; nothing else knows paths."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """Give the folder of shipped files: ``games``, ``strategies`` or ``drills``.

    An installed wheel keeps the last two inside the package; a checkout has them at its top.

    >>> (shipped("games") / "vegas-downtown.yaml").is_file()
    True
    """
    if folder == "games":
        return _PACKAGE / "rules" / "games"
    inside = _PACKAGE / "_data" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def player_folder(chosen: Path | None = None) -> Path:
    """Give the folder with everything the player owns; it may not exist yet.

    The first of: the folder chosen with ``--data-dir``, ``BJTRAINER_HOME``, and the place that
    the operating system keeps for a program's data.

    >>> player_folder(Path("/somewhere")).name
    'somewhere'
    """
    if chosen is not None:
        return chosen
    if home := os.environ.get("BJTRAINER_HOME"):
        return Path(home).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415  not needed where a folder is chosen

    return user_data_path("bjtrainer", appauthor=False)


def history_path(folder: Path) -> Path:
    """Give the path of the database with every answer, in the player's folder.

    >>> history_path(Path("mine")).as_posix()
    'mine/history.sqlite3'
    """
    return folder / "history.sqlite3"


def config_path(folder: Path) -> Path:
    """Give the path of the file with the player's settings, in the player's folder.

    >>> config_path(Path("mine")).as_posix()
    'mine/config.yaml'
    """
    return folder / "config.yaml"


def cache_folder(chosen: Path | None = None) -> Path:
    """Give the folder of what can be derived again; it may not exist yet, and may be emptied.

    Inside the player's folder where that is chosen, otherwise the system's place for caches.

    >>> cache_folder(Path("mine")).as_posix()
    'mine/cache'
    """
    if chosen is not None or os.environ.get("BJTRAINER_HOME"):
        return player_folder(chosen) / "cache"
    from platformdirs import user_cache_path  # noqa: PLC0415  not needed where a folder is chosen

    return user_cache_path("bjtrainer", appauthor=False)
