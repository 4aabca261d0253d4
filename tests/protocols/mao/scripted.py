"""A session whose house is the test itself: it says who is at the table, and what happens there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from stammtisch.games.mao.records import View
from stammtisch.protocols.mao.session import MaoSession, Memory
from stammtisch.replies import Accepted, AtTable, Entered, Joined, Phase, Snapshot, TableInfo
from stammtisch.tables.events import AnyEvent, EventBatch, SeatInfo
from stammtisch.vocabulary import Reply, Request

UUIDS = tuple(f"0000000{seat}-0000-4000-8000-000000000000" for seat in range(8))
A, B, C = UUIDS[:3]
NOW = 1_800_000_000.0
ENTERED = Entered(account="account", name="guest", kind="guest", token="secret")


def seat_infos(*seats: int | None, away: Sequence[int] = (), size: int = 3) -> list[SeatInfo]:
    """Those seats are taken."""
    return [
        SeatInfo(name=f"p{seat}", player=UUIDS[seat], away=seat in away)
        if seat in seats
        else SeatInfo()
        for seat in range(size)
    ]


def table_info(
    seats: list[SeatInfo],
    *,
    phase: Phase = "playing",
    profile: str = "free",
    number: int = 20,
    game: str = "mao",
) -> TableInfo:
    return TableInfo(
        id="table",
        number=number,
        game=game,
        profile=profile,
        options={"table": profile},
        phase=phase,
        seats=seats,
        private=False,
        leaver="out",
        bots="medium",
        watch=True,
        spectators=0,
        created=0.0,
    )


def at_table(
    seats: list[SeatInfo],
    seat: int | None,
    *events: AnyEvent,
    phase: Phase = "playing",
    profile: str = "free",
    view: View | None = None,
    missed: list[EventBatch] | None = None,
    seq: int = 1,
    at: int = 0,
) -> AtTable:
    snapshot = Snapshot(
        info=table_info(seats, phase=phase, profile=profile),
        seat=seat,
        seq=seq,
        at=at,
        commitment="c0ffee",
        match=None,
        view=view,
    )
    joined = Joined(
        seat=seat, back=False, invite="", snapshot=snapshot, missed=missed, events=list(events)
    )
    return AtTable(created=False, joined=joined)


class Scripted:
    """`taken` is what was sent since it was last called, as values."""

    def __init__(self, memory: Memory | None = None, /, **query: str) -> None:
        self.session = MaoSession(
            "192.0.2.1", {"tableID": "20", **query}, lambda: NOW, memory or Memory()
        )
        self.texts: list[str] = []

    def asked(self) -> Request | None:
        asking, self.session.asking = self.session.asking, None
        return asking

    def answer(self, reply: Reply) -> Request | None:
        self.session.answered(reply)
        return self.asked()

    def enter(self, table: AtTable, entered: Entered = ENTERED) -> Scripted:
        self.asked()
        self.answer(entered)
        self.answer(table)
        return self

    def taken(self) -> list[dict[str, Any]]:
        texts, self.session.outbox = self.session.outbox, []
        self.texts += texts
        return [json.loads(text) for text in texts]

    def told(self) -> list[tuple[Any, ...]]:
        """Name and data (if there is any) of each event."""
        return [
            (event["name"], event["data"]) if "data" in event else (event["name"],)
            for event in self.taken()
        ]

    def hears(self, *events: AnyEvent, at: int = 0, seq: int = 2) -> list[tuple[Any, ...]]:
        self.session.notified(EventBatch("table", seq, at, list(events)))
        return self.told()

    def sends(self, name: str, *args: Any, **more: Any) -> Request | None:
        message = {"type": "action", "name": name, **more}
        if args:
            message["args"] = args[0]
        self.session.receive(json.dumps(message))
        return self.asked()

    def did(self, *events: AnyEvent, at: int = 0, seq: int = 2) -> list[tuple[Any, ...]]:
        """The house accepts what was asked, and this came of it."""
        self.session.answered(Accepted(seq=seq, at=at, events=list(events)))
        return self.told()

    def closed(self) -> tuple[int | None, str | None]:
        return self.session.close_code, self.session.closing


def playing(seat: int | None = 0, *, profile: str = "free", **query: str) -> Scripted:
    """At a table of three, in a running match of which nothing has been told."""
    client = Scripted(**query).enter(at_table(seat_infos(0, 1, 2), seat, profile=profile))
    client.taken()
    return client
