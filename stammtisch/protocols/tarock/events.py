"""The events of a match in the words of the Tarock protocol.

What only one player may know (`valid_…`, `invalid_cards`, the other hands) is left out where the
event does not have it: the table has taken it out for everybody else.

All that a player may know of the running deal: the answer to `game.tarock.state`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from stammtisch.games.game import Event, Observation, Seat
from stammtisch.games.tarock.cards import NUMBERS
from stammtisch.games.tarock.records import (
    Announce,
    AnnouncementMade,
    AnnouncingBegan,
    AnnouncingOver,
    Bid,
    BiddingBegan,
    BidMade,
    BidWon,
    CallingBegan,
    CardPlayed,
    Exchange,
    ExchangeBegan,
    Exchanged,
    HandOpened,
    Item,
    KingCalled,
    Kontra,
    Phase,
    Play,
    PlayBegan,
    Result,
    TalonShown,
    ThrownIn,
    Trick,
    Voted,
)
from stammtisch.games.tarock.view import View

#: An object as it goes out, with its name in `event`.
from stammtisch.protocols.tarock.messages import Object
from stammtisch.protocols.tarock.room import Room

GAME = "game.tarock."


def text(said: Object) -> str:
    return msgspec.json.encode(said).decode()


def _named(name: str, **keys: Any) -> Object:
    return {"event": GAME + name, **keys}


def _private(**keys: Any) -> Object:
    """Keys for the one player whose turn it is: left out for the others."""
    return {name: value for name, value in keys.items() if value is not None}


def _kontra(kontra: Kontra) -> Object:
    said: Object = {"target": kontra.target, "factor": kontra.factor}
    return said if kontra.seat is None else {**said, "player_id": kontra.seat}


def _bid_start(event: BiddingBegan) -> Object:
    return _named("bid.start", next_player=event.next, **_private(valid_bids=event.valid))


def _bid_next(event: BidMade) -> Object:
    return _named(
        "bid.next",
        player_id=event.seat,
        contract=event.contract,
        next_player=event.next,
        **_private(valid_bids=event.valid),
    )


def _bid_winner(event: BidWon) -> Object:
    return _named("bid.winner", player_id=event.seat, contract=event.contract)


def _thrown_in(event: ThrownIn) -> Object:
    return _named("throw_in", player_id=event.seat, hand=event.hand)


def _callking_start(event: CallingBegan) -> Object:
    return _named("callking.start", player_id=event.seat)


def _callking_finished(event: KingCalled) -> Object:
    return _named("callking.finished", player_id=event.seat, suit=event.suit)


def _talon(event: TalonShown) -> Object:
    return _named("talon", piles=event.piles)


def _exchange_start(event: ExchangeBegan) -> Object:
    return _named("exchange.start", player_id=event.seat, **_private(invalid_cards=event.invalid))


def _exchange_finished(event: Exchanged) -> Object:
    return _named(
        "exchange.finished", player_id=event.seat, picked=event.picked, discarded=event.shown
    )


def _announce_start(event: AnnouncingBegan) -> Object:
    return _named(
        "announce.start",
        next_player=event.next,
        **_private(valid_bonuses=event.bonuses, valid_kontra=event.kontra),
    )


def _announce_next(event: AnnouncementMade) -> Object:
    return _named(
        "announce.next",
        player_id=event.seat,
        bonuses=event.bonuses,
        kontra=[_kontra(one) for one in event.kontra],
        next_player=event.next,
        **_private(valid_bonuses=event.valid_bonuses, valid_kontra=event.valid_kontra),
    )


def _announce_finished(event: AnnouncingOver) -> Object:
    return _named("announce.finished")


def _play_start(event: PlayBegan) -> Object:
    return _named("play.start", next_player=event.next, **_private(valid_cards=event.valid))


def _play_next(event: CardPlayed) -> Object:
    said: Object = {
        "event": "game.tarock.play.next",
        "player_id": event.seat,
        "card": event.card,
        "trick_finished": event.winner is not None,
        "next_player": event.next,
    }
    if event.winner is not None:
        said["winner"] = event.winner
    if event.gift is not None:
        said["talon_card"] = event.gift
    if event.valid is not None:
        said["valid_cards"] = event.valid
    return said


def _hand(event: HandOpened) -> Object:
    return _named("hand", player_id=event.seat, hand=event.hand)


def _voted(event: Voted) -> Object:
    return _named("continue", player_id=event.seat, choice=event.choice)


#: The events that are told to everybody in the same words, whoever sits where.
TELLING: Mapping[type[Event], Callable[[Any], Object]] = {
    BiddingBegan: _bid_start,
    BidMade: _bid_next,
    BidWon: _bid_winner,
    ThrownIn: _thrown_in,
    CallingBegan: _callking_start,
    KingCalled: _callking_finished,
    TalonShown: _talon,
    ExchangeBegan: _exchange_start,
    Exchanged: _exchange_finished,
    AnnouncingBegan: _announce_start,
    AnnouncementMade: _announce_next,
    AnnouncingOver: _announce_finished,
    PlayBegan: _play_start,
    CardPlayed: _play_next,
    HandOpened: _hand,
    Voted: _voted,
}


def mover_after(event: object) -> Seat | None:
    """Whose turn it is after the event, if it says so."""
    if isinstance(event, CallingBegan | ExchangeBegan):
        return event.seat
    if isinstance(
        event,
        BiddingBegan | BidMade | AnnouncingBegan | AnnouncementMade | PlayBegan | CardPlayed,
    ):
        return event.next
    return None


class Written:
    """The newest event with its text: those who see the same of it hear it one after the other,
    and it is put into words once."""

    __slots__ = ("_event", "_text")

    def __init__(self) -> None:
        self._event: Event | None = None
        self._text = ""

    def of(self, event: Event, telling: Callable[[Any], Object]) -> str:
        if self._event is not event:
            self._event, self._text = event, text(telling(event))
        return self._text


# --- results -----------------------------------------------------------------------------------


def _item(item: Item) -> Object:
    said: Object = {
        "name": item.name,
        "value": item.value,
        "announced": item.announced,
        "factor": item.factor,
    }
    return said if item.seat is None else {**said, "player_id": item.seat}


def result(result: Result, replay: str | None) -> Object:
    return _named(
        "result",
        round=result.deal,
        contract=result.contract,
        declarer=result.declarer,
        partner=result.partner,
        called=result.called,
        points=result.points,
        won=result.won,
        items=[_item(one) for one in result.items],
        mond=result.mond,
        radli=result.radli,
        doubled=result.doubled,
        scores=result.scores,
        totals=result.totals,
        talon=result.talon,
        picked=result.picked,
        discarded=result.discarded,
        piles=result.piles,
        tricks=result.tricks,
        hands=result.hands,
        replay=replay,
    )


def finished(kind: str, totals: tuple[int, ...]) -> Object:
    """`ranking` is the seats, the best first; those who are equal stand in their order."""
    ranking = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return _named("finished", totals=totals, ranking=ranking, outcome=kind)


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


def state(room: Room, observation: Observation, now_ms: int) -> Object:
    """`now_ms` is the time of day that belongs to `room.at`."""
    view: View = observation.view
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
        "deadline_ms": None
        if observation.deadline is None
        else now_ms + observation.deadline - room.at,
        **_choices(view, observation),
    }
    if view.phase in ("scored", "over") and view.sheet:
        said["result"] = result(view.sheet[-1], room.match)
    return said


def _laid(trick: Trick) -> Iterator[Object]:
    for at, card in enumerate(trick.cards):
        yield {"player_id": (trick.leader + at) % 4, "card": card}


def _choices(view: View, observation: Observation) -> Object:
    """What one may do, if it is one's turn."""
    if view.seat is None or view.mover != view.seat:
        return {}
    filled = {field.name: field.of for form in observation.forms for field in form.fields}
    if view.phase == "bidding":
        bids = [action.contract for action in observation.actions if isinstance(action, Bid)]
        return {"valid_bids": bids}
    if view.phase == "exchange":
        allowed = {
            card
            for form in observation.forms
            if form.action == Exchange.type
            for field in form.fields
            for card in field.of or ()
        }
        return {"invalid_cards": [card for card in view.hand or () if card not in allowed]}
    if view.phase == "announcing":
        assert all(form.action == Announce.type for form in observation.forms)
        return {
            "valid_bonuses": filled.get("bonuses") or (),
            "valid_kontra": filled.get("kontra") or (),
        }
    if view.phase == "play":
        cards = [action.card for action in observation.actions if isinstance(action, Play)]
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
