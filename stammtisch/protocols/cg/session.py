"""One client of the cg protocol, sans I/O. A message is a packet.

What cannot be taken (in this state, with these keys) is dropped, and only the log hears of it. A
client has at most one table; before and after a match it is a lobby, in the match a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stammtisch.games.doppelkopf.records import Judged, Row
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Event
from stammtisch.protocols.cg import accounts, handlers
from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.catching_up import events_of
from stammtisch.protocols.cg.events import EventEncoder, summary
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.gamerules import gamerules
from stammtisch.protocols.cg.handshake import Handshake
from stammtisch.protocols.cg.lobby import GAME, Lobby, lobby_of
from stammtisch.protocols.cg.messages import Dropped, State, packet, taken
from stammtisch.protocols.cg.shared import IN_LOBBY, Shared, in_game, message
from stammtisch.protocols.session import Session, Then
from stammtisch.replies import Accepted, AtTable, ChatMessage, Goodbye, Invited, Refused
from stammtisch.requests import Act
from stammtisch.tables.events import AnyEvent, EventBatch, Started
from stammtisch.vocabulary import Notice, Reply, Request

#: Milliseconds in which a client must have come as far as to say who it is.
PATIENCE = 10_000
#: Invitations that a client may have before it.
MOST_INVITATIONS = 20

ELSEWHERE = "You have signed in through another connection."
CLOSING = "servershutdown"


class CgSession(Session[Packet]):
    """`accounts`, `gathering` and `playing` hold what each packet does."""

    def __init__(self, shared: Shared, now: int = 0) -> None:
        super().__init__()
        self.shared = shared
        self.state = State.HANDSHAKE
        #: Who the client is, once it is signed in.
        self.account = ""
        self.person = ""
        self.name = ""
        self.lobby: Lobby | None = None
        self.encoder: EventEncoder | None = None
        #: Invitations by lobby: who invites, and the code to join with.
        self.invitations: dict[str, Invited] = {}
        #: Since when the bride has been asked for her wish, which most clients cannot answer.
        self.wishing_since: int | None = None
        self._handshake = Handshake()
        self._began = now
        #: What has happened and is told only after an answer of the server; None: nothing waits.
        self._held: list[AnyEvent] | None = None
        self.outbox.append(self._handshake.hello())

    # --- what comes in -------------------------------------------------------------------------

    def receive(self, message: Packet) -> None:
        if self.closing is not None or not self._speaks():
            return
        try:
            if self.state in (State.HANDSHAKE, State.VERSION_CHECK, State.PING):
                self._shake_hands(message)
            else:
                fields = taken(message, self.state)
                _HANDLERS[message.id](self, fields)
        except Dropped as dropped:
            self.shared.log(f"A packet of {self.name or 'a client'} was dropped: {dropped}")

    def _shake_hands(self, message: Packet) -> None:
        handshake = self._handshake
        self.outbox += handshake.receive(message)
        self.state, self.closing = handshake.state, handshake.closing
        if handshake.ping is not None:
            accounts.ping(self, handshake)
        if self.state is State.AUTH and handshake.version is not None:
            version = handshake.version.semver[:40]
            self.shared.log_arrival(f"A client of version {version} has come.")

    def notified(self, notice: Notice) -> None:
        if self.closing is not None or not self._speaks():
            return
        if isinstance(notice, EventBatch):
            # What a table said before one left it may still be under way.
            if self.lobby is not None and self.lobby.table == notice.table:
                self.tell(notice.events)
        elif isinstance(notice, Goodbye):
            self.close(notice.reason if notice.alone else CLOSING)
        elif isinstance(notice, Invited):
            self._invited(notice)
        elif isinstance(notice, ChatMessage) and notice.reach == "person":
            key = IN_LOBBY + "heard"
            self.say(message("notice", key, username=notice.sender, sentence=notice.text))

    def tick(self, now: int) -> None:
        if self.closing is not None or not self._speaks():
            return
        if self.state in (State.HANDSHAKE, State.PING, State.VERSION_CHECK):
            if now - self._began >= PATIENCE:
                self.close("The handshake took too long.")
        elif self.encoder is not None:
            self.outbox += self.encoder.tick()
            handlers.wish_for(self, now)

    # --- what the packets' functions do ----------------------------------------------------------

    def say(self, *packets: Packet) -> None:
        self.outbox += packets

    def close(self, reason: str) -> None:
        self.say(packet(ids.CLOSECONN, reason=reason))
        self.closing = reason

    def _speaks(self) -> bool:
        """Does this connection (still) speak for its account? If not, it ends."""
        if not self.account or self.shared.speakers.get(self.account) is self:
            return True
        if self.closing is None:
            self.close(ELSEWHERE)
        return False

    def done(self, reply: Reply) -> None:
        """Take the answer to something that was asked of the table."""
        if isinstance(reply, Accepted):
            self.tell(reply.events)

    # --- the table -----------------------------------------------------------------------------

    def sit_down(self, reply: AtTable) -> None:
        joined = reply.joined
        self.lobby = lobby = Lobby(joined.snapshot.info, self.person)
        self.say(*lobby.welcome())
        self.state = State.LOBBY
        view = joined.snapshot.view
        running = joined.snapshot.info.phase == "playing"
        begins = any(isinstance(event, Started) for event in joined.events)
        if running and isinstance(view, View) and joined.seat is not None and not begins:
            before = [row for row in view.sheet if row.round < view.round]
            self.begin(joined.snapshot.match or "", before)
            for event in events_of(view, lobby.rules, joined.seat):
                self.tell_game(event)
        self.tell(joined.events)

    def begin(self, match: str, before: Sequence[Row] = ()) -> None:
        """A match is on; `before` are its rounds before the one that is told next."""
        lobby = self.lobby
        assert lobby is not None and lobby.seat is not None
        players = [info.person or lobby_of(f"{match} {at}") for at, info in enumerate(lobby.seats)]
        self.encoder = EventEncoder(self.shared, lobby.rules, players, lobby.seat)
        self.state = State.GAME
        lobby.began()
        self.say(
            packet(
                ids.GAME_START,
                game_type=GAME,
                game_id=lobby_of(match),
                player_list=players,
                game_summaries=[summary(row) for row in before],
                gamerules=gamerules(lobby.rules),
            )
        )

    def leave_table(self) -> None:
        """The client is at no table any more."""
        if self.lobby is not None:
            self.say(packet(ids.LOBBY_LEAVE, lobby=self.lobby.uuid))
        self.lobby = self.encoder = self._held = None
        self.state = State.ACTIVE
        for invited in list(self.invitations.values()):
            self._show(invited)

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Tell what happened at the table, in order."""
        for event in events:
            if self.lobby is None:
                return
            if self._held is not None:
                self._held.append(event)
            elif isinstance(event, Event):
                self.tell_game(event)
            else:
                handlers.tell(self, event)

    def tell_game(self, event: Event) -> None:
        if self.encoder is None:
            return
        self.outbox += self.encoder.tell(event)
        if type(event) is Judged and event.guilty and event.misconduct == "wrong_announcement":
            handlers.look_at_calls(self)

    def hold(self, request: Request, then: Then) -> None:
        """Tell nothing of the table until the server has answered and `then` has been done."""
        lobby = self.lobby
        self._held = []

        def answered(reply: Reply) -> None:
            if self.lobby is not lobby or lobby is None:
                return
            then(reply)
            held, self._held = self._held or [], None
            self.tell(held)

        self.ask(request, answered)

    def act(self, action: Any) -> None:
        """Do something in the match; if it is refused, the client is told why."""
        self.ask(Act(action=action), self._acted)

    def _acted(self, reply: Reply) -> None:
        self.done(reply)
        if self.encoder is None:
            return
        self.encoder.meant = ()
        if isinstance(reply, Refused):
            self.say(in_game(reply), *self.encoder.asked_again())

    # --- invitations ---------------------------------------------------------------------------

    def _invited(self, notice: Invited) -> None:
        if notice.game != GAME:
            return
        lobby = lobby_of(notice.table)
        self.invitations.pop(lobby, None)
        self.invitations[lobby] = notice
        if len(self.invitations) > MOST_INVITATIONS:
            del self.invitations[next(iter(self.invitations))]
        # A client that has a table does not hear of it before it has left that.
        if self.state is State.ACTIVE:
            self._show(notice)

    def _show(self, notice: Invited) -> None:
        self.say(
            packet(
                ids.LOBBY_INVITE,
                username=notice.name,
                inviter=notice.person,
                lobby_id=lobby_of(notice.table),
            )
        )


def _closed(session: CgSession, fields: Mapping[str, Any]) -> None:
    session.closing = "The client went."


_HANDLERS: dict[int, Callable[[CgSession, dict[str, Any]], None]] = {
    ids.CLOSECONN: _closed,
    **accounts.HANDLERS,
    **handlers.HANDLERS,
    **handlers.PLAY_HANDLERS,
}
