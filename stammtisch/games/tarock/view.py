"""What a seat sees of a match of Tarock, and what is told of each step.

Events are made from the table as it is after the step.
"""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.game import Event, Seat
from stammtisch.games.tarock.board import undiscardable
from stammtisch.games.tarock.cards import NAMES, TAROKS, names_of
from stammtisch.games.tarock.records import (
    Announced,
    AnnouncementMade,
    AnnouncingBegan,
    AnnouncingOver,
    BidWon,
    Called,
    CallingBegan,
    CardPlayed,
    Cards,
    Choice,
    Dealt,
    ExchangeBegan,
    HandOpened,
    Phase,
    PlayBegan,
    Result,
    Said,
    TalonShown,
    Trick,
)
from stammtisch.games.tarock.scoring import suit_called
from stammtisch.games.tarock.table import TarockTable


@dataclass(frozen=True, slots=True)
class View:
    """A match of Tarock as one seat sees it; a spectator's `seat` and `hand` are None.

    Of a deal it keeps all that has been seen since it was dealt, also when it is scored.

    seat: One's own seat; null for a spectator.
    phase: Where the deal stands.
    deal: The number of the deal, 1 is the first; 0 before it.
    forehand: Sits after the dealer, and has the last word in the auction.
    mover: Whose bid, call, exchange, announcement or card is next; None where several or nobody are
        waited for.
    hand: One's cards, as in `cards.NAMES`.
    dealt: One's cards as they were dealt.
    counts: How many cards each seat holds.
    bids: The auction so far, in order.
    contract: None until the auction is over.
    declarer: Who plays the contract.
    called: The suit of the called king; None where none is called, or not yet.
    partner: Who plays with the declarer, as far as one knows; None is nobody, or unknown.
    partner_known: `partner` is sure: it is public, or one's own hand tells.
    piles: The talon's piles, once they have been shown.
    shown: The taroks that were laid down, which all have seen.
    discarded: All that was laid down, if it was oneself who did.
    said: What each seat said in turn, in order.
    announced: The bonuses that stand, in order, and the factor of the game itself.
    game_factor: What kontra has made of the game itself.
    tricks: The tricks that are won, in order, and the running one.
    trick: The trick on the table, as far as it has come.
    open_hand: The declarer's hand where it lies open (open beggar), else None.
    radli: The radli of each seat.
    sheet: The deals of this match that are over.
    votes: What each seat has said after the deal, and what can be said, whether it is listed or
        not.
    choices: What can be said after the deal.
    deadline: Match time at which something happens by itself; null if nothing does.
    over: The match has ended.
    """

    seat: Seat | None
    phase: Phase
    deal: int
    dealer: Seat
    forehand: Seat
    mover: Seat | None
    hand: Cards | None
    dealt: Cards | None
    counts: tuple[int, ...]
    bids: tuple[Called, ...]
    contract: str | None
    declarer: Seat | None
    called: str | None
    partner: Seat | None
    partner_known: bool
    piles: tuple[Cards, ...]
    picked: int | None
    shown: Cards
    discarded: Cards | None
    said: tuple[Said, ...]
    announced: tuple[Announced, ...]
    game_factor: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    open_hand: Cards | None
    radli: tuple[int, ...]
    totals: tuple[int, ...]
    sheet: tuple[Result, ...]
    votes: tuple[Choice | None, ...]
    choices: tuple[Choice, ...]
    deadline: int | None
    over: bool


_SEATS = range(4)


def view_of(match: TarockTable, seat: Seat | None) -> View:
    terms, talk = match.terms, match.talk
    laid_down = match.picked >= 0
    partner, sure = _partner(match, seat)
    _tell_tricks(match)
    return View(
        seat=seat,
        phase=match.phase,
        deal=match.done if match.phase in ("scored", "over", "dealing") else match.done + 1,
        dealer=match.dealer,
        forehand=match.forehand,
        mover=match.mover if match.mover >= 0 else None,
        hand=None if seat is None else names_of(match.held(seat)),
        dealt=None if seat is None else names_of(match.dealt[seat]),
        counts=tuple([match.held(at).bit_count() for at in _SEATS]),
        bids=tuple(match.auction.bids),
        contract=None if terms is None else terms.contract.name,
        declarer=match.declarer if match.declarer >= 0 else None,
        called=suit_called(match.king),
        partner=partner,
        partner_known=sure,
        piles=shown_piles(match),
        picked=match.picked if laid_down else None,
        shown=names_of(match.discarded & TAROKS),
        discarded=names_of(match.discarded) if laid_down and seat == match.declarer else None,
        said=() if talk is None else tuple(talk.said),
        announced=()
        if talk is None
        else tuple([Announced(one.seat, one.bonus, 1 << one.level) for one in talk.pledges]),
        game_factor=1 if talk is None else talk.factor,
        tricks=tuple(match.told),
        trick=_running_trick(match),
        open_hand=open_hand(match),
        radli=tuple(match.radli),
        totals=tuple(match.totals),
        sheet=match.sheet.results(),
        votes=tuple(match.votes),
        choices=match.choices,
        deadline=match.deadline,
        over=match.outcome is not None,
    )


