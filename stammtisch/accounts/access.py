"""What the server has noted of people: who is banned, who administers it, which invitations are
out.

All of it is in memory, read when the server opens; a change holds once it is durable.

A server that is closed to strangers: who is new needs its password, or an invitation.

Registered accounts come in as ever. So do guests who came in since the server has been closed in
this way: they had the key. Guests from before, or who knew an older password, are strangers.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TypeVar

import msgspec

from stammtisch.accounts.limits import address_key
from stammtisch.config import AppConfig
from stammtisch.games.game import Refusal
from stammtisch.records import Account
from stammtisch.store.changes import Note
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    account: str
    name: str
    reason: str
    #: Seconds since 1970.
    at: float
    by: str


class Admin(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    at: float
    by: str


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    uses: int
    #: Seconds since 1970.
    until: float
    by: str


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """Since when strangers are kept out in the way that `how` stands for."""

    how: str
    since: float


T = TypeVar("T", bound=msgspec.Struct)

#: Bans of accounts, and of addresses.
ACCOUNT, ADDRESS = "ban", "address ban"


class ModerationRecords:
    def __init__(self, store: Store) -> None:
        self._store = store
        #: By account.
        self.admins: dict[str, Admin] = {}
        self.bans: dict[str, Ban] = {}
        #: By address, of IPv6 the net.
        self.addresses: dict[str, Ban] = {}
        #: By the hash of the code.
        self.invitations: dict[str, Invitation] = {}
        self.closing: Closing | None = None

    async def open(self) -> None:
        self.admins = await self._read("admin", Admin)
        self.bans = await self._read(ACCOUNT, Ban)
        self.addresses = await self._read(ADDRESS, Ban)
        self.invitations = await self._read("invitation", Invitation)
        self.closing = (await self._read("closing", Closing)).get("")

    async def _read(self, kind: str, record: type[T]) -> dict[str, T]:
        notes = await self._store.notes(kind)
        return {key: msgspec.json.decode(value, type=record) for key, value in notes.items()}

    # --- bans ----------------------------------------------------------------------------------

    def check(self, account: str | None, address: str) -> None:
        """Refuse who may not come in."""
        ban = self.bans.get(account or "") or self.addresses.get(address_key(address))
        if ban is not None:
            sentence = ban_sentence(ban.reason)
            raise Refusal("banned", "{sentence}", sentence=sentence, reason=ban.reason)

    async def ban(self, key: str, ban: Ban, kind: str = ACCOUNT) -> None:
        await self._write(kind, key, ban)
        (self.bans if kind == ACCOUNT else self.addresses)[key] = ban

    async def unban(self, account: str) -> None:
        """Take away the account's ban, and those of addresses that were made with it."""
        await self._write(ACCOUNT, account, None)
        self.bans.pop(account, None)
        for address in [one for one, ban in self.addresses.items() if ban.account == account]:
            await self._write(ADDRESS, address, None)
            self.addresses.pop(address, None)

    # --- administrators ------------------------------------------------------------------------

    async def grant_admin(self, account: str, admin: Admin) -> None:
        await self._write("admin", account, admin)
        self.admins[account] = admin

    async def revoke_admin(self, account: str) -> None:
        await self._write("admin", account, None)
        self.admins.pop(account, None)

    # --- invitations ---------------------------------------------------------------------------

    async def invite(self, code: str, invitation: Invitation) -> None:
        await self._write("invitation", _hashed(code), invitation)
        self.invitations[_hashed(code)] = invitation

    def invitation(self, code: str, now: float) -> Invitation | None:
        """The one of that code, if it is still good."""
        invitation = self.invitations.get(_hashed(code))
        return invitation if invitation is not None and invitation.until > now else None

    def spend(self, code: str) -> None:
        """It has been used once more. Written down behind whoever came in by it."""
        key = _hashed(code)
        invitation = self.invitations.pop(key)
        left: Invitation | None = None
        if invitation.uses > 1:
            left = msgspec.structs.replace(invitation, uses=invitation.uses - 1)
            self.invitations[key] = left
        self._store.submit(Note("invitation", key, _encoded(left)), _unheard)

    async def revoke(self) -> int:
        """Make all invitations worthless; how many there were."""
        keys = list(self.invitations)
        for key in keys:
            self.invitations.pop(key, None)
            await self._write("invitation", key, None)
        return len(keys)

    # --- the server itself ----------------------------------------------------------------------

    async def close_to_strangers(self, closing: Closing | None) -> None:
        await self._write("closing", "", closing)
        self.closing = closing

    async def _write(self, kind: str, key: str, record: msgspec.Struct | None) -> None:
        await self._store.write(Note(kind, key, _encoded(record)))


def ban_sentence(reason: str) -> str:
    why = f" ({reason.rstrip('. ')})" if reason.strip() else ""
    return f"You may not come into this server any more{why}; ask whoever runs it."


def _encoded(record: msgspec.Struct | None) -> bytes | None:
    return None if record is None else msgspec.json.encode(record)


def _hashed(code: str) -> str:
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()


def _unheard(error: Exception | None) -> None:
    pass


NO_KEY = "This server is for its members: whoever is new brings its password or an invitation."
WRONG_KEY = "That is neither the password of this server nor an invitation that is still good."


class AccessPolicy:
    """Who may come in at all. An invitation is a key whether there is a password or not."""

    def __init__(self, records: ModerationRecords, clock: Clock, config: AppConfig) -> None:
        self.records = records
        self._clock = clock
        self._password = config.password
        #: New people need a key.
        self.closed = config.invite_only or bool(config.password)

    async def open(self, key: bytes) -> None:
        """Learn since when the server has been closed in this way; `key` is what it signs with."""
        await self.records.open()
        noted = self.records.closing
        if not self.closed:
            if noted is not None:
                await self.records.close_to_strangers(None)
            return
        how = hmac.digest(key, b"closed to strangers\n" + self._password.encode(), "sha256").hex()
        if noted is None or noted.how != how:
            closing = Closing(how=how, since=self._clock.wall())
            await self.records.close_to_strangers(closing)

    def knows(self, account: Account) -> bool:
        """May that account come in without a key?"""
        if not self.closed or account.kind != "guest":
            return True
        noted = self.records.closing
        return noted is not None and account.created >= noted.since

    def check(self, key: str | None) -> None:
        """Refuse who is new and has no key that fits."""
        if not self.closed:
            return
        if key is None:
            raise Refusal("key_needed", NO_KEY)
        if not self._is_password(key) and not self.records.invitation(key, self._clock.wall()):
            raise Refusal("wrong_key", WRONG_KEY)

    def let_in(self, key: str | None) -> None:
        """The same, and an invitation is used: called in the moment in which somebody comes in."""
        self.check(key)
        if self.closed and key is not None and not self._is_password(key):
            self.records.spend(key)

    def _is_password(self, key: str) -> bool:
        given, own = key.encode(errors="replace"), self._password.encode()
        return bool(own) and hmac.compare_digest(given, own)
