"""A match of Tarock as one seat, or a spectator, may know it."""

from __future__ import annotations

from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import NAMES, TAROKS, names_of
from stammtisch.games.tarock.records import Announced, Cards, Trick
from stammtisch.games.tarock.sheet import suit_called
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.view import View

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
