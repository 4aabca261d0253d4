"""Who comes in, and under which name: guests, those who come back, registered accounts."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from itertools import count

import msgspec

from stammtisch.accounts.access import AccessPolicy
from stammtisch.accounts.limits import LoginThrottle
from stammtisch.accounts.names import NameIndex, checked_name, variants
from stammtisch.accounts.passwords import Passwords
from stammtisch.accounts.peers import Peer, SignedIn
from stammtisch.games.game import Refusal
from stammtisch.records import Account
from stammtisch.replies import Entered, Talked
from stammtisch.requests import (
    ChangePassword,
    Enter,
    EnterFrom,
    Register,
    Rename,
    Resume,
    SignIn,
    SignOut,
)
from stammtisch.store.changes import AddToken, DropToken, PutAccount
from stammtisch.store.errors import NameTaken
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock
from stammtisch.tables.write_status import WriteStatus
from stammtisch.vocabulary import handles

log = logging.getLogger(__name__)

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200


class Accounts:
    """`seated` tells which account holds a name at some table."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        random_bytes: Callable[[int], bytes],
        signed_in: SignedIn,
        seated: Callable[[str], str | None],
        passwords: Passwords,
        throttle: LoginThrottle,
        access: AccessPolicy,
        writing: WriteStatus,
    ) -> None:
        self._store = store
        self._clock = clock
        self._random_bytes = random_bytes
        self._signed_in = signed_in
        self._seated = seated
        self._passwords = passwords
        self._throttle = throttle
        self._access = access
        self._records = access.records
        self._writing = writing
        #: The names of registered accounts, whether they are here or not.
        self._registered = NameIndex()
        self._nameless = count()
        writing.listen(recovery=self._save_again)

    async def open(self) -> None:
        """Learn which names are taken for good."""
        self._registered.update(await self._store.registered_names())

    # --- entering ------------------------------------------------------------------------------

    @handles(Enter)
    async def enter_as_guest(self, peer: Peer, asked: Enter) -> Entered:
        _only_once(peer)
        self._check_stranger(peer, asked.key)
        wanted = checked_name(asked.name) if asked.name else self._name_for_nobody()
        account = await self._admit_new(peer, wanted, asked.key)
        # Not waited for: the token is written after this, and only if this could be.
        self._store.submit(PutAccount(account), _report)
        try:
            token = await self._new_token(account)
        except BaseException:
            # It could not be written down who this is: they may try again.
            self._signed_in.remove(peer)
            peer.unname()
            raise
        return self._entered(account, token)

    def _check_stranger(self, peer: Peer, key: str | None) -> None:
        """Refuse who comes from where nobody may come from, or brings no key where one is needed.

        Keys can be guessed as passwords can.
        """
        self._records.check(None, peer.address)
        if self._access.closed and key is not None:
            self._try(peer)
        self._access.check(key)

    def _name_for_nobody(self) -> str:
        """Counted, so that the thousandth need not ask for the names of all others first."""
        number = next(self._nameless)
        return f"guest_{number}" if number else "guest"

    @handles(EnterFrom)
    async def enter_from(self, peer: Peer, asked: EnterFrom) -> Entered:
        if peer.account is not None:
            return await self.change_name(peer, Rename(name=asked.name))
        if asked.token is not None:
            known = await self._store.account_by_token(_hashed(asked.token))
            if known is not None:
                return await self._welcome_back(peer, known, asked.key)
        origin = f"{asked.protocol} {peer.address}"
        try:
            wanted = checked_name(asked.name)
        except Refusal:
            known = await self._kept(asked.name, origin)
            if known is None:
                raise
        else:
            known = await self._known_from(wanted, origin)
        if known is not None and self._access.knows(known):
            self._admit(peer, known)
            return self._entered(known)
        if known is not None:
            account = self._let_in_again(peer, known, asked.key)
            self._admit(peer, account)
        else:
            self._check_stranger(peer, asked.key)
            account = await self._admit_new(peer, wanted, asked.key, origin=origin)
        # Not waited for: a seat that the guest takes is written after this, in the same order.
        self._store.submit(PutAccount(account), _report)
        return self._entered(account)

    @handles(Resume)
    async def resume(self, peer: Peer, asked: Resume) -> Entered:
        _only_once(peer)
        account = await self._store.account_by_token(_hashed(asked.token))
        if account is None:
            raise Refusal("unknown_token", "Nobody here has that token; enter anew.")
        return await self._welcome_back(peer, account, asked.key)

    async def account_of(self, token: str) -> Account | None:
        """Whose token that is."""
        return await self._store.account_by_token(_hashed(token))

    async def owner_of(self, token: str) -> str | None:
        account = await self.account_of(token)
        return None if account is None else account.id

    def _let_in_again(self, peer: Peer, account: Account, key: str | None) -> Account:
        """A guest from before the server was closed: with the key they are as good as new."""
        self._records.check(account.id, peer.address)
        self._check_stranger(peer, key)
        self._access.let_in(key)
        return msgspec.structs.replace(account, created=self._clock.wall())

    async def _welcome_back(self, peer: Peer, account: Account, key: str | None) -> Entered:
        if not self._access.knows(account):
            account = self._let_in_again(peer, account, key)
            await self._saved(account)
        if account.kind == "guest":
            # While the guest was away, somebody else may have come to be called the same.
            name = await self._free_name(account.name, account.id)
            if name != account.name:
                account = msgspec.structs.replace(account, name=name)
                self._admit(peer, account)
                await self._saved(account)
                return self._entered(account)
        self._admit(peer, account)
        return self._entered(account)

    async def _known_from(self, wanted: str, origin: str) -> Account | None:
        """Who came from there under that name before; or with the suffix it was given then."""
        for name in variants(wanted):
            if self._signed_in.reserved.get(name) in self._signed_in.peers:
                continue
            known = await self._store.account_by_origin(name, origin)
            allowed = await self._may_have(name, known.id if known else None)
            if known is None and allowed:
                return None
            if known is not None and allowed and known.id not in self._signed_in.peers:
                return known
        raise AssertionError("variants never end")

    async def _kept(self, name: str, origin: str) -> Account | None:
        """Who came from there under a name that nobody could take today: it stays theirs."""
        known = await self._store.account_by_origin(name, origin)
        if (
            known is None
            or known.id in self._signed_in.peers
            or not await self._may_have(name, known.id)
        ):
            return None
        return known

    @handles(SignIn)
    async def sign_in(self, peer: Peer, asked: SignIn) -> Entered:
        _only_once(peer)
        self._try(peer, asked.name)
        account = await self._store.registered(asked.name)
        stored = account.password_hash if account is not None else None
        fits = await self._passwords.fit(stored, asked.password)
        if account is None or not fits:
            raise Refusal("wrong_password", "That name and password do not belong together.")
        self._records.check(account.id, peer.address)
        # One more: whoever is signed in elsewhere stays so.
        token = await self._new_token(account)
        self._admit(peer, account)
        return self._entered(account, token)

    @handles(SignOut)
    async def sign_out(self, peer: Peer, asked: SignOut) -> Talked:
        """Forget tokens: nobody comes in with them any more. Whoever is inside stays."""
        account = peer.account
        if account is None:
            raise Refusal("enter_first", "Say who you are first: enter as a guest or sign in.")
        own = [token.hash for token in await self._store.tokens(account.id)]
        wanted = own if asked.token is None else [_hashed(asked.token)]
        gone = [token for token in wanted if token in own]
        for token in gone:
            await self._store.write(DropToken(token))
        return Talked(heard=bool(gone))

    @handles(Register)
    async def register(self, peer: Peer, asked: Register) -> Entered:
        name = checked_name(asked.name)
        _check_password(asked.password)
        own = peer.account
        if own is not None and own.kind == "registered":
            raise Refusal("registered", f"You are registered already, as {own.name}.")
        if own is None:
            self._check_stranger(peer, asked.key)
        taken = Refusal("name_taken", f"The name {name} belongs to somebody else.")
        if not self._is_free(name, own.id if own else None):
            raise taken
        self._try(peer)
        hashed = await self._passwords.hashed(asked.password)
        if not self._is_free(name, own.id if own else None):
            raise taken
        account = Account(
            id=own.id if own else self._new_id(),
            name=name,
            kind="registered",
            created=own.created if own else self._clock.wall(),
            password_hash=hashed,
        )
        if own is None:
            self._access.let_in(asked.key)
        # Nobody else may come in under the name while it is being written.
        self._signed_in.reserved[name] = account.id
        try:
            await self._saved(account)
            self._registered[name] = account.id
            token = await self._new_token(account)
        except NameTaken:
            raise taken from None
        finally:
            if own is None or own.name != name or own.id not in self._signed_in.peers:
                self._signed_in.reserved.pop(name, None)
        if own is None:
            self._admit(peer, account)
        else:
            self._signed_in.replace(account)
        return self._entered(account, token)

    @handles(Rename)
    async def rename(self, peer: Peer, asked: Rename) -> Entered:
        """Take another name; a registered one must be free for good, others are made unique."""
        account = peer.account
        if account is None or account.kind != "registered" or asked.name == account.name:
            return await self.change_name(peer, asked)
        return self._entered(await self.give_name(account, asked.name))

    async def give_name(self, account: Account, wanted: str) -> Account:
        """Give the account another name, whether its owner is inside or not."""
        name = checked_name(wanted)
        if account.kind != "registered":
            name = await self._free_name(name, account.id)
            account = msgspec.structs.replace(account, name=name)
            self._signed_in.replace(account)
            await self._saved(account)
            return account
        taken = Refusal("name_taken", f"The name {name} belongs to somebody else.")
        if not self._is_free(name, account.id):
            raise taken
        before, account = account.name, msgspec.structs.replace(account, name=name)
        # Nobody else may come in under the name while it is being written.
        self._signed_in.reserved[name] = account.id
        try:
            await self._saved(account)
        except NameTaken:
            self._signed_in.reserved.pop(name, None)
            raise taken from None
        self._registered.pop(before, None)
        self._registered[name] = account.id
        self._signed_in.replace(account)
        if account.id not in self._signed_in.peers:
            self._signed_in.reserved.pop(name, None)
        return account

    async def give_password(self, account: Account, password: str) -> None:
        """Another password, and no token is good any more."""
        _check_password(password)
        hashed = await self._passwords.hashed(password)
        account = msgspec.structs.replace(account, password_hash=hashed)
        await self._saved(account)
        for token in await self._store.tokens(account.id):
            await self._store.write(DropToken(token.hash))
        self._signed_in.replace(account)

    async def person(self, name: str) -> Account:
        """Whoever has that name: inside, registered, or at a table; else a `Refusal`."""
        account = self._signed_in.account(name=name) or await self._store.registered(name)
        if account is None:
            seated = self._seated(name)
            account = None if seated is None else await self._store.account(seated)
        if account is None:
            raise Refusal("unknown_person", "Nobody of that name is known here.")
        return account

    @handles(ChangePassword)
    async def change_password(self, peer: Peer, asked: ChangePassword) -> Entered:
        account = peer.account
        if account is None or account.password_hash is None:
            raise Refusal("not_registered", "Only registered accounts have a password.")
        _check_password(asked.new)
        self._try(peer, account.name)
        if not await self._passwords.fit(account.password_hash, asked.old):
            raise Refusal("wrong_password", "That is not your password.")
        hashed = await self._passwords.hashed(asked.new)
        # The name may have changed meanwhile.
        account = msgspec.structs.replace(peer.account or account, password_hash=hashed)
        await self._saved(account)
        self._signed_in.replace(account)
        return self._entered(account)

    async def change_name(self, peer: Peer, asked: Rename) -> Entered:
        account = peer.account
        if account is None:
            raise Refusal("enter_first", "Say who you are first.")
        if account.kind == "registered" or asked.name == account.name:
            return self._entered(account)
        name = await self._free_name(checked_name(asked.name), account.id)
        account = msgspec.structs.replace(account, name=name)
        self._signed_in.replace(account)
        self._store.submit(PutAccount(account), _report)
        return self._entered(account)

    def _save_again(self) -> None:
        """Perhaps somebody who is here could not be written down."""
        for peers in self._signed_in.peers.values():
            account = peers[0].account
            if account is not None:
                self._store.submit(PutAccount(account), _report)

    # --- names ---------------------------------------------------------------------------------

    def _is_free(self, name: str, account: str | None) -> bool:
        """Is nobody else inside, or seated somewhere, under that name or one that looks like it?"""
        inside = self._signed_in.reserved.get(name)
        if inside is not None:
            return inside == account
        if self._signed_in.reserved.others_like(name, account) or self._registered.others_like(
            name, account
        ):
            return False
        seated = self._seated(name)
        return seated is None or seated == account

    async def _free_name(self, wanted: str, account: str | None = None) -> str:
        for name in variants(wanted):
            if await self._may_have(name, account):
                return name
        raise AssertionError("variants never end")

    async def _may_have(self, name: str, account: str | None) -> bool:
        if not self._is_free(name, account):
            return False
        registered = await self._store.registered(name)
        # Asked once more: somebody may have come in under that name meanwhile.
        others = registered is not None and registered.id != account
        return not others and self._is_free(name, account)

    async def _admit_new(
        self,
        peer: Peer,
        wanted: str,
        key: str | None,
        *,
        origin: str | None = None,
    ) -> Account:
        self._writing.check()
        new = self._new_id()
        name = await self._free_name(wanted)
        self._access.let_in(key)
        account = Account(
            id=new,
            name=name,
            kind="guest",
            created=self._clock.wall(),
            origin=origin,
        )
        self._admit(peer, account)
        return account

    def _admit(self, peer: Peer, account: Account) -> None:
        if peer.gone:
            raise Refusal("gone", "The connection ended before you were in.")
        self._records.check(account.id, peer.address)
        self._signed_in.add(peer, account)

    def _new_id(self) -> str:
        return self._random_bytes(9).hex()

    async def _saved(self, account: Account) -> None:
        await self._store.write(PutAccount(account))

    async def _new_token(self, account: Account) -> str:
        """Durable when it is told."""
        token = self._random_bytes(24).hex()
        created = self._clock.wall()
        await self._store.write(AddToken(_hashed(token), account.id, created))
        return token

    def _entered(self, account: Account, token: str | None = None) -> Entered:
        return Entered(
            account=account.id,
            name=account.name,
            kind=account.kind,
            token=token,
            admin=account.id in self._records.admins,
        )

    def _try(self, peer: Peer, name: str | None = None) -> None:
        self._throttle.count(name, peer.address, self._clock.now() / 1000)

    def close(self) -> None:
        self._passwords.close()


def _only_once(peer: Peer) -> None:
    if peer.account is not None:
        raise Refusal(
            "already_entered",
            "You are inside already, as {name}; rename if you like.",
            name=peer.account.name,
        )


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refusal(
            "bad_password",
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.",
        )


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _report(error: Exception | None) -> None:
    if error is not None:
        log.error("an account could not be saved", exc_info=error)
