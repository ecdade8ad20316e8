"""The program and its commands; each command is loaded when it is called and not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from bjtrainer.cli.door import every_command
from bjtrainer.errors import shown

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter


@dataclass(frozen=True)
class Entry:
    """Where a command is (``file:function`` in this room) and what it does, in one line.

    A name of one word that entries of two words begin with is a group of these commands; one that
    has a place does something by itself, too. The line is the first line of the function's
    docstring.
    """

    line: str
    place: str = ""


COMMANDS: dict[str, Entry] = {
    "drill": Entry("Drill decisions, judged against the exact chart", "drill:drill"),
    "learn": Entry("Learn a chart from nothing, group by group, where you stopped", "learn:learn"),
    "play": Entry("Play for play money, by the game's own rules", "play:play"),
    "drills": Entry(
        "List the drills, and what is due today in the game drilled last", "drills:drills"
    ),
    "drills show": Entry(
        "Explain a drill, and which cells it covers in a game", "drills_show:show"
    ),
    "drills new": Entry(
        "Write a drill file of your own, with every key explained in it", "drills_show:new"
    ),
    "stats": Entry("Show what was drilled and how it went", "stats:stats"),
    "stats chart": Entry(
        "Draw the chart of one game with how each cell went: right, slow, missed, never seen",
        "stats_cells:heat_map",
    ),
    "stats cells": Entry(
        "List the cells that were answered, with what each gave away", "stats_cells:list_cells"
    ),
    "stats groups": Entry(
        "List the groups that bjtrainer learn teaches, and how each went",
        "stats_cells:list_groups",
    ),
    "stats trend": Entry(
        "Show how accuracy, cost and time went, by day or by session", "stats_sessions:trend"
    ),
    "stats sessions": Entry(
        "List the sessions, the newest last; bjtrainer stats session ID shows one",
        "stats_sessions:sessions",
    ),
    "stats session": Entry(
        "Show every decision of one session again, with its explanation",
        "stats_session:session",
    ),
    "stats drills": Entry(
        "List the drills that were done, and how each went", "stats_sessions:drills"
    ),
    "stats report": Entry(
        "Write one page with heat map, trends, what cost most, and the sessions",
        "stats_report:page",
    ),
    "stats cost": Entry(
        "Show what your play loses beyond the chart, and the house edge that you really face",
        "stats_cost:cost",
    ),
    "stats export": Entry(
        "Write every field of every answer, of all games where none is named",
        "stats_transfer:export",
    ),
    "stats import": Entry(
        "Merge another machine's export into your history, without doubling an answer",
        "stats_transfer:take_in",
    ),
    "stats reset": Entry(
        "Remove all answers and stars, after a backup; money and rounds stay",
        "stats_transfer:reset",
    ),
    "stats regrade": Entry(
        "Show what your answers would be worth under the rules of --game; nothing is rewritten",
        "stats_regrade:regrade",
    ),
    "history": Entry(
        "List the rounds played last, with bets, results and balance", "history:history"
    ),
    "history show": Entry("Show a round step by step", "history:show"),
    "history replay": Entry(
        "Deal a round again and compare it with what is stored", "history_replay:replay"
    ),
    "history money": Entry(
        "Show every move of the money, and that the sums agree", "history_money:money"
    ),
    "chart": Entry("Show, derive, check and compare basic-strategy charts"),
    "chart show": Entry("Show the chart of a game", "chart:show"),
    "chart derive": Entry("Derive the chart of any rules, as YAML", "chart:derive"),
    "chart check": Entry(
        "Check charts: complete, legal, and equal to what their rules derive today", "chart:check"
    ),
    "chart diff": Entry(
        "Show the cells in which two games differ, and what the wrong chart costs",
        "chart_diff:diff",
    ),
    "ev": Entry("Give the exact value of every action for a hand", "ev:ev"),
    "edge": Entry("Give the player's expectation: optimal, by chart, by upcard", "edge:edge"),
    "backup": Entry(
        "Copy your history, answers and money, to one file, and check the copy", "backup:backup"
    ),
    "restore": Entry(
        "Put a backup in place of your history, which is kept beside it", "backup:restore"
    ),
    "doctor": Entry(
        "Check data folder, database, settings, games, drills, charts and terminal",
        "doctor:doctor",
    ),
    "config": Entry("Show every setting, and whether it comes from your file", "config:config"),
    "games": Entry("List the games and what sets them apart", "games:games"),
    "rules": Entry("Show the rules of a game as a person reads them", "rules:rules"),
}
"""Every command, in the order of the help. To add one: a file with a function, a line here."""


class Lazy(TyperGroup):
    """A group that knows the names and lines of its commands, and loads the one called."""

    def __init__(self, *, prefix: str = "", **attributes: Any) -> None:
        super().__init__(**attributes)
        self.prefix = prefix
        self.everywhere = _command("every", every_command).params
        self.params.extend(self.everywhere)

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002
        below = (name for name in COMMANDS if name.startswith(self.prefix))
        names = (name.removeprefix(self.prefix) for name in below)
        return [name for name in names if " " not in name]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        name = self.prefix + cmd_name
        entry = COMMANDS[name]
        if not entry.place:
            return Lazy(name=cmd_name, prefix=f"{name} ", help=entry.line, rich_markup_mode=None)
        file, _, function = entry.place.partition(":")
        command = _command(cmd_name, getattr(import_module(f"bjtrainer.cli.{file}"), function))
        if any(other.startswith(f"{name} ") for other in COMMANDS):
            return Lazy(
                name=cmd_name,
                prefix=f"{name} ",
                help=command.help,
                params=command.params,
                callback=command.callback,
                invoke_without_command=True,
                rich_markup_mode=None,
            )
        command.params.extend(self.everywhere)
        return command

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        with formatter.section("Commands"):
            names = self.list_commands(ctx)
            formatter.write_dl([(name, COMMANDS[self.prefix + name].line) for name in names])

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names:
            from bjtrainer.strict_yaml import did_you_mean  # noqa: PLC0415  loads yaml

            ctx.fail(f"no such command '{shown(args[0])}'{did_you_mean(args[0], names)}")
        return super().resolve_command(ctx, args)


def _command(name: str, function: Callable[..., object]) -> Command:
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name)(function)
    return get_command(alone)


app = typer.Typer(
    cls=Lazy,
    rich_markup_mode=None,
    context_settings={"help_option_names": []},  # its printing would go round our streams
)


@app.callback(invoke_without_command=True)
def bjtrainer(context: typer.Context) -> object:
    """Drill blackjack decisions on charts derived exactly from each game's rules."""
    if context.invoked_subcommand is None:
        from bjtrainer.cli.menu import menu  # noqa: PLC0415  loads the keys

        return menu(context)
    return None
