"""`stammtisch replay`: a stored match, step by step, with all hands open."""

from __future__ import annotations

import argparse
import sys

from stammtisch.cli.archive import records_in
from stammtisch.cli.output import CliError
from stammtisch.tables.record import InvalidRecord, MatchRecord
from stammtisch.terminal.replay import frames, look_of
from stammtisch.terminal.saved_matches import match_bytes


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a match's record, or lines as export and simulate --record write them (- is standard "
        "input); or the number of a kept match",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print everything as text, which is what happens anyway without a terminal",
    )


def run(asked: argparse.Namespace) -> int:
    records = []
    for where, record in records_in(match_bytes(asked.file), asked.file):
        if isinstance(record, InvalidRecord):
            raise CliError(f"{where}: {record}")
        records.append(record)
    if not records:
        raise CliError(f"There is no match in {asked.file}.")
    if asked.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for record in records:
            _print(record)
        return 0
    from stammtisch.terminal.replay import ReplayApp

    shows = [(record, list(frames(record))) for record in records]
    ReplayApp(shows).run()
    return 0


def _print(record: MatchRecord) -> None:
    look = look_of(record.game)
    print(f"Match {record.match}, {record.game}")
    for frame in frames(record):
        for sentence in frame.sentences:
            print(f"{frame.seq:4}. {sentence}")
        for seat in frame.hands:
            assert frame.match is not None
            print(f"      {frame.names[seat]}: {look.hand(frame.match, seat)}")
