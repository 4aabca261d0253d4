"""How a match of Mao goes from mode to mode, from round to round, to its end."""

from __future__ import annotations

from stammtisch.games.game import Event, Refusal, Seat
from stammtisch.games.mao import rules as limits
from stammtisch.games.mao.records import (
    Charge,
    Finale,
    MatchOver,
    RoundOver,
    RulesRevealed,
    Verdict,
)
from stammtisch.games.mao.table import MaoTable


class Course(MaoTable):
    """The steps that several moves share."""

    def _wrong_time(self) -> Refusal:
        """Why something cannot be done as long as the match is in this mode."""
        if self.mode == "play":
            return Refusal("nobody_won", "Nobody has won the round yet.")
        if self.mode == "lastChance":
            return Refusal(
                "last_chance",
                "It is somebody's last chance: all you can do is talk, or accuse the winner.",
            )
        if self.mode == "accusation":
            return Refusal(
                "accusation_first",
                "All you can do now is talk: first the accusation must be accepted or taken back.",
            )
        if self.mode == "inBetweenRounds":
            return Refusal("between_rounds", "The round is over, and the next one has not begun.")
        return Refusal("not_begun", "The next round has not begun yet.")

    def _settled(self, guilty: bool, at: int) -> Charge:
        """The accusation is decided: it goes from the table to the list."""
        charge = self.charge
        assert charge is not None
        self.charge = None
        verdict = Verdict(charge.accuser, charge.accused, charge.reason, guilty, self.round, at)
        self.verdicts = (*self.verdicts, verdict)[-limits.VERDICTS :]
        return charge

    def _back_to_play(self, at: int) -> None:
        self.mode = "play"
        self.winner = None
        self.due = self.chance_due = self.chance_left = self.deadline = None

    def _win(self, at: int) -> list[Event]:
        """The last chance has passed."""
        winner = self.winner
        assert winner is not None
        self.points[winner] += 1
        self.chance_due = None
        if self.round >= self.rules.rounds:
            return [RoundOver(winner, tuple(self.points), None), *self._end()]
        self.mode = "inBetweenRounds"
        self.due = self.deadline = at + limits.WRITING
        return [RoundOver(winner, tuple(self.points), self.due)]

    def _next_round(self) -> None:
        self.mode = "waiting"
        self.awaits_deal = True
        self.due = self.deadline = None

    def _revealed(self, author: Seat) -> RulesRevealed:
        rules = tuple(one.text for one in self.written if one.author == author)
        return RulesRevealed(author, rules)

    def _reveal(self, author: Seat) -> list[Event]:
        revealed = self._revealed(author)
        return [revealed] if revealed.rules else []

    def _end(self) -> list[Event]:
        self.finish()
        self.mode = "over"
        self.awaits_deal = False
        self.charge = None
        self.due = self.chance_due = self.chance_left = self.deadline = None
        told = tuple(one.told() for one in self.written)
        return [Finale(told, self.verdicts), MatchOver(tuple(self.points))]
