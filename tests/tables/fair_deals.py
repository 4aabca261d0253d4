"""`docs/fair-deals.md` once more, written from that page alone: it must not import any of ours."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "fair-deals.md"


def example() -> dict[str, str]:
    """The lines of the page's example."""
    text = PAGE.read_text(encoding="utf-8").split("```example\n")[1].split("```")[0]
    return dict(line.split(": ", 1) for line in text.splitlines())


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def keeps(commitment: str, secret: bytes, round: int) -> bool:
    for _ in range(round):
        secret = sha(secret)
    return secret.hex() == commitment


def server_nonce(first_secret: bytes, seat: int) -> bytes:
    message = b"nonce of seat " + str(seat).encode()
    return hmac.new(first_secret, message, hashlib.sha256).digest()[:16]


def seal(nonce: str) -> str:
    """The hash by which a player commits to a nonce."""
    return sha(nonce.encode()).hex()


def seed(secret: bytes, round: int, nonces: list[bytes]) -> bytes:
    text = b"stammtisch deal 1\n" + secret + round.to_bytes(4, "big")
    for nonce in nonces:
        text += len(nonce).to_bytes(2, "big") + nonce
    return sha(text)


class Numbers:
    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.read = 0

    def word(self) -> int:
        block, place = divmod(self.read, 8)
        self.read += 1
        part = sha(self.seed + block.to_bytes(8, "big"))[4 * place : 4 * place + 4]
        return int.from_bytes(part, "big")

    def below(self, k: int) -> int:
        while True:
            word = self.word()
            if word < 2**32 - 2**32 % k:
                return word % k


def deal(seed: bytes) -> tuple[int, list[list[str]], list[str]]:
    """The starter, what each seat holds, and the main stack, the next tile first."""
    colours = ("RED", "BLUE", "YELLOW", "BLACK")
    once = [f"{number}:{colour}" for colour in colours for number in range(1, 14)]
    tiles = [*once, *once, "0:BLUE", "0:RED"]
    numbers = Numbers(seed)
    for i in range(105, 0, -1):
        j = numbers.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    starter = numbers.below(4)
    held = []
    for seat in range(4):
        size = 15 if seat == starter else 14
        held.append(tiles[:size])
        tiles = tiles[size:]
    return starter, held, tiles
