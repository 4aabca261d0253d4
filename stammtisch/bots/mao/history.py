"""What a player remembers of the match: who did what, said what, and was accused of what, and what
an accusation is about, as far as its words tell.

Everything here comes from `View.witnessed`. Times are counted by the chairman's clock, which stands
still during accusations and points of order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter

from stammtisch.games.game import Seat
from stammtisch.games.mao.cards import Card, normal
from stammtisch.games.mao.chairman import CALLING, OFFENCES
from stammtisch.games.mao.language.rule import MOST_IN_ROW, WITHIN, Happening, Situation
from stammtisch.games.mao.records import Witness

#: What makes a card go back to its player.
CARD_FAULTS = frozenset({"turn", "drawing", "fit", "must", "forbidden", "order", "handling"})

_NAMES = {normal(name): kind for kind, name in OFFENCES.items()}
#: Words of people who accuse each other, and what they hint at.
_HINTS: tuple[tuple[str, str], ...] = (
    (r"\b(silen\w*|quiet|schweig\w*|still)\b", "silence"),
    (r"\b(say\w*|said|name|naming|word\w*|sag\w*|nenn\w*)\b", "words"),
    (r"\b(talk\w*|red\w*)\b", "talking"),
    (r"\b(turn|reihe)\b", "turn"),
    (r"\b(play\w*|card|forbidden|spiel\w*|karte|verboten)\b", "forbidden"),
)
_QUOTED = re.compile(r"""["“„»']([^"“”„«»]+)["”“«']""")


@lru_cache(256)
def kind_of(reason: str | None) -> str | None:
    """The offence, by its key in `OFFENCES`; None if it cannot be told."""
    said = normal(reason or "")
    for name, kind in _NAMES.items():
        if said.startswith(name):
            return kind
    return next((kind for hint, kind in _HINTS if re.search(hint, said)), None)


def quoted(reason: str) -> str | None:
    """The words that the accused should have said, if the accuser was so kind to tell."""
    found = _QUOTED.search(reason)
    return normal(found[1]) or None if found else None


class Deed:
    """A card played or drawn, or a penalty taken."""

    __slots__ = (
        "after",
        "at",
        "charges",
        "clock",
        "closed",
        "idle",
        "is_good",
        "now",
        "number",
        "round",
        "seat",
        "words",
    )

    def __init__(
        self,
        number: int,
        seat: Seat,
        at: int,
        clock: int,
        round: int,
        now: Situation,
        after: Deed | None,
    ) -> None:
        #: Its place among all deeds that are remembered.
        self.number = number
        self.seat = seat
        #: Match time, and the chairman's.
        self.at = at
        self.clock = clock
        self.round = round
        self.now = now
        #: The play that it followed without anybody having drawn since, if it is one itself.
        self.after = after
        #: What was said by the same player in time, as `normal` words.
        self.words: list[str] = []
        #: Words of it that cost a card, as nobody had asked for them.
        self.idle: list[str] = []
        #: What it was punished for.
        self.charges: list[str] = []
        #: The card lies rightly where it lies, or the draw was in turn.
        self.is_good = True
        #: The time to speak is over.
        self.closed = False

    @property
    def card(self) -> Card:
        return self.now.row[-1]


class Utterance:
    """Something said while words could cost a card, and the deeds that it may belong to."""

    __slots__ = ("clock", "deeds", "idle", "said", "seat")

    def __init__(self, seat: Seat, clock: int, said: str, deeds: list[Deed]) -> None:
        self.seat = seat
        self.clock = clock
        self.said = said
        self.deeds = deeds
        #: Nobody had asked for it, and it was punished.
        self.idle = False


@dataclass(slots=True, eq=False)
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
#: A charge belongs to one of so many newest deeds.
_LATELY = 40


