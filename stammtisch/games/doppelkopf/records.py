"""What seats do, and what happens, in a match of Doppelkopf.

Cards are named as they are spoken of: suit c s h d and rank a k q j 10 9 ("cq", "h10"), the joker
is "j0". The two cards of a kind cannot be told apart. Whatever is said at the table is a word of
`words.py`; the words are those of the cg protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, get_args

from stammtisch.games.game import Event, Seat

Card = str
Party = Literal["re", "kontra"]
#: "dealing": the server has yet to deal. "end": the round is scored, and all say how to go on.
Phase = Literal["dealing", "reservations", "tricks", "end", "over"]
#: What somebody is asked; `words.ANSWERS` has what may be said. Three cards answer the two choices.
Question = Literal[
    "reservation",
    "solo",
    "throw",
    "pigs",
    "superpigs",
    "poverty",
    "poverty_trump_choice",
    "poverty_accept",
    "poverty_return_choice",
    "poverty_return_trumps",
    "wedding",
    "wedding_clarification_trick",
    "black_sow_solo",
    "accusation_vote",
]
Misconduct = Literal["wrong_card", "wrong_announcement", "played_early", "external"]
MISCONDUCTS: tuple[Misconduct, ...] = get_args(Misconduct)
#: What the four agree on after a round.
Vote = Literal["continue", "adjourn", "end", "cancel"]


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """Say a word of the game: an answer, an announcement, a vote."""

    type: ClassVar[str] = "say"
    word: str


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    type: ClassVar[str] = "play"
    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """The poor player gives three cards away, all trumps among them. Trumps need not be named: if
    fewer than three are, the trumps are the others."""

    type: ClassVar[str] = "pass_cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """Who took the three cards gives three of the fifteen back."""

    type: ClassVar[str] = "return_cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Complain:
    """Accuse a player of a misconduct in this round."""

    type: ClassVar[str] = "complain"
    accused: Seat
    misconduct: Misconduct


@dataclass(frozen=True, slots=True)
class PointOut:
    """Say which move it was. `id` None, or one that is no move of the accused: any that fits.

    kind: `announcement`, `card` or `accusation`.
    data: The word or the card.
    """

    type: ClassVar[str] = "point_out"
    id: int | None
    kind: str
    data: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take one's complaint back, which costs the same as a false one."""

    type: ClassVar[str] = "withdraw"


# --- parts of events and views -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table.

    early: It was laid before its seat's turn.
    rank: "pig" or "superpig", if it counts as one.
    """

    seat: Seat
    card: Card
    early: bool = False
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick in the order of its turns; of the running one, as far as it has come.

    leader: Who led it.
    cards: In the order of their turns.
    winner: Who won it.
    eyes: The eyes of its cards.
    """

    leader: Seat
    cards: tuple[Laid, ...]
    winner: Seat | None = None
    eyes: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said to all in this round.

    id: The move's number in the round.
    cards: How many cards the seat held.
    party: The party for which a call was made.
    """

    id: int
    seat: Seat
    word: str
    cards: int
    party: Party | None = None


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move as the accuser chooses from: `kind` is announcement, card or accusation.

    kind: `announcement`, `card` or `accusation`.
    data: The word or the card.
    punished: Somebody was convicted of it already.
    """

    id: int
    kind: str
    data: str
    punished: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a round's score: what it was, for which party, and how much.

    name: What it was.
    party: For which party it counts.
    points: How many points it is.
    """

    name: str
    party: Party | None
    points: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the score sheet.

    round: 1 is the first; void rounds count, too.
    game: "normal", "silent_wedding", "solo_queen" …; of a void round "throw" or "poverty_cancel".
    soloist: Who plays alone, marries or is poor; null is nobody.
    winner: The party that won.
    eyes: Of re and of kontra.
    re_calls: What each party had called.
    kontra_calls: What kontra has called.
    re_extras: The extra points that each party made.
    kontra_extras: The extra points that kontra made.
    items: What the round's points are made of.
    keywords: The round in the keywords of the cg protocol.
    change: Of each seat, penalties of the round included.
    penalties: Points of this round's penalties, seat by seat.
    factor: By how much buck rounds had multiplied it.
    void: It counts for nothing, and the same player deals again.
    stopped: A conviction ended it.
    """

    round: int
    game: str
    soloist: Seat | None
    winner: Party | None
    eyes: tuple[int, int]
    parties: tuple[Party | None, ...]
    re_calls: tuple[str, ...]
    kontra_calls: tuple[str, ...]
    re_extras: tuple[str, ...]
    kontra_extras: tuple[str, ...]
    items: tuple[Item, ...]
    keywords: tuple[str, ...]
    change: tuple[int, ...]
    points: tuple[int, ...]
    penalties: tuple[int, ...]
    factor: int = 1
    void: bool = False
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Poverty:
    """The sale of a poor hand, as far as the seat knows it.

    seller: Who is poor.
    asked: Who has been asked so far, in order; the last one took the cards if `buyer` is set.
    buyer: Who took the cards; null: nobody yet.
    passed: None to those who have not seen them.
    returned: The cards that went back; null to those who have not seen them.
    trumps: How many trumps are said to have gone back.
    """

    seller: Seat
    asked: tuple[Seat, ...]
    buyer: Seat | None
    passed: tuple[Card, ...] | None
    returned: tuple[Card, ...] | None
    trumps: int | None


