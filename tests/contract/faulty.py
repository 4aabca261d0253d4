"""Matches of Hearts with a fault each, and the check that must notice it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from random import Random, getrandbits
from typing import Any, ClassVar, Self

from stammtisch.games.french import SUIT
from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Form,
    Game,
    Move,
    Refusal,
    Rules,
    Seat,
    Timeout,
)
from tests.contract import checks
from tests.contract.checks import Check
from tests.games.hearts.match import HEARTS_GAME, HeartsMatch
from tests.games.hearts.records import Begun, Chosen, Pass, Passed, Play, Taken, View


def faulty(kind: type[HeartsMatch], **changes: Any) -> Game:
    return replace(HEARTS_GAME, match=kind, **changes)


# --- what may be done --------------------------------------------------------------------------


class ListsAllCards(HeartsMatch):
    def actions(self, seat: Seat) -> list[Action]:
        listed = super().actions(seat)
        return [Play(card) for card in self.hands[seat]] if self.phase == "playing" else listed


class ListsNothing(HeartsMatch):
    """The last seat is awaited, and can do nothing."""

    def actions(self, seat: Seat) -> list[Action]:
        return [] if seat == 3 else super().actions(seat)


class FormOfTooMany(HeartsMatch):
    def forms(self, seat: Seat) -> tuple[Form, ...]:
        forms = super().forms(seat)
        return tuple(replace(form, fields=(replace(form.fields[0], most=4),)) for form in forms)


class NumbersSuits(HeartsMatch):
    def number(self, action: Action) -> int:
        return SUIT[action.card] if isinstance(action, Play) else 52


class NumbersShifted(HeartsMatch):
    """Numbers and actions do not belong together."""

    def number(self, action: Action) -> int:
        return (super().number(action) + 1) % 53


# --- all or nothing ----------------------------------------------------------------------------


class VerifyCounts(HeartsMatch):
    def verify(self, seat: Seat | None, action: Action) -> None:
        self.totals[0] += 1
        super().verify(seat, action)


class LookCounts(HeartsMatch):
    def view(self, seat: Seat | None) -> View:
        self.deal += 1
        return super().view(seat)


class RefusesLate(HeartsMatch):
    """Takes the cards out of the hand, and then sees that they are too few."""

    def _any_pass(self, seat: Seat, action: Pass) -> None:
        pass

    def _late(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        self.gave[seat] = (0,)
        self._check_pass(seat, action)
        return self._pass(seat, action, at)


RefusesLate.moves = {**HeartsMatch.moves, Pass: Move(RefusesLate._any_pass, RefusesLate._late)}


class UnlistedRefusal(HeartsMatch):
    def _odd(self, seat: Seat, action: Play) -> None:
        raise Refusal("odd", "That is odd.")


UnlistedRefusal.moves = {**HeartsMatch.moves, Play: Move(UnlistedRefusal._odd, HeartsMatch._play)}


class HastyClock(HeartsMatch):
    def _now(self, seat: None, action: Timeout, at: int) -> list[Event]:
        return self._timeout(seat, action, max(at, self.deadline or 0))


HastyClock.moves = {
    **HeartsMatch.moves,
    Timeout: Move(HeartsMatch._check_timeout, HastyClock._now, by_server=True),
}


class DealsAnything(HeartsMatch):
    def _any(self, seat: None, action: Deal, at: int) -> list[Event]:
        return self._deal(seat, Deal(bytes([getrandbits(8)])), at)


DealsAnything.moves = {
    **HeartsMatch.moves,
    Deal: Move(HeartsMatch._check_deal, DealsAnything._any, by_server=True),
}


class QuietlyForgets(HeartsMatch):
    def _score(self) -> list[Event]:
        events = super()._score()
        if self.quiet:
            self.totals[0] = 0
        return events


# --- state -------------------------------------------------------------------------------------


class SharesHands(HeartsMatch):
    def copy(self) -> Self:
        twin = super().copy()
        twin.hands = self.hands[:]
        return twin


class SharesTotals(HeartsMatch):
    """Nothing of it is noticed before a deal is over."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.totals = self.totals
        return twin


class ForgetsGave(HeartsMatch):
    def state(self) -> tuple[Any, ...]:
        first, (deal, totals, _), *rest = super().state()
        return (first, (deal, totals), *rest)


class HidesCounter(HeartsMatch):
    """Has an attribute that nobody has told the digest of."""

    def __init__(self, rules: Rules, seats: int, carry: Any = None) -> None:
        super().__init__(rules, seats, carry)
        self.played = [0]


