"""What a trick-taking game tells the screens: all words and cards that differ from game to game.

The table, the sheets and the keys are the same for Doppelkopf and Tarock; each has a presenter that
reads its view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rich.style import Style
from rich.text import Text

from stammtisch.games.game import Action
from stammtisch.terminal.dialogs import Choice
from stammtisch.terminal.text import Speech, points_of, wishes_told
from stammtisch.terminal.tricks import hand
from stammtisch.terminal.tricks.hand import Face
from stammtisch.terminal.tricks.tabletop import CardTop

#: Lines of a table of cards on a small screen, and on a tall one.
LOW, HIGH = 9, 15


class Canvas:
    """Pieces of text at places of their own."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self.height = width, height
        self._rows: list[list[tuple[int, Text]]] = [[] for _ in range(height)]

    def left(self, y: int, piece: Text) -> None:
        self.at(1, y, piece)

    def right(self, y: int, piece: Text) -> None:
        self.at(self._width - 1 - piece.cell_len, y, piece)

    def middle(self, y: int, piece: Text, shift: int = 0) -> None:
        self.at((self._width - piece.cell_len) // 2 + shift, y, piece)

    def at(self, x: int, y: int, piece: Text) -> None:
        self._rows[y].append((x, piece))

    def drawn(self) -> Text:
        words = Text()
        for y, row in enumerate(self._rows):
            if y:
                words.append("\n")
            at = 0
            for x, piece in sorted(row, key=lambda one: one[0]):
                words.append(" " * (x - at))
                words.append_text(piece)
                at = max(x, at) + piece.cell_len
        return words


T = TypeVar("T", bound=CardTop)
Row = TypeVar("Row")


class ToldRow(NamedTuple):
    """A line of the score sheet."""

    number: int
    #: What was played.
    name: str
    changes: Sequence[int]
    totals: Sequence[int]


class TrickPresenter(ABC, Generic[T, Row]):
    t: ClassVar[Speech]
    #: Does the turn go with the clock? Then the next player sits at the left.
    clockwise: ClassVar[bool]
    #: Cells of a card in a trick of one line, without its edges.
    chip: ClassVar[int] = 5
    #: What may be wanted after a round.
    votes: ClassVar[Sequence[str]]
    #: Beside the table: cells of a player's name; of a row's name, of its column, and of a number;
    #: and how many rows there are.
    side_name: ClassVar[int]
    side_row: ClassVar[tuple[int, int, int]]
    side_rows: ClassVar[int]
    #: What says that all must agree on how to go on.
    agreed: ClassVar[str]

    def __init__(self, top: T) -> None:
        self.top = top

    # --- cards -----------------------------------------------------------------------------------

    #: How a card looks, and what it is called in short.
    face: Callable[[str], Face]
    short: Callable[[str], str]

    @abstractmethod
    def described(self, card: str) -> str:
        """The card at the cursor in words."""

    def shorts(self, cards: Iterable[str]) -> str:
        return " ".join(map(self.short, cards))

    def inline(self, cards: Iterable[str], faint: bool = False) -> Text:
        """Cards within a sentence, in their colours on paper."""
        return hand.inline([self.face(card) for card in cards], faint)

    # --- the lines around the table --------------------------------------------------------------

    @abstractmethod
    def heading(self) -> Sequence[str]:
        """What stands above the table, beside what every game has there."""

    def own_points(self) -> str:
        top = self.top
        return "" if top.view is None or top.seat is None else points_of(self.points[top.seat])

    @abstractmethod
    def choice(self) -> Choice | None:
        """What the player has to decide, unless it is which card to play."""

    @abstractmethod
    def turn(self, choice: Choice | None) -> str:
        """Whom a running match waits for, and for what."""

    @abstractmethod
    def special(self, width: int) -> Text:
        """The line below the hand."""

    # --- the table -------------------------------------------------------------------------------

    @abstractmethod
    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """What stands behind a player's name while a match is shown."""

    @abstractmethod
    def does(self, seat: int) -> Sequence[str]:
        """What is known of a player in a running match."""

    @abstractmethod
    def shouts(self, seat: int) -> Iterable[str]:
        """What a player has called aloud in a running match."""

    @abstractmethod
    def laid(self, trick: Any) -> list[tuple[int, str]]:
        """The cards of a trick with their seats, in the order in which they were played."""

    @abstractmethod
    def trick_told(self, trick: Any) -> str:
        """Below the trick on the table."""

    @abstractmethod
    def trick_title(self, trick: Any) -> str:
        """Above the last trick."""

    def gift(self, trick: Any) -> str | None:
        """A card that came to a trick from elsewhere."""
        return None

    def lay_between(self, canvas: Canvas) -> None:
        """What lies between the players while there is no trick."""
        return

    # --- beside the table ------------------------------------------------------------------------

    @property
    @abstractmethod
    def points(self) -> Sequence[int]:
        """What each seat has."""

    @abstractmethod
    def title(self) -> str:
        """The game that is played."""

    @abstractmethod
    def facts(self) -> Iterator[str]:
        """What is special about the round."""

    def beside_points(self, seat: int) -> str:
        return ""

    def beside(self) -> Iterable[Text]:
        """Parts between the facts and the last trick."""
        return ()

    def beside_below(self) -> Text:
        return Text()

    @abstractmethod
    def look(self) -> Text:
        """What lies open: the last trick, and more where there is such."""

    # --- the score -------------------------------------------------------------------------------

    @property
    def rows(self) -> Sequence[Row]:
        """The score sheet, the newest row last."""
        return () if self.top.view is None else self.top.view.sheet

    @abstractmethod
    def told_row(self, row: Row) -> ToldRow: ...

    @abstractmethod
    def sheet_head(self) -> str:
        """Above the columns between the number and the players."""

    @abstractmethod
    def sheet_row(self, row: Row) -> str:
        """These columns of one row."""

    @abstractmethod
    def round_words(self, row: Row) -> Text:
        """A round: who won, and what for."""

    @abstractmethod
    def totals(self, row: Row) -> Text:
        """The four players: what the round changed, and what they have now."""

    def round_totals(self, row: Row) -> Text:
        """The same on the sheet of a round that has just ended."""
        return self.totals(row)

    @abstractmethod
    def standing(self) -> Text:
        """What else the table counts."""

    def after_match(self, row: Row) -> str:
        """What a finished match says below its totals."""
        return ""

    @property
    @abstractmethod
    def reviewed(self) -> Sequence[Any]:
        """What can be reviewed, the oldest first; each is an argument of `review`."""

    @abstractmethod
    def review(self, reviewed: Any) -> Text:
        """A round that is over: the hands as they were dealt, and each trick."""

    # --- how to go on ----------------------------------------------------------------------------

    @abstractmethod
    def round_keys(self) -> str:
        """What can be pressed on the sheet of a round."""

    @abstractmethod
    def is_over(self) -> bool:
        """The round is over, and the next one has not begun on this screen."""

    def awaits_votes(self, row: Row) -> bool:
        """Can it still be said how to go on after this round?"""
        return True

    @abstractmethod
    def votes_now(self) -> Mapping[str, Action]: ...

    def pause(self, row: Row) -> Text | None:
        """A line on the sheet of a round that changes with the clock, in games that have one."""
        return None

    def votes_told(self) -> list[str]:
        """Who wants what, as far as they have said."""
        votes, name = self.top.view.votes, self.top.name
        wishes = {
            self.t(f"vote.{vote}"): [name(seat) for seat, own in enumerate(votes) if own == vote]
            for vote in self.votes
        }
        return [*wishes_told(wishes), self.t(self.agreed)]

    def wish_of(self, seat: int) -> str:
        """What somebody wants, without the name; "…" before they have said it."""
        vote = self.top.view.votes[seat]
        if vote is None:
            return "…"
        wish = self.t(f"vote.{vote}")
        return self.t("wish_told", count=2 if seat == self.top.seat else 1, wish=wish)
