"""`stammtisch verify`: deals stored matches again and checks every move."""

from __future__ import annotations

import argparse
import sys

from stammtisch.cli.archive import records_in
from stammtisch.cli.output import FAILED, CliError
from stammtisch.tables.record import InvalidRecord, MatchRecord, Proof, verify
from stammtisch.terminal.saved_matches import match_bytes


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a match's record, or lines as export and simulate --record write them (- is standard "
        "input); or the number of a kept match",
    )


def run(asked: argparse.Namespace) -> int:
    matches = unsound = 0
    for where, record in records_in(match_bytes(asked.file), asked.file):
        matches += 1
        try:
            if isinstance(record, InvalidRecord):
                raise record
            print(f"{record.match}: sound. {proved(record, verify(record))}")
        except InvalidRecord as fault:
            unsound += 1
            print(f"{where}: not sound. {fault}", file=sys.stderr)
    if not matches:
        raise CliError(f"There is no match in {asked.file}.")
    return FAILED if unsound else 0


def proved(record: MatchRecord, proof: Proof) -> str:
    """One sentence on what a sound record proves."""
    rounds = "1 deal follows" if proof.rounds == 1 else f"{proof.rounds} deals follow"
    end = {
        "won": " and ".join(proof.players[seat] for seat in proof.outcome.winners) + " won",
        "draw": "nobody won",
        "aborted": "it was broken off",
        "adjourned": "it was adjourned",
    }[proof.outcome.kind]
    return (
        f"{proof.game} ({proof.profile}), {', '.join(proof.players)}: "
        f"{len(record.entries)} entries are chained, {rounds} from the secret committed to, "
        f"{proof.moves} moves are legal; {end}. {_nonces(proof)}"
    )


def _nonces(proof: Proof) -> str:
    """Who could have had a hand in the deals if the server's secret was known beforehand."""
    committed = [
        name
        for name, source in zip(proof.players, proof.nonces_from, strict=True)
        if source == "commitment"
    ]
    if committed:
        return f"Nonces by commitment: {', '.join(committed)}."
    return "Nobody committed to a nonce, so the deals are as honest as the server was."
