"""Clients that play a match of tiles through to its end, and come back when the server was killed.

`TilesClient` speaks the tiles protocol (over TCP or a WebSocket), `TableClient` our own. Both play
whenever it is their turn, and check on coming back that they find what they were told before.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from stammtisch.games.tiles.records import Draw, Put
from stammtisch.games.tiles.tile import KIND, Tile
from stammtisch.protocols.tiles.lines import (
    decode,
    line,
    parse_rack,
    parse_tile,
    rack_text,
    tile_text,
)
from stammtisch.tables.encoding import to_plain
from tests.system.hand import Hand
from tests.system.wires import Gone, Wire

Opens = Callable[[], Awaitable[Wire]]


class Client(ABC):
    """`run` returns when a match has come to its end; `result` says how."""

    def __init__(self, name: str, opens: Opens) -> None:
        self.name = name
        self.hand = Hand()
        #: None while no match is on; then "won by NAME" or "draw".
        self.result: str | None = None
        #: Moves that were acknowledged.
        self.moves = 0
        #: Times that it came back in the middle of a match.
        self.returns = 0
        #: The first time that it was seated.
        self.seated = asyncio.Event()
        self.playing = False
        self._opens = opens
        self._wire: Wire | None = None
        #: What was sent and not yet answered when the connection ended.
        self._under_way: Draw | Put | None = None

    @property
    def wire(self) -> Wire:
        assert self._wire is not None
        return self._wire

    async def run(self) -> None:
        while self.result is None:
            try:
                self._wire = await self._opens()
            except (OSError, aiohttp.ClientError):
                await asyncio.sleep(0.05)
                continue
            try:
                await self._come_in()
                self.seated.set()
                while self.result is None:
                    self._told(await self._hear())
                    await self._move_if_due()
            except Gone:
                pass
            finally:
                if self.result is None:
                    await self.wire.close()

    async def leave(self) -> None:
        if self._wire is not None:
            await self._wire.close()

    async def _move_if_due(self) -> None:
        if self.playing and self.hand.turn == self.hand.seat and self._under_way is None:
            self._under_way = self.hand.choose()
            await self._send_move(self._under_way)

    def _found_again(self, rack: list[Tile | None]) -> None:
        """The rack that the server gives on coming back, against the one it was told of."""
        before, way = self.hand.counted, self._under_way
        self.hand.rack = rack
        after = self.hand.counted
        if isinstance(way, Draw):
            assert after == before or (before <= after and after.total() == before.total() + 1)
        elif isinstance(way, Put):
            put = before.copy()
            put[KIND[way.tile]] -= 1
            assert after in (before, +put)
        else:
            assert after == before
        self._under_way = None
        self.returns += 1

    @abstractmethod
    async def _come_in(self) -> None: ...

    @abstractmethod
    async def _hear(self) -> Any: ...

    @abstractmethod
    def _told(self, message: Any) -> None: ...

    @abstractmethod
    async def _send_move(self, move: Draw | Put) -> None: ...


class TilesClient(Client):
    def __init__(self, name: str, lobby: int, opens: Opens) -> None:
        super().__init__(name, opens)
        self.lobby = lobby
        #: Every line but PINGs.
        self.heard: list[list[str]] = []

    async def ask(self, *tokens: str) -> list[str]:
        """Send a command; its answer. What comes in between is taken as always."""
        await self.wire.send(line(*tokens))
        while (heard := await self._hear())[0] != "+" + tokens[0]:
            self._told(heard)
        return heard

    async def _come_in(self) -> None:
        assert (await self.ask("LOGI", self.name, "unpaced"))[1] == self.name
        was_playing, self.playing = self.playing, False
        joined = await self.ask("JLOB", str(self.lobby))
        assert joined[1] == "t", joined
        assert self.playing or not was_playing, "STRT and STAT come before the +JLOB"
        if not self.playing:
            await self.ask("REDY")

    async def _hear(self) -> list[str]:
        while (tokens := decode(await self.wire.hear()))[0] == "PING":
            pass
        self.heard.append(tokens)
        return tokens

    async def _send_move(self, move: Draw | Put) -> None:
        if isinstance(move, Draw):
            await self.wire.send(f"DRAW {move.stack[0]}")
        else:
            assert move.rack is not None
            await self.wire.send(line("PUTT", tile_text(move.tile), rack_text(move.rack)))

    def _told(self, message: list[str]) -> None:
        command, *arguments = message
        hand = self.hand
        if command == "STRT":
            rack = list(parse_rack(arguments[0]))
            hand.seat = int(arguments[1])
            if any(tile is not None for tile in hand.rack):
                self._found_again(rack)
            hand.rack = rack
            self.playing = True
        elif command == "STAT":
            hand.tops = [parse_tile(token) for token in decode(arguments[0])]
            hand.turn = int(arguments[1])
        elif command == "+DRAW":
            if arguments[0]:
                tile = parse_tile(arguments[0])
                assert tile is not None
                hand.draw(tile)
                # Its STAT, which comes next, makes the move due.
                hand.turn = None
            self._acknowledged()
        elif command == "+PUTT":
            assert arguments[0] == "t", message
            assert isinstance(self._under_way, Put)
            hand.put(self._under_way.tile)
            hand.turn = None
            self._acknowledged()
        elif command == "PWIN":
            self.result = f"won by {arguments[0]}"
        elif command == "EMPT":
            assert not arguments, "the match was broken off"
            self.result = "draw"

    def _acknowledged(self) -> None:
        assert self._under_way is not None
        self._under_way = None
        self.moves += 1


class TableClient(Client):
    """Comes back with its token and the last sequence number that it knows."""

    def __init__(self, name: str, game: str, number: int, opens: Opens) -> None:
        super().__init__(name, opens)
        self.draws = 0
        self.missed = 0
        #: It opens the table itself, and gives seats to bots of these levels.
        self.bots: list[str] | None = None
        self._number = (game, number)
        self._token: str | None = None
        self._table: str | None = None
        self._seq = 0

    async def ask(self, kind: str, **fields: Any) -> Any:
        await self.wire.send(json.dumps({"type": kind, "id": kind, **fields}))
        while (heard := await self._hear()).get("id") != kind:
            self._told(heard)
        assert heard["type"] != "error", heard
        return heard

    async def _come_in(self) -> None:
        if self._token is None:
            self._token = (await self.ask("enter", name=self.name))["token"]
        else:
            assert (await self.ask("resume", token=self._token))["name"] == self.name
        if self._table is None:
            await self._take_seat()
        else:
            joined = await self.ask("join", table=self._table, since=self._seq)
            assert joined["type"] == "missed" and joined["back"], joined
            self._catch_up(joined)
        if not self.playing:
            await self.ask("ready", nonce="00ff")

    async def _take_seat(self) -> None:
        if self.bots is not None:
            joined = await self.ask("open", game="tiles", profile="classic", seats=4)
        else:
            game, number = self._number
            tables = (await self.ask("tables", game=game))["tables"]
            table = next(one["id"] for one in tables if one["number"] == number)
            joined = await self.ask("join", table=table)
        self._table, self._seq = joined["table"]["id"], joined["seq"]
        self.hand.seat = joined["seat"]
        for level in self.bots or ():
            await self.ask("add_bot", level=level)

    def _catch_up(self, joined: Any) -> None:
        """What was missed shows what became of the move that was under way."""
        self.missed += len(joined["batches"])
        for batch in joined["batches"]:
            self._happened(batch["seq"], batch["events"])
        assert self._seq == joined["seq"]
        self._under_way = None
        self.returns += self.playing

    async def _hear(self) -> Any:
        return json.loads(await self.wire.hear())

    async def _send_move(self, move: Draw | Put) -> None:
        await self.wire.send(json.dumps({"type": "act", "id": "act", "action": to_plain(move)}))

    def _told(self, message: Any) -> None:
        kind = message["type"]
        assert kind != "error", message
        if kind == "events":
            self._happened(message["seq"], message["events"])
        elif kind == "accepted" and message.get("id") == "act":
            self.moves += 1
            # The events that follow make the next move due.
            self.hand.turn = None
            self._under_way = None

    def _happened(self, seq: int, events: list[Any]) -> None:
        assert seq >= self._seq
        self._seq = seq
        for event in events:
            self._event(event)

    def _event(self, event: Any) -> None:
        hand, own = self.hand, event.get("seat") == self.hand.seat
        match event["type"]:
            case "dealt":
                hand.rack = event["racks"][hand.seat]
                self.playing = True
            case "drawn":
                self.draws += 1
                if own:
                    hand.draw(event["tile"])
            case "put_down" if own:
                hand.put(event["tile"])
            case "status":
                hand.tops, hand.turn = event["tops"], event["turn"]
            case "ended":
                assert event["outcome"] != "aborted", event
                self.playing = False
                self.result = f"won by seat {event['winners'][0]}" if event["winners"] else "draw"
