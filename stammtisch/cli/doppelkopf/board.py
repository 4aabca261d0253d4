"""The table as the terminal shows it: the players around it, the trick between them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from stammtisch.cli.doppelkopf.faces import face
from stammtisch.cli.doppelkopf.names import party_name, said_of, t, tricks_of, wish_of
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.round_table import RoundTable
from stammtisch.games.doppelkopf.records import Trick
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import DENIALS

_PARTIES = {
    "re": Style(color="#ffb454", bold=True),
    "kontra": Style(color="#6cb6ff", bold=True),
}


def board(top: DoppelkopfTop, width: int, height: int) -> Text:
    return Board(top, width, height).drawn()


class Board(RoundTable[DoppelkopfTop]):
    clockwise = True

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """Their party, with a ! if they have called it."""
        party = self._view.parties[seat]
        if party is not None:
            said = any(one.seat == seat and one.word == party for one in self._view.said)
            yield f"{party_name(party)}{'!' if said else ''}", _PARTIES[party]

    def does(self, seat: int) -> list[str]:
        """Tricks and eyes, what they last said, or want."""
        view = self._view
        match view.phase:
            case "reservations":
                said = [one.word for one in view.said if one.seat == seat]
                if said:
                    return [t("quoted", word=said_of(said[-1]))]
                return [t("cards", count=view.counts[seat])]
            case "end":
                vote = view.votes[seat]
                return ["…" if vote is None else wish_of(self.top.name(seat), vote)]
            case _:
                tricks = tricks_of(self.top.tricks_won(seat))
                return [t("won_so_far", tricks=tricks, eyes=view.eyes[seat])]

    def shouts(self, seat: int) -> list[str]:
        """Beside re or kontra: of denials the highest."""
        said = [one.word for one in self._view.said if one.seat == seat]
        pigs = [word for word in said if word.removesuffix("_yes") in ("pigs", "superpigs")]
        denials = [word for word in said if word in DENIALS]
        return [said_of(word) for word in (*denials[-1:], *pigs)]

    def lay(self) -> None:
        top, trick = self.top, self.top.shown_trick
        if trick is not None:
            cards = [(laid.seat, face(laid.card)) for laid in trick.cards]
            over = trick.winner is not None
            self.lay_trick(cards, top.winning(trick), over=over, told=self._worth(trick))

    def _worth(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is not None:
            name = self.top.name(trick.winner)
            return t("trick_taken", name=name, trick=done, eyes=trick.eyes)
        return t("trick_running", trick=done + 1, tricks=self.top.rules.tricks, eyes=trick.eyes)
