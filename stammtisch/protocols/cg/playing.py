"""What clients do in a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Return, Withdraw
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.house.requests import AskActions, Reply
from stammtisch.protocols.cg import registry as ids
from stammtisch.protocols.cg.packets import Dropped
from stammtisch.protocols.cg.status import GAME, message
from stammtisch.protocols.cg.telling import Looked, Stage, Teller
from stammtisch.protocols.cg.words import WISH, word_of
from stammtisch.tables.answers import Actions

if TYPE_CHECKING:
    from stammtisch.protocols.cg.session import CgSession

#: Milliseconds after which a bride has wished for any trick of another's: the original client
#: shows the question, and cannot answer it.
WISHING = 30_000
_MOST_DIGITS = 9


def _teller(session: CgSession) -> Teller:
    # The packets of a game are taken in no other state.
    assert session.teller is not None
    return session.teller


def _too_early(session: CgSession) -> bool:
    """The client plays before it has said that it is ready: it cannot know what has happened."""
    if _teller(session).stage is Stage.PLAYING:
        return False
    session.say(message("warn", GAME + "pc_wrong_phase"))
    return True


def created(session: CgSession, fields: Mapping[str, Any]) -> None:
    session.say(*_teller(session).created())


def announce(session: CgSession, fields: Mapping[str, Any]) -> None:
    kind = fields["type"]
    if kind == "ready":
        session.say(*_teller(session).ready())
        return
    word = word_of(kind, fields.get("data") or {})
    if word is None:
        raise Dropped(f"nobody announces {kind[:40]!r} like that.")
    if not _too_early(session):
        session.act(SAY[word])


def card_intent(session: CgSession, fields: Mapping[str, Any]) -> None:
    if _too_early(session):
        return
    teller, named = _teller(session), fields["card"]
    cards = [named] if isinstance(named, str) else named
    values = [teller.value_of(card) for card in cards]
    known = tuple(value for value in values if value)
    if len(known) != len(cards) or len(set(cards)) != len(cards):
        session.say(message("warn", GAME + "not_your_card"), *teller.asked_again())
        return
    teller.meant = cards
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
    players = list(_teller(session).players)
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


HANDLERS: dict[int, Callable[[CgSession, dict[str, Any]], None]] = {
    ids.GAME_START: created,
    ids.DK_ANNOUNCE: announce,
    ids.DK_CARD_INTENT: card_intent,
    ids.DK_COMPLAINT: complaint,
}


# --- by itself ---------------------------------------------------------------------------------


def look_at_calls(session: CgSession) -> None:
    """Somebody was convicted of an announcement: which calls are still there?"""

    def looked(reply: Reply) -> None:
        if isinstance(reply, Actions) and reply.sight is not None and session.teller is not None:
            session.say(*session.teller.tell(Looked(reply.sight.view)))

    session.hold(AskActions(), looked)


def wish_for(session: CgSession, now: int) -> None:
    """Answer for a client that is asked for its wish and gives none."""
    if _teller(session).question != WISH:
        session.wishing_since = None
    elif session.wishing_since is None:
        session.wishing_since = now
    elif now - session.wishing_since >= WISHING:
        session.wishing_since = None
        session.act(SAY[f"{WISH}_foreign"])
