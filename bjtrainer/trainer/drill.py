"""Drills: what to practise, one YAML file each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from bjtrainer.errors import InputError, clean, shown
from bjtrainer.places import shipped
from bjtrainer.strict_yaml import Mapping, did_you_mean, is_slug, read_fields, read_file
from bjtrainer.trainer.drill_keys import (
    KEYS,
    SELECTING,
    Deal,
    Feedback,
    contradictions,
    flat,
)
from bjtrainer.trainer.order import Order
from bjtrainer.trainer.selection import Selection

DEFAULT_DRILL = "default"
"""The drill of who names none."""

CELLS_DRILL = "cells"
"""The drill of who names cells, and no drill."""


class Kind(Enum):
    """What kind of drill it is, in the words of the list of drills."""

    ROUNDS = "whole rounds"
    CELLS = "cells of the chart"
    HISTORY = "what you answered before"
    CONTEST = "against the clock, and tests"


@dataclass(frozen=True, kw_only=True)
class Drill:
    """What to practise; ``load_drill`` reads one from its file.

    ``title`` stands at the top of the screen, ``about`` in the list of drills. ``selection`` is
    what is asked about and ``order`` how often, None and of no meaning where whole rounds are
    dealt. ``count`` is how many decisions are asked for, None for as many as the player likes;
    ``minutes`` the thinking time in which to answer, of which a miss takes ``miss_seconds``.
    ``combo``: right answers in a row score more. ``pass_mark`` is the percentage that must be
    right. Without ``hints`` there are none.
    """

    name: str
    title: str
    about: str = ""
    selection: Selection | None = None
    order: Order = Order.EVEN
    count: int | None = None
    minutes: float | None = None
    miss_seconds: int = 0
    combo: bool = False
    ends_at_miss: bool = False
    feedback: Feedback = Feedback.AT_ONCE
    pass_mark: int | None = None
    hints: bool = True

    @property
    def natural(self) -> bool:
        """Whether rounds are dealt as the game deals them, not chosen for a cell."""
        return self.selection is None

    @property
    def by_history(self) -> bool:
        """Whether what is asked hangs on what the player answered before."""
        return self.selection is not None and (
            self.selection.by_history or self.order in (Order.DUE, Order.WEAKEST)
        )

    @property
    def kind(self) -> Kind:
        """What kind of drill it is."""
        if self.minutes is not None or self.ends_at_miss or self.pass_mark is not None:
            return Kind.CONTEST
        if self.by_history:
            return Kind.HISTORY
        return Kind.ROUNDS if self.natural else Kind.CELLS


def load_drill(path: Path) -> Drill:
    """Read a drill file, whose name without the ending is the drill's name.

    Without ``title`` that is the name in words, without ``deal`` whole rounds are dealt; what else
    is left out has the default of ``Drill`` and ``Selection``.

    Raises ``FileFaults`` with every fault of the file, ``InputError`` where there is no file or
    its name is no name for a drill.

    >>> load_drill(shipped("drills") / "soft.yaml").selection.part
    <Part.SOFT: 'soft'>
    """
    root, faults = read_file(path, may_be_empty=True)
    if not is_slug(path.stem):
        raise InputError(why_misnamed(path))
    values = read_fields(root, "the file", KEYS, faults)
    if not faults.cut_short:
        refused = root.entries.keys() - values.keys()
        for keys, message in contradictions(values):
            if refused.isdisjoint(keys):
                faults.add(root[_last_of(keys, root)], message)
    faults.raise_if_any()
    return _drill(path.stem, values)


def shipped_drills() -> tuple[str, ...]:
    """Give the names of the drills that come with the program, without reading them.

    >>> "default" in shipped_drills()
    True
    """
    return _names_in(shipped("drills"))


def own_drills(own_folder: Path) -> tuple[str, ...]:
    """Give the names of the player's own drills, in ``drills`` inside the player's folder."""
    return _names_in(own_folder / "drills")


def why_misnamed(path: Path) -> str:
    """Say why a file's name is no name for a drill, and what would be one."""
    return (
        f"{clean(str(path))} is no name for a drill; rename the file, with a to z, 0 to 9, - and "
        "_, and .yaml at the end"
    )


def misnamed_drills(own_folder: Path) -> tuple[Path, ...]:
    """Give the files among the player's own drills whose names are no names for drills."""
    files = (own_folder / "drills").glob("*.y*ml")
    return tuple(sorted(path for path in files if not _named_well(path)))


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


def narrowed(drill: Drill, cells: tuple[str, ...]) -> Drill:
    """Give a drill that asks for the named cells alone, insurance among them.

    Raises ``InputError`` for a drill of whole rounds, which cannot, and for a contest or test,
    whose results could then not be compared.

    >>> narrowed(find_drill("hard"), ("hard 16 v T",)).selection.named
    ('hard 16 v T',)
    """
    if drill.selection is None or drill.kind is Kind.CONTEST:
        why = "deals whole rounds" if drill.natural else "is the same for everybody"
        raise InputError(f"{drill.name} {why}; with --cells, leave it out")
    return replace(drill, selection=replace(drill.selection, named=cells))


def _drill(name: str, values: dict[str, Any]) -> Drill:
    given = {key: value for key, value in values.items() if value is not None}
    by_cells = given.pop("deal", Deal.ROUNDS) is Deal.CELLS
    chosen = {key: given.pop(key) for key in _SELECTED if key in given}
    for key in ("rows", "upcards"):
        if key in chosen:
            chosen[key] = flat(chosen[key])
    if "cells" in chosen:
        chosen["part"] = chosen.pop("cells")
    in_words = re.sub(r"[_-]+", " ", name).strip()
    selection = Selection(**chosen) if by_cells else None
    return Drill(name=name, **{"title": in_words, **given}, selection=selection)


_SELECTED = tuple(key for key in SELECTING if key != "order")


def _last_of(keys: tuple[str, ...], root: Mapping) -> str:
    return [key for key in root.entries if key in keys][-1]


def _names_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.yaml") if _named_well(path)))


def _named_well(path: Path) -> bool:
    return path.suffix == ".yaml" and is_slug(path.stem)
