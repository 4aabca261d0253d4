"""What seats do, what happens, and what a seat sees, in a match of Mao.

The words are those of the Mao protocol; what each side sees of a moved card is its table, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stammtisch.games.game import Event, Seat, own_only, veiled
from stammtisch.games.mao.cards import Card
from stammtisch.games.mao.language.rule import CardTest

#: Where a match stands. An accusation remembers what it interrupted, "play" or "lastChance".
Mode = Literal["waiting", "play", "lastChance", "accusation", "inBetweenRounds", "over"]
Place = Literal["hand", "pile", "deck"]
#: Why a card moved: a player did it; the chairman made him take a penalty, take his card back, or
#: do what a rule says.
Cause = Literal["player", "penalty", "return", "rule"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that a card goes from or to.

    `index` counts from 0: in one's hand, or in the pile, whose top is its end. To a pile it is
    where the card will lie, counted after it was taken away. None is the top of a pile; to a hand
    a card is always appended, and a deck has no places.

    place: A `hand` (one's own), the `pile`, or the `deck`.
    index: Counted from 0; null is the top of a pile.
    pile: There is only pile 0, the discard pile.
    """

    place: Place
    index: int | None = None
    pile: int = 0


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Talk:
    """Say something to everybody, in at most 200 UTF-16 units.

    text: What is said, at most 200 UTF-16 units.
    """

    type: ClassVar[str] = "talk"
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """Take a card from somewhere and put it somewhere else. A hand is always one's own.

    target: Where it goes.
    """

    type: ClassVar[str] = "move"
    source: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class Accuse:
    """Accuse a player, or oneself, of having broken a rule.

    seat: Whom one accuses; oneself is allowed.
    """

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
    """The winner of a round adds a rule, in 1 to 200 UTF-16 units, before the next round.

    text: The rule, 1 to 200 UTF-16 units.
    language: The version of the rule language that it is written in; 1 has no OR.
    """

    type: ClassVar[str] = "write_rule"
    text: str
    language: int = 1


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Cards were dealt. `hands` holds None for hands one may not see, and () for who has left.

    round: 1 is the first.
    hands: Each hand; null for those one may not see, empty for who has left.
    discard: The pile that the round begins with.
    """

    type: ClassVar[str] = "round_started"
    round: int
    hands: tuple[tuple[Card, ...] | None, ...]
    discard: tuple[Card, ...]

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.hands)))

    def seen_by(self, seat: Seat | None) -> RoundStarted:
        return replace(self, hands=own_only(self.hands, seat))


@dataclass(frozen=True, slots=True)
class Talked(Event):
    """Somebody spoke; None is the chairman."""

    type: ClassVar[str] = "talked"
    seat: Seat | None
    text: str


_HIDDEN = Spot("hand")


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A card went from `source` to `target`.

    Its mover sees all. Others do not see where in the hand it was (`source.index` None), and if it
    went between deck and hand they do not see the card (None).

    card: The card's number (see above); null if one may not see it.
    target: Where it lies now: a pile's index is never None here.
    length: Cards in the seat's hand after the move, if its hand took part.
    cause: Why it moved: a player did it, or the chairman by a penalty, a return or a rule.
    """

    type: ClassVar[str] = "moved"
    seat: Seat
    card: Card | None
    source: Spot
    target: Spot
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
    """A hand became empty: its owner wins at `deadline`, unless accused in time.

    seat: Whose hand became empty.
    """

    type: ClassVar[str] = "last_chance"
    seat: Seat
    deadline: int


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """Somebody (None: the chairman) accused somebody; nothing but talk until it is settled.

    deadline: When it settles itself.
    card: The card that it is about, which all have seen; None if it is about none.
    """

    type: ClassVar[str] = "accused"
    accuser: Seat | None
    accused: Seat
    reason: str | None
    deadline: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """The accusation stands; the match is in play again.

    by: "accused": said so himself; "time": let the time pass; "vote": the others found him guilty.
    """

    type: ClassVar[str] = "accepted"
    accuser: Seat | None
    accused: Seat
    by: Literal["accused", "time", "vote"] = "accused"


