"""`stammtisch matches`, `replay` and `verify`: matches that were played, as files.

Those that were played on this machine without a server are kept, each with a number.
"""

from __future__ import annotations

import argparse
import sys
import time

from stammtisch.cli.archive import MatchInfo, records_in
from stammtisch.cli.arguments import game_of
from stammtisch.cli.output import FAILED, CliError
from stammtisch.tables.record import InvalidRecord, MatchRecord, Proof, verify
from stammtisch.terminal.replay import frames, look_of
from stammtisch.terminal.saved_matches import SavedMatches, as_json, match_bytes


def matches_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", help="only of this game")
    parser.add_argument("--json", action="store_true", help="one JSON object to a line")


def matches_run(asked: argparse.Namespace) -> int:
    game = None if asked.game is None else game_of(asked.game).name
    found = 0
    for kept in SavedMatches().all():
        info = kept.info()
        if info is None:
            if kept.path.stat().st_size:
                print(f"stammtisch: {kept.path} is no match that can be read.", file=sys.stderr)
            continue
        if game in (None, info.game):
            found += 1
            if asked.json:
                print(as_json(kept, info).decode())
            else:
                print(f"{kept.number:>5}  {described(info)}")
    if not found and not asked.json:
        print("No match is kept yet: those that are played with stammtisch play are.")
    return 0


def described(info: MatchInfo) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(info.ended))
    players = ", ".join(info.players)
    return f"{when}  {info.game} ({info.profile})  {players}: {_ending(info)}"


def _ending(info: MatchInfo) -> str:
    if info.outcome != "won":
        return {"draw": "nobody won", "adjourned": "adjourned", "aborted": "broken off"}.get(
            info.outcome, info.outcome
        )
    best = min(info.ranks)
    winners = [name for name, rank in zip(info.players, info.ranks, strict=True) if rank == best]
    return f"{' and '.join(winners)} won"


# --- replay ---------------------------------------------------------------------------------------


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a match's record, or lines as export and simulate --record write them (- is standard "
        "input); or the number of a kept match",
    )


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print everything as text, which is what happens anyway without a terminal",
    )


def replay_run(asked: argparse.Namespace) -> int:
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


# --- verify ---------------------------------------------------------------------------------------


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)


def verify_run(asked: argparse.Namespace) -> int:
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
