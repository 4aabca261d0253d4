"""How often is too often: a bucket of tokens, and buckets by whatever wants one."""

from __future__ import annotations

import ipaddress
from collections.abc import Hashable
from functools import lru_cache

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
