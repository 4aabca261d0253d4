"""Matches read back: every decision that was made in them, with what its player knew.

Read is what `stammtisch simulate --record` writes, what `stammtisch export` writes, and a single
record as the server hands it out; so people's matches are data as much as bots' are. Each match is
checked on the way as `stammtisch verify` does, and one that is not sound raises `InvalidRecord`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from stammtisch.bots.bots import Reason
from stammtisch.games.game import Action, Match, Observation, Outcome, Refusal, Seat
from stammtisch.games.games import game_named
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import action_from_plain
from stammtisch.tables.record import InvalidRecord, MatchRecord, Reader, decoded, read_record


@dataclass(frozen=True, slots=True)
class Position:
    """Somebody's decision."""

    #: The match's name, and its deal; 1 is the first.
    match: str
    round: int
    seat: Seat
    #: All that the seat knew and might do.
    observation: Observation
    #: What it did, and the number of that. Where the game lets players say or choose freely, the
    #: action is one like those listed (see `Observation.forms`); at a lenient table it may be
    #: another.
    action: Action
    number: int
    #: The bot that chose it; None for people.
    bot: str | None
    #: Why it did that; None for people.
    reason: Reason | None
    #: How the match ended.
    outcome: Outcome

    @property
    def view(self) -> Any:
        return self.observation.view

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.observation.actions


class _Line(msgspec.Struct):
    """A record, or a line of an export with one in it."""

    format: str | None = None
    kind: str | None = None
    record: msgspec.Raw = msgspec.Raw(b"")


_lines = msgspec.json.Decoder(_Line)


def positions(file: str | Path | Iterable[bytes]) -> Iterator[Position]:
    """Every decision in the file, in order; `-` is standard input."""
    for record in records_of(file):
        yield from _decisions(record)


def records_of(file: str | Path | Iterable[bytes]) -> Iterator[MatchRecord]:
    """Every match in the file, one after the other, so that it may be larger than the memory."""
    if isinstance(file, str | Path):
        if file == "-":
            yield from records_of(sys.stdin.buffer)
        else:
            with Path(file).open("rb") as lines:
                yield from records_of(lines)
        return
    for line in file:
        if not line.strip():
            continue
        try:
            outline = _lines.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise InvalidRecord(f"This is no line of a match: {error}.") from None
        if outline.format is not None:
            yield read_record(line)
        elif outline.kind == "match":
            yield read_record(bytes(outline.record))


def _decisions(record: MatchRecord) -> list[Position]:
    """Those of one match: the outcome is known when it is over."""
    reader = Reader(record)
    found: list[dict[str, Any]] = []
    deals = 0
    match: Match | None = None
    for line in record.entries:
        entry = decoded(line)
        deals += isinstance(entry, journal.Deal)
        if (
            isinstance(entry, journal.Act)
            and match is not None
            and entry.seat in range(match.seats)
        ):
            # Before the entry is read: then the match goes on.
            found.append({"round": deals, **_decision(match, entry)})
        match = reader.read(line).match
    outcome = reader.proof().outcome
    return [Position(match=record.match, outcome=outcome, **one) for one in found]


def _decision(match: Match, entry: journal.Act) -> dict[str, Any]:
    try:
        action = action_from_plain(game_named(match.rules.game), entry.action)
        number = match.number(action)
    except Refusal as refusal:
        raise InvalidRecord(f"An action is none: {refusal.reason}") from None
    return {
        "seat": entry.seat,
        "observation": match.observation(entry.seat),
        "action": action,
        "number": number,
        "bot": entry.bot,
        "reason": entry.reason,
    }
