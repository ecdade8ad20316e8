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
from bjtrainer.cli.spans import Line, Span, Style
from bjtrainer.cli.stats import seconds, share
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


def session(
    context: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", help="The session's number; otherwise the last one."),
    ] = None,
) -> None:
    """Show every decision of one session again, with its explanation.

    As it was judged then: the stored values, and for a miss the reason, where the rules of the
    game are still the same.
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
    drill = "play" if held.drill == PLAY else held.drill
    begun = f"{held.started_at.astimezone():%Y-%m-%d %H:%M}"
    screen.show([Span(f"Session {held.id}", Style.TITLE), f"  {held.game}, {drill}, {begun}"])
    figures = stretch.figures
    screen.show(
        f"{counted(figures.decisions, 'decision')}, {figures.right} right ({share(figures)}); "
        f"{cents(figures.total_cost)} lost on $1 bets; "
        f"{seconds(stretch.mean_milliseconds)} an answer",
        "",
    )
    solved = SolvedGames()
    again = _Again.of(door, held, solved)
    if again is None:
        screen.show(*(line for one in decisions for line in _lines(one, None)))
        return
    with closing(Reasons(again.rules, solved, door.cache)) as reasons:
        for one in decisions:
            screen.show(*_lines(one, again.reason(one, reasons, solved)))


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
        """Say why an answer was wrong; None for a right one, and a hand that cannot be laid out."""
        choice = choice_of(decision.answer)
        if decision.right or choice is None:
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


def _lines(decision: StoredDecision, reason: str | None) -> Iterator[Line]:
    sign, style = ("✓", Style.RIGHT) if decision.right else ("✗", Style.MISTAKE)
    said = [f"{decision.cell} is {decision.code}: {decision.answer}"]
    if not decision.right:
        said.append(f"gives away {cents(decision.cost)} of every $1, not {decision.chart_action}")
    said += ["after a hint"] if decision.hinted else []
    said += ["taken back"] if decision.slip else []
    if decision.milliseconds is not None:
        said.append(seconds(decision.milliseconds))
    hand = f"{decision.n}. {decision.hand} v {decision.upcard} "
    yield [hand, Span(f"{sign} ", style), "; ".join(said)]
    if reason is not None:
        yield f"   {reason}"


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
