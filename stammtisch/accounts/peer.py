"""A connection, as the server sees it."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.accounts.limits import TokenBucket
from stammtisch.games.game import Refusal
from stammtisch.records import Account
from stammtisch.requests import Notice
from stammtisch.tables.requests import Caller


class Peer:
    """`account` is None until the peer has said who it is; `table` while it is at none."""

    __slots__ = (
        "_account",
        "_who",
        "address",
        "connection",
        "deliver",
        "gone",
        "looks_on",
        "protocol",
        "rates",
        "table",
    )

    def __init__(
        self, connection: str, address: str, protocol: str, deliver: Callable[[Notice], None]
    ) -> None:
        self.connection = connection
        self.address = address
        self.protocol = protocol
        self.deliver = deliver
        self._account: Account | None = None
        self._who: Caller | None = None
        self.table: str | None = None
        #: The connection has ended; requests still under way must not bring it back.
        self.gone = False
        #: At a table, but without a seat.
        self.looks_on = False
        #: How often this connection has asked what, by kind.
        self.rates: dict[str, TokenBucket] = {}

    @property
    def account(self) -> Account | None:
        return self._account

    @account.setter
    def account(self, account: Account) -> None:
        self._account = account
        self._who = Caller(self.connection, account.id, account.name, self.address)

    def unname(self) -> None:
        """Be nobody again."""
        self._account = self._who = None

    def who(self) -> Caller:
        """What tables are told of this peer, who must have said who it is."""
        assert self._who is not None
        return self._who


def must_enter(peer: Peer) -> Caller:
    if peer.account is None:
        raise Refusal("enter_first", "Say who you are first: enter as a guest or sign in.")
    return peer.who()


def must_be_at(peer: Peer) -> str:
    if peer.table is None:
        must_enter(peer)
        raise Refusal("not_at_table", "You are at no table; join one first.")
    return peer.table