class History:
    """The past, in order; the newest is last. It goes on when more is taken in."""

    def __init__(self, present: Sequence[bool], *, chaired: bool) -> None:
        """`present` are those who sat there when the past began."""
        self.deeds: list[Deed] = []
        self.utterances: list[Utterance] = []
        self.pleas: list[Plea] = []
        #: The deeds that each thing was said to, wanted or not.
        self.heard: dict[str, list[Deed]] = {}
        #: Deeds that were punished, by what for; oldest first, each once.
        self.charged: dict[str, list[Deed]] = {}
        #: Deeds of which something has changed since they were done, or which are new: who keeps
        #: something about deeds looks at those that were added here since the last time.
        self.changed: list[Deed] = []
        self.clock = 0
        #: What each seat said last, and when.
        self.said: dict[Seat, tuple[int, str]] = {}
        #: Who, at a table without chairman, has admitted something and not drawn for it yet.
        self.owing: list[Seat] = []
        self.chaired = chaired
        self.here = list(present)
        self._seats = len(present)
        self._counts = [0] * self._seats
        self._round = 0
        self._row: tuple[Card, ...] = ()
        self._stack: list[Card] = []
        #: The good plays of the round.
        self._plays: list[Deed] = []
        #: The play whose demands still hold: nobody has drawn since.
        self.demanding: Deed | None = None
        #: Deeds of the round that something may still be said to, as far as is known.
        self._open: list[Deed] = []
        #: What was said to nothing.
        self._stray: list[Utterance] = []
        self._at = self._lost = self._reached = 0
        self._stopped: int | None = None
        self._order = False
        self._plea: Plea | None = None
        #: Whose last chance it is.
        self._chance: Seat | None = None
        self._sit()

    def take_in(self, witnessed: Iterable[Witness]) -> None:
        """What has happened since."""
        for witness in witnessed:
            self._at = witness.at
            self.clock = (witness.at if self._stopped is None else self._stopped) - self._lost
            if self._chance is None:
                self._reached = self.clock
            take = _TAKE.get(witness.what)
            if take is not None:
                take(self, witness)
        self._close()

    def _close(self) -> None:
        """Find out for which deeds of the round the time to speak is over."""
        over = self._reached - DUE - _LATE
        closed = 0
        for deed in self._open:
            if deed.clock >= over:
                break
            deed.closed = True
            closed += 1
        self.changed += self._open[:closed]
        del self._open[:closed]

    # --- cards ----------------------------------------------------------------------------------

    def _round_started(self, witness: Witness) -> None:
        assert witness.card is not None
        self._close()
        self._round += 1
        self._counts = [7] * self._seats
        self._row, self._stack = (), [witness.card]
        self._plays, self._open = [], []
        self.demanding = None
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
        row: tuple[Card, ...] = ()
        after: Deed | None = None
        if happening == "play":
            row, after = self._row, self.demanding
        counts = self._counts
        left, right = counts[self._left[seat]], counts[self._right[seat]]
        now = Situation(happening, counts[seat], left, right, row, before)
        deed = Deed(len(self.deeds), seat, self._at, self.clock, self._round, now, after)
        self.deeds.append(deed)
        self.changed.append(deed)
        self._open.append(deed)
        if happening == "play":
            self._plays.append(deed)
            self.demanding = deed
        elif happening == "draw":
            self.demanding = None

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
            if self.here[seat]:
                break
        return seat

    def _gone(self, witness: Witness) -> None:
        assert witness.seat is not None
        self.here[witness.seat] = False
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
        if deeds:
            self.heard.setdefault(said, []).extend(deeds)
            self.changed += deeds
        utterance = Utterance(seat, self.clock, said, deeds)
        self.utterances.append(utterance)
        if not deeds:
            self._stray.append(utterance)

    def _not_asked_for(self, seat: Seat) -> None:
        """What the seat said last was wrong."""
        last = next((one for one in reversed(self.utterances) if one.seat == seat), None)
        if last is not None and not last.idle:
            last.idle = True
            for deed in last.deeds:
                deed.words.remove(last.said)
                deed.idle.append(last.said)
            self.changed += last.deeds

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
        """The deed that such a charge against the seat is about."""
        # The newest first.
        mine = [
            deed
            for deed in self.deeds[: -_LATELY - 1 : -1]
            if deed.seat == seat and deed.round == self._round and deed.is_good
        ]
        if kind == "words":
            due = [deed for deed in mine if abs(self.clock - deed.clock - DUE) <= _NEAR]
            if due:
                return min(reversed(due), key=lambda deed: abs(self.clock - deed.clock - DUE))
            mine = [deed for deed in mine if deed.clock < self.clock - 900] or mine
        elif kind in CARD_FAULTS and kind != "drawing":
            mine = [deed for deed in mine if deed.now.happening == "play"]
        return mine[0] if mine else None

    def _charge(self, plea: Plea) -> None:
        plea.guilty = True
        deed, kind = plea.deed, plea.kind
        if kind in ("talking", "silence"):
            self._not_asked_for(plea.accused)
        if deed is None or kind is None:
            return
        if kind not in deed.charges:
            same = self.charged.setdefault(kind, [])
            same.append(deed)
            same.sort(key=_NUMBER)
        deed.charges.append(kind)
        self.changed.append(deed)
        if kind in CARD_FAULTS:
            deed.is_good = False
            if deed.now.happening == "play":
                self._row = self._row[:-1]
                if deed in self._plays:
                    self._plays.remove(deed)
                if self.demanding is deed:
                    self.demanding = deed.after

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
        return self._plays[-1] if self._plays else None

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
        return not self.chaired or any(not one.idle for one in self._stray)

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


_NUMBER: Callable[[Deed], int] = attrgetter("number")

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
