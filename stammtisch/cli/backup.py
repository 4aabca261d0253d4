"""`stammtisch backup`: a copy of the whole store, also while the server runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stammtisch.cli.arguments import add_store, store_address
from stammtisch.cli.output import CliError
from stammtisch.store.backup import back_up
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import file_of

ABOUT = (
    "The copy is of one moment, is checked, and then takes the place of FILE. It holds the tables' "
    "secrets: only its owner may read it (mode 0600). To restore it, stop the server, put the copy "
    "in the place of stammtisch.db, and take stammtisch.db-wal away."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = f"{parser.description}\n\n{ABOUT}"
    add_store(parser)
    parser.add_argument("file", metavar="FILE", help="where the copy goes")
    parser.add_argument(
        "--without-log",
        action="store_true",
        help="if stammtisch.db-wal is lost: copy what is in stammtisch.db without it",
    )


def run(asked: argparse.Namespace) -> int:
    address = store_address(asked)
    path = file_of(address)
    if path is None or not path.is_file():
        raise CliError(f"There is no store at {path or address}.")
    try:
        size = back_up(path, Path(asked.file), without_log=asked.without_log)
    except StoreUnavailable as error:
        raise CliError(str(error)) from None
    print(f"Copied and checked: {asked.file}, {size / 1e6:.1f} MB.", file=sys.stderr)
    return 0
