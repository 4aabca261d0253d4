"""A stored match as a row of moments that can be looked at, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch.cli.look import Look, look_of
from stammtisch.cli.terminal.speech import t
from stammtisch.cli.trouble import Trouble
from stammtisch.games.game import Match
from stammtisch.tables import entries as journal
from stammtisch.tables.record import MatchRecord, Moment, Unsound, moments


@dataclass(frozen=True, slots=True)
class Frame:
    """What happened, and how the table stood after it."""

    seq: int
    sentences: list[str]
    names: list[str]
    match: Match | None
    #: The seats whose hands this changed.
    hands: list[int]


def frames(record: MatchRecord) -> Iterator[Frame]:
    """Every moment in which something happened that is worth a sentence; checked on the way."""
    look = look_of(record.game)
    names: list[str] = []
    held: list[str] = []
    try:
        for moment in moments(record):
            names = _named(names, moment.payload)
            sentences = list(_sentences(look, moment, names))
            if sentences:
                match = None if moment.match is None else moment.match.copy()
                before, held = held, _hands(look, match)
                changed = [at for at, hand in enumerate(held) if before[at : at + 1] != [hand]]
                yield Frame(moment.seq, sentences, names, match, changed)
    except Unsound as fault:
        raise Trouble(f"Match {record.match} is not sound. {fault}") from None


def _named(names: list[str], payload: journal.Payload) -> list[str]:
    """Who sits where after the entry."""
    match payload:
        case journal.Open():
            return [chair.name or "" for chair in payload.chairs]
        case journal.Sit() | journal.Rename():
            return [payload.name if at == payload.seat else one for at, one in enumerate(names)]
        case journal.Stand():
            return ["" if at == payload.seat else one for at, one in enumerate(names)]
        case journal.Arrange():
            return [names[seat] for seat in payload.order]
        case journal.Configure():
            seats = payload.settings.seats
            return [*names, *[""] * (seats - len(names))][:seats]
        case _:
            return names


def _sentences(look: Look, moment: Moment, names: list[str]) -> Iterator[str]:
    match moment.payload:
        case journal.Open() as opening:
            yield t("replay_opened", commitment=opening.commitment)
        case journal.Sit() as sitting:
            yield t("sat", name=sitting.name)
        case journal.Reveal() as revealed:
            yield t("replay_revealed", deal=revealed.round, secret=revealed.secret)
        case journal.End() as end if end.aborted is not None:
            yield t("broken_off", reason=end.aborted)
        case _:
            pass
    for event in moment.events:
        assert moment.match is not None
        said = look.sentence(moment.match, event, lambda seat: names[seat])
        if said is not None:
            yield said


def _hands(look: Look, match: Match | None) -> list[str]:
    if match is None or match.awaits_deal:
        return []
    return [look.hand(match, seat) for seat in range(match.seats)]
