"""What the server itself says to everybody, and says again: that it is about to be restarted.

Tells everybody something: a few at a time, so that tables go first.

With thousands inside, telling all of them in one go would let every table wait. The first few hear
it at once, the others after pauses in which whatever else there is to do is done. All hear
everything in the same order, and what comes from one address in the order in which it was said.
Addresses take turns: who floods the server only makes their own words wait.

What the server has to say to people who may not be inside: they hear it when they come in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from stammtisch.accounts.peers import Peer, SignedIn
from stammtisch.games.game import Refusal
from stammtisch.replies import ChatMessage
from stammtisch.tables.clock import Clock, Timer
from stammtisch.vocabulary import Notice

#: How many hear it between two pauses: a millisecond's work, about.
SLICE = 40
#: Milliseconds between them.
PAUSE = 3
#: What may wait to be told: from one address, and in all.
MOST_FROM_ONE = 20
MOST_WAITING = 200


class Broadcaster:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        #: What waits, by the address it comes from. The first is being told.
        self._waiting: dict[str, deque[tuple[Notice, Iterator[Peer]]]] = {}

    def check(self, source: str) -> None:
        """Refuse if there is too much to be told already."""
        from_it = len(self._waiting.get(source, ()))
        if from_it >= MOST_FROM_ONE or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise Refusal(
                "too_loud", "Too many speak to everybody just now; try again in a moment."
            )

    def tell(self, notice: Notice, listeners: Sequence[Peer], source: str = "") -> None:
        """Tell all of them. Those who have gone when it is their turn do not hear it: their drivers
        have stopped."""
        idle = not self._waiting
        self._waiting.setdefault(source, deque()).append((notice, iter(listeners)))
        if idle:
            self._go_on()

    def _go_on(self) -> None:
        left = SLICE
        while self._waiting:
            source, lines = next(iter(self._waiting.items()))
            notice, listeners = lines[0]
            for listener in islice(listeners, left):
                left -= 1
                listener.deliver(notice)
            if not left:
                self._clock.call_at(self._clock.now() + PAUSE, self._go_on)
                return
            lines.popleft()
            del self._waiting[source]
            if lines:
                self._waiting[source] = lines


#: By what name the server speaks to people.
SENDER = "server"
#: Letters for so many people are kept, for the rest only the newest; and so many for each.
MOST_PEOPLE = 10_000
MOST_LETTERS = 5


class OfflineNotices:
    """Kept in memory: nothing is lost with them that a table would not tell, too."""

    def __init__(self, signed_in: SignedIn) -> None:
        self._signed_in = signed_in
        self._waiting: dict[str, list[str]] = {}

    def write(self, account: str, text: str) -> None:
        """Say it at once to who is inside, else when they come in next."""
        peers = self._signed_in.of(account)
        if not peers:
            kept = [*self._waiting.pop(account, []), text]
            self._waiting[account] = kept[-MOST_LETTERS:]
            if len(self._waiting) > MOST_PEOPLE:
                del self._waiting[next(iter(self._waiting))]
        for peer in peers:
            peer.deliver(ChatMessage(reach="person", text=text, sender=SENDER))

    def hand_out(self, peer: Peer) -> None:
        """Somebody has come in."""
        account = peer.account
        for text in self._waiting.pop(account.id, []) if account is not None else ():
            peer.deliver(ChatMessage(reach="person", text=text, sender=SENDER))


MINUTE = 60_000
#: Minutes before a restart at which it is said again.
REMINDERS = (10, 5, 1)


class Announcements:
    """`connections` are all there are. Kept in memory: a restart is what it is about."""

    def __init__(
        self, clock: Clock, broadcaster: Broadcaster, connections: Mapping[str, Peer]
    ) -> None:
        self._clock = clock
        self._broadcaster = broadcaster
        self._connections = connections
        self._text: str | None = None
        #: Server time of the restart.
        self._due: int | None = None
        self._timer: Timer | None = None

    def announce(self, text: str | None, minutes: int | None) -> int:
        """Say it to everybody; how many hear it. A later restart takes the place of an earlier."""
        if minutes is None:
            return self._say(text or "")
        self._text, self._due = text, self._clock.now() + minutes * MINUTE
        self._plan()
        return self._say(self._sentence())

    def tell_newcomer(self, peer: Peer) -> None:
        """Somebody has come in: they are told what all others know."""
        if self._due is not None and self._clock.now() < self._due:
            peer.deliver(_heard(self._sentence()))

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _say(self, text: str) -> int:
        listeners = [one for one in self._connections.values() if one.account is not None]
        self._broadcaster.tell(_heard(text), listeners)
        return len(listeners)

    def _sentence(self) -> str:
        assert self._due is not None
        left = max(0, -(-(self._due - self._clock.now()) // MINUTE))
        when = {0: "now", 1: "in a minute"}.get(left, f"in {left} minutes")
        also = f" {self._text}" if self._text else ""
        return f"The server is restarted {when}; tables and seats come back as they are.{also}"

    def _plan(self) -> None:
        """Say it again at the next of the usual moments."""
        self.close()
        assert self._due is not None
        now = self._clock.now()
        moments = [self._due - minutes * MINUTE for minutes in REMINDERS]
        moment = min((one for one in moments if one > now), default=None)
        self._timer = None if moment is None else self._clock.call_at(moment, self._remind)

    def _remind(self) -> None:
        self._say(self._sentence())
        self._plan()


def _heard(text: str) -> ChatMessage:
    return ChatMessage(reach="person", text=text, sender=SENDER)
