"""What a record claims of the seats before its match: who sat there, and which nonce they gave.

A reader of records believes nothing of it. A bot has no nonce but the one that follows from the
house's secret, no nonce is opened before the last one is fixed, and each fits its hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stammtisch.records import NonceFrom
from stammtisch.tables import entries as journal
from stammtisch.tables.fairness import (
    checked_nonce,
    checked_seal,
    house_nonce,
    opened_nonce,
)


class Unsound(Exception):
    """The record does not prove what it claims; the message says where and why."""


@dataclass(slots=True)
class _Seat:
    name: str = ""
    is_bot: bool = False
    nonce: bytes | None = None
    seal: str | None = None
    by_house: bool = False

    def take_back(self) -> None:
        self.nonce = self.seal = None
        self.by_house = False

    @property
    def nonce_from(self) -> NonceFrom:
        if self.by_house:
            return "house"
        return "player" if self.seal is None else "commitment"


class Claims:
    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        """`secrets` are those of the rounds, as the record reveals them."""
        self._secrets = secrets
        self._seats: list[_Seat] = []
        #: All are ready, and nonces are opened.
        self._committed = False

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self._seats]

    @property
    def nonces(self) -> list[bytes]:
        return [seat.nonce or b"" for seat in self._seats]

    @property
    def nonces_from(self) -> list[NonceFrom]:
        return [seat.nonce_from for seat in self._seats]

    def at(self, seat: int) -> int:
        if seat not in range(len(self._seats)):
            raise Unsound(f"There is no seat {seat} at this table.")
        return seat

    # --- who sits there --------------------------------------------------------------------------

    def open(self, chairs: list[journal.Chair]) -> None:
        self._seats = [
            _Seat(chair.name or "", _is_bot(chair.bot, chair.account)) for chair in chairs
        ]

    def sit(self, entry: journal.Sit, *, playing: bool) -> None:
        seat = self._seats[self.at(entry.seat)]
        seat.name, seat.is_bot = entry.name, _is_bot(entry.bot, entry.account)
        if not playing:
            self._take_back(seat)

    def stand(self, at: int, *, playing: bool) -> None:
        seat = self._seats[self.at(at)]
        seat.name, seat.is_bot = "", False
        if not playing:
            self._take_back(seat)

    def rename(self, entry: journal.Rename) -> None:
        self._seats[self.at(entry.seat)].name = entry.name

    def resize(self, seats: int) -> None:
        self._seats = [*self._seats, *(_Seat() for _ in range(seats))][:seats]
        self._nobody_is_ready()

    def arrange(self, order: list[int]) -> None:
        if sorted(order) != list(range(len(self._seats))):
            raise Unsound("The seats are put into an order that is none.")
        self._seats = [self._seats[seat] for seat in order]
        self._nobody_is_ready()

    # --- their nonces ----------------------------------------------------------------------------

    def ready(self, entry: journal.Ready) -> None:
        seat = self._seats[self.at(entry.seat)]
        if self._committed:
            raise Unsound(f"Seat {entry.seat} chooses a nonce when others are opened already.")
        if seat.is_bot and not entry.by_house:
            raise Unsound(f"The bot on seat {entry.seat} has another nonce than the house's.")
        if (entry.nonce is None) == (entry.hash is None) or (entry.by_house and entry.hash):
            raise Unsound(f"Seat {entry.seat} is ready with neither a nonce nor a hash, or both.")
        seat.seal = None if entry.hash is None else checked_seal(entry.hash)
        seat.nonce = None if entry.nonce is None else checked_nonce(entry.nonce)
        seat.by_house = entry.by_house
        # Without the first secret nothing can be dealt: that is found out there.
        first = self._secrets.get(1)
        if entry.by_house and first is not None and seat.nonce != house_nonce(first, entry.seat):
            raise Unsound(f"The house gave seat {entry.seat} another nonce than it must.")

    def unready(self, seat: int) -> None:
        self._take_back(self._seats[self.at(seat)])

    def commit(self) -> None:
        if self._committed or any(seat.nonce is None and seat.seal is None for seat in self._seats):
            raise Unsound("Nonces are to be opened before everybody is ready.")
        self._committed = True

    def disclose(self, entry: journal.Disclose) -> None:
        seat = self._seats[self.at(entry.seat)]
        if not self._committed:
            raise Unsound(f"Seat {entry.seat} opens its nonce before all others are fixed.")
        if seat.seal is None or seat.nonce is not None:
            raise Unsound(f"Seat {entry.seat} opens a nonce that it has not committed to.")
        seat.nonce = opened_nonce(entry.nonce, seat.seal)

    def start(self, nonces_from: list[NonceFrom]) -> None:
        """Everybody is ready; the record says where the nonces come from, or (old ones) nothing."""
        if any(seat.nonce is None for seat in self._seats):
            raise Unsound("The match is started before everybody is ready.")
        if nonces_from and nonces_from != self.nonces_from:
            raise Unsound("The nonces do not come from where the record says.")

    def _take_back(self, seat: _Seat) -> None:
        """One who is not ready any more makes all nonces worthless that were opened."""
        seat.take_back()
        if self._committed:
            self._committed = False
            for other in self._seats:
                if other.seal is not None and other.nonce is not None:
                    other.take_back()

    def _nobody_is_ready(self) -> None:
        self._committed = False
        for seat in self._seats:
            seat.take_back()


def _is_bot(bot: str | None, account: str | None) -> bool:
    return bot is not None or (account or "").startswith("bot:")
