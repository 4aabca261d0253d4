"""What is remembered of those who may come back: what they were told, and where they stopped."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable

from stammtisch.protocols.mao.telling import Teller
from stammtisch.protocols.mao.texts import Piece

#: Events of each that are kept, and players of whom any are.
EVENTS_KEPT = 64
PLAYERS_KEPT = 2000


class Sitting:
    """One client at one table, over all its connections: the events it was sent, in order."""

    __slots__ = ("kept", "order", "owner", "seq", "table", "teller")

    def __init__(self, table: str, teller: Teller, owner: object, *, keeps: bool) -> None:
        self.table = table
        self.teller = teller
        #: The connection that speaks for it now.
        self.owner = owner
        #: The next event's order, and the table's sequence number after the last one.
        self.order = 0
        self.seq = 0
        self.kept: deque[str] | None = deque(maxlen=EVENTS_KEPT) if keeps else None

    def send(self, pieces: Iterable[Piece], outbox: list[str]) -> None:
        order = self.order
        for head, tail in pieces:
            text = f"{head}{order}{tail}"
            order += 1
            outbox.append(text)
            if self.kept is not None:
                self.kept.append(text)
        self.order = order

    def after(self, order: int) -> list[str] | None:
        """The events after that one, or None if they are not all here."""
        missing = self.order - 1 - order
        kept = list(self.kept or ())
        if not 0 <= missing <= len(kept):
            return None
        return kept[len(kept) - missing :]


class Memory:
    """Sittings by account and table number; the longest untouched are forgotten first."""

    def __init__(self) -> None:
        self._sittings: OrderedDict[tuple[str, int], Sitting] = OrderedDict()

    def find(self, account: str, number: int) -> Sitting | None:
        return self._sittings.get((account, number))

    def keep(self, account: str, number: int, sitting: Sitting) -> None:
        self._sittings[account, number] = sitting
        self._sittings.move_to_end((account, number))
        if len(self._sittings) > PLAYERS_KEPT:
            self._sittings.popitem(last=False)

    def forget(self, account: str, number: int) -> None:
        self._sittings.pop((account, number), None)