@dataclass(frozen=True, slots=True)
class Wedding:
    """A wedding that was announced.

    bride: Who announced the wedding.
    wish: The kind of trick that finds the partner; None until it is said.
    trick: The number of the trick that settled it; None while it is open.
    partner: None as long as it is open, and if the bride plays alone.
    """

    bride: Seat
    wish: str | None
    trick: int | None
    partner: Seat | None


@dataclass(frozen=True, slots=True)
class Complaint:
    """The open complaint. `moves` are the accused's, and for the accuser's eyes only.

    moves: The moves of the accused; null for all but the accuser.
    votes: How the others voted on an external misconduct; None is not yet.
    """

    accuser: Seat
    accused: Seat
    misconduct: Misconduct
    moves: tuple[LoggedMove, ...] | None
    votes: tuple[bool | None, ...]


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round begins. `hands` holds None for those one may not see; `first` leads.

    round: The number of the round; 1 is the first, and void rounds count.
    first: Who is asked first, and leads to the first trick.
    hands: Each hand; null for those one may not see.
    open: Everybody sees everything (the rule `open_cards`).
    """

    type: ClassVar[str] = "dealt"
    round: int
    first: Seat
    hands: tuple[tuple[Card, ...] | None, ...]
    open: bool = False

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.open else (0, 1, 2, 3)

    def seen_by(self, seat: Seat | None) -> Dealt:
        if self.open:
            return self
        hands = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=hands)


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """The seat has a question to answer.

    question: What is asked; the words answer it (see above), or three cards.
    deadline: When the answer is given for it, if it has not been by then.
    """

    type: ClassVar[str] = "asked"
    seat: Seat
    question: Question
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Spoke(Event):
    """Somebody said a word; `id` is its number among the round's moves, votes have none.

    party: The party for which a call was made.
    """

    type: ClassVar[str] = "spoke"
    seat: Seat
    word: str
    id: int | None = None
    party: Party | None = None


@dataclass(frozen=True, slots=True)
class PovertyCards(Event):
    """Three cards of a poverty went from a hand to the middle, from there to a hand, or (both
    places are "poverty") are shown to `seat`. Only those in `known_to` see which they are.

    source: From a `hand`, or from the `poverty` in the middle.
    target: To a `hand`, or to the `poverty` in the middle.
    known_to: The seats that see which cards they are.
    """

    type: ClassVar[str] = "poverty_cards"
    seat: Seat
    source: Literal["hand", "poverty"]
    target: Literal["hand", "poverty"]
    cards: tuple[Card, ...] | None
    known_to: tuple[Seat, ...]

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return self.known_to if len(self.known_to) < 4 else ()

    def seen_by(self, seat: Seat | None) -> PovertyCards:
        if seat in self.known_to or len(self.known_to) == 4:
            return self
        return replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class GameChosen(Event):
    """What is played now. A silent wedding is called a normal game, to everybody.

    `parties` holds each seat's as far as the receiver may know: one's own, and what is public.

    game: What is played: `normal`, `wedding`, `poverty`, or a solo.
    soloist: Who plays alone, marries, or is poor.
    public: What everybody may know of the parties.
    tricks: How many tricks there are.
    """

    type: ClassVar[str] = "game_chosen"
    game: str
    soloist: Seat | None
    parties: tuple[Party | None, ...]
    public: tuple[Party | None, ...]
    tricks: int

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.parties == self.public else (0, 1, 2, 3)

    def seen_by(self, seat: Seat | None) -> GameChosen:
        parties = tuple(
            party if at == seat else known
            for at, (party, known) in enumerate(zip(self.parties, self.public, strict=True))
        )
        return replace(self, parties=parties)


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """Whose card is next, and in which trick (1 is the first).

    tricks: How many tricks the round has.
    """

    type: ClassVar[str] = "turn"
    seat: Seat
    trick: int
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card lies on the table.

    early: It was laid before its seat's turn.
    rank: "pig" or "superpig", if it counts as one.
    """

    type: ClassVar[str] = "card_played"
    id: int
    seat: Seat
    card: Card
    trick: int
    early: bool = False
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """The four cards go to their winner. `total` is all eyes of that seat in the round.

    cards: In the order of their turns.
    eyes: The eyes of its cards.
    total: All eyes of that seat in the round.
    """

    type: ClassVar[str] = "trick_won"
    seat: Seat
    trick: int
    cards: tuple[Laid, ...]
    eyes: int
    total: int


