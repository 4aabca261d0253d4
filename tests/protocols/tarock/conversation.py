"""A session of the Tarock protocol, driven by hand: the test is the client and the house."""

from __future__ import annotations

import json
from typing import Any

from stammtisch import replies
from stammtisch.games.game import Event, Match, Observation
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.replies import Actions, Joined, Snapshot, TableInfo
from stammtisch.tables.events import EventBatch, SeatInfo

#: Seconds since 1970 that these tests take place at.
NOW = 1_700_000_000
PEOPLE = ("Ana", "Bor", "Cvet", "Dora")
ENTERED = replies.Entered(account="a1", name="Ana", kind="guest", token="s3cret")


def seats() -> list[SeatInfo]:
    return [
        SeatInfo(name=name, person=f"u{at}", host=at == 0, since=at + 1)
        for at, name in enumerate(PEOPLE)
    ]


def info(phase: Any = "playing", **options: Any) -> TableInfo:
    return TableInfo(
        id="r1",
        number=1,
        name="Miza 1",
        game="tarock",
        profile="common",
        options=TarockRules.named("common", options).values(),
        phase=phase,
        seats=seats(),
        private=False,
        leaver="bot",
        bots="random",
        watch=True,
        spectators=0,
        created=float(NOW),
    )


class Guest:
    """A client, and the house that it talks to."""

    def __init__(self, **query: str) -> None:
        self.session = TarockSession(
            "192.0.2.1",
            query,
            lambda: NOW * 10**9,
            lambda count: b"\x9f" * count,
            lambda: NOW * 1000,
        )
        self.session.asking = None
        self.session.answered(ENTERED)
        self.texts()

    def texts(self) -> list[str]:
        texts, self.session.outbox = self.session.outbox, []
        return texts

    def said(self) -> list[Any]:
        return [json.loads(text) for text in self.texts()]

    def sits(self, seat: int, *, view: Any = None, **options: Any) -> Guest:
        """It joins the room r1, where the game is on."""
        snapshot = Snapshot(
            info=info(**options),
            seat=seat,
            seq=7,
            at=1200,
            commitment="c0",
            match="r1-1",
            view=view,
        )
        joined = Joined(
            seat=seat, back=False, invite="inv", snapshot=snapshot, missed=None, events=[]
        )
        self.session.receive('{"command":"lobby.room.join","room_id":"r1"}')
        self.session.answered(replies.Tables(tables=[info()]))
        self.session.answered(replies.AtTable(created=False, joined=joined))
        self.session.asking = None
        self.texts()
        return self

    def hears(self, *events: Any) -> Guest:
        self.session.notified(EventBatch("r1", 8, 1300, list(events)))
        return self


def told(seat: int, events: list[Event], **query: str) -> list[str]:
    """What the seat is sent when that happens."""
    guest = Guest(**query).sits(seat)
    return guest.hears(*(event.seen_by(seat) for event in events)).texts()


def state(seat: int, match: Match) -> list[str]:
    """The answer to `game.tarock.state`."""
    guest = Guest().sits(seat)
    guest.session.receive('{"command":"game.tarock.state"}')
    guest.session.asking = None
    observation: Observation = match.observation(seat)
    guest.session.answered(Actions(seq=9, observation=observation))
    return guest.texts()
