"""What each action of a client means. Whether it may be done now is for the game's rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from stammtisch import requests
from stammtisch.games.game import Refusal
from stammtisch.games.mao import records, rules
from stammtisch.games.mao.cards import check_text
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.protocols.mao import messages
from stammtisch.protocols.mao.roster import Roster
from stammtisch.requests import Act
from stammtisch.vocabulary import Request

_HAND, _DECK = records.Spot("hand"), records.Spot("deck")
#: People name the same few places again and again.
_spot_at = lru_cache(maxsize=1024)(records.Spot)
_DRAW = Act(action=records.Move(_DECK, _HAND))
_ACCEPT = Act(action=records.Accept())
_CANCEL = Act(action=records.Cancel())
_LEAVE = requests.Leave()


def request_of(action: messages.ClientAction, roster: Roster, ext: bool) -> Request | None:
    """What the action of a client asks of the server; None for nothing at all."""
    return _REQUESTS[type(action)](action, roster, ext)


def _talk(action: messages.Talk, roster: Roster, ext: bool) -> Request | None:
    if roster.running and roster.you is not None:
        return Act(action=records.Talk(action.args))
    try:
        check_text(action.args, 0, rules.TALK_CAP)
    except Refusal:
        return None
    return requests.Say(text=action.args, reach="table")


def _move_card(action: messages.MoveCard, roster: Roster, ext: bool) -> Request | None:
    source, target = _spot(action.args.source, ext), _spot(action.args.target, ext)
    if source is None or target is None:
        return None
    if source is _DECK and target is _HAND:
        return _DRAW
    return Act(action=records.Move(source, target))


def _spot(
    place: messages.FromHand | messages.ToHand | messages.Pile | messages.Deck, ext: bool
) -> records.Spot | None:
    kind = type(place)
    if kind is messages.Deck:
        return _DECK
    if kind is messages.ToHand:
        return _HAND
    if isinstance(place, messages.Pile):
        index = place.card_index
        return _spot_at("pile", index, place.pile_index) if index is not None or ext else None
    assert isinstance(place, messages.FromHand)
    return _spot_at("hand", place.card_index)


def _accuse(action: messages.Accuse, roster: Roster, ext: bool) -> Request | None:
    args = action.args
    player, reason = (args, None) if isinstance(args, str) else (args.player, args.reason)
    seat = roster.seat_of(player)
    if seat is None or not (ext or isinstance(args, str)):
        return None
    return Act(action=records.Accuse(seat, reason))


def _write_rule(action: messages.WriteRule, roster: Roster, ext: bool) -> Request | None:
    return Act(action=records.WriteRule(action.args, LANGUAGE))


_REQUESTS: dict[type[Any], Callable[[Any, Roster, bool], Request | None]] = {
    messages.Talk: _talk,
    messages.MoveCard: _move_card,
    messages.Accuse: _accuse,
    messages.AcceptAccusation: lambda action, roster, ext: _ACCEPT,
    messages.CancelAccusation: lambda action, roster, ext: _CANCEL,
    messages.WriteRule: _write_rule,
    messages.LeaveTable: lambda action, roster, ext: _LEAVE if ext else None,
}
