"""Who comes to a table, who goes, and what its host may do before a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Refusal
from stammtisch.tables import asks
from stammtisch.tables import events as news
from stammtisch.tables.answers import Accepted, Answer, Joined, Saved
from stammtisch.tables.asks import Who
from stammtisch.tables.saving import is_bot, level_of, saved_match, token_of
from stammtisch.tables.settings import Settings
from stammtisch.tables.steps import Place, Step
from stammtisch.tables.table import Broken

if TYPE_CHECKING:
    from stammtisch.tables.keeper import Keeper

SITS_OUT = (
    "You did not open your nonce when a match was about to begin here: it is played without you, "
    "unless somebody at the table invites you."
)

#: Answers an ask, and says what it changed.
Handler = Callable[["Keeper", Who, Any], tuple[Answer, Step]]


# --- coming and going --------------------------------------------------------------------------


def join(keeper: Keeper, who: Who, ask: asks.Join) -> tuple[Answer, Step]:
    table, here = keeper.table, keeper.here
    keeper.check_entry(who, ask.invite, ask.password)
    seat = table.seat_of(who.account)
    back = seat is not None
    step = Step()
    if seat is None and not ask.watch:
        if table.running and not ask.late:
            raise Refusal("running", "The match is on already.")
        if who.account in table.late:
            raise Refusal("late", SITS_OUT)
        _tell_replaced(keeper, who)
        seat = table.seat_for(ask.seat, expecting=keeper.expecting)
        # Present first, so that the news shows a seat whose owner is there.
        was_here = who.connection in here.accounts
        owner = table.places[seat].account if table.running else None
        here.arrive(who, ask.keep, ask.follow)
        try:
            step = table.sit(seat, who.account, who.name, *keeper.time(), keep=ask.keep)
        except Broken:
            if not was_here:
                here.depart(who, keeper.time()[0])
            raise
        if owner is not None:
            here.away_since.pop(owner, None)
            keeper.tell_replaced(owner, _replaced_by(who.name))
    elif seat is not None:
        step = _come_back(keeper, who, ask, seat)
    else:
        if not table.settings.watch:
            raise Refusal("no_watching", "Nobody may watch this table.")
        here.arrive(who, ask.keep, ask.follow)
    answer = Joined(
        seat=seat,
        back=back,
        invite=table.invite,
        snapshot=keeper.snapshot(seat, who.connection),
        missed=keeper.missed(ask.since, seat),
        events=keeper.seen(step.events, seat),
    )
    return answer, step


def _replaced_by(name: str) -> str:
    return f"{name} has taken over your seat, because you left the match or were away too long."


def _tell_replaced(keeper: Keeper, who: Who) -> None:
    """Whoever wants to come back to a seat that another has now hears that first."""
    by = keeper.table.replaced.pop(who.account, None)
    if by is not None and keeper.table.running:
        raise Refusal("taken_over", _replaced_by(by))


def _come_back(keeper: Keeper, who: Who, ask: asks.Join, seat: int) -> Step:
    table = keeper.table
    was_away = table.is_away(seat)
    step = Step()
    if table.places[seat].name != who.name:
        step = table.rename(seat, who.name, *keeper.time())
    keeper.here.arrive(who, ask.keep, ask.follow)
    if was_away:
        step.add(table.welcome_back(seat, *keeper.time()))
    return step


def leave(keeper: Keeper, who: Who, ask: asks.Leave) -> tuple[Answer, Step]:
    return _go(keeper, who, on_purpose=True)


def lose_touch(keeper: Keeper, who: Who, ask: asks.LoseTouch) -> tuple[Answer, Step]:
    return _go(keeper, who, on_purpose=False)


def _go(keeper: Keeper, who: Who, *, on_purpose: bool) -> tuple[Answer, Step]:
    table, here = keeper.table, keeper.here
    keeps_seat = here.keeps_seat(who)
    if keeps_seat is None:
        raise Refusal("not_here", "You are not at this table.")
    now, wall = keeper.time()
    seat = table.seat_of(who.account)
    last_one = here.is_last(who)
    gives_up = on_purpose or (last_one and not keeps_seat)
    step = Step()
    try:
        if seat is not None and gives_up and not table.running:
            step = table.stand(seat, now, wall, late=table.others_opened(seat))
        elif seat is not None and gives_up and _goes_on_without(keeper, keeps_seat):
            step = table.go_out(seat, now, wall)
    except Broken:
        # The seat is still theirs, but the connection is gone whatever the rules say.
        here.depart(who, now)
        if last_one:
            here.away_since[who.account] = now
        raise
    here.depart(who, now)
    if seat is not None and last_one and not step.entries:
        here.away_since[who.account] = now
        if on_purpose:
            table.released.add(who.account)
            here.left.add(who.account)
        name = table.places[seat].name or ""
        gone = news.Left(seat=seat, name=name, seats=table.seat_infos(), away=True)
        if on_purpose and table.running and table.settings.leaver == "end":
            step = table.abort(f"{name} has left the table.", now, wall)
        step.events.insert(0, gone)
    return Accepted(seq=table.seq, at=now, events=[]), step


def _goes_on_without(keeper: Keeper, can_return: bool) -> bool:
    """Is somebody who gives up a seat in a match out of it? Always if nobody could return."""
    table = keeper.table
    return table.settings.leaver == "out" or (table.game.goes_on and not can_return)


def take_name(keeper: Keeper, who: Who, ask: asks.TakeName) -> tuple[Answer, Step]:
    seat = keeper.seat(who)
    step = keeper.table.rename(seat, who.name, *keeper.time())
    return keeper.accepted(step, who), step


# --- before a match ----------------------------------------------------------------------------


def ready(keeper: Keeper, who: Who, ask: asks.Ready) -> tuple[Answer, Step]:
    step = keeper.table.ready(keeper.seat(who), ask.nonce, *keeper.time(), seal=ask.hash)
    return keeper.accepted(step, who), step


def disclose(keeper: Keeper, who: Who, ask: asks.Disclose) -> tuple[Answer, Step]:
    step = keeper.table.disclose(keeper.seat(who), ask.nonce, *keeper.time())
    return keeper.accepted(step, who), step


def unready(keeper: Keeper, who: Who, ask: asks.Unready) -> tuple[Answer, Step]:
    step = keeper.table.unready(keeper.seat(who), *keeper.time())
    return keeper.accepted(step, who), step


def add_bot(keeper: Keeper, who: Who, ask: asks.AddBot) -> tuple[Answer, Step]:
    keeper.seat(who)
    if keeper.table.running:
        raise Refusal("running", "Bots sit down before a match, not in it.")
    empty = [seat for seat, place in enumerate(keeper.table.places) if not place.taken]
    seat = ask.seat if ask.seat is not None else next(iter(empty), None)
    if seat is None or seat not in empty:
        raise Refusal("seat_taken", "That seat is not free for a bot.")
    step = keeper.bots.sit(seat, ask.level, filler=False)
    return keeper.accepted(step, who), step


def remove_bot(keeper: Keeper, who: Who, ask: asks.RemoveBot) -> tuple[Answer, Step]:
    keeper.seat(who)
    places = keeper.table.places
    if keeper.table.running:
        raise Refusal("running", "Bots leave after the match, not in it.")
    keeper.table.must_not_disclose()
    if ask.seat not in range(len(places)) or places[ask.seat].bot is None:
        raise Refusal("no_bot", "No bot sits there.")
    step = keeper.table.stand(ask.seat, *keeper.time())
    return keeper.accepted(step, who), step


# --- the host ----------------------------------------------------------------------------------


def configure(keeper: Keeper, who: Who, ask: asks.Configure) -> tuple[Answer, Step]:
    table = _as_host(keeper, who).table
    names = Settings.__struct_fields__
    chosen = {name: getattr(ask, name, UNSET) for name in names}
    changes = {name: value for name, value in chosen.items() if value is not UNSET}
    if "profile" in changes:
        # What was changed in another profile means nothing in this one.
        changes.setdefault("options", {})
    elif "options" in changes:
        changes["options"] = {**table.settings.options, **changes["options"]}
    lock = table.lock
    if ask.password is not UNSET:
        lock = None if ask.password is None else table.lock_of(ask.password)
    settings = msgspec.structs.replace(table.settings, **changes)
    keeper.check_settings(settings)
    before, uninvite = table.invite, ask.password is not UNSET
    step = table.configure(settings, lock, *keeper.time(), anew=ask.anew, uninvite=uninvite)
    if uninvite:
        keeper.uninvite(before)
    return keeper.accepted(step, who), step


def arrange(keeper: Keeper, who: Who, ask: asks.Arrange) -> tuple[Answer, Step]:
    step = _as_host(keeper, who).table.arrange(ask.order, *keeper.time())
    return keeper.accepted(step, who), step


def dismiss(keeper: Keeper, who: Who, ask: asks.Dismiss) -> tuple[Answer, Step]:
    _as_host(keeper, who)
    place = _person_at(keeper, ask.seat)
    if place.account == who.account:
        raise Refusal("yourself", "You cannot send yourself away; leave the table instead.")
    step = keeper.table.dismiss(ask.seat, ask.reason, *keeper.time())
    return keeper.accepted(step, who), step


def entrust(keeper: Keeper, who: Who, ask: asks.Entrust) -> tuple[Answer, Step]:
    table = keeper.table
    _must_be_host(keeper, who)
    _person_at(keeper, ask.seat)
    step = table.entrust(ask.seat, *keeper.time())
    return keeper.accepted(step, who), step


def save(keeper: Keeper, who: Who, ask: asks.Save) -> tuple[Answer, Step]:
    keeper.seat(who)
    _, wall = keeper.time()
    return Saved(token=token_of(keeper.key, keeper.table.saved(), wall)), Step()


def load(keeper: Keeper, who: Who, ask: asks.Load) -> tuple[Answer, Step]:
    table = _as_host(keeper, who).table
    match = saved_match(keeper.key, ask.token)
    for player in filter(is_bot, match.seats):
        bot_for(match.game, level_of(player))
    step = table.load(match, *keeper.time())
    for seat, level in table.seats_for_bots(match).items():
        step.add(keeper.bots.sit(seat, level, filler=False))
    return keeper.accepted(step, who), step


def welcome(keeper: Keeper, who: Who, ask: asks.Welcome) -> tuple[Answer, Step]:
    """Anybody with a seat may invite; only the host forgives whom the host has sent away."""
    keeper.seat(who)
    table = keeper.table
    if ask.account in table.barred and table.host != who.account:
        raise Refusal("dismissed", "The host has sent that person away from this table.")
    step = table.pardon(ask.account, *keeper.time())
    return keeper.accepted(step, who), step


def _must_be_host(keeper: Keeper, who: Who) -> None:
    if keeper.table.host != who.account:
        raise Refusal("not_host", "Only the host of the table may do that.")


def _as_host(keeper: Keeper, who: Who) -> Keeper:
    _must_be_host(keeper, who)
    if keeper.table.running:
        raise Refusal("running", "The match is on: this is for the time between matches.")
    keeper.table.must_not_disclose()
    return keeper


def _person_at(keeper: Keeper, seat: int) -> Place:
    places = keeper.table.places
    if seat not in range(len(places)) or not places[seat].taken or places[seat].bot is not None:
        raise Refusal("nobody_there", "Nobody sits there.")
    return places[seat]


HANDLERS: dict[type, Handler] = {
    asks.Join: join,
    asks.Leave: leave,
    asks.LoseTouch: lose_touch,
    asks.TakeName: take_name,
    asks.Ready: ready,
    asks.Disclose: disclose,
    asks.Unready: unready,
    asks.AddBot: add_bot,
    asks.RemoveBot: remove_bot,
    asks.Configure: configure,
    asks.Arrange: arrange,
    asks.Dismiss: dismiss,
    asks.Entrust: entrust,
    asks.Welcome: welcome,
    asks.Save: save,
    asks.Load: load,
}
