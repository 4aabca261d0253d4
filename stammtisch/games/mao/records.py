"""What seats do, what happens, and what a seat sees, in a match of Mao.

The words are those of the Mao protocol; what each side sees of a moved card is its table, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stammtisch.games.game import Event, Seat
from stammtisch.games.hiding import own_only, veiled
from stammtisch.games.mao.cards import Card
from stammtisch.games.mao.language.rule import CardTest
from stammtisch.games.quick import quick

#: Where a match stands. An accusation remembers what it interrupted, "play" or "lastChance".
Mode = Literal["waiting", "play", "lastChance", "accusation", "inBetweenRounds", "over"]
Place = Literal["hand", "pile", "deck"]
#: Why a card moved: a player did it; the chairman made him take a penalty, take his card back, or
#: do what a rule says.
Cause = Literal["player", "penalty", "return", "rule"]


@quick
@dataclass(frozen=True, slots=True)
class Spot:
    """A place that a card goes from or to.

    `index` counts from 0: in one's hand, or in the pile, whose top is its end. To a pile it is
    where the card will lie, counted after it was taken away. None is the top of a pile; to a hand
    a card is always appended, and a deck has no places.
    """

    place: Place
    index: int | None = None
    #: There is only pile 0, the discard pile.
    pile: int = 0


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Talk:
    """Say something to everybody, in at most 200 UTF-16 units."""

    type: ClassVar[str] = "talk"
    text: str


@quick
@dataclass(frozen=True, slots=True)
class Move:
    """Take a card from somewhere and put it somewhere else. A hand is always one's own."""

    type: ClassVar[str] = "move"
    source: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class Accuse:
    """Accuse a player, or oneself, of having broken a rule."""

    type: ClassVar[str] = "accuse"
    seat: Seat
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """The accused admits it."""

    type: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Cancel:
    """The accuser takes the accusation back."""

    type: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class WriteRule:
    """The winner of a round adds a rule, in 1 to 200 UTF-16 units, before the next round."""

    type: ClassVar[str] = "write_rule"
    text: str
    #: The version of the rule language that it is written in; 1 has no OR.
    language: int = 1


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Cards were dealt. `hands` holds None for hands one may not see, and () for who has left."""

    type: ClassVar[str] = "round_started"
    #: 1 is the first.
    round: int
    hands: tuple[tuple[Card, ...] | None, ...]
    discard: tuple[Card, ...]

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.hands)))

    def seen_by(self, seat: Seat | None) -> RoundStarted:
        return replace(self, hands=own_only(self.hands, seat))


@quick
@dataclass(frozen=True, slots=True)
class Talked(Event):
    """Somebody spoke; None is the chairman."""

    type: ClassVar[str] = "talked"
    seat: Seat | None
    text: str


_HIDDEN = Spot("hand")


@quick
@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A card went from `source` to `target`.

    Its mover sees all. Others do not see where in the hand it was (`source.index` None), and if it
    went between deck and hand they do not see the card (None).
    """

    type: ClassVar[str] = "moved"
    seat: Seat
    card: Card | None
    source: Spot
    #: Where it lies now: a pile's index is never None here.
    target: Spot
    #: Cards in the seat's hand after the move, if its hand took part.
    length: int | None
    cause: Cause = "player"

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.length is None or self.source.place == "pile" else (self.seat,)

    def seen_by(self, seat: Seat | None) -> Moved:
        if seat == self.seat or self.length is None or self.source.place == "pile":
            return self
        card = self.card if self.target.place == "pile" else None
        spot = _HIDDEN if self.source.place == "hand" else self.source
        return Moved(self.seat, card, spot, self.target, self.length, self.cause)


@dataclass(frozen=True, slots=True)
class LastChance(Event):
    """A hand became empty: its owner wins at `deadline`, unless accused in time."""

    type: ClassVar[str] = "last_chance"
    seat: Seat
    deadline: int


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """Somebody (None: the chairman) accused somebody; nothing but talk until it is settled."""

    type: ClassVar[str] = "accused"
    accuser: Seat | None
    accused: Seat
    reason: str | None
    #: When it settles itself.
    deadline: int
    #: The card that it is about, which all have seen; None if it is about none.
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """The accusation stands; the match is in play again."""

    type: ClassVar[str] = "accepted"
    accuser: Seat | None
    accused: Seat
    #: "accused": said so himself; "time": let the time pass; "vote": the others found him guilty.
    by: Literal["accused", "time", "vote"] = "accused"


