"""How far back a player remembers, and how the past is kept from one question to the next."""

from __future__ import annotations

from collections import OrderedDict

from stammtisch.bots.mao.conditions import Imagination
from stammtisch.bots.mao.customs import Customs
from stammtisch.bots.mao.evidence import Evidence
from stammtisch.bots.mao.hearing import Hearing
from stammtisch.bots.mao.history import History
from stammtisch.bots.mao.rulebook import Present, Rulebook
from stammtisch.games.mao.records import View, Witness

#: Milliseconds of match time for each thing that a player can recall. The past begins with such a
#: stretch: it would have to be made anew after every move if it began a little later each time.
_STRETCH = 100
#: So many pasts are kept: one bot plays at several tables.
_KEPT = 16


class Past:
    """A history, and what was made of it. All of it goes on when something new is witnessed."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.customs = Customs(history)
        self._seen: tuple[Witness, ...] = ()
        self._evidence: dict[Imagination, Evidence] = {}
        self._hearings: dict[tuple[Rulebook, int, Present], Hearing] = {}

    def goes_on(self, recalled: tuple[Witness, ...]) -> bool:
        """Whether these are the things that it knows, and perhaps some more."""
        return recalled[: len(self._seen)] == self._seen

    def take_in(self, recalled: tuple[Witness, ...]) -> None:
        self.history.take_in(recalled[len(self._seen) :])
        self._seen = recalled

    def evidence(self, imagination: Imagination) -> Evidence:
        """For who can think of these conditions."""
        if imagination not in self._evidence:
            self._evidence[imagination] = Evidence(self.history, imagination)
        evidence = self._evidence[imagination]
        evidence.look()
        return evidence

    def hearing(self, book: Rulebook, direction: int, present: Present) -> Hearing:
        """For who knows these rules."""
        key = (book, direction, present)
        if key not in self._hearings:
            self._hearings[key] = Hearing(self.history, book, direction, present)
        return self._hearings[key]


class Pasts:
    """The pasts that were asked for of late.

    Bots remember nothing: a past is made of the view alone. But most of it was there when the bot
    was asked the last time, so that one goes on from there.
    """

    def __init__(self) -> None:
        #: By the oldest thing that is remembered, how much is, and whether there is a chairman;
        #: who was asked for last is last.
        self._kept: OrderedDict[tuple[tuple[Witness, ...], int, bool], Past] = OrderedDict()

    def __reduce__(self) -> tuple[type[Pasts], tuple[()]]:
        """In another process they begin anew."""
        return Pasts, ()

    def of(self, view: View, recall: int) -> Past:
        """The past as it is seen now. It is the caller's until the next call."""
        recalled = _recalled(view.witnessed, recall)
        key = (recalled[:1], recall, view.turn is not None)
        past = self._kept.get(key)
        if past is not None and past.goes_on(recalled):
            past.take_in(recalled)
        else:
            past = None
        if past is None or tuple(past.history.here) != view.present:
            self._kept[key] = past = _begun(view, recalled)
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return past


def _recalled(witnessed: tuple[Witness, ...], recall: int) -> tuple[Witness, ...]:
    """The newest so many things, from the beginning of a stretch of time; where nothing is
    forgotten yet, all."""
    newest = witnessed[-recall:]
    if len(newest) == recall:
        length = recall * _STRETCH
        oldest = newest[0].at // length
        for number, witness in enumerate(newest):
            if witness.at // length > oldest:
                return newest[number:]
    return newest


def _begun(view: View, recalled: tuple[Witness, ...]) -> Past:
    present = list(view.present)
    for witness in recalled:
        if witness.what == "player_gone" and witness.seat is not None:
            present[witness.seat] = True
    past = Past(History(present, chaired=view.turn is not None))
    past.take_in(recalled)
    return past
