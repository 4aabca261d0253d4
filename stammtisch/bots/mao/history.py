"""What a player remembers of the match: who did what, said what, and was accused of what.

Everything here comes from `View.witnessed`. Times are counted by the chairman's clock, which stands
still during accusations and points of order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from stammtisch.bots.mao.charges import CARD_FAULTS, kind_of
from stammtisch.games.game import Seat
from stammtisch.games.mao.card import Card
from stammtisch.games.mao.chair.offences import CALLING
from stammtisch.games.mao.language.rule import MOST_IN_ROW, WITHIN, Happening, Situation
from stammtisch.games.mao.records import View, Witness
from stammtisch.games.mao.speech import normal

#: The same few words come again and again.
_normal = lru_cache(1024)(normal)
#: Milliseconds in which words are due, unless a rule says otherwise; bots expect nothing else.
DUE = WITHIN * 1000
#: So much later at the latest a failure to speak has been brought up.
_LATE = 300
#: Charges that tell something about the card, not about when it was played.
_WRONG = frozenset({"fit", "must", "forbidden"})
#: A charge of missing words belongs to a deed of about that age.
_NEAR = 1500


@dataclass(slots=True)
class Deed:
    """A card played or drawn, or a penalty taken."""

    seat: Seat
    #: Match time, and the chairman's.
    at: int
    clock: int
    round: int
    now: Situation
    #: What was said by the same player in time, as `normal` words.
    words: list[str] = field(default_factory=list)
    #: Words of it that cost a card, as nobody had asked for them.
    idle: list[str] = field(default_factory=list)
    #: What it was punished for.
    charges: list[str] = field(default_factory=list)
    #: The card lies rightly where it lies, or the draw was in turn.
    is_good: bool = True
    #: The time to speak is over.
    closed: bool = False
    #: The play that it followed, if it is one itself.
    after: Deed | None = None

    @property
    def card(self) -> Card:
        return self.now.row[-1]


@dataclass(slots=True)
class Utterance:
    """Something said while words could cost a card, and the deeds that it may belong to."""

    seat: Seat
    clock: int
    said: str
    deeds: list[Deed]
    #: Nobody had asked for it, and it was punished.
    idle: bool = False


@dataclass(slots=True)
class Plea:
    """An accusation, and what it was about."""

    clock: int
    accuser: Seat | None
    accused: Seat
    kind: str | None
    reason: str
    deed: Deed | None
    #: None while it is open.
    guilty: bool | None = None
    #: Who has said something to it.
    spoke: set[Seat] = field(default_factory=set)


class History:
    """The past, in order; the newest is last."""

    def __init__(self, view: View, recall: int) -> None:
        self.deeds: list[Deed] = []
        self.utterances: list[Utterance] = []
        self.pleas: list[Plea] = []
        self.clock = 0
        #: What each seat said last, and when.
        self.said: dict[Seat, tuple[int, str]] = {}
        #: Who, at a table without chairman, has admitted something and not drawn for it yet.
        self.owing: list[Seat] = []
        self.chaired = view.turn is not None
        self._seats = len(view.present)
        self._here = list(view.present)
        self._counts = [0] * self._seats
        self._round = 0
        self._row: tuple[Card, ...] = ()
        self._stack: list[Card] = []
        self._at = self._lost = self._reached = 0
        self._stopped: int | None = None
        self._order = False
        self._plea: Plea | None = None
        #: Whose last chance it is.
        self._chance: Seat | None = None
        recalled = view.witnessed[-recall:] if recall else ()
        for witness in recalled:
            if witness.what == "player_gone" and witness.seat is not None:
                self._here[witness.seat] = True
        self._sit()
        for witness in recalled:
            self._take_in(witness)
        self._close()

    def _take_in(self, witness: Witness) -> None:
        self._at = witness.at
        self.clock = (witness.at if self._stopped is None else self._stopped) - self._lost
        if self._chance is None:
            self._reached = self.clock
        take = _TAKE.get(witness.what)
        if take is not None:
            take(self, witness)

    def _close(self) -> None:
        """Find out for which deeds of the round the time to speak is over."""
        over = self._reached - DUE - _LATE
        for deed in reversed(self.deeds):
            if deed.round < self._round:
                break
            deed.closed = deed.clock < over

    # --- cards ----------------------------------------------------------------------------------

    def _round_started(self, witness: Witness) -> None:
        assert witness.card is not None
        self._close()
        self._round += 1
        self._counts = [7] * self._seats
        self._row, self._stack = (), [witness.card]
        self._lost, self._stopped, self._order, self._chance = 0, None, False, None
        self.clock = witness.at
        self._plea = None
        self.owing = []

    def _moved(self, witness: Witness) -> None:
        assert witness.seat is not None
        seat = witness.seat
        if witness.length is not None:
            self._counts[seat] = witness.length
        if witness.cause == "return":
            self._take_back(witness.card)
        elif witness.cause == "penalty":
            self._penalty(seat)
        elif witness.cause == "player":
            self._player_moved(seat, witness)

    def _player_moved(self, seat: Seat, witness: Witness) -> None:
        if witness.source == "hand" and witness.target == "pile" and witness.card is not None:
            before = self._stack[-1] if self._stack else None
            self._row = (*self._row, witness.card)[-MOST_IN_ROW:]
            self._stack.append(witness.card)
            self._add(seat, "play", before)
        elif witness.source == "deck" and witness.target == "hand":
            if seat in self.owing:
                self.owing.remove(seat)
                self._penalty(seat)
            else:
                self._add(seat, "draw", None)
        elif witness.source == "deck" and witness.card is not None:
            self._stack.append(witness.card)
        elif witness.source == "pile":
            self._take_back(witness.card)

    def _add(self, seat: Seat, happening: Happening, before: Card | None) -> None:
        row = self._row if happening == "play" else ()
        counts = self._counts
        left, right = counts[self._left[seat]], counts[self._right[seat]]
        now = Situation(happening, counts[seat], left, right, row, before)
        after = self.last_play() if happening == "play" else None
        self.deeds.append(Deed(seat, self._at, self.clock, self._round, now, after=after))

    def _penalty(self, seat: Seat) -> None:
        """Several cards at once are one penalty."""
        last = self.deeds[-1] if self.deeds else None
        same = last and last.now.happening == "penalty" and last.seat == seat
        if not (same and last and last.clock == self.clock):
            self._add(seat, "penalty", None)

    def _take_back(self, card: Card | None) -> None:
        if self._stack and self._stack[-1] == card:
            self._stack.pop()

    def _beside(self, seat: Seat, step: int) -> Seat:
        for _ in range(self._seats):
            seat = (seat + step) % self._seats
            if self._here[seat]:
                break
        return seat

    def _gone(self, witness: Witness) -> None:
        assert witness.seat is not None
        self._here[witness.seat] = False
        self._sit()

    def _sit(self) -> None:
        self._left = [self._beside(seat, 1) for seat in range(self._seats)]
        self._right = [self._beside(seat, -1) for seat in range(self._seats)]

    # --- words ----------------------------------------------------------------------------------

    def _talked(self, witness: Witness) -> None:
        said, seat = _normal(witness.text or ""), witness.seat
        if seat is not None:
            self.said[seat] = (self.clock, witness.text or "")
            if self._plea is not None:
                self._plea.spoke.add(seat)
        free = self._stopped is not None or said.startswith(CALLING)
        # In a last chance nobody minds what the others say.
        if seat is None or not said or free or self._chance not in (None, seat):
            return
        deeds = [deed for deed in self.recent() if deed.seat == seat and deed.is_good]
        for deed in deeds:
            deed.words.append(said)
        self.utterances.append(Utterance(seat, self.clock, said, deeds))

    def _not_asked_for(self, seat: Seat) -> None:
        """What the seat said last was wrong."""
        last = next((one for one in reversed(self.utterances) if one.seat == seat), None)
        if last is not None and not last.idle:
            last.idle = True
            for deed in last.deeds:
                deed.words.remove(last.said)
                deed.idle.append(last.said)

    def _last_chance(self, witness: Witness) -> None:
        self._chance = witness.seat

    # --- accusations ----------------------------------------------------------------------------

    def _accused(self, witness: Witness) -> None:
        assert witness.accused is not None
        kind = kind_of(witness.text)
        deed = self._meant(witness.accused, kind)
        self._plea = Plea(self.clock, witness.seat, witness.accused, kind, witness.text or "", deed)
        self.pleas.append(self._plea)
        self._stop(witness.at)
        if witness.seat is None:
            self._charge(self._plea)

    def _meant(self, seat: Seat, kind: str | None) -> Deed | None:
        mine = [
            deed
            for deed in self.deeds[-40:]
            if deed.seat == seat and deed.round == self._round and deed.is_good
        ]
        if kind == "words":
            due = [deed for deed in mine if abs(self.clock - deed.clock - DUE) <= _NEAR]
            if due:
                return min(due, key=lambda deed: abs(self.clock - deed.clock - DUE))
            mine = [deed for deed in mine if deed.clock < self.clock - 900] or mine
        elif kind in CARD_FAULTS and kind != "drawing":
            mine = [deed for deed in mine if deed.now.happening == "play"]
        return mine[-1] if mine else None

    def _charge(self, plea: Plea) -> None:
        plea.guilty = True
        deed, kind = plea.deed, plea.kind
        if kind in ("talking", "silence"):
            self._not_asked_for(plea.accused)
        if deed is None or kind is None:
            return
        deed.charges.append(kind)
        if kind in CARD_FAULTS:
            deed.is_good = False
            if deed.now.happening == "play":
                self._row = self._row[:-1]

    def _accepted(self, witness: Witness) -> None:
        plea, self._plea = self._plea, None
        self._go_on(witness.at)
        if plea is not None and plea.guilty is None:
            self._charge(plea)
            if not self.chaired and witness.accused is not None:
                self.owing.append(witness.accused)
        self._chance = None

    def _cancelled(self, witness: Witness) -> None:
        plea, self._plea = self._plea, None
        self._go_on(witness.at)
        if plea is not None and plea.guilty is None:
            plea.guilty = False

    def _point_of_order(self, witness: Witness) -> None:
        self._order = witness.text == "open"
        if self._order:
            self._stop(witness.at)
        else:
            self._go_on(witness.at)

    def _stop(self, at: int) -> None:
        if self._stopped is None:
            self._stopped = at

    def _go_on(self, at: int) -> None:
        if self._stopped is not None and not self._order:
            self._lost += at - self._stopped
            self._stopped = None

    # --- asking ---------------------------------------------------------------------------------

    def last_play(self) -> Deed | None:
        """The newest good play of the round."""
        for deed in reversed(self.deeds):
            if deed.round < self._round:
                break
            if deed.now.happening == "play" and deed.is_good:
                return deed
        return None

    def failed(self) -> set[Card]:
        """Cards that were wrong on what lies there now, whoever tried them."""
        found = set()
        for deed in reversed(self.deeds):
            if deed.round < self._round:
                break
            if deed.now.happening == "play":
                if deed.is_good:
                    break
                if _WRONG.intersection(deed.charges):
                    found.add(deed.card)
        return found

    @property
    def talk_is_free(self) -> bool:
        """Whether nobody minds what is said: there is no chairman, or he let something pass that
        belonged to nothing."""
        return not self.chaired or any(not (one.deeds or one.idle) for one in self.utterances)

    def recent(self) -> list[Deed]:
        """Deeds of this round that something may still be said to."""
        found = []
        for deed in reversed(self.deeds):
            if deed.round < self._round or deed.clock < self.clock - DUE:
                break
            found.append(deed)
        return found[::-1]

    def situation(self, seat: Seat, card: Card, before: Card | None, hand: int) -> Situation:
        """What it would be if the seat played the card now."""
        left, right = self._counts[self._left[seat]], self._counts[self._right[seat]]
        row = (*self._row, card)[-MOST_IN_ROW:]
        return Situation("play", hand, left, right, row, before)

    def turn(self) -> Seat:
        """Whose turn it is by convention, where no chairman says it: seat after seat."""
        for deed in reversed(self.deeds):
            if deed.round < self._round:
                break
            if deed.now.happening != "penalty":
                return self._left[deed.seat]
        return self._left[self._seats - 1]

    def accused_since(self, deed: Deed, accuser: Seat) -> bool:
        """Whether the accuser has called its doer to account already."""
        return any(
            plea.accuser == accuser and plea.accused == deed.seat and plea.clock > deed.clock
            for plea in self.pleas
            if plea.deed is None or plea.deed.round == deed.round
        )


def remembered(view: View, recall: int) -> History:
    """The past as it is seen now. Bots that are asked one after the other at the same table share
    the work, as long as nothing new has happened."""
    last = _LAST.get(recall)
    if last is not None:
        seen, history = last
        same = seen.witnessed is view.witnessed and seen.present == view.present
        if same and (seen.turn is None) == (view.turn is None):
            return history
    history = History(view, recall)
    _LAST[recall] = (view, history)
    return history


#: For each length of memory the newest view and what was made of it.
_LAST: dict[int, tuple[View, History]] = {}

_TAKE: dict[str, Callable[[History, Witness], None]] = {
    "round_started": History._round_started,
    "moved": History._moved,
    "talked": History._talked,
    "last_chance": History._last_chance,
    "accused": History._accused,
    "accepted": History._accepted,
    "cancelled": History._cancelled,
    "point_of_order": History._point_of_order,
    "player_gone": History._gone,
}