@dataclass(frozen=True, slots=True)
class Cancelled(Event):
    """The accusation is off, and the match goes on where it was."""

    type: ClassVar[str] = "cancelled"
    mode: Literal["play", "lastChance"]
    #: When the last chance ends now; None in play.
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class VoteCalled(Event):
    """The accusation is stuck: all others may say "guilty" or "innocent" until the deadline."""

    type: ClassVar[str] = "vote_called"
    voters: tuple[Seat, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The seat has won the round, and may write a rule until the deadline, if one follows."""

    type: ClassVar[str] = "round_over"
    seat: Seat
    points: tuple[int, ...]
    deadline: int | None


@dataclass(frozen=True, slots=True)
class RuleWritten(Event):
    """A rule was added. Only its author sees which, and what the machine makes of it."""

    type: ClassVar[str] = "rule_written"
    seat: Seat
    text: str | None
    #: Whether the chairman will enforce it; None where there is no chairman.
    understood: bool | None = None
    #: Why it was not understood, or what it contradicts: sentences for the author.
    complaint: str | None = None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> RuleWritten:
        return veiled(self, (self.seat,), seat, "text", "understood", "complaint")


@dataclass(frozen=True, slots=True)
class RulesRevealed(Event):
    """An author has left: these were the rules."""

    type: ClassVar[str] = "rules_revealed"
    seat: Seat
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WinnerLeft(Event):
    """Whose last chance it was has left: the round goes on."""

    type: ClassVar[str] = "winner_left"


@dataclass(frozen=True, slots=True)
class PlayerGone(Event):
    """A player has left for good, with all cards of the hand."""

    type: ClassVar[str] = "player_gone"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnChanged(Event):
    """Whose turn it is, where a chairman watches. `direction` is 1 or -1 from seat to seat."""

    type: ClassVar[str] = "turn_changed"
    seat: Seat
    direction: int
    #: When the chairman calls it a delay; None without such a clock.
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class PointOfOrder(Event):
    """Play is suspended (`open`), or goes on. `seat` is None if its time was over."""

    type: ClassVar[str] = "point_of_order"
    seat: Seat | None
    open: bool
    #: When it ends by itself; after it, when the turn's clock runs out.
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Breach:
    """Somebody broke a rule."""

    seat: Seat
    round: int
    #: Match time in milliseconds.
    at: int


@dataclass(frozen=True, slots=True)
class RuleTold:
    """A written rule as the finale tells it."""

    author: Seat
    text: str
    #: The round before which it was written.
    round: int
    understood: bool | None
    broken: tuple[Breach, ...] = ()
    #: Who, the author apart, was the first to do what it wants.
    found: Seat | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An accusation that was settled."""

    accuser: Seat | None
    accused: Seat
    reason: str | None
    guilty: bool
    round: int
    #: Match time in milliseconds.
    at: int


@dataclass(frozen=True, slots=True)
class Finale(Event):
    """All rules, who broke which and when, who found out first; and every accusation."""

    type: ClassVar[str] = "finale"
    rules: tuple[RuleTold, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match has ended. Points are rounds won."""

    type: ClassVar[str] = "match_over"
    points: tuple[int, ...]


# --- what the chairman has in mind ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """What a seat must do, or must not, until `due`."""

    seat: Seat
    #: A wish that comes too late has no effect any more, but may still be said.
    kind: Literal["say", "silent", "wish", "late"]
    #: Any of these will do, for "say".
    phrases: tuple[str, ...]
    due: int
    #: Number of the rule that wants it, and its penalty.
    rule: int
    penalty: int
    #: The card for whose sake.
    about: Card | None = None


@dataclass(frozen=True, slots=True)
class Must:
    """What the next card must be, by which rule, and what it costs otherwise."""

    test: CardTest
    rule: int
    penalty: int


@dataclass(frozen=True, slots=True)
class Offence:
    seat: Seat
    #: As the chairman calls it.
    name: str
    penalty: int
    #: Number of the rule that was broken; None is the game itself.
    rule: int | None = None
    #: Index in the pile of a card that goes back to the offender's hand.
    card: int | None = None
    #: The card that it is about.
    about: Card | None = None


@quick
@dataclass(frozen=True, slots=True)
class Agenda:
    """What the chairman has in mind, as far as a player knows it who has seen and heard all: by
    rules that are secret to the player nothing is here. The fields are those of `Chairman`."""

    turns: int
    turn_due: int | None
    stopped: int | None
    order_due: int | None
    tasks: tuple[Task, ...]
    wish: tuple[int, int] | None
    musts: tuple[Must, ...]
    row: tuple[Card, ...]
    offences: tuple[Offence, ...]
    trial: Offence | None
    votes: tuple[tuple[Seat, bool], ...]


# --- the view ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charge:
    """The open accusation. `accuser` None is the chairman."""

    accuser: Seat | None
    accused: Seat
    reason: str | None
    #: What it interrupted.
    mode: Literal["play", "lastChance"]
    #: Its time is over, and the others vote.
    voting: bool = False
    #: The card that it is about.
    card: Card | None = None


@quick
@dataclass(frozen=True, slots=True)
class Revealed:
    author: Seat
    text: str


@quick
@dataclass(frozen=True, slots=True)
class RuleSeen:
    """A written rule as a seat knows it: the text is None if it is secret."""

    author: Seat
    #: The round that it was written after.
    round: int
    text: str | None
    #: The version of the rule language that it is written in.
    language: int = 1


@quick
@dataclass(frozen=True, slots=True)
class Witness:
    """Something that everybody saw or heard; what does not belong to it is None."""

    #: Match time in milliseconds.
    at: int
    #: The event's type.
    what: str
    #: Who did it, who accused, or whom it is about; None is the chairman.
    seat: Seat | None = None
    accused: Seat | None = None
    #: What was said; the reason of an accusation; whether a point of order is "open" or "over".
    text: str | None = None
    #: The card that moved, if it was seen; of a new round, the one that it begins with.
    card: Card | None = None
    source: Place | None = None
    target: Place | None = None
    #: Where in the pile the card lies now, or lay before.
    index: int | None = None
    #: Cards in the hand that took part, after the move.
    length: int | None = None
    cause: Cause | None = None


@quick
@dataclass(frozen=True, slots=True)
class View:
    """A match of Mao as one seat sees it; a spectator's `seat` and `hand` are None."""

    seat: Seat | None
    hand: tuple[Card, ...] | None
    #: How many cards each seat holds.
    counts: tuple[int, ...]
    #: The discard pile, its top last.
    pile: tuple[Card, ...]
    mode: Mode
    #: 0 before the first deal.
    round: int
    #: After so many rounds the match is over.
    rounds: int
    #: Rounds won.
    points: tuple[int, ...]
    #: False for those who have left.
    present: tuple[bool, ...]
    #: Whose last chance it is, or who writes a rule.
    winner: Seat | None
    charge: Charge | None
    #: When the accusation, the last chance, the writing or the turn ends by itself.
    deadline: int | None
    #: Milliseconds left of a last chance that stands still during an accusation.
    chance_left: int | None
    #: One's own rules, in order.
    own_rules: tuple[str, ...]
    #: How many rules each seat has written.
    rule_counts: tuple[int, ...]
    #: Rules that everybody knows: of those who have left; at a school table all.
    known_rules: tuple[Revealed, ...]
    #: At a school table: the base rules, as sentences of the rule language.
    base_rules: tuple[str, ...]
    #: Chaired and school tables: whose turn it is, and where it goes from there.
    turn: Seat | None
    direction: int
    point_of_order: bool
    over: bool
    #: What has happened of late, the newest last: all that is public of it.
    witnessed: tuple[Witness, ...] = ()
    #: The cards of each seat that everybody knows, as they were taken from the pile; those known
    #: longest come first.
    known: tuple[tuple[Card, ...], ...] = ()
    #: Who won the round before, until the next one is about to be won.
    last_winner: Seat | None = None
    #: How often the winner has accused himself in this last chance.
    stalled: int = 0
    #: Every rule that was written, the oldest first.
    written: tuple[RuleSeen, ...] = ()
    #: Who left between two rounds: their rules are told when the next one has begun.
    to_reveal: tuple[Seat, ...] = ()
    #: The accusations that were settled.
    verdicts: tuple[Verdict, ...] = ()
    #: Chaired and school tables: what the chairman has in mind.
    agenda: Agenda | None = None
    #: After the end: all rules, as the finale told them.
    finale: tuple[RuleTold, ...] = ()
    #: The card that each seat has put on the pile last in this round, if it has not drawn since.
    laid: tuple[Card | None, ...] = ()
