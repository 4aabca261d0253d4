"""A session of our own protocol, driven by hand: the test is the client and the house."""

from __future__ import annotations

from typing import Any

import msgspec

from stammtisch import replies, vocabulary
from stammtisch.games.game import Deal, Match
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.session import TableSession
from stammtisch.replies import Joined, Snapshot, TableInfo
from stammtisch.tables.events import AnyEvent, EventBatch, SeatInfo

ENTERED = replies.Entered(account="a1", name="Ada", kind="guest", token="s3cret")


def dealt_match(seed: bytes = b"seed", **options: Any) -> Match:
    tiles = GAMES["tiles"]
    match = tiles.new(tiles.rules.named("classic", options), 4)
    match.apply(None, Deal(seed))
    return match


def info(table: str = "t1") -> TableInfo:
    return TableInfo(
        id=table,
        number=1,
        game="tiles",
        profile="classic",
        options={},
        phase="playing",
        seats=[SeatInfo(name="Ada"), SeatInfo(name="Bot", bot="easy"), SeatInfo(), SeatInfo()],
        private=False,
        leaver="bot",
        bots="easy",
        watch=True,
        spectators=0,
        created=1_800_000_000.0,
    )


def at_table(
    seat: int | None = 0,
    *,
    table: str = "t1",
    view: Any = None,
    missed: list[EventBatch] | None = None,
    events: list[AnyEvent] | None = None,
) -> replies.AtTable:
    snapshot = Snapshot(
        info=info(table),
        seat=seat,
        seq=7,
        at=1200,
        commitment="c0",
        match=None if view is None else "m1",
        view=view,
        beside={"chat": []},
    )
    joined = Joined(
        seat=seat,
        back=False,
        invite="code1",
        snapshot=snapshot,
        missed=missed,
        events=events or [],
    )
    return replies.AtTable(created=False, joined=joined)


class Conversation:
    def __init__(self) -> None:
        self.session = TableSession("192.0.2.1")

    def texts(self) -> list[str]:
        """What was sent to the client since the last look."""
        texts, self.session.outbox = self.session.outbox, []
        return texts

    def heard(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(text) for text in self.texts()]

    def send(self, type: str, **fields: Any) -> vocabulary.Request | None:
        """The client sends a message: what is the house asked?"""
        return self.send_text(msgspec.json.encode({"type": type, **fields}).decode())

    def send_text(self, text: str) -> vocabulary.Request | None:
        self.session.receive(text)
        asking, self.session.asking = self.session.asking, None
        return asking

    def answer(self, reply: vocabulary.Reply) -> list[dict[str, Any]]:
        """The house answers: what is the client sent?"""
        self.session.answered(reply)
        return self.heard()


def outside() -> Conversation:
    conversation = Conversation()
    conversation.texts()
    return conversation


def inside() -> Conversation:
    conversation = outside()
    assert conversation.send("enter", name="Ada")
    conversation.answer(ENTERED)
    return conversation


def seated(seat: int | None = 0, view: Any = None) -> Conversation:
    conversation = inside()
    assert conversation.send("join", table="t1")
    conversation.answer(at_table(seat, view=view))
    return conversation
