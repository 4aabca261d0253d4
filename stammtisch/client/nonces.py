"""A nonce of one's own for every deal: its hash goes first, and it follows when the table asks."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from stammtisch.protocols.table import messages as wire
from stammtisch.tables.fairness import SEALED_LEAST, seal_of


class OwnNonces:
    """What is told to the table of them, and when, without anybody having to think of it."""

    def __init__(self) -> None:
        #: By their hashes. The table decides which one counts, if several were sent.
        self._nonces: dict[str, str] = {}
        #: The one that was opened for the match that begins, or has begun.
        self.disclosed: str | None = None

    def ready(self) -> wire.Ready:
        nonce = secrets.token_bytes(SEALED_LEAST)
        seal = seal_of(nonce)
        self._nonces[seal] = nonce.hex()
        return wire.Ready(hash=seal)

    def answers(self, tell: wire.Tell, seat: int | None) -> Iterator[wire.Ready | wire.Disclose]:
        """What is to be sent because of what was told to whoever has that seat."""
        if seat is None:
            return
        if isinstance(tell, wire.Table | wire.Missed):
            if tell.disclosing is not None:
                yield from self._opened(tell.disclosing.hashes[seat])
                return
            if tell.table.phase == "open":
                self.disclosed = None
            if isinstance(tell, wire.Missed) and _opened_in_vain(tell, seat):
                yield self.ready()
        elif isinstance(tell, wire.Events):
            for event in tell.events:
                if event["type"] == "committed":
                    yield from self._opened(event["hashes"][seat])
                elif event["type"] == "unreadied" and event["again"] and event["seat"] == seat:
                    yield self.ready()
                elif event["type"] == "started":
                    self._nonces.clear()
                elif event["type"] == "ended":
                    self.disclosed = None

    def _opened(self, seal: str | None) -> Iterator[wire.Disclose]:
        nonce = self.disclosed = self._nonces.get(seal or "")
        if nonce is not None:
            yield wire.Disclose(nonce=nonce)


def _opened_in_vain(missed: wire.Missed, seat: int) -> bool:
    """Was that said while nobody listened, and has nothing come of it since?"""
    again = any(
        event["type"] == "unreadied" and event["again"] and event["seat"] == seat
        for batch in missed.batches
        for event in batch.events
    )
    return again and missed.table.phase == "open" and not missed.table.seats[seat].ready
