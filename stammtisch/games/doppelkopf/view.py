"""What a seat sees of a match of Doppelkopf."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from stammtisch.games.doppelkopf import calls, complaints, tricks
from stammtisch.games.doppelkopf.cards import EYES, GAME_TYPES, TRUMP, members, name, order_of
from stammtisch.games.doppelkopf.records import (
    Asked,
    Card,
    Complaint,
    Judged,
    Laid,
    Party,
    Phase,
    Poverty,
    Row,
    Said,
    Trick,
    Vote,
    Wedding,
)
from stammtisch.games.doppelkopf.rounds import parties_of, party_of
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import NULL_GAMES, Taken
from stammtisch.games.doppelkopf.table import ALL_SEATS, SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.tricks import CLUB_QUEENS
from stammtisch.games.game import Seat


@dataclass(frozen=True, slots=True)
class View:
    """A match of Doppelkopf as one seat sees it; a spectator's `seat` and `hand` are None.

    seat: One's own seat; null for a spectator.
    phase: Where the round stands.
    round: 1 is the first, 0 before the first deal; void rounds count, too.
    scored: Rounds that have counted so far.
    first: Who is asked first, and leads to the first trick unless a soloist does; after a round,
        who will in the next one.
    hand: One's cards, the best first.
    hands: All hands as far as one may see them: one's own, with `open_cards` all; after the round
        all as they were dealt.
    counts: How many cards each seat holds.
    dealt: One's cards as they were dealt.
    mover: Whose card or answer is next; None where several or nobody are waited for.
    questions: Who is asked what just now; of an open complaint, the votes first.
    said: What was said in this round, in order.
    game: None until it is known; a silent wedding is "normal" until the round is over.
    soloist: Who plays alone, marries or is poor; null is nobody.
    party: One's own party, if it is known.
    parties: The parties as far as the seat may know them.
    tricks: The tricks that are won, in order, and the running one (or the one a conviction cut
        short).
    trick: The trick on the table, or the one a conviction cut short.
    eyes: Won so far by each seat.
    re_calls: The calls that stand, of each party in order.
    kontra_calls: What kontra has called.
    next_call: One's next call, however late it may be: "re", "kontra", "no90" …; None: there is
        none.
    call_until: With how few cards in hand that can still be called.
    trumps: What is trump in this game, the best first; pigs stand where foxes do.
    winning: Who would win the running trick as it lies there.
    pigs: Who has the pigs; null is nobody.
    superpigs: Who has the superpigs; null is nobody.
    must_follow: "pigs" or "superpigs", if the next card must be one because it was called.
    poverty: The sale of a poor hand, if there is one.
    unsold: Poverties of this round that nobody took.
    wedding: The wedding that was announced, if there is one.
    complaint: The open complaint, if there is one.
    judged: The complaints of this round that are settled.
    moves: How many moves the round has had.
    penalties: Points of this round's penalties, as they change the totals.
    sheet: The rounds that are over.
    bucks: Buck rounds that are open: one counter for each event, or a single one.
    solo_done: Who has played the compulsory solo; all True where the rules know none.
    votes: How each seat wants to go on; null has not said it.
    deadline: Match time at which something happens by itself; null if nothing does.
    over: The match has ended.
    """

    seat: Seat | None
    phase: Phase
    round: int
    scored: int
    first: Seat
    hand: tuple[Card, ...] | None
    hands: tuple[tuple[Card, ...] | None, ...]
    counts: tuple[int, ...]
    dealt: tuple[Card, ...] | None
    mover: Seat | None
    questions: tuple[Asked, ...]
    said: tuple[Said, ...]
    game: str | None
    soloist: Seat | None
    party: Party | None
    parties: tuple[Party | None, ...]
    tricks: tuple[Trick, ...]
    trick: Trick | None
    eyes: tuple[int, ...]
    re_calls: tuple[str, ...]
    kontra_calls: tuple[str, ...]
    next_call: str | None
    call_until: int | None
    trumps: tuple[Card, ...]
    winning: Seat | None
    pigs: Seat | None
    superpigs: Seat | None
    must_follow: str | None
    poverty: Poverty | None
    unsold: tuple[Poverty, ...]
    wedding: Wedding | None
    complaint: Complaint | None
    judged: tuple[Judged, ...]
    moves: int
    penalties: tuple[int, ...]
    points: tuple[int, ...]
    sheet: tuple[Row, ...]
    bucks: tuple[int, ...]
    solo_done: tuple[bool, ...]
    votes: tuple[Vote | None, ...]
    deadline: int | None
    over: bool


#: The round is over, and nothing of it is secret any more.
OVER = ("end", "over", "dealing")


def view_of(match: DoppelkopfTable, seat: Seat | None) -> View:
    over = match.phase in OVER
    everything = over or match.rules.open_cards
    hands = tuple(
        match.spread(hand) if everything or at == seat else None
        for at, hand in enumerate(match.dealt if over else match.hands)
    )
    parties = known_parties(match, seat)
    game = match.game
    if not over and game is not None:
        game = tricks.ANNOUNCED.get(game, game)
    call = None if seat is None else next_call(match, seat)
    return View(
        seat=seat,
        phase=match.phase,
        round=match.round,
        scored=match.scored,
        first=match.first,
        hand=None if seat is None else match.spread(match.hands[seat]),
        hands=hands,
        counts=tuple(hand.bit_count() for hand in match.hands),
        dealt=None if seat is None else match.spread(match.dealt[seat]),
        mover=match.turn[0] if len(match.turn) == 1 else None,
        questions=_questions(match),
        said=tuple(match.said),
        game=game,
        soloist=match.soloist,
        party=None if seat is None else parties[seat],
        parties=parties,
        tricks=tuple(
            [tricks.told(match, trick, at) for at, trick in enumerate(match.history, start=1)]
        ),
        trick=_running(match) if match.phase == "tricks" or match.trick or match.early else None,
        eyes=tuple(match.eyes),
        re_calls=tuple(word for word, _ in match.called[0]),
        kontra_calls=tuple(word for word, _ in match.called[1]),
        next_call=call,
        call_until=None if seat is None or call is None else calls.least_cards_now(match, seat),
        trumps=_trumps(match.rules, game or "normal"),
        winning=tricks.winning(match),
        pigs=match.pigs,
        superpigs=match.superpigs,
        must_follow=_must_follow(match),
        poverty=_sale(match, seat),
        unsold=tuple(
            Poverty(
                seller=seller,
                asked=asked,
                buyer=None,
                passed=match.spread(passed) if _saw(match, seat, seller, asked) else None,
                returned=None,
                trumps=None,
            )
            for seller, passed, asked in match.unsold
        ),
        wedding=_wedding(match),
        complaint=_complaint(match, seat),
        judged=tuple(match.judged),
        moves=match.numbered,
        penalties=tuple(match.penalties),
        points=tuple(match.points),
        sheet=match.sheet,
        bucks=match.buck.left,
        solo_done=tuple(match.solo_done),
        votes=tuple(match.votes),
        deadline=match.deadline,
        over=match.outcome is not None,
    )


def known_parties(match: DoppelkopfTable, seat: Seat | None) -> tuple[Party | None, ...]:
    """The parties as far as the seat knows them by what is public and by its own cards."""
    if match.phase in OVER or match.game is None or match.open_party:
        return parties_of(match)
    known = match.public
    if seat is not None:
        known = tricks.closed(known | 1 << seat, match.re)
        if match.start[seat] & CLUB_QUEENS == CLUB_QUEENS or match.rules.open_cards:
            known = ALL_SEATS
    return tuple(party_of(match, at) if known >> at & 1 else None for at in SEATS)


@lru_cache(maxsize=512)
def _trumps(rules: DoppelkopfRules, game: str) -> tuple[str, ...]:
    """The trumps of a game of which no fox is a pig."""
    order = order_of(rules, game if game in GAME_TYPES else "normal")
    trumps = [card for card in members(rules.deck) if order.group[card] == TRUMP]
    trumps.sort(key=lambda card: -order.strength[card])
    return tuple(dict.fromkeys(name(card, rules.joker_card) for card in trumps))


def next_call(match: DoppelkopfTable, seat: Seat) -> str | None:
    """What the seat's party would call next, in time or not."""
    if match.phase != "tricks" or match.open_party:
        return None
    party = 0 if match.re >> seat & 1 else 1
    level = match.level[party]
    most = 1 if match.game in NULL_GAMES else 5
    return calls.LADDERS[party][level] if level < most else None


