"""Was the deal what was promised? The record of a match, judged by what this client saw of it."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.client.errors import ClientError
from stammtisch.tables import entries as journal
from stammtisch.tables.record import MatchRecord, Proof, Unsound, verify


class Unfair(ClientError):
    """The match was not dealt or played as it was promised; the sentence says where."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """What one saw of a match before it was dealt."""

    match: str
    #: By which the house was bound, before anybody's nonce was opened.
    commitment: str
    seat: int | None
    #: One's own nonce, if one had opened one.
    nonce: str | None


def judged(record: MatchRecord, pledge: Pledge | None) -> Proof:
    """What the record proves, or `Unfair`.

    Every hash, deal and move is checked. With a pledge also that it is that match: the house kept
    to the commitment it had shown, and one's own nonce went into the deals.
    """
    try:
        proof = verify(record)
    except Unsound as fault:
        raise Unfair(f"The record of match {record.match} is not sound: {fault}") from None
    if pledge is None:
        return proof
    if record.match != pledge.match:
        raise Unfair(f"This is the record of match {record.match}, not of {pledge.match}.")
    opening = journal.decode(record.entries[0].payload.encode())
    assert isinstance(opening, journal.Open), "a sound record begins with it"
    if opening.commitment != pledge.commitment:
        raise Unfair("The deals follow from another secret than the one the house was bound by.")
    if pledge.nonce is not None and (pledge.seat, pledge.nonce) not in _opened(record):
        raise Unfair("The nonce you opened did not go into the deals.")
    return proof


def _opened(record: MatchRecord) -> list[tuple[int, str]]:
    payloads = (journal.decode(line.payload.encode()) for line in record.entries)
    return [(one.seat, one.nonce) for one in payloads if isinstance(one, journal.Disclose)]
