"""One's stay at a table, with a seat or looking on: what one knows of it, and what one can do.

A moment at a table: what has just happened, and what one sees and may do now.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from stammtisch import replies, requests
from stammtisch.client.errors import ClientError, Stale, Unanswered
from stammtisch.client.fairness import DealCommitment, OwnNonces
from stammtisch.protocols.table import messages as wire
from stammtisch.records import ChatLine
from stammtisch.replies import TableInfo
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import SeatInfo
from stammtisch.vocabulary import Follow

if TYPE_CHECKING:
    from stammtisch.client.reconnecting import ReconnectingClient


#: An action as it was listed, in plain form, or as a record of the game.
Action = wire.LegalAction | Mapping[str, Any] | Any


def plain_action(action: Action) -> dict[str, Any]:
    if isinstance(action, wire.LegalAction):
        return action.action
    return dict(action) if isinstance(action, Mapping) else to_plain(action)


@dataclass(frozen=True, slots=True)
class Update:
    table: TableHandle
    #: The table's sequence number; what is meant for this moment names it.
    seq: int
    #: Table time in milliseconds, the time of `deadline`.
    at: int
    #: What happened since the moment before, in plain form.
    events: list[dict[str, Any]]
    #: All that one sees and may do; None where no match is on, or one does not follow by views.
    observation: wire.ObservationInfo | None
    #: Nothing of before counts any more: one has just come, or was away for too long.
    anew: bool = False

    @property
    def view(self) -> dict[str, Any] | None:
        return None if self.observation is None else self.observation.view

    @property
    def legal(self) -> list[wire.LegalAction]:
        return [] if self.observation is None else self.observation.legal

    @property
    def my_turn(self) -> bool:
        """Does the match wait for one's seat, which has something to choose from?"""
        return (
            bool(self.legal)
            and self.observation is not None
            and self.table.seat in self.observation.turn
        )

    def event(self, type: str) -> dict[str, Any] | None:
        """The last event of that type, if there was one."""
        return next((one for one in reversed(self.events) if one["type"] == type), None)

    @property
    def ended(self) -> dict[str, Any] | None:
        """How the match ended, if it just did."""
        return self.event("ended")

    async def act(self, action: Action) -> bool:
        """Do it, unless something has happened meanwhile: then nothing is done (or, if the
        connection broke, nobody can say), it is False, and the next moment shows how things are."""
        if self.table.known_seq > self.seq:
            return False
        try:
            await self.table.act(action, seq=self.seq)
        except (Stale, Unanswered):
            return False
        return True


