"""How often one may ask what.

Each request counts as the kind that its declaration names (`rate`). Each kind has a number a minute
for a connection; an address may do some times as much with all its connections. Who only looks on
at a table may do less there than who plays. Whatever is too often is refused like anything else
that cannot be, so that every protocol says it in its own form.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Hashable
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from stammtisch.config import RateLimits
from stammtisch.games.game import Refusal
from stammtisch.store.errors import without_capitals
from stammtisch.tables.clock import Clock
from stammtisch.vocabulary import DECLARED, Request

if TYPE_CHECKING:
    from stammtisch.accounts.peers import Peer


# --- buckets of tokens, and whose ----------------------------------------------------------------

#: A bucket that nobody has touched for so many seconds is full again, and can be forgotten.
FORGOTTEN = 60.0


class TokenBucket:
    """A bucket of tokens: `burst` messages at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = now

    def allows(self, now: float) -> bool:
        """Take a token, if there is one. `now` is in seconds and never goes back."""
        tokens = self._tokens + (now - self._filled) * self._rate
        self._filled = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = min(tokens, self._burst) - 1
        return True

    def wait(self) -> float:
        """Seconds from the last look until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate)

    def untouched_since(self, moment: float) -> bool:
        return self._filled < moment


def a_minute(number: int, now: float, times: int = 1) -> TokenBucket:
    """So many a minute, a sixth of them (but at least three) at once; `times` as many of all."""
    return TokenBucket(number * times / 60, max(3.0, number / 6) * times, now)


class TokenBuckets:
    """A bucket for each key; those that are full again are forgotten."""

    def __init__(self, number: int, times: int = 1) -> None:
        """As many a minute as `a_minute` says; 0 is no limit."""
        self._number = number
        self._times = times
        #: The one that was touched last stands last.
        self._rates: dict[Hashable, TokenBucket] = {}

    def wait(self, key: Hashable, now: float) -> float:
        """Take a token: 0, or if there is none the seconds until there will be one."""
        if not self._number:
            return 0.0
        rate = self._rates.pop(key, None) or a_minute(self._number, now, self._times)
        self._rates[key] = rate
        allowed = rate.allows(now)
        while (first := next(iter(self._rates))) != key:
            if not self._rates[first].untouched_since(now - FORGOTTEN):
                break
            del self._rates[first]
        return 0.0 if allowed else rate.wait()

    def __len__(self) -> int:
        return len(self._rates)


# --- addresses ---------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """What counts as one address: of IPv6 a whole /64, because that is what one household has."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address}/64", strict=False))
    except ValueError:
        return address


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    return is_address(address) and ipaddress.ip_address(address).is_loopback


# --- kinds of requests --------------------------------------------------------------------------

#: What each kind is, in the sentence that refuses it.
WORDS = {
    "shouts": "speak to everybody",
    "says": "say something at a table",
    "onlooker_says": "say something while looking on",
    "whispers": "speak to somebody",
    "looks": "look around",
    "entries": "come in or change who you are",
    "joins": "come to a table",
    "openings": "open a table",
    "changes": "change something at a table",
    "acts": "act",
    "onlooker_acts": "ask something while looking on",
    "hints": "ask for a hint",
}

_LOOKING_ON = {"says": "onlooker_says", "acts": "onlooker_acts"}


class RateLimiter:
    """Refuses what is asked too often."""

    def __init__(self, rate_limits: RateLimits, clock: Clock) -> None:
        self._rate_limits = rate_limits
        self._clock = clock
        self._numbers: dict[str, int] = {kind: getattr(rate_limits, kind) for kind in WORDS}
        self._addresses = {
            kind: TokenBuckets(number, rate_limits.address_times)
            for kind, number in self._numbers.items()
        }

    def check(self, peer: Peer, request: Request) -> None:
        """Count the ask; raise a `Refusal` if it comes too soon."""
        kind = kind_of(peer, request)
        if kind is not None and self._numbers[kind]:
            self.count(peer, kind)

    def count(self, peer: Peer, kind: str) -> None:
        number = self._numbers[kind]
        if not number:
            return
        now = self._clock.now() / 1000
        rates = peer.rates
        rate: TokenBucket | None = rates.get(kind)
        if rate is None:
            rate = rates[kind] = a_minute(number, now)
        if not rate.allows(now):
            raise _too_often(
                "You may {what} {number} times a minute; wait {seconds} s.",
                WORDS[kind],
                number,
                rate.wait(),
            )
        if not self.counts(peer.address):
            return
        wait = self._addresses[kind].wait(address_key(peer.address), now)
        if wait:
            number *= self._rate_limits.address_times
            raise _too_often(
                "From your address one may {what} {number} times a minute; wait {seconds} s.",
                WORDS[kind],
                number,
                wait,
            )

    def counts(self, address: str) -> bool:
        """Do limits for one address hold for this one?"""
        return not (self._rate_limits.spare_loopback and is_loopback(address))


class LoginThrottle:
    """Refuses to check more passwords than somebody who knows theirs would need."""

    def __init__(self, rate_limits: RateLimits, rate_limiter: RateLimiter) -> None:
        self._rate_limiter = rate_limiter
        self._names = TokenBuckets(rate_limits.sign_ins_per_name)
        self._addresses = TokenBuckets(rate_limits.sign_ins_per_address)

    def count(self, name: str | None, address: str, now: float) -> None:
        """One more try, for an account that may or may not be: nothing tells which."""
        wait = 0.0
        if self._rate_limiter.counts(address):
            wait = self._addresses.wait(address_key(address), now)
        if name is not None and not wait:
            wait = self._names.wait(without_capitals(name), now)
        if wait:
            raise Refusal(
                "too_many_tries",
                "There were too many tries to sign in; wait {seconds} s.",
                seconds=ceil(wait),
            )


def kind_of(peer: Peer, request: Request) -> str | None:
    kind = DECLARED[type(request)].rate
    if callable(kind):
        kind = kind(request)
    if peer.looks_on and kind in _LOOKING_ON:
        return _LOOKING_ON[kind]
    return kind


def _too_often(sentence: str, what: str, number: int, wait: float) -> Refusal:
    return Refusal("too_often", sentence, what=what, number=number, seconds=ceil(wait))
