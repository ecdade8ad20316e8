"""``bjtrainer stats session``: every decision of one session again, with its explanation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import Annotated

import typer

from bjtrainer.cards import Rank
from bjtrainer.charts.cache import chart_of
from bjtrainer.charts.model import Chart
from bjtrainer.cli.door import Door
from bjtrainer.cli.solving import Reasons, SolvedGames
from bjtrainer.cli.spans import Line, Span, Style, flowed
from bjtrainer.cli.stats_words import lost, seconds, share
from bjtrainer.errors import InputError
from bjtrainer.game.arrange import arrange, arrange_insurance
from bjtrainer.game.hand import Hand
from bjtrainer.places import history_path
from bjtrainer.rules.load import find_rules
from bjtrainer.rules.model import Rules
from bjtrainer.stats.record import PLAY, Selection, StoredDecision, StoredSession
from bjtrainer.stats.sittings import Stretch, by_session
from bjtrainer.stats.store import Store
from bjtrainer.trainer.judge import judge
from bjtrainer.trainer.question import Question, ask, choice_of
from bjtrainer.trainer.wording import cents, counted

_INDENT = "   "


def session(
    context: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", help="The session's number; otherwise the last one."),
    ] = None,
    misses: Annotated[bool, typer.Option("--misses", help="Leave out what was right.")] = False,
) -> None:
    """Show every decision of one session again, with its explanation.

    As it was judged then, and why, where the rules of the game are still the same.
    """
    door = Door.of(context)

    def work(
        store: Store,
    ) -> tuple[StoredSession, tuple[StoredDecision, ...], Stretch]:
        found = store.sessions()
        chosen = [one for one in found if number in (None, one.id)][-1:]
        if not chosen:
            if number is None:
                raise InputError("there is no session yet; begin with: bjtrainer drill")
            raise InputError(f"there is no session {number}; bjtrainer stats sessions lists them")
        selection = Selection(session=chosen[0].id)
        stretch = by_session(store.minutes(selection)).get(chosen[0].id, Stretch.of(()))
        return chosen[0], store.decisions(selection), stretch

    held, decisions, stretch = Store.read(history_path(door.folder), work)
    if door.json:
        door.report(
            {
                "schema": 1,
                "id": held.id,
                "game": held.game,
                "drill": held.drill,
                **stretch.as_json(),
                "decisions": [_as_dict(one) for one in decisions],
            }
        )
        return
    screen = door.screen()
    screen.show(*_head(held, stretch), "")
    solved = SolvedGames()
    again = _Again.of(door, held, solved)
    shown = [one for one in decisions if not (misses and one.right)]
    if again is None:
        screen.show(*(line for one in shown for line in _lines(one, None, screen.width)))
        return
    with closing(Reasons(again.rules, solved, door.cache)) as reasons:
        for one in shown:
            reason = again.reason(one, reasons, solved)
            screen.show(*_lines(one, reason, screen.width))


def _head(held: StoredSession, stretch: Stretch) -> Iterator[Line]:
    figures = stretch.figures
    drill = "play" if held.drill == PLAY else held.drill
    begun = f"{held.started_at.astimezone():%Y-%m-%d %H:%M}"
    yield [Span(f"Session {held.id}", Style.TITLE), f"  {held.game}, {drill}, {begun}"]
    yield (
        f"{counted(figures.decisions, 'decision')}, {figures.right} right ({share(figures)}); "
        f"{lost(figures)} lost on $1 bets; {seconds(stretch.mean_milliseconds)} an answer"
    )


@dataclass(frozen=True)
class _Again:
    """A game whose hands can be laid out again."""

    rules: Rules
    chart: Chart

    @classmethod
    def of(cls, door: Door, held: StoredSession, solved: SolvedGames) -> _Again | None:
        try:
            rules = find_rules(held.game, door.folder)
        except InputError:
            return None
        if rules.digest != held.rules_digest:
            return None
        return cls(rules, chart_of(rules, cache=door.cache, solve=solved))

    def reason(self, decision: StoredDecision, reasons: Reasons, solved: SolvedGames) -> str | None:
        """Say why an answer was right or wrong; None for a hand that cannot be laid out."""
        choice = choice_of(decision.answer)
        if choice is None:
            return None
        try:
            question = self._question(decision)
        except InputError:
            return None
        if choice not in question.legal:
            return None
        return reasons(question, judge(question, choice, solved(self.rules)))

    def _question(self, decision: StoredDecision) -> Question:
        hand, rng = Hand.parse(decision.hand), Random(decision.n)
        if decision.phase == "insurance":
            round_ = arrange_insurance(self.rules, hand, rng)
        else:
            upcard, split_hands = Rank.parse(decision.upcard), decision.split_hands
            round_ = arrange(self.rules, hand, upcard, rng, split_hands=split_hands)
        return ask(round_, self.chart, n=decision.n, round_number=decision.round)


def _lines(decision: StoredDecision, reason: str | None, width: int) -> Iterator[Line]:
    style = Style.RIGHT if decision.right else Style.MISTAKE
    given = Span(f"{'✓' if decision.right else '✗'} {decision.answer}", style)
    hand = f"{decision.n}. {decision.hand} v {decision.upcard} "
    said: list[Line] = [[hand, given], *_said(decision)]
    first, *rest = flowed(said, width - len(_INDENT), indent=0, between="; ")
    yield first
    for row in rest:
        yield [_INDENT, *row]
    if reason is not None:
        yield _INDENT + reason


def _said(decision: StoredDecision) -> Iterator[str]:
    if not decision.right:
        given_away = f"gives away {cents(decision.cost)} of every $1 bet"
        yield f"{given_away} ({decision.severity})"
    chart = decision.chart_action
    instead = "" if chart == decision.answer else f": {chart}"
    yield f"{decision.cell} is {decision.code}{instead}"
    if decision.hinted:
        yield "after a hint"
    if decision.slip:
        yield "taken back"
    if decision.milliseconds is not None:
        yield seconds(decision.milliseconds)


def _as_dict(decision: StoredDecision) -> dict[str, object]:
    return {
        "n": decision.n,
        "answered_at": decision.answered_at.isoformat(),
        "round": decision.round,
        "cell": decision.cell,
        "code": decision.code,
        "hand": decision.hand,
        "upcard": decision.upcard,
        "split_hands": decision.split_hands,
        "answer": decision.answer,
        "chart": decision.chart_action,
        "best": decision.best_action,
        "right": decision.right,
        "cost": decision.cost,
        "severity": decision.severity,
        "values": dict(decision.values),
        "ms": decision.milliseconds,
        "hinted": decision.hinted,
        "slip": decision.slip,
    }
