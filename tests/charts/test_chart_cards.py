"""interface.md, ``chart show --format html|svg``: a card that is whole by itself, in any colours.

What stands on it is the chart's own. HTML is read by ``html.parser``, SVG by ``ElementTree``.
Contrast is that of WCAG 2.1, level AA: 4.5 to 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.card import MEANINGS, as_html, as_svg
from bjtrainer.charts.files import chart_path, conventions, load_chart
from bjtrainer.charts.model import ROWS, Cell, Chart, Code
from bjtrainer.charts.render import short_name
from bjtrainer.rules.describe import describe
from bjtrainer.rules.load import find_rules, shipped_games
from bjtrainer.rules.model import Rules

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
VOID = {"meta", "br", "hr", "img", "link", "input"}
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&amp;')</script> \"Jack\" & Co"
HEADS = [str(upcard) for upcard in UPCARDS]


@pytest.fixture(params=shipped_games())
def rules(request: pytest.FixtureRequest) -> Rules:
    return find_rules(request.param)


@pytest.fixture
def chart(rules: Rules) -> Chart:
    return load_chart(chart_path(rules.slug))


@dataclass
class Element:
    name: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                if child.name == name:
                    yield child
                yield from child.all(name)

    def one(self, name: str) -> Element:
        [found] = self.all(name)
        return found

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class Page(HTMLParser):
    """Reads a page in which every element is closed in its order; anything else fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]
        self.declared: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [self.root], "something is left open"

    def handle_decl(self, decl: str) -> None:
        assert not self.root.children, "the declaration comes first"
        self.declared.append(decl)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)


def rows_of(chart: Chart) -> dict[str, list[list[str]]]:
    """What has to stand under each title: the highest first, a row's name and its ten codes."""
    return {
        title: [
            [short_name(row), *(str(chart.entries[Cell(row, up)].code) for up in UPCARDS)]
            for row in reversed(ROWS)
            if row.kind == kind
        ]
        for kind, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs"))
    }


def said_codes(chart: Chart) -> list[str]:
    """The codes of a chart with their meanings, as a legend says them."""
    used = {entry.code for entry in chart.entries.values()}
    return [f"{code} {MEANINGS[code]}" for code in Code if code in used]


def test_a_page_is_a_document_of_its_own(chart, rules):
    text = as_html(chart, rules)
    page = Page(text)
    assert page.declared == ["DOCTYPE html"]
    html = page.root.one("html")
    assert html.attributes == {"lang": "en"}
    assert [child.name for child in html.children if isinstance(child, Element)] == ["head", "body"]
    assert {"charset": "utf-8"} in [meta.attributes for meta in html.one("head").all("meta")]
    assert html.one("title").text == f"{rules.name}: basic strategy"
    assert html.one("h1").text == rules.name


def test_a_page_has_every_code_of_the_chart_in_its_place(chart, rules):
    tables = {
        table.one("caption").text: [
            [cell.text for cell in row.children if isinstance(cell, Element)]
            for row in table.all("tr")
        ]
        for table in Page(as_html(chart, rules)).root.all("table")
    }
    assert [rows[0] for rows in tables.values()] == [["", *HEADS]] * 3
    assert {title: rows[1:] for title, rows in tables.items()} == rows_of(chart)


def test_what_stands_around_the_codes(chart, rules):
    body = Page(as_html(chart, rules)).root.one("body")
    paragraphs = [paragraph.text for paragraph in body.all("p")]
    assert f"{'; '.join(said_codes(chart))}." in paragraphs
    assert "Insurance: never." in paragraphs
    assert any(f"rules {rules.digest}. Expectation: optimal" in text for text in paragraphs)
    assert f"Conventions: {conventions(rules)}." in paragraphs
    told = zip(body.all("dt"), body.all("dd"), strict=True)
    assert [(label.text, text.text) for label, text in told] == list(describe(rules))


def test_insurance_is_told_where_the_game_has_it(chart, rules):
    taken = replace(chart, insurance=replace(chart.insurance, take=True))
    without = replace(chart, insurance=None)
    for form in (as_html, as_svg):
        assert "Insurance: take it" in form(taken, rules)
        assert "Insurance: " not in form(without, rules)


@pytest.mark.parametrize("form", [as_html, as_svg])
def test_nothing_is_fetched_or_run(chart, rules, form):
    text = form(chart, rules)
    assert not re.search(r"url\(|@import|@font-face|<script|<link|<img|<iframe|<object", text)
    assert not re.search(r"\b(src|href|srcset|style|on\w+)\s*=", text)
    assert re.findall(r"\w+://[^\"]*", text) == [SVG.strip("{}")] * (form is as_svg)


@pytest.mark.parametrize("form", [as_html, as_svg])
def test_a_name_is_only_ever_text(chart, rules, form):
    named = form(chart, replace(rules, name=HOSTILE))
    assert HOSTILE not in named
    if form is as_svg:
        assert ElementTree.fromstring(named).findtext(f"{SVG}title") == f"{HOSTILE}: basic strategy"
    else:
        page = Page(named).root
        assert page.one("h1").text == HOSTILE
        assert not list(page.all("script"))


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def cell_colours(style: str) -> dict[str, tuple[str, str]]:
    """The background and the colour of each letter's cells."""
    found = re.findall(r"\.([A-Z]) \{ background: (#\w+); color: (#\w+);", style)
    return {letter: (background, colour) for letter, background, colour in found}


