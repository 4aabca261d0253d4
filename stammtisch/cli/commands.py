"""The table of commands, and how one of them is found and run.

Only the module of the command that is called is imported; its `run` returns the exit code.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

from stammtisch import __version__
from stammtisch.cli.output import FAILED, INTERRUPTED, USAGE, CliError
from stammtisch.games.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    #: Under `stammtisch.cli`: it has two functions, `arguments(parser)` and `run(asked)`, or where
    #: several commands share a module, `export_arguments` and `export_run`.
    module: str
    summary: str
    example: str

    def functions(self) -> tuple[Callable[[argparse.ArgumentParser], None], Callable[..., int]]:
        module = import_module(f"stammtisch.cli.{self.module}")
        prefix = "" if hasattr(module, "run") else f"{self.name}_"
        return getattr(module, f"{prefix}arguments"), getattr(module, f"{prefix}run")


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "serve",
            "serve",
            "Start the server: the page, the tables and all protocols.",
            "stammtisch serve --host 0.0.0.0 --port 8400",
        ),
        Command(
            "play",
            "play",
            "Play in the terminal, against bots or at a table of a server.",
            "stammtisch play tiles --bots hard",
        ),
        Command(
            "matches",
            "matches",
            "List the matches played on this machine, for replay and verify.",
            "stammtisch matches --game doppelkopf",
        ),
        Command(
            "simulate",
            "simulate",
            "Let bots play many rounds against each other, and compare them.",
            "stammtisch simulate tiles --rounds 1000 --bots hard,medium,easy,random",
        ),
        Command(
            "referee",
            "referee",
            "Answer positions: who won, what it counts, what is legal.",
            "stammtisch referee doppelkopf positions.json",
        ),
        Command(
            "replay",
            "matches",
            "Step through a stored match with all hands open.",
            "stammtisch replay matches.jsonl",
        ),
        Command(
            "verify",
            "matches",
            "Deal stored matches again, and check every move and every hash.",
            "stammtisch verify matches.jsonl",
        ),
        Command(
            "rules",
            "rules",
            "Show a game's options, with meaning and value in a profile.",
            "stammtisch rules tiles --diff classic okey",
        ),
        Command(
            "admin",
            "admin",
            "Look after a running server: people, tables, bans, invitations.",
            "stammtisch admin ban mallory --reason 'shouting' --data /var/lib/stammtisch",
        ),
        Command(
            "backup",
            "backup",
            "Copy the whole store, also while the server runs, and check it.",
            "stammtisch backup --data /var/lib/stammtisch /backups/stammtisch.db",
        ),
        Command(
            "export",
            "archive",
            "Write all finished matches and all accounts as JSON lines.",
            "stammtisch export --data /var/lib/stammtisch matches.jsonl",
        ),
        Command(
            "import",
            "archive",
            "Read what export wrote into another store.",
            "stammtisch import --data /var/lib/stammtisch matches.jsonl",
        ),
        Command(
            "bench",
            "bench",
            "Run one of the project's own benchmarks.",
            "stammtisch bench journal",
        ),
    )
}


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of a description, and breaks those that are longer than the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent)
            for line in text.splitlines()
        )


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without repeating the whole usage."""

    def error(self, message: str) -> NoReturn:
        said = message[:1].upper() + message[1:]
        self.exit(USAGE, f"{self.prog}: {said.rstrip('.')}. Try {self.prog} --help.\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the words ask for; the exit code."""
    words = sys.argv[1:] if words is None else words
    try:
        return _run(words)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except CliError as trouble:
        print(f"stammtisch: {trouble}", file=sys.stderr)
        return trouble.code
    except Refusal as refusal:
        print(f"stammtisch: {refusal.reason}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads our output any more; the interpreter must not try to write the rest of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _run(words: Sequence[str]) -> int:
    command = COMMANDS.get(words[0]) if words else None
    if command is None:
        if words and not words[0].startswith("-"):
            known = ", ".join(COMMANDS)
            raise CliError(f"There is no command {words[0]!r}; there are {known}.", USAGE)
        parser = _house_parser()
        parser.parse_args(words)
        parser.print_help()
        return USAGE if words else 0
    arguments, run = command.functions()
    parser = Parser(
        prog=f"stammtisch {command.name}",
        description=command.summary,
        epilog=f"example:\n  {command.example}",
        formatter_class=Formatter,
    )
    arguments(parser)
    return run(parser.parse_args(words[1:]))


def _house_parser() -> Parser:
    """For calls that name no command: it can only help, or complain."""
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {one.name:{width}}  {one.summary}" for one in COMMANDS.values())
    parser = Parser(
        prog="stammtisch",
        usage="stammtisch COMMAND [OPTION ...]",
        description=f"A card-table server that people host themselves.\n\ncommands:\n{listed}",
        epilog="stammtisch COMMAND --help explains a command with an example.\n\n"
        f"example:\n  {COMMANDS['play'].example}",
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="version", version=f"stammtisch {__version__}")
    return parser
