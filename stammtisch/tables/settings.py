"""How a table is run: chosen when it is opened, the same for its whole life."""

from __future__ import annotations

from typing import Literal

import msgspec

from stammtisch.games.game import Game, Refusal, Rules, Value
from stammtisch.games.games import game_named

#: What happens to the seat of somebody who leaves a match: a bot sits in until the owner or a
#: newcomer takes it; the match waits for the owner; the match ends; or, in a game that allows it,
#: the player is out and the others play on.
Leaver = Literal["bot", "wait", "end", "out"]
BotLevel = Literal["random", "easy", "medium", "hard"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    profile: str
    options: dict[str, Value] = {}
    seats: int = 4
    private: bool = False
    leaver: Leaver = "bot"
    #: How well bots play that fill seats or sit in for somebody.
    bots: BotLevel = "medium"
    #: Seconds after which bots take the empty seats; 0 is at once, None is never.
    fill_after: float | None = None
    #: May people watch who have no seat?
    watch: bool = True

    def checked(self) -> tuple[Game, Rules]:
        """The game and the rules, or a `Refusal` that says what cannot be."""
        game = game_named(self.game)
        rules = game.rules.named(self.profile, self.options)
        if self.seats not in game.seats:
            raise Refusal(
                "bad_seats",
                f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats, not {self.seats}.",
            )
        if self.leaver == "out" and not game.goes_on:
            raise Refusal("bad_option", f"{game.name} cannot go on without one of its players.")
        if self.fill_after is not None and not 0 <= self.fill_after <= 3600:
            raise Refusal("bad_option", "Bots fill the seats after 0 to 3600 seconds, or never.")
        return game, rules
