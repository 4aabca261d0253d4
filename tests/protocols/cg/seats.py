"""Clients at the seats of a match, without a house: each hears what its seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Judged, Say
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Event, Seat
from stammtisch.protocols.cg.catching_up import events_of
from stammtisch.protocols.cg.events import EventEncoder, Looked, Stage
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.gamerules import gamerules
from stammtisch.protocols.cg.shared import Shared
from tests.protocols.cg.mirror import NAMES, Mirror

_LABELS = frozenset(("rebtn_lbl", "pigbtn_lbl"))
PLAYERS = tuple(f"{seat:032x}" for seat in range(1, 5))


class SeatedClient(Mirror):
    """`packets` has all that was sent to it."""

    def __init__(self, rules: DoppelkopfRules, seat: Seat, shared: Shared) -> None:
        super().__init__()
        self.state, self.uuid, self.seat = "game", PLAYERS[seat], seat
        self.plays, self.vote = False, None
        self.rules = gamerules(rules)
        self.seated = list(PLAYERS)
        #: The round and trick in which it came in.
        self.came_into = (0, 0)
        self.answering = lambda client, question: None
        self.encoder = EventEncoder(shared, rules, PLAYERS, seat)
        self.packets: list[Packet] = []
        self.labels: dict[str, str] = {}

    def send(self, name: str, **body: Any) -> None:
        if name == "game.start":
            self._told(self.encoder.created())
            while self.encoder.stage is Stage.DEALING:
                self._told(self.encoder.tick())
        elif body.get("type") == "ready":
            self._told(self.encoder.ready())

    def hear(self, events: Iterable[Event], match: DoppelkopfMatch) -> None:
        for event in events:
            self._told(self.encoder.tell(event.seen_by(self.seat)))
            if isinstance(event, Judged) and event.guilty:
                self._told(self.encoder.tell(Looked(match.view(self.seat))))

    def catch_up(self, view: View, rules: DoppelkopfRules) -> None:
        self.came_into = (view.round, len(view.tricks))
        for event in events_of(view, rules, self.seat):
            self._told(self.encoder.tell(event))

    def _told(self, packets: Sequence[Packet]) -> None:
        self.packets += packets
        for one in packets:
            body = dict(one.body)
            for key in _LABELS & body.keys():
                self.labels[key] = body[key]
            self.take(NAMES[one.id - 64], body)

    # --- does it know all there is to know? ----------------------------------------------------

    def check(self, match: DoppelkopfMatch) -> None:
        """Whatever the client shows is as it is at the table."""
        view = match.view(self.seat)
        if view.round == 0 or view.phase in ("end", "over", "dealing"):
            return
        assert Counter(self.hand().values()) == Counter(view.hand)
        in_slots = Counter(slot for slot, _ in self.cards.values())
        for at, count in enumerate(view.counts):
            assert in_slots[f"hand{(at - view.first) & 3}"] == count
        laid = [] if view.trick is None else [one.card for one in view.trick.cards]
        shown = [value for slot, value in self.cards.values() if slot == "table"]
        assert Counter(shown) == Counter(laid)
        self._check_places(view)
        if view.phase == "tricks" and view.complaint is None and not view.questions:
            self._check_buttons(match, view)

    def _check_places(self, view: View) -> None:
        """Each card lies before who has played it."""
        trick = view.trick
        if trick is None or any(laid.early for laid in trick.cards):
            return
        if trick.leader == self.seat and self.came_into == (view.round, len(view.tricks)):
            return
        places = [(self.cards[card][1], self.who_laid(card)) for card in self.table]
        assert places == [(laid.card, PLAYERS[laid.seat]) for laid in trick.cards]

    def _check_buttons(self, match: DoppelkopfMatch, view: View) -> None:
        turn = self.last("game.dk.turn")
        assert turn is not None and turn["current_player"] == PLAYERS[match.mover]
        proper = {one.word for one in match.actions(self.seat) if isinstance(one, Say)}
        label = self.labels["rebtn_lbl"]
        assert label == (view.next_call or "none")
        assert (turn["rebtn_state"] == "enabled") == (label in proper)
        pigs = self.labels["pigbtn_lbl"]
        if pigs in proper:
            assert turn["pigbtn_state"] == "enabled"


def shared(seed: int = 0) -> Shared:
    return Shared(wall=lambda: 1.5, random=Random(seed))


def four(rules: DoppelkopfRules, seed: int = 0) -> list[SeatedClient]:
    return [SeatedClient(rules, seat, shared(seed)) for seat in range(4)]
