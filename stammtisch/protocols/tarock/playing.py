"""The commands of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stammtisch.games.game import Action
from stammtisch.games.tarock import records
from stammtisch.house.requests import Act, AskActions, Leave, Reply, Say
from stammtisch.protocols.tarock import commands
from stammtisch.protocols.tarock.errors import IN_GAME, named
from stammtisch.protocols.tarock.lobby import STARTING
from stammtisch.protocols.tarock.snapshot import state
from stammtisch.tables.answers import Accepted, Actions

if TYPE_CHECKING:
    from stammtisch.protocols.tarock.session import TarockSession

NOT_IN_GAME = "not_in_game", "You are in no game."

#: The move that each command is.
MOVES: Mapping[type[commands.Command], Callable[[Any], Action]] = {
    commands.Bid: lambda said: records.Bid(said.contract),
    commands.ThrowIn: lambda said: records.ThrowIn(),
    commands.CallKing: lambda said: records.CallKing(said.suit),
    commands.Exchange: lambda said: records.Exchange(said.picked, said.cards),
    commands.Announce: lambda said: records.Announce(said.bonuses, said.kontra),
    commands.Play: lambda said: records.Play(said.card),
    commands.Continue: lambda said: records.Vote(said.choice),
}


def move(session: TarockSession, said: commands.Command) -> None:
    if session.room is None:
        session.fail(*NOT_IN_GAME)
    else:
        session.ask(Act(action=MOVES[type(said)](said)), session.done)


def leave(session: TarockSession, said: commands.LeaveGame) -> None:
    if session.room is None:
        session.fail(*NOT_IN_GAME)
    elif session.start.fresh:
        session.fail(*STARTING)
    else:
        session.ask(Leave(), lambda reply: _left(session, reply))


def _left(session: TarockSession, reply: Reply) -> None:
    session.go_out()
    if isinstance(reply, Accepted):
        session.respond()
    else:
        session.fail(*named(reply, IN_GAME))


def chat(session: TarockSession, said: commands.Chat) -> None:
    if session.room is None:
        session.fail(*NOT_IN_GAME)
    else:
        session.ask(Say(text=said.text), session.done)


def ask_state(session: TarockSession, said: commands.AskState) -> None:
    if session.room is None:
        session.fail(*NOT_IN_GAME)
    else:
        session.ask(AskActions(), lambda reply: _stated(session, reply))


def _stated(session: TarockSession, reply: Reply) -> None:
    room = session.room
    if not isinstance(reply, Actions):
        session.fail(*named(reply, IN_GAME))
    elif reply.sight is None or room is None:
        session.fail("not_in_game", "No game is on in this room.")
    else:
        session.respond(**state(room, reply.sight, session.told_ms))


HANDLERS: Mapping[type[commands.Command], Callable[[TarockSession, Any], None]] = {
    **dict.fromkeys(MOVES, move),
    commands.LeaveGame: leave,
    commands.Chat: chat,
    commands.AskState: ask_state,
}
