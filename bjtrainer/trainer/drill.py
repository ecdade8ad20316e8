"""Drills: what to practise, one YAML file each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from bjtrainer.errors import InputError, shown
from bjtrainer.places import shipped
from bjtrainer.strict_yaml import (
    NULL,
    Fields,
    choice,
    did_you_mean,
    is_slug,
    read_fields,
    read_file,
    text,
    whole,
)

DEFAULT_DRILL = "default"
"""The drill of who names none."""

MOST_DECISIONS = 1_000_000
"""The largest number of decisions that a drill can ask for."""


class Deal(Enum):
    """Where the hands come from: whole rounds as the game deals them, or cells of the chart."""

    ROUNDS = "rounds"
    CELLS = "cells"


class Part(Enum):
    """A part of the chart: the cells that a drill asks about."""

    ALL = "all"
    HARD = "hard"
    SOFT = "soft"
    PAIRS = "pairs"
    SURRENDER = "surrender"


@dataclass(frozen=True, kw_only=True)
class Drill:
    """What to practise; ``load_drill`` reads one from its file.

    ``title`` stands at the top of the screen, ``about`` in the list of drills. ``part`` is the
    part of the chart that is asked about, None where whole rounds are dealt. ``count`` is how
    many decisions are asked for, None for as many as the player likes.
    """

    name: str
    title: str
    about: str = ""
    part: Part | None = None
    count: int | None = None

    @property
    def natural(self) -> bool:
        """Whether rounds are dealt as the game deals them, not chosen for a cell."""
        return self.part is None


KEYS: Fields = {
    "title": text(40),
    "about": text(200, least=0),
    "deal": choice(Deal),
    "cells": choice(Part),
    "count": whole(1, MOST_DECISIONS) | NULL,
}
"""Every key of a drill file with the reader of its value."""


def load_drill(path: Path) -> Drill:
    """Read a drill file, whose name without the ending is the drill's name.

    Without ``title`` that is the name in words, without ``deal`` whole rounds are dealt, without
    ``cells`` all of them are asked about, and without ``count`` the player ends the drill.

    Raises ``FileFaults`` with every fault of the file, ``InputError`` where there is no file or
    its name is no name for a drill.

    >>> load_drill(shipped("drills") / "soft.yaml").part
    <Part.SOFT: 'soft'>
    """
    root, faults = read_file(path)
    if not is_slug(path.stem):
        raise InputError(
            f"{faults.file} is no name for a drill; rename the file, with a to z, 0 to 9, - and _"
        )
    values = read_fields(root, "the file", KEYS, faults)
    by_cells = values.get("deal") is Deal.CELLS
    deal_refused = "deal" in root.entries and "deal" not in values
    if "cells" in root.entries and not (by_cells or deal_refused or faults.cut_short):
        faults.add(root["cells"], "cells belong to deal: cells; write that too, or remove cells")
    faults.raise_if_any()
    return Drill(
        name=path.stem,
        title=values.get("title", re.sub(r"[_-]+", " ", path.stem).strip()),
        about=values.get("about", ""),
        part=values.get("cells", Part.ALL) if by_cells else None,
        count=values.get("count"),
    )


def shipped_drills() -> tuple[str, ...]:
    """Give the names of the drills that come with the program, without reading them.

    >>> "default" in shipped_drills()
    True
    """
    return _names_in(shipped("drills"))


def own_drills(own_folder: Path) -> tuple[str, ...]:
    """Give the names of the player's own drills, in ``drills`` inside the player's folder."""
    return _names_in(own_folder / "drills")


def find_drill(drill: str, own_folder: Path | None = None) -> Drill:
    """Give a drill: shipped, the player's own, or in a YAML file at a path.

    Raises ``InputError`` where there is no such drill, ``FileFaults`` for faults in its file.

    >>> find_drill("pairs").title
    'pairs'
    """
    if re.search(r"[/\\]|\.ya?ml$", drill):
        return load_drill(Path(drill))
    own = own_drills(own_folder) if own_folder else ()
    drills = shipped_drills()
    if own_folder and drill in own:
        path = own_folder / "drills" / f"{drill}.yaml"
        if drill in drills:
            raise InputError(f"{path} has the name of a drill of the program; rename the file")
        return load_drill(path)
    if drill not in drills:
        names = (*drills, *own)
        hint = did_you_mean(drill, names)
        known = ", ".join(names)
        raise InputError(
            f"there is no drill '{shown(drill)}'{hint}; write a path, or one of {known}"
        )
    return load_drill(shipped("drills") / f"{drill}.yaml")


def _names_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.yaml") if is_slug(path.stem)))
