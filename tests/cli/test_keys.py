"""Source of truth: cases/README.md, "Terminal": what terminals and scripts send, byte for byte."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjtrainer.cli.keys import BACKSPACE, ENTER, End, Key, LineKeys
from bjtrainer.cli.terminal import key_in, patience

# ECMA-48: ESC [, parameter bytes, intermediate bytes, a final byte.
control_sequences = st.from_regex(rb"\x1b\[[0-?]{0,12}[ -/]{0,2}[@-LN-~]", fullmatch=True)
old_mouse_reports = st.binary(min_size=3, max_size=3).map(lambda report: b"\x1b[M" + report)
function_keys = st.from_regex(rb"\x1bO[A-Za-z]", fullmatch=True)
sequences = control_sequences | old_mouse_reports | function_keys
printable = st.characters(exclude_categories=("C", "Zl", "Zp", "Zs"))


@given(sequences)
def test_no_escape_sequence_is_a_key(sequence):
    assert key_in(sequence) is None


@given(sequences, st.data())
def test_the_rest_of_an_escape_sequence_is_waited_for_longer(sequence, data):
    cut = data.draw(st.integers(1, len(sequence) - 1))
    assert patience(sequence[:cut]) > patience(b"h")


@given(st.text(min_size=2).filter(lambda text: text != "\r\n"))
def test_several_signs_at_once_are_no_key(text):
    assert key_in(text.encode("utf-8", "replace")) is None


@given(printable)
def test_one_printable_sign_is_a_key_in_lower_case(sign):
    assert key_in(sign.encode()) == sign.lower()


def test_backspace_is_a_key_however_a_terminal_sends_it():
    assert key_in(b"\x7f") == key_in(b"\b") == BACKSPACE


def test_a_sign_may_be_the_first_of_a_paste_yet_answers_at_once_for_a_person():
    assert 0 < patience(b"h") < 0.05


@given(printable.filter(lambda sign: not sign.isascii()), st.data())
def test_a_part_of_a_sign_is_no_key_and_its_rest_is_waited_for(sign, data):
    encoded = sign.encode()
    cut = data.draw(st.integers(1, len(encoded) - 1))
    assert key_in(encoded[:cut]) is None
    assert key_in(encoded[cut:]) is None
    assert patience(encoded[:cut]) > patience(b"h")


@given(st.binary())
def test_whatever_comes_is_one_sign_enter_or_nothing(pressed):
    key = key_in(pressed)
    assert key is None or key == ENTER or key.isprintable()


@given(st.binary(max_size=20).filter(lambda pasted: b"\x1b[201~" not in pasted))
def test_a_paste_lasts_until_its_end_mark(pasted):
    assert patience(b"\x1b[200~" + pasted) > patience(b"\x1b[")
    assert patience(b"\x1b[200~" + pasted + b"\x1b[201~") == patience(b"h")


def read_all(sent: bytes) -> list[str]:
    keys = LineKeys(io.TextIOWrapper(io.BytesIO(sent), encoding="utf-8", errors="replace"))
    texts = []
    while isinstance(event := keys.read(), Key):
        texts.append(event.text)
    assert event == keys.read() == End()
    return texts


@pytest.mark.parametrize(
    ("sent", "texts"),
    [
        (b"", []),
        (b"h\ns\n", ["h", "s"]),
        (b"Stand\r\n\r\n  hit  \r\n", ["stand", ENTER, "hit"]),
        (b"h\rs\r", ["h", "s"]),
        (b"h\ns", ["h", "s"]),
        (b"\xff\x00\n", ["\ufffd\x00"]),
        (b"h" * 5000 + b"\ns\n", ["h" * 1000, "s"]),
    ],
)
def test_a_line_is_an_answer(sent, texts):
    assert read_all(sent) == texts


@given(st.lists(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)))
def test_every_line_sent_is_read_once(words):
    assert read_all("".join(f"{word}\n" for word in words).encode()) == [
        word.lower() for word in words
    ]


def test_the_clock_of_lines_runs_from_what_was_shown():
    seconds = iter([0.0, 10.0, 10.25])
    keys = LineKeys(io.StringIO("h\n"), clock=lambda: next(seconds))
    keys.show(lambda: None)
    assert keys.read() == Key("h", 250)
