"""All that a player may know of the running deal: the answer to `game.tarock.state`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stammtisch.games.game import Event, Seat, Sight
from stammtisch.games.tarock.cards import NUMBERS
from stammtisch.games.tarock.records import (
    Announce,
    AnnouncementMade,
    AnnouncingOver,
    Bid,
    BidMade,
    BidWon,
    CardPlayed,
    Exchange,
    Exchanged,
    HandOpened,
    KingCalled,
    Phase,
    Play,
    TalonShown,
    Trick,
)
from stammtisch.games.tarock.view import View
from stammtisch.protocols.tarock.room import Room
from stammtisch.protocols.tarock.telling import TELLING, Object, result

#: Called as the commands of the phase are.
PHASES: Mapping[Phase, str] = {
    "dealing": "deal",
    "bidding": "bid",
    "calling": "callking",
    "exchange": "exchange",
    "announcing": "announce",
    "play": "play",
    "scored": "result",
    "over": "finished",
}
_AFTER_TALK = ("play", "scored", "over")


def state(room: Room, sight: Sight, now_ms: int) -> Object:
    """`now_ms` is the time of day that belongs to `room.at`."""
    view: View = sight.view
    said: Object = {
        "phase": PHASES[view.phase],
        "id": view.seat,
        "hand": view.hand,
        "turn": view.mover,
        "trick": [] if view.trick is None else list(_laid(view.trick)),
        "history": [TELLING[type(event)](event) for event in events_of(view)],
        "totals": view.totals,
        "radli": view.radli,
        "round": view.deal,
        "dealer": view.dealer,
        "players": room.players(),
        "connected": [room.presence(seat)["connected"] for seat in room.seats],
        "rules": room.rules,
        "contract": view.contract,
        "declarer": view.declarer,
        "called": view.called,
        # Null as long as one cannot know it.
        "partner": view.partner if view.partner_known else None,
        "discarded": view.discarded,
        "deadline_ms": None if sight.deadline is None else now_ms + sight.deadline - room.at,
        **_choices(view, sight),
    }
    if view.phase in ("scored", "over") and view.sheet:
        said["result"] = result(view.sheet[-1], room.match)
    return said


def _laid(trick: Trick) -> Iterator[Object]:
    for at, card in enumerate(trick.cards):
        yield {"player_id": (trick.leader + at) % 4, "card": card}


def _choices(view: View, sight: Sight) -> Object:
    """What one may do, if it is one's turn."""
    if view.seat is None or view.mover != view.seat:
        return {}
    filled = {field.name: field.of for form in sight.forms for field in form.fields}
    if view.phase == "bidding":
        bids = [action.contract for action in sight.actions if isinstance(action, Bid)]
        return {"valid_bids": bids}
    if view.phase == "exchange":
        allowed = {
            card
            for form in sight.forms
            if form.action == Exchange.type
            for field in form.fields
            for card in field.of or ()
        }
        return {"invalid_cards": [card for card in view.hand or () if card not in allowed]}
    if view.phase == "announcing":
        assert all(form.action == Announce.type for form in sight.forms)
        return {
            "valid_bonuses": filled.get("bonuses") or (),
            "valid_kontra": filled.get("kontra") or (),
        }
    if view.phase == "play":
        cards = [action.card for action in sight.actions if isinstance(action, Play)]
        return {"valid_cards": cards}
    return {}


def events_of(view: View) -> Iterator[Event]:
    """What everybody has seen of the deal so far, as it was told, in order."""
    mover = view.mover
    for at, bid in enumerate(view.bids):
        after = view.bids[at + 1].seat if at + 1 < len(view.bids) else None
        if after is None and view.contract is None:
            after = mover
        yield BidMade(bid.seat, bid.contract, after, None)
    if view.contract is None or view.declarer is None:
        return
    yield BidWon(view.declarer, view.contract)
    if view.called is not None:
        yield KingCalled(view.declarer, view.called)
    if view.piles:
        yield TalonShown(view.piles)
    if view.picked is not None:
        taken = view.piles[view.picked]
        yield Exchanged(view.declarer, view.picked, taken, view.shown, None)
    spoken = view.phase in _AFTER_TALK
    for at, said in enumerate(view.said):
        after = view.said[at + 1].seat if at + 1 < len(view.said) else None
        if after is None and not spoken:
            after = mover
        yield AnnouncementMade(said.seat, said.bonuses, said.kontra, after, None, None)
    if view.said and spoken:
        yield AnnouncingOver()
    yield from _played(view)


def _played(view: View) -> Iterator[Event]:
    tricks = [*view.tricks, *([] if view.trick is None else [view.trick])]
    for number, trick in enumerate(tricks, 1):
        for at, card in enumerate(trick.cards):
            last = at == 3
            after: Seat | None = (trick.leader + at + 1) % 4
            if last:
                after = tricks[number].leader if number < len(tricks) else view.mover
            yield CardPlayed(
                seat=(trick.leader + at) % 4,
                card=card,
                trick=number,
                next=after,
                winner=trick.winner if last else None,
                gift=trick.gift if last else None,
                valid=None,
            )
        if number == 1 and view.open_hand is not None and view.declarer is not None:
            yield HandOpened(view.declarer, _opened(view, tricks))


def _opened(view: View, tricks: list[Trick]) -> tuple[str, ...]:
    """The open hand as it was laid down after the first trick."""
    assert view.declarer is not None
    places = [(view.declarer - trick.leader) % 4 for trick in tricks]
    since = [
        trick.cards[place]
        for trick, place in zip(tricks[1:], places[1:], strict=True)
        if place < len(trick.cards)
    ]
    return tuple(sorted((*(view.open_hand or ()), *since), key=NUMBERS.__getitem__))
