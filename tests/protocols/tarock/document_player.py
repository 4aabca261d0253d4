"""A player of Tarock that knows nothing but the document.

Nobody tells it who begins, which piles there are, what it took from the talon, or what may be
played: where the document is silent it tries, and goes by the errors. Everything that the server
sends beyond the document it passes over, with one exception: who has too few cards of their own
to lay down has to see the talon.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

Said = dict[str, Any]

CONTRACTS = (
    "klop",
    "three",
    "two",
    "one",
    "solo_three",
    "solo_two",
    "solo_one",
    "beggar",
    "solo_without",
    "open_beggar",
    "color_valat",
    "valat",
)
#: The contracts say by their names how many cards are exchanged.
PICKED = {"three": 3, "two": 2, "one": 1, "solo_three": 3, "solo_two": 2, "solo_one": 1}
BONUSES = ("trula", "kings", "kings_ultimo", "pagat_ultimo", "valat")
SUITS = ("C", "S", "H", "D")
BLACK = ("K", "Q", "N", "J", "10", "9", "8", "7")
RED = ("K", "Q", "N", "J", "1", "2", "3", "4")
CARDS = (
    *(suit + rank for suit in "CS" for rank in BLACK),
    *(suit + rank for suit in "HD" for rank in RED),
    *(f"T{number}" for number in range(1, 22)),
    "TS",
)
#: Errors after which another try of the same kind makes sense.
TRY_AGAIN = {
    "invalid_contract",
    "must_bid",
    "invalid_pick",
    "invalid_card",
    "invalid_bonus",
}
EVENTS = {
    "deal",
    "bid.next",
    "bid.winner",
    "callking.start",
    "callking.finished",
    "exchange.start",
    "exchange.finished",
    "announce.next",
    "accounce.finished",
    "play.next",
}


class DocumentPlayer:
    """`on` takes what the server said; what to send then."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.id = -1
        self.hand: list[str] = []
        self.contract = ""
        self._piles: list[list[str]] = []
        #: The command under way, and what else could be tried.
        self._tries: Iterator[Said] | None = None
        self._sent: Said = {}
        #: It was said to be this player's turn while a guess was under way.
        self._again: Iterator[Said] | None = None
        #: What happened, as far as the document has words for it.
        self.seen: list[Said] = []
        self.errors: set[str] = set()
        self.deals = 0

    def on(self, said: Said) -> list[Said]:
        if "response" in said:
            return self._responded(said)
        name = str(said.get("event")).removeprefix("game.tarock.")
        if name == "talon":
            self._piles = said["piles"]
        if name not in EVENTS:
            return []
        self.seen.append(said)
        tries = getattr(self, "_" + name.replace(".", "_"))(said)
        return [] if tries is None else self._try(tries)

    # --- trying ----------------------------------------------------------------------------------

    def _try(self, tries: Iterator[Said]) -> list[Said]:
        if self._tries is not None:
            self._again = tries
            return []
        self._tries = tries
        return self._next_try()

    def _next_try(self) -> list[Said]:
        assert self._tries is not None
        self._sent = next(self._tries)
        return [self._sent]

    def _responded(self, said: Said) -> list[Said]:
        if not str(said["response"]).startswith("game.tarock."):
            return []
        assert said["response"] == self._sent["command"], (said, self._sent)
        if "error" not in said:
            if "card" in self._sent and self._sent["card"] in self.hand:
                self.hand.remove(self._sent["card"])
            elif "cards" in self._sent:
                self.hand = [card for card in self.hand if card not in self._sent["cards"]]
            self._tries = self._again = None
            return []
        self.errors.add(said["error"])
        if said["error"] in TRY_AGAIN:
            return self._next_try()
        if said["error"] == "wrong_phase" and "bonuses" in self._sent:
            # There is nothing to announce in this game: then it is the time to play.
            self._tries = self._plays()
            return self._next_try()
        assert said["error"] in ("not_your_turn", "wrong_phase", "not_in_game"), said
        self._tries, again = None, self._again
        self._again = None
        return [] if again is None else self._try(again)

    # --- what can be tried -----------------------------------------------------------------------

    def _bids(self) -> Iterator[Said]:
        wishes = list(CONTRACTS)
        self._rng.shuffle(wishes)
        if self._rng.random() < 0.75:
            wishes.insert(0, "pass")
        for wish in [*wishes, "pass", *CONTRACTS]:
            yield {"command": "game.tarock.bid", "contract": wish}

    def _kings(self) -> Iterator[Said]:
        yield {"command": "game.tarock.callking", "suit": self._rng.choice(SUITS)}

    def _exchanges(self, invalid: list[str]) -> Iterator[Said]:
        count = PICKED[self.contract]
        allowed = [card for card in self.hand if card not in invalid]
        for _ in range(500):
            picked = self._rng.randrange(6 // count)
            others = self._piles[picked] if len(allowed) < count else []
            chosen = self._rng.sample([*allowed, *others], count)
            yield {"command": "game.tarock.exchange", "picked": picked, "cards": chosen}

    def _announcements(self, valid: list[str]) -> Iterator[Said]:
        if self._rng.random() < 0.2:
            chosen = self._rng.choice(valid or BONUSES)
            yield {"command": "game.tarock.announce", "bonuses": [chosen]}
        yield {"command": "game.tarock.announce", "bonuses": []}

    def _plays(self) -> Iterator[Said]:
        # What came from the talon is not known: when nothing else will do, it must be that.
        cards = self._rng.sample(self.hand, len(self.hand))
        for card in [*cards, *CARDS]:
            yield {"command": "game.tarock.play", "card": card}

    # --- events ----------------------------------------------------------------------------------

    def _deal(self, said: Said) -> Iterator[Said]:
        self.id, self.hand = said["id"], list(said["hand"])
        assert len(self.hand) == 12
        self.deals += 1
        return self._bids()

    def _bid_next(self, said: Said) -> Iterator[Said] | None:
        return self._bids() if said["next_player"] == self.id else None

    def _bid_winner(self, said: Said) -> Iterator[Said] | None:
        self.contract = said["contract"]
        return None if self.contract in PICKED else self._announcements([])

    def _callking_start(self, said: Said) -> Iterator[Said] | None:
        return self._kings() if said["player_id"] == self.id else None

    def _callking_finished(self, said: Said) -> None:
        assert said["suit"] in SUITS

    def _exchange_start(self, said: Said) -> Iterator[Said] | None:
        if said["player_id"] != self.id:
            assert "invalid_cards" not in said
            return None
        return self._exchanges(said["invalid_cards"])

    def _exchange_finished(self, said: Said) -> Iterator[Said]:
        return self._announcements([])

    def _announce_next(self, said: Said) -> Iterator[Said] | None:
        if said["next_player"] != self.id:
            assert "valid_bonuses" not in said
            return None
        return self._announcements(said["valid_bonuses"])

    def _accounce_finished(self, said: Said) -> Iterator[Said]:
        return self._plays()

    def _play_next(self, said: Said) -> Iterator[Said] | None:
        return self._plays() if said["next_player"] == self.id else None
