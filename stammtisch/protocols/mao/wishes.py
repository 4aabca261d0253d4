"""What a client's action asks of the house, if it asks anything at all.

Here is decided what an action means; whether it may be done now is for the game's rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from stammtisch.games.game import Refusal
from stammtisch.games.mao import limits, records
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.games.mao.text import check_text
from stammtisch.house import requests
from stammtisch.house.requests import Act, Request
from stammtisch.protocols.mao import actions
from stammtisch.protocols.mao.company import Company

_HAND, _DECK = records.Spot("hand"), records.Spot("deck")
#: People name the same few places again and again.
_spot_at = lru_cache(maxsize=1024)(records.Spot)
_DRAW = Act(action=records.Move(_DECK, _HAND))
_ACCEPT = Act(action=records.Accept())
_CANCEL = Act(action=records.Cancel())
_LEAVE = requests.Leave()


def wish(action: actions.ClientAction, company: Company, ext: bool) -> Request | None:
    return _WISHES[type(action)](action, company, ext)


def _talk(action: actions.Talk, company: Company, ext: bool) -> Request | None:
    if company.running and company.you is not None:
        return Act(action=records.Talk(action.args))
    try:
        check_text(action.args, 0, limits.TALK_CAP)
    except Refusal:
        return None
    return requests.Say(text=action.args, reach="table")


def _move_card(action: actions.MoveCard, company: Company, ext: bool) -> Request | None:
    source, target = _spot(action.args.source, ext), _spot(action.args.target, ext)
    if source is None or target is None:
        return None
    if source is _DECK and target is _HAND:
        return _DRAW
    return Act(action=records.Move(source, target))


def _spot(
    place: actions.FromHand | actions.ToHand | actions.Pile | actions.Deck, ext: bool
) -> records.Spot | None:
    kind = type(place)
    if kind is actions.Deck:
        return _DECK
    if kind is actions.ToHand:
        return _HAND
    if isinstance(place, actions.Pile):
        index = place.card_index
        return _spot_at("pile", index, place.pile_index) if index is not None or ext else None
    assert isinstance(place, actions.FromHand)
    return _spot_at("hand", place.card_index)


def _accuse(action: actions.Accuse, company: Company, ext: bool) -> Request | None:
    args = action.args
    player, reason = (args, None) if isinstance(args, str) else (args.player, args.reason)
    seat = company.seat_of(player)
    if seat is None or not (ext or isinstance(args, str)):
        return None
    return Act(action=records.Accuse(seat, reason))


def _write_rule(action: actions.WriteRule, company: Company, ext: bool) -> Request | None:
    return Act(action=records.WriteRule(action.args, LANGUAGE))


_WISHES: dict[type[Any], Callable[[Any, Company, bool], Request | None]] = {
    actions.Talk: _talk,
    actions.MoveCard: _move_card,
    actions.Accuse: _accuse,
    actions.AcceptAccusation: lambda action, company, ext: _ACCEPT,
    actions.CancelAccusation: lambda action, company, ext: _CANCEL,
    actions.WriteRule: _write_rule,
    actions.LeaveTable: lambda action, company, ext: _LEAVE if ext else None,
}