def shown_piles(match: TarockTable) -> tuple[Cards, ...]:
    """The talon's piles, once they lie open: from the exchange on."""
    if match.terms is None or not match.terms.contract.pile or match.phase == "calling":
        return ()
    size = match.terms.contract.pile
    names = [NAMES[card] for card in match.talon]
    return tuple([tuple(names[at : at + size]) for at in range(0, len(names), size)])


def open_hand(match: TarockTable) -> Cards | None:
    """The declarer's cards in an open beggar after the first trick."""
    if match.terms is None or match.terms.contract.name != "open_beggar":
        return None
    if match.tricks is None or not match.tricks.winners:
        return None
    return names_of(match.tricks.hands[match.declarer])


def _partner(match: TarockTable, seat: Seat | None) -> tuple[Seat | None, bool]:
    """The declarer's partner, as far as the seat knows, and whether it is sure."""
    partner = match.partner if match.partner >= 0 else None
    if match.terms is None:
        return None, False
    if match.king < 0:
        return None, not match.terms.contract.calls
    king = match.king
    public = king in match.talon or match.phase in ("scored", "over")
    if match.tricks is not None and not public:
        public = any(one & 63 == king for one in match.tricks.played)
    own = seat is not None and match.hands[seat] >> king & 1 == 1
    return (partner, True) if public or own else (None, False)


def _tell_tricks(match: TarockTable) -> None:
    """Write down the tricks that have been won since somebody looked."""
    tricks, told = match.tricks, match.told
    if tricks is None:
        return
    for number in range(len(told), len(tricks.winners)):
        cards = tricks.played[4 * number : 4 * number + 4]
        told.append(
            Trick(
                leader=cards[0] >> 6,
                cards=tuple([NAMES[one & 63] for one in cards]),
                winner=tricks.winners[number],
                gift=NAMES[tricks.gifts[number]] if number < len(tricks.gifts) else None,
            )
        )


def _running_trick(match: TarockTable) -> Trick | None:
    tricks = match.tricks
    if tricks is None or not tricks.trick:
        return None
    return Trick(tricks.leader, tuple([NAMES[card] for card in tricks.trick]))


# --- what is told of each step -----------------------------------------------------------------


def tell_deal(match: TarockTable) -> Dealt:
    return Dealt(
        deal=match.done + 1,
        dealer=match.dealer,
        hands=tuple([names_of(hand) for hand in match.dealt]),
        totals=tuple(match.totals),
        radli=tuple(match.radli),
    )


def tell_contract(match: TarockTable) -> list[Event]:
    assert match.terms is not None
    return [BidWon(match.declarer, match.terms.contract.name), *tell_phase(match)]


def tell_phase(match: TarockTable) -> list[Event]:
    """The table has just come to another phase."""
    if match.phase == "calling":
        return [CallingBegan(match.declarer)]
    if match.phase == "exchange":
        assert match.terms is not None
        free, size = match.rules.free_tarok_discard, match.terms.contract.pile
        invalid = undiscardable(match.hands[match.declarer], match.piles, size, free)
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


def tell_announcement(match: TarockTable) -> list[Event]:
    """Somebody has spoken: the last in `said`."""
    assert match.talk is not None
    said = match.talk.said[-1]
    after = match.talk.next
    valid = (None, None) if after is None else valid_words(match)
    made = AnnouncementMade(said.seat, said.bonuses, said.kontra, after, *valid)
    if after is not None:
        return [made]
    return [made, AnnouncingOver(), *tell_phase(match)]


def tell_card(match: TarockTable, seat: Seat, card: str, over: bool) -> list[Event]:
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
