"""Does what administrators of the server ask for, whichever way they ask it.

Every command that changes something is durable where it must last, is logged with the name of its
author, and goes the usual ways: who is banned leaves their table like anybody who leaves.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, ClassVar

from stammtisch import requests
from stammtisch.accounts.access import (
    ADDRESS,
    AccessPolicy,
    Admin,
    Ban,
    Invitation,
    ban_sentence,
)
from stammtisch.accounts.limits import address_key, is_loopback
from stammtisch.accounts.peers import Peer, SignedIn
from stammtisch.accounts.sign_in import Accounts
from stammtisch.bus.bus import Bus
from stammtisch.games.game import Refusal
from stammtisch.lobby import admin_commands
from stammtisch.lobby.admin_commands import AdminCommand, Administered, KnownPerson, People
from stammtisch.lobby.lobby import Lobby
from stammtisch.lobby.notices import Announcements
from stammtisch.records import Account, person_of
from stammtisch.replies import Goodbye, Tables
from stammtisch.requests import Caller
from stammtisch.store.errors import without_capitals
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock

log = logging.getLogger(__name__)

DAY = 86_400
NEW_PASSWORD = "Your password was changed by an administrator; sign in with the new one."
CLOSED = "An administrator has closed this table."

Answer = Administered | People | Tables


class AdminService:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        bus: Bus,
        random_bytes: Callable[[int], bytes],
        lobby: Lobby,
        accounts: Accounts,
        signed_in: SignedIn,
        access: AccessPolicy,
        announcements: Announcements,
    ) -> None:
        self._store = store
        self._clock = clock
        self._bus = bus
        self._random_bytes = random_bytes
        self._lobby = lobby
        self._accounts = accounts
        self._signed_in = signed_in
        self._access = access
        self._records = access.records
        self._announcements = announcements

    def may(self, account: Account | None) -> str:
        """By what name the account administers the server; a `Refusal` if it does not."""
        if account is None or account.id not in self._records.admins:
            raise Refusal("not_admin", "Only administrators of the server may do that.")
        return account.name

    async def do(self, command: AdminCommand, by: str) -> Answer:
        answer = await self._DOING[type(command)](self, command, by)
        if isinstance(answer, Administered):
            log.info("%s: %s", by, answer.sentence)
        return answer

    # --- looking around ------------------------------------------------------------------------

    async def _list_people(self, command: admin_commands.ListPeople, by: str) -> People:
        people = [person async for person in self._people(command.which)]
        return People(people=sorted(people, key=lambda person: without_capitals(person.name)))

    async def _people(self, which: admin_commands.Which) -> AsyncIterator[KnownPerson]:
        if which == "banned":
            for banned, ban in list(self._records.bans.items()):
                yield self._banned(await self._store.account(banned), ban)
            return
        accounts = {
            "inside": list(self._signed_in.peers),
            "registered": list((await self._store.registered_names()).values()),
            "admins": list(self._records.admins),
        }[which]
        for one in accounts:
            inside = self._signed_in.of(one)
            account = inside[0].account if inside else await self._store.account(one)
            if account is not None:
                yield self._known(account)

    def _known(self, account: Account) -> KnownPerson:
        peers = self._signed_in.of(account.id)
        ban = self._records.bans.get(account.id)
        return KnownPerson(
            name=account.name,
            person=person_of(account.id),
            kind=account.kind,
            here=bool(peers),
            admin=account.id in self._records.admins,
            banned=None if ban is None else ban.reason,
            protocols=_each(peer.protocol for peer in peers),
            addresses=_each(peer.address for peer in peers),
            tables=_each(peer.table for peer in peers if peer.table is not None),
        )

    def _banned(self, account: Account | None, ban: Ban) -> KnownPerson:
        """A guest may have been forgotten meanwhile."""
        return KnownPerson(
            name=account.name if account else ban.name,
            person=person_of(ban.account),
            kind=account.kind if account else "guest",
            banned=ban.reason,
            addresses=[
                one for one, of in self._records.addresses.items() if of.account == ban.account
            ],
        )

    async def _list_tables(self, command: admin_commands.ListTables, by: str) -> Tables:
        return Tables(tables=[runner.info() for runner in self._lobby.runners()])

    # --- people --------------------------------------------------------------------------------

    async def _rename(self, command: admin_commands.RenamePerson, by: str) -> Administered:
        account = await self._accounts.person(command.name)
        renamed = await self._accounts.give_name(account, command.to)
        nobody = Caller("", renamed.id, renamed.name)
        for table in self._lobby.tables_of(renamed.id):
            self._bus.ask(table, nobody, requests.TakeName(), _unheard)
        return Administered(sentence=f"{account.name} is called {renamed.name} now.")

    async def _ban(self, command: admin_commands.Ban, by: str) -> Administered:
        account = await self._accounts.person(command.name)
        if account.id in self._records.admins:
            raise Refusal(
                "is_admin", f"{account.name} administers the server: revoke that right first."
            )
        peers = self._signed_in.of(account.id)
        addresses = _each(address_key(peer.address) for peer in peers)
        if command.address and any(is_loopback(address) for address in addresses):
            raise Refusal(
                "own_address",
                "They come from this machine's own address, or through a proxy that --proxies does "
                "not name: banning it would ban everybody.",
            )
        ban = Ban(
            account=account.id,
            name=account.name,
            reason=command.reason,
            at=self._clock.wall(),
            by=by,
        )
        await self._records.ban(account.id, ban)
        also = ""
        if command.address:
            for address in addresses:
                await self._records.ban(address, ban, ADDRESS)
            also = f", and so is {' and '.join(addresses)}" if addresses else ""
        # Only now: somebody may have come in while it was being written.
        for peer in self._shut_out(account.id, addresses if command.address else []):
            self._send_out(peer, ban_sentence(command.reason))
        return Administered(sentence=f"{account.name} is banned{also}.")

    def _shut_out(self, account: str, addresses: list[str]) -> list[Peer]:
        """The connections of the account, and all others from there."""
        return [
            peer
            for inside, peers in self._signed_in.peers.items()
            for peer in peers
            if inside == account or address_key(peer.address) in addresses
        ]

    def _send_out(self, peer: Peer, sentence: str) -> None:
        """They leave their table as anybody does who leaves on purpose; then they must go."""
        if peer.gone:
            return
        table, peer.table = peer.table, None
        if table is not None:
            self._bus.ask(table, peer.who(), requests.Leave(), _unheard)
        peer.deliver(Goodbye(reason=sentence, alone=True))

    async def _unban(self, command: admin_commands.Unban, by: str) -> Administered:
        wanted = without_capitals(command.name)
        for account, ban in list(self._records.bans.items()):
            known = await self._store.account(account)
            names = {ban.name, known.name if known else ban.name}
            if wanted in map(without_capitals, names):
                await self._records.unban(account)
                return Administered(sentence=f"{ban.name} may come in again.")
        raise Refusal("not_banned", "Nobody of that name is banned.")

    async def _reset_password(self, command: admin_commands.ResetPassword, by: str) -> Administered:
        account = await self._accounts.person(command.name)
        if account.kind != "registered":
            raise Refusal("not_registered", "Only registered accounts have a password.")
        password = command.password or self._code(10)
        await self._accounts.give_password(account, password)
        for peer in list(self._signed_in.of(account.id)):
            peer.deliver(Goodbye(reason=NEW_PASSWORD, alone=True))
        return Administered(
            sentence=f"{account.name} has a new password, and is signed out everywhere.",
            secret=None if command.password else password,
        )

    async def _grant_admin(self, command: admin_commands.GrantAdmin, by: str) -> Administered:
        account = await self._accounts.person(command.name)
        if account.kind != "registered":
            raise Refusal("not_registered", f"{account.name} is a guest: they register first.")
        self._records.check(account.id, "")
        await self._records.grant_admin(
            account.id, Admin(name=account.name, at=self._clock.wall(), by=by)
        )
        return Administered(sentence=f"{account.name} administers the server now.")

    async def _revoke_admin(self, command: admin_commands.RevokeAdmin, by: str) -> Administered:
        account = await self._accounts.person(command.name)
        if account.id not in self._records.admins:
            raise Refusal("not_admin", f"{account.name} does not administer the server.")
        await self._records.revoke_admin(account.id)
        return Administered(sentence=f"{account.name} administers the server no more.")

    # --- the server -----------------------------------------------------------------------------

    async def _close_table(self, command: admin_commands.CloseTable, by: str) -> Administered:
        info = self._lobby.info(command.table)
        self._lobby.close_table(command.table, command.reason or CLOSED)
        return Administered(sentence=f"Table {info.number} of {info.game} ({info.id}) is closed.")

    async def _announce(self, command: admin_commands.Announce, by: str) -> Administered:
        if command.text is None and command.minutes is None:
            raise Refusal("bad_message", "An announcement has a text, minutes, or both.")
        heard = self._announcements.announce(command.text, command.minutes)
        people = "1 connection hears" if heard == 1 else f"{heard} connections hear"
        return Administered(sentence=f"Announced: {people} it.")

    async def _make_invitation(
        self, command: admin_commands.MakeInvitation, by: str
    ) -> Administered:
        code = self._code(15)
        until = self._clock.wall() + command.days * DAY
        await self._records.invite(code, Invitation(uses=command.uses, until=until, by=by))
        uses = "once" if command.uses == 1 else f"{command.uses} times"
        days = "1 day" if command.days == 1 else f"{command.days} days"
        needless = "" if self._access.closed else " (Nobody needs one: this server is open to all.)"
        return Administered(
            sentence=f"An invitation that is good {uses}, for {days}.{needless}", secret=code
        )

    async def _revoke(self, command: admin_commands.RevokeInvitations, by: str) -> Administered:
        gone = await self._records.revoke()
        many = "1 invitation is" if gone == 1 else f"{gone} invitations are"
        return Administered(sentence=f"{many} worthless now.")

    def _code(self, length: int) -> str:
        """Letters and digits that can be read aloud."""
        return base64.b32encode(self._random_bytes(length)).decode().lower()

    _DOING: ClassVar[dict[type, Callable[[AdminService, Any, str], Awaitable[Answer]]]] = {
        admin_commands.ListPeople: _list_people,
        admin_commands.ListTables: _list_tables,
        admin_commands.RenamePerson: _rename,
        admin_commands.Ban: _ban,
        admin_commands.Unban: _unban,
        admin_commands.ResetPassword: _reset_password,
        admin_commands.CloseTable: _close_table,
        admin_commands.Announce: _announce,
        admin_commands.GrantAdmin: _grant_admin,
        admin_commands.RevokeAdmin: _revoke_admin,
        admin_commands.MakeInvitation: _make_invitation,
        admin_commands.RevokeInvitations: _revoke,
    }


def _each(words: Iterable[str]) -> list[str]:
    """Each once, in the order in which they came."""
    return list(dict.fromkeys(words))


def _unheard(_: Any) -> None:
    pass
