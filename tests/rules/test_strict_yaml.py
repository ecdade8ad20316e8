"""What the strict reader takes and refuses, by the design ("only plain scalars") and YAML 1.2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest
import yaml

from bjtrainer.errors import FileFaults, InputError
from bjtrainer.strict_yaml import (
    Faults,
    Listing,
    Mapping,
    Scalar,
    Sequence,
    choice,
    load,
    read_text,
    record,
    text,
    tree,
    whole,
    word,
)

Save = Callable[[str | bytes], Path]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a file and give its path."""

    def write(content: str | bytes) -> Path:
        path = tmp_path / "my.yaml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark-blue"


ANYTHING = record(
    dict,
    {
        "a": text(1000, least=0),
        "b": text(1000, least=0),
        "list": Listing(text(10), "[x]"),
        "colour": choice(Colour),
        "count": whole(1, 100) | word("all"),
    },
)


def faults_of(path: Path) -> list[str]:
    """Read a file and give its faults without the folder."""
    with pytest.raises(FileFaults) as caught:
        load(path, ANYTHING)
    return [line.replace(str(path), "my.yaml") for line in caught.value.lines()]


# What is written stays as it is written.


@pytest.mark.parametrize("written", ["3:2", "no", "010", "1e3", "0x1F", "2026-01-01", "~", ".inf"])
def test_no_value_changes_by_itself(written: str) -> None:
    root = read_text(f"a: {written}\nb: '{written}'\n", Faults("my.yaml"))
    assert root["a"] == Scalar(written, 1, 4)
    assert root["b"] == Scalar(written, 2, 4, quoted=True)


def test_nodes_know_their_place() -> None:
    root = read_text("# rules\nlist: [x,\n  y]\nmap:\n  key: 1\n", Faults("my.yaml"))
    assert root["list"] == Sequence((Scalar("x", 2, 8), Scalar("y", 3, 3)), 2, 7)
    inner = root["map"]
    assert isinstance(inner, Mapping)
    assert (inner.line, inner.column) == (5, 3)
    assert inner.entries["key"] == (Scalar("key", 5, 3), Scalar("1", 5, 8))


