"""What a table answers: who comes and goes, what its host may do before a match, and what people do
in a match or want to know of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import UNSET

from stammtisch import requests
from stammtisch.bots.bots import Decision, Reason, bot_for
from stammtisch.games.game import Action, Refusal
from stammtisch.records import ChatLine
from stammtisch.replies import Accepted, Actions, Explanation, Hint, Joined, Refused, Saved, Verdict
from stammtisch.requests import Caller
from stammtisch.tables import events as news
from stammtisch.tables.encoding import action_from_plain
from stammtisch.tables.saving import is_bot, level_of, saved_match, token_of
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import Place, Step
from stammtisch.tables.table import StepFailed
from stammtisch.vocabulary import Done, Reply, Request, handlers_in, handles

if TYPE_CHECKING:
    from stammtisch.tables.runner import TableRunner


SITS_OUT = (
    "You did not open your nonce when a match was about to begin here: it is played without you, "
    "unless somebody at the table invites you."
)

NOTHING_NOW = Explanation.of(Reason("nothing_now"))

#: What comes of a request: what it changed (then the answer is `Accepted`), or only an answer, or
#: both; or a function that will answer later.
Outcome = Step | Reply | tuple[Reply, Step] | Callable[[Done], None]
Handler = Callable[["TableRunner", Caller, Any], Outcome]


# --- coming and going --------------------------------------------------------------------------


@handles(requests.Join)
def join(runner: TableRunner, who: Caller, ask: requests.Join) -> tuple[Reply, Step]:
    table, state, here = runner.table, runner.table.state, runner.here
    runner.check_entry(who, ask.invite, ask.password)
    seat = state.seat_of(who.account)
    back = seat is not None
    step = Step()
    if seat is None and not ask.watch:
        if state.running and not ask.late:
            raise Refusal("running", "The match is on already.")
        if who.account in state.late:
            raise Refusal("late", SITS_OUT)
        _tell_replaced(runner, who)
        seat = table.seat_for(ask.seat, expecting=runner.expecting)
        # Present first, so that the news shows a seat whose owner is there.
        was_here = who.connection in here.accounts
        owner = state.places[seat].account if state.running else None
        here.arrive(who, ask.keep, ask.follow)
        try:
            step = table.sit(seat, who.account, who.name, *runner.time(), keep=ask.keep)
        except StepFailed:
            if not was_here:
                here.depart(who, runner.time()[0])
            raise
        if owner is not None:
            here.away_since.pop(owner, None)
            runner.owner.tell_account(owner, _replaced_by(who.name))
    elif seat is not None:
        step = _come_back(runner, who, ask, seat)
    else:
        if not state.settings.watch:
            raise Refusal("no_watching", "Nobody may watch this table.")
        here.arrive(who, ask.keep, ask.follow)
    answer = Joined(
        seat=seat,
        back=back,
        invite=state.invite,
        snapshot=runner.snapshot(seat, who.connection),
        missed=runner.missed(ask.since, seat),
        events=runner.seen(step.events, seat),
    )
    return answer, step


def _replaced_by(name: str) -> str:
    return f"{name} has taken over your seat, because you left the match or were away too long."


def _tell_replaced(runner: TableRunner, who: Caller) -> None:
    """Whoever wants to come back to a seat that another has now hears that first."""
    by = runner.table.state.replaced.pop(who.account, None)
    if by is not None and runner.table.state.running:
        raise Refusal("taken_over", _replaced_by(by))


def _come_back(runner: TableRunner, who: Caller, ask: requests.Join, seat: int) -> Step:
    table, state = runner.table, runner.table.state
    was_away = state.is_away(seat)
    step = Step()
    if state.places[seat].name != who.name:
        step = table.rename(seat, who.name, *runner.time())
    runner.here.arrive(who, ask.keep, ask.follow)
    if was_away:
        step.add(table.welcome_back(seat, *runner.time()))
    return step


@handles(requests.Leave)
def leave(runner: TableRunner, who: Caller, ask: requests.Leave) -> tuple[Reply, Step]:
    return _go(runner, who, on_purpose=True)


@handles(requests.Disconnect)
def disconnect(runner: TableRunner, who: Caller, ask: requests.Disconnect) -> tuple[Reply, Step]:
    return _go(runner, who, on_purpose=False)


def _go(runner: TableRunner, who: Caller, *, on_purpose: bool) -> tuple[Reply, Step]:
    table, state, here = runner.table, runner.table.state, runner.here
    keeps_seat = here.keeps_seat(who)
    if keeps_seat is None:
        raise Refusal("not_here", "You are not at this table.")
    now, wall = runner.time()
    seat = state.seat_of(who.account)
    last_one = here.is_last(who)
    gives_up = on_purpose or (last_one and not keeps_seat)
    step = Step()
    try:
        if seat is not None and gives_up and not state.running:
            step = table.stand(seat, now, wall, late=table.others_opened(seat))
        elif seat is not None and gives_up and _goes_on_without(runner, keeps_seat):
            step = table.go_out(seat, now, wall)
    except StepFailed:
        # The seat is still theirs, but the connection is gone whatever the rules say.
        here.depart(who, now)
        if last_one:
            here.away_since[who.account] = now
        raise
    here.depart(who, now)
    if seat is not None and last_one and not step.entries:
        here.away_since[who.account] = now
        if on_purpose:
            table.here.released.add(who.account)
            here.left.add(who.account)
        name = state.places[seat].name or ""
        gone = news.Left(seat=seat, name=name, seats=state.seat_infos(), away=True)
        if on_purpose and state.running and state.settings.leaver == "end":
            step = table.abort(f"{name} has left the table.", now, wall)
        step.events.insert(0, gone)
    return Accepted(seq=state.seq, at=now, events=[]), step


def _goes_on_without(runner: TableRunner, can_return: bool) -> bool:
    """Is somebody who gives up a seat in a match out of it? Always if nobody could return."""
    state = runner.table.state
    return state.settings.leaver == "out" or (state.game.goes_on and not can_return)


@handles(requests.TakeName)
def take_name(runner: TableRunner, who: Caller, ask: requests.TakeName) -> Step:
    seat = runner.seat(who)
    return runner.table.rename(seat, who.name, *runner.time())


# --- before a match ----------------------------------------------------------------------------


@handles(requests.Ready)
def ready(runner: TableRunner, who: Caller, ask: requests.Ready) -> Step:
    return runner.table.ready(runner.seat(who), ask.nonce, *runner.time(), seal=ask.hash)


@handles(requests.Disclose)
def disclose(runner: TableRunner, who: Caller, ask: requests.Disclose) -> Step:
    return runner.table.disclose(runner.seat(who), ask.nonce, *runner.time())


@handles(requests.Unready)
def unready(runner: TableRunner, who: Caller, ask: requests.Unready) -> Step:
    return runner.table.unready(runner.seat(who), *runner.time())


@handles(requests.AddBot)
def add_bot(runner: TableRunner, who: Caller, ask: requests.AddBot) -> Step:
    runner.seat(who)
    if runner.table.state.running:
        raise Refusal("running", "Bots sit down before a match, not in it.")
    empty = [seat for seat, place in enumerate(runner.table.state.places) if not place.taken]
    seat = ask.seat if ask.seat is not None else next(iter(empty), None)
    if seat is None or seat not in empty:
        raise Refusal("seat_taken", "That seat is not free for a bot.")
    return runner.bots.sit(seat, ask.level or runner.table.state.settings.bots, filler=False)


@handles(requests.RemoveBot)
def remove_bot(runner: TableRunner, who: Caller, ask: requests.RemoveBot) -> Step:
    runner.seat(who)
    places = runner.table.state.places
    if runner.table.state.running:
        raise Refusal("running", "Bots leave after the match, not in it.")
    runner.table.must_not_disclose()
    if ask.seat not in range(len(places)) or places[ask.seat].bot is None:
        raise Refusal("no_bot", "No bot sits there.")
    return runner.table.stand(ask.seat, *runner.time())


# --- the host ----------------------------------------------------------------------------------


@handles(requests.Configure)
def configure(runner: TableRunner, who: Caller, ask: requests.Configure) -> Step:
    table = _as_host(runner, who).table
    names = Settings.__struct_fields__
    chosen = {name: getattr(ask, name, UNSET) for name in names}
    changes = {name: value for name, value in chosen.items() if value is not UNSET}
    if "profile" in changes:
        # What was changed in another profile means nothing in this one.
        changes.setdefault("options", {})
    elif "options" in changes:
        changes["options"] = {**table.state.settings.options, **changes["options"]}
    lock = table.state.lock
    if ask.password is not UNSET:
        lock = None if ask.password is None else table.lock_of(ask.password)
    settings = msgspec.structs.replace(table.state.settings, **changes)
    runner.owner.check_settings(settings)
    before, uninvite = table.state.invite, ask.password is not UNSET
    step = table.configure(settings, lock, *runner.time(), anew=ask.anew, uninvite=uninvite)
    if uninvite:
        runner.owner.uninvite(runner, before)
    return step


@handles(requests.Arrange)
def arrange(runner: TableRunner, who: Caller, ask: requests.Arrange) -> Step:
    return _as_host(runner, who).table.arrange(ask.order, *runner.time())


@handles(requests.Kick)
def kick(runner: TableRunner, who: Caller, ask: requests.Kick) -> Step:
    _as_host(runner, who)
    place = _person_at(runner, ask.seat)
    if place.account == who.account:
        raise Refusal("yourself", "You cannot send yourself away; leave the table instead.")
    return runner.table.kick(ask.seat, ask.reason, *runner.time())


@handles(requests.TransferHost)
def transfer_host(runner: TableRunner, who: Caller, ask: requests.TransferHost) -> Step:
    table = runner.table
    _must_be_host(runner, who)
    _person_at(runner, ask.seat)
    return table.transfer_host(ask.seat, *runner.time())


@handles(requests.Save)
def save(runner: TableRunner, who: Caller, ask: requests.Save) -> Reply:
    runner.seat(who)
    _, wall = runner.time()
    return Saved(token=token_of(runner.owner.key, runner.table.saved(), wall))


@handles(requests.Load)
def load(runner: TableRunner, who: Caller, ask: requests.Load) -> Step:
    table = _as_host(runner, who).table
    match = saved_match(runner.owner.key, ask.token)
    for player in filter(is_bot, match.seats):
        bot_for(match.game, level_of(player))
    step = table.load(match, *runner.time())
    for seat, level in table.seats_for_bots(match).items():
        step.add(runner.bots.sit(seat, level, filler=False))
    return step


@handles(requests.AllowEntry)
def welcome(runner: TableRunner, who: Caller, ask: requests.AllowEntry) -> Step:
    """Anybody with a seat may invite; only the host forgives whom the host has sent away."""
    runner.seat(who)
    table, state = runner.table, runner.table.state
    if ask.account in state.barred and state.host != who.account:
        raise Refusal("dismissed", "The host has sent that person away from this table.")
    return table.readmit(ask.account, *runner.time())


def _must_be_host(runner: TableRunner, who: Caller) -> None:
    if runner.table.state.host != who.account:
        raise Refusal("not_host", "Only the host of the table may do that.")


def _as_host(runner: TableRunner, who: Caller) -> TableRunner:
    _must_be_host(runner, who)
    if runner.table.state.running:
        raise Refusal("running", "The match is on: this is for the time between matches.")
    runner.table.must_not_disclose()
    return runner


def _person_at(runner: TableRunner, seat: int) -> Place:
    places = runner.table.state.places
    if seat not in range(len(places)) or not places[seat].taken or places[seat].bot is not None:
        raise Refusal("nobody_there", "Nobody sits there.")
    return places[seat]


CHAT_LONGEST = 1000


@handles(requests.Act)
def act(runner: TableRunner, who: Caller, ask: requests.Act) -> Step:
    table = runner.table
    seat = runner.seat(who)
    if ask.seq is not None and ask.seq != table.state.seq:
        raise Refusal("stale", "Something has happened meanwhile: look again.")
    step = table.act(seat, ask.action, *runner.time())
    runner.counters.actions += 1
    return step


@handles(requests.AskActions)
def tell_actions(runner: TableRunner, who: Caller, ask: requests.AskActions) -> Reply:
    seat, state = runner.seat(who), runner.table.state
    observation = (
        state.match.observation(seat) if state.match is not None and state.running else None
    )
    return Actions(seq=state.seq, observation=observation)


@handles(requests.CheckAction)
def check_action(runner: TableRunner, who: Caller, ask: requests.CheckAction) -> Reply:
    seat, state = runner.seat(who), runner.table.state
    try:
        if state.match is None or not state.running:
            raise Refusal("no_match", "There is no match on this table now.")
        action = ask.action
        if type(action) is dict:
            action = action_from_plain(state.game, action)
        state.match.verify(seat, cast("Action", action))
    except Refusal as refusal:
        return Verdict(legal=False, code=refusal.code, message=refusal.reason, data=refusal.data)
    return Verdict(legal=True)


@handles(requests.AskHint)
def hint(runner: TableRunner, who: Caller, ask: requests.AskHint) -> Outcome:
    """Ask a good bot what it would do."""
    seat, state = runner.seat(who), runner.table.state
    if not state.settings.hints:
        raise Refusal("no_hints", "At this table nobody gets hints.")
    if state.match is None or not state.running:
        raise Refusal("no_match", "There is no match on this table now.")
    seq, game, observation = state.seq, state.game, state.match.observation(seat)
    if not observation.actions:
        return Hint(seq=seq, action=None, reason=NOTHING_NOW)

    def answer_later(reply: Done) -> None:
        def decided(decision: Decision | None) -> None:
            if decision is None:
                reply(Refused(code="no_advice", message="The bot does not know what to do."))
            else:
                reason = Explanation.of(decision.reason)
                runner.answer(reply, Hint(seq=seq, action=decision.action, reason=reason))

        runner.executor.think(game.name, game.best_level, observation, decided)

    return answer_later


@handles(requests.OpenDeals)
def open_deals(runner: TableRunner, who: Caller, ask: requests.OpenDeals) -> Reply:
    if not runner.here.connections_of(who.account):
        raise Refusal("not_here", "You are not at this table.")
    past = runner.table.state.past()
    if past is None or ask.match != runner.table.state.match_id:
        raise Refusal("no_match", "No deal of that match lies open.")
    return past


@handles(requests.Say)
def say(runner: TableRunner, who: Caller, ask: requests.Say) -> Step:
    if len(ask.text) > CHAT_LONGEST:
        raise Refusal("too_long", "A message has at most {most} characters.", most=CHAT_LONGEST)
    if runner.here.keeps_seat(who) is None:
        # Whoever was sent away is not heard any more.
        raise Refusal("not_here", "You are not at this table.")
    seat = runner.table.state.seat_of(who.account)
    line = ChatLine(who.name, ask.text, runner.time()[1])
    said = news.Said(name=who.name, text=ask.text, at=line.at, seat=seat)
    return Step(events=[said], beside=line)


#: What answers each request that is put to a table.
HANDLERS: dict[type[Request], Handler] = handlers_in(sys.modules[__name__])
