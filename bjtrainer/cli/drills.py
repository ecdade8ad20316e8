"""``bjtrainer drills``: what there is to practise."""

from __future__ import annotations

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.streams import tell
from bjtrainer.errors import InputError
from bjtrainer.trainer.drill import DEFAULT_DRILL, Drill, find_drill, own_drills, shipped_drills


def drills(context: typer.Context) -> int:
    """List the drills.

    A drill of your own is a file in the folder "drills" of your data folder; one with faults is
    told and left out.
    """
    door = Door.of(context)
    listed: list[Drill] = []
    exit_code = 0
    shipped = sorted(shipped_drills(), key=lambda name: (name != DEFAULT_DRILL, name))
    for name in (*shipped, *own_drills(door.folder)):
        try:
            listed.append(find_drill(name, door.folder))
        except InputError as error:
            tell(f"error: {line}" for line in error.lines())
            exit_code = error.exit_code
    if door.json:
        door.report({"schema": 1, "drills": [_as_dict(drill) for drill in listed]})
    else:
        door.screen().pairs((drill.name, drill.about or drill.title) for drill in listed)
    return exit_code


def _as_dict(drill: Drill) -> dict[str, object]:
    return {
        "drill": drill.name,
        "title": drill.title,
        "about": drill.about,
        "deal": "rounds" if drill.natural else "cells",
        "cells": drill.selection.part.value if drill.selection else None,
        "count": drill.count,
    }
