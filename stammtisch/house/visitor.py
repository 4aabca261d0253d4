"""A connection, as the house sees it."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.house.requests import Notice
from stammtisch.records import Account
from stammtisch.tables.commands import Who


class Visitor:
    """`account` is None until the visitor has said who it is; `table` while it is at none."""

    __slots__ = ("account", "address", "connection", "deliver", "gone", "protocol", "table")

    def __init__(
        self, connection: str, address: str, protocol: str, deliver: Callable[[Notice], None]
    ) -> None:
        self.connection = connection
        self.address = address
        self.protocol = protocol
        self.deliver = deliver
        self.account: Account | None = None
        self.table: str | None = None
        #: The connection has ended; requests still under way must not bring it back.
        self.gone = False

    def who(self) -> Who:
        assert self.account is not None
        return Who(self.connection, self.account.id, self.account.name)
