"""What a client of these tests knows of its match of tiles, and how it plays: like a medium bot."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Action, Observation
from stammtisch.games.tiles.groups import winning_puts
from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, Draw, Put, Rack, View
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import JOKER, KIND, Tile

BOT = bot_for("tiles", "medium")


@dataclass
class Hand:
    seat: int = 0
    rack: list[Tile | None] = field(default_factory=lambda: list(EMPTY_RACK))
    tops: list[Tile | None] = field(default_factory=lambda: [None] * 4)
    turn: int | None = None
    rng: Random = field(default_factory=lambda: Random(1))
    #: Does not win yet, so that the match lasts as long as the test needs it.
    patient: bool = False

    @property
    def tiles(self) -> list[Tile]:
        return [tile for tile in self.rack if tile is not None]

    @property
    def counted(self) -> Counter[int]:
        """Which tiles these are, wherever they lie; jokers are all the same."""
        return Counter(KIND[tile] for tile in self.tiles)

    def draw(self, tile: Tile) -> None:
        self.rack[self.rack.index(None)] = tile

    def put(self, tile: Tile) -> None:
        named = tile if tile in self.rack else next(t for t in self.tiles if KIND[t] == KIND[tile])
        self.rack[self.rack.index(named)] = None

    def without(self, tile: Tile) -> Rack:
        place = self.rack.index(tile)
        return (*self.rack[:place], None, *self.rack[place + 1 :])

    def choose(self) -> Draw | Put:
        """The next move, with the rack that is left where a tile is put."""
        chosen = BOT.choose(self._observation(), self.rng).action
        assert isinstance(chosen, Draw | Put)
        if isinstance(chosen, Put) and chosen.rack is None:
            return Put(chosen.tile, self.without(chosen.tile))
        return chosen

    def _observation(self) -> Observation:
        rules = TilesRules.named("classic")
        actions = tuple(self._actions())
        return Observation(rules, self.seat, self._view(), (self.seat,), None, actions, (), ())

    def _actions(self) -> list[Action]:
        if len(self.tiles) == 15:
            plain = [Put(tile) for tile in {KIND[tile]: tile for tile in self.tiles}.values()]
            if self.patient:
                return [*plain]
            won = [Put(tile, rack) for tile, rack in winning_puts(self.tiles, JOKER, False)]
            return [*plain, *won]
        offered = [Draw("exchange")] if self.tops[self.seat] is not None else []
        return [Draw("main"), *offered]

    def _view(self) -> View:
        return View(
            seat=self.seat,
            rack=tuple(self.rack),
            counts=(14,) * 4,
            exchange=tuple(() if top is None else (top,) for top in self.tops),
            left=PLACES,
            turn=self.turn,
            must_put=len(self.tiles) == 15,
            draws=0,
            indicator=None,
            wild=JOKER,
            deadline=None,
            cheated=False,
            winner=None,
            over=False,
        )
