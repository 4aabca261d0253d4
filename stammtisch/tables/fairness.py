"""Deals that nobody can choose: not the server, not the players.

The server picks the secrets of all rounds of a match before it knows the players' nonces. They
hang together like a chain: each is the SHA-256 of the next round's, so the one commitment
SHA-256(secret of round 1), published before any nonce is taken, binds them all. A round's seed is

    SHA-256("stammtisch deal 1" ‖ 0x0A ‖ secret ‖ round as 4 bytes ‖ for each seat: nonce)

where a nonce is its length in bytes as 2 bytes and then the bytes; numbers have their big end
first. After a round its secret is revealed, and anybody can deal again and compare.

Whoever knew the secret beforehand could still try nonces if theirs was the last. So a player sends
the hash of a nonce first, and the nonce when everybody's hash (or nonce) is in: then nobody who
has not opened theirs can know the deal, and nobody who can know it has a choice.

Where a player sends no nonce (and for bots) the server must not be free to try nonces until it
likes the deal, so it has no choice: its nonce for a seat follows from the first round's secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from stammtisch.games.game import Refusal

NONCE_MOST = 64
SERVER_NONCE = 16
#: A nonce whose hash is known must not be found by trying.
SEALED_LEAST = 16
#: Milliseconds that players have to open their nonces once all hashes are in.
DISCLOSE_WITHIN = 10_000


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
        number = self.rounds
        self._marks = {number: secret}
        while number > 1:
            mark = max(1, (number - 1) // _MARK_EVERY * _MARK_EVERY)
            secret = _hashed(secret, number - mark)
            self._marks[mark] = secret
            number = mark

    def of(self, round: int) -> bytes:
        """The secret of that round; the first is 1."""
        mark = round
        while mark not in self._marks:
            mark = min(self.rounds, (mark // _MARK_EVERY + 1) * _MARK_EVERY)
        return _hashed(self._marks[mark], mark - round)


def _hashed(secret: bytes, times: int) -> bytes:
    for _ in range(times):
        secret = sha256(secret).digest()
    return secret


def commitment_to(secret: bytes) -> str:
    return sha256(secret).hexdigest()


def server_nonce(first_secret: bytes, seat: int) -> bytes:
    """The nonce of a seat that has none of its own."""
    return hmac.digest(first_secret, b"nonce of seat %d" % seat, "sha256")[:SERVER_NONCE]


def seed_of(secret: bytes, round: int, nonces: Sequence[bytes]) -> bytes:
    parts = [b"stammtisch deal 1\n", secret, round.to_bytes(4, "big")]
    for nonce in nonces:
        parts += [len(nonce).to_bytes(2, "big"), nonce]
    return sha256(b"".join(parts)).digest()


def keeps_commitment(commitment: str, secret: bytes, round: int) -> bool:
    """Is this the secret of that round which was committed to before the first deal?"""
    return _hashed(secret, round).hex() == commitment


def checked_nonce(text: str) -> bytes:
    """A player's nonce as bytes: hexadecimal, 1 to 64 bytes."""
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if not 1 <= len(nonce) <= NONCE_MOST:
        raise Refusal("bad_nonce", f"A nonce is 1 to {NONCE_MOST} bytes in hexadecimal.")
    return nonce


def seal_of(nonce: bytes) -> str:
    """The hash by which a player commits to a nonce: SHA-256 of its text in lower-case hex."""
    return sha256(nonce.hex().encode()).hexdigest()


def checked_seal(text: str) -> str:
    """The hash of a nonce that is still secret: 64 digits of lower-case hexadecimal."""
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise Refusal("bad_hash", "The hash of a nonce is a SHA-256 in lower-case hexadecimal.")
    return text


def opened_nonce(text: str, seal: str) -> bytes:
    """The nonce that was committed to by that hash, or a `Refusal`."""
    nonce = checked_nonce(text)
    if len(nonce) < SEALED_LEAST:
        raise Refusal(
            "bad_nonce",
            "A nonce that was hidden behind its hash has at least {least} bytes.",
            least=SEALED_LEAST,
        )
    if not hmac.compare_digest(seal_of(nonce), seal):
        raise Refusal("other_nonce", "This is not the nonce whose hash was sent.")
    return nonce
