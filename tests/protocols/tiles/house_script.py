"""Records as the house would send them, for sessions that are driven by hand."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.games.tiles.records import EMPTY_RACK, Rack, View
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.protocols.tiles.lines import parse_tile
from stammtisch.protocols.tiles.session import TilesSession
from stammtisch.replies import Accepted, AtTable, Entered, Joined, Phase, Snapshot, TableInfo
from stammtisch.requests import JoinNumber
from stammtisch.tables.events import AnyEvent, EventBatch, Sat, SeatInfo
from stammtisch.vocabulary import Notice, Reply, Request
from tests.protocols.tiles.mirror import Mirror

TABLE = "table"


def tile(text: str) -> Tile:
    found = parse_tile(text)
    assert found is not None
    return found


def rack(*texts: str) -> Rack:
    tiles = tuple(parse_tile(text) for text in texts)
    return tiles + EMPTY_RACK[len(tiles) :]


def seats(*names: str | None) -> list[SeatInfo]:
    """`None` is a seat never used, "" one that was given up, "(x)" one whose owner x is away,
    "((x))" one for whom a bot sits in, "((x))?" one that a newcomer may take over besides."""
    infos = [
        SeatInfo(
            name=name.strip("()?") if name else None,
            away=name is not None and name.startswith("("),
            free=not name or name.endswith("?"),
            deputy="easy" if name is not None and name.startswith("((") else None,
            used=name is not None,
        )
        for name in names
    ]
    return infos + [SeatInfo()] * (4 - len(infos))


def info(
    number: int = 7,
    names: Sequence[str | None] = (),
    phase: Phase = "open",
    winner: str | None = None,
) -> TableInfo:
    return TableInfo(
        id=TABLE,
        number=number,
        game="tiles",
        profile="classic",
        options={},
        phase=phase,
        seats=seats(*names),
        private=False,
        leaver="bot",
        bots="easy",
        watch=True,
        spectators=0,
        created=0.0,
        winner=winner,
    )


def view(seat: int, own: Rack, tops: Sequence[str] = ("", "", "", ""), turn: int = 0) -> View:
    stacks = tuple((tile(top),) if top else () for top in tops)
    return View(
        seat=seat,
        rack=own,
        counts=(14,) * 4,
        exchange=stacks,
        left=49,
        turn=turn,
        must_put=False,
        draws=0,
        indicator=None,
        wild=JOKER,
        deadline=None,
        cheated=False,
        winner=None,
        over=False,
    )


def at_table(
    seat: int,
    names: Sequence[str | None],
    *,
    number: int = 7,
    created: bool = False,
    sees: View | None = None,
    events: list[AnyEvent] | None = None,
) -> AtTable:
    name = names[seat]
    assert name is not None
    table = info(number, names, "playing" if sees else "open")
    sat = Sat(seat=seat, name=name, seats=table.seats)
    return AtTable(
        created=created,
        joined=Joined(
            invite="",
            seat=seat,
            back=False,
            snapshot=Snapshot(
                info=table,
                seat=seat,
                seq=1,
                at=0,
                commitment="",
                match=None,
                view=sees,
            ),
            missed=None,
            events=[sat] if events is None else events,
        ),
    )


def accepted(*events: AnyEvent) -> Accepted:
    return Accepted(seq=2, at=0, events=list(events))


def entered(name: str) -> Entered:
    return Entered(account="account", name=name, kind="guest")


class Client:
    """A session, and what its client sends and gets. The original client could read all of it."""

    def __init__(self) -> None:
        self.session = TilesSession("192.0.2.1")
        self.mirror = Mirror()
        self.taken()

    def taken(self) -> list[str]:
        """The lines that were sent, which are then no longer in the outbox."""
        lines = self.session.outbox[:]
        self.session.outbox.clear()
        if not self.session.unpaced:
            for line in lines:
                self.mirror.reads(line)
        return lines

    def receive(self, message: str) -> None:
        self.mirror.sends(message)
        self.session.receive(message)

    def asks(self, message: str) -> Request:
        """The client sends a line which makes the session ask the house."""
        self.receive(message)
        request, self.session.asking = self.session.asking, None
        assert request is not None
        assert self.taken() == []
        return request

    def gets(self, message: str, *replies: Reply) -> list[str]:
        """What the client gets for a line, if the house answers with these replies."""
        self.receive(message)
        for reply in replies:
            assert self.session.asking is not None
            self.session.asking = None
            self.session.answered(reply)
        assert self.session.asking is None
        return self.taken()

    def hears(self, *events: AnyEvent) -> list[str]:
        """What the client gets when the table tells these events."""
        return self.told(EventBatch(TABLE, 3, 0, list(events)))

    def told(self, notice: Notice) -> list[str]:
        self.session.notified(notice)
        return self.taken()


def logged_in(name: str = "P0") -> Client:
    client = Client()
    client.gets(f"LOGI {name}", entered(name))
    return client


def seated(
    seat: int = 0, names: Sequence[str | None] = ("P0", "P1", "P2"), number: int = 7
) -> Client:
    name = names[seat]
    assert name is not None
    client = logged_in(name)
    assert client.asks(f"JLOB {number}") == JoinNumber(game="tiles", number=number)
    client.session.answered(at_table(seat, names, number=number))
    client.taken()
    return client


def playing(seat: int, own: Rack, turn: int = 0) -> Client:
    """A client in the middle of a game, with these tiles."""
    names = ("g0", "g1", "g2", "g3")
    client = logged_in(names[seat])
    client.gets("JLOB 7", at_table(seat, names, sees=view(seat, own, turn=turn)))
    return client
