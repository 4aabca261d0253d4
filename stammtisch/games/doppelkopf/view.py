"""What a seat sees of a match of Doppelkopf."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.doppelkopf.records import (
    Asked,
    Card,
    Complaint,
    Judged,
    Party,
    Phase,
    Poverty,
    Row,
    Said,
    Trick,
    Vote,
    Wedding,
)
from stammtisch.games.game import Seat


@dataclass(frozen=True, slots=True)
class View:
    """A match of Doppelkopf as one seat sees it; a spectator's `seat` and `hand` are None."""

    seat: Seat | None
    phase: Phase
    #: 1 is the first, 0 before the first deal; void rounds count, too.
    round: int
    #: Rounds that have counted so far.
    scored: int
    #: Who is asked first, and leads to the first trick unless a soloist does; after a round, who
    #: will in the next one.
    first: Seat
    #: One's cards, the best first.
    hand: tuple[Card, ...] | None
    #: All hands as far as one may see them: one's own, with `open_cards` all; after the round all
    #: as they were dealt.
    hands: tuple[tuple[Card, ...] | None, ...]
    #: How many cards each seat holds.
    counts: tuple[int, ...]
    #: One's cards as they were dealt.
    dealt: tuple[Card, ...] | None
    #: Whose card or answer is next; None where several or nobody are waited for.
    mover: Seat | None
    questions: tuple[Asked, ...]
    #: What was said in this round, in order.
    said: tuple[Said, ...]
    #: None until it is known; a silent wedding is "normal" until the round is over.
    game: str | None
    soloist: Seat | None
    #: One's own party, if it is known.
    party: Party | None
    #: The parties as far as the seat may know them.
    parties: tuple[Party | None, ...]
    #: The tricks that are won, in order, and the running one (or the one a conviction cut short).
    tricks: tuple[Trick, ...]
    trick: Trick | None
    #: Won so far by each seat.
    eyes: tuple[int, ...]
    #: The calls that stand, of each party in order.
    re_calls: tuple[str, ...]
    kontra_calls: tuple[str, ...]
    #: One's next call, however late it may be: "re", "kontra", "no90" …; None: there is none.
    next_call: str | None
    #: With how few cards in hand that can still be called.
    call_until: int | None
    #: What is trump in this game, the best first; pigs stand where foxes do.
    trumps: tuple[Card, ...]
    #: Who would win the running trick as it lies there.
    winning: Seat | None
    pigs: Seat | None
    superpigs: Seat | None
    #: "pigs" or "superpigs", if the next card must be one because it was called.
    must_follow: str | None
    poverty: Poverty | None
    #: Poverties of this round that nobody took.
    unsold: tuple[Poverty, ...]
    wedding: Wedding | None
    complaint: Complaint | None
    #: The complaints of this round that are settled.
    judged: tuple[Judged, ...]
    #: How many moves the round has had.
    moves: int
    #: Points of this round's penalties, as they change the totals.
    penalties: tuple[int, ...]
    points: tuple[int, ...]
    sheet: tuple[Row, ...]
    #: Buck rounds that are open: one counter for each event, or a single one.
    bucks: tuple[int, ...]
    #: Who has played the compulsory solo; all True where the rules know none.
    solo_done: tuple[bool, ...]
    votes: tuple[Vote | None, ...]
    deadline: int | None
    over: bool
