"""A stored match as a row of moments that can be looked at, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from stammtisch.cli import plain_scene
from stammtisch.cli.doppelkopf import scene as doppelkopf_scene
from stammtisch.cli.mao import scene as mao_scene
from stammtisch.cli.tiles import scene as tiles_scene
from stammtisch.cli.trouble import Trouble
from stammtisch.games.game import Match
from stammtisch.tables import entries as journal
from stammtisch.tables.record import MatchRecord, Moment, Unsound, moments


@dataclass(frozen=True, slots=True)
class Look:
    """How a game is looked at: an event in a sentence, the table as a picture, a hand in words."""

    sentence: Callable[[Match, Any, Callable[[int], str]], str | None]
    scene: Callable[[Match, Sequence[str]], Text]
    hand: Callable[[Match, int], str]


LOOKS: dict[str, Look] = {
    "tiles": Look(tiles_scene.told, tiles_scene.scene, tiles_scene.hand),
    "doppelkopf": Look(doppelkopf_scene.told, doppelkopf_scene.scene, doppelkopf_scene.hand),
    "mao": Look(mao_scene.told, mao_scene.scene, mao_scene.hand),
}
#: For a game that brings no pictures.
PLAIN = Look(plain_scene.told, plain_scene.scene, plain_scene.hand)


@dataclass(frozen=True, slots=True)
class Frame:
    """What happened, and how the table stood after it."""

    seq: int
    sentences: list[str]
    names: list[str]
    match: Match | None
    #: The seats whose hands this changed.
    hands: list[int]


def look_at(record: MatchRecord) -> Look:
    return LOOKS.get(record.game, PLAIN)


def frames(record: MatchRecord) -> Iterator[Frame]:
    """Every moment in which something happened that is worth a sentence; checked on the way."""
    look = look_at(record)
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
            yield f"The table was opened; the deals are committed to by {opening.commitment}."
        case journal.Sit() as sitting:
            yield f"{sitting.name} sat down."
        case journal.Reveal() as revealed:
            yield f"The secret of deal {revealed.round} was revealed: {revealed.secret}."
        case journal.End() as end if end.aborted is not None:
            yield f"The match was broken off. {end.aborted}"
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
