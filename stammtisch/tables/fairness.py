"""Deals that nobody can choose: not the house, not the players.

The house picks the secrets of all rounds of a match before it knows the players' nonces. They
hang together like a chain: each is the SHA-256 of the next round's, so the one commitment
SHA-256(secret of round 1), published before any nonce is taken, binds them all. A round's seed is

    SHA-256("stammtisch deal 1" ‖ 0x0A ‖ secret ‖ round as 4 bytes ‖ for each seat: nonce)

where a nonce is its length in bytes as 2 bytes and then the bytes; numbers have their big end
first. After a round its secret is revealed, and anybody can deal again and compare.

Where a player sends no nonce (and for bots) the house must not be free to try nonces until it
likes the deal, so it has no choice: its nonce for a seat follows from the first round's secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from stammtisch.games.game import Refusal

NONCE_MOST = 64
HOUSE_NONCE = 16


#: The rounds that can be dealt in a match without a bound; it is adjourned when they are used up.
MOST_DEALS = 4096
_MARK_EVERY = 64


class Secrets:
    """The secrets of the rounds of one chapter.

    They are a chain that is made from its end: so every 64th is kept, and the others are made
    anew from there.
    """

    def __init__(self, table_secret: bytes, chapter: int, rounds: int | None) -> None:
        self.rounds = rounds or MOST_DEALS
        secret = hmac.digest(table_secret, b"chapter %d" % chapter, "sha256")
        self._marks = {self.rounds: secret}
        for number in range(self.rounds - 1, 0, -1):
            secret = hashlib.sha256(secret).digest()
            if number == 1 or number % _MARK_EVERY == 0:
                self._marks[number] = secret

    def of(self, round: int) -> bytes:
        """The secret of that round; the first is 1."""
        mark = round
        while mark not in self._marks:
            mark = min(self.rounds, (mark // _MARK_EVERY + 1) * _MARK_EVERY)
        secret = self._marks[mark]
        for _ in range(mark - round):
            secret = hashlib.sha256(secret).digest()
        return secret


def commitment_to(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def house_nonce(first_secret: bytes, seat: int) -> bytes:
    """The nonce of a seat that has none of its own."""
    return hmac.digest(first_secret, b"nonce of seat %d" % seat, "sha256")[:HOUSE_NONCE]


def seed_of(secret: bytes, round: int, nonces: Sequence[bytes]) -> bytes:
    parts = [b"stammtisch deal 1\n", secret, round.to_bytes(4, "big")]
    for nonce in nonces:
        parts += [len(nonce).to_bytes(2, "big"), nonce]
    return hashlib.sha256(b"".join(parts)).digest()


def keeps_commitment(commitment: str, secret: bytes, round: int) -> bool:
    """Is this the secret of that round which was committed to before the first deal?"""
    for _ in range(round):
        secret = hashlib.sha256(secret).digest()
    return secret.hex() == commitment


def checked_nonce(text: str) -> bytes:
    """A player's nonce as bytes: hexadecimal, 1 to 64 bytes."""
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if not 1 <= len(nonce) <= NONCE_MOST:
        raise Refusal("bad_nonce", f"A nonce is 1 to {NONCE_MOST} bytes in hexadecimal.")
    return nonce
