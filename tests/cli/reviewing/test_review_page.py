"""Source of truth: the README on the page: it loads nothing, and shows the stored answers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser

import pytest

GAME = ("--game", "vegas-downtown")


class Reader(HTMLParser):
    """Takes note of every tag, of those left open, and of the text."""

    EMPTY = frozenset({"meta", "br", "link", "path", "circle", "rect", "line"})

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.titles, self.text = [], [], [], ""

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.titles += [value for name, value in attributes if name == "title"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if tag in self.EMPTY:
            return
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += f"{data} "


@pytest.fixture
def page(bjtrainer, tmp_path):
    bjtrainer("drill", "--seed", "7", *GAME, sent="h\ns\nd\n" * 12)
    output = tmp_path / "review.html"
    run = bjtrainer("stats", "report", "-o", str(output), *GAME)
    assert (run.returncode, run.stdout) == (0, "")
    assert re.fullmatch(r".*review\.html: \d+ decisions on 1 day\n", run.stderr)
    return output


def test_the_page_is_whole_and_loads_nothing(page):
    text = page.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
    assert reader.tags.count("svg") == 3
    assert set(re.findall(r"https?://[^\"'\s<]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_the_page_shows_the_answers(page, bjtrainer):
    shown = Reader()
    shown.feed(page.read_text(encoding="utf-8"))
    listed = bjtrainer("stats", "cells", "--last", "400", *GAME).stdout
    for cell, _, seen, missed in re.findall(r"^(\w+ \w+ v \w)  +(\w+) +(\d+) +(\d+)", listed, re.M):
        told = f"{cell}: {int(seen) - int(missed)} of {seen} right"
        assert any(title.startswith(told) for title in shown.titles), told
    assert sum(": never seen" in title for title in shown.titles) > 300


def test_a_page_that_is_there_is_kept(page, bjtrainer):
    before = page.read_bytes()
    run = bjtrainer("stats", "report", "-o", str(page), *GAME)
    assert run.returncode == 2
    assert "exists; choose another name, or write over it with --force" in run.stderr
    assert page.read_bytes() == before
    assert bjtrainer("stats", "report", "-o", str(page), "--force", *GAME).returncode == 0
    assert [path.name for path in page.parent.glob("review*")] == ["review.html"]


def test_without_answers_and_without_the_library_it_says_what_to_do(bjtrainer, python, tmp_path):
    output = tmp_path / "none.html"
    run = bjtrainer("stats", "report", "-o", str(output))
    assert run.returncode == 2
    assert "begin with bjtrainer drill" in run.stderr
    bjtrainer("drill", "--seed", "7", *GAME, sent="h\n")
    code = (
        "import sys\n"
        "sys.modules['pygal'] = None\n"
        "from bjtrainer.cli.dispatch import dispatch\n"
        f"sys.exit(dispatch(['stats', 'report', '-o', {str(output)!r}]))\n"
    )
    lacking = python("-c", code)
    assert lacking.returncode == 2
    assert 'pip install ".[report]"' in lacking.stderr
    assert not output.exists()


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser here")
@pytest.mark.skipif(sys.platform == "win32", reason="the browser is called otherwise")
def test_a_browser_opens_it_without_a_complaint(page, tmp_path):
    run = subprocess.run(
        [
            shutil.which("chromium"),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            f"--user-data-dir={tmp_path / 'browser'}",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "How each cell went" in run.stdout
    assert "CONSOLE" not in run.stderr
