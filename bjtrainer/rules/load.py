"""Rules from files, from options, and by the name of a game."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bjtrainer.errors import InputError, shown
from bjtrainer.places import shipped
from bjtrainer.rules.checks import contradictions, idle_details
from bjtrainer.rules.keys import KEYS
from bjtrainer.rules.model import Rules
from bjtrainer.strict_yaml import (
    Faults,
    Listing,
    Node,
    Refused,
    Scalar,
    Sequence,
    did_you_mean,
    is_slug,
    read_fields,
    read_file,
)

_LISTED = re.compile(r"\[(.*)\]|([^\[\]]*)")  # a list in an option: with both brackets, or neither


def load_rules(path: Path) -> Rules:
    """Read a rules file. A key that is left out has the default of ``Rules``.

    ``slug`` is then the name of the file, ``name`` the same in words, and ``max_ace_hands`` 2
    or, where that is less, ``max_hands``.

    Raises ``FileFaults`` with every fault of the file, ``InputError`` where there is no file.

    >>> load_rules(shipped("games") / "vegas-downtown.yaml").decks
    2
    """
    root, faults = read_file(path)
    values = read_fields(root, "the file", KEYS, faults)
    rules = _with_values(_unwritten(path), values)
    if not faults.cut_short:
        refused = root.entries.keys() - values.keys()
        for keys, message in contradictions(rules):
            if refused.isdisjoint(keys):
                faults.add(root[_last_of(keys, root.entries)], message)
    faults.raise_if_any()
    return rules


def override(rules: Rules, options: Iterable[str]) -> Rules:
    """Change single rules as ``--rule KEY=VALUE`` does; a list is written ``chips=1,5,25``.

    Fewer ``max_hands`` mean fewer ``max_ace_hands`` too, and what said more about something that
    the game no longer has goes with it. Raises ``InputError``, naming the option at fault.

    >>> rules = Rules(name="Example", slug="example")
    >>> override(rules, ["decks=2", "soft_17=hit"]).decks
    2
    >>> override(rules, ["insurance=maybe"])
    Traceback (most recent call last):
    ...
    bjtrainer.errors.InputError: --rule insurance=maybe: insurance is 'maybe'; write yes or no
    """
    values: dict[str, Any] = {}
    given: dict[str, str] = {}
    for option in options:
        key, value = _read_option(option)
        if key in given:
            raise _wrong_option(option, f"{key} is given twice; write it once")
        values[key], given[key] = value, option
    changed = _with_values(rules, values)
    for keys, message in contradictions(changed):
        raise _wrong_option(given[_last_of(keys, given)], message)
    return changed


def shipped_games() -> tuple[str, ...]:
    """Give the slugs of the games that come with the program, without reading them.

    >>> "vegas-downtown" in shipped_games()
    True
    """
    return _slugs_in(shipped("games"))


def own_games(own_folder: Path) -> tuple[str, ...]:
    """Give the slugs of the player's own games, in ``games`` inside the player's folder."""
    return _slugs_in(own_folder / "games")


def find_rules(game: str, own_folder: Path | None = None) -> Rules:
    """Give the rules of a game: shipped, the player's own, or in a YAML file at a path.

    Raises ``InputError`` where there is no such game, ``FileFaults`` for faults in its file.

    >>> find_rules("vegas-downtown").name
    'Vegas Downtown Blackjack'
    """
    if re.search(r"[/\\]|\.ya?ml$", game, re.IGNORECASE):
        return load_rules(Path(game))
    own = own_games(own_folder) if own_folder else ()
    games = shipped_games()
    if own_folder and game in own:
        path = own_folder / "games" / f"{game}.yaml"
        if game in games:
            raise _wrong_own(path, "has the name of a game of the program; rename the file")
        rules = load_rules(path)
        if rules.slug != game:
            raise _wrong_own(path, f"says slug: {rules.slug}; write slug: {game}, or leave it out")
        return rules
    if game not in games:
        names = (*games, *own)
        hint = did_you_mean(game, names)
        known = ", ".join(names)
        raise InputError(f"there is no game '{shown(game)}'{hint}; write a path, or one of {known}")
    return load_rules(shipped("games") / f"{game}.yaml")


def _wrong_own(path: Path, message: str) -> InputError:
    return InputError(f"{shown(str(path), most=500)} {message}")


def _slugs_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.yaml") if is_slug(path.stem)))


def _unwritten(path: Path) -> Rules:
    """Give the rules of an empty file: all defaults, named as the file is."""
    stem = re.sub(r"[^a-z0-9_-]+", "-", path.stem.lower()).strip("-_")[:64] or "game"
    return Rules(name=re.sub(r"[_-]+", " ", stem).title(), slug=stem)


def _with_values(rules: Rules, values: dict[str, Any]) -> Rules:
    """Change rules to what was read, in which an order or another key may be implied."""
    changed = replace(rules, **values)
    aces = values.get("max_ace_hands") or min(rules.max_ace_hands, changed.max_hands)
    changed = replace(changed, max_ace_hands=aces)
    idle = {key: default for key, default in idle_details(changed).items() if key not in values}
    changed = replace(changed, **idle)
    return replace(
        changed,
        chips=tuple(sorted(changed.chips)),
        surrender_except=tuple(sorted(changed.surrender_except, key=lambda rank: rank.index)),
    )


def _last_of(keys: tuple[str, ...], written: Container[str]) -> str:
    """Give the key, of those that contradict each other, that was written to change it."""
    return [key for key in keys if key in written][-1]


def _read_option(option: str) -> tuple[str, Any]:
    """Read one ``KEY=VALUE``."""
    key, equals, text = option.partition("=")
    key = key.strip()
    if not equals:
        raise _wrong_option(option, "no value; write KEY=VALUE such as decks=6")
    if key not in KEYS:
        hint = did_you_mean(key, KEYS)
        raise _wrong_option(option, f"unknown rule{hint}; write one of {', '.join(KEYS)}")
    reader = KEYS[key]
    node: Node = Scalar(text.strip(), 1, 1)
    if isinstance(reader, Listing) and (listed := _LISTED.fullmatch(text.strip())):
        parts = re.findall(r"[^\s,]+", listed[1] or listed[2] or "")
        node = Sequence(tuple(Scalar(part, 1, 1) for part in parts), 1, 1)
    faults = Faults("")
    try:
        value = reader(node, key, faults)
    except Refused:
        value = None
    if faults.found:
        raise _wrong_option(option, "; ".join(fault.message for fault in faults.found))
    return key, value


def _wrong_option(option: str, message: str) -> InputError:
    return InputError(f"--rule {shown(option)}: {message}")
