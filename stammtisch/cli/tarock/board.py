"""The table as the terminal shows it: the players around it, trick or talon between them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from stammtisch.cli.tarock.faces import face, inline, short, shorts
from stammtisch.cli.tarock.names import (
    bonus_name,
    contract_name,
    said_words,
    t,
    tricks_of,
    wish_of,
)
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.round_table import FAINT, RoundTable
from stammtisch.games.tarock.records import Trick
from stammtisch.games.tarock.view import View

_SIDE = Style(color="#ffb454", bold=True)
_TAKEN = Style(color="#7bd14b", bold=True)


def board(top: TarockTop, width: int, height: int) -> Text:
    return Board(top, width, height).drawn()


class Board(RoundTable[TarockTop]):
    clockwise = False
    #: The Pagat's name needs them.
    chip = 7

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """Their part in the contract, their radli."""
        role = self.top.role(seat)
        if role:
            yield t(f"role.{role}"), _SIDE
        if self._view.radli[seat]:
            yield f"○{self._view.radli[seat]}", FAINT

    def does(self, seat: int) -> list[str]:
        """What they bid, announced, won or want."""
        view = self._view
        match view.phase:
            case "bidding":
                bids = [made.contract for made in view.bids if made.seat == seat]
                forehand = [t("forehand")] if seat == view.forehand else []
                said = [t("quoted", word=contract_name(bids[-1]))] if bids else []
                return [*forehand, *said]
            case "announcing":
                told = [one for one in view.said if one.seat == seat]
                if not told:
                    return []
                return [", ".join(said_words(told[-1].bonuses, told[-1].kontra)) or t("nothing")]
            case "play":
                won = tricks_of(self.top.tricks_won(seat))
                if view.contract != "klop":
                    return [won]
                return [t("tricks_points", tricks=won, points=self.top.points_won(seat))]
            case "scored":
                vote = view.votes[seat]
                return ["…" if vote is None else wish_of(self.top.name(seat), vote)]
            case _:
                return []

    def shouts(self, seat: int) -> list[str]:
        view = self._view
        if view.phase != "play":
            return []
        return [bonus_name(one.bonus) for one in view.announced if one.seat == seat]

    def lay(self) -> None:
        top, trick = self.top, self.top.shown_trick
        if trick is not None:
            cards = [((trick.leader + at) % 4, face(card)) for at, card in enumerate(trick.cards)]
            over = trick.winner is not None
            self.lay_trick(cards, top.winning(trick), over=over, told=self._taken(trick))
        elif top.view is not None and top.running:
            below = self.height // 2 + 1
            self.canvas.middle(below, _talon(top.view))
            self.canvas.middle(below + 1, Text(self._news(), FAINT))

    def _taken(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is None:
            return t("trick_running", trick=done + 1)
        how = "trick_taken" if trick.gift is None else "trick_taken_gift"
        gift = "" if trick.gift is None else short(trick.gift)
        return t(how, name=self.top.name(trick.winner), trick=done, card=gift)

    def _news(self) -> str:
        """What the table has come to before the first trick."""
        view, top = self._view, self.top
        if view.contract is None:
            bids = [made for made in view.bids if made.contract != "pass"]
            if not bids:
                return t("no_bid")
            contract = contract_name(bids[-1].contract)
            return t("high_bid", contract=contract, name=top.name(bids[-1].seat))
        if view.picked is not None and view.declarer is not None:
            cards = shorts(view.piles[view.picked])
            return t("took", name=top.name(view.declarer), cards=cards)
        return t("the_talon") if view.piles else ""


def _talon(view: View) -> Text:
    """The piles as they lie there, edges at the taken one."""
    words = Text()
    for at, pile in enumerate(view.piles):
        left, right = ("▐", "▌") if at == view.picked else (" ", " ")
        words.append(" " if at else "").append(left, _TAKEN)
        words.append_text(inline(pile, faint=view.picked not in (None, at)))
        words.append(right, _TAKEN)
    return words
