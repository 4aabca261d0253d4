"""What a server of a later version tells is ignored, or shown as text: never an exception."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stammtisch.games.game import Deal, Match
from stammtisch.games.games import GAMES
from stammtisch.protocols.table import messages as wire
from stammtisch.protocols.table.codec import observation_told
from stammtisch.tables.encoding import to_plain
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.terminal.mao.tabletop import MaoTop
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tiles.tabletop import TilesTop
from tests.terminal.card_harness import looked_at


def at_a_table(kind: type[Tabletop]) -> tuple[Tabletop, Match]:
    game = kind.game
    match = game.new(game.rules.named(game.usual_profile), 4)
    match.apply(None, Deal(b"seed"))
    return looked_at(kind(), match, 0), match


def tell(
    top: Tabletop, *events: dict[str, Any], observation: wire.ObservationInfo | None = None
) -> None:
    top.hear(wire.Events(table="t1", seq=2, at=0, events=list(events), observation=observation))


KINDS = pytest.mark.parametrize("kind", [DoppelkopfTop, TarockTop, TilesTop, MaoTop])


@KINDS
def test_an_unknown_event_is_told_by_its_fields(kind: type[Tabletop]) -> None:
    top, _ = at_a_table(kind)
    tell(top, {"type": "took_a_bow", "seat": 1, "times": 3, "to": None}, {"nonsense": True})
    assert top.lines[-2:] == ["Bo: took a bow (times 3).", "something (nonsense ✓)."]
    tell(top, {"type": "took_a_bow", "seat": 9})
    assert top.lines[-1] == "seat 10: took a bow."


@KINDS
def test_an_unknown_field_of_an_event_or_a_view_is_passed_over(kind: type[Tabletop]) -> None:
    top, match = at_a_table(kind)
    said = {"type": "said", "name": "Bo", "text": "Hm.", "at": 0, "seat": 1, "mood": "bad"}
    observation = observation_told(match.observation(0))
    newer = msgspec.structs.replace(observation, view={**observation.view, "mood": ["bad"]})
    tell(top, said, observation=newer)
    assert top.lines[-1] == "Bo: Hm." and top.view == match.view(0)


@KINDS
def test_an_event_that_means_something_else_now_is_told_by_its_fields(
    kind: type[Tabletop],
) -> None:
    top, _ = at_a_table(kind)
    tell(top, {"type": "left", "name": "Bo", "seat": "all of them"})
    assert top.lines[-1] == "left (name Bo, seat all of them)."


@KINDS
def test_an_unknown_action_is_not_offered(kind: type[Tabletop]) -> None:
    top, match = at_a_table(kind)
    seat = match.turn[0] if match.turn else 0
    legal = observation_told(match.observation(seat)).legal
    known = [one.action for one in legal]
    bow = wire.LegalAction(number=9_999, action={"type": "bow", "how": "deep"})
    observation = msgspec.structs.replace(
        observation_told(match.observation(seat)), legal=[bow, *legal]
    )
    tell(top, observation=observation)
    assert [to_plain(action) for action in top.legal] == known


@KINDS
def test_a_view_that_cannot_be_read_leaves_the_one_before(kind: type[Tabletop]) -> None:
    top, match = at_a_table(kind)
    before, observation = top.view, observation_told(match.observation(0))
    broken = (
        msgspec.structs.replace(observation, view={**observation.view, "over": "nearly"})
        if ("over" in observation.view)
        else msgspec.structs.replace(observation, view={**observation.view, "phase": "encore"})
    )
    for _ in range(2):
        tell(top, observation=broken)
    assert top.view == before
    assert sum("newer than this program" in line for line in top.lines) == 1


def test_every_game_of_the_server_is_looked_at() -> None:
    assert {kind.game.name for kind in (DoppelkopfTop, TarockTop, TilesTop, MaoTop)} <= set(GAMES)
