"""What each reader of the strict YAML takes and refuses, by the interface and the cases."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path

import pytest

from bjtrainer.errors import FileFaults
from bjtrainer.strict_yaml import (
    NULL,
    Value,
    boolean,
    choice,
    decimal,
    load,
    ratio,
    record,
    slug,
    table,
    text,
    whole,
    word,
)

Save = Callable[[str], Path]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a file and give its path."""

    def write(content: str) -> Path:
        path = tmp_path / "my.yaml"
        path.write_text(content, encoding="utf-8")
        return path

    return write


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark-blue"


READ = [
    (whole(1, 100), "6", 6),
    (whole(-5, 5), "-5", -5),
    (decimal(-10, 10), "-0.125", Decimal("-0.125")),
    (text(3), "a b", "a b"),
    (slug, "vegas-downtown_2", "vegas-downtown_2"),
    (choice(Colour), "dark-blue", Colour.DARK_BLUE),
    (whole(1, 9) | NULL, "null", None),
    (whole(1, 9) | NULL, "~", None),
    (whole(1, 9) | NULL, "", None),
    (whole(1, 9) | word("all"), "all", "all"),
    *[(ratio, written, Fraction(3, 2)) for written in ("3:2", "3/2", "1.5", "3 :2", "1.5 to 1")],
    (ratio, "2", Fraction(2)),
    *[(boolean, written, True) for written in ("true", "Yes", "on", "Y", "TRUE", "y")],
    *[(boolean, written, False) for written in ("false", "No", "off", "N", "FALSE", "n", "no")],
]


@pytest.mark.parametrize(("reader", "written", "value"), READ)
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_read(save: Save, reader: Value[object], written: str, value: object, quote: str) -> None:
    path = save(f"key: {quote}{written}{quote}\n")
    read = load(path, record(dict, {"key": reader}))["key"]
    assert read == value
    assert type(read) is type(value)


NOT_READ = [
    *[
        (whole(1, 100), written)
        for written in ("0", "101", "3.5", "1e9", "six", "010", "+6", "6.0")
    ],
    *[(whole(1, 100), written) for written in ("9" * 5000, "٦", "1_0", "0x6", "-1", "NaN", ".inf")],
    *[
        (decimal(0, 1), written)
        for written in ("1.1", "-0.1", "1e-3", ".5", "nan", "0." + "1" * 99)
    ],
    *[
        (ratio, written)
        for written in ("0", "3:0", "0:1", "-3:2", "3:2:1", "101", "3;2", "1e2", "1.1234567")
    ],
    *[(boolean, written) for written in ("1", "0", "maybe", "yess")],
    *[(slug, written) for written in ("../x", "Vegas", "-x", "a" * 65, "a.b", "a b", "é")],
    (text(3), "abcd"),
    (choice(Colour), "RED"),
    (NULL, "0"),
]


@pytest.mark.parametrize(("reader", "written"), NOT_READ)
def test_not_read(save: Save, reader: Value[object], written: str) -> None:
    with pytest.raises(FileFaults) as caught:
        load(save(f"key: '{written}'\n"), record(dict, {"key": reader}))
    (line,) = caught.value.lines()
    assert f":1:6: key is '{written[:60]}" in line
    assert f"; write {reader.expected}" in line
    assert len(line.rpartition("my.yaml")[2]) < 200


# Files of the other rooms, in a few lines each.


def test_table_of_records(save: Save) -> None:
    cell = record(dict, {"code": choice(Colour), "margin": decimal(0, 1)}, required=("code",))
    chart = record(dict, {"rows": table(text(20), table(slug, cell))}, required=("rows",))
    good = "rows:\n  hard 16: {t: {code: red, margin: 0.5}, a: {code: dark-blue}}\n"
    assert load(save(good), chart) == {
        "rows": {
            "hard 16": {
                "t": {"code": Colour.RED, "margin": Decimal("0.5")},
                "a": {"code": Colour.DARK_BLUE},
            }
        }
    }
    bad = "rows:\n  hard 16: {T: {margin: 2}, a: {code: blue, cod: red}, b: 1}\n"
    with pytest.raises(FileFaults) as caught:
        load(save(bad), chart)
    assert [fault.message.split(";")[0] for fault in caught.value.faults] == [
        "the key in hard 16 is 'T'",
        "code is missing in T",
        "margin is '2'",
        "code is 'blue'",
        "'cod' is not a key here (did you mean code?)",
        "b is '1'",
    ]


def test_table_with_one_key_in_two_forms(save: Save) -> None:
    reader = table(whole(1, 9) | NULL, text(9))
    with pytest.raises(FileFaults, match="2:1: null stands here already in other words; keep one"):
        load(save("~: a\nnull: b\n"), reader)
