"""``bjtrainer backup`` and ``restore``: the whole history in one file, and back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bjtrainer.cli.door import Door
from bjtrainer.cli.streams import agreed, tell
from bjtrainer.errors import InputError, StorageError, clean
from bjtrainer.game.money import in_full
from bjtrainer.places import history_path
from bjtrainer.stats.files import free_name
from bjtrainer.stats.store import Store
from bjtrainer.trainer.wording import counted


def backup(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to; otherwise beside your history."),
    ] = None,
) -> None:
    """Copy your history, answers and money, to one file, and check the copy."""
    door = Door.of(context)
    path = history_path(door.folder)
    if not path.exists():
        raise InputError("there is no history yet; begin with: bjtrainer drill")
    target = file or free_name(path, f"backup-{datetime.now().astimezone():%Y-%m-%d}")
    with Store.open(path) as store:
        store.back_up(target)
    with Store.snapshot(target) as copy:
        problems, holds = copy.check(), _holds(copy)
    if problems:
        raise StorageError(f"{target}: the copy is not sound: {problems[0]}; see bjtrainer doctor")
    if door.json:
        door.report({"schema": 1, "path": str(target), **holds})
    else:
        print(clean(f"{target}: {_said(holds)}"))


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Put a backup in place of your history, which is kept beside it.

    The backup is checked first. It asks; without a terminal it takes --yes.
    """
    door = Door.of(context)
    path = history_path(door.folder)
    if not file.is_file():
        raise InputError(f"{clean(str(file))} is no file; name a backup")
    try:
        with Store.snapshot(file) as other:
            coming = _holds(other)
    except StorageError:
        raise StorageError(
            f"{clean(str(file))} is no backup of bjtrainer that can be read; nothing was changed"
        ) from None
    if not yes:
        if not door.on_terminal:
            raise InputError("this replaces your history; add --yes")
        door.screen().show(f"The backup:  {_said(coming)}", f"Here now:    {_here(path)}")
        if not agreed("put the backup in place"):
            return
    with _opened(path) as store:
        kept = store.restore(file)
    if door.json:
        door.report({"schema": 1, "path": str(path), "kept": str(kept), **coming})
    else:
        door.screen().show(f"Restored: {_said(coming)}")
        print(clean(f"What was there is kept in {kept}"))


def _opened(path: Path) -> Store:
    """Open the history; a damaged one is set aside, which is told, and does not stop a restore."""
    try:
        return Store.open(path)
    except StorageError as error:
        if path.exists():
            raise
        tell([str(error)])
        return Store.open(path)


def _here(path: Path) -> str:
    try:
        return _said(Store.read(path, _holds))
    except StorageError:
        return "a history that cannot be read"


def _holds(store: Store) -> dict[str, int | None]:
    move = store.last_move()
    return {
        "answers": store.count_answers(),
        "sessions": len(store.all_sessions()),
        "rounds": store.count_rounds(),
        "balance_cents": None if move is None else move.balance_cents,
    }


def _said(holds: dict[str, int | None]) -> str:
    answers, sessions, rounds = (holds[name] or 0 for name in ("answers", "sessions", "rounds"))
    said = f"{counted(answers, 'answer')}, {counted(sessions, 'session')}, "
    said += counted(rounds, "round")
    balance = holds["balance_cents"]
    return said if balance is None else f"{said}, balance {in_full(balance)}"
