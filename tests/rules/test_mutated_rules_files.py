"""Mutated rules files, by the reliability figures ("bad YAML"): faults with a place, or rules."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjtrainer.errors import FileFaults
from bjtrainer.places import shipped
from bjtrainer.rules.checks import contradictions
from bjtrainer.rules.load import load_rules

ORIGINALS = [path.read_bytes() for path in sorted(shipped("games").glob("*.yaml"))]
BARE = [
    b"".join(line for line in original.splitlines(keepends=True) if line[:1] not in b"#\n")
    for original in ORIGINALS
]
PIECES = [
    b"*a", b"&a ", b"!!int ", b"!x ", b"<<: ", b"? ", b"- ", b": ", b"[", b"]", b"{", b"}", b", ",
    b"|\n", b">\n", b"---\n", b"...\n", b"%YAML 1.1\n", b"'", b'"', b"\\", b"#", b"@", b"`", b"",
    b"\t", b"\n", b"\r", b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\x1b[31m",
    b"\xc2\x85", b"\xed\xa0\x80", b"\xf0\x9f\x82\xa1", b'"\\e[0m"', b'"\\ud800"', b"[" * 2000,
    b"null", b"no", b"Y", b"010", b"1e999", b"9" * 5000, b"-1", b".nan", b"infinite", b"3:0",
    b"decks: 2\n",
]  # fmt: skip


def mutated(rng: random.Random, originals: Sequence[bytes] = (*ORIGINALS, *3 * BARE)) -> bytes:
    """Give one of some files with a few pieces put in, taken out, moved or flipped."""
    content = bytearray(rng.choice(originals))
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(content) + 1)
        end = min(len(content), start + rng.choice((0, 0, 1, 3, 20, 200)))
        match rng.randrange(4):
            case 0:
                content[start:end] = rng.choice(PIECES)
            case 1:
                lines = bytes(content).splitlines(keepends=True)
                rng.shuffle(lines)
                content = bytearray(b"".join(lines))
            case 2 if start < len(content):
                content[start] ^= 1 << rng.randrange(8)
            case _:
                content[start:start] = content[start:end]
    return bytes(content)


def refused(path: Path, content: bytes) -> bool:
    """Read a file; fail unless it gives sound rules or faults, safe to print, each in its place."""
    path.write_bytes(content)
    lines: tuple[str, ...] = ()
    try:
        rules = load_rules(path)
    except FileFaults as error:
        lines = error.lines()
    else:
        assert list(contradictions(rules)) == []
        assert rules.name.isprintable()
    for line in lines:
        assert line.isprintable()
        assert re.match(rf"{re.escape(str(path))}:[1-9]\d*:[1-9]\d*: .", line)
        assert len(line) < 1000
    assert len(lines) <= 50
    return bool(lines)


def test_a_thousand_mutated_files(tmp_path: Path) -> None:
    rng = random.Random(17)
    count = sum(refused(tmp_path / "mutated.yaml", mutated(rng)) for _ in range(1000))
    assert 500 < count < 1000  # else the mutations are too mild or too wild to say anything


YAML_TEXT = st.lists(
    st.sampled_from(
        [piece.decode("utf-8", "replace") for piece in PIECES] + ["decks", "6", " ", "  "]
    )
    | st.text(max_size=3)
).map("".join)


@settings(max_examples=300, deadline=None)
@given(content=YAML_TEXT)
def test_any_text(tmp_path_factory: pytest.TempPathFactory, content: str) -> None:
    refused(
        tmp_path_factory.getbasetemp() / "any.yaml",
        content.encode("utf-8", "surrogatepass"),
    )


@settings(max_examples=200, deadline=None)
@given(content=st.binary(max_size=200))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    refused(tmp_path_factory.getbasetemp() / "bytes.yaml", content)


@settings(max_examples=200, deadline=None)
@given(value=st.text(max_size=40), key=st.sampled_from(["name", "decks", "chips", "slug", "x"]))
def test_any_value_in_quotes(
    tmp_path_factory: pytest.TempPathFactory, key: str, value: str
) -> None:
    escaped = "".join(f"\\U{ord(sign):08x}" for sign in value)
    refused(tmp_path_factory.getbasetemp() / "quoted.yaml", f'{key}: "{escaped}"'.encode())
