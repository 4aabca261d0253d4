"""Matches read back: every decision that was made in them, with what its player knew.

Read is what `stammtisch simulate --record` writes, what `stammtisch export` writes, and a single
record as the server hands it out; so people's matches are data as much as bots' are. Each match is
checked on the way as `stammtisch verify` does, and one that is not sound raises `Unsound`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from stammtisch.games.game import Action, Outcome, Refusal, Seat, Sight
from stammtisch.games.games import game_named
from stammtisch.tables import entries as journal
from stammtisch.tables.plain import action_from_plain
from stammtisch.tables.record import MatchRecord, Unsound, moments, read_record


@dataclass(frozen=True, slots=True)
class Position:
    """Somebody's decision."""

    #: The match's name, and its deal; 1 is the first.
    match: str
    round: int
    seat: Seat
    #: All that the seat knew and might do.
    sight: Sight
    #: What it did, and the number of that. Where the game lets players say or choose freely, the
    #: action is one like those listed (see `Sight.forms`); at a lenient table it may be another.
    action: Action
    number: int
    #: The bot that chose it; None for people.
    bot: str | None
    #: How the match ended.
    outcome: Outcome

    @property
    def view(self) -> Any:
        return self.sight.view

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.sight.actions


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
            raise Unsound(f"This is no line of a match: {error}.") from None
        if outline.format is not None:
            yield read_record(line)
        elif outline.kind == "match":
            yield read_record(bytes(outline.record))


def _decisions(record: MatchRecord) -> list[Position]:
    """Those of one match: the outcome is known when it is over."""
    game = game_named(record.game)
    found: list[dict[str, Any]] = []
    payloads = [journal.decode(line.payload.encode()) for line in record.entries]
    outcome: Outcome | None = None
    deals = 0
    for moment, following in zip(moments(record), [*payloads[1:], None], strict=True):
        deals += isinstance(moment.payload, journal.Deal)
        match = moment.match
        if match is None:
            continue
        outcome = match.outcome
        # The entries are read one by one: so far only the one before it has happened.
        if isinstance(following, journal.Act):
            try:
                action = action_from_plain(game, following.action)
                number = match.number(action)
                sight = match.sight(following.seat)
            except (Refusal, IndexError) as error:
                raise Unsound(f"An action of {record.match} cannot be read: {error}") from None
            found.append(
                {
                    "round": deals,
                    "seat": following.seat,
                    "sight": sight,
                    "action": action,
                    "number": number,
                    "bot": following.bot,
                }
            )
    if outcome is None:
        level = (1,) * (match.seats if match else 0)
        outcome = Outcome("aborted", level, (0,) * len(level), counts=False)
    return [Position(match=record.match, outcome=outcome, **one) for one in found]
