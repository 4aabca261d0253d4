"""The medium bot: plays by the rules of thumb that good players teach beginners.

It remembers all cards and who did not follow, leads aces as long as they go round, feeds a known
partner, keeps foxes safe, and calls and chooses solos by counting what its hand is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.doppelkopf import thumbs
from stammtisch.bots.doppelkopf.answers import answer, spoken
from stammtisch.bots.doppelkopf.hands import best_solo, call_by_counting, strength_of, trumps_in
from stammtisch.bots.doppelkopf.position import Position, position_from
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Observation, Seat

#: Tricks, as `hands` counts them, from which on a solo is played, and a hand buys a poverty.
SOLO_TRICKS = 9.3
BUYING_STRENGTH = 4.5
#: A bride who is as strong as that needs nobody.
LONELY_TRICKS = 10.0

REASONS = {
    thumbs.ONLY: Reason("only_card"),
    thumbs.LEADS_BOSS: Reason("goes_round"),
    thumbs.DRAWS_TRUMPS: Reason("draws_trumps"),
    thumbs.LEADS_TRUMP: Reason("leads_trump"),
    thumbs.LEADS_LOW: Reason("leads_low"),
    thumbs.FEEDS: Reason("feeds_eyes"),
    thumbs.TAKES_LAST: Reason("takes_last"),
    thumbs.TAKES: Reason("takes_high"),
    thumbs.RUFFS: Reason("ruffs_trump"),
    thumbs.SAVES: Reason("saves"),
    thumbs.DUCKS: Reason("ducks"),
}


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = spoken(observation)
        if decision is not None:
            return decision
        view: View = observation.view
        if view.questions:
            return answer(observation, self, rng)
        position = position_from(observation, rng)
        return call_by_counting(observation, position) or card_by_thumb(position, rng)

    # --- what `answer` asks ---------------------------------------------------------------------

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        solo, tricks = best_solo(table, seat)
        if forced:
            return solo, Reason("least_bad_solo")
        if tricks < SOLO_TRICKS:
            return None, Reason("weak_solo")
        return solo, Reason("strong_solo")

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        order = table.order_for("normal")
        return strength_of(order, table.hands[seat], table.rules.deck) < LONELY_TRICKS

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        order = table.order_for("normal")
        strong = strength_of(order, table.hands[seat], table.rules.deck) >= BUYING_STRENGTH
        return strong and trumps_in(table, seat) >= 6


def card_by_thumb(position: Position, rng: Random) -> Decision:
    trick = position.trick
    best, holder = position.winning() if trick else (0, 0)
    chosen = thumbs.thumb(
        position.tables,
        position.hand,
        position.choice,
        trick,
        best,
        position.last,
        bool(trick) and bool(position.friends >> holder & 1),
        position.alone,
        position.gone,
        rng.getrandbits(22),
    )
    card, why = chosen & 63, chosen >> 6
    return Decision(Play(position.table.names[card]), REASONS[why])