# --- secrets -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenView(View):
    hands: tuple[tuple[int, ...], ...] = ()


class ShowsHands(HeartsMatch):
    def view(self, seat: Seat | None) -> View:
        seen = super().view(seat)
        values = {field.name: getattr(seen, field.name) for field in dataclasses.fields(View)}
        return OpenView(**values, hands=tuple(map(tuple, self.hands)))


class ShowsHandsAndImaginesThem(ShowsHands):
    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: Any, rng: Random) -> Self:
        match = super().sample_state(rules, seats, view, rng)
        match.hands = [list(hand) for hand in view.hands]
        return match


class LaysOpenTooEarly(HeartsMatch):
    @property
    def deal_public(self) -> bool:
        return self.phase == "playing"


class ImaginesTheTruth(HeartsMatch):
    def resample(self, seat: Seat | None, rng: Random) -> Self:
        return self.copy()


class RemembersTheTruth(HeartsMatch):
    """What is imagined is not made of the view that is given."""

    seen: ClassVar[list[list[int]]] = []

    def view(self, seat: Seat | None) -> View:
        type(self).seen = [hand[:] for hand in self.hands]
        return super().view(seat)

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = super().sample_state(rules, seats, view, rng)
        match.hands = [hand[:] for hand in cls.seen]
        return match


class ImaginesNoTotals(HeartsMatch):
    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        return super().sample_state(rules, seats, replace(view, totals=(0,) * seats), rng)


class ImaginesNoLeader(HeartsMatch):
    """Whoever must lead the two of clubs need not have it."""

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = super().sample_state(rules, seats, view, rng)
        if match.phase == "playing" and not match.tricks[0].cards:
            others = [seat for seat in range(seats) if seat != view.seat]
            hands = [match.hands[seat] for seat in others]
            for seat, hand in zip(others, [*hands[1:], hands[0]], strict=True):
                match.hands[seat] = hand
        return match


class ForbidsByOthersHands(HeartsMatch):
    """What one may play tells what another one holds."""

    def playable(self, seat: Seat) -> list[int]:
        found = super().playable(seat)
        neighbour = self.hands[(seat + 1) % self.seats]
        return found[:1] if sum(neighbour) % 2 else found


@dataclass(frozen=True, slots=True)
class OpenChosen(Chosen):
    def seen_by(self, seat: Seat | None) -> Chosen:
        return self