def test_windows_files_are_read_alike(save: Save) -> None:
    assert load(save(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n"), ANYTHING) == {"a": "1", "b": "2"}


# What is refused, each with its place and what would be right.

REFUSED = {
    "alias": ("a: 1\nb: *x", "2:4: *x repeats a value; write it out"),
    "anchor": ("a: &x 1", "1:4: &x names a value for repeating; remove it"),
    "tag": ("a: !!int 1", "1:4: the tag !!int has no place here; remove it"),
    "python tag": (
        "a: !!python/object/apply:os.system x",
        "1:4: the tag !!python/object/apply:os.system has no place here; remove it",
    ),
    "own tag": ("a: !x 1", "1:4: the tag !x has no place here; remove it"),
    "key twice": ("a: 1\nb: 2\n'a': 3", "3:1: a stands on line 1 already; keep one"),
    "list as key": ("? [x]\n: 1", "1:3: a list or group of keys is no key; write a plain word"),
    "second document": (
        "a: 1\n---\na: 2",
        "2:1: a second document starts here; keep one in a file",
    ),
    "directive": (
        "%YAML 1.1\n---\na: 1",
        "1:1: a line that starts with % has no place here; remove it",
    ),
    "literal block": ("a: |\n  x\n", "1:4: a block of text (|) starts here; write it in one line"),
    "folded block": ("a: >\n  x\n", "1:4: a block of text (>) starts here; write it in one line"),
    "merge key": ("<<: 1", "1:1: '<<' is not a key here; write one of a, b, list, colour, count"),
    "unknown key": ("color: red", "1:1: 'color' is not a key here (did you mean colour?)"),
    "wrong word": (
        "colour: Dark blue",
        "1:9: colour is 'Dark blue'; write red or dark-blue (did you mean dark-blue?)",
    ),
    "list for a value": ("a: [x]", "1:4: a is a list; write text of 0 to 1000 characters"),
    "group for a value": (
        "a:\n  x: 1",
        "2:3: a is a group of keys; write text of 0 to 1000 characters",
    ),
    "value for a list": ("list: x", "1:7: list is 'x'; write a list such as [x]"),
    "list with a value twice": (
        "list: [x, y, x]",
        "1:14: list, value 3, stands in the list already; remove it",
    ),
    "list item": (
        "list: [x, '']",
        "1:11: list, value 2, is empty; write text of 1 to 10 characters",
    ),
    "nothing": ("", "1:1: the file is empty; write lines such as `key: value`"),
    "only a comment": ("# x\n", "1:1: the file is empty; write lines such as `key: value`"),
    "a list": ("- x\n", "1:1: the file is no list of keys; write lines such as `key: value`"),
    "a word": ("x", "1:1: the file is no list of keys; write lines such as `key: value`"),
    "tab": (
        "a: 1\n\tb: 1",
        "2:1: a tab; indent with spaces (it belongs to what starts on line 1)",
    ),
    "sign": (
        "a: @x",
        "1:4: no value starts with this character; indent with spaces, or put the value in quotes",
    ),
    "colon": (
        "a: b: c",
        "1:5: a second `: ` stands here; put the value in quotes, or mend the indentation",
    ),
    "open quote": (
        "a: 'x\nb: 1\n",
        "3:1: the file ends inside quotes; close them (it belongs to what starts on line 1)",
    ),
    "open bracket": (
        "list: [x,\n",
        "2:1: no value stands here; write it, or close the bracket",
    ),
    "bracket closed too late": (
        "list: [x\na: 1",
        "2:2: a `,` or the closing `]` is missing; write it (it belongs to what starts on line 1)",
    ),
    "no colon": (
        "a: 1\nb 1\n",
        "3:1: a key without its `: `; write `key: value` in the line above "
        "(it belongs to what starts on line 2)",
    ),
    "unknown escape": (
        'a: "\\q"',
        "1:5: found unknown escape character; "
        "mend the indentation, quotes or brackets here or above",
    ),
    "NUL": ("a: x\0", "1:5: the character \\x00 has no place in the file; remove it"),
    "old line ends": (
        "a: 1\rb: \x01",
        "2:4: the character \\x01 has no place in the file; remove it",
    ),
    "escape": ("# x\na: \x1b[31m", "2:4: the character \\x1b has no place in the file; remove it"),
    "C1 control": ("a: \x9b31m", "1:4: the character \\x9b has no place in the file; remove it"),
    "bidi": ("a: x # \u202e", "1:8: the character \\u202e has no place in the file; remove it"),
    "second BOM": ("a: \ufeff", "1:4: the character \\ufeff has no place in the file; remove it"),
    "written escape": (
        'a: "\\e[31m"',
        "1:4: a has a character that cannot be printed in '\\x1b[31m'; "
        "write text of 0 to 1000 characters",
    ),
    "written bidi": (
        'a: "\\u2066"',
        "1:4: a has a character that cannot be printed in '\\u2066'; "
        "write text of 0 to 1000 characters",
    ),
    "hostile key": (
        '"\\e]0;x\\a": 1',
        "1:1: '\\x1b]0;x\\x07' is not a key here; write one of a, b, list, colour, count",
    ),
    "UTF-16": ("a: 1".encode("utf-16"), "1:1: the file is in UTF-16; save it as UTF-8"),
    "Latin-1": (
        "a: 1\nb: é".encode("latin-1"),
        "2:4: byte 0xe9 is not UTF-8; save the file as UTF-8",
    ),
}


@pytest.mark.parametrize(("content", "fault"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(save: Save, content: str | bytes, fault: str) -> None:
    assert faults_of(save(content)) == [f"my.yaml:{fault}"]


def test_all_faults_at_once_in_the_order_of_the_file(save: Save) -> None:
    content = (
        "count: many\n"
        "colour: read\n"
        "list: [*x, y, y, &z z]\n"
        "a: |\n  x\n"
        "what: 1\n"
        "a: 1\n"
        "b: 1\x7f\n"
        "- x\n"
        "count: not read any more\n"
    )
    assert [line.split(";")[0] for line in faults_of(save(content))] == [
        "my.yaml:1:8: count is 'many'",
        "my.yaml:2:9: colour is 'read'",
        "my.yaml:3:8: *x repeats a value",
        "my.yaml:3:15: list, value 3, stands in the list already",
        "my.yaml:3:18: &z names a value for repeating",
        "my.yaml:4:4: a block of text (|) starts here",
        "my.yaml:6:1: 'what' is not a key here",
        "my.yaml:7:1: a stands on line 4 already",
        "my.yaml:8:5: the character \\x7f has no place in the file",
        "my.yaml:9:1: no `key: value` as in the lines above",
    ]


def test_what_is_missing_is_not_missed_after_a_syntax_error(save: Save) -> None:
    reader = record(dict, {"a": text(9), "b": text(9)}, required=("a", "b"))
    with pytest.raises(FileFaults) as caught:
        load(save("a: 1\n- x\n"), reader)
    assert len(caught.value.faults) == 1
    with pytest.raises(FileFaults, match=r":1:1: b is missing in the file; add it$"):
        load(save("a: 1\n"), reader)


# Bombs: what is small to write and large to read.


def test_alias_bomb(save: Save) -> None:
    lines = ["a: &l0 [x, x]"] + [f"k{n}: &l{n} [*l{n - 1}, *l{n - 1}]" for n in range(1, 30)]
    found = faults_of(save("\n".join(lines)))
    assert found[0] == "my.yaml:1:4: &l0 names a value for repeating; remove it"
    assert len(found) == 50


@pytest.mark.parametrize(
    "content",
    ["[" * 900, "a: " + "{a: " * 900, "[" * 100_000, "- " * 900, "? " * 900],
    ids=["brackets", "braces", "many brackets", "dashes", "question marks"],
)
def test_deep_nesting(save: Save, content: str) -> None:
    assert faults_of(save(content))[-1].endswith(
        ("too many levels; nest 10 at most", "is no list of keys; write lines such as `key: value`")
    )
    assert any("too many levels" in line for line in faults_of(save(content)))


def test_ten_levels_are_read() -> None:
    faults = Faults("my.yaml")
    read_text("a: " + "[" * 9 + "]" * 9, faults)
    assert faults.found == []
    read_text("a: " + "[" * 10 + "]" * 10, faults)
    assert [str(fault) for fault in faults.found] == [
        "my.yaml:1:13: too many levels; nest 10 at most"
    ]


def test_too_many_values(save: Save) -> None:
    content = "list:\n" + "- x\n" * 30_000
    assert faults_of(save(content))[-1].endswith(": the file holds too much; write less")


def test_a_huge_file(save: Save) -> None:
    assert faults_of(save(b"#" * (1 << 20) + b"\n")) == [
        "my.yaml:1:1: the file is larger than 1024 KiB; write less"
    ]


@pytest.mark.parametrize("content", ["\x01" * 1000, "".join(f"k{n}: 1\n" for n in range(1000))])
def test_fifty_faults_are_enough(save: Save, content: str) -> None:
    assert len(faults_of(save(content))) == 50


# Where there is no file to read: one line.


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.yaml does not exist; name a file that does$"):
        load(tmp_path / "gone.yaml", ANYTHING)


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r" is a folder; name a file in it$"):
        load(tmp_path, ANYTHING)


def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match=r"pipe is not a file; name a YAML file$"):
        load(tmp_path / "pipe", ANYTHING)


def test_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match=r"loop cannot be read: .*; name a file that can$"):
        load(tmp_path / "loop", ANYTHING)


def test_a_file_of_another_user(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read every file")
    with pytest.raises(InputError, match=r"secret\.yaml cannot be read: Permission denied"):
        load(path, ANYTHING)


def test_hostile_paths(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path / "\x1b[31m\u202e.yaml", ANYTHING)
    assert str(caught.value).isprintable()
    with pytest.raises(InputError, match="cannot be read: embedded null byte"):
        load(tmp_path / "a\0b", ANYTHING)


def test_hostile_file_name_in_faults(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m.yaml"
    path.write_text("x: 1")
    with pytest.raises(FileFaults) as caught:
        load(path, ANYTHING)
    assert str(caught.value).isprintable()


def test_pure_python_parser_gives_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    content = "# x\na: 'é𝄞' # y\nlist: [3:2, {b: 1}]\nmap:\n  - no\n  - 'x\n    y'\n"
    faults = Faults("my.yaml")
    tree_of_c = read_text(content, faults)
    assert yaml.__with_libyaml__
    monkeypatch.setattr(tree, "_LOADER", yaml.SafeLoader)
    assert read_text(content, faults) == tree_of_c
    assert faults.found == []
    with pytest.raises(FileFaults, match=r"my\.yaml:1:\d+: "):
        read_text("[[x]", faults)


def test_yaml_is_loaded_only_to_read_a_file() -> None:
    script = (
        "import sys, bjtrainer.strict_yaml, bjtrainer.rules.load as load, bjtrainer.rules.describe;"
        "load.shipped_games(); load.override(load.Rules(name='E', slug='e'), ['decks=2']);"
        "sys.exit('yaml' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
