"""Connections as the server sees them, and who is behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stammtisch.accounts.names import NameIndex
from stammtisch.games.game import Refusal
from stammtisch.records import Account, person_of
from stammtisch.requests import Caller
from stammtisch.store.errors import without_capitals
from stammtisch.vocabulary import Notice

if TYPE_CHECKING:
    from stammtisch.accounts.limits import TokenBucket


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


class SignedIn:
    """Everybody who has said who they are, in the order in which they came."""

    def __init__(self) -> None:
        #: The connections of each account.
        self.peers: dict[str, list[Peer]] = {}
        #: Names that nobody else may take now: of accounts that are here, or being written down.
        self.reserved = NameIndex()

    def add(self, peer: Peer, account: Account) -> None:
        peer.account = account
        self.peers.setdefault(account.id, []).append(peer)
        self.reserved[account.name] = account.id

    def replace(self, account: Account) -> None:
        """The account has changed while its owner is here."""
        for peer in self.of(account.id):
            assert peer.account is not None
            if self.reserved.get(peer.account.name) == account.id:
                del self.reserved[peer.account.name]
            peer.account = account
            self.reserved[account.name] = account.id

    def remove(self, peer: Peer) -> None:
        account = peer.account
        if account is None:
            return
        others = self.of(account.id)
        if peer in others:
            others.remove(peer)
        if not others:
            self.peers.pop(account.id, None)
            self.reserved.pop(account.name, None)

    def of(self, account: str) -> list[Peer]:
        """The connections of an account."""
        return self.peers.get(account, [])

    def named(self, name: str) -> list[Peer]:
        """The connections of the person of that name; of several, who has just these capitals."""
        account = self.reserved.get(name)
        if account is None:
            plain = without_capitals(name)
            alike = (one for one in self.reserved if without_capitals(one) == plain)
            account = self.reserved.get(next(alike, ""), "")
        return self.of(account)

    def account(self, *, name: str | None = None, person: str | None = None) -> Account | None:
        """Who is here, of that name or that mark."""
        if name is not None:
            peers = self.named(name)
        else:
            found = (one for account, one in self.peers.items() if person_of(account) == person)
            peers = next(found, [])
        return peers[0].account if peers else None

    def names(self) -> list[str]:
        return [peers[0].account.name for peers in self.peers.values() if peers[0].account]