def test_codes_are_read_on_their_colours_and_on_paper_without_them(chart, rules):
    page = Page(as_html(chart, rules)).root
    screen, paper = page.one("style").text.split("@media print")
    on_screen = cell_colours(screen)
    on_paper = on_screen | cell_colours(paper)
    assert set(on_screen) == set(on_paper) == set("HSDPR")
    assert len({background for background, _ in on_screen.values()}) == 5
    for background, colour in (*on_screen.values(), *on_paper.values()):
        assert contrast(background, colour) >= 4.5
    for _, colour in on_paper.values():
        assert contrast("#fff", colour) >= 4.5  # a browser may leave backgrounds out
    coloured = [cell for cell in page.all("td") if cell.text]
    assert [cell.attributes for cell in coloured] == [{"class": cell.text[0]} for cell in coloured]
    assert len(coloured) == len(chart.entries)


@pytest.mark.skipif(BROWSER is None, reason="there is no browser to print with")
@pytest.mark.parametrize("size", ["A4", "letter"])
def test_a_browser_prints_one_page(tmp_path: Path, size: str):
    rules = replace(find_rules("atlantic-city"), name="Four Words To Fill 80 " * 4)
    text = as_html(load_chart(chart_path("atlantic-city")), rules)
    page, printed = tmp_path / "card.html", tmp_path / "card.pdf"
    page.write_text(text.replace("@page {", f"@page {{ size: {size};"), encoding="utf-8")
    subprocess.run(
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu",
         f"--user-data-dir={tmp_path / 'browser'}", "--no-pdf-header-footer",
         f"--print-to-pdf={printed}", page.as_uri()],
        check=True, capture_output=True, timeout=100,
    )  # fmt: skip
    content = printed.read_bytes()
    wide, high = {"A4": (595, 842), "letter": (612, 792)}[size]
    box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert [round(float(side)) for side in box.groups()] == [wide, high]
    assert len(re.findall(rb"/Type ?/Page\b", content)) == 1


@dataclass(frozen=True)
class Placed:
    """A piece of text in a picture: where it stands, and how much room it takes in a wide font."""

    text: str
    x: float
    y: float
    size: float
    middle: bool

    @property
    def right(self) -> float:
        width = 0.6 * self.size * len(self.text)
        return self.x + (width / 2 if self.middle else width)


def test_a_picture_has_every_code_of_the_chart_in_its_place(chart, rules):
    """Each code is read by the row's name to its left and the upcard above it."""
    picture = ElementTree.fromstring(as_svg(chart, rules))
    texts = [
        Placed(
            text=element.text,
            x=float(element.get("x")),
            y=float(element.get("y")),
            size=float(element.get("font-size")),
            middle=element.get("text-anchor") == "middle",
        )
        for element in picture.iter(f"{SVG}text")
    ]
    titles = [text for text in texts if text.text in rows_of(chart)]
    found: dict[str, list[list[str]]] = {}
    for title in titles:
        below = [other.y for other in titles if other.x == title.x and other.y > title.y]
        block = [
            text
            for text in texts
            if title.x <= text.x < title.x + 300 and title.y < text.y < min(below, default=1e9)
        ]
        lines: dict[float, list[Placed]] = {}
        for text in sorted(block, key=lambda text: text.x):
            lines.setdefault(text.y, []).append(text)
        heads, *rows = (line for _, line in sorted(lines.items()) if len(line) >= 10)
        assert [head.text for head in heads] == HEADS
        for row in rows:
            assert [code.x for code in row[1:]] == [head.x for head in heads]
        found[title.text] = [[text.text for text in row] for row in rows]
    assert found == rows_of(chart)

    _, _, width, height = map(float, picture.get("viewBox").split())
    assert all(0 < text.x < text.right <= width and 0 < text.y <= height for text in texts)


def test_a_picture_has_a_coloured_cell_behind_every_code(chart, rules):
    picture = ElementTree.fromstring(as_svg(chart, rules))
    paper, *cells = picture.findall(f"{SVG}rect")
    assert (paper.get("width"), paper.get("height"), paper.get("fill")) == ("100%", "100%", "#fff")
    codes = [text for text in picture.iter(f"{SVG}text") if text.get("fill")]
    assert len(cells) == len(codes) == len(chart.entries)
    for cell, code in zip(cells, codes, strict=True):
        left, top, width, height = (float(cell.get(name)) for name in ("x", "y", "width", "height"))
        assert left < float(code.get("x")) < left + width
        assert top < float(code.get("y")) < top + height
        assert contrast(cell.get("fill"), code.get("fill")) >= 4.5
    colours = {code.text[0]: cell.get("fill") for cell, code in zip(cells, codes, strict=True)}
    assert len(set(colours.values())) == len(colours)


def test_what_stands_under_a_picture(chart, rules):
    texts = [element.text for element in ElementTree.fromstring(as_svg(chart, rules)).iter()]
    assert rules.name in texts
    legend = "; ".join(text for text in texts if text and re.match(r"(H|R\w) \w+", text))
    assert legend == "; ".join(said_codes(chart))
    assert "Insurance: never" in texts
    assert any(text and f"rules {rules.digest}. Expectation: optimal" in text for text in texts)


@pytest.mark.parametrize("length", [1, 40, 80, 200])
def test_a_long_name_fits_a_picture(chart, rules, length):
    picture = ElementTree.fromstring(as_svg(chart, replace(rules, name="M" * length)))
    name = next(text for text in picture.iter(f"{SVG}text") if text.text == "M" * length)
    width = float(picture.get("viewBox").split()[2])
    assert float(name.get("x")) + 0.68 * length * float(name.get("font-size")) <= width + 1