class TellsWhatIsPassed(HeartsMatch):
    def _open(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        _, *rest = self._pass(seat, action, at)
        return [OpenChosen(seat, action.cards), *rest]


TellsWhatIsPassed.moves = {
    **HeartsMatch.moves,
    Pass: Move(HeartsMatch._check_pass, TellsWhatIsPassed._open),
}


@dataclass(frozen=True, slots=True)
class KnownPassed(Passed):
    """All players see it, and spectators do not."""

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (0, 1, 2, 3)


class TellsAllPlayers(HeartsMatch):
    def _tell(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        return [
            KnownPassed(event.seat, event.to, event.cards) if isinstance(event, Passed) else event
            for event in self._pass(seat, action, at)
        ]


TellsAllPlayers.moves = {
    **HeartsMatch.moves,
    Pass: Move(HeartsMatch._check_pass, TellsAllPlayers._tell),
}


class BeginsUntold(HeartsMatch):
    """Nobody is told who has the two of clubs, and yet one can see it."""

    def _deal_only(self, seat: None, action: Deal, at: int) -> list[Event]:
        return self._deal(seat, action, at)[:1]

    def _pass_only(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        events = self._pass(seat, action, at)
        return [event for event in events if not isinstance(event, Begun)]


BeginsUntold.moves = {
    **HeartsMatch.moves,
    Deal: Move(HeartsMatch._check_deal, BeginsUntold._deal_only, by_server=True),
    Pass: Move(HeartsMatch._check_pass, BeginsUntold._pass_only),
}


class ShowsWhatNobodyWasTold(HeartsMatch):
    """The view counts the hearts that others have left."""

    def view(self, seat: Seat | None) -> View:
        last = sum(card // 13 == 2 for card in self.hands[-1])
        return replace(super().view(seat), deadline=last)


# --- plain values, the end ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnyTaken(Taken):
    cards: Any = ()


class TellsNoJson(HeartsMatch):
    def _taken(self, seat: Seat, action: Play, at: int) -> list[Event]:
        return [
            AnyTaken(event.seat, (1, 2)) if isinstance(event, Taken) else event
            for event in self._play(seat, action, at)
        ]


TellsNoJson.moves = {**HeartsMatch.moves, Play: Move(HeartsMatch._check_play, TellsNoJson._taken)}


class NeverEnds(HeartsMatch):
    def _score(self) -> list[Event]:
        events = super()._score()
        self.totals = [0] * self.seats
        self.outcome, self.phase, self.awaits_deal = None, "waiting", True
        return events


class StandsStill(HeartsMatch):
    """From the sixth trick on nothing comes of what is played."""

    def _nothing(self, seat: Seat, action: Play, at: int) -> list[Event]:
        return [] if len(self.tricks) > 5 else self._play(seat, action, at)


StandsStill.moves = {
    **HeartsMatch.moves,
    Play: Move(HeartsMatch._check_play, StandsStill._nothing),
}


class KeepsItsClock(HeartsMatch):
    def _finish(self) -> None:
        super()._finish()
        self.deadline = 5


class CarriesHalf(HeartsMatch):
    def carried(self) -> Any:
        return {"deal": self.deal}


def _events(*kinds: type[Event]) -> dict[str, type[Event]]:
    return {**HEARTS_GAME.events, **{kind.type: kind for kind in kinds}}


FAULTS: list[tuple[Game, Check, str]] = [
    (faulty(ListsAllCards), checks.check_listed_is_legal, "plain"),
    (faulty(ListsNothing), checks.check_listed_is_legal, "plain"),
    (faulty(FormOfTooMany), checks.check_listed_is_legal, "plain"),
    (faulty(NumbersSuits), checks.check_numbers, "plain"),
    (faulty(NumbersShifted), checks.check_numbers, "plain"),
    (faulty(VerifyCounts), checks.check_refused_changes_nothing, "plain"),
    (faulty(LookCounts), checks.check_refused_changes_nothing, "plain"),
    (faulty(RefusesLate), checks.check_refused_changes_nothing, "plain"),
    (faulty(UnlistedRefusal), checks.check_refused_changes_nothing, "plain"),
    (faulty(HastyClock), checks.check_refused_changes_nothing, "quick"),
    (faulty(DealsAnything), checks.check_same_again, "plain"),
    (faulty(QuietlyForgets), checks.check_same_again, "quick"),
    (faulty(SharesHands), checks.check_copy_shares_nothing, "plain"),
    (faulty(SharesTotals), checks.check_copy_shares_nothing, "plain"),
    (faulty(ForgetsGave), checks.check_digest_knows_everything, "plain"),
    (faulty(HidesCounter), checks.check_digest_knows_everything, "plain"),
    (faulty(ShowsHands, view=OpenView), checks.check_imagined_looks_the_same, "plain"),
    (faulty(ShowsHandsAndImaginesThem, view=OpenView), checks.check_views_keep_secrets, "plain"),
    (faulty(LaysOpenTooEarly), checks.check_imagined_looks_the_same, "plain"),
    (faulty(ImaginesTheTruth), checks.check_imagined_looks_the_same, "plain"),
    (faulty(ImaginesTheTruth), checks.check_views_keep_secrets, "plain"),
    (faulty(RemembersTheTruth), checks.check_imagined_looks_the_same, "plain"),
    (faulty(ImaginesNoTotals), checks.check_imagined_looks_the_same, "quick"),
    (faulty(ImaginesNoLeader), checks.check_imagined_looks_the_same, "quick"),
    (faulty(ForbidsByOthersHands), checks.check_imagined_looks_the_same, "plain"),
    (faulty(TellsWhatIsPassed, events=_events(OpenChosen)), checks.check_no_leak, "plain"),
    (
        faulty(TellsAllPlayers, events=_events(KnownPassed)),
        checks.check_events_keep_secrets,
        "plain",
    ),
    (faulty(BeginsUntold), checks.check_no_leak, "plain"),
    (faulty(ShowsWhatNobodyWasTold), checks.check_no_leak, "plain"),
    (faulty(TellsNoJson, events=_events(AnyTaken)), checks.check_json, "plain"),
    (faulty(NeverEnds), checks.check_ends, "quick"),
    (faulty(StandsStill), checks.check_ends, "plain"),
    (faulty(KeepsItsClock), checks.check_ends, "quick"),
    (faulty(CarriesHalf), checks.check_ends, "quick"),
]
