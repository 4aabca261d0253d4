"""A round told to somebody who comes into it: its state, as the events that would lead there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from stammtisch.games.doppelkopf.records import (
    CardPlayed,
    Complained,
    Dealt,
    GameChosen,
    Party,
    Poverty,
    PovertyCards,
    RoundOver,
    Said,
    Spoke,
    TrickWon,
    Turn,
    WeddingSettled,
)
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import ANSWERS, CALLS
from stammtisch.games.game import Event, Seat
from stammtisch.protocols.cg.events import Looked

_OVER = ("end", "over", "dealing")
#: What a round is called in which no card was played.
_VOID = ("throw", "poverty_cancel")
_Place = Literal["hand", "poverty"]
_Way = tuple[_Place, _Place]
_NOBODY: tuple[Party | None, ...] = (None, None, None, None)


def _names_sow_solo(word: str) -> bool:
    return word in ANSWERS["black_sow_solo"]


def _is_said_in_tricks(word: str) -> bool:
    return word in CALLS or word in ("pigs", "superpigs") or _names_sow_solo(word)


def events_of(view: View, rules: DoppelkopfRules, seat: Seat) -> list[Event]:
    """What the seat must be told to know its round; nothing before the first deal."""
    if view.round == 0:
        return []
    return list(_events(view, rules, seat))


def _events(view: View, rules: DoppelkopfRules, seat: Seat) -> Iterator[Event]:
    over = view.phase in _OVER
    hands = tuple(_dealt_to(at, view, rules, seat) for at in range(4))
    yield Dealt(view.round, _first_of_round(view, rules), hands, rules.open_cards)
    during = [said for said in view.said if _is_said_in_tricks(said.word)]
    before = [said for said in view.said if said not in during]
    yield from map(_spoken, before)
    yield from _sale(view, rules, seat)
    if view.game is not None and view.game not in _VOID:
        sow = any(_names_sow_solo(said.word) for said in during)
        unknown = GameChosen("black_sow", None, _NOBODY, _NOBODY, rules.tricks)
        yield unknown if sow else _chosen(view, rules)
    yield from _tricks(view, rules, seat, during)
    yield Looked(view)
    if over:
        yield RoundOver(view.sheet[-1], ())
        yield from (Spoke(at, f"{vote}_yes") for at, vote in enumerate(view.votes) if vote)
        return
    votes = [asked for asked in view.questions if asked.question == "accusation_vote"]
    waiting = [asked for asked in view.questions if asked not in votes]
    yield from waiting
    if view.phase == "tricks" and view.trick is not None and not waiting:
        yield Turn(_mover(view), len(view.tricks) + 1, rules.tricks)
    if view.complaint is not None:
        charge = view.complaint
        yield Complained(
            -1, charge.accuser, charge.accused, charge.misconduct, charge.moves, view.deadline
        )
    yield from votes


def _first_of_round(view: View, rules: DoppelkopfRules) -> Seat:
    """After a round `first` is already who is first in the next one."""
    if view.phase not in _OVER:
        return view.first
    row = view.sheet[-1]
    duty = rules.compulsory_solos and row.soloist is not None and row.game.startswith("solo_")
    return view.first if row.void or duty else (view.first - 1) & 3


def _dealt_to(at: Seat, view: View, rules: DoppelkopfRules, seat: Seat) -> tuple[str, ...] | None:
    """The hand as it was dealt, as far as the client may see it."""
    if at == seat:
        return view.dealt
    if not rules.open_cards:
        return None
    hand = view.hands[at]
    if hand is None or view.phase in _OVER:
        return hand
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    cards = [*hand, *(laid.card for trick in tricks for laid in trick.cards if laid.seat == at)]
    for gone, come in _exchanged(at, view.poverty):
        cards += gone
        for card in come:
            cards.remove(card)
    return tuple(cards)


def _exchanged(at: Seat, sale: Poverty | None) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What left the hand in a poverty, and what came into it."""
    if sale is None:
        return
    passed, returned = sale.passed or (), sale.returned or ()
    if at == sale.seller:
        yield passed, returned if sale.trumps is not None else ()
    elif at == sale.buyer:
        yield returned, passed


def _spoken(said: Said) -> Spoke:
    return Spoke(said.seat, said.word, said.id, said.party)


def _sale(view: View, rules: DoppelkopfRules, seat: Seat) -> Iterator[PovertyCards]:
    """The way of the three cards, as far as it has come."""
    sale = view.poverty
    if sale is None or (sale.passed is None and sale.buyer is None and not sale.asked):
        return

    def moved(at: Seat, way: _Way, cards: tuple[str, ...] | None) -> PovertyCards:
        # Those that went to the middle from another's hand are not shown again.
        shown = cards if at == seat or rules.open_cards else None
        return PovertyCards(at, *way, shown, (seat,))

    yield moved(sale.seller, ("hand", "poverty"), sale.passed)
    if sale.buyer is None:
        return
    yield moved(sale.buyer, ("poverty", "hand"), sale.passed)
    if any(asked.question == "poverty_return_choice" for asked in view.questions):
        return
    yield moved(sale.buyer, ("hand", "poverty"), sale.returned)
    if sale.trumps is not None:
        yield moved(sale.seller, ("poverty", "hand"), sale.returned)


def _tricks(view: View, rules: DoppelkopfRules, seat: Seat, during: list[Said]) -> Iterator[Event]:
    totals = [0, 0, 0, 0]
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    for number, trick in enumerate(tricks, start=1):
        for said in [one for one in during if rules.tricks - one.cards < number]:
            during.remove(said)
            yield from _called(said, view, rules)
        if trick.winner is None and trick.cards and trick.leader != seat:
            # By a trick's first turn the client knows where whose card lies. Its own is not told
            # again: it would be asked for a card that it has played.
            yield Turn(trick.leader, number, rules.tricks)
        for laid in trick.cards:
            yield CardPlayed(-1, laid.seat, laid.card, number, laid.early, laid.rank)
        if trick.winner is not None:
            totals[trick.winner] += trick.eyes
            won = (trick.winner, number, trick.cards, trick.eyes, totals[trick.winner])
            yield TrickWon(*won)
        wedding = view.wedding
        if wedding is not None and wedding.trick == number and trick.winner is not None:
            yield WeddingSettled(wedding.bride, wedding.partner, number, view.parties)
    for said in during:
        yield from _called(said, view, rules)


def _called(said: Said, view: View, rules: DoppelkopfRules) -> Iterator[Event]:
    yield _spoken(said)
    if _names_sow_solo(said.word):
        yield _chosen(view, rules)


def _chosen(view: View, rules: DoppelkopfRules) -> GameChosen:
    assert view.game is not None
    return GameChosen(view.game, view.soloist, view.parties, view.parties, rules.tricks)


def _mover(view: View) -> Seat:
    """Whose card is next; a complaint may be open, and others waited for."""
    trick = view.trick
    assert trick is not None
    have_played = {laid.seat for laid in trick.cards}
    in_turn = [(trick.leader + place) & 3 for place in range(4)]
    return next((seat for seat in in_turn if seat not in have_played), trick.leader)
