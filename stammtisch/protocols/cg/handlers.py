"""The lobby: what clients do there, and what they are told of their table between its matches.

What clients do in a match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Return, Withdraw
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.accounts import look_up
from stammtisch.protocols.cg.events import WISH, EventEncoder, Looked, Stage, word_of
from stammtisch.protocols.cg.gamerules import TABLE_OPTIONS, gamerules, misfits, settled, wanted
from stammtisch.protocols.cg.lobby import ADMIN, BOTS, GAME, GONE, Lobby, bots, lobby_of, user
from stammtisch.protocols.cg.messages import Dropped, State, packet
from stammtisch.protocols.cg.shared import IN_GAME, IN_LOBBY, in_lobby, message
from stammtisch.replies import Accepted, Actions, AtTable, Person, Refused, Saved, Talked
from stammtisch.requests import (
    AddBot,
    Arrange,
    AskActions,
    AskPerson,
    Configure,
    Invite,
    Join,
    Kick,
    Leave,
    Load,
    Open,
    Ready,
    RemoveBot,
    Save,
    TransferHost,
    Unready,
)
from stammtisch.tables.events import (
    Arranged,
    Closed,
    Configured,
    Ended,
    Hosted,
    Left,
    Opened,
    Readied,
    Renamed,
    Sat,
    Started,
    TableEvent,
    Unreadied,
)
from stammtisch.vocabulary import Reply, Request

if TYPE_CHECKING:
    from stammtisch.protocols.cg.session import CgSession


_LONGEST_REASON = 200
_RIGHTS = {"not_host": "missing_rights"}
#: As much as is told of the names a client made up.
_LONGEST_NAMES = 200


def _lobby(session: CgSession) -> Lobby:
    # The packets of a lobby are taken in no other state.
    assert session.lobby is not None
    return session.lobby


def _ask(session: CgSession, request: Request, about: str, known: dict[str, str]) -> None:
    """Ask the table; if it refuses, tell why."""

    def answered(reply: Reply) -> None:
        session.done(reply)
        if isinstance(reply, Refused):
            session.say(in_lobby(reply, about, {**_RIGHTS, **known}))

    session.ask(request, answered)


# --- coming and going --------------------------------------------------------------------------


def create(session: CgSession, fields: Mapping[str, Any]) -> None:
    game = fields.get("game", GAME)
    if game != GAME:
        session.say(message("warn", IN_LOBBY + "create.unknown_game", game=game))
        return

    def opened(reply: Reply) -> None:
        if isinstance(reply, AtTable):
            session.sit_down(reply)
        elif isinstance(reply, Refused):
            session.say(in_lobby(reply, "create"))

    session.ask(Open(game=GAME, profile="house"), opened)


def invite(session: CgSession, fields: Mapping[str, Any]) -> None:
    name, lobby = fields.get("username", ""), _lobby(session)
    if name.startswith("bot_"):
        level = BOTS.get(name.removeprefix("bot_"))
        if level is None or name.removeprefix("bot_") not in bots():
            session.say(message("warning", IN_LOBBY + "add_bot.unknown_type", type=name))
            return
        _ask(session, AddBot(level=level), "add_bot", {"seat_taken": "lobby_full"})
        return
    if all(seat.person is not None for seat in lobby.seats):
        session.say(message("warning", IN_LOBBY + "invite.lobby_full"))
        return

    def invited(reply: Reply) -> None:
        if isinstance(reply, Talked) and reply.heard:
            session.say(message("notice", IN_LOBBY + "invite.user_invited", username=name))
            look_up(session, name, None)
        elif isinstance(reply, Refused):
            session.say(in_lobby(reply, "invite"))
        else:
            session.ask(AskPerson(name=name), unheard)

    def unheard(reply: Reply) -> None:
        known = isinstance(reply, Person)
        key = IN_LOBBY + ("invite.user_not_online" if known else "invite.user_does_not_exist")
        session.say(message("warning", key, username=name))

    if name:
        session.ask(Invite(name=name), invited)


def accept(session: CgSession, fields: Mapping[str, Any]) -> None:
    invited = session.invitations.pop(fields["lobby_id"], None)
    if invited is None:
        session.say(message("warning", IN_LOBBY + "invite.accept.lobby_not_exists"))
        return

    def joined(reply: Reply) -> None:
        if isinstance(reply, AtTable):
            session.sit_down(reply)
        elif isinstance(reply, Refused):
            names = {"unknown_invite": "lobby_not_exists", "full": "lobby_full"}
            session.say(in_lobby(reply, "invite.accept", names))

    if fields["accepted"]:
        session.ask(Join(invite=invited.invite), joined)


def leave(session: CgSession, fields: Mapping[str, Any]) -> None:
    if fields["lobby"] == _lobby(session).uuid:
        session.ask(Leave(), lambda _: session.leave_table())


# --- the host ----------------------------------------------------------------------------------


def kick(session: CgSession, fields: Mapping[str, Any]) -> None:
    _send_away(session, fields["uuid"], fields["reason"])


def _send_away(session: CgSession, person: str, reason: str = "") -> None:
    lobby = _lobby(session)
    seat = lobby.seat_of(person)
    if not lobby.is_host:
        session.say(message("warn", IN_LOBBY + "kick.missing_rights"))
    elif seat is None:
        session.say(message("warning", IN_LOBBY + "kick.user_not_exist", uuid=person))
    elif lobby.seats[seat].bot is not None:
        _ask(session, RemoveBot(seat=seat), "kick", {})
    else:
        _ask(session, Kick(seat=seat, reason=reason[:_LONGEST_REASON]), "kick", {})


def change(session: CgSession, fields: Mapping[str, Any]) -> None:
    if "game" in fields and fields["game"] != GAME:
        session.say(
            message("warn", IN_LOBBY + "create.unknown_game", game=fields["game"]),
            packet(ids.LOBBY_CHANGE, game=GAME),
        )
    if "gamerules" in fields:
        _change_rules(session, fields["gamerules"])
    if "user_order" in fields:
        _change_order(session, fields["user_order"])
    roles = dict(fields.get("user_roles", {}))
    for person, entry in fields.get("users", {}).items():
        if type(entry.get("role")) is int:
            roles[person] = entry["role"]
    for person, role in roles.items():
        _change_role(session, person, role)


def _change_rules(session: CgSession, asked: Mapping[str, Any]) -> None:
    lobby = _lobby(session)
    changes = wanted(asked)
    rules, bent = settled(lobby.rules, changes)
    wrong = misfits(asked)
    if wrong and lobby.is_host:
        key = IN_LOBBY + "change_gamerules.invalid"
        session.say(message("warn", key, gamerules=", ".join(wrong)[:_LONGEST_NAMES]))

    def shown(told_already: Collection[str] = ()) -> None:
        """As they are now: what was asked for may not be what came of it."""
        known = gamerules(lobby.rules)
        told = {n: known[n] for n in asked if n in TABLE_OPTIONS and n not in told_already}
        if told:
            session.say(packet(ids.LOBBY_CHANGE, gamerules=told))

    def answered(reply: Reply) -> None:
        before = gamerules(lobby.rules)
        session.done(reply)
        if isinstance(reply, Refused):
            session.say(in_lobby(reply, "change_gamerules", _RIGHTS))
            shown()
            return
        if bent:
            key = IN_LOBBY + "change_gamerules.adjusted"
            session.say(message("notice", key, gamerules=", ".join(bent)))
        now = gamerules(lobby.rules)
        kept = [name for name in now if asked.get(name) == now[name] == before[name]]
        shown([name for name in now if now[name] != before[name]] + kept)

    if rules == lobby.rules:
        if bent:
            key = IN_LOBBY + "change_gamerules.impossible"
            session.say(message("warn", key, gamerules=", ".join(bent)))
        shown()
    elif rules.profile == lobby.rules.profile:
        before = lobby.rules.values()
        other = {name: one for name, one in rules.values().items() if one != before[name]}
        session.ask(Configure(options=other), answered)
    else:
        session.ask(Configure(profile=rules.profile, options=rules.changes()), answered)


def _change_order(session: CgSession, users: list[str]) -> None:
    lobby = _lobby(session)
    order = lobby.order_of(users)

    def answered(reply: Reply) -> None:
        session.done(reply)
        if isinstance(reply, Refused):
            session.say(in_lobby(reply, "change_user_order", _RIGHTS), *lobby.order())

    if order is None:
        session.say(message("warn", IN_LOBBY + "change_user_order.invalid"), *lobby.order())
    elif order != list(range(len(order))):
        session.ask(Arrange(order=order), answered)


def _change_role(session: CgSession, person: str, role: int) -> None:
    lobby = _lobby(session)
    seat = lobby.seat_of(person)
    if role == GONE:
        _send_away(session, person)
    elif seat is not None and role >= ADMIN and not lobby.seats[seat].host:
        _ask(session, TransferHost(seat=seat), "change_admin", {})


# --- getting ready -----------------------------------------------------------------------------


def ready(session: CgSession, fields: Mapping[str, Any]) -> None:
    _ask(session, Ready() if fields["ready"] else Unready(), "ready", {})


def load(session: CgSession, fields: Mapping[str, Any]) -> None:
    names = {
        "bad_save": "invalid_data",
        "old_save": "oldversion",
        "other_people": "users_not_identical",
    }

    def answered(reply: Reply) -> None:
        session.done(reply)
        if isinstance(reply, Accepted):
            session.say(message("notice", IN_LOBBY + "load_game.success"))
        elif isinstance(reply, Refused):
            session.say(in_lobby(reply, "load_game", {**_RIGHTS, **names}))

    session.ask(Load(token=fields["data"]), answered)


HANDLERS: dict[int, Callable[[CgSession, dict[str, Any]], None]] = {
    ids.LOBBY_CREATE: create,
    ids.LOBBY_CHANGE: change,
    ids.LOBBY_READY: ready,
    ids.LOBBY_INVITE: invite,
    ids.LOBBY_INVITE_ACCEPT: accept,
    ids.LOBBY_KICK: kick,
    ids.LOBBY_LEAVE: leave,
    ids.GAME_LOAD: load,
}


# --- what happens at the table -----------------------------------------------------------------


def tell(session: CgSession, event: TableEvent) -> None:
    told = _TOLD.get(type(event))
    if told is not None:
        told(session, event)


def _users(
    session: CgSession, event: Arranged | Hosted | Left | Readied | Renamed | Sat | Unreadied
) -> None:
    """In a match the client takes no news of the lobby: it hears them afterwards."""
    lobby = _lobby(session)
    lobby.seats = event.seats
    if session.state is State.LOBBY:
        session.say(*lobby.news())


def _sat(session: CgSession, event: Sat) -> None:
    _users(session, event)
    if session.state is State.GAME and event.seat != _lobby(session).seat:
        key = "player_back" if event.back else "player_came"
        session.say(message("notice", IN_GAME + key, username=event.name))


def _left(session: CgSession, event: Left) -> None:
    lobby = _lobby(session)
    if event.seat == lobby.seat and not event.away:
        _put_out(session)
        if event.kicked:
            session.say(message("notice", IN_LOBBY + "kick.reason", reason=event.kicked))
        elif event.kicked is not None:
            session.say(message("notice", IN_LOBBY + "kick.no_reason"))
        return
    _users(session, event)
    if session.state is State.GAME:
        session.say(message("notice", IN_GAME + "player_gone", username=event.name))


def _renamed(session: CgSession, event: Renamed) -> None:
    _users(session, event)
    if event.seat == _lobby(session).seat:
        session.name = event.name
    if session.state is State.GAME:
        person = event.seats[event.seat].person
        session.say(user(event.name, person or lobby_of(event.name)))


def _configured(session: CgSession, event: Configured) -> None:
    lobby = _lobby(session)
    session.say(*lobby.configured(event.settings))
    lobby.seats = event.seats
    session.say(*lobby.news())


def _started(session: CgSession, event: Started) -> None:
    if not event.continued:
        session.begin(event.match)
        return

    def looked(reply: Reply) -> None:
        rows = []
        if isinstance(reply, Actions) and reply.observation is not None:
            view = reply.observation.view
            dealt = view.phase in ("reservations", "tricks")
            rows = [row for row in view.sheet if not dealt or row.round < view.round]
        session.begin(event.match, rows)

    session.hold(AskActions(), looked)


def _ended(session: CgSession, event: Ended) -> None:
    if session.encoder is None:
        return
    if event.reason is not None:
        session.say(message("warn", IN_GAME + "broken_off", reason=event.reason))
    if event.outcome != "adjourned":
        _end_game(session)
        return

    def saved(reply: Reply) -> None:
        if isinstance(reply, Saved):
            match = lobby_of(event.match)
            session.say(packet(ids.GAME_SAVE, game_id=match, data=reply.token))
        _end_game(session)

    session.hold(Save(), saved)


def _end_game(session: CgSession) -> None:
    if session.encoder is not None:
        session.say(packet(ids.GAME_END, next_state="lobby"))
        session.encoder = None
        session.state = State.LOBBY


def _opened(session: CgSession, event: Opened) -> None:
    """The match is over; its bots go, as in the original, if that is for this client to say."""
    lobby = _lobby(session)
    lobby.seats = event.seats
    session.say(*lobby.news())
    if lobby.is_host:
        for seat, info in enumerate(event.seats):
            if info.bot is not None:
                session.ask(RemoveBot(seat=seat), session.done)


def _put_out(session: CgSession) -> None:
    """The client has not asked to leave. It shows the table's users until it is told of each that
    they are gone; and what it should read must come afterwards, because it shows something else
    once it has left."""
    _end_game(session)
    session.say(*_lobby(session).emptied())
    session.leave_table()


def _closed(session: CgSession, event: Closed) -> None:
    _put_out(session)
    session.say(message("error", IN_LOBBY + "closed", reason=event.reason))


_TOLD: Mapping[type, Callable[[CgSession, Any], None]] = {
    Sat: _sat,
    Left: _left,
    Renamed: _renamed,
    Readied: _users,
    Unreadied: _users,
    Arranged: _users,
    Hosted: _users,
    Configured: _configured,
    Started: _started,
    Ended: _ended,
    Opened: _opened,
    Closed: _closed,
}


#: Milliseconds after which a bride has wished for any trick of another's: the original client
#: shows the question, and cannot answer it.
WISHING = 30_000
_MOST_DIGITS = 9


def _encoder(session: CgSession) -> EventEncoder:
    # The packets of a game are taken in no other state.
    assert session.encoder is not None
    return session.encoder


def _too_early(session: CgSession) -> bool:
    """The client plays before it has said that it is ready: it cannot know what has happened."""
    if _encoder(session).stage is Stage.PLAYING:
        return False
    session.say(message("warn", IN_GAME + "pc_wrong_phase"))
    return True


def created(session: CgSession, fields: Mapping[str, Any]) -> None:
    session.say(*_encoder(session).created())


def announce(session: CgSession, fields: Mapping[str, Any]) -> None:
    kind = fields["type"]
    if kind == "ready":
        session.say(*_encoder(session).ready())
        return
    word = word_of(kind, fields.get("data") or {})
    if word is None:
        raise Dropped(f"nobody announces {kind[:40]!r} like that.")
    if not _too_early(session):
        session.act(SAY[word])


def card_intent(session: CgSession, fields: Mapping[str, Any]) -> None:
    if _too_early(session):
        return
    encoder, named = _encoder(session), fields["card"]
    cards = [named] if isinstance(named, str) else named
    values = [encoder.value_of(card) for card in cards]
    known = tuple(value for value in values if value)
    if len(known) != len(cards) or len(set(cards)) != len(cards):
        session.say(message("warn", IN_GAME + "not_your_card"), *encoder.asked_again())
        return
    encoder.meant = cards
    if fields["intent"] == "pass_card":
        session.act(Pass(known))
    elif fields["intent"] == "return_card":
        session.act(Return(known))
    elif len(known) == 1:
        session.act(Play(known[0]))
    else:
        raise Dropped("one card is played at a time.")


def complaint(session: CgSession, fields: Mapping[str, Any]) -> None:
    """The first packet accuses; one with `move` points out which it was, or takes it back."""
    if _too_early(session):
        return
    if "move" in fields:
        session.act(_pointed_out(fields["move"]))
        return
    players = list(_encoder(session).players)
    accused = players.index(fields["accused"]) if fields["accused"] in players else -1
    session.act(Complain(accused, fields["type"]))


def _pointed_out(move: Mapping[str, Any] | None) -> PointOut | Withdraw:
    if not move:
        return Withdraw()
    (number, made), *others = move.items()
    if others or not isinstance(made, dict):
        raise Dropped("a complaint is about one move.")
    kind, data = made.get("type"), made.get("data")
    if not isinstance(kind, str) or not isinstance(data, str):
        raise Dropped("a move has a type and data.")
    digits = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
    return PointOut(int(number) if digits else None, kind, data)


PLAY_HANDLERS: dict[int, Callable[[CgSession, dict[str, Any]], None]] = {
    ids.GAME_START: created,
    ids.DK_ANNOUNCE: announce,
    ids.DK_CARD_INTENT: card_intent,
    ids.DK_COMPLAINT: complaint,
}


# --- by itself ---------------------------------------------------------------------------------


def look_at_calls(session: CgSession) -> None:
    """Somebody was convicted of an announcement: which calls are still there?"""

    def looked(reply: Reply) -> None:
        if (
            isinstance(reply, Actions)
            and reply.observation is not None
            and session.encoder is not None
        ):
            session.say(*session.encoder.tell(Looked(reply.observation.view)))

    session.hold(AskActions(), looked)


def wish_for(session: CgSession, now: int) -> None:
    """Answer for a client that is asked for its wish and gives none."""
    if _encoder(session).question != WISH:
        session.wishing_since = None
    elif session.wishing_since is None:
        session.wishing_since = now
    elif now - session.wishing_since >= WISHING:
        session.wishing_since = None
        session.act(SAY[f"{WISH}_foreign"])