@dataclass(frozen=True, slots=True)
class Cancelled(Event):
    """The accusation is off, and the match goes on where it was.

    mode: What the match is in now.
    deadline: When the last chance ends now; None in play.
    """

    type: ClassVar[str] = "cancelled"
    mode: Literal["play", "lastChance"]
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class VoteCalled(Event):
    """The accusation is stuck: all others may say "guilty" or "innocent" until the deadline.

    voters: Who may vote.
    """

    type: ClassVar[str] = "vote_called"
    voters: tuple[Seat, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The seat has won the round, and may write a rule until the deadline, if one follows.

    seat: Who has won the round.
    points: Rounds that each seat has won.
    """

    type: ClassVar[str] = "round_over"
    seat: Seat
    points: tuple[int, ...]
    deadline: int | None


@dataclass(frozen=True, slots=True)
class RuleWritten(Event):
    """A rule was added. Only its author sees which, and what the machine makes of it.

    understood: Whether the chairman will enforce it; None where there is no chairman.
    complaint: Why it was not understood, or what it contradicts: sentences for the author.
    """

    type: ClassVar[str] = "rule_written"
    seat: Seat
    text: str | None
    understood: bool | None = None
    complaint: str | None = None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> RuleWritten:
        return veiled(self, (self.seat,), seat, "text", "understood", "complaint")


@dataclass(frozen=True, slots=True)
class RulesRevealed(Event):
    """An author has left: these were the rules.

    rules: The rules that were written.
    """

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
    """Whose turn it is, where a chairman watches. `direction` is 1 or -1 from seat to seat.

    seat: Whose turn it is.
    direction: 1 or -1: from seat to seat, up or down.
    deadline: When the chairman calls it a delay; None without such a clock.
    """

    type: ClassVar[str] = "turn_changed"
    seat: Seat
    direction: int
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class PointOfOrder(Event):
    """Play is suspended (`open`), or goes on. `seat` is None if its time was over.

    open: It begins (true) or ends.
    deadline: When it ends by itself; after it, when the turn's clock runs out.
    """

    type: ClassVar[str] = "point_of_order"
    seat: Seat | None
    open: bool
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Breach:
    """Somebody broke a rule.

    round: The number of the round; 1 is the first.
    at: Match time in milliseconds.
    """

    seat: Seat
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class RuleTold:
    """A written rule as the finale tells it.

    round: The round before which it was written.
    understood: The chairman enforces it; null where there is none.
    broken: Who broke it, and when.
    found: Who, the author apart, was the first to do what it wants.
    """

    author: Seat
    text: str
    round: int
    understood: bool | None
    broken: tuple[Breach, ...] = ()
    found: Seat | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An accusation that was settled.

    guilty: Whether it stood.
    round: The number of the round; 1 is the first.
    at: Match time in milliseconds.
    """

    accuser: Seat | None
    accused: Seat
    reason: str | None
    guilty: bool
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class Finale(Event):
    """All rules, who broke which and when, who found out first; and every accusation.

    rules: The rules that were written.
    verdicts: The accusations that were settled.
    """

    type: ClassVar[str] = "finale"
    rules: tuple[RuleTold, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match has ended. Points are rounds won.

    points: Rounds that each seat has won.
    """

    type: ClassVar[str] = "match_over"
    points: tuple[int, ...]


# --- what the chairman has in mind ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """What a seat must do, or must not, until `due`.

    kind: A wish that comes too late has no effect any more, but may still be said.
    phrases: Any of these will do, for "say".
    due: Match time until which it holds.
    rule: Number of the rule that wants it, and its penalty.
    about: The card for whose sake.
    """

    seat: Seat
    kind: Literal["say", "silent", "wish", "late"]
    phrases: tuple[str, ...]
    due: int
    rule: int
    penalty: int
    about: Card | None = None


@dataclass(frozen=True, slots=True)
class Must:
    """What the next card must be, by which rule, and what it costs otherwise.

    test: Which cards will do.
    rule: The number of the rule: written ones from 0, base rules from -1 down.
    """

    test: CardTest
    rule: int
    penalty: int


@dataclass(frozen=True, slots=True)
class Offence:
    """What the chairman has to say of somebody.

    name: As the chairman calls it.
    rule: Number of the rule that was broken; None is the game itself.
    card: Index in the pile of a card that goes back to the offender's hand.
    about: The card that it is about.
    """

    seat: Seat
    name: str
    penalty: int
    rule: int | None = None
    card: int | None = None
    about: Card | None = None


@dataclass(frozen=True, slots=True)
class Agenda:
    """What the chairman has in mind, as far as a player knows it who has seen and heard all: by
    rules that are secret to the player nothing is here. The fields are those of `Chairman`.

    turns: How many turns the round has had.
    turn_due: Match time at which the turn becomes a delay of the game.
    stopped: Since when the chairman's clocks stand still; null if they run.
    order_due: When the point of order ends by itself.
    tasks: What seats must do or must not, as far as one knows.
    wish: The suit that was wished for, and the number of the rule by which.
    musts: What the next card must be.
    row: The newest cards played in order.
    offences: Offences still to be brought up.
    trial: What the chairman's open accusation is about.
    votes: Who has found the accused guilty (true) or innocent.
    """

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
    """The open accusation. `accuser` None is the chairman.

    mode: What it interrupted.
    voting: Its time is over, and the others vote.
    card: The card that it is about.
    """

    accuser: Seat | None
    accused: Seat
    reason: str | None
    mode: Literal["play", "lastChance"]
    voting: bool = False
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """A rule that everybody may read now."""

    author: Seat
    text: str


@dataclass(frozen=True, slots=True)
class RuleSeen:
    """A written rule as a seat knows it: the text is None if it is secret.

    round: The round that it was written after.
    language: The version of the rule language that it is written in.
    """

    author: Seat
    round: int
    text: str | None
    language: int = 1


@dataclass(frozen=True, slots=True)
class Witness:
    """Something that everybody saw or heard; what does not belong to it is None.

    at: Match time in milliseconds.
    what: The event's type.
    seat: Who did it, who accused, or whom it is about; None is the chairman.
    text: What was said; the reason of an accusation; whether a point of order is "open" or "over".
    card: The card that moved, if it was seen; of a new round, the one that it begins with.
    target: Where it goes.
    index: Where in the pile the card lies now, or lay before.
    length: Cards in the hand that took part, after the move.
    cause: Why it moved: a player did it, or the chairman by a penalty, a return or a rule.
    """

    at: int
    what: str
    seat: Seat | None = None
    accused: Seat | None = None
    text: str | None = None
    card: Card | None = None
    source: Place | None = None
    target: Place | None = None
    index: int | None = None
    length: int | None = None
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A match of Mao as one seat sees it; a spectator's `seat` and `hand` are None.

    seat: One's own seat; null for a spectator.
    hand: One's own cards, in their places; null for a spectator.
    counts: How many cards each seat holds.
    pile: The discard pile, its top last.
    mode: What the match is in now.
    round: 0 before the first deal.
    rounds: After so many rounds the match is over.
    points: Rounds won.
    present: False for those who have left.
    winner: Whose last chance it is, or who writes a rule.
    charge: The open accusation, if there is one.
    deadline: When the accusation, the last chance, the writing or the turn ends by itself.
    chance_left: Milliseconds left of a last chance that stands still during an accusation.
    own_rules: One's own rules, in order.
    rule_counts: How many rules each seat has written.
    known_rules: Rules that everybody knows: of those who have left; at a school table all.
    base_rules: At a school table: the base rules, as sentences of the rule language.
    turn: Chaired and school tables: whose turn it is, and where it goes from there.
    direction: 1 or -1: from seat to seat, up or down.
    point_of_order: Play is suspended.
    over: The match has ended.
    witnessed: What has happened of late, the newest last: all that is public of it.
    known: The cards of each seat that everybody knows, as they were taken from the pile; those
        known longest come first.
    last_winner: Who won the round before, until the next one is about to be won.
    stalled: How often the winner has accused himself in this last chance.
    written: Every rule that was written, the oldest first.
    to_reveal: Who left between two rounds: their rules are told when the next one has begun.
    verdicts: The accusations that were settled.
    agenda: Chaired and school tables: what the chairman has in mind.
    finale: After the end: all rules, as the finale told them.
    laid: The card that each seat has put on the pile last in this round, if it has not drawn since.
    """

    seat: Seat | None
    hand: tuple[Card, ...] | None
    counts: tuple[int, ...]
    pile: tuple[Card, ...]
    mode: Mode
    round: int
    rounds: int
    points: tuple[int, ...]
    present: tuple[bool, ...]
    winner: Seat | None
    charge: Charge | None
    deadline: int | None
    chance_left: int | None
    own_rules: tuple[str, ...]
    rule_counts: tuple[int, ...]
    known_rules: tuple[Revealed, ...]
    base_rules: tuple[str, ...]
    turn: Seat | None
    direction: int
    point_of_order: bool
    over: bool
    witnessed: tuple[Witness, ...] = ()
    known: tuple[tuple[Card, ...], ...] = ()
    last_winner: Seat | None = None
    stalled: int = 0
    written: tuple[RuleSeen, ...] = ()
    to_reveal: tuple[Seat, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    agenda: Agenda | None = None
    finale: tuple[RuleTold, ...] = ()
    laid: tuple[Card | None, ...] = ()
