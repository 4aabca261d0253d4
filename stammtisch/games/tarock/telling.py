"""What is told of each step: the events, made from the table as it is afterwards."""

from __future__ import annotations

from stammtisch.games.game import Event, Seat
from stammtisch.games.tarock import talon
from stammtisch.games.tarock.cards import NAMES, names_of
from stammtisch.games.tarock.records import (
    AnnouncementMade,
    AnnouncingBegan,
    AnnouncingOver,
    BidWon,
    CallingBegan,
    CardPlayed,
    Dealt,
    ExchangeBegan,
    HandOpened,
    PlayBegan,
    TalonShown,
)
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.view import open_hand, shown_piles


def dealt(match: TarockTable) -> Dealt:
    return Dealt(
        deal=match.done + 1,
        dealer=match.dealer,
        hands=tuple([names_of(hand) for hand in match.dealt]),
        totals=tuple(match.totals),
        radli=tuple(match.radli),
    )


def contract_won(match: TarockTable) -> list[Event]:
    assert match.terms is not None
    return [BidWon(match.declarer, match.terms.contract.name), *phase_began(match)]


def phase_began(match: TarockTable) -> list[Event]:
    """The table has just come to another phase."""
    if match.phase == "calling":
        return [CallingBegan(match.declarer)]
    if match.phase == "exchange":
        assert match.terms is not None
        free, size = match.rules.free_tarok_discard, match.terms.contract.pile
        invalid = talon.never(match.hands[match.declarer], match.piles, size, free)
        return [
            TalonShown(shown_piles(match)),
            ExchangeBegan(match.declarer, names_of(invalid)),
        ]
    if match.phase == "announcing":
        return [AnnouncingBegan(match.mover, *valid_words(match))]
    assert match.tricks is not None
    return [PlayBegan(match.mover, names_of(match.tricks.legal()))]


def valid_words(match: TarockTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bonuses and the kontras that the mover may say."""
    assert match.talk is not None
    king = match.king if match.king >= 0 else None
    return match.talk.bonuses(match.hands[match.mover], king), match.talk.kontra()


def announced(match: TarockTable) -> list[Event]:
    """Somebody has spoken: the last in `said`."""
    assert match.talk is not None
    said = match.talk.said[-1]
    after = match.talk.next
    valid = (None, None) if after is None else valid_words(match)
    made = AnnouncementMade(said.seat, said.bonuses, said.kontra, after, *valid)
    if after is not None:
        return [made]
    return [made, AnnouncingOver(), *phase_began(match)]


def played(match: TarockTable, seat: Seat, card: str, over: bool) -> list[Event]:
    tricks = match.tricks
    assert tricks is not None
    finished = not tricks.trick
    number = (len(tricks.played) + 3) // 4
    gift = None
    if finished and number <= len(tricks.gifts):
        gift = NAMES[tricks.gifts[number - 1]]
    events: list[Event] = [
        CardPlayed(
            seat=seat,
            card=card,
            trick=number,
            next=None if over else match.mover,
            winner=tricks.winners[-1] if finished else None,
            gift=gift,
            valid=None if over else names_of(tricks.legal()),
        )
    ]
    if finished and number == 1 and not over and (hand := open_hand(match)) is not None:
        events.append(HandOpened(match.declarer, hand))
    return events