class TableHandle:
    """Iterate over it for the moments at the table, until it is closed or one has left."""

    def __init__(
        self, client: ReconnectingClient, told: wire.Table, follow: Follow, watch: bool
    ) -> None:
        self._client = client
        self.follow = follow
        self.watch = watch
        #: As it was when one came; `seats` and `seat` are as they are now.
        self.info: TableInfo = told.table
        self.invite = told.invite
        self.seat: int | None = None
        self.seats: list[SeatInfo] = []
        #: The last number up to which everything has been told.
        self.seq = 0
        #: The last number one has heard of: what it stands for may still be on the way.
        self.known_seq = 0
        self.at = 0
        #: The match on the table, or the one just over.
        self.match: str | None = None
        #: A match is on.
        self.running = False
        self.observation: wire.ObservationInfo | None = None
        #: Why there is nothing to be heard of it any more.
        self.closed: str | None = None
        self._nonces = OwnNonces()
        self._commitment = ""
        #: What was seen of each match before its deals.
        self._pledges: dict[str, DealCommitment] = {}
        self._heard: list[ChatLine] = []
        self._moments: asyncio.Queue[Update | ClientError | None] = asyncio.Queue()

    # --- what one does ---------------------------------------------------------------------------

    async def ready(self) -> None:
        """Want to play, with a nonce of one's own, which is committed to now and opened unasked."""
        try:
            await self._client.ask(self.readiness())
        except Unanswered:
            if not self._is_ready:
                raise

    def readiness(self) -> requests.Ready:
        """The ask by which `ready` does it."""
        return self._nonces.ready() if self._client.own_nonces else requests.Ready()

    @property
    def _is_ready(self) -> bool:
        return self.running or (self.seat is not None and self.seats[self.seat].ready)

    async def unready(self) -> None:
        await self._client.ask(requests.Unready())

    async def act(self, action: Action, *, seq: int | None = None) -> wire.Accepted:
        """Do it; with `seq`, only if nothing has happened since (`Stale` if something has)."""
        done: wire.Accepted = await self._client.ask(
            requests.Act(action=plain_action(action), seq=seq)
        )
        return done

    async def actions(self) -> wire.Actions:
        """What one may do now, for who does not follow by views."""
        answer: wire.Actions = await self._client.ask(requests.AskActions())
        return answer

    async def check(self, action: Action) -> replies.Verdict:
        """Would it be legal, and if not, why?"""
        answer: replies.Verdict = await self._client.ask(
            requests.CheckAction(action=plain_action(action))
        )
        return answer

    async def hint(self) -> replies.Hint:
        answer: replies.Hint = await self._client.ask(requests.AskHint())
        return answer

    async def say(self, text: str) -> None:
        await self._client.ask(requests.Say(text=text))

    async def add_bot(self, level: str | None = None, seat: int | None = None) -> None:
        await self._client.ask(requests.AddBot(level=level, seat=seat))

    async def remove_bot(self, seat: int) -> None:
        await self._client.ask(requests.RemoveBot(seat=seat))

    async def configure(self, **changes: Any) -> None:
        """Change how the table is run; for its host. The words are those of `Configure`."""
        await self._client.ask(requests.Configure(**changes))

    async def leave(self) -> None:
        """Give the seat up. What others then see of the match is no business of this client."""
        await self._client.ask(requests.Leave())
        self.end("You have left the table.")

    def pledge(self, match: str) -> DealCommitment | None:
        """What was seen of the match before its deals, by which `Client.proof` judges it."""
        return self._pledges.get(match)

    # --- what one is told ------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        if self.closed is not None and self._moments.empty():
            raise StopAsyncIteration
        moment = await self._moments.get()
        if moment is None:
            raise StopAsyncIteration
        if isinstance(moment, ClientError):
            raise moment
        return moment

    def end(self, why: str, trouble: ClientError | None = None) -> None:
        """There will be nothing more to hear of it; whoever iterates is told, by the trouble if
        there is one."""
        if self.closed is None:
            self.closed = why
            self._moments.put_nowait(trouble)

    def take(self, tell: wire.Tell) -> list[requests.Ready | requests.Disclose]:
        """Take in what was told; what is to be asked because of it."""
        match tell:
            case wire.Table() | wire.Missed():
                self._take_table(tell)
            case wire.Events():
                self._take_events(tell)
            case wire.Accepted():
                self.known_seq = max(self.known_seq, tell.seq)
            case _:
                return []
        return list(self._nonces.answers(tell, self.seat))

    def rejoin(self, *, anew: bool) -> requests.Join:
        """The way back after a lost connection."""
        return requests.Join(
            table=self.info.id,
            follow=self.follow,
            watch=self.watch,
            since=None if anew else self.seq,
            late=False,
        )

    def _take_table(self, told: wire.Table | wire.Missed) -> None:
        self.info, self.invite = told.table, told.invite
        missed = list(_said_since(self._heard, told.chat))
        self._heard = told.chat
        if isinstance(told, wire.Missed):
            happened = [event for batch in told.batches for event in batch.events]
            for event in happened:
                self._fold(event)
            missed = [*happened, *missed]
        # What the table says of itself is newer than what was missed.
        self.seats, self.seat, self.match = told.table.seats, told.seat, told.match
        self.running, self.observation = told.table.phase == "playing", told.observation or None
        self._commitment = told.commitment
        self._tell(told.seq, told.at, missed, anew=isinstance(told, wire.Table))

    def _take_events(self, told: wire.Events) -> None:
        if told.observation is not UNSET:
            self.observation = told.observation
        for event in told.events:
            self._fold(event)
        self._tell(told.seq, told.at, told.events)
        closed = next((event for event in told.events if event["type"] == "closed"), None)
        if closed is not None:
            self.end(closed["reason"])

    def _tell(self, seq: int, at: int, events: list[dict[str, Any]], anew: bool = False) -> None:
        self.seq, self.known_seq, self.at = seq, max(seq, self.known_seq), at
        if self._client.iterated:
            self._moments.put_nowait(Update(self, seq, at, events, self.observation, anew))

    def _fold(self, event: dict[str, Any]) -> None:
        """What the table's own news changes."""
        if "seats" in event and event["type"] in _WITH_SEATS:
            self.seats = msgspec.convert(event["seats"], list[SeatInfo])
        match event["type"]:
            case "arranged" if self.seat is not None:
                self.seat = event["order"].index(self.seat)
            case "left" if event["seat"] == self.seat and not event.get("away"):
                self.seat = None
            case "configured" if event.get("invite"):
                self.invite = event["invite"]
            case "started":
                self.match, self.running = event["match"], True
                self._pledges[event["match"]] = self._pledged(event)
            case "ended":
                self.running = False
            case "opened":
                self._commitment, self.observation = event["commitment"], None
            case "said":
                self._heard = [*self._heard, ChatLine(event["name"], event["text"], event["at"])]
                del self._heard[:-_REMEMBERED]
            case _:
                pass

    def _pledged(self, started: dict[str, Any]) -> DealCommitment:
        own = None if self.seat is None else self._nonces.disclosed
        return DealCommitment(started["match"], self._commitment, self.seat, own)


#: Lines of talk by which one knows what was missed; servers remember as many.
_REMEMBERED = 50
#: The news that tell the whole list of seats.
_WITH_SEATS = frozenset(
    ("sat", "left", "renamed", "readied", "unreadied", "configured", "arranged", "hosted", "opened")
)


def _said_since(heard: list[ChatLine], chat: list[ChatLine]) -> Iterator[dict[str, Any]]:
    """The lines of talk that came while nobody listened, as the events they would have been."""
    if not heard:
        return
    for line in chat:
        if line.at >= heard[-1].at and line not in heard:
            yield {
                "type": "said",
                "name": line.name,
                "text": line.text,
                "at": line.at,
                "seat": None,
            }
