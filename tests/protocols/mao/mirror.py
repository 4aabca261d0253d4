"""What the browser client of the protocol's day keeps of a table, event by event.

It was read from and seen with Mao-Online at commits a2cb031 and 656644a. Where that client takes
something for granted, or would show something that is not so, an assertion fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Card = dict[str, Any]


class Round:
    def __init__(self, players: list[str], hand: list[Card], pile: list[Card]) -> None:
        self.mode = "play"
        self.hand = hand
        self.pile = pile
        #: Of all others; the client knows that everybody begins with seven.
        self.lengths = dict.fromkeys(players, 7)


class Mirror:
    def __init__(self) -> None:
        self.me: str | None = None
        self.players: list[str] = []
        #: None before the first and between two rounds.
        self._round: Round | None = None
        self.winner: str | None = None
        self.accusation: dict[str, str] | None = None
        self.rules: list[str] = []
        self._order = 0

    @classmethod
    def follows(cls, events: list[dict[str, Any]]) -> Mirror:
        """The client after all these."""
        mirror = cls()
        for event in events:
            mirror.hears(event)
        return mirror

    def hears(self, event: dict[str, Any]) -> None:
        assert event["type"] == "event"
        assert event["order"] == self._order
        self._order += 1
        assert (self.me is None) == (event["name"] == "joinedTable"), "that comes first, and once"
        heard = _HEARD.get(event["name"])
        if heard is not None:
            heard(self, event.get("data"))

    @property
    def round(self) -> Round:
        assert self._round is not None, "it has no cards then, and fails"
        return self._round

    # --- people -----------------------------------------------------------------------------------

    def _joined(self, data: Any) -> None:
        self.me = data["you"]
        self.players = [*data["others"], data["you"]]

    def _came(self, data: Any) -> None:
        assert data not in self.players
        self.players.append(data)

    def _left(self, data: Any) -> None:
        self.players.remove(data)

    def _talked(self, data: Any) -> None:
        assert data["by"] in self.players
        assert isinstance(data["quote"], str) and isinstance(data["timestamp"], int)

    # --- rounds -----------------------------------------------------------------------------------

    def _started(self, data: Any) -> None:
        assert len(data["yourHand"]) == 7
        self._round = Round(self.players, list(data["yourHand"]), list(data["discard"]))

    def _over(self, data: Any) -> None:
        assert data in self.players
        self._round, self.winner = None, data

    def _wrote(self, data: Any) -> None:
        self.rules.append(data)

    def _moved(self, data: Any) -> None:
        source, target, card = data["from"], data["to"], data.get("card")
        mine = data["by"] == self.me
        if source["source"] == "hand":
            self._from_hand(data["by"], source, card)
        elif source["source"] == "pile":
            assert self.round.pile.pop(source["cardIndex"]) == card
        if target["source"] == "hand":
            if mine:
                assert card is not None
                self.round.hand.append(card)
            self._length(data["by"], target["length"], +1)
        elif target["source"] == "pile":
            assert card is not None and 0 <= target["cardIndex"] <= len(self.round.pile)
            assert target["pileIndex"] == 0
            self.round.pile.insert(target["cardIndex"], card)

    def _from_hand(self, by: str, source: Any, card: Any) -> None:
        if by == self.me:
            assert self.round.hand.pop(source["cardIndex"]) == card
            self.round.lengths[by] -= 1
        else:
            self._length(by, source["length"], -1)

    def _length(self, by: str, length: int, more: int) -> None:
        assert length == self.round.lengths[by] + more
        self.round.lengths[by] = length

    # --- accusations ------------------------------------------------------------------------------

    def _accused(self, data: Any) -> None:
        assert {data["accuser"], data["accused"]} <= set(self.players)
        self.round.mode, self.accusation = "accusation", data

    def _accepted(self, data: Any) -> None:
        self._settled("play")

    def _cancelled(self, data: Any) -> None:
        assert data in ("play", "lastChance")
        self._settled(data)

    def _settled(self, mode: str) -> None:
        assert self.accusation is not None
        self.round.mode, self.accusation = mode, None


_HEARD: Mapping[str, Callable[[Mirror, Any], None]] = {
    "joinedTable": Mirror._joined,
    "playerJoined": Mirror._came,
    "playerLeft": Mirror._left,
    "playerTalked": Mirror._talked,
    "roundStarted": Mirror._started,
    "roundOver": Mirror._over,
    "ruleWritten": Mirror._wrote,
    "cardMoved": Mirror._moved,
    "playerAccused": Mirror._accused,
    "accusationAccepted": Mirror._accepted,
    "accusationCancelled": Mirror._cancelled,
}
