"""The auction: who bids next, and what.

The seat after forehand begins, forehand speaks last, then it goes round without those who have
passed. Of two equal bids the one from nearer to forehand is better. The file runs as it is, and
mypyc compiles it.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.game import Seat
from stammtisch.games.tarock.contracts import CONTRACTS, LEAST, PASS, RANK
from stammtisch.games.tarock.records import Called

#: By the lowest contract that may be bid: what is valid, without and with "pass".
_WITHOUT_PASS: Final = tuple(CONTRACTS[low:] for low in range(len(CONTRACTS) + 1))
_WITH_PASS: Final = tuple((PASS, *CONTRACTS[low:]) for low in range(len(CONTRACTS) + 1))
#: Every bid of every seat, made once.
_CALLED: Final = {
    word: tuple(Called(seat, word) for seat in range(4)) for word in (PASS, *CONTRACTS)
}


class Auction:
    """What has been bid in one deal; it is over when `next` is None."""

    __slots__ = ("bids", "forehand", "highest", "holder", "next", "passed", "valid")

    def __init__(self, forehand: Seat) -> None:
        self.forehand = forehand
        #: In order.
        self.bids: list[Called] = []
        #: One bit for each seat.
        self.passed = 0
        #: The rank of the highest bid, -1 if there is none, and whose it is.
        self.highest = -1
        self.holder: Seat = forehand
        self.next: Seat | None = (forehand + 1) % 4
        #: What the next one may say: "pass" first, then contracts ascending.
        self.valid: tuple[str, ...] = _WITH_PASS[LEAST]

    @property
    def alone(self) -> bool:
        """Have all but the next one passed, who must bid now?"""
        return self.passed.bit_count() == 3

    def bid(self, contract: str) -> None:
        """The next one says it; it must be valid."""
        seat = self.next
        assert seat is not None
        last = self.alone
        self.bids.append(_CALLED[contract][seat])
        if contract == PASS:
            self.passed |= 1 << seat
        else:
            self.highest = RANK[contract]
            self.holder = seat
        if last:
            self.next = None
            self.valid = ()
            return
        after = seat + 1 & 3
        while self.passed >> after & 1:
            after = after + 1 & 3
        self.next = after
        self.valid = self._valid(after)

    def _valid(self, seat: Seat) -> tuple[str, ...]:
        if self.alone:
            # Without any bid that is forehand, who may choose anything; else one repeats or raises.
            return _WITHOUT_PASS[max(self.highest, 0)]
        nearer = seat - self.forehand & 3 < self.holder - self.forehand & 3
        low = self.highest if nearer else self.highest + 1
        return _WITH_PASS[low if low > LEAST else LEAST]

    def copy(self) -> Auction:
        twin = Auction(self.forehand)
        twin.bids = self.bids[:]
        twin.passed = self.passed
        twin.highest = self.highest
        twin.holder = self.holder
        twin.next = self.next
        twin.valid = self.valid
        return twin


def error_of(auction: Auction, said: object) -> str | None:
    """The code of what is wrong with such a bid of the next seat, which may be anything; None if it
    is valid."""
    if said in auction.valid:
        return None
    return "must_bid" if said == PASS else "invalid_contract"
