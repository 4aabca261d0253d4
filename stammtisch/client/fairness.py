"""A nonce of one's own for every deal: its hash goes first, and it follows when the table asks.

Was the deal what was promised? The record of a match, judged by what this client saw of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch import requests
from stammtisch.client.errors import ClientError
from stammtisch.protocols.table import messages as wire
from stammtisch.tables import entries as journal
from stammtisch.tables.fairness import SEALED_LEAST, seal_of
from stammtisch.tables.record import InvalidRecord, MatchRecord, Proof, verify


class OwnNonces:
    """What is told to the table of them, and when, without anybody having to think of it."""

    def __init__(self) -> None:
        #: By their hashes. The table decides which one counts, if several were sent.
        self._nonces: dict[str, str] = {}
        #: The one that was opened for the match that begins, or has begun.
        self.disclosed: str | None = None

    def ready(self) -> requests.Ready:
        nonce = secrets.token_bytes(SEALED_LEAST)
        seal = seal_of(nonce)
        self._nonces[seal] = nonce.hex()
        return requests.Ready(hash=seal)

    def answers(
        self, tell: wire.Tell, seat: int | None
    ) -> Iterator[requests.Ready | requests.Disclose]:
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

    def _opened(self, seal: str | None) -> Iterator[requests.Disclose]:
        nonce = self.disclosed = self._nonces.get(seal or "")
        if nonce is not None:
            yield requests.Disclose(nonce=nonce)


def _opened_in_vain(missed: wire.Missed, seat: int) -> bool:
    """Was that said while nobody listened, and has nothing come of it since?"""
    again = any(
        event["type"] == "unreadied" and event["again"] and event["seat"] == seat
        for batch in missed.batches
        for event in batch.events
    )
    return again and missed.table.phase == "open" and not missed.table.seats[seat].ready


class ProofFailed(ClientError):
    """The match was not dealt or played as it was promised; the sentence says where."""


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """What one saw of a match before it was dealt."""

    match: str
    #: By which the server was bound, before anybody's nonce was opened.
    commitment: str
    seat: int | None
    #: One's own nonce, if one had opened one.
    nonce: str | None


def judged(record: MatchRecord, pledge: DealCommitment | None) -> Proof:
    """What the record proves, or `ProofFailed`.

    Every hash, deal and move is checked. With a pledge also that it is that match: the server kept
    to the commitment it had shown, and one's own nonce went into the deals.
    """
    try:
        proof = verify(record)
    except InvalidRecord as fault:
        raise ProofFailed(f"The record of match {record.match} is not sound: {fault}") from None
    if pledge is None:
        return proof
    if record.match != pledge.match:
        raise ProofFailed(f"This is the record of match {record.match}, not of {pledge.match}.")
    opening = journal.decode(record.entries[0].payload.encode())
    assert isinstance(opening, journal.Open), "a sound record begins with it"
    if opening.commitment != pledge.commitment:
        raise ProofFailed(
            "The deals follow from another secret than the one the server was bound by."
        )
    if pledge.nonce is not None and (pledge.seat, pledge.nonce) not in _opened(record):
        raise ProofFailed("The nonce you opened did not go into the deals.")
    return proof


def _opened(record: MatchRecord) -> list[tuple[int, str]]:
    payloads = (journal.decode(line.payload.encode()) for line in record.entries)
    return [(one.seat, one.nonce) for one in payloads if isinstance(one, journal.Disclose)]
