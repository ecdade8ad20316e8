"""What a page about a wrong answer shows: how bad it is, what each answer is worth, the chart."""

from __future__ import annotations

from bjtrainer.cards import UPCARDS
from bjtrainer.charts.card import MEANINGS
from bjtrainer.charts.model import INSURANCE_CELL, Cell, Chart
from bjtrainer.cli.chart_table import row_lines
from bjtrainer.cli.spans import Line, Span, Style, bars, flowed
from bjtrainer.trainer.judge import Severity, Verdict
from bjtrainer.trainer.question import Question

_SEVERITY = {
    Severity.CLOSE_CALL: (Style.CLOSE_CALL, "≈"),
    Severity.INACCURACY: (Style.INACCURACY, "?!"),
    Severity.MISTAKE: (Style.MISTAKE, "✗"),
    Severity.BLUNDER: (Style.BLUNDER, "✗✗"),
}


def missed(verdict: Verdict, headline: str) -> Line:
    """Give the headline of a miss with its sign and colour."""
    style, sign = _SEVERITY[verdict.severity]
    return [Span(f" {sign} {headline}", style)]


def value_bars(verdict: Verdict, width: int) -> list[Line]:
    """Give the value of each answer, the highest first, the chart's and the player's marked."""
    ranked = sorted(verdict.values.items(), key=lambda item: -item[1])
    drawn = bars([value for _, value in ranked], max(4, min(36, width - 26)))
    marks = {verdict.chart: "✓", verdict.answer: "✗"}
    lines: list[Line] = []
    for (choice, value), bar in zip(ranked, drawn, strict=True):
        text = f"  {marks.get(choice, ' ')} {choice!s:<10}{value * 100:+7.1f} ¢  {bar}"
        lines.append([Span(text, Style.TITLE if choice in marks else Style.DIM)])
    return lines


def chart_row(chart: Chart, question: Question, width: int) -> list[Line]:
    """Give the row of the chart that a question is about, and what its codes mean."""
    if question.cell == INSURANCE_CELL:
        return []
    cell = Cell.parse(question.cell)
    used = dict.fromkeys(chart.entries[Cell(cell.row, upcard)].code for upcard in UPCARDS)
    said = [f"{code} {MEANINGS[code]}" for code in used if len(code.actions) > 1]
    row = [[" ", *line] for line in row_lines(chart, cell, width - 1)]
    return [*row, *flowed(said, width, between="; ")]