@dataclass(frozen=True, slots=True)
class WeddingSettled(Event):
    """Everybody knows with whom the bride plays; None: alone, and nobody will join her.

    bride: Who announced the wedding.
    partner: Whom she plays with; null is nobody.
    trick: The number of the trick.
    """

    type: ClassVar[str] = "wedding_settled"
    bride: Seat
    partner: Seat | None
    trick: int
    parties: tuple[Party | None, ...]


@dataclass(frozen=True, slots=True)
class Complained(Event):
    """A complaint is open: no card and no call until it is settled.

    id: Its number among the round's moves.
    moves: All moves of the accused in this round, for the accuser to choose from; else None.
    deadline: When it settles itself.
    """

    type: ClassVar[str] = "complained"
    id: int
    accuser: Seat
    accused: Seat
    misconduct: Misconduct
    moves: tuple[LoggedMove, ...] | None
    deadline: int | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.moves is None else (self.accuser,)

    def seen_by(self, seat: Seat | None) -> Complained:
        return self if seat == self.accuser else replace(self, moves=None)


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """A complaint is settled, and somebody pays for it.

    guilty: Whether it was true.
    by: "move", "early", "vote", "withdrawn" or "time".
    punished: Who pays for it.
    penalty: What it costs (not negative), and all points of each seat now.
    stopped: The round ends with it.
    """

    type: ClassVar[str] = "judged"
    accuser: Seat
    accused: Seat
    misconduct: Misconduct
    guilty: bool
    by: str
    punished: Seat
    penalty: int
    points: tuple[int, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The round as it goes onto the score sheet, and the hands as they were dealt.

    row: The line that goes onto the score sheet.
    hands: The hands as they were dealt.
    """

    type: ClassVar[str] = "round_over"
    row: Row
    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match has ended: "won", "draw", "adjourned" or "aborted".

    kind: `won`, `draw`, `adjourned` or `aborted`.
    ranks: The rank of each seat, 1 is best.
    """

    type: ClassVar[str] = "match_over"
    kind: str
    points: tuple[int, ...]
    ranks: tuple[int, ...]
