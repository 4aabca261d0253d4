"""`stammtisch bench`: runs a program of the checkout's `bench` folder."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import stammtisch
from stammtisch.cli.output import USAGE, CliError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", nargs="?", help="without it: which there are")
    parser.add_argument(
        "rest", metavar="ARG", nargs=argparse.REMAINDER, help="handed to the benchmark"
    )


def run(asked: argparse.Namespace) -> int:
    folder = Path(stammtisch.__file__).parent.parent / "bench"
    alone = {path.stem for path in folder.glob("[a-z]*.py")}
    programs = sorted(alone | {path.parent.name for path in folder.glob("[a-z]*/__main__.py")})
    if not programs:
        raise CliError(
            "Benchmarks come with the project's checkout; this is an installed package without."
        )
    if asked.what is None:
        print("\n".join(programs))
        return 0
    if asked.what not in programs:
        raise CliError(
            f"There is no benchmark {asked.what!r}; there is {', '.join(programs)}.", USAGE
        )
    words = [sys.executable, "-m", f"bench.{asked.what}", *asked.rest]
    return subprocess.run(words, cwd=folder.parent, check=False).returncode
