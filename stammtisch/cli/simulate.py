"""`stammtisch simulate`: bots against bots, and what came of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from stammtisch.bots.arena import Summary, simulate
from stammtisch.bots.playing import Stuck, WrongMove
from stammtisch.cli.arguments import (
    add_game,
    add_options,
    add_players,
    add_profile,
    check_players,
    game_of,
    rules_of,
    seats_of,
    usual_players,
    whole_number,
)
from stammtisch.cli.output import INTERRUPTED, STANDARD, USAGE, CliError, show
from stammtisch.games.game import RANDOM, Game, Refusal
from stammtisch.research.recording import recorder

#: What `--json` prints, in this order.
KEYS = (
    *("game", "profile", "seed", "rounds", "matches", "actions", "seconds", "cpu_s"),
    *("rounds_per_s", "actions_per_s", "bots"),
)
BOT_KEYS = ("seat", "level", "mean", "ci95")


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_profile(parser)
    add_options(parser)
    add_players(parser)
    parser.add_argument(
        "--rounds",
        type=whole_number(1),
        default=1000,
        metavar="N",
        help="how many deals, a few more where matches have several: each is played to its end "
        "(default: 1000)",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,C,D",
        help="a bot for each seat, or one for all: a level of the game or module:Class of your own "
        "(default: the game's levels, the best first, and so on)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed, the same rounds"
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 512),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: one for each core)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="write each match as a line of JSON, which verify proves and replay shows; its deals "
        "are others than without (- is standard output, and the results go to stderr)",
    )


def run(asked: argparse.Namespace) -> int:
    game = game_of(asked.game)
    rules = rules_of(game, asked.profile, asked.option)
    check_players(game, asked.players)
    levels = _levels(game, asked.bots, asked.players)
    with _keeping(asked.record) as keep:
        try:
            with _progress(asked.rounds) as advance:
                summary = simulate(
                    *(game, rules, levels, asked.rounds, asked.seed, asked.jobs),
                    progress=advance,
                    recorder=recorder if keep else None,
                    keep=keep,
                )
        except Refusal as refusal:
            raise CliError(refusal.reason, USAGE) from None
        except (Stuck, WrongMove) as fault:
            raise CliError(str(fault)) from fault
    out = sys.stderr if asked.record == STANDARD else sys.stdout
    if asked.json:
        print(json.dumps(_plain(summary)), file=out)
    else:
        _show(summary, game, out)
    if summary.interrupted:
        print(f"Stopped after {summary.rounds} of {asked.rounds} rounds.", file=sys.stderr)
        return INTERRUPTED
    return 0


@contextmanager
def _keeping(path: str | None) -> Iterator[Callable[[bytes], object] | None]:
    """What writes a line to a new file; None without one."""
    if path is None:
        yield None
        return
    if path == STANDARD:
        yield lambda line: sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
        return
    try:
        # Unbuffered: however it is ended, all matches that were finished are there.
        file = Path(path).open("xb", buffering=0)  # noqa: SIM115
    except FileExistsError:
        raise CliError(f"{path} is there already; it is not overwritten.") from None
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror or error}.") from None
    with file:
        yield lambda line: file.write(line + b"\n")


def _levels(game: Game, words: str | None, players: int | None) -> list[str]:
    if words is None:
        usual = [*reversed(game.levels), RANDOM]
        return list(islice(cycle(usual), players or usual_players(game)))
    levels = [word.strip() for word in words.split(",")]
    if len(levels) == 1:
        levels *= players or usual_players(game)
    if len(levels) not in game.seats or len(levels) != (players or len(levels)):
        raise CliError(
            f"{game.name} has {players or seats_of(game)} seats: --bots names one level for each, "
            f"or one for all, not {len(levels)}.",
            USAGE,
        )
    return levels


@contextmanager
def _progress(rounds: int) -> Iterator[Any]:
    """A bar on stderr while people look on; the function that moves it."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=rounds)
        yield lambda done: bar.update(task, completed=done)


def _plain(summary: Summary) -> dict[str, Any]:
    plain = summary.plain()
    bots = [{key: bot[key] for key in BOT_KEYS} for bot in plain["bots"]]
    return {key: plain[key] for key in KEYS} | {"bots": bots}


def _show(summary: Summary, game: Game, out: TextIO) -> None:
    plain = summary.plain()
    # Where a match is one round, the two are the same.
    rounds = _counted(summary.rounds, "round", "rounds")
    if game.rounds != 1:
        rounds += f" in {_counted(summary.matches, 'match', 'matches')}"
    title = (
        f"{summary.game}, profile {summary.profile}, seed {summary.seed}: {rounds}, "
        f"{summary.actions} actions in {summary.seconds:.1f} s "
        f"({rate_told(plain['rounds_per_s'])} rounds/s, "
        f"{rate_told(plain['actions_per_s'])} actions/s)"
    )
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("seat", justify="right")
    table.add_column("bot")
    table.add_column("mean score", justify="right")
    table.add_column("95 %", justify="right")
    table.add_column("won", justify="right")
    for bot in summary.bots:
        table.add_row(
            str(bot.seat), bot.level, f"{bot.mean:.4f}", f"± {bot.ci95:.4f}", str(bot.wins)
        )
    show(title, table, file=out)
    if summary.draws:
        show(f"{_counted(summary.draws, 'match', 'matches')} had no winner.", file=out)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def rate_told(number: float) -> str:
    """With at least three digits that say something."""
    before = len(str(int(number))) if number >= 1 else 0
    return f"{number:,.{max(0, 3 - before)}f}" if number >= 0.1 else f"{number:.2g}"
