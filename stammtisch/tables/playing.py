"""What people do in a match, and what they want to know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stammtisch.games.game import Action, Refusal
from stammtisch.records import ChatLine
from stammtisch.tables import asks
from stammtisch.tables import events as news
from stammtisch.tables.answers import Actions, Answer, Verdict
from stammtisch.tables.asks import Who
from stammtisch.tables.plain import action_from_plain
from stammtisch.tables.seating import Handler
from stammtisch.tables.steps import Step

if TYPE_CHECKING:
    from stammtisch.tables.keeper import Keeper

CHAT_LONGEST = 1000


def act(keeper: Keeper, who: Who, ask: asks.Act) -> tuple[Answer, Step]:
    table = keeper.table
    seat = keeper.seat(who)
    if ask.seq is not None and ask.seq != table.seq:
        raise Refusal("stale", "Something has happened meanwhile: look again.")
    step = table.act(seat, ask.action, *keeper.time())
    keeper.actions += 1
    return keeper.accepted(step, who), step


def tell_actions(keeper: Keeper, who: Who, ask: asks.AskActions) -> tuple[Answer, Step]:
    seat, table = keeper.seat(who), keeper.table
    sight = table.match.sight(seat) if table.match is not None and table.running else None
    return Actions(seq=table.seq, sight=sight), Step()


def tell_why(keeper: Keeper, who: Who, ask: asks.Why) -> tuple[Answer, Step]:
    seat, table = keeper.seat(who), keeper.table
    try:
        if table.match is None or not table.running:
            raise Refusal("no_match", "There is no match on this table now.")
        action = ask.action
        if type(action) is dict:
            action = action_from_plain(table.game, action)
        table.match.verify(seat, cast("Action", action))
    except Refusal as refusal:
        why = Verdict(legal=False, code=refusal.code, message=refusal.reason, data=refusal.data)
        return why, Step()
    return Verdict(legal=True), Step()


def look_back(keeper: Keeper, who: Who, ask: asks.LookBack) -> tuple[Answer, Step]:
    if not keeper.here.connections_of(who.account):
        raise Refusal("not_here", "You are not at this table.")
    past = keeper.table.past()
    if past is None or ask.match != keeper.table.match_id:
        raise Refusal("no_match", "No deal of that match lies open.")
    return past, Step()


def say(keeper: Keeper, who: Who, ask: asks.Say) -> tuple[Answer, Step]:
    if len(ask.text) > CHAT_LONGEST:
        raise Refusal("too_long", "A message has at most {most} characters.", most=CHAT_LONGEST)
    if keeper.here.keeps_seat(who) is None:
        # Whoever was sent away is not heard any more.
        raise Refusal("not_here", "You are not at this table.")
    seat = keeper.table.seat_of(who.account)
    line = ChatLine(who.name, ask.text, keeper.time()[1])
    said = news.Said(name=who.name, text=ask.text, at=line.at, seat=seat)
    step = Step(events=[said], chat=line)
    return keeper.accepted(step, who), step


HANDLERS: dict[type, Handler] = {
    asks.Act: act,
    asks.AskActions: tell_actions,
    asks.Why: tell_why,
    asks.LookBack: look_back,
    asks.Say: say,
}
