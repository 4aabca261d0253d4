"""Who has opened the tables that are there: nobody, and no address, shall fill the house alone."""

from __future__ import annotations

from collections import Counter

from stammtisch.games.game import Refusal
from stammtisch.house.rates import household, is_loopback


class Openers:
    """Counts tables from their opening until they are gone; 0 is no limit. After a restart nobody
    has opened those that came back."""

    def __init__(self, per_account: int, per_address: int, *, spare_loopback: bool) -> None:
        self._per_account = per_account
        self._per_address = per_address
        self._spare_loopback = spare_loopback
        self._counts: Counter[str] = Counter()
        self._by_table: dict[str, tuple[str, ...]] = {}

    def check(self, account: str, address: str) -> None:
        """Refuse one more table of theirs."""
        if self._per_account and self._counts[_account(account)] >= self._per_account:
            raise Refusal(
                "too_many_tables",
                "You have opened {most} tables that are still there, and nobody may have more.",
                most=self._per_account,
            )
        if not self._per_address or (self._spare_loopback and is_loopback(address)):
            return
        if self._counts[_address(address)] >= self._per_address:
            raise Refusal(
                "too_many_tables",
                "From your address {most} tables were opened that are still there, and there may "
                "not be more.",
                most=self._per_address,
            )

    def opened(self, table: str, account: str, address: str) -> None:
        self._by_table[table] = keys = (_account(account), _address(address))
        self._counts.update(keys)

    def gone(self, table: str) -> None:
        for key in self._by_table.pop(table, ()):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def _account(account: str) -> str:
    return f"account {account}"


def _address(address: str) -> str:
    return f"address {household(address)}"
