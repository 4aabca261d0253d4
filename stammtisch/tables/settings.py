"""How a table is run: chosen when it is opened, and changed by its host between matches."""

from __future__ import annotations

from typing import Literal

import msgspec

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Game, Refusal, Rules, Value
from stammtisch.games.games import game_named

#: What happens to the seat of somebody who leaves a match: a bot sits in until the owner comes back
#: (or a newcomer takes the seat over, see `grace`); the match waits for the owner; the match ends;
#: or, in a game that allows it, the player is out and the others play on.
Leaver = Literal["bot", "wait", "end", "out"]
BotLevel = Literal["random", "easy", "medium", "hard"]

LONGEST_NAME = 60
#: The slowest that bots may be, in milliseconds.
SLOWEST = 10_000


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
    #: What the host calls the table.
    name: str = ""
    #: May players ask what a good bot would do?
    hints: bool = True
    #: Seconds after which a newcomer may take over the seat of somebody who is away from a match; 0
    #: is never. Who has left on purpose is not waited for.
    grace: int = 120
    #: Milliseconds that bots take for a move, at most 10,000; None is the house's own pace. How few
    #: there may be is for the house to say (200 unless said, see `Patience`).
    pace: int | None = None

    def checked(self) -> tuple[Game, Rules]:
        """The game and the rules, or a `Refusal` that says what cannot be."""
        game = game_named(self.game)
        rules = game.rules.named(self.profile, self.options)
        if self.seats not in game.seats:
            raise Refusal(
                "bad_seats",
                "{game} has {fewest} to {most} seats, not {seats}.",
                game=game.name,
                fewest=game.seats[0],
                most=game.seats[-1],
                seats=self.seats,
            )
        if self.leaver == "out" and not game.goes_on:
            raise Refusal(
                "cannot_go_on", "{game} cannot go on without one of its players.", game=game.name
            )
        if self.fill_after is not None and not 0 <= self.fill_after <= 3600:
            raise Refusal("bad_filling", "Bots fill the seats after 0 to 3600 seconds, or never.")
        if not 0 <= self.grace <= 3600:
            raise Refusal("bad_grace", "A seat is kept for 1 to 3600 seconds, or (0) for good.")
        if self.pace is not None and not 0 <= self.pace <= SLOWEST:
            raise Refusal(
                "bad_pace", "Bots take 0 to {most} milliseconds for a move.", most=SLOWEST
            )
        if len(self.name) > LONGEST_NAME or not self.name.isprintable():
            raise Refusal(
                "bad_table_name",
                "A table's name has at most {most} characters, all of them printable.",
                most=LONGEST_NAME,
            )
        if game.bots is not None:
            bot_for(game.name, self.bots)
        return game, rules
