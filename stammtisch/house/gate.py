"""A house that is closed to strangers: who is new needs its password, or an invitation.

Registered accounts come in as ever. So do guests who came in since the house has been closed in
this way: they had the key. Guests from before, or who knew an older password, are strangers.
"""

from __future__ import annotations

import hmac

from stammtisch.games.game import Refusal
from stammtisch.house.book import Book, Closing
from stammtisch.records import Account
from stammtisch.tables.clock import Clock

NO_KEY = "This house is for its members: whoever is new brings its password or an invitation."
WRONG_KEY = "That is neither the password of this house nor an invitation that is still good."


class Gate:
    """`password` is "" where there is none; an invitation opens in either case."""

    def __init__(self, book: Book, clock: Clock, password: str, *, invite_only: bool) -> None:
        self._book = book
        self._clock = clock
        self._password = password
        self.closed = invite_only or bool(password)

    async def open(self, key: bytes) -> None:
        """Learn since when the house has been closed in this way; `key` is what it signs with."""
        noted = self._book.closing
        if not self.closed:
            if noted is not None:
                await self._book.close_to_strangers(None)
            return
        how = hmac.digest(key, b"closed to strangers\n" + self._password.encode(), "sha256").hex()
        if noted is None or noted.how != how:
            closing = Closing(how=how, since=self._clock.wall())
            await self._book.close_to_strangers(closing)

    def knows(self, account: Account) -> bool:
        """May that account come in without a key?"""
        if not self.closed or account.kind != "guest":
            return True
        noted = self._book.closing
        return noted is not None and account.created >= noted.since

    def check(self, key: str | None) -> None:
        """Refuse who is new and has no key that fits."""
        if not self.closed:
            return
        if key is None:
            raise Refusal("house_key", NO_KEY)
        if not self._is_password(key) and not self._book.invitation(key, self._clock.wall()):
            raise Refusal("wrong_house_key", WRONG_KEY)

    def let_in(self, key: str | None) -> None:
        """The same, and an invitation is used: called in the moment in which somebody comes in."""
        self.check(key)
        if self.closed and key is not None and not self._is_password(key):
            self._book.spend(key)

    def _is_password(self, key: str) -> bool:
        given, own = key.encode(errors="replace"), self._password.encode()
        return bool(own) and hmac.compare_digest(given, own)
