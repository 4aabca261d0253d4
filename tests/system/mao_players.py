"""Two simple players of Mao, through two protocols: they know their cards and the pile, put a card
that fits on the pile or draw one, and accept every accusation."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.system.mao_client import DECK, HAND, MaoClient, hand, pile
from tests.system.serving import PATIENCE
from tests.system.wires import WebWire


class Cards:
    """A hand, and the pile with its top at the end."""

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.pile: list[int] = []

    def fitting(self) -> int | None:
        """The place of a card of the same suit or rank as the top."""
        top = self.pile[-1]
        fits = (at for at, card in enumerate(self.hand) if _fits(card, top))
        return next(fits, None)

    def moved(self, mine: bool, card: int | None, source: Any, target: Any) -> None:
        """Places are ("deck", None), ("hand", index) and ("pile", index)."""
        for (place, index), take in ((source, True), (target, False)):
            cards = self.pile if place == "pile" else self.hand
            if place == "deck" or (place == "hand" and not mine):
                continue
            if take:
                assert cards.pop(index) == card
            else:
                assert card is not None
                cards.insert(len(cards) if index is None else index, card)


def _fits(card: int, top: int) -> bool:
    return card // 13 == top // 13 or card % 13 == top % 13


class MaoPlayer:
    """A client of the Mao protocol without any extension."""

    def __init__(self, client: MaoClient) -> None:
        self.client = client
        self.cards = Cards()
        self.accused = False

    def learn(self) -> list[dict[str, Any]]:
        """Take in what was heard."""
        events = self.client.taken()
        for event in events:
            data: Any = event.get("data")
            match event["name"]:
                case "roundStarted":
                    self.cards.hand = [card["value"] for card in data["yourHand"]]
                    self.cards.pile = [card["value"] for card in data["discard"]]
                case "cardMoved":
                    card = data["card"]["value"] if "card" in data else None
                    places = (data["from"], data["to"])
                    spots = ((place["source"], place.get("cardIndex")) for place in places)
                    self.cards.moved(data["by"] == self.client.uuid, card, *spots)
                case "playerAccused":
                    self.accused = data["accused"] == self.client.uuid
                case "accusationAccepted" | "accusationCancelled":
                    self.accused = False
        return events

    async def accept(self) -> None:
        await self.client.send("acceptAccusation")

    async def take_turn(self) -> None:
        at = self.cards.fitting()
        if at is None:
            await self.client.move(DECK, HAND)
        else:
            await self.client.move(hand(at), pile(len(self.cards.pile)))

    async def write(self, rule: str) -> None:
        await self.client.send("writeRule", rule)


class TablePlayer:
    """A client of our own protocol, as the page is one. It also knows whose turn it is."""

    def __init__(self, wire: WebWire) -> None:
        self._wire = wire
        self._heard: list[dict[str, Any]] = []
        self.cards = Cards()
        self.accused = False
        self.seat = 0
        self.turn: int | None = None
        self.mode = ""

    @classmethod
    async def come(cls, port: int, name: str) -> TablePlayer:
        player = cls(await WebWire.open(port, "/table"))
        await player.ask("enter", name=name)
        return player

    async def go(self) -> None:
        await self._wire.close()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """What it is told meanwhile is kept for `learn`."""
        await self._wire.send(json.dumps({"type": kind, "id": kind, **fields}))
        async with asyncio.timeout(PATIENCE):
            while (heard := json.loads(await self._wire.hear())).get("id") != kind:
                self._heard += heard.get("events", [])
        assert heard["type"] != "error", heard
        answer: dict[str, Any] = heard
        return answer

    async def sit(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Open or join a table; the table."""
        joined = await self.ask(kind, **fields)
        self.seat = joined["seat"]
        table: dict[str, Any] = joined["table"]
        return table

    async def hear_all(self) -> None:
        await self.ask("ping")

    def learn(self) -> list[dict[str, Any]]:
        """Take in what was heard."""
        events, self._heard = self._heard, []
        for event in events:
            match event["type"]:
                case "round_started":
                    self.cards.hand = [*event["hands"][self.seat]]
                    self.cards.pile = [*event["discard"]]
                    self.mode = "play"
                case "moved":
                    places = (event["source"], event["target"])
                    spots = ((place["place"], place["index"]) for place in places)
                    self.cards.moved(event["seat"] == self.seat, event["card"], *spots)
                case "accused":
                    self.accused = event["accused"] == self.seat
                    self.mode = "accusation"
                case "accepted":
                    self.accused, self.mode = False, "play"
                case "cancelled":
                    self.accused, self.mode = False, event["mode"]
                case "turn_changed":
                    self.turn = event["seat"]
                case "last_chance":
                    self.mode = "lastChance"
                case "round_over":
                    self.mode = "inBetweenRounds"
                case "match_over":
                    self.mode = "over"
        return events

    async def do(self, kind: str, **fields: Any) -> None:
        await self.ask("act", action={"type": kind, **fields})

    async def accept(self) -> None:
        await self.do("accept")

    async def take_turn(self) -> None:
        at = self.cards.fitting()
        if at is None:
            await self.do("move", source={"place": "deck"}, target={"place": "hand"})
        else:
            top = {"place": "pile", "index": len(self.cards.pile)}
            await self.do("move", source={"place": "hand", "index": at}, target=top)

    async def write(self, rule: str) -> None:
        await self.do("write_rule", text=rule)
