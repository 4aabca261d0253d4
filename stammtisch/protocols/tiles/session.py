"""One client of the tiles line protocol, sans I/O. A message is a line without its ending.

The client may send any command at any time; it always gets an answer of the form it expects,
with a sentence as a last, optional argument where something was wrong. Lines that are no command
get no answer: the original client sends `+…` for what it is told, and nobody waits for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from stammtisch.protocols.session import Session
from stammtisch.protocols.tiles.events import Lobby
from stammtisch.protocols.tiles.handlers import COMMANDS, LETTER_OF_REACH
from stammtisch.protocols.tiles.lines import SERVER, decode, line
from stammtisch.replies import ChatMessage, Goodbye
from stammtisch.tables.events import AnyEvent, EventBatch
from stammtisch.vocabulary import Notice

#: Milliseconds without a line from the client after which its connection ends.
SILENCE = 15_000
#: Milliseconds after which a client that is waited for, and may have lost it, gets its STAT again:
#: with every second tick, however exactly these come.
REMINDER = 1_900


class TilesSession(Session[str]):
    """`commands` and `playing` hold what each command does; they call `say`, `tell` and `ask`."""

    def __init__(self, address: str, now: int = 0, *, unpaced: bool = False) -> None:
        super().__init__()
        self.address = address
        self.unpaced = unpaced
        #: None before the first login.
        self.name: str | None = None
        self.lobby: Lobby | None = None
        self._heard = False
        self._heard_at = now
        #: The STAT of a turn that the client has not heeded yet, and when it last went out.
        self._reminder: str | None = None
        self._reminded_at = now
        self.outbox.append("PING")

    def receive(self, message: str) -> None:
        self._heard = True
        tokens = decode(message)
        if tokens and self.closing is None and (command := COMMANDS.get(tokens[0])):
            command(self, tokens[1:])

    def notified(self, notice: Notice) -> None:
        if isinstance(notice, EventBatch):
            # What a table said before one left it may still be under way.
            if self.lobby is not None and notice.table == self.lobby.table:
                self.tell(notice.events)
        elif isinstance(notice, ChatMessage):
            self.outbox.append(_heard(notice))
        elif isinstance(notice, Goodbye):
            self.say("CATS", "b", notice.reason, SERVER)
            self.closing = notice.reason

    def tick(self, now: int) -> None:
        if self.closing is not None:
            return
        if self._heard:
            self._heard, self._heard_at = False, now
        if now - self._heard_at >= SILENCE:
            self.closing = f"Nothing was heard for {SILENCE // 1000} seconds."
            # A PING is taken by any client at any time, whatever else stands in it.
            self.say("PING", self.closing)
        else:
            self.outbox.append(self._reminded(now) or "PING")

    def _reminded(self, now: int) -> str | None:
        """The last STAT, if it is time to say it again.

        The original client loses lines that it finds in one read, and a lost "your turn" would
        leave the table standing. The STAT goes out in place of a PING, so that nothing is near it.
        """
        reminder = None if self.lobby is None or self.unpaced else self.lobby.reminder()
        if reminder != self._reminder:
            self._reminder, self._reminded_at = reminder, now
        elif now - self._reminded_at >= REMINDER:
            self._reminded_at = now
            return reminder
        return None

    # --- what commands do -----------------------------------------------------------------------

    def heeds(self) -> None:
        """The client tries to move: it knows that it is its turn."""
        if self.lobby is not None:
            self.lobby.unheeded = False

    def say(self, *tokens: str) -> None:
        """Send a line."""
        self.outbox.append(line(*tokens))

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Send the lines that say what happened at the table."""
        if self.lobby is not None:
            self.outbox += self.lobby.tell(events)
            if self.lobby.gone:
                self.lobby = None


@lru_cache(maxsize=8)
def _heard(notice: ChatMessage) -> str:
    """Made once, however many hear it."""
    return line("CATS", LETTER_OF_REACH[notice.reach], notice.text, notice.sender)
