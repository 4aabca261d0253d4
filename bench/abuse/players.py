"""People of every protocol, who play, note what becomes of each action, and come back.

They do the least that a client can do. None has more than one action under way, so that what was
acknowledged has an order.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Literal

import aiohttp

from bench.load import cg_clients as cg

Json = dict[str, Any]


class Refused(Exception):
    """A player is not let in again, or not to their table."""


@dataclass(frozen=True)
class Ports:
    web: int = 0
    tiles: int = 0
    cg: int = 0


State = Literal["under way", "acknowledged", "refused"]


@dataclass
class Sent:
    """An action, as `action_of` writes it, and what became of it."""

    action: str
    state: State = "under way"


class Gone(Exception):
    """The connection has ended."""


class Player(ABC):
    """Never has more than one action under way. What is under way when the connection ends stays
    so: it has happened, or it has not."""

    protocol: ClassVar[str]

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.sent: list[Sent] = []
        self._under_way: Sent | None = None
        #: Set as soon as it is at its table again, or cannot be.
        self.back = asyncio.Event()
        #: Set as soon as it has ever done something, or cannot.
        self.begun = asyncio.Event()
        #: Why it could not.
        self.trouble: str | None = None

    async def live(self, ports: Ports) -> None:
        """Come in, and play until the connection ends."""
        self._under_way = None
        self.back.clear()
        try:
            with contextlib.suppress(Gone, OSError, aiohttp.ClientError):
                await self.play(ports)
        except Refused as refused:
            self.trouble = str(refused)
            self.back.set()
            self.begun.set()

    @abstractmethod
    async def play(self, ports: Ports) -> None: ...

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    def sends(self, action: Json) -> None:
        self._under_way = Sent(action_of(action))
        self.sent.append(self._under_way)
        self.begun.set()

    def answered(self, state: State) -> None:
        if self._under_way is not None:
            self._under_way.state = state
            self._under_way = None


class WebPlayer(Player):
    """Over a WebSocket, with JSON."""

    _socket: aiohttp.ClientWebSocketResponse

    def path(self) -> str:
        raise NotImplementedError

    async def play(self, ports: Ports) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"http://127.0.0.1:{ports.web}{self.path()}") as self._socket,
        ):
            await self.arrive()
            while True:
                await self.told(await self.hear())

    async def hear(self) -> Json:
        message = await self._socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise Gone
        heard: Json = json.loads(message.data)
        return heard

    async def say(self, message: Json) -> None:
        await self._socket.send_str(json.dumps(message))

    async def arrive(self) -> None: ...

    async def told(self, message: Json) -> None: ...


@dataclass
class Room:
    """What the players of one table tell each other: where they meet."""

    id: str | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)

    def found(self, id: str) -> None:
        self.id = id
        self.known.set()


class TablePlayer(WebPlayer):
    """Plays any action that is legal, of a game that only this protocol carries whole."""

    protocol = "table"

    def __init__(self, name: str, rng: Random, room: Room, *, host: bool) -> None:
        super().__init__(name, rng)
        self._room = room
        self._host = host
        self._token: str | None = None
        self._id = 0

    def path(self) -> str:
        return "/table"

    async def ask(self, type: str, **fields: Any) -> Json:
        """The answer; what is told before it is passed over."""
        await self._send(type, **fields)
        while (told := await self.hear()).get("id") != self._id:
            pass
        if told["type"] == "error":
            raise Refused(f"{self.name} may not {type}: {told['message']}")
        return told

    async def _send(self, type: str, **fields: Any) -> None:
        self._id += 1
        await self.say({"type": type, "id": self._id, **fields})

    async def arrive(self) -> None:
        if self._token is None:
            self._token = (await self.ask("enter", name=self.name))["token"]
        else:
            await self.ask("resume", token=self._token)
        if self._host and self._room.id is None:
            at = await self.ask("open", game="doppelkopf", profile="house", leaver="wait")
            self._room.found(at["table"]["id"])
        await self._room.known.wait()
        at = await self.ask("join", table=self._room.id, follow="views")
        self.back.set()
        if at["match"] is None or at.get("view") is None:
            await self._send("ready", nonce=os.urandom(16).hex())
        else:
            self._seat = at["seat"]
            await self._send("actions")

    async def told(self, message: Json) -> None:
        match message["type"]:
            case "accepted" if self.busy:
                self.answered("acknowledged")
            case "error" if self.busy:
                # `unknown`: it has happened, or it has not.
                self.answered("under way" if message["code"] == "unknown" else "refused")
            case "table" | "missed":
                self._seat = message["seat"]
            case "events":
                kinds = {event["type"] for event in message["events"]}
                if "ended" in kinds:
                    await self._send("ready", nonce=os.urandom(16).hex())
                elif (observation := message.get("observation")) is not None:
                    await self._act(observation)
            case "actions":
                await self._act(message)

    async def _act(self, observation: Json) -> None:
        if self.busy or not observation["legal"] or not observation["turn"]:
            return
        action = self.rng.choice(observation["legal"])["action"]
        self.sends(action)
        await self._send("act", action=action)


class MaoPlayer(WebPlayer):
    """Draws, discards what is too much, and sometimes speaks."""

    protocol = "mao"
    MOST_CARDS = 9

    def __init__(self, name: str, rng: Random, table: int) -> None:
        super().__init__(name, rng)
        self._table = table
        self._token: str | None = None
        self._you = ""
        self._hand = 0
        self._pile = 0

    def path(self) -> str:
        path = f"/mao?tableID={self._table}&ext=1&name={self.name}"
        return path if self._token is None else f"{path}&token={self._token}"

    async def told(self, message: Json) -> None:
        data: Json = message.get("data") or {}
        match message["name"]:
            case "joinedTable":
                self._you = data["you"]
            case "token":
                self._token = data["token"]
                self.back.set()
            case "roundStarted":
                self._hand, self._pile = len(data["yourHand"]), len(data["discard"])
                await self._act()
            case "cardMoved":
                self._pile += (data["to"]["source"] == "pile") - (data["from"]["source"] == "pile")
                if data["by"] == self._you:
                    self._hand += data["to"]["source"] == "hand"
                    self._hand -= data["from"]["source"] == "hand"
                    self.answered("acknowledged")
                await self._act()
            case "playerTalked" if data["by"] == self._you:
                self.answered("acknowledged")
                await self._act()

    async def _act(self) -> None:
        if self.busy:
            return
        if self.rng.random() < 0.1:
            text = f"hi {self.rng.random()}"
            self.sends({"type": "talk", "text": text})
            await self.say({"type": "action", "name": "talk", "args": text})
            return
        if self._hand > self.MOST_CARDS:
            at = self.rng.randrange(self._hand)
            source: Json = {"source": "hand", "cardIndex": at}
            target: Json = {"source": "pile", "pileIndex": 0, "cardIndex": self._pile}
            self.sends({"type": "move", "source": {"place": "hand", "index": at}})
        else:
            source, target = {"source": "deck"}, {"source": "hand"}
            self.sends({"type": "move", "source": {"place": "deck"}})
        move = {"from": source, "to": target}
        await self.say({"type": "action", "name": "moveCard", "args": move})


class TarockPlayer(WebPlayer):
    """Bids little, announces nothing, and plays any card that is valid."""

    protocol = "tarock"
    DEALS = 100

    def __init__(self, name: str, rng: Random, room: Room, *, host: bool) -> None:
        super().__init__(name, rng)
        self._room = room
        self._host = host
        self._token: str | None = None
        self._asked = False

    def path(self) -> str:
        query = f"name={self.name}" if self._token is None else f"token={self._token}"
        return f"/tarock?{query}"

    async def ask(self, command: str, **keys: Any) -> Json:
        await self.say({"command": command, **keys})
        while (said := await self.hear()).get("response") != command:
            pass
        if "error" in said:
            raise Refused(f"{self.name} may not {command}: {said}")
        return said

    async def arrive(self) -> None:
        self._asked = False
        session = await self.hear()
        self._token = session["token"]
        if session.get("playing"):
            self.back.set()
            await self._look()
            return
        if self._room.id is None and self._host:
            options = {"deals": self.DEALS, "pause": 0}
            made = await self.ask("lobby.room.create", name="kills", options=options)
            self._room.found(made["room"]["id"])
        await self._room.known.wait()
        if "room" not in session and not self._host:
            await self.ask("lobby.room.join", room_id=self._room.id)
        self.back.set()
        if self._host:
            # The last to come in is there as soon as the room is full.
            while True:
                info = await self.ask("lobby.room.info", room_id=self._room.id)
                if len(info["room"]["players"]) == 3:
                    break
                await asyncio.sleep(0.01)
            await self.say({"command": "lobby.game.start"})

    async def told(self, message: Json) -> None:
        response = message.get("response", "")
        event = message.get("event", "")
        if event == "lobby.game.start" and not self._host:
            await self.say({"command": "lobby.player.ready", "state": message["state"]})
        elif response == "game.tarock.state":
            self._asked = False
            if "error" not in message:
                await self._act(message)
        elif response.startswith("game.tarock."):
            self.answered("refused" if "error" in message else "acknowledged")
            await self._look()
        elif event.startswith("game.tarock."):
            await self._look()

    async def _look(self) -> None:
        if not self._asked and not self.busy:
            self._asked = True
            await self.say({"command": "game.tarock.state"})

    async def _act(self, state: Json) -> None:
        if self.busy or state.get("turn") != state["id"]:
            return
        match state["phase"]:
            case "bid":
                valid = state["valid_bids"]
                wish = "pass" if self.rng.random() < 0.7 and "pass" in valid else valid[0]
                wish = next((one for one in ("three", "two", "one") if one in valid), wish)
                contract = wish if self.rng.random() < 0.3 or "pass" not in valid else "pass"
                await self._do("bid", {"type": "bid", "contract": contract})
            case "callking":
                suit = self.rng.choice("CSHD")
                await self._do("callking", {"type": "call_king", "suit": suit})
            case "exchange":
                piles = [one["piles"] for one in state["history"] if "piles" in one][-1]
                held = [*state["hand"], *piles[0]]
                laid = [card for card in held if card not in state["invalid_cards"]]
                cards = sorted(laid, key=lambda card: card[0] == "T" or card[1] == "K")
                action = {"type": "exchange", "picked": 0, "cards": cards[: len(piles[0])]}
                await self._do("exchange", action)
            case "announce":
                await self._do("announce", {"type": "announce", "bonuses": [], "kontra": []})
            case "play":
                card = self.rng.choice(state["valid_cards"])
                await self._do("play", {"type": "play", "card": card})

    async def _do(self, command: str, action: Json) -> None:
        self.sends(action)
        keys = {name: value for name, value in action.items() if name not in ("type", "kontra")}
        await self.say({"command": f"game.tarock.{command}", **keys})


class TilesPlayer(Player):
    """Draws from the main stack, and puts the first tile of the rack."""

    protocol = "tiles"
    PLACES = 24

    def __init__(self, name: str, rng: Random, lobby: int) -> None:
        super().__init__(name, rng)
        self._lobby = lobby
        self._tiles: list[str] = []
        self._seat = -1
        self._turn = -1
        self._put = ""
        self._writer: asyncio.StreamWriter

    def _say(self, *words: str) -> None:
        self._writer.write(" ".join(words).encode() + b"\r\n")

    async def play(self, ports: Ports) -> None:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", ports.tiles)
        self._turn = -1
        self._tiles = []
        try:
            self._say("LOGI", self.name, "unpaced")
            self._say("JLOB", str(self._lobby))
            while line := await reader.readline():
                self._heard(_tokens(line.decode().rstrip("\r\n")))
        finally:
            self._writer.close()

    def _heard(self, words: list[str]) -> None:
        match words:
            case ["PING", *_]:
                self._say("PING")
            case ["STRT", rack, seat, *_]:
                self._tiles, self._seat = _tiles_in(rack), int(seat)
            case ["STAT", _, turn, *_]:
                self._turn = int(turn)
                self._move()
            case ["+JLOB", joined, *_]:
                if joined != "t":
                    raise Refused(f"{self.name} may not come back: {words}")
                self.back.set()
                if not self._tiles:
                    self._say("REDY")
                self._move()
            case ["+DRAW", tile, *_] if tile:
                self._tiles.append(tile)
                self.answered("acknowledged")
                self._move()
            case ["+DRAW", _]:
                # The stack is empty, and with it the match over: it was drawn from.
                self.answered("acknowledged")
            case ["+DRAW", *_]:
                self.answered("refused")
            case ["+PUTT", "t", *_]:
                self._tiles.remove(self._put)
                self.answered("acknowledged")
            case ["+PUTT", *_]:
                self.answered("refused")
            case ["EMPT" | "PWIN", *_]:
                self._tiles = []
                self._turn = -1
                self._say("REDY")

    def _move(self) -> None:
        if self.busy or not self._tiles or self._turn != self._seat:
            return
        if len(self._tiles) == 15:
            self._put, *rest = self._tiles
            self.sends({"type": "put", "tile": self._put})
            places = [*rest, *['"%"'] * (self.PLACES - len(rest))]
            self._say("PUTT", self._put, '"' + " ".join(places).replace('"', '\\"') + '%"')
        else:
            self.sends({"type": "draw", "stack": "main"})
            self._say("DRAW", "m")


def _tokens(line: str) -> list[str]:
    """The words of a line of the tiles protocol; a quoted one may hold a line."""
    found: list[str] = []
    for quoted, plain in re.findall(r'"((?:[^"\\]|\\.)*?)%"(?= |$)|(\S+)', line):
        found.append(plain or quoted.replace('\\"', '"'))
    return found


def _tiles_in(rack: str) -> list[str]:
    return [word for row in _tokens(rack) for word in row.split() if ":" in word]


class CgPlayer(Player):
    """As in `bench cg`: healthy, silent, and following suit."""

    protocol = "cg"

    def __init__(self, name: str, rng: Random, room: Room, four: list[CgPlayer]) -> None:
        super().__init__(name, rng)
        self._room = room
        #: Everybody at the table, its host first.
        self._four = four
        self._known = False
        self.client: _CgClient

    async def play(self, ports: Ports) -> None:
        loop = asyncio.get_running_loop()
        _, self.client = await loop.create_connection(
            lambda: _CgClient(self), "127.0.0.1", ports.cg
        )
        client = self.client
        try:
            await client.first(cg.VERSION)
            client.send(cg.AUTH, username=self.name, pwd="password", create=not self._known)
            await client.first(cg.AUTH)
            self._known = True
            self.back.set()
            if self._room.id is None and self is self._four[0]:
                await self._gather()
            elif self._room.id is not None:
                client.send(cg.READY, ready=True)
            await client.lost.wait()
        finally:
            client.transport.abort()

    async def _gather(self) -> None:
        """The host opens a table, and the others come to it."""
        for other in self._four[1:]:
            await other.back.wait()
        host = self.client
        host.send(cg.CREATE, game="doppelkopf", variant="c")
        await host.first(cg.JOIN)
        host.send(cg.CHANGE, gamerules={"dk.solos": [], "dk.wedding": "None"})
        for other in self._four[1:]:
            host.send(cg.INVITE, username=other.name)
            invited = await other.client.first(cg.INVITE)
            answer = {"lobby_id": invited["lobby_id"], "inviter": invited["inviter"]}
            other.client.send(cg.ACCEPT, accepted=True, **answer)
            await other.client.first(cg.JOIN)
        self._room.found("cg")
        for player in self._four:
            player.client.send(cg.READY, ready=True)


class _CgClient(cg.Client):
    def __init__(self, player: CgPlayer) -> None:
        super().__init__(cg.Rounds(), counts=False)
        self._player = player
        self.lost = asyncio.Event()

    def connection_lost(self, error: Exception | None) -> None:
        self.lost.set()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Gone())

    async def first(self, number: int) -> Json:
        if self.lost.is_set():
            raise Gone
        return await self.heard(number)

    def send(self, number: int, **body: Any) -> None:
        if number == cg.INTENT:
            self._player.sends({"type": "play", "card": self._hand[body["card"]]})
        elif number == cg.ANNOUNCE and body["type"] != "ready":
            self._player.sends({"type": "say", "word": body["type"]})
        super().send(number, **body)

    def _take(self, number: int, body: Json) -> None:
        match number:
            case cg.AUTH:
                # What it missed may come in the same read.
                self.uuid = body.get("uuid", self.uuid)
            case cg.TRANSFER if body["to_slot"] == "table" and body["from_slot"] == self._own:
                self._player.answered("acknowledged")
            case cg.ANNOUNCE if body["announcer"] == self.uuid:
                self._player.answered("acknowledged")
            case cg.MESSAGE if body["type"] == "warn":
                self._player.answered("refused")
        super()._take(number, body)


def company(rng: Random) -> list[Player]:
    """Four at a table of each protocol."""
    table, tarock, dk = Room(), Room(), Room()
    four: list[CgPlayer] = []
    four += [CgPlayer(f"cg{seat}", rng, dk, four) for seat in range(4)]
    players: list[Player] = []
    for seat in range(4):
        players += [
            TilesPlayer(f"tiles{seat}", rng, 101),
            TablePlayer(f"table{seat}", rng, table, host=seat == 0),
            MaoPlayer(f"mao{seat}", rng, 40),
            TarockPlayer(f"tarock{seat}", rng, tarock, host=seat == 0),
            four[seat],
        ]
    return players


# --- actions ---

_COLOURS = ("RED", "BLUE", "YELLOW", "BLACK")
_JOKER = 52


def _tile(tile: str | int) -> int:
    """As journals have it; all jokers are one."""
    if isinstance(tile, int):
        return min(tile, _JOKER)
    number, _, colour = tile.partition(":")
    return _JOKER if number == "0" else _COLOURS.index(colour) * 13 + int(number) - 1


def action_of(action: Json) -> str:
    """An action as it can be compared, by what a client of its protocol says of it."""
    match action:
        case {"type": "put", "tile": tile}:
            return f"put {_tile(tile)}"
        case {"type": "move", "source": {"place": "hand", "index": index}}:
            return f"move {index}"
        case {"type": "move"}:
            return "move from the deck"
        case {"type": "exchange", "picked": picked, "cards": cards}:
            return f"exchange {picked} {' '.join(sorted(cards))}"
        case _:
            return json.dumps(action, sort_keys=True)
