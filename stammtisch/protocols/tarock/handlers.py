"""What each command does: rooms, the start of a game, and the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from stammtisch.games.game import Action
from stammtisch.games.games import game_named
from stammtisch.games.tarock import records
from stammtisch.protocols.tarock import messages
from stammtisch.protocols.tarock.events import state
from stammtisch.protocols.tarock.messages import IN_GAME, IN_LOBBY, named
from stammtisch.protocols.tarock.room import TAROCK, StartVote, described
from stammtisch.replies import Accepted, Actions, AtTable, TableInfo, Tables
from stammtisch.requests import (
    Act,
    AddBot,
    AskActions,
    AskTables,
    FindTables,
    Join,
    Leave,
    Open,
    Ready,
    Say,
)
from stammtisch.tables.events import Sat
from stammtisch.vocabulary import Reply

if TYPE_CHECKING:
    from stammtisch.protocols.tarock.session import TarockSession

NOT_IN_ROOM = "not_in_room", "You are in no room."
NOT_IN_GAME = "not_in_game", "You are in no game."
STARTING = "start_in_progress", "The game is starting: nobody may leave now."
NO_ROOM = "room_does_not_exist", "There is no such room."

#: A list is one message, and the protocol knows no pages.
MOST_LISTED = 200


# --- rooms -------------------------------------------------------------------------------------


def create(session: TarockSession, said: messages.Create) -> None:
    if session.room is not None:
        session.fail("already_in_room", "You are in a room already; leave it first.")
        return

    def opened(reply: Reply) -> None:
        if isinstance(reply, AtTable):
            session.come_in(
                reply.joined, StartVote(autostart=said.autostart, fill_bots=said.fill_bots)
            )
            _answer_room(session)
        else:
            session.fail(*named(reply, IN_LOBBY))

    opening = Open(
        game=TAROCK,
        profile=said.profile or game_named(TAROCK).usual_profile,
        options=said.options,
        name=said.name,
        private=said.private,
        password=said.password or None,
    )
    session.ask(opening, opened)


def _answer_room(session: TarockSession) -> None:
    assert session.room is not None
    session.respond(room=described(session.room.info), invite=session.room.invite)


def list_rooms(session: TarockSession, said: messages.ListRooms) -> None:
    def listed(reply: Reply) -> None:
        if isinstance(reply, Tables):
            session.respond(rooms=[described(info) for info in reply.tables])
        else:
            session.fail(*named(reply, IN_LOBBY))

    session.ask(AskTables(game=TAROCK, limit=MOST_LISTED), listed)


def room_info(session: TarockSession, said: messages.RoomInfo) -> None:
    _find(session, said.room_id, lambda info: session.respond(room=described(info)))


def _find(
    session: TarockSession,
    word: str,
    then: Callable[[TableInfo], None],
    password: str | None = None,
) -> None:
    def found(reply: Reply) -> None:
        if not isinstance(reply, Tables):
            session.fail(*named(reply, IN_LOBBY))
        elif not reply.tables:
            session.fail(*NO_ROOM)
        else:
            then(reply.tables[0])

    session.ask(FindTables(game=TAROCK, table=word, password=password), found)


def join(session: TarockSession, said: messages.JoinRoom) -> None:
    """A client in another room leaves it, once it is clear that there is room in this one."""

    def found(info: TableInfo) -> None:
        by_id = info.id == said.room_id
        joining = Join(
            table=info.id if by_id else None,
            invite=None if by_id else said.room_id,
            password=said.password or None,
            # Who does not know the deal so far is not led into it.
            late=False,
        )
        room = session.room
        if room is None or room.id == info.id:
            session.ask(joining, joined)
        elif session.start.fresh:
            session.fail(*STARTING)
        elif info.phase == "playing" or all(seat.person for seat in info.seats):
            session.fail("room_full", "That room is full.")
        else:
            session.ask(Leave(), lambda reply: left(reply, joining))

    def left(reply: Reply, joining: Join) -> None:
        session.go_out()
        session.ask(joining, joined)

    def joined(reply: Reply) -> None:
        if isinstance(reply, AtTable):
            again = session.room is not None and session.room.id == reply.joined.snapshot.info.id
            session.come_in(reply.joined, session.start if again else StartVote())
            _answer_room(session)
            session.tell_joined(reply.joined)
        else:
            session.fail(*named(reply, IN_LOBBY))

    _find(session, said.room_id, found, said.password or None)


def leave(session: TarockSession, said: messages.LeaveRoom | messages.LeaveGame) -> None:
    if session.start.fresh:
        session.fail(*STARTING)
        return

    def left(reply: Reply) -> None:
        session.go_out()
        if isinstance(reply, Accepted):
            session.respond()
        else:
            in_lobby = isinstance(said, messages.LeaveRoom)
            session.fail(*named(reply, IN_LOBBY if in_lobby else IN_GAME))

    session.ask(Leave(), left)


# --- starting ----------------------------------------------------------------------------------


def start_game(session: TarockSession, said: messages.StartGame) -> None:
    assert session.room is not None

    def found(info: TableInfo) -> None:
        # A table says nothing when somebody who was away has lost the seat: with it, another may
        # have become the owner.
        session.look_around(info)
        if (wrong := _cannot_start(session)) is not None:
            session.fail(*wrong)
        else:
            session.ask(Ready(), lambda reply: _started(session, reply))

    _find(session, session.room.id, found)


def _cannot_start(session: TarockSession) -> tuple[str, str] | None:
    room, start = session.room, session.start
    if room is None:
        return NOT_IN_ROOM
    if not room.is_host:
        return "not_owner", "Only the owner of the room starts the game."
    if room.playing or start.under_way:
        return "already_started", "The game has been started already."
    if not (room.full or start.fill_bots):
        return (
            "not_enough_players",
            "Four must be there: bots do not fill the seats of this room.",
        )
    return None


def _started(session: TarockSession, reply: Reply) -> None:
    if not isinstance(reply, Accepted):
        session.fail(*named(reply, IN_LOBBY))
        return
    session.respond()
    session.tell(reply.events, reply.at)
    _fill_up(session)


def _fill_up(session: TarockSession) -> None:
    """Bots take the seats that are still free, one after the other."""
    room = session.room
    if room is not None and room.starting and not room.full:
        session.ask(AddBot(level=room.info.bots), lambda reply: _filled(session, reply))


def _filled(session: TarockSession, reply: Reply) -> None:
    # A seat that somebody has just taken needs no bot.
    if isinstance(reply, Accepted):
        session.start.bots += [event.seat for event in reply.events if isinstance(event, Sat)]
        session.tell(reply.events, reply.at)
        _fill_up(session)


def player_ready(session: TarockSession, said: messages.PlayerReady) -> None:
    room, start = session.room, session.start
    assert room is not None
    if start.state is None or not (start.fresh or (start.under_way and not room.host_is_away)):
        # An owner of another protocol may wait longer; one who is away cannot take the start back.
        session.fail("unexpected", "Nobody is asked to be ready now.")
    elif room.own is not None and room.own.ready:
        session.fail("already_ready", "You are ready already.")
    elif said.state != start.state:
        session.fail("invalid_state", "That is not the state that you were sent.")
    else:
        session.ask(Ready(), lambda reply: session.done(reply, IN_LOBBY))


# --- the game ----------------------------------------------------------------------------------

#: The move that each command is.
MOVES: Mapping[type[messages.Command], Callable[[Any], Action]] = {
    messages.Bid: lambda said: records.Bid(said.contract),
    messages.ThrowIn: lambda said: records.ThrowIn(),
    messages.CallKing: lambda said: records.CallKing(said.suit),
    messages.Exchange: lambda said: records.Exchange(said.picked, said.cards),
    messages.Announce: lambda said: records.Announce(said.bonuses, said.kontra),
    messages.Play: lambda said: records.Play(said.card),
    messages.Continue: lambda said: records.Vote(said.choice),
}


def move(session: TarockSession, said: messages.Command) -> None:
    session.ask(Act(action=MOVES[type(said)](said)), session.done)


def chat(session: TarockSession, said: messages.Chat) -> None:
    session.ask(Say(text=said.text), session.done)


def ask_state(session: TarockSession, said: messages.AskState) -> None:
    session.ask(AskActions(), lambda reply: _stated(session, reply))


def _stated(session: TarockSession, reply: Reply) -> None:
    room = session.room
    if not isinstance(reply, Actions):
        session.fail(*named(reply, IN_GAME))
    elif reply.observation is None or room is None:
        session.fail("not_in_game", "No game is on in this room.")
    else:
        session.respond(**state(room, reply.observation, session.told_ms))


Handler: TypeAlias = "Callable[[TarockSession, Any], None]"


def _only(refusal: tuple[str, str], handler: Handler) -> Handler:
    """Those who are in no room are told so."""

    def handle(session: TarockSession, said: messages.Command) -> None:
        if session.room is None:
            session.fail(*refusal)
        else:
            handler(session, said)

    return handle


HANDLERS: Mapping[type[messages.Command], Handler] = {
    messages.Create: create,
    messages.ListRooms: list_rooms,
    messages.JoinRoom: join,
    messages.LeaveRoom: _only(NOT_IN_ROOM, leave),
    messages.RoomInfo: room_info,
    messages.StartGame: _only(NOT_IN_ROOM, start_game),
    messages.PlayerReady: _only(NOT_IN_ROOM, player_ready),
    **dict.fromkeys(MOVES, _only(NOT_IN_GAME, move)),
    messages.LeaveGame: _only(NOT_IN_GAME, leave),
    messages.Chat: _only(NOT_IN_GAME, chat),
    messages.AskState: _only(NOT_IN_GAME, ask_state),
}