def _questions(match: DoppelkopfTable) -> tuple[Asked, ...]:
    asked = () if match.asking is None else (Asked(match.asked, match.asking),)
    if match.charge is None or match.charge.misconduct != "external":
        return asked
    votes = [Asked(voter, "accusation_vote", match.deadline) for voter in match.charge.voters]
    return (*votes, *asked)


def _running(match: DoppelkopfTable) -> Trick:
    """In the order of turns; cards that lie there before theirs come last."""
    begun = Taken(match.leader, tuple(match.trick), match.leader)
    cards = tricks.told(match, begun, len(match.history) + 1).cards
    waiting = tuple(
        Laid(seat, match.names[card], True, tricks.rank_of(match, card))
        for seat, card in match.early.items()
    )
    worth = sum(EYES[card] for card in (*match.trick, *match.early.values()))
    return Trick(match.leader, cards + waiting, None, worth)


def _must_follow(match: DoppelkopfTable) -> str | None:
    if not match.owed:
        return None
    return "superpigs" if match.owed & match.superpig_cards else "pigs"


def _saw(match: DoppelkopfTable, seat: Seat | None, seller: Seat, asked: tuple[Seat, ...]) -> bool:
    if match.rules.open_cards or match.phase in OVER or seat == seller:
        return True
    # What all four have seen is public, as `PovertyCards` tells it.
    return match.rules.poverty != "sell" and (seat in asked or len(asked) == 3)


def _sale(match: DoppelkopfTable, seat: Seat | None) -> Poverty | None:
    if match.seller is None:
        return None
    asked = tuple(match.sold_to)
    sees = _saw(match, seat, match.seller, asked) or (seat is not None and seat == match.buyer)
    # The seller gets the cards that come back only when their trumps have been counted.
    to = {match.buyer} if match.trumps_back is None else {match.buyer, match.seller}
    all_see = match.rules.open_cards or match.phase in OVER
    back = match.returned and (all_see or (seat is not None and seat in to))
    return Poverty(
        seller=match.seller,
        asked=asked,
        buyer=match.buyer,
        passed=match.spread(match.passed) if sees and match.passed else None,
        returned=match.spread(match.returned) if back else None,
        trumps=match.trumps_back,
    )


def _wedding(match: DoppelkopfTable) -> Wedding | None:
    bride = next((said.seat for said in match.said if said.word == "wedding_yes"), None)
    if bride is None:
        return None
    settled = match.phase != "reservations" and not match.open_party
    return Wedding(bride, match.wish, match.settled if settled else None, match.partner)


def _complaint(match: DoppelkopfTable, seat: Seat | None) -> Complaint | None:
    charge = match.charge
    if charge is None:
        return None
    moves = complaints.moves_of(match, charge) if seat == charge.accuser else None
    votes = tuple(charge.votes.get(at) for at in SEATS)
    return Complaint(charge.accuser, charge.accused, charge.misconduct, moves, votes)
