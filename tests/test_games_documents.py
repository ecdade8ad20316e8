"""Every sentence of the games' documents has a test, and ``games_documents.md`` says which."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TABLE = TESTS / "games_documents.md"
NAMED = re.compile(r"`(?P<file>tests/[\w/]+\.py)::(?P<test>\w+)`")
PARTS = {
    "Las Vegas Downtown Blackjack",
    "Vegas Downtown Blackjack",
    "The table of the six games",
    "What belongs to every game here",
}


def rows() -> list[tuple[str, str, str]]:
    """Give the part, the sentence and the cell of tests of every row."""
    found: list[tuple[str, str, str]] = []
    part = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif line.startswith("|") and line not in ("| what it says | proved by |", "|---|---|"):
            _, sentence, tests, _ = line.split("|")
            found.append((part, sentence.strip(), tests.strip()))
    return found


@cache
def collected(file: str) -> frozenset[str]:
    """Give the names of the tests that stand in a file; none where there is no such file."""
    path = TESTS.parent / file
    if not path.is_file():
        return frozenset()
    body = ast.parse(path.read_text(encoding="utf-8")).body
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    return frozenset(name for name in functions if name.startswith("test_"))


def named() -> list[tuple[str, str]]:
    return [(found["file"], found["test"]) for *_, cell in rows() for found in NAMED.finditer(cell)]


def test_the_table_has_its_parts_and_every_sentence_once():
    assert {part for part, *_ in rows()} == PARTS
    assert min(Counter(part for part, *_ in rows()).values()) > 8
    sentences = [(part, sentence) for part, sentence, _ in rows()]
    assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize(("sentence", "cell"), [(sentence, cell) for _, sentence, cell in rows()])
def test_every_sentence_names_tests_and_nothing_else(sentence, cell):
    assert re.fullmatch(r"\S.{8,}\S", sentence)
    proofs = cell.split("<br>")
    assert all(NAMED.fullmatch(proof) for proof in proofs)
    assert len(proofs) == len(set(proofs))


@pytest.mark.parametrize(("file", "test"), sorted(set(named())))
def test_every_test_named_is_there(file, test):
    assert test in collected(file)


@pytest.mark.parametrize(
    "path", sorted(TESTS.rglob("test_documents_*.py")), ids=lambda path: path.name
)
def test_every_test_of_the_documents_is_named(path):
    file = path.relative_to(TESTS.parent).as_posix()
    assert collected(file) - {test for other, test in named() if other == file} == set()
