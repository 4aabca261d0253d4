"""Four clients play whole matches by nothing but lines, against the real rules."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal, Event, Refusal
from stammtisch.games.games import game_named
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.tile import KIND, Tile
from stammtisch.protocols.tiles.lines import (
    decode,
    encode,
    parse_rack,
    parse_tile,
    rack_text,
    tile_text,
)
from stammtisch.replies import Refused
from stammtisch.requests import Act, Ready
from stammtisch.tables.events import AnyEvent
from stammtisch.vocabulary import Reply, Request
from tests.protocols.tiles.house_script import Client, accepted, seated

NAMES = ("g0", "g1", "g2", "g3")


class LineClient:
    """Knows of its game what the lines said, as the original client does."""

    def __init__(self, seat: int) -> None:
        self.client: Client = seated(seat, NAMES)
        self.rack: list[Tile | None] = []
        self.turn: int | None = None
        self.seen: list[str] = []

    def read(self) -> None:
        for line in self.client.taken():
            name, *arguments = decode(line)
            self.seen.append(name)
            if name in ("STRT", "+WINC"):
                self.rack = list(parse_rack(arguments[0]))
            elif name == "STAT":
                self.turn = int(arguments[1])
            elif name == "+DRAW" and arguments[0]:
                self.rack[self.rack.index(None)] = parse_tile(arguments[0])

    def put(self, tile: Tile) -> str:
        self.rack[self.rack.index(tile)] = None
        return encode(["PUTT", tile_text(tile), rack_text(tuple(self.rack))])

    def kinds(self) -> list[Tile]:
        return kinds(self.rack)


def kinds(rack: list[Tile | None]) -> list[Tile]:
    return sorted(KIND[tile] for tile in rack if tile is not None)


class TinyHouse:
    """One table, at which nobody ever leaves."""

    def __init__(self, seed: bytes) -> None:
        game = game_named("tiles")
        match = game.new(game.rules.named("classic", {"cheats": True}), 4)
        assert isinstance(match, TilesMatch)
        self.match = match
        self.seed = seed
        self.ready: set[int] = set()
        self.clients = [LineClient(seat) for seat in range(4)]

    def send(self, seat: int, line: str) -> None:
        session = self.clients[seat].client.session
        session.receive(line)
        asked, session.asking = session.asking, None
        if asked is not None:
            self._answer(seat, asked)
        for client in self.clients:
            client.read()

    def _answer(self, seat: int, asked: Request) -> None:
        try:
            events = self._do(seat, asked)
        except Refusal as refusal:
            self._reply(seat, Refused(code=refusal.code, message=refusal.reason))
            return
        self._reply(seat, accepted(*self._seen(events, seat)))
        for other, client in enumerate(self.clients):
            if other != seat:
                client.client.session.outbox += client.client.hears(*self._seen(events, other))

    def _do(self, seat: int, asked: Request) -> list[Event]:
        if isinstance(asked, Act):
            return self.match.apply(seat, asked.action)
        assert isinstance(asked, Ready)
        self.ready.add(seat)
        return self.match.apply(None, Deal(self.seed)) if len(self.ready) == 4 else []

    def _reply(self, seat: int, reply: Reply) -> None:
        self.clients[seat].client.session.answered(reply)

    @staticmethod
    def _seen(events: list[Event], seat: int) -> list[AnyEvent]:
        return [event.seen_by(seat) for event in events]

    def start(self) -> None:
        for seat in range(4):
            self.send(seat, "REDY")


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_clients_that_know_only_lines_play_to_the_empty_stack(seed: bytes) -> None:
    random = Random(seed)
    app = TinyHouse(seed)
    app.start()
    while "EMPT" not in app.clients[0].seen:
        turn = app.clients[0].turn
        assert turn is not None
        assert all(client.turn == turn == app.match.turn[0] for client in app.clients)
        mover = app.clients[turn]
        if len(mover.kinds()) == 14:
            app.send(turn, random.choice(["DRAW m", "DRAW m", "DRAW e"]))
            if app.match.outcome:
                continue
        tile = random.choice([tile for tile in mover.rack if tile is not None])
        app.send(turn, mover.put(tile))
        for seat, client in enumerate(app.clients):
            assert client.kinds() == kinds(app.match.racks[seat])
    assert app.match.outcome and app.match.outcome.kind == "draw"
    for client in app.clients:
        assert client.seen.count("EMPT") == client.seen.count("STRT") == 1


def test_cheater_wins_and_everybody_hears_it() -> None:
    app = TinyHouse(b"cheat")
    app.start()
    (starter,) = app.match.turn
    app.send(starter, "WINC")
    cheater = app.clients[starter]
    assert len(cheater.kinds()) == 15
    app.send(starter, cheater.put(parse_tile("0:YELLOW") or 0))
    assert cheater.seen[-2:] == ["PWIN", "+PUTT"]
    assert all(client.seen.count("PWIN") == 1 for client in app.clients)
