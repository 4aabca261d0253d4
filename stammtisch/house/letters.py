"""What the house has to say to people who may not be inside: they hear it when they come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.house.requests import Heard
from stammtisch.house.visitor import Visitor

#: By what name the house speaks to people.
SENDER = "server"
#: Letters for so many people are kept, for the rest only the newest; and so many for each.
MOST_PEOPLE = 10_000
MOST_LETTERS = 5


class Letters:
    """Kept in memory: nothing is lost with them that a table would not tell, too."""

    def __init__(self, inside: Callable[[str], Sequence[Visitor]]) -> None:
        """`inside` are the connections of an account."""
        self._inside = inside
        self._waiting: dict[str, list[str]] = {}

    def write(self, account: str, text: str) -> None:
        """Say it at once to who is inside, else when they come in next."""
        visitors = self._inside(account)
        if not visitors:
            kept = [*self._waiting.pop(account, []), text]
            self._waiting[account] = kept[-MOST_LETTERS:]
            if len(self._waiting) > MOST_PEOPLE:
                del self._waiting[next(iter(self._waiting))]
        for visitor in visitors:
            visitor.deliver(Heard(reach="person", text=text, sender=SENDER))

    def hand_out(self, visitor: Visitor) -> None:
        """Somebody has come in."""
        account = visitor.account
        for text in self._waiting.pop(account.id, []) if account is not None else ():
            visitor.deliver(Heard(reach="person", text=text, sender=SENDER))
