"""The hard bot: imagines what the others may hold, and plays every card to the end in its mind.

It compares cards, calls and solos by the points that they bring on average, not by eyes.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.doppelkopf.answers import answer, spoken
from stammtisch.bots.doppelkopf.hands import last_chance
from stammtisch.bots.doppelkopf.medium import Medium, card_by_thumb
from stammtisch.bots.doppelkopf.position import Position, position_from
from stammtisch.bots.doppelkopf.search import (
    MORE_DEALS,
    Outlook,
    Tried,
    calls_now,
    try_cards,
    worth_now,
)
from stammtisch.games.doppelkopf.calls import made_with
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Observation, Seat

#: Points that a call must bring on average, as imagined rounds know the parties too well.
CALL_MARGIN = 0.5
#: Points that a solo must be worth more than a normal game: imagined opponents say nothing.
SOLO_MARGIN = 2.0
_MEDIUM = Medium()


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = spoken(observation)
        if decision is not None:
            return decision
        view: View = observation.view
        if view.questions:
            return answer(observation, self, rng)
        position = position_from(observation, rng)
        if position.game == "black_sow" or position.table.early:
            # Who will be the soloist, or what comes after cards played early, is not imagined.
            return card_by_thumb(position, rng)
        call = last_chance(observation, position)
        if call is None and position.choice & (position.choice - 1) == 0:
            return card_by_thumb(position, rng)
        tried = try_cards(position, rng)
        if call is not None:
            gain = _gain(position, tried[0], call.word)
            if gain > CALL_MARGIN:
                return Decision(call, Reason("gains", {"points": round(gain, 1)}))
        return Decision(Play(position.table.names[tried[0].card]), _reason(position, tried))

    # --- what `answer` asks ---------------------------------------------------------------------

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        solo, worth, normal = Outlook(table, seat, rng).best_solo()
        if forced:
            return solo, Reason("best_solo", {"mean": round(worth, 1)})
        if worth < normal + SOLO_MARGIN:
            return None, Reason("normal_worth_more")
        return solo, Reason("worth_alone", {"mean": round(worth, 1)})

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        outlook = Outlook(table, seat, rng)
        wedding, silent = (outlook.of(game, MORE_DEALS) for game in ("wedding", "normal"))
        return silent < wedding + SOLO_MARGIN

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        return _MEDIUM.buys(table, seat, rng)


def _gain(position: Position, best: Tried, word: str) -> float:
    """What the call adds on average, if the best card is played."""
    party = position.view.party
    if party is None:
        return 0.0
    re, kontra = calls_now(position)
    before = worth_now(position, (re, kontra))
    if party == "re":
        after = worth_now(position, ((*re, *made_with(word, party, re)), kontra))
    else:
        after = worth_now(position, (re, (*kontra, *made_with(word, party, kontra))))
    return sum(after(end) - before(end) for end in best.ends) / len(best.ends)


def _reason(position: Position, tried: list[Tried]) -> Reason:
    """In the words of the rule of thumb, if that would do the same."""
    if len(tried) == 1:
        return Reason("only_card")
    best, second = tried[:2]
    thumb = card_by_thumb(position, Random(0))
    if thumb.action == Play(position.table.names[best.card]):
        return Reason("thumb_mean", {"why": thumb.reason.code, "mean": round(best.mean, 1)})
    more = best.mean - second.mean
    return Reason("better_than_next", {"rounds": len(best.ends), "points": round(more, 1)})
